import type { PanelKey } from '@netward/contract/panels/panels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { chartRoutes } from './index.ts'

/** Numbers of panels from data of which each is known; `charts.test.ts` compares them with their lists. */

const day = 86_400_000
let t: TestApp
let companyId: string
let boss: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => chartRoutes(app))
  companyId = (await t.company('company')).id
  boss = await t.person(companyId, 'administrator')
})
afterAll(() => t.stop())

const run = async (text: string, ...values: unknown[]) =>
  (await t.adminPool.query(text, values)).rows as { id: string }[]
const ago = (days: number) => new Date(Date.now() - days * day).toISOString()
const read = async (panel: PanelKey, days = 30, more: Record<string, unknown> = {}) =>
  (
    await boss.call('POST /api/v1/chart/panel', {
      panel,
      from: ago(days),
      to: new Date(Date.now() + 1000).toISOString(),
      ...more,
    })
  ).data

async function outlet(name: string): Promise<string> {
  const [made] = await run(
    `insert into outlet (company_id, name, created_at) values ($1, $2, now() - interval '400 days') returning id::text`,
    companyId,
    name,
  )
  return made!.id
}

test('first-time fix leaves out what came back, went to another, or was closed by its alarm', async () => {
  let number = 0
  const order = async (
    place: string,
    resolvedDays: number | null,
    createdDays: number,
    state = 'resolved',
  ) => {
    number += 1
    const [made] = await run(
      `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, state, outlet_id, created_at,
         created_by, responded_at, resolved_at, assignee_id, assignee_name)
       values ($1, $2, 'fault', 'other', 'x', 'low', 'low', 4, $3, $4, $5, 'x', $6, $6, $7, 'x') returning id::text`,
      companyId,
      number,
      state,
      await outlet(place),
      ago(createdDays),
      resolvedDays === null ? null : ago(resolvedDays),
      boss.personId,
    )
    return made!.id
  }
  const again = async (id: string, createdDays: number, state = 'new') =>
    run(
      `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, state, outlet_id, created_at, created_by)
       select company_id, number + 1000, type, category, title, impact, urgency, priority, $3, outlet_id, $2, 'x'
       from work_order where id = $1`,
      id,
      ago(createdDays),
      state,
    )
  const event = (id: string, kind: string) =>
    run('insert into work_order_event (company_id, order_id, kind) values ($1, $2, $3)', companyId, id, kind)

  await order('fixed', 12, 13)
  await event(await order('reopened', 12, 13), 'reopen')
  await event(await order('transferred', 12, 13), 'transfer')
  await again(await order('came back', 12, 13), 8)
  await again(await order('came back late', 12, 13), 4)
  await again(await order('came back by mistake', 12, 13), 8, 'cancelled')
  await event(await order('cleared', 12, 13), 'closed_by_alarm')
  await order('cancelled', 12, 13, 'cancelled')
  await order('before the period', 35, 36)
  const { rows, note } = await read('own_first_fix')
  expect([rows[0]!.values, note]).toEqual([[3 / 6, 6], null])
  expect(rows[0]!.before).toEqual([1, 1])
  // Of the last week: the next one may still come.
  await order('fresh', 2, 3)
  const fresh = await read('own_first_fix')
  expect([fresh.rows[0]!.values, fresh.note]).toEqual([[4 / 7, 7], 'provisional'])
})

