import type { InputOf, OutputOf, terminalApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { ownedDevice, enterDeviceForReading, movableDevice } from '../devices/index.ts'
import { accessRepo } from './access.repo.ts'
import { checkKey, sealedSecret, presentedWay } from './way-in.ts'

type Access = OutputOf<typeof terminalApi.getTerminalAccess>

export const accessContext = (deviceId: string) => `terminal access:${deviceId}`

/** @throws AppError device.not_found */
export async function getAccess(ctx: RequestContext, deviceId: string): Promise<Access> {
  await enterDeviceForReading(ctx, deviceId, 'DMS_SERVER_DEVICE_TERMINAL')
  return presentAccess(ctx, deviceId)
}

export async function presentAccess(ctx: RequestContext, deviceId: string): Promise<Access> {
  const row = await accessRepo.findEffective(ctx, deviceId)
  if (!row) throw new AppError('device.not_found')
  return {
    source: row.source,
    profileName: row.profile_name,
    protocol: row.protocol,
    port: row.port,
    encoding: row.encoding,
    legacy: row.legacy,
    username: row.username,
    secretKind: row.secret_kind,
    idleMinutes: row.idle_minutes,
    hostKey: row.host_key,
    hostKeyAt: row.host_key_at,
    offeredHostKey: row.offered_host_key,
    offeredAt: row.offered_at,
  }
}

export async function setAccess(
  ctx: SeveralTransactions,
  { deviceId, secret, ...wanted }: InputOf<typeof terminalApi.setTerminalAccess>,
  secrets: Secrets,
): Promise<Access> {
  await checkKey(secret)
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'edit')
    const before = await presentAccess(inside, deviceId)
    await accessRepo.upsert(inside, deviceId, {
      protocol: wanted.protocol,
      port: wanted.port,
      encoding: wanted.encoding,
      legacy: wanted.legacy,
      username: wanted.username,
      idle_minutes: wanted.idleMinutes,
      // Profile values are not copied: the device would keep them when the profile changes.
      ...(before.source === 'device' ? {} : { secret_kind: null, secret: null }),
      ...sealedSecret(secret, secrets, accessContext(deviceId)),
    })
    const after = await presentAccess(inside, deviceId)
    await inside.audit({
      action: 'terminal.access_changed',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: {
        name: device.name,
        before: presentedWay(before),
        after: presentedWay(after),
        secretChanged: secret !== undefined,
      },
    })
    return after
  })
}

/** Reverts the device to its company's profiles. */
export function removeAccess(
  ctx: SeveralTransactions,
  { deviceId }: InputOf<typeof terminalApi.removeTerminalAccess>,
): Promise<Access> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'edit')
    const before = await presentAccess(inside, deviceId)
    await accessRepo.removeOwn(inside, deviceId)
    const after = await presentAccess(inside, deviceId)
    if (before.source === 'device')
      await inside.audit({
        action: 'terminal.access_removed',
        subjectKind: 'device',
        subjectId: deviceId,
        detail: { name: device.name, before: presentedWay(before), after: presentedWay(after) },
      })
    return after
  })
}

export function acceptHostKey(
  ctx: SeveralTransactions,
  { deviceId, fingerprint }: InputOf<typeof terminalApi.acceptHostKey>,
): Promise<Access> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, 'edit')
    const before = await presentAccess(inside, deviceId)
    if (!(await accessRepo.acceptHostKey(inside, deviceId, fingerprint)))
      throw new AppError('terminal.host_key_unknown')
    await inside.audit({
      action: 'terminal.host_key_accepted',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { name: device.name, before: { hostKey: before.hostKey }, after: { hostKey: fingerprint } },
    })
    return presentAccess(inside, deviceId)
  })
}
