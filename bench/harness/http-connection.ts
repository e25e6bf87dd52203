import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  readonly status: number
  /** Bytes after the headers. */
  readonly body: Buffer
  readonly headers: string
}

/**
 * One kept-alive HTTP/1.1 connection that sends prepared bytes: low client cost, so that the server is
 * measured. Answers must carry Content-Length, as those of this server's API do.
 */
export class HttpConnection {
  readonly #socket: Socket
  #pending: Buffer[] = []
  #size = 0
  #needed = -1
  #waiting: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | null = null

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', (error) => this.#fail(error))
    socket.on('close', () => this.#fail(new Error('the server closed the connection')))
  }

  static open(host: string, port: number): Promise<HttpConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port }, () => {
        socket.off('error', reject)
        resolve(new HttpConnection(socket))
      })
      socket.once('error', reject)
    })
  }

  request(bytes: Buffer): Promise<RawAnswer> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(bytes)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#pending.push(chunk)
    this.#size += chunk.length
    if (this.#needed < 0) {
      const all = this.#gathered()
      const end = all.indexOf('\r\n\r\n')
      if (end < 0) return
      const length = /\r\ncontent-length: *(\d+)/i.exec(all.toString('latin1', 0, end))?.[1]
      this.#needed = end + 4 + Number(length ?? 0)
    }
    if (this.#size < this.#needed) return
    const all = this.#gathered()
    const end = all.indexOf('\r\n\r\n')
    this.#pending = []
    this.#size = 0
    this.#needed = -1
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.resolve({
      status: Number(all.toString('latin1', 9, 12)),
      headers: all.toString('latin1', 0, end),
      body: all.subarray(end + 4),
    })
  }

  #gathered(): Buffer {
    if (this.#pending.length > 1) this.#pending = [Buffer.concat(this.#pending)]
    return this.#pending[0] ?? Buffer.alloc(0)
  }

  #fail(error: Error): void {
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.reject(error)
  }
}

/** The bytes of a request with a JSON body. */
export function jsonRequest(path: string, headers: Record<string, string>, body: unknown): Buffer {
  return rawRequest('POST', path, { ...headers, 'content-type': 'application/json' }, JSON.stringify(body))
}

export function rawRequest(
  method: string,
  path: string,
  headers: Record<string, string>,
  body: string,
): Buffer {
  const all = { host: 'localhost', ...headers, 'content-length': String(Buffer.byteLength(body)) }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`)
}
