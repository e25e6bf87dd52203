import { randomUUID } from 'node:crypto'
import type { AuditAction, deviceParameterApi, FieldError, InputOf } from '@netward/contract'
import type { DeviceMove } from '@netward/contract/states/device'
import { isDangerousPath } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { movableDevice, noteCommand, queueCommand } from './command-queueing.ts'
import { commandRepo } from './command.repo.ts'
import type { DeviceSubject } from './device.repo.ts'
import { ownedDevice } from './owned-device.ts'
import { parameterRepo } from './parameter.repo.ts'
import { outermost } from './parameters.service.ts'

type Queued = Promise<{ commandId: string }>

const instance = /\.\d+\.$/

/**
 * Queues commands for one device, audits them and sends a connection request. `queue` returns the one to
 * follow.
 */
function onDevice(
  ctx: SeveralTransactions,
  deviceId: string,
  about: {
    move: DeviceMove
    action: AuditAction
    detail: Record<string, unknown>
    /** Of the command. */
    kind?: 'add_object' | 'delete_object'
    orderId?: string | undefined
    reason?: string | undefined
  },
  queue: (inside: RequestContext, device: DeviceSubject) => Promise<string>,
): Queued {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await movableDevice(inside, deviceId, about.move)
    const commandId = await queue(inside, device)
    const { kind, orderId, reason } = about
    if (kind !== undefined) await noteCommand(inside, device, { orderId, reason, commandId, kind })
    await commandRepo.enqueueConnect(inside, [deviceId])
    await inside.audit({
      action: about.action,
      subjectKind: 'device',
      subjectId: deviceId,
      detail: { commandId, ...about.detail },
    })
    return { commandId }
  })
}

/** Reads the table afterwards: the gateway chooses the new instance's number and defaults. */
export function addObject(
  ctx: SeveralTransactions,
  { deviceId, path, confirmed, ...why }: InputOf<typeof deviceParameterApi.addObject>,
): Queued {
  const about = {
    ...why,
    move: 'changeObjects',
    action: 'device.object_added',
    detail: { path },
    kind: 'add_object',
  } as const
  return onDevice(ctx, deviceId, about, async (inside, device) => {
    await refuseWrong(inside, deviceId, path, confirmed, !instance.test(path))
    const commandId = await queueCommand(inside, device, 'add_object', { path })
    await queueCommand(inside, device, 'get_parameter_names', { path, nextLevel: false })
    await queueCommand(inside, device, 'get_parameter_values', { paths: [path] })
    return commandId
  })
}

export function deleteObject(
  ctx: SeveralTransactions,
  { deviceId, path, confirmed, ...why }: InputOf<typeof deviceParameterApi.deleteObject>,
): Queued {
  const about = {
    ...why,
    move: 'changeObjects',
    action: 'device.object_deleted',
    detail: { path },
    kind: 'delete_object',
  } as const
  return onDevice(ctx, deviceId, about, async (inside, device) => {
    await refuseWrong(inside, deviceId, path, confirmed, instance.test(path))
    return queueCommand(inside, device, 'delete_object', { path })
  })
}

async function refuseWrong(
  ctx: RequestContext,
  deviceId: string,
  path: string,
  confirmed: boolean,
  fits: boolean,
): Promise<void> {
  const fields: FieldError[] = []
  const wrong = (field: string, key: PhraseKey) => fields.push({ field, message: ctx.phrase(key) })
  const [known] = await parameterRepo.findAll(ctx, deviceId, [path])
  if (!fits) wrong('path', 'devices.parameter.notAnObject')
  else if (known?.writable === false) wrong('path', 'devices.parameter.fixedObject')
  if (!confirmed && isDangerousPath(path)) wrong('confirmed', 'devices.parameter.confirm')
  if (fields.length > 0) throw new AppError('request.invalid', { data: { fields } })
}

export function readAttributes(
  ctx: SeveralTransactions,
  { deviceId, paths }: InputOf<typeof deviceParameterApi.readAttributes>,
): Queued {
  const wanted = outermost(paths)
  const about = {
    move: 'readParameters',
    action: 'device.attributes_read',
    detail: { paths: wanted },
  } as const
  return onDevice(ctx, deviceId, about, (inside, device) =>
    queueCommand(inside, device, 'get_parameter_attributes', { paths: wanted }),
  )
}

export function setAttributes(
  ctx: SeveralTransactions,
  { deviceId, changes }: InputOf<typeof deviceParameterApi.setAttributes>,
): Queued {
  const about = { move: 'setParameters', action: 'device.attributes_set', detail: { changes } } as const
  return onDevice(ctx, deviceId, about, (inside, device) =>
    queueCommand(inside, device, 'set_parameter_attributes', { changes }),
  )
}

export function scheduleInform(
  ctx: SeveralTransactions,
  { deviceId, delaySeconds }: InputOf<typeof deviceParameterApi.scheduleInform>,
): Queued {
  const about = {
    move: 'scheduleInform',
    action: 'device.inform_scheduled',
    detail: { delaySeconds },
  } as const
  return onDevice(ctx, deviceId, about, (inside, device) =>
    queueCommand(inside, device, 'schedule_inform', {
      delaySeconds,
      commandKey: randomUUID().replaceAll('-', ''),
    }),
  )
}

export function queryTransfers(
  ctx: SeveralTransactions,
  { deviceId }: InputOf<typeof deviceParameterApi.queryTransfers>,
): Queued {
  const about = { move: 'readParameters', action: 'device.transfers_queried', detail: {} } as const
  return onDevice(ctx, deviceId, about, (inside, device) =>
    queueCommand(inside, device, 'get_queued_transfers', {}),
  )
}

export function queryMethods(
  ctx: SeveralTransactions,
  { deviceId }: InputOf<typeof deviceParameterApi.queryMethods>,
): Queued {
  const about = { move: 'readParameters', action: 'device.methods_queried', detail: {} } as const
  return onDevice(ctx, deviceId, about, (inside, device) =>
    queueCommand(inside, device, 'get_rpc_methods', {}),
  )
}
