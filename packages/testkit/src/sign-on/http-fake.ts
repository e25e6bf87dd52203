import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeRequest {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingMessage['headers']
  /** A form's or a query's fields, or a JSON object's. */
  readonly fields: Readonly<Record<string, string>>
  readonly json: Readonly<Record<string, unknown>>
}

export interface FakeAnswer {
  readonly status?: number
  readonly json?: unknown
  readonly text?: string
  readonly location?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface FakeServer {
  readonly url: string
  stop(): Promise<void>
}

/** A service on a free port of this machine. A request that it does not know answers 404, as there. */
export async function startFake(
  answerOf: (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>,
): Promise<FakeServer> {
  const server = createServer((request, response) => {
    void handle(request, response)
  })
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString('utf8')
    const url = new URL(request.url ?? '/', 'http://fake')
    const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    const answer = await answerOf({
      method: request.method ?? 'GET',
      url,
      headers: request.headers,
      fields: Object.fromEntries(isForm ? new URLSearchParams(body) : url.searchParams),
      json: isForm ? {} : jsonIn(body),
    })
    if (answer.location !== undefined) response.writeHead(302, { location: answer.location }).end()
    else if (answer.json !== undefined)
      response
        .writeHead(answer.status ?? 200, {
          'content-type': 'application/json; charset=utf-8',
          ...answer.headers,
        })
        .end(JSON.stringify(answer.json))
    else
      response
        .writeHead(answer.status ?? 200, { 'content-type': 'text/html; charset=utf-8' })
        .end(answer.text ?? '')
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function jsonIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}
