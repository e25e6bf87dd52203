/** Telnet as terminals need it: RFC 854, 855, BINARY (856), ECHO (857), SGA (858), NAWS (1073), TTYPE (1091). No I/O. */

const iac = 255
const dont = 254
const doIt = 253
const wont = 252
const will = 251
const sb = 250
const se = 240

const binary = 0
const echo = 1
const suppressGoAhead = 3
const terminalType = 24
const windowSize = 31

/** Options for the device, and options for this side. */
const theirs = new Set([binary, echo, suppressGoAhead])
const ours = new Set([binary, suppressGoAhead, terminalType, windowSize])

/** A longer subnegotiation is unsupported: the rest is dropped. */
const longestSubnegotiation = 512

type State = 'data' | 'cr' | 'iac' | 'will' | 'wont' | 'do' | 'dont' | 'sub' | 'subIac'

export interface Size {
  readonly columns: number
  readonly rows: number
}

export class TelnetCodec {
  #state: State = 'data'
  #size: Size
  #sub: number[] = []
  readonly #theirOptions = new Set<number>()
  readonly #ourOptions = new Set<number>()

  constructor(size: Size) {
    this.#size = size
  }

  /** Parses device data into output and replies. */
  receive(bytes: Uint8Array): { shown: Buffer; answer: Buffer } {
    const shown: number[] = []
    const answer: number[] = []
    for (const byte of bytes) this.#take(byte, shown, answer)
    return { shown: Buffer.from(shown), answer: Buffer.from(answer) }
  }

  /** Encodes input for the wire: IAC doubled, a bare CR followed by NUL (RFC 854, "CR NUL"). */
  typed(bytes: Uint8Array): Buffer {
    const sent: number[] = []
    for (const byte of bytes) {
      sent.push(byte)
      if (byte === iac) sent.push(iac)
      if (byte === 13 && !this.#ourOptions.has(binary)) sent.push(0)
    }
    return Buffer.from(sent)
  }

  /** On resize: bytes to send, none before the device requested NAWS. */
  resize(size: Size): Buffer {
    this.#size = size
    return this.#ourOptions.has(windowSize) ? Buffer.from(this.#window()) : Buffer.alloc(0)
  }

  #take(byte: number, shown: number[], answer: number[]): void {
    switch (this.#state) {
      case 'cr':
        this.#state = 'data'
        // CR NUL is a CR; anything else is literal.
        if (byte === 0) return
        this.#take(byte, shown, answer)
        return
      case 'data':
        if (byte === iac) this.#state = 'iac'
        else {
          shown.push(byte)
          if (byte === 13 && !this.#theirOptions.has(binary)) this.#state = 'cr'
        }
        return
      case 'iac':
        this.#command(byte, shown)
        return
      case 'will':
      case 'wont':
      case 'do':
      case 'dont': {
        const asked = this.#state
        this.#state = 'data'
        this.#negotiate(asked, byte, answer)
        return
      }
      case 'sub':
        if (byte === iac) this.#state = 'subIac'
        else this.#gather(byte)
        return
      case 'subIac':
        if (byte === iac) {
          this.#state = 'sub'
          this.#gather(iac)
          return
        }
        this.#state = 'data'
        if (byte === se) this.#subnegotiated(answer)
        this.#sub = []
    }
  }

  #command(byte: number, shown: number[]): void {
    const next: Partial<Record<number, State>> = {
      [will]: 'will',
      [wont]: 'wont',
      [doIt]: 'do',
      [dont]: 'dont',
      [sb]: 'sub',
    }
    this.#state = next[byte] ?? 'data'
    if (byte === iac) shown.push(iac)
    if (byte === sb) this.#sub = []
  }

  /** Only changes are answered, to avoid negotiation loops (RFC 854, "rules of negotiation"). */
  #negotiate(asked: 'will' | 'wont' | 'do' | 'dont', option: number, answer: number[]): void {
    const theirSide = asked === 'will' || asked === 'wont'
    const [options, allowed] = theirSide ? [this.#theirOptions, theirs] : [this.#ourOptions, ours]
    const on = asked === 'will' || asked === 'do'
    if (on && !allowed.has(option)) {
      answer.push(iac, theirSide ? dont : wont, option)
      return
    }
    if (options.has(option) === on) return
    if (on) options.add(option)
    else options.delete(option)
    answer.push(iac, theirSide ? (on ? doIt : dont) : on ? will : wont, option)
    if (on && !theirSide && option === windowSize) answer.push(...this.#window())
  }

  #gather(byte: number): void {
    if (this.#sub.length < longestSubnegotiation) this.#sub.push(byte)
  }

  #subnegotiated(answer: number[]): void {
    const [option, command] = this.#sub
    // TTYPE SEND is answered with IS.
    if (option === terminalType && command === 1 && this.#ourOptions.has(terminalType))
      answer.push(iac, sb, terminalType, 0, ...Buffer.from('XTERM-256COLOR'), iac, se)
  }

  #window(): number[] {
    const { columns, rows } = this.#size
    const bytes = [columns >> 8, columns & 255, rows >> 8, rows & 255]
    return [iac, sb, windowSize, ...bytes.flatMap((byte) => (byte === iac ? [iac, iac] : [byte])), iac, se]
  }
}
