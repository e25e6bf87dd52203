import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { forkCollector, type FromCollector, type LinePlan, type LineStatistics } from '@netward/collector'
import type { LinkMethod, LinkTest } from '@netward/contract/link-tests'
import { timeOf } from './process-cpu.ts'

export interface LinkMeasuring {
  readonly perSecond: number
  /** Of the collector with the programs that it ran, for one check. */
  readonly microseconds: number
  readonly lost: number
  readonly failed: number
  readonly skipped: number
  readonly latenessP95: number
  readonly latenessMax: number
  readonly methods: readonly LinkMethod[]
}

const testsOfLine = 10
const wait = (ms: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, ms)
  })

/** Runs tests in a collector as the server does. @param checks of one test: its packets, or 1 */
export async function measureLinks(
  tests: readonly LinkTest[],
  { checks, seconds }: { checks: number; seconds: number },
): Promise<LinkMeasuring> {
  const lines: LinePlan[] = []
  for (let at = 0; at < tests.length; at += testsOfLine) {
    const id = String(2 * (lines.length + 1))
    const own = tests.slice(at, at + testsOfLine)
    lines.push({ lineId: id, companyCode: 'bench', outletId: id, from: 'inside', source: null, tests: own })
  }
  const statistics: LineStatistics[] = []
  const methods = new Set<LinkMethod>()
  const seen = { done: 0, lost: 0, failed: 0 }
  const collector = forkCollector({ onMessage: (message) => take(message), onExit: () => {} })
  const take = (message: FromCollector) => {
    if (message.kind === 'statistics' && message.statistics.lines !== undefined)
      statistics.push(message.statistics.lines)
    if (message.kind === 'line-facts') {
      for (const fact of message.facts) if (fact.kind === 'test') methods.add(fact.result.method)
      const { epoch, sequence } = message
      collector.send({ kind: 'ack', of: 'line-facts', epoch, sequence })
    }
    if (message.kind !== 'batch') return
    const { epoch, sequence, polls } = message.batch
    for (const [metric, , value] of polls.flatMap(({ values }) => values)) {
      if (metric === 'line_loss') {
        seen.done++
        seen.lost += Math.round((Number(value) * checks) / 100)
      } else if (metric === 'line_test_passed') {
        seen.done++
        if (value !== 1) seen.failed++
      }
    }
    collector.send({ kind: 'ack', of: 'batch', epoch, sequence })
  }
  try {
    const settings = { collector: 'bench', ranges: ['127.0.0.0/8=bench'], ownAddresses: [], trapPort: null }
    collector.send({ kind: 'start', settings })
    collector.send({ kind: 'plan', full: true, credentials: [], targets: [], lines })
    const longest = Math.max(...tests.map(({ everySeconds }) => everySeconds))
    await wait(1000 * longest + 3000)
    const before = {
      ...seen,
      at: performance.now(),
      cpu: timeOf(collector.process.pid ?? 0),
      minutes: statistics.length,
    }
    await wait(1000 * seconds)
    const done = (seen.done - before.done) * checks
    const cpu = timeOf(collector.process.pid ?? 0) - before.cpu
    const whole = statistics.slice(before.minutes)
    return {
      perSecond: (1000 * done) / (performance.now() - before.at),
      microseconds: (1000 * cpu) / done,
      lost: seen.lost - before.lost,
      failed: seen.failed - before.failed,
      skipped: whole.reduce((sum, minute) => sum + minute.skipped, 0),
      latenessP95: Math.max(...whole.map((minute) => minute.latenessP95)),
      latenessMax: Math.max(...whole.map((minute) => minute.latenessMax)),
      methods: [...methods],
    }
  } finally {
    await collector.stop()
  }
}

/** @returns its port, and how to end it */
export async function startLinkTargets(): Promise<{ port: number; stop: () => void }> {
  const child = fork(fileURLToPath(new URL('./link-targets.ts', import.meta.url)))
  const [port] = (await once(child, 'message')) as [number]
  return { port, stop: () => child.disconnect() }
}
