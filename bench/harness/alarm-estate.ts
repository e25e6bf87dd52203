import type { MetricName } from '../../packages/contract/src/metric-catalogue.ts'
import type { MetricValue } from '../../packages/contract/src/metric-batch.ts'

export const alarmInterval = 300_000

/** Of each device: its parts by metric, as a switch with 48 ports has them. */
const parts: readonly (readonly [MetricName, number])[] = [
  ['cpu_usage', 4],
  ['storage_usage', 4],
  ['temperature', 8],
  ['interface_oper_state', 48],
  ['interface_in_errors', 48],
  ['interface_out_errors', 48],
  ['interface_in_octets', 120],
  ['interface_out_octets', 120],
]

export const seriesOf = parts.reduce((sum, [, count]) => sum + count, 0)

export const instances = Array.from({ length: 120 }, (_, part) => `GigabitEthernet0/0/${part}`)

/** One device in a hundred has a full disk, and now and then a port errs. */
export function valuesOf(device: number, at: number): MetricValue[] {
  const values: MetricValue[] = []
  for (const [metric, count] of parts)
    for (let part = 0; part < count; part++) {
      const full = metric === 'storage_usage' && part === 0 && device % 100 === 0
      const counts = metric.includes('errors') || metric.includes('octets')
      values.push([
        metric,
        instances[part]!,
        full ? 95 : counts ? Math.floor(at / alarmInterval) : metric === 'interface_oper_state' ? 1 : 40,
      ])
    }
  return values
}
