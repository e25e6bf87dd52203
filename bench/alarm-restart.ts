import { setTimeout as pause } from 'node:timers/promises'
import { lookAtDue } from '../apps/server/src/modules/alarms/evaluation/due.ts'
import { watchSamples } from '../apps/server/src/modules/alarms/index.ts'
import { createPool } from '../apps/server/src/platform/db/pool.ts'
import { Scopes } from '../apps/server/src/platform/db/scope.ts'
import { createLogger } from '../apps/server/src/platform/log.ts'
import { intakeOf } from '../apps/server/src/platform/metrics/open-store.ts'
import { createTestApp, type TestApp } from '../apps/server/test/test-app.ts'
import type { MetricPoll } from '../packages/contract/src/metric-batch.ts'
import { alarmInterval, seriesOf, valuesOf } from './harness/alarm-estate.ts'
import { Batches } from './harness/metric-estate.ts'
import { withOwnDatabase } from './harness/own-database.ts'
import type { Section } from './harness/report.ts'

const writers = 4
const perBatch = 20
const devicesAtGoal = 10_000

/**
 * How long after a restart everything is evaluated again, on a database of its own: a process that knows nothing gets a poll
 * of every device, while one device in a hundred has gone offline.
 */
export function alarmRestart(devices: number): Promise<Section> {
  return withOwnDatabase(async () => {
    const t = await createTestApp()
    try {
      return await restarting(t, devices)
    } finally {
      await t.stop()
    }
  })
}

async function restarting(t: TestApp, count: number): Promise<Section> {
  const { id: companyId } = await t.company('company')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into device (company_id, name, type, driver, presence)
     select $1, 'Switch ' || n, 'switch', 'none', 'online' from generate_series(1, $2::int) n returning id::text`,
    [companyId, count],
  )
  const ids = rows.map(({ id }) => id)
  const start = Date.now() - 2 * alarmInterval
  const before = began(t)
  // Two rounds: series exist, full disks have their alarm.
  for (const round of [0, 1]) await poll(before.scopes, ids, start + round * alarmInterval, `before-${round}`)
  await lookAtAll(before.scopes)
  await before.end()
  const { rowCount: gone } = await t.adminPool.query(
    `update device set presence = 'offline' where id = any ($1::bigint[])`,
    [ids.filter((_, n) => n % 100 === 50)],
  )
  const again = began(t)
  const at = performance.now()
  const since = () => (performance.now() - at) / 1000
  let first = 0
  let offline = 0
  const followed = { stop: false }
  const looking = (async () => {
    while (!followed.stop && offline === 0) {
      await lookAtAll(again.scopes)
      const found = await t.adminPool.query<{ n: number }>(
        `select count(*)::int as n from alarm where rule = 'device_offline' and state = 'active'`,
      )
      if (found.rows[0]!.n >= (gone ?? 0)) offline = since()
      await pause(100)
    }
  })()
  await poll(again.scopes, ids, start + 2 * alarmInterval, 'after', () => (first ||= since()))
  const all = since()
  await looking
  followed.stop = true
  await again.end()
  const alarms = await t.adminPool.query<{ n: number }>(
    `select count(*)::int as n from alarm where rule = 'disk_full'`,
  )
  const twice = alarms.rows[0]!.n - Math.ceil(count / 100)
  const goal = { of: 'value', atMost: 30 } as const
  const atGoal = (all * devicesAtGoal) / count
  return {
    title: `Alarms after a restart: ${count} devices, ${count * seriesOf} series`,
    figures: [
      { name: 'first batch evaluated and acknowledged', values: [first], unit: 's', decimals: 2, goal },
      {
        name: 'a poll of every device, all at once, evaluated and acknowledged',
        values: [all],
        unit: 's',
        decimals: 1,
      },
      {
        name: 'every device that went offline has its alarm',
        values: [offline],
        unit: 's',
        decimals: 1,
        goal,
      },
      { name: 'alarms raised anew', values: [twice], unit: '', goal: { of: 'value', atMost: 0 } },
    ],
    notes: [
      `By that all polls of ${devicesAtGoal} devices would take ${Math.round(atGoal)} s at once; they come over ${alarmInterval / 1000} s.`,
    ],
  }
}

/** What a process holds: connections and memory of its own. */
function began(t: TestApp): { readonly scopes: Scopes; end(): Promise<void> } {
  const pool = createPool(
    { ...t.admin, user: t.roles.login, password: 'test-login' },
    createLogger('silent'),
    writers + 2,
  )
  const scopes = new Scopes(pool, t.roles)
  watchSamples(scopes)
  return { scopes, end: () => pool.end() }
}

async function lookAtAll(scopes: Scopes): Promise<void> {
  while (await lookAtDue(scopes, Date.now()));
}

async function poll(
  scopes: Scopes,
  ids: readonly string[],
  at: number,
  name: string,
  onAcknowledged: () => unknown = () => undefined,
): Promise<void> {
  const intake = intakeOf(scopes)
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const batches = new Batches(`${name}-${writer}`)
      for (let first = writer * perBatch; first < ids.length; first += writers * perBatch) {
        const polls = ids
          .slice(first, first + perBatch)
          .map((deviceId, n): MetricPoll => ({ deviceId, at, values: valuesOf(first + n, at) }))
        await intake.write(batches.next(polls))
        onAcknowledged()
      }
    }),
  )
}
