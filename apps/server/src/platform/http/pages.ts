import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import staticFiles from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import { keepPage, withMeta } from './kept-page.ts'
import { errorBody } from './server.ts'

const pageHeaders = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'referrer-policy',
  'x-frame-options',
]

/** The camera reads labels of gateways; the page may use nothing else of the machine, and no frame may. */
const permissionsPolicy = 'camera=(self), microphone=(), geolocation=()'

/**
 * The web's files. Assets have their hash in their name and are cached for a year; the page itself is
 * revalidated. Any other path is a company prefix, under which the same page is served.
 *
 * @param singleAccountHome the home address of single-account mode, embedded into the page
 * (apps/web/src/lib/single-account.ts)
 */
export async function serveWeb(
  http: FastifyInstance,
  directory: string,
  singleAccountHome: string | null = null,
): Promise<void> {
  await http.register(staticFiles, {
    root: directory,
    index: false,
    preCompressed: true,
    // The hash in the name identifies an asset, the entity tag the page.
    lastModified: false,
    acceptRanges: false,
    setHeaders(reply, path) {
      const forever = path.startsWith(join(directory, 'assets'))
      void reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      // They govern pages; scripts and styles need none, and there are dozens of them.
      if (forever) for (const name of pageHeaders) void reply.removeHeader(name)
    },
  })
  const kept =
    singleAccountHome === null
      ? null
      : await keepPage(
          withMeta(
            await readFile(join(directory, 'index.html'), 'utf8'),
            'netward-single-account-home',
            singleAccountHome,
          ),
        )
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    void reply.header('permissions-policy', permissionsPolicy)
    return kept === null
      ? reply.header('cache-control', 'no-cache').sendFile('index.html')
      : kept.send(request, reply)
  }
  // Served by routes of their own: the directory must not be listed, and the page must not get the setting
  // twice.
  http.get('/', page)
  http.get('/index.html', page)
  http.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      /^\/(?:[a-z0-9-]+\/?){0,3}(?:\?.*)?$/i.test(request.url) &&
      !/^\/(api|ota|assets|t)(\/|$|\?)/.test(request.url)
    if (!wantsPage) {
      const error = new AppError('route.not_found')
      const body = errorBody(error, request.headers['accept-language'], request.id)
      return reply.status(404).type('application/json; charset=utf-8').send(JSON.stringify(body))
    }
    return page(request, reply)
  })
}
