import { randomBytes } from 'node:crypto'
import type { AuditAction, InputOf, otaBackupApi, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions, ZipAnswer } from '../../platform/http/route.ts'
import { zipOf } from '../../platform/http/zip-of.ts'
import {
  ownedDevice,
  enterDeviceForReading,
  movableDevice,
  noteCommand,
  orderTransfers,
} from '../devices/index.ts'
import { backupContext } from './backup-files.ts'
import { orderBackups } from './backup-order.ts'
import { backupRepo, type BackupRow } from './backup.repo.ts'
import { type FileDeps, hashFileToken, urlHours } from './file-urls.ts'

type OneBackup = InputOf<typeof otaBackupApi.deleteBackup>

export async function listBackups(
  ctx: RequestContext,
  deviceId: string,
): Promise<OutputOf<typeof otaBackupApi.listBackups>> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_OTA_VIEW')
  return { items: (await backupRepo.page(ctx, deviceId)).map(present) }
}

export function makeBackup(deps: FileDeps, ctx: SeveralTransactions, deviceId: string): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'readParameters')
    const known = await backupRepo.page(inside, deviceId)
    if (known.some(({ state }) => state === 'ordered')) throw new AppError('backup.under_way')
    await orderBackups(deps, ordererOf(inside), [device.id], {
      reason: 'by_hand',
      byName: inside.scope.actorName,
    })
    await note(inside, 'backup.made', deviceId, {})
    return null
  })
}

/** It may hold passwords: each download is recorded in the company's audit log. */
export async function downloadBackup(
  { secrets }: FileDeps,
  ctx: SeveralTransactions,
  { deviceId, backupId }: OneBackup,
): Promise<ZipAnswer> {
  const { backup, content } = await inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const found = await requireBackup(inside, { deviceId, backupId })
    const sealed = await backupRepo.content(inside, backupId)
    if (sealed === null) throw new AppError('backup.not_found')
    await note(inside, 'backup.downloaded', deviceId, { size: found.size, createdAt: found.created_at })
    return { backup: found, content: secrets.open(sealed, backupContext(backupId)) }
  })
  return {
    name: ctx.phrase('ota.backupName', { device: backup.device_name }),
    zip: zipOf([{ name: 'configuration.bin', content: [content] }]),
  }
}

export function restoreBackup(
  { secrets, filesUrl }: FileDeps,
  ctx: SeveralTransactions,
  { deviceId, backupId, orderId, reason }: InputOf<typeof otaBackupApi.restoreBackup>,
): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'setParameters')
    const backup = await requireBackup(inside, { deviceId, backupId })
    if (backup.restore !== null && ['queued', 'sent', 'started'].includes(backup.restore))
      throw new AppError('backup.under_way')
    const token = randomBytes(32).toString('base64url')
    const [ordered] = await orderTransfers(secrets, ordererOf(inside), [
      {
        deviceId: device.id,
        direction: 'download',
        fileType: '3 Vendor Configuration File',
        url: `${filesUrl}f/${token}`,
        fileSize: backup.size ?? 0,
        takenAt: backup.stored_at ?? backup.created_at,
        hoursToLive: urlHours,
      },
    ])
    if (ordered === undefined) throw new AppError('device.not_found')
    await backupRepo.setRestore(inside, backupId, {
      tokenHash: hashFileToken(token),
      transferId: ordered.transferId,
      hours: urlHours,
    })
    await noteCommand(inside, device, { orderId, reason, kind: 'restore' })
    await note(inside, 'backup.restored', deviceId, { createdAt: backup.created_at, reason })
    return null
  })
}

export function deleteBackup(ctx: SeveralTransactions, { deviceId, backupId }: OneBackup): Promise<null> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const backup = await requireBackup(inside, { deviceId, backupId })
    await backupRepo.remove(inside, backupId)
    await note(inside, 'backup.deleted', deviceId, { createdAt: backup.created_at })
    return null
  })
}

async function requireBackup(ctx: RequestContext, { deviceId, backupId }: OneBackup): Promise<BackupRow> {
  const backup = await backupRepo.find(ctx, backupId)
  if (backup?.device_id !== deviceId || backup.state !== 'stored') throw new AppError('backup.not_found')
  return backup
}

const ordererOf = ({ db, scope }: RequestContext) => ({
  db,
  companyId: scope.companyId,
  by: { personId: scope.personId, name: scope.actorName },
})

async function note(
  ctx: RequestContext,
  action: AuditAction,
  deviceId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'device', subjectId: deviceId, detail })
  await ctx.emit('command.changed', deviceId)
}

function present(row: BackupRow): OutputOf<typeof otaBackupApi.listBackups>['items'][number] {
  return {
    id: row.id,
    state: row.state,
    reason: row.reason,
    softwareVersion: row.software_version,
    size: row.size,
    sha256: row.sha256?.toString('hex') ?? null,
    faultCode: row.state === 'failed' ? (row.fault_code ?? 'no_file') : null,
    createdAt: row.created_at,
    createdByName: row.created_by_name,
    storedAt: row.stored_at,
    restore: row.restore,
    restoreFault: row.restore_fault,
  }
}
