import { type IncomingHttpHeaders, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'

export type Connect = (port: number, options: { timeoutMilliseconds: number }) => Promise<Duplex>

/** A GET over a connection that somebody else made: the body is not read. */
export async function getThrough(
  url: URL,
  connect: Connect,
  options: {
    readonly timeoutMilliseconds: number
    readonly headers?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  },
): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  const { timeoutMilliseconds, headers = {}, signal } = options
  const isSecure = url.protocol === 'https:'
  const plain = await connect(Number(url.port) || (isSecure ? 443 : 80), { timeoutMilliseconds })
  // Gateways have self-signed certificates; a Digest answer is sent there, never the password.
  const stream = isSecure ? connectTls({ socket: plain, rejectUnauthorized: false }) : plain
  stream.on('error', () => {})
  const limit = AbortSignal.timeout(timeoutMilliseconds)
  try {
    return await new Promise((resolve, reject) => {
      const asked = request({
        createConnection: () => stream,
        path: url.pathname + url.search,
        headers: { host: url.host, connection: 'close', ...headers },
        signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      })
      asked.once('response', (answer) => {
        answer.on('error', () => {})
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
      })
      asked.on('error', reject)
      asked.end()
    })
  } finally {
    stream.destroy()
  }
}
