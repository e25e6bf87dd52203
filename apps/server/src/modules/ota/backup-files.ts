import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { backupLimitBytes } from '@netward/contract/states/backup'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { backupRepo } from './backup.repo.ts'
import { refuse } from './refuse.ts'

interface Deps {
  readonly scopes: Scopes
  readonly secrets: Secrets
}

/** Per process: each upload is held in memory until sealed. */
const maxConcurrent = 16
/** Keyed by token: a repeated upload restarts, so a gateway never takes more than one slot. */
const receiving = new Map<string, IncomingMessage>()

export const backupContext = (id: string) => `backup:${id}`

/** Receives the configuration requested from a gateway (TR-069 A.4.1.5: sent by PUT). */
export async function receiveBackup(
  { scopes, secrets }: Deps,
  request: IncomingMessage,
  response: ServerResponse,
  hash: Buffer,
): Promise<void> {
  const id = await backupRepo.expected(scopes, hash)
  if (id === null) return refuse(response, 404)
  if (Number(request.headers['content-length'] ?? 0) > backupLimitBytes) return refuse(response, 413)
  const place = hash.toString('hex')
  receiving.get(place)?.destroy()
  receiving.delete(place)
  if (receiving.size >= maxConcurrent) return refuse(response, 503)
  receiving.set(place, request)
  try {
    const content = await bodyOf(request)
    if (content === null) return refuse(response, 413)
    if (content.length === 0) return refuse(response, 400)
    const stored = await backupRepo.store(scopes, hash, {
      sealed: secrets.seal(content, backupContext(id)),
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
    })
    if (!stored) return refuse(response, 404)
    response.writeHead(201, { 'content-length': '0' })
    response.end()
  } finally {
    if (receiving.get(place) === request) receiving.delete(place)
  }
}

/** Null if it exceeds the size limit. */
async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length
    if (size > backupLimitBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** Restores a gateway's configuration. */
export async function sendBackup(
  { scopes, secrets }: Deps,
  request: IncomingMessage,
  response: ServerResponse,
  hash: Buffer,
): Promise<void> {
  const found = await backupRepo.download(scopes, hash)
  if (found === null) return refuse(response, 404)
  const content = secrets.open(found.content, backupContext(found.backup_id))
  response.writeHead(200, {
    'content-type': 'application/octet-stream',
    'content-length': content.length,
    'cache-control': 'no-store',
  })
  response.end(request.method === 'HEAD' ? undefined : content)
}
