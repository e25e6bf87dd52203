import type { MetricName } from '@netward/contract/metric-catalogue'
import type { Latest } from './use-latest.ts'

/** How a device does in one figure. */
export interface Tile {
  readonly key: string
  readonly metric: MetricName
  readonly value: number
  /** Which of several: the hottest sensor, the emptiest cartridge. */
  readonly label: string
  readonly instance: string
  readonly level: 'normal' | 'warning' | 'critical'
}

type Pick = 'highest' | 'lowest' | 'only'

/** From what people ask first; what a device does not measure is absent. */
const order: readonly { metric: MetricName; pick: Pick; warnAt?: number; below?: true }[] = [
  { metric: 'ups_on_battery', pick: 'only', warnAt: 1 },
  { metric: 'cpu_usage', pick: 'highest', warnAt: 90 },
  { metric: 'memory_usage', pick: 'highest', warnAt: 95 },
  { metric: 'session_count', pick: 'only' },
  { metric: 'cellular_rsrp', pick: 'lowest', warnAt: -110, below: true },
  { metric: 'cellular_sinr', pick: 'lowest', warnAt: 0, below: true },
  { metric: 'dsl_down_rate', pick: 'only' },
  { metric: 'ups_charge', pick: 'lowest', warnAt: 50, below: true },
  { metric: 'ups_runtime', pick: 'lowest', warnAt: 600, below: true },
  { metric: 'ups_load', pick: 'highest', warnAt: 80 },
  { metric: 'supply_level', pick: 'lowest', warnAt: 10, below: true },
  { metric: 'storage_usage', pick: 'highest', warnAt: 90 },
  { metric: 'temperature', pick: 'highest' },
  { metric: 'ping_loss', pick: 'only', warnAt: 5 },
  { metric: 'ping_rtt', pick: 'only' },
  { metric: 'device_uptime', pick: 'only' },
]

/** A line of tiles on a wide screen, beside the throughput. */
const tilesAtMost = 7

export function tilesOf(latest: readonly Latest[]): readonly Tile[] {
  return order
    .flatMap(({ metric, pick, warnAt, below }): Tile[] => {
      const known = latest.filter((one) => one.metric === metric && one.value !== null)
      const sorted = known.toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
      const chosen = pick === 'lowest' ? sorted.at(-1) : sorted[0]
      if (chosen === undefined || chosen.value === null) return []
      const { value } = chosen
      const several = known.length > 1
      return [
        {
          key: metric,
          metric,
          value,
          label: several ? chosen.label || chosen.instance : '',
          instance: chosen.instance,
          level: levelOf(chosen, value, warnAt, below === true),
        },
      ]
    })
    .slice(0, tilesAtMost)
}

/** The part's own limits come first: they are the maker's. */
function levelOf(
  { low, high }: Latest,
  value: number,
  warnAt: number | undefined,
  below: boolean,
): Tile['level'] {
  if ((high !== null && value >= high) || (low !== null && value <= low)) return 'critical'
  if (warnAt === undefined) return 'normal'
  return (below ? value <= warnAt : value >= warnAt) ? 'warning' : 'normal'
}