test('the worst lines show what throughput tests measured downstream, and how their loss went', async () => {
  const [line] = await run(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     values ($1, $2, 'Line', 'telecom', 'broadband', 100, 50) returning id::text`,
    companyId,
    await outlet('measured'),
  )
  await run(
    `insert into rollup_hour (company_id, outlet_id, kind, part, at, counted, tests, loss_mean, rtt_mean, p95_mean, jitter_mean)
     select l.company_id, l.outlet_id, 'line', l.id::text, date_trunc('hour', now()) - n * interval '1 hour', 60, 60, n * 2, 10 * n,
       20 * n, n from internet_line l, generate_series(1, 3) n where l.company_id = $1 and l.id = $2`,
    companyId,
    line!.id,
  )
  await run(
    `insert into line_run (company_id, line_id, kind, target, state, passed, give_up_at, created_at, ended_at, test, bits_per_second)
     select $1, $2, 'throughput', '', 'done', true, now(), now() - v.age, now(), jsonb_build_object('direction', v.direction), v.rate
     from (values ('down', 90e6, interval '1 hour'), ('down', 60e6, interval '2 hours'), ('up', 20e6, interval '1 hour'),
       ('down', 10e6, interval '40 days')) v (direction, rate, age)`,
    companyId,
    line!.id,
  )
  const { rows } = await read('lines_worst', 1)
  expect(rows[0]!.values.map((value) => Math.round(1e4 * value!) / 1e4)).toEqual([0.04, 40, 2, 100, 75])
  expect(rows[0]!.trend!.filter((value) => value !== null)).toEqual([0.06, 0.04, 0.02])
  const course = await read('line_course', 1)
  const medians = course.rows.map(({ values }) => values[0]).filter((value) => value !== null)
  expect(medians).toEqual([30, 20, 10])
})

test('counts of devices go on from step to step with what came and went', async () => {
  const place = await outlet('devices')
  await run(
    `insert into device (company_id, outlet_id, name, type, driver, oui, serial_number, claimed_at, released_at, state)
     select $1, $2, 'd' || n, 'switch', 'snmp', 'AABBCC', 'V-' || n, now() - v.claimed, now() - v.released,
       case when v.released is null then 'claimed' else 'released' end
     from (values (1, interval '300 days', null::interval), (2, interval '200 days', null), (3, interval '200 days', interval '100 days'),
       (4, interval '10 days', null), (5, interval '500 days', interval '450 days')) v (n, claimed, released)`,
    companyId,
    place,
  )
  const { rows } = await read('devices_claimed', 365)
  const sums = rows.reduce(
    (all, { values }) => values.map((value, at) => (all[at] ?? 0) + (value ?? 0)),
    [] as number[],
  )
  expect(sums.slice(0, 3)).toEqual([4, 1, 3])
  expect(rows[0]!.values[3]).toBe(0)
  expect(rows.at(-1)!.values[3]).toBe(3)
  const held = rows.map(({ values }) => values[3]!)
  expect(Math.max(...held)).toBe(3)
  // Each step is the one before with its net change.
  expect(held.slice(1)).toEqual(held.slice(0, -1).map((before, at) => before + rows[at + 1]!.values[2]!))
  const [figure] = (await read('devices_held', 365)).rows
  expect([figure!.values, figure!.before, figure!.trend]).toEqual([[3, 4, 1], [0, null, null], held])
  const [outlets] = (await read('outlets_held', 365)).rows
  expect(outlets!.trend!.at(-1)).toBe(outlets!.values[0])
})

test('each type of device shows its online share over the period and in its hours', async () => {
  const place = await outlet('online')
  await run(
    `insert into rollup_hour (company_id, outlet_id, kind, part, at, counted, good, expected)
     select $1, $2, 'device', 'switch', date_trunc('hour', now()) - n * interval '1 hour', 60, 60 - 15 * n, 60 from generate_series(1, 2) n`,
    companyId,
    place,
  )
  const { rows } = await read('device_types', 1)
  const row = rows.find(({ key }) => key === 'switch')!
  expect(row.values[1]).toBe(75 / 120)
  expect(row.trend!.filter((value) => value !== null)).toEqual([0.5, 0.75])
})

test('own and shared resources are counted apart', async () => {
  const other = await t.company('company')
  const colleague = await t.person(other.id, 'engineer')
  await run(
    `insert into engineer (company_id, person_id) values ($1, $2), ($3, $4)`,
    companyId,
    boss.personId,
    other.id,
    colleague.personId,
  )
  const [key] = await run(
    `insert into sharing_key (company_id, name, prefix, secret_hash, kind, fields, mode, on_end, expires_at, created_by)
     values ($1, 'k', 'abcd', '\\x01', 'engineers', '{name}', 'use', 'finish', now() + interval '1 day', 'x') returning id::text`,
    other.id,
  )
  const values = async () => (await read('own_shared')).rows.map((row) => [row.key, ...row.values])
  expect(await values()).toEqual([
    ['engineers', 1, 0, 0],
    ['parts', 0, 0, null],
  ])
  await run(
    `insert into sharing_redemption (company_id, key_company_id, key_id, redeemed_by) values ($1, $2, $3, 'x')`,
    companyId,
    other.id,
    key!.id,
  )
  expect((await values())[0]).toEqual(['engineers', 1, 1, 0.5])
})

test('lines by ISP show their use against what is contracted, of lines of which it is known', async () => {
  const place = await outlet('used')
  const [used, unknown] = await Promise.all(
    ['Used', 'Unknown'].map(async (name) => {
      const [made] = await run(
        `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
         values ($1, $2, $3, 'unicom', 'broadband', 200, 50) returning id::text`,
        companyId,
        place,
        name,
      )
      return made!.id
    }),
  )
  await run(
    `insert into line_use_day (company_id, line_id, day, down, up)
     select $1, v.line::bigint, current_date - v.back, v.down, 1
     from (values ($2, 1, 40), ($2, 2, 60), ($2, 40, 99), ($3, 1, null)) v (line, back, down)`,
    companyId,
    used,
    unknown,
  )
  const { rows } = await read('isp_lines')
  expect(rows.find(({ key }) => key === 'unicom broadband')!.values).toEqual([2, 400, 100, 0.5])
})
