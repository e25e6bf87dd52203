import { languageOf } from '@netward/phrases/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { endpointCaller } from '../../platform/http/endpoint-caller.ts'
import { type App, claimsOf } from '../../platform/http/route.ts'
import { agentOf } from './mcp.service.ts'

const path = '/mcp'
const mostBytes = 64 * 1024
const mostMilliseconds = 60_000

/** JSON-RPC 2.0, 5.1: what is refused before a method is known. */
const refusal = (code: number, message: string) => ({ jsonrpc: '2.0', id: null, error: { code, message } })

/**
 * The tools of the assistant that read, for a person's own agents: streamable HTTP without sessions, with a personal token.
 * Each call of a tool goes through the endpoints, with the rights, limits and log of the person.
 */
export function mcpRoutes(app: App, { publicUrl }: { publicUrl: string }): void {
  app.http.route({
    method: ['GET', 'DELETE', 'PUT', 'PATCH'],
    url: path,
    // There is neither a session to end nor a stream of the server's own.
    handler: (_request, reply) =>
      reply.code(405).header('allow', 'POST').send(refusal(-32_000, 'Method not allowed')),
  })
  app.http.route({
    method: 'POST',
    url: path,
    bodyLimit: mostBytes,
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-store')
      const { origin } = request.headers
      // A page of another site, also one whose name was bound to this address.
      if (origin !== undefined && origin !== new URL(publicUrl).origin)
        return reply.code(403).send(refusal(-32_000, 'Origin not allowed'))
      app.rate?.takeAddress(request.ip)
      if (Array.isArray(request.body)) return reply.code(400).send(refusal(-32_600, 'No batches'))
      return answer(app, request, reply)
    },
  })
}

async function answer(app: App, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  void reply.header('www-authenticate', 'Bearer')
  const agent = await agentOf(app, claimsOf(request))
  void reply.removeHeader('www-authenticate')
  // With the first request: no other process needs the library.
  const [{ createMcpHandler }, { mcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ])
  const gone = new AbortController()
  reply.raw.on('close', () => gone.abort())
  const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(mostMilliseconds)])
  const handler = createMcpHandler(
    () =>
      mcpServer({
        ...agent,
        call: endpointCaller(app.http, request),
        language: languageOf(request.headers['accept-language']),
        signal,
      }),
    { maxSubscriptions: 0, keepAliveMs: 0 },
  )
  try {
    const answered = await handler.fetch(webRequest(request), { parsedBody: request.body })
    // Whole: an answer is short, and a proxy may compress it.
    const body = await answered.text()
    for (const name of ['content-type', 'mcp-protocol-version', 'allow']) {
      const value = answered.headers.get(name)
      if (value !== null) void reply.header(name, value)
    }
    return await reply.code(answered.status).send(body)
  } finally {
    await handler.close()
  }
}

/** The request as the library reads it: the token stays here. */
function webRequest(request: FastifyRequest): Request {
  const headers = new Headers()
  for (const name of ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name']) {
    const value = request.headers[name]
    if (typeof value === 'string') headers.set(name, value)
  }
  return new Request(`http://localhost${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(request.body ?? null),
  })
}
