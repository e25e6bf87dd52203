import { type PlaceholderKind, placeholderKinds } from './placeholder.ts'

export class RestoreStream {
  readonly #restore: (text: string) => string
  readonly #known: (kind: PlaceholderKind) => number
  readonly #onText: (text: string) => void
  #held = ''

  constructor(
    restore: (text: string) => string,
    known: (kind: PlaceholderKind) => number,
    onText: (text: string) => void,
  ) {
    this.#restore = restore
    this.#known = known
    this.#onText = onText
  }

  push(delta: string) {
    const text = this.#held + delta
    const open = text.lastIndexOf('[')
    const cut = open !== -1 && this.#mayBecome(text.slice(open)) ? open : text.length
    this.#held = text.slice(cut)
    this.#send(text.slice(0, cut))
  }

  end() {
    const rest = this.#held
    this.#held = ''
    this.#send(rest)
  }

  #send(text: string) {
    if (text !== '') this.#onText(this.#restore(text))
  }

  /** Whether text from a bracket on is the beginning of a placeholder that stands for something. */
  #mayBecome(text: string) {
    const match = /^\[([a-z]{0,8})(?:(-)(\d{0,6}))?$/.exec(text)
    if (!match) return false
    const [, name = '', dash, digits = ''] = match
    return placeholderKinds.some((kind) => {
      const most = this.#known(kind)
      if (most === 0 || !(dash ? kind === name : kind.startsWith(name))) return false
      if (digits === '') return true
      return !digits.startsWith('0') && Number(digits) <= most
    })
  }
}
