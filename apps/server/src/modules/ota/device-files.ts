import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { LRUCache } from 'lru-cache'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Logger } from '../../platform/log.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { fileChunkBytes } from '../files/index.ts'
import { rangeOf } from './byte-range.ts'
import { receiveBackup, sendBackup } from './backup-files.ts'
import { type Download, downloadRepo } from './download.repo.ts'
import { hashFileToken } from './file-urls.ts'
import { refuse } from './refuse.ts'

/** Returns whether the request was for a file. */
export type DeviceFiles = (request: IncomingMessage, response: ServerResponse) => boolean

interface Deps {
  readonly scopes: Scopes
  readonly secrets: Secrets
  readonly log: Logger
}

/** Many gateways fetch the same file at the same time. */
const heldBytes = 64 * 2 ** 20
/** How often a gateway's progress is recorded. */
const notedEveryMs = 2_000

/**
 * Serves `/f/<token>` beside the ACS, where gateways reach it, while the token's transfer is in progress:
 * downloads, and uploads of configurations.
 */
export function deviceFiles({ scopes, secrets, log }: Deps): DeviceFiles {
  const held = new LRUCache<string, Buffer>({ maxSize: heldBytes, sizeCalculation: ({ length }) => length })

  async function chunkOf(download: Download, position: number): Promise<Buffer> {
    const key = `${download.file_company_id} ${download.file_id} ${position}`
    const known = held.get(key)
    if (known !== undefined) return known
    const chunk = await downloadRepo.chunk(scopes, download, position)
    if (chunk === null) throw new Error('a part of a firmware is missing')
    held.set(key, chunk)
    return chunk
  }

  async function answer(request: IncomingMessage, response: ServerResponse, token: string): Promise<void> {
    const hash = hashFileToken(token)
    if (request.method === 'PUT' || request.method === 'POST')
      return receiveBackup({ scopes, secrets }, request, response, hash)
    // The request body is not read.
    request.resume()
    if (request.method !== 'GET' && request.method !== 'HEAD') return refuse(response, 405)
    const download = await downloadRepo.find(scopes, hash)
    if (download === null) return sendBackup({ scopes, secrets }, request, response, hash)
    const tag = `"${download.sha256.toString('hex')}"`
    const ifRange = request.headers['if-range']
    const asked = ifRange === undefined || ifRange === tag ? request.headers.range : undefined
    const range = rangeOf(asked, download.size)
    if (range === 'unsatisfiable') {
      response.writeHead(416, { 'content-range': `bytes */${download.size}`, 'content-length': '0' })
      response.end()
      return
    }
    const { first, last } = range ?? { first: 0, last: download.size - 1 }
    response.writeHead(range === null ? 200 : 206, {
      'content-type': 'application/octet-stream',
      'content-length': last - first + 1,
      'accept-ranges': 'bytes',
      etag: tag,
      'cache-control': 'no-store',
      ...(range === null ? {} : { 'content-range': `bytes ${first}-${last}/${download.size}` }),
    })
    if (request.method === 'HEAD') {
      response.end()
      return
    }
    await pipeline(Readable.from(parts(download, hash, first, last), { objectMode: false }), response)
  }

  async function* parts(
    download: Download,
    hash: Buffer,
    first: number,
    last: number,
  ): AsyncGenerator<Buffer> {
    let notedAt = 0
    for (let at = first; at <= last;) {
      const position = Math.floor(at / fileChunkBytes)
      const chunk = await chunkOf(download, position)
      const begin = position * fileChunkBytes
      const part = chunk.subarray(at - begin, Math.min(chunk.length, last + 1 - begin))
      if (Date.now() - notedAt > notedEveryMs) {
        notedAt = Date.now()
        await downloadRepo.note(scopes, hash, at)
      }
      yield part
      at += part.length
    }
    // Before the last byte is sent: the gateway may report completion at once.
    await downloadRepo.note(scopes, hash, last + 1)
  }

  return (request, response) => {
    const token = /^\/f\/([A-Za-z0-9_-]{43})$/.exec((request.url ?? '').split('?', 1)[0] ?? '')?.[1]
    if (token === undefined) return false
    answer(request, response, token).catch((error: unknown) => {
      if (!request.socket.destroyed)
        log.warn({ err: error }, 'a file could not be sent: the gateway will repeat it')
      if (response.headersSent) response.destroy()
      else refuse(response, 503)
    })
    return true
  }
}
