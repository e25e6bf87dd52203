import { orderFileLimits } from '@netward/contract/work-order-values'
import type { CallContext, UploadedFile } from '../../../platform/http/context.ts'
import { refusedFile } from '../../../platform/http/upload.ts'
import { imageKind, remakeImage } from '../../files/index.ts'
import { fileKind, shownName } from './file-kind.ts'

/** What an order keeps of a file. */
export interface Storable {
  readonly name: string
  readonly mediaType: string
  readonly isPicture: boolean
  readonly content: Buffer
}

/**
 * A picture is made anew, without metadata; a file is what its content says.
 * @throws AppError image.*, work_order.file_type; request.too_many while an image of the company is being made.
 */
export async function storable(
  call: Pick<CallContext, 'phrase'>,
  file: UploadedFile,
  companyId: string,
): Promise<Storable> {
  if (imageKind(file.content) !== null) {
    const { megabytes: limit, pixels } = orderFileLimits
    const image = await remakeImage(call, file, { limit, width: pixels, height: pixels }, companyId)
    const { mediaType, extension, content } = image
    return { name: shownName(file.filename, extension), mediaType, isPicture: true, content }
  }
  const kind = fileKind(file.content, file.filename)
  if (kind === null) throw refusedFile(call, 'work_order.file_type')
  const name = shownName(file.filename, kind.extension)
  return { name, mediaType: kind.mediaType, isPicture: false, content: file.content }
}
