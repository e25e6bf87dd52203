import { maxTerminalPrompts, type TerminalMessage } from '@netward/contract/terminal-values'
import { lineOf, linesOf } from './device-text.ts'
import { ShellRefused } from './shell.ts'

/** One round of sign-in questions (RFC 4256, 3.2), as received: untrusted. */
export interface LoginQuestion {
  readonly name: string
  readonly instructions: string
  readonly prompts: readonly { readonly prompt: string; readonly echo?: boolean }[]
}

/** A round unanswered for this long ends the terminal. */
const answerMilliseconds = 120_000
const maxRounds = 10
const longestLine = 200
const longestInstructions = 1000

interface Open {
  readonly round: number
  readonly prompts: number
  readonly until: number
  answered(answers: readonly string[]): void
}

/** Relays sign-in questions to the user. Answers go only to the requester and are not stored. */
export class LoginQuestions {
  readonly #say: (message: TerminalMessage) => void
  readonly #now: () => number
  #rounds = 0
  #open: Open | null = null

  constructor(say: (message: TerminalMessage) => void, now: () => number) {
    this.#say = say
    this.#now = now
  }

  get asked(): boolean {
    return this.#rounds > 0
  }

  /** @throws ShellRefused authentication: too many questions or rounds. */
  async ask({ name, instructions, prompts }: LoginQuestion): Promise<readonly string[]> {
    if (this.#rounds === maxRounds || prompts.length > maxTerminalPrompts)
      throw new ShellRefused('authentication')
    this.#rounds += 1
    const round = this.#rounds
    this.#say({
      type: 'asks',
      round,
      seconds: answerMilliseconds / 1000,
      name: lineOf(name, longestLine),
      instructions: linesOf(instructions, longestInstructions),
      prompts: prompts.map(({ prompt, echo }) => ({
        text: lineOf(prompt, longestLine),
        echo: echo === true,
      })),
    })
    return new Promise((answered) => {
      this.#open = { round, prompts: prompts.length, until: this.#now() + answerMilliseconds, answered }
    })
  }

  /** The browser's answer; ignored for another round or number of answers. */
  answer(round: number, answers: readonly string[]): void {
    const open = this.#open
    if (open?.round !== round || open.prompts !== answers.length) return
    this.#open = null
    open.answered(answers)
  }

  late(now: number): boolean {
    return this.#open !== null && now >= this.#open.until
  }
}
