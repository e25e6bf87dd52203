import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

type Encoding = 'br' | 'gzip' | 'identity'

/** A page in memory, compressed once. */
export interface KeptPage {
  send(request: FastifyRequest, reply: FastifyReply): FastifyReply
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

/** The page with a setting that it needs before its first request. */
export function withMeta(html: string, name: string, content: string): string {
  const escaped = content.replace(/[&"<>]/g, (character) => escapes[character] ?? character)
  return html.replace('</head>', () => `<meta name="${name}" content="${escaped}" /></head>`)
}

/** The best of our encodings that an Accept-Encoding header allows. */
export function encodingFor(accepted: string | undefined): Encoding {
  const allowed = (accepted ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, quality]) => quality === undefined || !/^q=0(?:\.0*)?$/.test(quality))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((encoding) => allowed.includes(encoding)) ?? 'identity'
}

export async function keepPage(html: string): Promise<KeptPage> {
  const content = Buffer.from(html)
  const bodies: Record<Encoding, Buffer> = {
    br: await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    gzip: await promisify(gzip)(content, { level: 9 }),
    identity: content,
  }
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 20)
  return {
    send(request, reply) {
      const encoding = encodingFor(request.headers['accept-encoding'])
      const tag = `"${hash}-${encoding}"`
      void reply.headers({ 'cache-control': 'no-cache', vary: 'accept-encoding', etag: tag })
      if (request.headers['if-none-match']?.includes(tag) === true) return reply.status(304).send()
      if (encoding !== 'identity') void reply.header('content-encoding', encoding)
      return reply.type('text/html; charset=utf-8').send(bodies[encoding])
    },
  }
}
