import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from '../../platform/log.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import { testPointRepo, type TestOfToken } from './test-point.repo.ts'
import { TestTraffic } from './test-traffic.ts'

interface Deps {
  readonly scopes: Scopes
  readonly log: Logger
}

/** 32 random bytes name one run; only their hash is kept. */
export function newTestToken(): { token: string; hash: Buffer } {
  const token = randomBytes(32).toString('base64url')
  return { token, hash: hashTestToken(token) }
}

const hashTestToken = (token: string) => createHash('sha256').update(token).digest()

/** Incompressible and uncacheable: each answer starts at a different offset. */
const noise = randomBytes(2 ** 20)
const partBytes = 64 * 1024
/** Stalled or endless transfers are ended. */
const idleMs = 30_000
const longestMs = 240_000
/** What a gateway that measures by time still takes after its time. */
const graceMs = 5_000

/**
 * `/d/<token>` sends random bytes and `PUT` or `POST /u/<token>` discards them, beside the ACS, where
 * gateways reach it, while the token's run is open. Nothing is stored. Returns whether the request was one of
 * these.
 */
export function testPoint({
  scopes,
  log,
}: Deps): (request: IncomingMessage, response: ServerResponse) => boolean {
  const traffic = new TestTraffic()

  async function answer(request: IncomingMessage, response: ServerResponse, kind: string, token: string) {
    const method = request.method ?? ''
    const allowed = kind === 'd' ? ['GET', 'HEAD'] : ['PUT', 'POST']
    if (!allowed.includes(method)) return refuse(response, 405)
    const test = await testPointRepo.find(scopes, hashTestToken(token))
    if (test === null || test.kind !== (kind === 'd' ? 'download' : 'upload')) return refuse(response, 404)
    if (method === 'HEAD') return sendHead(response, test)
    const place = traffic.enter(test.run_id)
    if (place === null) return refuse(response, 503)
    const cutOff = setTimeout(() => request.socket.destroy(), lastsMs(test))
    response.setTimeout(idleMs, () => request.socket.destroy())
    try {
      if (kind === 'd') {
        sendHead(response, test, false)
        await pipeline(Readable.from(parts(test, traffic), { objectMode: false }), response)
      } else {
        await swallow(request, response, test, traffic)
      }
    } finally {
      clearTimeout(cutOff)
      place.leave()
    }
  }

  return (request, response) => {
    const [, kind, token] =
      /^\/([du])\/([A-Za-z0-9_-]{43})$/.exec((request.url ?? '').split('?', 1)[0] ?? '') ?? []
    if (kind === undefined || token === undefined) return false
    answer(request, response, kind, token).catch((error: unknown) => {
      // A gateway that measures by time disconnects midway.
      if (request.socket.destroyed || response.destroyed) return
      log.warn({ err: error }, 'a test of a line could not go on')
      if (response.headersSent) response.destroy()
      else refuse(response, 503)
    })
    return true
  }
}

function lastsMs({ seconds }: TestOfToken): number {
  return seconds === null ? longestMs : Math.min(longestMs, seconds * 1000 + idleMs)
}

/** No ranges: the whole transfer is measured. By time there is no length: it ends with the time. */
function sendHead(response: ServerResponse, { bytes, seconds }: TestOfToken, ends = true): void {
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'accept-ranges': 'none',
    'cache-control': 'no-store, no-transform',
    ...(seconds === null ? { 'content-length': bytes } : {}),
  })
  if (ends) response.end()
}

async function* parts({ bytes, seconds }: TestOfToken, traffic: TestTraffic): AsyncGenerator<Buffer> {
  const until = performance.now() + (seconds ?? 0) * 1000 + graceMs
  let at = randomBytes(2).readUInt16BE()
  for (let left = seconds === null ? bytes : Number.POSITIVE_INFINITY; left > 0;) {
    if (seconds !== null && performance.now() > until) return
    const begin = at % (noise.length - partBytes)
    const part = noise.subarray(begin, begin + Math.min(left, partBytes))
    await traffic.pass(part.length)
    yield part
    left -= part.length
    at += part.length + 1
  }
}

/** Reads to the end, up to the ordered size: headers and chunk sizes are negligible. */
async function swallow(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, seconds }: TestOfToken,
  traffic: TestTraffic,
): Promise<void> {
  const most = seconds === null ? bytes * 1.1 + partBytes : Number.POSITIVE_INFINITY
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > most) return refuse(response, 413)
    await traffic.pass(part.length)
  }
  response.writeHead(200, { 'content-length': '0' })
  response.end()
}

function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, {
    connection: 'close',
    'content-length': '0',
    ...(status === 503 ? { 'retry-after': '30' } : {}),
  })
  response.end()
}
