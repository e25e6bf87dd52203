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

export type FileLimit = (kind: 'image' | 'file') => Promise<number>

/** Megabytes: the endpoint's own limit, else that of the installation. */
async function limitOf({ fileLimit: own }: Endpoint, fileLimit: FileLimit): Promise<number> {
  if (typeof own === 'number') return own
  return own === 'image' ? fileLimit('image') : Math.min(await fileLimit('file'), uploadLimits.file)
}

/**
 * Reads the file of a multipart request and refuses one beyond the limit while it comes in.
 * @throws AppError request.invalid without a file, file.empty, file.too_large or image.too_large.
 */
export async function readUpload(
  endpoint: Endpoint,
  request: FastifyRequest,
  call: CallContext,
  fileLimit: FileLimit,
): Promise<UploadedFile> {
  const size = await limitOf(endpoint, fileLimit)
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: size * megabyte } })
    : undefined
  if (!part || part.fieldname !== field) {
    const fields = [{ field, message: call.phrase('validation.missing') }]
    throw new AppError('request.invalid', { data: { fields } })
  }
  const others = Object.keys(part.fields).filter((name) => name !== field)
  if (others.length > 0) {
    const fields = others.map((name) => ({ field: name, message: call.phrase('validation.unrecognised') }))
    throw new AppError('request.invalid', { data: { fields } })
  }
  const content = await part.toBuffer().catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE') return null
    throw error
  })
  // `toBuffer` looks at the mark only when a chunk arrives: cut exactly at the end of a chunk, the file comes without error.
  if (content === null || part.file.truncated) {
    const isImage = endpoint.errors.includes('image.too_large')
    throw refusedFile(call, isImage ? 'image.too_large' : 'file.too_large', { size })
  }
  if (content.length === 0) throw refusedFile(call, 'file.empty')
  return { filename: part.filename, content }
}
