import { certificateFileLimits } from '@netward/contract/engineer-values'
import type { CallContext, UploadedFile } from '../../platform/http/context.ts'
import { refusedFile } from '../../platform/http/upload.ts'
import { imageKind, remakeImage } from '../files/index.ts'
import { shownName } from '../orders/index.ts'

interface Storable {
  readonly name: string
  readonly mediaType: string
  readonly content: Buffer
}

/**
 * A picture, made anew without metadata, or a PDF by its content.
 * @throws AppError image.*, certificate.file_type; request.too_many while an image of the company is being made.
 */
export async function storableCertificate(
  call: Pick<CallContext, 'phrase'>,
  file: UploadedFile,
  companyId: string,
): Promise<Storable> {
  if (imageKind(file.content) !== null) {
    const { megabytes: limit, pixels } = certificateFileLimits
    const image = await remakeImage(call, file, { limit, width: pixels, height: pixels }, companyId)
    return {
      name: shownName(file.filename, image.extension),
      mediaType: image.mediaType,
      content: image.content,
    }
  }
  if (file.content.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw refusedFile(call, 'certificate.file_type')
  return { name: shownName(file.filename, 'pdf'), mediaType: 'application/pdf', content: file.content }
}
