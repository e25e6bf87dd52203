import net from 'node:net'

export interface RawAnswer {
  status: number
  /** Set-Cookie as returned to the server: `name=value`; '' if absent. */
  cookie: string
  challenge: string
  body: string
}

const headerEnd = '\r\n\r\n'

function headerOf(head: string, name: string): string {
  const at = head.toLowerCase().indexOf(`\r\n${name}:`)
  if (at === -1) return ''
  const from = at + name.length + 3
  const end = head.indexOf('\r\n', from)
  return head.slice(from, end === -1 ? head.length : end).trim()
}

/**
 * One kept-alive connection that sends prepared requests and parses only what a load generator needs:
 * Content-Length and chunked bodies, one answer at a time.
 */
export class HttpLine {
  readonly #host: string
  readonly #port: number
  #socket: net.Socket | undefined
  #received = ''
  #waiting: { resolve(answer: RawAnswer): void; reject(error: Error): void } | undefined

  constructor(host: string, port: number) {
    this.#host = host
    this.#port = port
  }

  async #open(): Promise<net.Socket> {
    const socket = net.connect({ host: this.#host, port: this.#port, noDelay: true })
    // Informs are ASCII here; Latin-1 preserves bytes and is cheapest to decode.
    socket.setEncoding('latin1')
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve)
      socket.once('error', reject)
    })
    this.#received = ''
    socket.on('data', (data: string) => {
      this.#received += data
      this.#deliver()
    })
    socket.on('error', (error) => this.#broken(socket, error))
    socket.on('close', () => this.#broken(socket, new Error('the connection was closed')))
    this.#socket = socket
    return socket
  }

  #broken(socket: net.Socket, error: Error): void {
    // The close of an abandoned connection may arrive while the next is in use.
    if (socket !== this.#socket) return
    this.#socket = undefined
    this.#waiting?.reject(error)
    this.#waiting = undefined
  }

  close(): void {
    this.#socket?.destroy()
    this.#socket = undefined
  }

  /** Sends a request (head and body as one Latin-1 string) and resolves with its answer. */
  async send(request: string): Promise<RawAnswer> {
    const socket = this.#socket ?? (await this.#open())
    return await new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      socket.write(request, 'latin1')
    })
  }

  #deliver(): void {
    const end = this.#received.indexOf(headerEnd)
    if (end === -1) return
    const head = this.#received.slice(0, end)
    const from = end + headerEnd.length
    const body = this.#bodyFrom(head, from)
    if (body === undefined) return
    this.#received = this.#received.slice(body.end)
    const waiting = this.#waiting
    this.#waiting = undefined
    if (/\r\nconnection: *close/i.test(head)) this.close()
    const [cookie = ''] = headerOf(head, 'set-cookie').split(';')
    waiting?.resolve({
      status: Number(head.slice(9, 12)),
      cookie,
      challenge: headerOf(head, 'www-authenticate'),
      body: body.text,
    })
  }

  #bodyFrom(head: string, from: number): { text: string; end: number } | undefined {
    if (/\r\ntransfer-encoding: *chunked/i.test(head)) return this.#chunks(from)
    const length = Number(headerOf(head, 'content-length') || '0')
    if (this.#received.length < from + length) return undefined
    return { text: this.#received.slice(from, from + length), end: from + length }
  }

  #chunks(from: number): { text: string; end: number } | undefined {
    let text = ''
    let at = from
    for (;;) {
      const line = this.#received.indexOf('\r\n', at)
      if (line === -1) return undefined
      const size = Number.parseInt(this.#received.slice(at, line), 16)
      const next = line + 2 + size + 2
      if (this.#received.length < next) return undefined
      if (size === 0) return { text, end: next }
      text += this.#received.slice(line + 2, line + 2 + size)
      at = next
    }
  }
}
