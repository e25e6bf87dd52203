import type { MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import { mosOf } from '@netward/contract/link-statistics'

const minute = 60_000
const day = 86_400_000
const days = 7

/** Bad times of a line: from so many minutes ago, for so long. */
interface BadTime {
  readonly ago: number
  readonly lasts: number
  readonly kind: 'down' | 'lossy' | 'slow'
}

/** Every third line is bad at times, each in its own way. */
function badTimes(number: number): readonly BadTime[] {
  if (number % 3 === 0)
    return [
      { ago: 4 * 1440 + 7 * 60, lasts: 23, kind: 'down' },
      { ago: 1440 + 180, lasts: 6, kind: 'down' },
      { ago: 300, lasts: 75, kind: 'lossy' },
    ]
  return number % 3 === 1 ? [{ ago: 2 * 1440 + 600, lasts: 200, kind: 'slow' }] : []
}

/** A week of a line, a test a minute, as a collector that spooled it would send it. */
export function* pastLineTests(lineId: string, number: number, now: number): Generator<MetricPoll> {
  const last = Math.floor(now / minute) * minute
  const base = 4 + (number % 7) * 3
  const bad = badTimes(number)
  for (let at = last - days * day; at <= last; at += minute) {
    const ago = (last - at) / minute
    const kind = bad.find((one) => ago <= one.ago && ago > one.ago - one.lasts)?.kind
    yield { deviceId: lineId, at, values: valuesAt(kind, base, at) }
  }
}

function valuesAt(kind: BadTime['kind'] | undefined, base: number, at: number): MetricValue[] {
  const target = 'isp'
  if (kind === 'down')
    return [
      ['line_up', '', 0],
      ['line_loss', target, 100],
    ]
  const noise = 0.5 + 0.5 * Math.sin(at / 7e5) * Math.sin(at / 1.3e5)
  // Evenings are busy.
  const busy = Math.max(0, Math.sin(((at % day) / day) * 2 * Math.PI - 1))
  const median = base * (kind === 'slow' ? 9 : 1) * (1 + 0.3 * busy) + noise
  const spread = median * (kind === undefined ? 0.12 : 0.6) * (0.5 + noise)
  const loss = kind === 'lossy' ? 5 * (1 + Math.floor(4 * noise)) : noise > 0.985 ? 5 : 0
  return [
    ['line_up', '', 1],
    ['line_loss', target, loss],
    ['line_rtt_min', target, median - spread * 0.5],
    ['line_rtt_q25', target, median - spread * 0.25],
    ['line_rtt_median', target, median],
    ['line_rtt_q75', target, median + spread * 0.5],
    ['line_rtt_p95', target, median + spread * 1.6],
    ['line_rtt_max', target, median + spread * 2.2],
    ['line_jitter', target, spread * 0.6],
    ['line_mos', target, mosOf(median / 2, loss)],
  ]
}
