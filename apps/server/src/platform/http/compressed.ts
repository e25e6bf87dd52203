import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Endpoint } from '@netward/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from './kept-page.ts'

/** Below one packet, it would arrive no sooner. */
const smallest = 1024

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const compressors = {
  br: (content: Buffer) =>
    toBrotli(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 4,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: (content: Buffer) => toGzip(content, { level: 4 }),
}

/**
 * What only reads tells no new secret, and without the Bearer header, which no other site can have a browser send, it tells
 * nothing: nobody learns by sizes (BREACH) what stands beside words of their own.
 */
export function mayBeCompressed({ access, reads, answer }: Endpoint): boolean {
  return reads && access !== 'public' && answer === 'envelope'
}

/** An `onSend` hook: a text of some size leaves in the best encoding that its asker takes, made beside the event loop. */
export async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (typeof payload !== 'string' || payload.length < smallest) return payload
  void reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity') return payload
  void reply.header('content-encoding', encoding)
  return compressors[encoding](Buffer.from(payload))
}
