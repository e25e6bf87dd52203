import type { Integer } from '../codec/bytes.ts'
import type { HourBlock } from '../codec/hour-block.ts'
import type { Counted } from '../reading/counters.ts'

/** Samples of one series: values of a gauge, or readings of a counter. */
export type Sampled = (({ at: number; value: number } | Counted) & { at: number; value: Integer })[]

/** Samples by slot, in order of both, each once: new ones count before packed ones. */
export function columnsOf(
  stored: HourBlock | null,
  fresh: ReadonlyMap<number, Sampled>,
): Map<number, Sampled> {
  const columns = new Map<number, Sampled>()
  if (stored) for (const { slot, samples } of samplesOf(stored)) columns.set(slot, samples)
  for (const [slot, samples] of fresh) columns.set(slot, inOrder([...(columns.get(slot) ?? []), ...samples]))
  return new Map([...columns].toSorted(([a], [b]) => a - b))
}

function samplesOf(block: HourBlock): { slot: number; samples: Sampled }[] {
  if (block.kind === 'gauges')
    return block.series.map(({ slot, values }) => ({
      slot,
      samples: values.flatMap((value, index) =>
        value === undefined ? [] : [{ at: block.times[index]!, value }],
      ),
    }))
  return block.series.map(({ slot, bits, values, discontinuities }) => ({
    slot,
    samples: values.flatMap((value, index) =>
      value === undefined
        ? []
        : [
            {
              at: block.times[index]!,
              value,
              bits,
              upTime: block.upTimes[index] ?? null,
              discontinuity: discontinuities[index] ?? 0,
            },
          ],
    ),
  }))
}

function inOrder(samples: Sampled): Sampled {
  for (let index = 1; index < samples.length; index++)
    if (samples[index - 1]!.at >= samples[index]!.at)
      return [...new Map(samples.map((sample) => [sample.at, sample])).values()].toSorted(
        (a, b) => a.at - b.at,
      )
  return samples
}

/** The block of an hour: series share its times. */
export function blockOf(kind: HourBlock['kind'], columns: ReadonlyMap<number, Sampled>): HourBlock {
  const times = timesOf([...columns.values()])
  const places = new Map(times.map((at, index) => [at, index]))
  const spread = <T>(samples: Sampled, of: (sample: Sampled[number]) => T): (T | undefined)[] => {
    if (samples.length === times.length) return samples.map(of)
    const values: (T | undefined)[] = Array.from({ length: times.length })
    for (const sample of samples) values[places.get(sample.at)!] = of(sample)
    return values
  }
  if (kind === 'gauges') {
    const series = [...columns].map(([slot, samples]) => ({
      slot,
      values: spread(samples, ({ value }) => Number(value)),
    }))
    return { kind, times, series }
  }
  const upTimes: (number | null)[] = times.map(() => null)
  const series = [...columns].map(([slot, samples]) => {
    const readings = samples as Counted[]
    for (const { at, upTime } of readings) upTimes[places.get(at)!] = upTime
    const marked = readings.some(({ discontinuity }) => discontinuity > 0)
    return {
      slot,
      // One width a column: a counter of 32 bits stays one, and the wider one counts if an agent offers both.
      bits: readings.some(({ bits }) => bits === 64) ? (64 as const) : (32 as const),
      values: spread(samples, ({ value }) => value),
      discontinuities: marked
        ? spread(samples, (one) => (one as Counted).discontinuity).map((time) => time ?? 0)
        : [],
    }
  })
  return { kind, times, upTimes, series }
}

function timesOf(columns: readonly Sampled[]): number[] {
  const first = columns[0] ?? []
  const same = columns.every(
    (samples) => samples.length === first.length && samples.every(({ at }, index) => at === first[index]!.at),
  )
  if (same) return first.map(({ at }) => at)
  return [...new Set(columns.flatMap((samples) => samples.map(({ at }) => at)))].toSorted((a, b) => a - b)
}
