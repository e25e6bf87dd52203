import type { InputOf, OutputOf, terminalApi } from '@netward/contract'
import ssh2 from 'ssh2'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { inDeviceCompany, lookIntoDevice, movableDevice } from '../devices/index.ts'
import { accessRepo } from './access.repo.ts'

type Access = OutputOf<typeof terminalApi.getTerminalAccess>

/** What is stored to sign in with: a password, or a key with what opens it. */
export interface StoredSecret {
  password?: string
  privateKey?: string
  passphrase?: string
}

export const accessContext = (deviceId: string) => `terminal access:${deviceId}`

/** @throws AppError device.not_found */
export async function getAccess(ctx: RequestContext, deviceId: string): Promise<Access> {
  await lookIntoDevice(ctx, deviceId, 'DMS_SERVER_DEVICE_TERMINAL')
  return presentAccess(ctx, deviceId)
}

export async function presentAccess(ctx: RequestContext, deviceId: string): Promise<Access> {
  const row = await accessRepo.find(ctx, deviceId)
  return {
    protocol: row?.protocol ?? 'ssh',
    port: row?.port ?? 22,
    encoding: row?.encoding ?? 'utf8',
    legacy: row?.legacy ?? false,
    username: row?.username ?? '',
    secretKind: row?.secret_kind ?? null,
    idleMinutes: row?.idle_minutes ?? 15,
    hostKey: row?.host_key ?? null,
    hostKeyAt: row?.host_key_at ?? null,
    offeredHostKey: row?.offered_host_key ?? null,
    offeredAt: row?.offered_at ?? null,
  }
}

export function setAccess(
  ctx: SeveralTransactions,
  { deviceId, secret, ...wanted }: InputOf<typeof terminalApi.setTerminalAccess>,
  secrets: Secrets,
): Promise<Access> {
  if (secret?.kind === 'key' && ssh2.utils.parseKey(secret.privateKey, secret.passphrase) instanceof Error)
    throw new AppError('terminal.bad_key')
  return inDeviceCompany(ctx, deviceId, async (inside) => {
    const device = await movableDevice(inside, deviceId, 'edit')
    const before = await presentAccess(inside, deviceId)
    await accessRepo.upsert(inside, deviceId, {
      protocol: wanted.protocol,
      port: wanted.port,
      encoding: wanted.encoding,
      legacy: wanted.legacy,
      username: wanted.username,
      idle_minutes: wanted.idleMinutes,
      ...(secret === undefined
        ? {}
        : {
            secret_kind: secret?.kind ?? null,
            secret: secret && secrets.seal(JSON.stringify(storedOf(secret)), accessContext(deviceId)),
          }),
    })
    const after = await presentAccess(inside, deviceId)
    await inside.audit({
      action: 'terminal.access_changed',
      subjectKind: 'device',
      subjectId: deviceId,
      detail: {
        name: device.name,
        before: told(before),
        after: told(after),
        secretChanged: secret !== undefined,
      },
    })
    return after
  })
}

export function acceptHostKey(
  ctx: SeveralTransactions,
  { deviceId, fingerprint }: InputOf<typeof terminalApi.acceptHostKey>,
): Promise<Access> {
  return inDeviceCompany(ctx, deviceId, async (inside) => {
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

type Given = Exclude<InputOf<typeof terminalApi.setTerminalAccess>['secret'], null | undefined>

function storedOf(secret: Given): StoredSecret {
  return secret.kind === 'password'
    ? { password: secret.password }
    : { privateKey: secret.privateKey, passphrase: secret.passphrase }
}

function told({ protocol, port, encoding, legacy, username, secretKind, idleMinutes }: Access) {
  return { protocol, port, encoding, legacy, username, secretKind, idleMinutes }
}
