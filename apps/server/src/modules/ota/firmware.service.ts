import { createHash } from 'node:crypto'
import type { AuditAction, InputOf, otaFirmwareApi, OutputOf } from '@netward/contract'
import { afterFirmwareMove, type FirmwareMove } from '@netward/contract/states/firmware'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { removeFile, storeFile } from '../files/index.ts'
import { firmwareRepo, type FirmwareRow } from './firmware.repo.ts'
import { uploadRepo } from './upload.repo.ts'

/** Each draft may hold a file of the maximum size, used or not. */
const maxDrafts = 50

type Firmware = OutputOf<typeof otaFirmwareApi.readFirmware>

export async function pageFirmware(
  ctx: RequestContext,
  input: InputOf<typeof otaFirmwareApi.pageFirmware>,
): Promise<OutputOf<typeof otaFirmwareApi.pageFirmware>> {
  const found = await firmwareRepo.page(ctx, input)
  return { ...found, items: found.items.map(present) }
}

export async function readFirmware(ctx: RequestContext, id: string): Promise<Firmware> {
  return present(requireFound(await firmwareRepo.findListed(ctx, id)))
}

export async function createFirmware(
  ctx: RequestContext,
  facts: InputOf<typeof otaFirmwareApi.createFirmware>,
): Promise<Firmware> {
  const params = { most: maxDrafts }
  if ((await firmwareRepo.lockDrafts(ctx)) >= maxDrafts)
    throw new AppError('firmware.too_many_drafts', { params })
  const id = await firmwareRepo.insert(ctx, facts)
  await note(ctx, 'firmware.created', id, { after: reported(facts) })
  return readFirmware(ctx, id)
}

export async function editFirmware(
  ctx: RequestContext,
  { firmwareId, ...facts }: InputOf<typeof otaFirmwareApi.editFirmware>,
): Promise<Firmware> {
  const before = aDraft(await firmwareRepo.lock(ctx, firmwareId))
  await firmwareRepo.update(ctx, firmwareId, facts)
  await note(ctx, 'firmware.changed', firmwareId, {
    before: reported({ ...before, hardwareVersions: before.hardware_versions }),
    after: reported(facts),
  })
  return readFirmware(ctx, firmwareId)
}

/** Replaces its current file. */
export async function uploadFirmware(
  ctx: RequestContext,
  firmwareId: string,
  { filename, content }: UploadedFile,
  secrets: Secrets,
): Promise<Firmware> {
  const before = aDraft(await firmwareRepo.lock(ctx, firmwareId))
  const sha256 = createHash('sha256').update(content).digest()
  if (before.sha256 === null || !before.sha256.equals(sha256)) {
    const id = await storeFile(ctx, secrets, content, `/firmware/${firmwareId}`)
    const file = { id, name: cleanFileName(filename), size: content.length, sha256 }
    await firmwareRepo.setFile(ctx, firmwareId, file)
    if (before.file_id !== null) await removeFile(ctx, before.file_id)
  }
  await noteUploaded(ctx, firmwareId, { size: content.length, sha256 })
  return readFirmware(ctx, firmwareId)
}

export const cleanFileName = (given: string) => given.replaceAll(/[\p{Cc}\\/]/gu, '').slice(-120)

export async function noteUploaded(
  ctx: RequestContext,
  firmwareId: string,
  { size, sha256 }: { size: number; sha256: Buffer },
): Promise<void> {
  await note(ctx, 'firmware.uploaded', firmwareId, { after: { size, sha256: sha256.toString('hex') } })
}

export async function moveFirmware(
  ctx: RequestContext,
  { firmwareId, move }: InputOf<typeof otaFirmwareApi.moveFirmware>,
): Promise<Firmware> {
  const before = requireFound(await firmwareRepo.lock(ctx, firmwareId))
  const state = afterFirmwareMove(before.state, move as FirmwareMove)
  if (state === null) throw new AppError('firmware.move_not_allowed')
  if (before.file_id === null) throw new AppError('firmware.no_file')
  await firmwareRepo.setState(ctx, firmwareId, state)
  await note(ctx, 'firmware.moved', firmwareId, {
    move,
    before: { state: before.state },
    after: { state },
  })
  return readFirmware(ctx, firmwareId)
}

export async function deleteFirmware(ctx: RequestContext, firmwareId: string): Promise<null> {
  const before = aDraft(await firmwareRepo.lock(ctx, firmwareId))
  const upload = await uploadRepo.ofFirmware(ctx, firmwareId)
  if (upload !== undefined) await uploadRepo.remove(ctx, upload)
  await firmwareRepo.remove(ctx, firmwareId)
  if (before.file_id !== null) await removeFile(ctx, before.file_id)
  await note(ctx, 'firmware.deleted', firmwareId, { before: { version: before.version } })
  return null
}

const reported = ({
  version,
  models,
  hardwareVersions,
}: Pick<Firmware, 'version' | 'models' | 'hardwareVersions'>) => ({
  version,
  models,
  hardwareVersions,
})

export function requireFound(firmware: FirmwareRow | undefined): FirmwareRow {
  if (firmware === undefined) throw new AppError('firmware.not_found')
  return firmware
}

export function aDraft(found: FirmwareRow | undefined): FirmwareRow {
  const firmware = requireFound(found)
  if (firmware.state !== 'draft') throw new AppError('firmware.not_draft')
  return firmware
}

async function note(
  ctx: RequestContext,
  action: AuditAction,
  firmwareId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'firmware', subjectId: firmwareId, detail })
  await ctx.emit('firmware.changed', firmwareId)
}

function present(row: FirmwareRow): Firmware {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    inherited: row.inherited,
    version: row.version,
    manufacturer: row.manufacturer,
    models: row.models,
    hardwareVersions: row.hardware_versions,
    minimumVersion: row.minimum_version,
    notesZh: row.notes_zh,
    notesEn: row.notes_en,
    signedBy: row.signed_by,
    state: row.state,
    fileName: row.file_name,
    size: row.size,
    sha256: row.sha256?.toString('hex') ?? null,
    createdAt: row.created_at,
    createdByName: row.created_by_name,
  }
}
