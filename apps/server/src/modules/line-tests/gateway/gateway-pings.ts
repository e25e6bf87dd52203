import { mosOf } from '@netward/contract/link-statistics'
import type { MetricValue } from '@netward/contract/metric-batch'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { JobHandler, JobTools, Sweep } from '../../../platform/jobs/job.ts'
import { beginScheduledRun, type RunDeps } from '../../diagnostics/index.ts'
import { writeMetrics } from '../../metrics/index.ts'
import { effectiveProfile } from '../../lines/index.ts'
import { type AskedGateway, type FoundPing, gatewayPingRepo } from './gateway-ping.repo.ts'

export interface PingDeps extends RunDeps {
  /** What gateways ping whose lines and profiles name no target. */
  readonly publicHost: () => string
}

const batch = 200
const usual = {
  kind: 'ping',
  count: 10,
  timeoutMs: 2000,
  sizeBytes: 64,
  maxHops: 30,
  bytes: 100_000,
} as const

/** Has gateways ping by the lines that are due. @returns how many lines */
export async function askGateways(
  deps: PingDeps,
  { scopes, log, signal }: JobTools,
  now: number,
): Promise<number> {
  const lines = await gatewayPingRepo.take(scopes, batch)
  for (const line of lines) {
    if (signal.aborted) break
    try {
      await ask(deps, scopes, line, now)
    } catch (error) {
      // One that fails holds up no other.
      log.error({ err: error, lineId: line.lineId }, 'a gateway is not asked for its line')
    }
  }
  return lines.length
}

async function ask(deps: PingDeps, scopes: Scopes, line: AskedGateway, now: number): Promise<void> {
  const { lineId, companyId, deviceId, wanName, alone, shares, reports } = line
  if (reports === null) return
  const begun =
    reports &&
    (await scopes.withCompany(companyId, ({ db }) =>
      beginScheduledRun(
        db,
        deps,
        { companyId, deviceId, lineId, wanName: shares ? wanName : '', isUrgent: !alone },
        { ...usual, host: hostOf(line) || deps.publicHost() },
      ),
    ))
  // Of a gateway that cannot ping its presence is all that is known.
  if (alone && !begun)
    await write(scopes, lineId, `presence ${now}`, now, [['line_up', 'line', reports ? 1 : 0]])
}

function hostOf({ profile, settings, ispHost, businessHost }: AskedGateway): string {
  const own = effectiveProfile(profile, settings)
  return ispHost || own.ispHost || businessHost || own.businessHost
}

/** What a ping found; one that the gateway did not carry out says that it reported, which it does still. */
export async function writePing(scopes: Scopes, runId: string, ping: FoundPing): Promise<void> {
  const { lineId, alone, shares, byWan, at, sent, received } = ping
  const reached = sent === null || sent === 0 || received === null ? null : received > 0
  // Its Inform came by some line: which one, only a ping by the WAN of a line says.
  const isOfLine = byWan || !shares
  if (alone) {
    const isUp = !(shares && byWan && reached === false)
    await write(scopes, lineId, `ping ${runId}`, Date.parse(at), [
      ['line_up', 'line', isUp ? 1 : 0],
      ...valuesOf(ping),
    ])
  } else if (reached !== null && isOfLine) await gatewayPingRepo.secondView(scopes, lineId, at, reached)
}

/** A gateway says how many came back, and the bounds and mean of their times: no distribution, and so no jitter. */
function valuesOf({ sent, received, minMs, avgMs, maxMs }: FoundPing): MetricValue[] {
  if (sent === null || sent === 0 || received === null) return []
  const loss = (100 * Math.max(0, sent - received)) / sent
  const times: MetricValue[] =
    received === 0 || avgMs === null || minMs === null || maxMs === null
      ? []
      : [
          ['line_rtt_min', 'line', minMs],
          ['line_rtt_avg', 'line', avgMs],
          ['line_rtt_max', 'line', maxMs],
          ['line_mos', 'line', mosOf(avgMs / 2, loss)],
        ]
  return [['line_loss', 'line', loss], ...times]
}

async function write(
  scopes: Scopes,
  lineId: string,
  epoch: string,
  at: number,
  values: readonly MetricValue[],
): Promise<void> {
  const polls = [{ deviceId: lineId, at, values }]
  // The collector says who measures (metric_write); the epoch makes a repeat one.
  await writeMetrics(scopes, {
    collector: `gateway:${lineId}`,
    epoch,
    sequence: 1,
    sentAt: Date.now(),
    polls,
  })
}

export const gatewayPingJobs: Record<string, JobHandler> = {
  /** {runId}: a ping that measures a line is over. */
  'line.pinged': async ({ runId }, { scopes }) => {
    const found = await gatewayPingRepo.found(scopes, String(runId))
    if (found !== undefined) await writePing(scopes, String(runId), found)
  },
}

export const gatewayPingSweep = (deps: PingDeps): Sweep => ({
  name: 'lines.gateways',
  everySeconds: 15,
  async run(tools) {
    while (!tools.signal.aborted && (await askGateways(deps, tools, Date.now())) === batch);
  },
})
