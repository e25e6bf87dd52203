import type { EndpointOutput } from '@netward/contract'
import { type MetricName, metricNames, metricOf } from '@netward/contract/metric-catalogue'
import { useApi } from '../../lib/use-api.ts'
import { useLiveEvents } from '../../lib/use-live-events.ts'
import { isOfInterface } from './chart-groups.ts'

export type Latest = EndpointOutput<'POST /monitor/api/v1/metrics/latest'>[number]

const rereadMs = 60_000
/** Rarely charted states: the interface table and the timeline show them. */
const unasked: ReadonlySet<MetricName> = new Set(['interface_speed', 'memory_total', 'storage_total'])
const ofDevice = metricNames.filter(
  (metric) => !isOfInterface(metric) && metricOf(metric).of !== 'line' && !unasked.has(metric),
)

/** A gateway has a handful of interfaces; a switch has hundreds, of which the busiest are asked for apart. */
export type DeviceKind = 'gateway' | 'equipment'

/** The last value of each series of a device. */
export function useLatest(deviceId: string, kind: DeviceKind) {
  const read = useApi(
    'POST /monitor/api/v1/metrics/latest',
    { deviceId, ...(kind === 'equipment' && { metrics: ofDevice }) },
    { refetchInterval: rereadMs },
  )
  useLiveEvents(['device.polled'], (event) => {
    if (event === null || event.subjectId === deviceId) void read.refetch()
  })
  return read
}

export interface Busy {
  readonly instance: string
  readonly label: string
  /** Bits a second; null: not measured twice yet. */
  readonly inRate: number | null
  readonly outRate: number | null
  readonly speed: number | null
}

const busiestAtMost = 6
const octet = 8

/** The interfaces with the most traffic, the busiest first; undefined until they are read. */
export function useBusiest(
  deviceId: string,
  kind: DeviceKind,
  latest: readonly Latest[] | undefined,
): readonly Busy[] | undefined {
  const asked = useApi(
    'POST /monitor/api/v1/device/:deviceId/interfaces',
    { deviceId, state: ['up'], sort: '-inRate', pageSize: 20 },
    { enabled: kind === 'equipment', refetchInterval: rereadMs },
  )
  if (kind === 'equipment') {
    // Without its table a device still has its other charts.
    if (asked.error !== null && asked.data === undefined) return []
    return asked.data?.items
      .map(({ key, name, alias, inRate, outRate, speed }) => ({
        instance: key,
        label: alias === '' ? name : `${name} · ${alias}`,
        inRate,
        outRate,
        speed,
      }))
      .toSorted(byTraffic)
      .slice(0, busiestAtMost)
  }
  return latest === undefined ? undefined : busiestOf(latest).slice(0, busiestAtMost)
}

const traffic = ({ inRate, outRate }: Busy) => (inRate ?? 0) + (outRate ?? 0)
const byTraffic = (a: Busy, b: Busy) => traffic(b) - traffic(a)

/** Interfaces by their last octet rates. */
export function busiestOf(latest: readonly Latest[]): readonly Busy[] {
  const found = new Map<string, Busy>()
  for (const { metric, instance, label, value } of latest) {
    if (metric !== 'interface_in_octets' && metric !== 'interface_out_octets') continue
    const rate = value === null ? null : value * octet
    const before = found.get(instance) ?? {
      instance,
      label: label || instance,
      inRate: null,
      outRate: null,
      speed: null,
    }
    found.set(instance, {
      ...before,
      ...(metric === 'interface_in_octets' ? { inRate: rate } : { outRate: rate }),
    })
  }
  return [...found.values()].toSorted(byTraffic)
}
