import type { LineFact, LinePlan } from '@netward/collector'
import { summarise } from '@netward/contract/link-statistics'
import type { LinkPath, LinkResult, PathMoment } from '@netward/contract/link-tests'
import type { MetricPoll, MetricValue } from '@netward/contract/metric-batch'
import { seededRandom } from '../gateway/random.ts'

const minute = 60_000
/** Every line has its bad time once in so many minutes. */
const period = 97

export type LineMood = 'good' | 'lossy' | 'slow' | 'down' | 'blind'

/** A line of the demo as its probe sees it now: mostly good, bad at times of its own. */
export class LivingLine {
  readonly #number: number
  readonly #beganAt: number
  readonly #random: () => number
  #before: LineMood = 'good'

  constructor(number: number, beganAt: number) {
    this.#number = number
    this.#beganAt = beganAt
    this.#random = seededRandom(4_000 + number)
  }

  /** The first bad times come soon after the start, one line after the other. */
  moodAt(at: number): LineMood {
    const since = Math.floor((at - this.#beganAt) / minute) - 4 - 5 * this.#number
    if (since < 0) return 'good'
    const place = since % period
    const kind = this.#number % 5
    if (kind === 0) return place < 9 ? 'lossy' : 'good'
    if (kind === 1) return place < 14 ? 'slow' : 'good'
    if (kind === 2) return place < 4 ? 'down' : place < 7 ? 'lossy' : 'good'
    return kind === 3 && place < 5 ? 'blind' : 'good'
  }

  /** A round of the tests of its plan, as a collector reports them. */
  test(plan: LinePlan, at: number): { readonly polls: MetricPoll[]; readonly facts: LineFact[] } {
    const { lineId } = plan
    const mood = this.moodAt(at)
    const before = this.#before
    this.#before = mood
    if (mood === 'blind')
      return { polls: [], facts: [{ kind: 'blind', lineId, at, until: at + minute, reason: 'first_hop' }] }
    const values: MetricValue[] = [['line_up', '', mood === 'down' ? 0 : 1]]
    for (const test of plan.tests)
      if (test.kind === 'icmp') values.push(...valuesOf(test.key, this.#times(test.key, test.packets, mood)))
    const moments: PathMoment[] =
      mood === 'down' ? (before === 'down' ? [] : ['onset']) : before === 'down' ? ['end'] : []
    if (Math.floor(at / minute) % 60 === this.#number % 60) moments.push('healthy')
    const target = plan.tests.findLast(({ kind, key }) => kind === 'icmp' && key !== 'first_hop')
    const facts =
      target?.kind !== 'icmp' || target.host === null
        ? []
        : moments.map((moment): LineFact => ({
            kind: 'path',
            lineId,
            at,
            key: target.key,
            moment,
            method: 'mtr',
            path: this.#path(target.host ?? '', mood),
          }))
    return { polls: [{ deviceId: lineId, at, values }], facts }
  }

  /** Its tests on demand. */
  results(plan: LinePlan, at: number): LinkResult[] {
    const mood = this.moodAt(at)
    return plan.tests.map((test): LinkResult => {
      const { kind, key } = test
      const common = { kind, key, at, lastedMs: 900, finished: true, address: null, problem: null } as const
      const passed = mood !== 'down'
      if (kind === 'icmp') {
        const times = this.#times(key, test.packets, mood)
        return { ...common, method: 'fping', passed: times.some((time) => time !== null), times }
      }
      if (kind === 'traceroute') {
        const path = this.#path(test.host, mood)
        return { ...common, method: 'mtr', passed: path.reached, path }
      }
      if (!passed)
        return { ...common, method: kind === 'throughput' ? 'http' : kind, passed, problem: 'timeout' }
      return { ...common, passed, ...this.#found(kind, mood) }
    })
  }

  /** Of tests of services: what a line in this mood takes for them. */
  #found(
    kind: 'tcp' | 'http' | 'dns' | 'throughput',
    mood: LineMood,
  ): Pick<LinkResult, 'method'> & Partial<LinkResult> {
    const [step] = this.#times('business', 1, mood === 'lossy' ? 'good' : mood)
    const time = step ?? 10
    switch (kind) {
      case 'tcp':
        return { method: 'tcp', address: '203.0.113.200', time }
      case 'dns':
        return { method: 'dns', time, answers: ['203.0.113.200'] }
      case 'http': {
        const phases = { dns: time, connect: time, tls: 2.2 * time, firstByte: 3 * time }
        const total = phases.dns + phases.connect + phases.tls + phases.firstByte + 2
        return {
          method: 'http',
          address: '203.0.113.200',
          http: { ...phases, total, status: 200, certificateDays: 64 },
        }
      }
      case 'throughput': {
        const bitsPerSecond = (mood === 'slow' ? 9e6 : 92e6) * (1 + 0.1 * this.#noise())
        const bytes = 20_000_000
        return {
          method: 'http',
          throughput: { direction: 'down', bytes, seconds: (8 * bytes) / bitsPerSecond, bitsPerSecond },
        }
      }
    }
  }

  #times(key: string, packets: number, mood: LineMood): (number | null)[] {
    const isHop = key === 'first_hop'
    const base = isHop ? 0.6 : 4 + (this.#number % 7) * 3 + (key === 'business' ? 6 : 0)
    return Array.from({ length: packets }, () => {
      if (isHop) return Math.max(0.2, base + 0.2 * this.#noise())
      if (mood === 'down' || (mood === 'lossy' && this.#random() < 0.22)) return null
      return Math.max(1, base * (mood === 'slow' ? 9 : 1) * (1 + 0.3 * this.#noise()))
    })
  }

  /** Around 0, seldom beyond half. */
  #noise(): number {
    return (this.#random() + this.#random() + this.#random()) / 3 - 0.5
  }

  #path(target: string, mood: LineMood): LinkPath {
    const hops = ['192.168.1.1', `100.64.${this.#number}.1`, '198.51.100.1', '198.51.100.77', target]
    const cut = mood === 'down' ? 2 : hops.length
    return {
      target,
      reached: cut === hops.length,
      hops: hops.map((address, place) => {
        const answers = place < cut
        const rtt = answers ? 0.8 + place * (2 + (this.#number % 3)) + this.#random() : null
        return {
          ttl: place + 1,
          address: answers ? address : null,
          sent: 10,
          received: answers ? 10 : 0,
          rtt,
        }
      }),
    }
  }
}

function valuesOf(key: string, times: readonly (number | null)[]): MetricValue[] {
  const { loss, rtt, jitter, mos } = summarise(times)
  const values: MetricValue[] = [['line_loss', key, loss ?? 0]]
  if (rtt === null) return values
  return [
    ...values,
    ['line_rtt_min', key, rtt.min],
    ['line_rtt_q25', key, rtt.q25],
    ['line_rtt_median', key, rtt.median],
    ['line_rtt_q75', key, rtt.q75],
    ['line_rtt_p95', key, rtt.p95],
    ['line_rtt_max', key, rtt.max],
    ['line_rtt_avg', key, rtt.avg],
    ['line_jitter', key, jitter ?? 0],
    ['line_mos', key, mos ?? 1],
  ]
}
