import { testedParts } from '@netward/contract/line-profiles'
import type { WatchedPoll } from './batch-watcher.ts'

/** Metrics of lines that minutes are made of, and what they are there. */
const kept: Readonly<Record<string, 'up' | 'loss' | 'rtt' | 'avg' | 'p95' | 'jitter' | 'mos'>> = {
  line_up: 'up',
  line_loss: 'loss',
  line_rtt_median: 'rtt',
  // Of gateways, which know no median.
  line_rtt_avg: 'avg',
  line_rtt_p95: 'p95',
  line_jitter: 'jitter',
  line_mos: 'mos',
}

/** The worst of a line's targets in these polls, for `line_advance`; null: no line is among them. */
export function lineSamples(polls: readonly WatchedPoll[]): { samples: string; lineIds: string[] } | null {
  const samples: (Record<string, unknown> & { lineId: string })[] = []
  for (const { deviceId, at, values } of polls) {
    const found: Record<string, number> = {}
    let failed = 0
    for (const { metric, instance, value } of values) {
      failed |= failedBit(metric, instance, Number(value))
      const key = kept[metric]
      if (key === undefined) continue
      const number = Number(value)
      const before = found[key] ?? number
      found[key] = key === 'mos' || key === 'up' ? Math.min(before, number) : Math.max(before, number)
    }
    if (Object.keys(found).length === 0 && failed === 0) continue
    const { avg, ...sample } = found
    if (avg !== undefined) sample['rtt'] ??= avg
    samples.push({
      lineId: deviceId,
      at,
      ...sample,
      ...(failed > 0 && { failed }),
      ...('up' in sample && { up: sample['up'] === 1 }),
    })
  }
  if (samples.length === 0) return null
  return { samples: JSON.stringify(samples), lineIds: [...new Set(samples.map(({ lineId }) => lineId))] }
}

/** A target of which nothing came back, or whose test failed: its bit in `line_hour.failed`. */
function failedBit(metric: string, instance: string, value: number): number {
  const isFailed = (metric === 'line_loss' && value >= 100) || (metric === 'line_test_passed' && value === 0)
  const place = isFailed ? testedParts.findIndex((part) => part === instance) : -1
  return place === -1 ? 0 : 1 << place
}
