import type { Db } from '../../platform/db/transaction.ts'
import type { JobTools, Sweep } from '../../platform/jobs/job.ts'
import { beginScheduledRun, type RunDeps } from '../diagnostics/index.ts'
import { newRun, rowOf } from './begin-test.ts'
import { lineRunRepo, type TestableLine } from './line-run.repo.ts'
import { gatewayOrder, type TestOrder, vantageFor } from './test-order.ts'
import { isQuiet, nextThroughputAt } from './throughput-times.ts'
import { type DueThroughput, throughputRepo } from './throughput.repo.ts'

const batch = 200
const minuteMs = 60_000
const dayMs = 1440 * minuteMs
/** One that was missed by more is planned anew: else all would run once the worker is back. */
const lateMs = 30 * minuteMs
/** Until the test of the other direction: a gateway has taken the first by then, or never does. */
const otherMs = 15 * minuteMs
/** A line is tested once a day at most, and days begin at noon in China: no night is parted. */
const noonMs = 4 * 60 * minuteMs
/** Collectors take it within seconds; of throughput four run at once. */
const waitMinutes = 20

/** Starts the tests of throughput that are due, and plans the next ones. @returns how many lines it looked at */
export async function scheduleThroughput(
  deps: RunDeps,
  { scopes, log, signal }: JobTools,
  now: number,
): Promise<number> {
  const due = await throughputRepo.due(scopes, batch)
  for (const line of due) {
    if (signal.aborted) break
    const direction = line.lastDirection === 'down' ? 'up' : 'down'
    const isTime =
      line.plannedAt !== null &&
      now - Date.parse(line.plannedAt) < lateMs &&
      isQuiet(line.businessHours, line.timeZone, now)
    // Planned first: one that fails is not tried again every minute.
    const next = isTime && direction === 'down' ? now + otherMs : nextOf(line, isTime, now)
    await throughputRepo.plan(scopes, [{ lineId: line.lineId, at: new Date(next).toISOString() }])
    if (!isTime || line.leftBytes < line.megabytes * 1_000_000) continue
    await scopes
      .withCompany(line.companyId, ({ db }) => begin(deps, db, line, direction))
      .catch((error: unknown) => log.error({ err: error, lineId: line.lineId }, 'throughput is not tested'))
  }
  return due.length
}

function nextOf(
  { lineId, businessHours, timeZone, days }: DueThroughput,
  isTested: boolean,
  now: number,
): number {
  const today = Math.floor((now - noonMs) / dayMs) * dayMs + noonMs
  const from = isTested ? today + days * dayMs : now
  return nextThroughputAt(lineId, businessHours, timeZone, from) ?? from + dayMs
}

async function begin(
  deps: RunDeps,
  db: Db,
  { lineId, companyId, megabytes }: DueThroughput,
  direction: 'down' | 'up',
): Promise<void> {
  const [line] = await lineRunRepo.testable({ db }, [lineId])
  if (line === undefined) return
  const order: TestOrder = {
    kind: 'throughput',
    direction,
    megabytes,
    packets: 1,
    record: 'A',
    statuses: [],
    expected: [],
  }
  const vantage = vantageFor(order, line)
  if (vantage !== 'probe' && vantage !== 'gateway') return
  const run =
    vantage === 'probe' ? newRun(deps, order, line, vantage, null) : await ofGateway(deps, db, order, line)
  const writer = { db, scope: { companyId, personId: null, actorName: null } }
  if (run !== null) await lineRunRepo.insert(writer, [{ ...run, scheduled: true, waitMinutes }])
}

async function ofGateway(deps: RunDeps, db: Db, order: TestOrder, line: TestableLine) {
  const { companyId, gatewayId, wanName } = line
  const begun = await beginScheduledRun(
    db,
    deps,
    { companyId, deviceId: gatewayId!, lineId: null, wanName },
    gatewayOrder(order),
  )
  return begun === null ? null : { ...rowOf(order, line, 'gateway', null), diagnosticId: begun.runId }
}

export const throughputSweep = (deps: RunDeps): Sweep => ({
  name: 'line_tests.throughput',
  everySeconds: 30,
  async run(tools) {
    while (!tools.signal.aborted && (await scheduleThroughput(deps, tools, Date.now())) === batch);
  },
})
