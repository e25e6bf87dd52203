import type { OutputOf, standingApi } from '@netward/contract'
import type { LatestValue } from '../../platform/metrics/metric-store.ts'

type Throughput = NonNullable<OutputOf<typeof standingApi.deviceStanding>['throughput']>

/** An older value is not "now": three polls were missed. */
const latelyMs = 15 * 60_000

export const lately = (values: readonly LatestValue[], now: number): readonly LatestValue[] =>
  values.filter(({ at, value }) => now - at <= latelyMs && value !== null)

/** Bytes a second of all these series; null: nothing was measured lately. */
function sumOf(values: readonly LatestValue[], metric: string): number | null {
  const known = values.filter(({ series }) => series.metric === metric)
  return known.length === 0 ? null : known.reduce((sum, { value }) => sum + (value ?? 0), 0)
}

/** Of all these series together. */
export function throughputOf(values: readonly LatestValue[], name: string): Throughput | null {
  const [down, up] = [sumOf(values, 'interface_in_octets'), sumOf(values, 'interface_out_octets')]
  return down === null && up === null ? null : { name, down, up }
}

/** Of the interface that carries most. */
export function busiestOf(values: readonly LatestValue[]): Throughput | null {
  const byPort = Map.groupBy(values, ({ series }) => series.instance)
  const ports = [...byPort].flatMap(([name, own]) => throughputOf(own, name) ?? [])
  return ports.toSorted((a, b) => total(b) - total(a))[0] ?? null
}

const total = ({ down, up }: Throughput) => (down ?? 0) + (up ?? 0)

export const clientsOf = (values: readonly LatestValue[]): number | null => sumOf(values, 'wifi_clients')
