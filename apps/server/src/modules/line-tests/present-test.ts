import type { lineTestApi, OutputOf } from '@netward/contract'
import { summarise } from '@netward/contract/link-statistics'
import { type LinkPath, type LinkResult, rateLimitedHops } from '@netward/contract/link-tests'
import type { PresentedRun } from '../diagnostics/index.ts'
import type { LineRunRow } from './line-run.repo.ts'

export type LineTest = OutputOf<typeof lineTestApi.getLineTest>
type Result = NonNullable<LineTest['result']>

const nothing = { pings: null, time: null, http: null, answers: null, path: null, throughput: null } as const

/** @param diagnostic of a test that a gateway does, as far as the caller sees it */
export function presentTest(row: LineRunRow, diagnostic: PresentedRun | undefined): LineTest {
  const { companyId: _companyId, diagnosticId: _diagnosticId, result, passed, ...shown } = row
  return {
    ...shown,
    fault: diagnostic?.fault?.text ?? null,
    result: result === null ? resultOfGateway(diagnostic, passed === true) : resultOf(result),
  }
}

function resultOf({ method, address, passed, problem, lastedMs, ...found }: LinkResult): Result {
  const { kind, times, time, http, answers, path, throughput } = found
  return {
    ...nothing,
    method,
    address,
    passed,
    problem,
    lastedMs,
    pings: kind === 'icmp' ? pingsOf(times ?? []) : null,
    time: time ?? null,
    http: http ?? null,
    answers: answers === undefined ? null : [...answers],
    path: path === undefined ? null : pathOf(path),
    throughput: throughput ?? null,
  }
}

function pingsOf(times: NonNullable<LinkResult['times']>): NonNullable<Result['pings']> {
  const { sent, received, loss, rtt, jitter, mos } = summarise(times)
  const { min = null, avg = null, median = null, p95 = null, max = null } = rtt ?? {}
  return { sent, received, loss, min, avg, median, p95, max, jitter, mos, times: [...times] }
}

const pathOf = (path: LinkPath): NonNullable<Result['path']> => ({
  reached: path.reached,
  hops: [...path.hops],
  rateLimited: [...rateLimitedHops(path)],
})

export interface TestFigures {
  /** Per cent, milliseconds, Mbit/s; null: not measured. */
  readonly loss: number | null
  readonly rtt: number | null
  readonly jitter: number | null
  readonly mos: number | null
  readonly throughput: number | null
}

/** Of a gateway: as `line_run_for_order` keeps it. */
interface KeptOfGateway {
  readonly gateway: {
    readonly sent: number | null
    readonly received: number | null
    readonly avg: number | null
    readonly mbit: number | null
  }
}

/** The figures of a result that another module kept. */
export function figuresOfTest(kept: LinkResult | KeptOfGateway | null): TestFigures {
  const none = { loss: null, rtt: null, jitter: null, mos: null, throughput: null }
  if (kept === null) return none
  if ('gateway' in kept) {
    const { sent, received, avg, mbit } = kept.gateway
    const loss = sent === null || sent === 0 ? null : (100 * (sent - (received ?? 0))) / sent
    return { ...none, loss, rtt: avg, throughput: mbit }
  }
  const { times, time, throughput } = kept
  if (times === undefined)
    return {
      ...none,
      rtt: time ?? null,
      throughput: throughput ? throughput.bitsPerSecond / 1_000_000 : null,
    }
  const { loss, rtt, jitter, mos } = summarise(times)
  return { ...none, loss, rtt: rtt?.avg ?? null, jitter, mos }
}

/** TR-098 and TR-181 diagnostics, TR-143 throughput: as much as they tell. */
function resultOfGateway(run: PresentedRun | undefined, passed: boolean): Result | null {
  const found = run?.result ?? null
  if (run === undefined || found === null) return null
  const common = { ...nothing, method: 'gateway', address: null, problem: null, lastedMs: null } as const
  switch (found.kind) {
    case 'ping': {
      const { sent, received, minMs: min, avgMs: avg, maxMs: max } = found
      const loss = sent === 0 ? null : (100 * (sent - received)) / sent
      const unknown = { median: null, p95: null, jitter: null, mos: null, times: [] }
      return {
        ...common,
        passed,
        problem: passed ? null : 'unreachable',
        pings: { sent, received, loss, min, avg, max, ...unknown },
      }
    }
    case 'traceroute': {
      const hops = found.hops.map(({ address, host, rttsMs }, place) => ({
        ttl: place + 1,
        address: address || host || null,
        sent: rttsMs.length,
        received: rttsMs.filter((ms) => ms > 0).length,
        rtt: meanOf(rttsMs.filter((ms) => ms > 0)),
      }))
      const reached = run.state === 'complete'
      return { ...common, passed, path: { reached, hops, rateLimited: [] } }
    }
    case 'name_lookup': {
      const addresses = [...new Set(found.answers.flatMap((answer) => answer.addresses))]
      return {
        ...common,
        passed,
        problem: passed ? null : found.succeeded > 0 ? 'answer' : 'name_unknown',
        time: meanOf(found.answers.flatMap(({ responseMs }) => responseMs ?? [])),
        answers: addresses,
      }
    }
    case 'download':
    case 'upload': {
      const { mbitPerSecond, testBytes, totalBytes, transferMs } = found
      return {
        ...common,
        passed,
        problem: passed ? null : 'broken',
        throughput:
          mbitPerSecond === null
            ? null
            : {
                direction: found.kind === 'download' ? 'down' : 'up',
                bytes: testBytes ?? totalBytes ?? 0,
                seconds: (transferMs ?? 0) / 1000,
                bitsPerSecond: mbitPerSecond * 1_000_000,
              },
      }
    }
  }
}

const meanOf = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length
