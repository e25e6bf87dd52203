import { type DeviceMove, deviceMoves } from '@netward/contract/states/device'
import type { DeviceCommandTable } from '../../platform/db/tables.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { noteForOrder } from '../order-acts/index.ts'
import type { CommandRequests } from './command-request.ts'
import { commandRepo } from './command.repo.ts'
import { deviceRepo, type DeviceSubject } from './device.repo.ts'

const hoursToLive = 24

/** The device, locked. @throws AppError device.not_found, or device.move_not_allowed with the reason. */
export async function movableDevice(
  ctx: RequestContext,
  deviceId: string,
  move: DeviceMove,
): Promise<DeviceSubject> {
  const device = await deviceRepo.lock(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  const refusal = deviceMoves[move](device)
  if (refusal !== null) {
    throw new AppError('device.move_not_allowed', {
      data: { reason: ctx.phrase(`devices.refusal.${refusal}`) },
    })
  }
  return device
}

/** Queues a command for a device and notifies the screens. */
export async function queueCommand<K extends DeviceCommandTable['kind'] & keyof CommandRequests>(
  ctx: RequestContext,
  device: DeviceSubject,
  kind: K,
  request: CommandRequests[K],
  secret: Buffer | null = null,
): Promise<string> {
  const commandId = await commandRepo.insert(ctx, { deviceId: device.id, kind, request, secret, hoursToLive })
  await ctx.emit('command.changed', device.id, { commandId, kind, state: 'waiting' })
  return commandId
}

/** Sends a connection request for the commands queued for a gateway. */
export function callIn(ctx: RequestContext, deviceId: string): Promise<void> {
  return commandRepo.enqueueConnect(ctx, [deviceId])
}

/** Lists a queued command with the work order that it is for; nothing without one. */
export function noteCommand(
  ctx: RequestContext,
  { id: deviceId, name }: Pick<DeviceSubject, 'id' | 'name'>,
  {
    orderId,
    reason,
    commandId,
    kind,
  }: {
    orderId: string | undefined
    reason?: string | undefined
    commandId?: string
    /** Of `device_command`, or `connect`. */
    kind: string
  },
): Promise<void> {
  return noteForOrder(ctx, orderId, {
    kind: 'command',
    what: kind,
    ...(commandId !== undefined && { refId: commandId }),
    deviceId,
    name,
    reason,
  })
}
