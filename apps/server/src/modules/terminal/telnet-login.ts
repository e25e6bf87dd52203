import { withoutSequences } from './device-text.ts'
import { askedAtEnd } from './login-prompts.ts'

/** So much of the end of what the device shows is looked at. */
const looked = 400

/** Answers the prompts of a telnet login with what is known, each once: a device that asks again asks the person. */
export class TelnetLogin {
  #tail = ''
  #name: string | null
  #password: string | null
  /** The person is to say the name. */
  #named = false
  #typing = false

  constructor({ username, password }: { username: string; password: string }) {
    this.#name = username === '' ? null : username
    this.#password = password === '' ? null : password
  }

  /** @returns what is to be typed, without the return key; null: nothing. */
  answerTo(shown: string): string | null {
    if (this.#name === null && this.#password === null) return null
    this.#tail = (this.#tail + shown).slice(-looked)
    const asked = askedAtEnd(this.#tail)
    if (asked === null) return null
    const answer = asked === 'name' ? this.#name : this.#password
    this.#named = asked === 'name' && answer === null
    if (asked === 'password') this.#password = null
    // Who asks for the password has a name, or wants none.
    if (answer !== null || asked === 'password') this.#name = null
    return answer
  }

  /** With the first line that the person types, unless it is the name, they are in: what asks from then on is no login. */
  typed(text: string): void {
    // A screen answers by itself where it is asked for its cursor.
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
