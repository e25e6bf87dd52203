import type { ConfigurationReason } from '@netward/contract/configuration-values'
import { mostConfiguration } from '@netward/contract/configuration-values'
import { cleanLines, pager } from './clean-output.ts'
import type { TerminalProfile } from './profiles.ts'

/** No configuration was read. */
export class ReadFailed extends Error {
  override name = 'ReadFailed'
  readonly reason: ConfigurationReason

  constructor(reason: ConfigurationReason) {
    super(reason)
    this.reason = reason
  }
}

export interface ReadTimes {
  /** The whole reading. */
  readonly most: number
  /** Until the next piece of output. */
  readonly silence: number
  /** After what looks like the first prompt: a greeting may look like one. */
  readonly settle: number
}

export const readTimes: ReadTimes = { most: 180_000, silence: 30_000, settle: 250 }

/** Raw output is larger than what stays: echoes, pagers, sequences. */
const mostRaw = 2 * mostConfiguration
const looked = 500
const refusal =
  /^\s*(?:%|\^$|error:|invalid (?:input|command)|unrecognized|unknown (?:command|action)|bad command|syntax error|command fail|permission denied|authorization failed|-\w*sh: .*not found)/i

/** The output of one shell, as it arrives, and what is typed into it. */
export class ConfigurationReader {
  readonly #profile: TerminalProfile
  readonly #password: string
  readonly #type: (text: string) => void
  readonly #times: ReadTimes
  /** Since the last command: its pieces, their length, and the end of them. */
  #pieces: string[] = []
  #length = 0
  #tail = ''
  #heard: () => void = () => {}
  #ended: ConfigurationReason | null = null

  constructor(profile: TerminalProfile, password: string, type: (text: string) => void, times = readTimes) {
    this.#profile = profile
    this.#password = password
    this.#type = type
    this.#times = times
  }

  /** Output of the device, decoded. */
  shown(text: string): void {
    if (this.#ended !== null) return
    this.#pieces.push(text)
    this.#length += text.length
    this.#tail = (this.#tail + text).slice(-looked)
    if (this.#length > mostRaw) this.#ended = 'too_large'
    this.#heard()
  }

  /** The shell is closed. */
  closed(): void {
    this.#ended ??= 'device_closed'
    this.#heard()
  }

  /** @returns lines of the running configuration. @throws ReadFailed */
  async read(): Promise<string[]> {
    const until = Date.now() + this.#times.most
    let prompt = await this.#firstPrompt(until)
    const { enable, paging, show, end } = this.#profile
    if (enable !== undefined && prompt.endsWith('>')) prompt = await this.#enabled(enable, until)
    for (const command of paging) await this.#run(command, prompt, until)
    const lines = trimmed(await this.#run(show, prompt, until), show)
    if (lines.length <= 5 && lines.some((line) => refusal.test(line))) throw new ReadFailed('refused')
    if (lines.every((line) => line === '')) throw new ReadFailed('empty')
    if (end !== undefined && !lines.slice(-5).some((line) => end.test(line.trim())))
      throw new ReadFailed('incomplete')
    if (lines.reduce((sum, line) => sum + Buffer.byteLength(line) + 1, 0) > mostConfiguration)
      throw new ReadFailed('too_large')
    return lines
  }

  async #firstPrompt(until: number): Promise<string> {
    for (;;) {
      await this.#wait(() => this.#profile.prompt.test(this.#lastLine()), until, 'no_prompt')
      const before = this.#length
      await this.#pause(this.#times.settle)
      if (this.#length === before) return this.#lastLine()
    }
  }

  /** A device that keeps the person out of it shows nothing, and the reading is refused. */
  async #enabled(command: string, until: number): Promise<string> {
    this.#send(command)
    const asks = () => /(?:password|密码|口令)\s*[:：]?$/i.test(this.#lastLine())
    const waits = () => this.#profile.prompt.test(this.#lastLine())
    await this.#wait(() => asks() || waits(), until, 'no_prompt')
    if (asks()) {
      this.#send(this.#password)
      await this.#wait(() => waits() || asks(), until, 'no_prompt')
    }
    if (!waits()) throw new ReadFailed('refused')
    return this.#lastLine()
  }

  /** @returns the lines between the command and the next prompt */
  async #run(command: string, prompt: string, until: number): Promise<string[]> {
    this.#send(command)
    await this.#wait(() => this.#lastLine() === prompt && /[\r\n]/.test(this.#tail), until, 'late')
    const lines = cleanLines(this.#pieces.join(''))
    const echo = lines.findIndex((line) => line.trimEnd().endsWith(command))
    return lines.slice(echo + 1, -1)
  }

  #send(text: string): void {
    this.#pieces = []
    this.#length = 0
    this.#tail = ''
    this.#type(`${text}\r`)
  }

  #lastLine(): string {
    return (cleanLines(this.#tail).at(-1) ?? '').trim()
  }

  async #wait(holds: () => boolean, until: number, otherwise: ConfigurationReason): Promise<void> {
    let silentSince = Date.now()
    for (let length = -1; ;) {
      if (this.#ended === 'too_large') throw new ReadFailed('too_large')
      if (this.#length !== length) {
        if (holds()) return
        if (pager.test(this.#tail)) this.#type(' ')
        length = this.#length
        silentSince = Date.now()
      }
      if (this.#ended !== null) throw new ReadFailed(this.#ended)
      const left = Math.min(until, silentSince + this.#times.silence) - Date.now()
      if (left <= 0) throw new ReadFailed(Date.now() >= until ? 'late' : otherwise)
      await this.#pause(left)
    }
  }

  /** Until something happens, at most so long. */
  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#heard = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}

/** Without blank lines at both ends, and without the lines of a device that reports how it builds its answer. */
function trimmed(lines: readonly string[], show: string): string[] {
  const first = lines.findIndex((line) => line !== '' && line !== show)
  const last = lines.findLastIndex((line) => line !== '')
  return first === -1 ? [] : lines.slice(first, last + 1)
}
