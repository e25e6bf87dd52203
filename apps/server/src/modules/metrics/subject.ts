import type { ErrorCode } from '@netward/contract'
import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type MeasuredDevice, seriesRepo } from './series.repo.ts'

/** Values belong to the product of the thing they are of (decisions.md §2), which the path cannot tell. */
const productOf = (driver: MeasuredDevice['driver']) =>
  driver === 'cwmp' ? 'device_management' : 'monitoring'

/** A device, or the WAN that a line comes in at. */
export interface MeasuredSubject {
  readonly device: MeasuredDevice
  /** Of a line: the one interface. */
  readonly instance: string | null
}

/**
 * What is asked for, as far as the caller sees it. @returns null for a line that no gateway carries yet.
 * @throws AppError device.not_found, line.not_found, what stops the product, or what keeps the caller from its contents
 */
export async function measuredSubject(
  ctx: RequestContext,
  { deviceId, lineId }: { deviceId?: string | undefined; lineId?: string | undefined },
): Promise<MeasuredSubject | null> {
  if (lineId === undefined) return { device: await measuredDevice(ctx, deviceId ?? ''), instance: null }
  const line = await seriesRepo.findLine(ctx, lineId)
  if (!line) throw new AppError('line.not_found')
  if (line.device_id === null) return null
  return { device: await measuredDevice(ctx, line.device_id), instance: line.wan_name }
}

export async function measuredDevice(ctx: RequestContext, deviceId: string): Promise<MeasuredDevice> {
  const device = await seriesRepo.findDevice(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  // Values and the names of ports are contents, which those above see as the company admits them.
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  const stop = await seriesRepo.findStop(ctx, productOf(device.driver))
  if (stop) throw stopped(stop)
  return device
}

/** Drivers whose product the company has. @throws AppError what stops all of them */
export async function measuredDrivers(ctx: RequestContext): Promise<MeasuredDevice['driver'][]> {
  const stops = await Promise.all([
    seriesRepo.findStop(ctx, 'device_management'),
    seriesRepo.findStop(ctx, 'monitoring'),
  ])
  if (stops[0] && stops[1]) throw stopped(stops[1])
  const drivers: readonly MeasuredDevice['driver'][][] = [['cwmp'], ['snmp', 'probe', 'none']]
  return drivers.filter((_, index) => stops[index] === null).flat()
}

function stopped({ code, ...data }: Record<string, unknown>): AppError {
  const { productNameZh = '', productNameEn = '' } = data as Record<string, string>
  return new AppError(code as ErrorCode, { params: { productNameZh, productNameEn }, data })
}
