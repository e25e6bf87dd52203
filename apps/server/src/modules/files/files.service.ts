import { createHash, createHmac } from 'node:crypto'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { FileCache } from './file-cache.ts'
import { fileRepo, type PublicKind } from './file.repo.ts'
import type { Image } from './image.ts'

/**
 * HMAC of the content, the company and the purpose under a server key: another holder of the same image
 * learns nothing, names cannot be guessed, and no file is shared between purposes.
 */
export function imageName(
  secrets: Secrets,
  companyId: string,
  image: { content: Buffer; extension: string },
  purpose = '',
): string {
  const digest = createHmac('sha256', secrets.derive('file names'))
    .update(`${companyId}${purpose}\n`)
    .update(image.content)
  return `${digest.digest('hex').slice(0, 32)}.${image.extension}`
}

/**
 * Stores an image in the company acted in. `purpose`: what it belongs to, such as `/product/7`; by default
 * the logo.
 */
export async function storeImage(
  ctx: RequestContext,
  secrets: Secrets,
  image: Image,
  purpose = '',
): Promise<{ id: string; name: string }> {
  const name = imageName(secrets, ctx.scope.companyId, image, purpose)
  const { mediaType, content } = image
  const id = await fileRepo.insert(ctx, { name, mediaType, content, sha256: sha256(content) })
  return { id, name }
}

/** Stores any content in the company acted in; `purpose`: what it belongs to. */
export async function storeFile(
  ctx: Pick<RequestContext, 'db' | 'scope'>,
  secrets: Secrets,
  content: Buffer,
  purpose: string,
): Promise<string> {
  const name = imageName(secrets, ctx.scope.companyId, { content, extension: 'bin' }, purpose)
  const mediaType = 'application/octet-stream'
  return fileRepo.insert(ctx, { name, mediaType, content, sha256: sha256(content) })
}

/** The content of a file of the company acted in, which the caller may read. */
export const readFile = (ctx: RequestContext, id: string): Promise<Buffer> => fileRepo.content(ctx, id)
export const removeFile = (ctx: RequestContext, id: string) => fileRepo.remove(ctx, id)
export const removeFileNamed = (ctx: RequestContext, name: string) => fileRepo.removeNamed(ctx, name)
export const lockFiles = (ctx: RequestContext, kind: string) => fileRepo.lock(ctx, kind)

/** A public file; null if the name no longer exists, whatever the cache holds. */
export async function readPublicFile(
  scopes: Scopes,
  cache: FileCache,
  kind: PublicKind,
  name: string,
): Promise<{ mediaType: string; content: Buffer } | null> {
  const file = await fileRepo.findPublic(scopes, kind, name)
  if (file === null) return null
  const cached = await cache.read(name)
  if (cached !== null && sha256(cached).equals(file.sha256))
    return { mediaType: file.media_type, content: cached }
  const content = await fileRepo.publicContent(scopes, kind, file.file_id)
  // Replaced between the two statements.
  if (!sha256(content).equals(file.sha256)) return null
  await cache.write(name, content)
  return { mediaType: file.media_type, content }
}

function sha256(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}
