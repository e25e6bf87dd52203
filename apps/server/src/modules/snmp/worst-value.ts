import { type MetricName, metricOf } from '@netward/contract/metric-catalogue'

/** The value of a device that looks worst now, as its row keeps it. */
export interface WorstValue {
  readonly metric: MetricName
  readonly instance: string
  readonly label: string
  readonly value: number
  readonly level: 'normal' | 'warning' | 'critical'
}

interface Limit {
  readonly warning: number
  readonly critical: number
}

/** Where a value becomes a warning, and critical. `below`: low values are bad. */
const limits: Partial<Record<MetricName, Limit & { readonly below?: true }>> = {
  cpu_usage: { warning: 90, critical: 98 },
  memory_usage: { warning: 90, critical: 98 },
  storage_usage: { warning: 90, critical: 97 },
  supply_level: { warning: 10, critical: 2, below: true },
  ups_charge: { warning: 50, critical: 20, below: true },
  ping_loss: { warning: 5, critical: 20 },
  ups_on_battery: { warning: 1, critical: 2 },
}

/** States of parts as the catalogue maps them: 2 is a warning, 3 critical. */
const ofState: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 0 }

/** Limits of a part itself, such as a sensor's. */
export interface PartLimits {
  readonly label?: string
  readonly low?: number | null
  readonly high?: number | null
}

interface Measured {
  readonly metric: MetricName
  readonly instance: string
  readonly value: number
}

/**
 * How bad a value is: 0 far from its limit, 1 at its limit (a warning), 2 critical; values between, so that the worst of
 * several can be found. Null for a metric without a limit.
 */
export function severity({ metric, value }: Measured, part: PartLimits | undefined): number | null {
  if (metric === 'sensor_state') return ofState[value] ?? 0
  const limit = limits[metric]
  if (limit !== undefined) {
    if (limit.below === true) {
      if (value <= limit.critical) return 2
      return value <= limit.warning ? 1 : (100 - value) / (100 - limit.warning) / 1.01
    }
    if (value >= limit.critical) return 2
    return value >= limit.warning ? 1 : Math.max(0, value / limit.warning / 1.01)
  }
  if (metricOf(metric).of !== 'sensor') return null
  const { low = null, high = null } = part ?? {}
  if (high !== null && value >= high) return value >= high + Math.abs(high) * 0.1 ? 2 : 1
  if (low !== null && value <= low) return 1
  return high !== null && high > 0 ? Math.max(0, value / high / 1.01) : low === null ? null : 0
}

const levels = ['normal', 'warning', 'critical'] as const

/** The worst of a poll; null if all that has a limit is at its best, such as no packet loss. */
export function worstOf(
  values: Iterable<Measured>,
  partOf: (metric: MetricName, instance: string) => PartLimits | undefined,
): WorstValue | null {
  let worst: { measured: Measured; severity: number; part: PartLimits | undefined } | null = null
  for (const measured of values) {
    const part = partOf(measured.metric, measured.instance)
    const found = severity(measured, part)
    if (found !== null && found > (worst?.severity ?? 0)) worst = { measured, severity: found, part }
  }
  if (worst === null) return null
  const { metric, instance, value } = worst.measured
  return {
    metric,
    instance,
    label: worst.part?.label ?? instance,
    value,
    level: levels[Math.trunc(worst.severity)] ?? 'normal',
  }
}
