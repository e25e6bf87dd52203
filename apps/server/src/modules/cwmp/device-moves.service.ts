import type { AuditAction, deviceActivityApi, deviceApi, InputOf, OutputOf } from '@netward/contract'
import { deviceMoves } from '@netward/contract/states/device'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { ownedDevice, lookInto, noteCommand } from '../devices/index.ts'
import { type DeviceStandingRow, deviceMoveRepo } from './device-move.repo.ts'

/** The device keeps its history; its gateway becomes unknown again. */
export function releaseDevice(
  ctx: SeveralTransactions,
  { deviceId }: InputOf<typeof deviceApi.releaseDevice>,
) {
  return moveDevice(ctx, deviceId, 'release', async (inside, device) => {
    await deviceMoveRepo.release(inside, deviceId)
    await audit(inside, 'device.released', device)
    return null
  })
}

export function approveDevice(
  ctx: SeveralTransactions,
  { deviceId }: InputOf<typeof deviceApi.approveDevice>,
) {
  return moveDevice(ctx, deviceId, 'approve', async (inside, device) => {
    await deviceMoveRepo.approve(inside, deviceId)
    await audit(inside, 'device.approved', device)
    return null
  })
}

/** @throws AppError device.not_reachable when no callable address is known. */
export function connectDevice(
  ctx: SeveralTransactions,
  { deviceId, orderId, reason }: InputOf<typeof deviceApi.connectDevice>,
) {
  return moveDevice(ctx, deviceId, 'connect', async (inside, device) => {
    if (!(await deviceMoveRepo.canConnect(inside, deviceId))) throw new AppError('device.not_reachable')
    await inside.enqueue('device.connect', { deviceId }, { key: `device.connect:${deviceId}` })
    await noteCommand(inside, device, { orderId, reason, kind: 'connect' })
    await audit(inside, 'device.connection_request', device)
    return null
  })
}

/** Until then 0 BOOTSTRAP does not quarantine it. */
export function expectReset(
  ctx: SeveralTransactions,
  { deviceId, minutes }: InputOf<typeof deviceApi.expectReset>,
): Promise<OutputOf<typeof deviceApi.expectReset>> {
  return moveDevice(ctx, deviceId, 'expectReset', async (inside, device) => {
    const until = await deviceMoveRepo.expectReset(inside, deviceId, minutes)
    await audit(inside, 'device.reset_expected', device, { minutes, until })
    return { until }
  })
}

export function expectNoReset(
  ctx: SeveralTransactions,
  { deviceId }: InputOf<typeof deviceApi.expectNoReset>,
): Promise<null> {
  return moveDevice(ctx, deviceId, 'expectReset', async (inside, device) => {
    // It expired a moment ago, as requested.
    if (await deviceMoveRepo.expectNoReset(inside, deviceId)) {
      await audit(inside, 'device.reset_not_expected', device)
    }
    return null
  })
}

function moveDevice<T>(
  ctx: SeveralTransactions,
  deviceId: string,
  move: 'release' | 'approve' | 'connect' | 'expectReset',
  act: (inside: RequestContext, device: DeviceStandingRow) => Promise<T>,
): Promise<T> {
  return inSubjectCompany(ctx, ownedDevice(deviceId), async (inside) => {
    const device = await deviceMoveRepo.find(inside, deviceId)
    if (!device) throw new AppError('device.not_found')
    if (deviceMoves[move](device) !== null) throw new AppError('device.move_not_allowed')
    return act(inside, device)
  })
}

function audit(
  ctx: RequestContext,
  action: AuditAction,
  device: DeviceStandingRow,
  more: Record<string, unknown> = {},
): Promise<void> {
  const { name, serial_number: serialNumber } = device
  return ctx.audit({
    action,
    subjectKind: 'device',
    subjectId: device.id,
    detail: { name, serialNumber, ...more },
  })
}

export async function listExchanges(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof deviceActivityApi.listExchanges>,
): Promise<OutputOf<typeof deviceActivityApi.listExchanges>> {
  const device = await deviceMoveRepo.find(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_EXCHANGE_VIEW')
  return deviceMoveRepo.exchanges(ctx, deviceId)
}

export async function getExchange(
  ctx: RequestContext,
  { deviceId, exchangeId }: InputOf<typeof deviceActivityApi.getExchange>,
): Promise<OutputOf<typeof deviceActivityApi.getExchange>> {
  const device = await deviceMoveRepo.find(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_EXCHANGE_VIEW')
  const exchange = await deviceMoveRepo.exchange(ctx, deviceId, exchangeId)
  if (!exchange) throw new AppError('exchange.not_found')
  return exchange
}
