import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/route.ts'
import { FileCache } from './file-cache.ts'
import { readPublicFile } from './files.service.ts'

const cacheBytes = 256 * 2 ** 20

/** GET /api/v1/auth/logo/:name: an image, to whoever knows its name. Not an endpoint of the contract: no envelope. */
export function fileRoutes({ http, scopes }: App, { dataDir }: { dataDir: string }): void {
  const cache = new FileCache(join(dataDir, 'cache', 'files'), cacheBytes)
  http.get<{ Params: { name: string } }>('/api/v1/auth/logo/:name', async (request, reply) => {
    const { name } = request.params
    const file = /^[a-z0-9]{32}\.(?:png|jpg)$/.test(name) ? await readPublicFile(scopes, cache, name) : null
    if (file === null) throw new AppError('route.not_found')
    const tag = `"${name}"`
    void reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'")
      .header('etag', tag)
    if (request.headers['if-none-match'] === tag) return reply.status(304).send()
    return reply.type(file.mediaType).send(file.content)
  })
}
