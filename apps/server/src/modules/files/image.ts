import { AppError } from '../../platform/errors.ts'
import type { CallContext, UploadedFile } from '../../platform/http/context.ts'
import { imageLibrary } from '../../platform/image-library.ts'
import { megabyte, refusedFile } from '../../platform/http/upload.ts'
import { imageKind } from './image-content.ts'

export interface Image {
  readonly mediaType: 'image/png' | 'image/jpeg'
  readonly extension: 'png' | 'jpg'
  readonly content: Buffer
}

export interface ImageRules {
  /** Maximum upload size in megabytes. */
  readonly limit: number
  /** Maximum stored pixels; a larger image is scaled down. */
  readonly width: number
  readonly height: number
}

/** Of a product or an application: sharp on every display at card size. */
export const iconPixels = { width: 256, height: 256 }

/** Decoded, an image takes four bytes per pixel, however small its file. */
const megapixels = 16
const maxPixels = megapixels * 1_000_000
const maxSeconds = 20

let last: Promise<unknown> = Promise.resolve()

/** Companies whose image is in progress or queued. */
const busy = new Set<string>()

/**
 * One image at a time, since each may hold tens of megabytes, and one per company, so that no company blocks
 * others.
 */
function inTurn<T>(companyId: string, work: () => Promise<T>): Promise<T> {
  if (busy.has(companyId)) throw new AppError('request.too_many')
  busy.add(companyId)
  const next = last.then(work).finally(() => busy.delete(companyId))
  last = next.catch(() => {})
  return next
}

/**
 * Re-encodes an upload: everything but pixels (positions, cameras, comments) is dropped, including anything
 * that another program might interpret.
 * @param companyId the company; at most one image per company at a time
 * @throws AppError image.too_large, image.type, image.dimensions; request.too_many.
 */
export async function remakeImage(
  call: Pick<CallContext, 'phrase'>,
  file: UploadedFile,
  { limit, width, height }: ImageRules,
  companyId: string,
): Promise<Image> {
  if (file.content.length > limit * megabyte) throw refusedFile(call, 'image.too_large', { size: limit })
  const kind = imageKind(file.content)
  if (kind === null) throw refusedFile(call, 'image.type')
  return inTurn(companyId, async () => {
    const sharp = await imageLibrary()
    const header = await sharp(file.content, { limitInputPixels: false })
      .metadata()
      .catch(() => null)
    if (header === null) throw refusedFile(call, 'image.type')
    if (header.width * header.height > maxPixels) throw refusedFile(call, 'image.dimensions', { megapixels })
    const image = sharp(file.content, { limitInputPixels: maxPixels, failOn: 'error', pages: 1 })
      .timeout({ seconds: maxSeconds })
      .autoOrient()
      .resize({ width, height, fit: 'inside', withoutEnlargement: true })
    const made = kind === 'png' ? image.png() : image.jpeg({ quality: 90 })
    const content = await made.toBuffer().catch(() => null)
    if (content === null) throw refusedFile(call, 'image.type')
    return kind === 'png'
      ? { mediaType: 'image/png', extension: 'png', content }
      : { mediaType: 'image/jpeg', extension: 'jpg', content }
  })
}
