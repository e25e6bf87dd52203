import type { diagnosticApi, InputOf } from '@netward/contract'
import { countLimits, measuresThroughput } from '@netward/contract/diagnostic-values'
import type { RequestContext } from '../../platform/http/context.ts'
import { callIn } from '../devices/index.ts'
import { knownWans } from '../gateway-settings/index.ts'
import { diagnosticRepo } from './diagnostic.repo.ts'
import { openRun, type RunDeps, type RunOrder } from './run-start.ts'
import { isRoot, supportOf, timeSupportOf } from './support.ts'

/** A request for one or more gateways; a line belongs to one gateway. */
export type Order = Omit<InputOf<typeof diagnosticApi.startDiagnostic>, 'deviceId'>

type Begun =
  | { runId: string }
  | {
      refusal:
        | 'diagnostic.model_unknown'
        | 'diagnostic.not_supported'
        | 'diagnostic.no_such_line'
        | 'diagnostic.under_way'
    }

/** Target as stored with a run; empty for our own test point. */
export function targetOf({ kind, host, url }: Order): string {
  if (!measuresThroughput(kind)) return host!
  return url === undefined ? '' : new URL(url).href
}

/** What the gateway is sent, by the usual values where the order names none. */
export function runOrderOf(order: Order): Omit<RunOrder, 'line'> {
  const { kind, dnsServer, count, durationSeconds, timeoutMs, sizeBytes, maxHops, bytes, dscp = null } = order
  return {
    kind,
    timeoutMs,
    sizeBytes,
    maxHops,
    bytes,
    host: targetOf(order),
    count: count ?? (measuresThroughput(kind) ? 1 : countLimits[kind].default),
    dnsServer: dnsServer ?? null,
    durationSeconds: measuresThroughput(kind) && durationSeconds !== undefined ? durationSeconds : null,
    dscp,
  }
}

/** Starts a run of a locked gateway, and sends a connection request. */
export async function beginRun(
  inside: RequestContext,
  deps: RunDeps,
  { id: deviceId }: { id: string },
  order: Order,
  batchId: string | null,
): Promise<Begun> {
  const { kind, durationSeconds } = order
  const target = targetOf(order)
  const root = (await diagnosticRepo.findDevice(inside, deviceId))?.data_model_root ?? null
  if (!isRoot(root)) return { refusal: 'diagnostic.model_unknown' }
  const byTime = measuresThroughput(kind) && durationSeconds !== undefined
  if (
    (await supportOf(inside.db, deviceId, root, kind)) === 'no' ||
    (byTime && (await timeSupportOf(inside.db, deviceId, root, kind)) === 'no')
  ) {
    return { refusal: 'diagnostic.not_supported' }
  }
  const wans = order.interface === undefined ? [] : await knownWans(inside, deviceId)
  const line = wans.find(({ path }) => path === order.interface) ?? null
  if (order.interface !== undefined && line === null) return { refusal: 'diagnostic.no_such_line' }
  const runId = await openRun(
    inside.db,
    deps,
    {
      companyId: inside.scope.companyId,
      deviceId,
      checkId: null,
      batchId,
      createdBy: inside.scope.personId,
      createdByName: inside.scope.actorName,
    },
    root,
    { ...runOrderOf(order), line },
  )
  if (runId === null) return { refusal: 'diagnostic.under_way' }
  await callIn(inside, deviceId)
  await inside.emit('diagnostic.changed', deviceId, { runId })
  await inside.audit({
    action: 'device.diagnostic_started',
    subjectKind: 'device',
    subjectId: deviceId,
    detail: {
      runId,
      kind,
      ...(target === '' ? {} : { host: target }),
      ...(line === null ? {} : { line: line.label }),
      ...(order.dscp === undefined ? {} : { dscp: order.dscp }),
    },
  })
  return { runId }
}
