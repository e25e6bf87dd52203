import { endpoints } from '@netward/contract'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { openApiDocument } from './openapi.ts'

/** The web's favicon.svg, which is missing where only the server runs. */
const mark = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32"><rect width="32" height="32" rx="8" fill="#0c1a29"/><path d="M9 24V9.5L23 24v-9" fill="none" stroke="#fff" stroke-width="3.4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="23" cy="8.5" r="2.9" fill="#37c2d3"/></svg>',
)

/**
 * The documentation of the API: /api/docs to read, /api/docs/openapi.json for programs. Both are made on
 * demand: the schemas of all endpoints take ten megabytes, and the pages three.
 */
export function serveDocumentation(
  http: FastifyInstance,
  publicUrl: string,
  makePages: typeof documentationPages = documentationPages,
): void {
  let made: Record<string, unknown> | null = null
  const document = () => (made ??= openApiDocument(endpoints, publicUrl))
  http.get('/api/docs/openapi.json', async (_request, reply) =>
    reply.type('application/json').send(JSON.stringify(document())),
  )

  let pages: Promise<FastifyInstance> | null = null
  const madePages = () => {
    pages ??= makePages(document).catch((error: unknown) => {
      // A failed read is repeated by the next request.
      pages = null
      throw error
    })
    return pages
  }
  const page = async ({ url, headers }: FastifyRequest, reply: FastifyReply) => {
    const answer = await (await madePages()).inject({ url, headers })
    if (answer.statusCode === 404) return reply.callNotFound()
    // Headers of the inner answer that concern only its own hop.
    const { connection: _, 'transfer-encoding': __, ...answerHeaders } = answer.headers
    return reply.status(answer.statusCode).headers(answerHeaders).send(answer.rawPayload)
  }
  http.get('/api/docs', page)
  http.get('/api/docs/*', page)
}

/** An inner server that only the routes above reach; its answers get their headers, log and errors. */
export async function documentationPages(document: () => Record<string, unknown>): Promise<FastifyInstance> {
  const [{ default: swagger }, { default: swaggerUi }] = await Promise.all([
    import('@fastify/swagger'),
    import('@fastify/swagger-ui'),
  ])
  const pages = fastify()
  await pages.register(swagger, { openapi: {}, hideUntagged: true, transformObject: document })
  await pages.register(swaggerUi, {
    routePrefix: '/api/docs',
    uiConfig: { docExpansion: 'list', deepLinking: true },
    logo: { type: 'image/svg+xml', content: mark, href: '/' },
    theme: {
      title: 'Netward API',
      favicon: [{ filename: 'favicon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: mark }],
    },
  })
  return pages
}
