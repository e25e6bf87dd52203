import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { Credentials } from './digest.ts'
import { verifyDigest } from './digest.ts'

/** The target of a connection request. */
export interface ConnectionRequestTarget {
  credentials(): Credentials
  /** False while the gateway cannot accept one: TR-069 3.2.2 answers 503. */
  accept(): boolean
}

const realm = 'gateway'

/**
 * Connection request server (TR-069 3.2.2): GET with Digest authentication. One server serves many gateways,
 * each under its own path.
 */
export class ConnectionRequestServer {
  readonly #targets = new Map<string, ConnectionRequestTarget>()
  readonly #nonces = new Map<string, string>()
  readonly #server = http.createServer((request, response) => this.#answer(request, response))
  #base = ''

  /** `port` 0 picks a free one. */
  async listen(port = 0, host = '127.0.0.1'): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen(port, host, resolve)
    })
    this.#server.unref()
    const address = this.#server.address()
    const bound = typeof address === 'object' && address !== null ? address.port : port
    this.#base = `http://${host}:${bound}`
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Assigns a gateway its URL; the name becomes the path. */
  register(name: string, target: ConnectionRequestTarget): string {
    const path = `/${encodeURIComponent(name)}`
    this.#targets.set(path, target)
    return this.#base + path
  }

  unregister(url: string): void {
    this.#targets.delete(url.slice(this.#base.length))
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const path = request.url ?? ''
    const target = this.#targets.get(path)
    if (target === undefined || request.method !== 'GET') {
      response.writeHead(target === undefined ? 404 : 405, { 'Content-Length': 0 }).end()
      return
    }
    const credentials = target.credentials()
    const nonce = this.#nonces.get(path) ?? ''
    const proof = { method: 'GET', uri: path, nonce }
    if (credentials.username !== '' && !verifyDigest(request.headers.authorization, credentials, proof)) {
      const fresh = randomBytes(16).toString('hex')
      this.#nonces.set(path, fresh)
      response.writeHead(401, {
        'WWW-Authenticate': `Digest realm="${realm}", qop="auth", algorithm=MD5, nonce="${fresh}"`,
        'Content-Length': 0,
      })
      response.end()
      return
    }
    // A nonce is valid for one request: replays fail.
    this.#nonces.delete(path)
    response.writeHead(target.accept() ? 200 : 503, { 'Content-Length': 0 }).end()
  }
}
