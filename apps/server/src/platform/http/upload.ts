import { type Endpoint, type ErrorCode } from '@netward/contract'
import { uploadLimits } from '@netward/contract/field-rules'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { CallContext, UploadedFile } from './context.ts'
import { wrongField } from './wrong-field.ts'

/** The one file field of a multipart request. */
const field = 'file'
export const megabyte = 2 ** 20

/** Refuses an uploaded file. */
export function refusedFile(
  call: Pick<CallContext, 'phrase'>,
  code: ErrorCode,
  params: Record<string, string | number> = {},
): AppError {
  return wrongField(call, code, field, params)
}

/**
 * Reads the file of a multipart request; what is beyond the endpoint's limit, or that of the installation (`fileLimit`,
 * megabytes) where the endpoint has none of its own, is refused while it comes in.
 * @throws AppError request.invalid without a file, file.empty, file.too_large or image.too_large.
 */
export async function readUpload(
  endpoint: Endpoint,
  request: FastifyRequest,
  call: CallContext,
  fileLimit: () => Promise<number>,
): Promise<UploadedFile> {
  const size = endpoint.fileLimit ?? Math.min(await fileLimit(), uploadLimits.file)
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: size * megabyte } })
    : undefined
  if (!part || part.fieldname !== field) {
    const fields = [{ field, message: call.phrase('validation.missing') }]
    throw new AppError('request.invalid', { data: { fields } })
  }
  const content = await part.toBuffer().catch((error: unknown) => {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'FST_REQ_FILE_TOO_LARGE')
      throw error
    const isImage = endpoint.errors.includes('image.too_large')
    throw refusedFile(call, isImage ? 'image.too_large' : 'file.too_large', { size })
  })
  if (content.length === 0) throw refusedFile(call, 'file.empty')
  return { filename: part.filename, content }
}
