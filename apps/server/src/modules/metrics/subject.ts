import type { ErrorCode } from '@netward/contract'
import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'
import { lookInto } from '../../platform/db/look-into.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type MeasuredDevice, seriesRepo } from './series.repo.ts'

/** Values belong to the product of the thing they are of (decisions.md §2), which the path cannot tell. */
const productOf = (driver: MeasuredDevice['driver']) =>
  driver === 'cwmp' ? 'device_management' : 'monitoring'

/** A device, an internet line, or the WAN that carries one. */
export interface MeasuredSubject {
  readonly id: string
  readonly timeZone: string
  /** Of the WAN of a line: the one interface. */
  readonly instance: string | null
}

interface Wanted {
  readonly deviceId?: string | undefined
  readonly lineId?: string | undefined
  readonly metrics: readonly MetricName[]
}

/**
 * What the values that are asked for are of, as far as the caller sees it: a device; or a line, and the WAN that carries it
 * where metrics of interfaces are asked for. Nothing for a WAN that is not known.
 * @throws AppError device.not_found, line.not_found, what stops the product, or what keeps the caller from its contents
 */
export async function measuredSubjects(
  ctx: RequestContext,
  { deviceId, lineId, metrics }: Wanted,
): Promise<MeasuredSubject[]> {
  if (lineId === undefined) {
    const { id, time_zone } = await measuredDevice(ctx, deviceId ?? '')
    return [{ id, timeZone: time_zone, instance: null }]
  }
  const line = await seriesRepo.findLine(ctx, lineId)
  if (!line) throw new AppError('line.not_found')
  const subjects: MeasuredSubject[] = []
  if (metrics.some((metric) => metricOf(metric).of === 'line')) {
    await lookInto(ctx, line, 'DMS_SERVER_DEVICE_VIEW')
    await requireProduct(ctx, 'link_testing')
    subjects.push({ id: lineId, timeZone: line.time_zone, instance: null })
  }
  if (line.device_id !== null && metrics.some((metric) => metricOf(metric).of !== 'line')) {
    const { id } = await measuredDevice(ctx, line.device_id)
    subjects.push({ id, timeZone: line.time_zone, instance: line.wan_name })
  }
  return subjects
}

export async function measuredDevice(ctx: RequestContext, deviceId: string): Promise<MeasuredDevice> {
  const device = await seriesRepo.findDevice(ctx, deviceId)
  if (!device) throw new AppError('device.not_found')
  // Values and the names of ports are contents, which those above see as the company admits them.
  await lookInto(ctx, device, 'DMS_SERVER_DEVICE_VIEW')
  await requireProduct(ctx, productOf(device.driver))
  return device
}

async function requireProduct(
  ctx: RequestContext,
  product: Parameters<typeof seriesRepo.findStop>[1],
): Promise<void> {
  const stop = await seriesRepo.findStop(ctx, product)
  if (stop) throw stopped(stop)
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
