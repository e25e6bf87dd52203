import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import type { App } from '../../platform/http/route.ts'
import { FileCache } from './file-cache.ts'
import { readPublicFile } from './files.service.ts'

const cacheBytes = 256 * 2 ** 20

/**
 * GET /api/v1/auth/logo/:name and …/icon/:name: an image, for callers that know its name. Not contract
 * endpoints: no envelope.
 */
export function fileRoutes({ http, scopes }: App, { dataDir }: { dataDir: string }): void {
  const cache = new FileCache(join(dataDir, 'cache', 'files'), cacheBytes)
  const serve = (kind: 'logo' | 'icon') =>
    http.get<{ Params: { name: string } }>(`/api/v1/auth/${kind}/:name`, async (request, reply) => {
      const { name } = request.params
      const file = /^[a-z0-9]{32}\.(?:png|jpg)$/.test(name)
        ? await readPublicFile(scopes, cache, kind, name)
        : null
      if (file === null) throw new AppError('route.not_found')
      const tag = `"${name}"`
      void reply
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'")
        .header('etag', tag)
      if (request.headers['if-none-match'] === tag) return reply.status(304).send()
      return reply.type(file.mediaType).send(file.content)
    })
  serve('logo')
  serve('icon')
}

/** The name changes with the content, so it can be cached for ever. */
export function iconUrl(name: string | null): string | null {
  return name === null ? null : `/api/v1/auth/icon/${name}`
}
