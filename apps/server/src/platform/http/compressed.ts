import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Endpoint } from '@netward/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { encodingFor } from './kept-page.ts'

/** Below one packet compression saves no time. */
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
 * A read contains no new secret, and without the Bearer header, which another site cannot make a browser
 * send, it contains nothing: sizes reveal no text beside attacker-chosen words (BREACH).
 */
export function mayBeCompressed({ access, reads, answer }: Endpoint): boolean {
  return reads && access !== 'public' && answer === 'envelope'
}

/**
 * An `onSend` hook: compresses larger texts with the best encoding that the caller accepts, beside the event
 * loop.
 */
export async function compressed(request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  if (typeof payload !== 'string' || payload.length < smallest) return payload
  void reply.header('vary', 'accept-encoding')
  const encoding = encodingFor(request.headers['accept-encoding'])
  if (encoding === 'identity') return payload
  void reply.header('content-encoding', encoding)
  return compressors[encoding](Buffer.from(payload))
}
