import type { ErrorCode } from '@netward/contract'
import type { LineMeasurer } from '@netward/contract/line-quality-values'
import { kindsOfVantage, type VantageRefusal } from '@netward/contract/line-test-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { movableDevice } from '../devices/index.ts'
import { beginRun, newTestToken, type RunDeps } from '../diagnostics/index.ts'
import { knownWans } from '../gateway-settings/index.ts'
import { sealedUrlOf } from '../lines/index.ts'
import type { NewLineRun, TestableLine } from './line-run.repo.ts'
import {
  gatewayOrder,
  hostOf,
  isOfLine,
  linkTestOf,
  targetOf,
  type TestOrder,
  vantageFor,
} from './test-order.ts'

type Refusal = VantageRefusal | 'no_vantage' | 'kind_not_possible' | 'not_the_line'

/** Minutes until somebody takes it: one that a person waits for, and one of a thousand. */
export const waitMinutes = { one: 1, many: 120 } as const

/** By which vantage a line is tested; or why it cannot be. */
export function chosenVantage(order: TestOrder, line: TestableLine): LineMeasurer | { refusal: Refusal } {
  const found = vantageFor(order, line)
  if (found !== 'probe' && found !== 'server' && found !== 'gateway') return { refusal: found }
  if (!kindsOfVantage[found].includes(order.kind)) return { refusal: 'kind_not_possible' }
  const host = order.kind === 'http' ? hostOf(order.url) : order.host
  if (found === 'server' && !isOfLine(host, line)) return { refusal: 'not_the_line' }
  return found
}

/** The row of a test from a probe or the server; a URL of our test point is in it, sealed. */
export function newRun(
  { secrets, acsUrl }: RunDeps,
  order: TestOrder,
  line: TestableLine,
  vantage: 'probe' | 'server',
  batchId: string | null,
): NewLineRun {
  const token = order.kind === 'throughput' ? newTestToken() : null
  const url = token === null ? null : `${acsUrl()}${order.direction === 'down' ? 'd' : 'u'}/${token.token}`
  return {
    ...rowOf(order, line, vantage, batchId),
    test: linkTestOf(order, line, vantage),
    url: url === null ? null : secrets.seal(url, sealedUrlOf(line.id)),
    tokenHash: token?.hash ?? null,
  }
}

/** A row of a test that nobody carries out, or that a gateway does. */
export function rowOf(
  order: TestOrder,
  line: TestableLine,
  vantage: LineMeasurer | null,
  batchId: string | null,
): NewLineRun {
  return {
    lineId: line.id,
    batchId,
    kind: order.kind,
    vantage,
    target: targetOf(order, vantage),
    test: vantage === 'gateway' ? linkTestOf(order, line, vantage) : null,
    url: null,
    tokenHash: null,
    diagnosticId: null,
    problem: null,
    scheduled: false,
    waitMinutes: batchId === null ? waitMinutes.one : waitMinutes.many,
  }
}

/** Has the gateway of a line test it, by the WAN that carries it. @throws AppError where the gateway cannot */
export async function beginAtGateway(
  inside: RequestContext,
  deps: RunDeps,
  order: TestOrder,
  line: TestableLine,
): Promise<{ runId: string } | { refusal: ErrorCode }> {
  const gateway = await movableDevice(inside, line.gatewayId ?? '', 'diagnose')
  const wans = line.wanName === '' ? [] : await knownWans(inside, gateway.id)
  const wan = wans.find(({ label }) => label === line.wanName)
  return beginRun(
    inside,
    deps,
    gateway,
    { ...gatewayOrder(order), ...(wan && { interface: wan.path }) },
    null,
  )
}
