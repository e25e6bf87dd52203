import { withoutSequences } from './device-text.ts'
import { confirmedAtEnd } from './login-prompts.ts'

/** How much of the end of the output is examined. */
const looked = 400

/** Answers telnet login prompts from stored credentials, each once: a repeated prompt goes to the user. */
export class TelnetLogin {
  #tail = ''
  #name: string | null
  #password: string | null
  /** The user is to enter the name. */
  #named = false
  #typing = false

  constructor({ username, password }: { username: string; password: string }) {
    this.#name = username === '' ? null : username
    this.#password = password === '' ? null : password
  }

  /** @returns the text to type, without Return; null: nothing. */
  answerTo(shown: string): string | null {
    if (this.#name === null && this.#password === null) return null
    this.#tail = (this.#tail + shown).slice(-looked)
    const asked = confirmedAtEnd(this.#tail)
    if (asked === null) return null
    const answer = asked === 'name' ? this.#name : this.#password
    this.#named = asked === 'name' && answer === null
    if (asked === 'password') this.#password = null
    // A device that asks for the password has the name, or needs none.
    if (answer !== null || asked === 'password') this.#name = null
    return answer
  }

  /**
   * After the user's first line, unless it is the name, login is over: later prompts are not login prompts.
   */
  typed(text: string): void {
    // A terminal emulator answers cursor queries by itself.
    for (const char of withoutSequences(text)) {
      if (char !== '\r' && char !== '\n') this.#typing ||= char >= ' '
      else if (this.#typing) this.#entered()
    }
  }

  #entered(): void {
    this.#typing = false
    if (this.#named) this.#named = false
    else this.#name = this.#password = null
  }
}
