import type { MetricName } from '@netward/contract/metric-catalogue'
import type { LatestValue, SeriesRange } from '../../platform/metrics/metric-store.ts'

/** Bits and errors a second, watts. */
export interface InterfaceRates {
  readonly inRate: number | null
  readonly outRate: number | null
  readonly errors: number | null
  readonly poe: number | null
}

export const unmeasured: InterfaceRates = { inRate: null, outRate: null, errors: null, poe: null }

export const rateMetrics = [
  'interface_in_octets',
  'interface_out_octets',
  'interface_in_errors',
  'interface_out_errors',
  'poe_power',
] as const satisfies readonly MetricName[]

export const trendMetrics = [
  'interface_in_octets',
  'interface_out_octets',
] as const satisfies readonly MetricName[]

/** A rate of older polls says nothing of now: three intervals of 300 s. */
const currentFor = 900_000
const bits = 8

/** Rates of the last two polls, by key of the interface. */
export function ratesOf(latest: readonly LatestValue[], now: number): ReadonlyMap<string, InterfaceRates> {
  const byKey = Map.groupBy(
    latest.filter(({ at }) => now - at < currentFor),
    ({ series }) => series.instance,
  )
  return new Map(
    [...byKey].map(([key, values]) => {
      const of = (metric: MetricName) => values.find(({ series }) => series.metric === metric)?.value ?? null
      const scaled = (value: number | null) => value && value * bits
      return [
        key,
        {
          inRate: scaled(of('interface_in_octets')),
          outRate: scaled(of('interface_out_octets')),
          errors: sumOf([of('interface_in_errors'), of('interface_out_errors')]),
          poe: of('poe_power'),
        },
      ]
    }),
  )
}

/** Of its speed, in per cent, the busier direction; null where either is unknown. */
export function useOf(
  { inRate, outRate }: Pick<InterfaceRates, 'inRate' | 'outRate'>,
  speed: number | null,
): number | null {
  if (speed === null || speed <= 0 || (inRate === null && outRate === null)) return null
  return Math.min(100, (100 * Math.max(inRate ?? 0, outRate ?? 0)) / speed)
}

/** Both directions in bits a second, step by step, by key of the interface. */
export function trendsOf(ranges: readonly SeriesRange[]): ReadonlyMap<string, (number | null)[]> {
  const byKey = Map.groupBy(ranges, ({ series }) => series.instance)
  return new Map(
    [...byKey].map(([key, of]) => [
      key,
      (of[0]?.values ?? []).map((_, step) => {
        const sum = sumOf(of.map(({ values }) => values[step] ?? null))
        return sum === null ? null : sum * bits
      }),
    ]),
  )
}

/** Null if none is known. */
function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}
