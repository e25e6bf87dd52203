import type { InputOf, otaUploadApi, OutputOf } from '@netward/contract'
import { uploadPartBytes } from '@netward/contract/ota-uploads'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { removeFile } from '../files/index.ts'
import { firmwareRepo } from './firmware.repo.ts'
import { aDraft, cleanFileName, noteUploaded, readFirmware, requireFound } from './firmware.service.ts'
import { uploadRepo, type UploadRow } from './upload.repo.ts'

type Upload = OutputOf<typeof otaUploadApi.sendPart>

export async function readUpload(
  ctx: RequestContext,
  firmwareId: string,
): Promise<OutputOf<typeof otaUploadApi.readUpload>> {
  requireFound(await firmwareRepo.find(ctx, firmwareId))
  const found = await uploadRepo.ofFirmware(ctx, firmwareId)
  return { upload: found === undefined ? null : present(found), limitMegabytes: await uploadRepo.limit(ctx) }
}

/** The same file resumes where it left off. */
export async function beginUpload(
  ctx: RequestContext,
  { firmwareId, fileName, size }: InputOf<typeof otaUploadApi.beginUpload>,
): Promise<Upload> {
  aDraft(await firmwareRepo.lock(ctx, firmwareId))
  const limit = await uploadRepo.limit(ctx)
  if (size > limit * 2 ** 20) throw wrongField(ctx, 'file.too_large', 'size', { size: limit })
  const name = cleanFileName(fileName)
  const before = await uploadRepo.ofFirmware(ctx, firmwareId)
  if (before?.file_name === name && before.size === size) return present(before)
  if (before !== undefined) await uploadRepo.remove(ctx, before)
  const made = await uploadRepo.insert(ctx, firmwareId, { fileName: name, size })
  await ctx.audit({
    action: 'firmware.upload_begun',
    subjectKind: 'firmware',
    subjectId: firmwareId,
    detail: { after: { fileName: name, size } },
  })
  return present(made)
}

/** A repeated part, whose response was lost, gets the same response again. */
export async function sendPart(
  ctx: RequestContext,
  { uploadId, ...given }: InputOf<typeof otaUploadApi.sendPart>,
  { content }: UploadedFile,
): Promise<Upload> {
  const upload = requireUpload(await uploadRepo.lock(ctx, uploadId))
  const offset = Number(given.offset)
  if (offset + content.length <= upload.received) return present(upload)
  const left = upload.size - upload.received
  if (offset !== upload.received || content.length !== Math.min(uploadPartBytes, left))
    throw new AppError('upload.wrong_part', { data: { received: upload.received } })
  return present(await uploadRepo.append(ctx, upload, content))
}

export async function finishUpload(
  ctx: RequestContext,
  { uploadId, sha256 }: InputOf<typeof otaUploadApi.finishUpload>,
): Promise<OutputOf<typeof otaUploadApi.finishUpload>> {
  const upload = requireUpload(await uploadRepo.lock(ctx, uploadId))
  const before = aDraft(await firmwareRepo.lock(ctx, upload.firmware_id))
  if (upload.received < upload.size) throw new AppError('upload.incomplete')
  const found = await uploadRepo.hash(ctx, upload)
  if (found.toString('hex') !== sha256) throw wrongField(ctx, 'upload.damaged', 'sha256')
  await uploadRepo.finish(ctx, upload, found)
  const file = { id: upload.file_id, name: upload.file_name, size: upload.size, sha256: found }
  await firmwareRepo.setFile(ctx, upload.firmware_id, file)
  if (before.file_id !== null) await removeFile(ctx, before.file_id)
  await noteUploaded(ctx, upload.firmware_id, file)
  return readFirmware(ctx, upload.firmware_id)
}

export async function abandonUpload(ctx: RequestContext, uploadId: string): Promise<null> {
  await uploadRepo.remove(ctx, requireUpload(await uploadRepo.lock(ctx, uploadId)))
  return null
}

function requireUpload(upload: UploadRow | undefined): UploadRow {
  if (upload === undefined) throw new AppError('upload.not_found')
  return upload
}

function present(row: UploadRow): Upload {
  return {
    id: row.id,
    firmwareId: row.firmware_id,
    fileName: row.file_name,
    size: row.size,
    received: row.received,
    partBytes: uploadPartBytes,
    startedByName: row.started_by_name,
    touchedAt: row.touched_at,
  }
}
