import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { countByTheClock, countLateData, markAll } from './index.ts'

let t: TestApp
const hourMs = 3_600_000
const thisHour = Math.floor(Date.now() / hourMs) * hourMs
const at = (hoursAgo: number, minutes = 0) =>
  new Date(thisHour - hoursAgo * hourMs + minutes * 60_000).toISOString()
const run = async (text: string, values: unknown[]) =>
  (await t.adminPool.query(text, values)).rows as { id: string }[]

beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.stop())

async function shop(hours = '') {
  const { id: company } = await t.company('company')
  const [outlet] = await run(
    `insert into outlet (company_id, name, business_hours) values ($1, 'Shop', $2) returning id::text`,
    [company, hours],
  )
  const lines = await run(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     select $1, $2, n, 'telecom', case n when 'a' then 'broadband' else '5g' end, 100, 50 from unnest(array['a', 'b']) n returning id::text`,
    [company, outlet!.id],
  )
  const gateway = await arrangeDevice(t, company, { claimed_at: at(60) })
  await run('update device set outlet_id = $2 where id = $1', [gateway, outlet!.id])
  return { company, outlet: outlet!.id, lines: lines.map(({ id }) => id), gateway }
}
type Shop = Awaited<ReturnType<typeof shop>>

const minutesOf = ({ company, lines }: Shop, line: number, hoursAgo: number, letters: string) =>
  run(
    `insert into line_hour (company_id, line_id, hour, minutes) values ($1, $2, $3, $4)
     on conflict (line_id, hour) do update set minutes = excluded.minutes`,
    [company, lines[line], at(hoursAgo), letters],
  )

const rows = async ({ company }: Shop, table: 'rollup_hour' | 'rollup_day') =>
  run(
    `select to_jsonb(r) - 'at' as row, r.at from ${table} r where company_id = $1 order by kind, at, outlet_id, part`,
    [company],
  )

/** What whole companies have is the sum of what stands in them. */
const expectSums = async ({ company }: Shop) => {
  const sums = await run(
    `select kind, at, sum(counted) as counted, sum(good) as good, sum(expected) as expected from rollup_hour
     where company_id = $1 and kind in ('outlet', 'line', 'device') group by 1, 2 order by 1, 2`,
    [company],
  )
  const kept = await run(
    `select kind, at, counted, good, expected from rollup_company_hour
     where company_id = $1 and (counted, good, expected) <> (0, 0, 0) order by 1, 2`,
    [company],
  )
  expect(kept).toEqual(
    sums.filter((sum) =>
      Object.values(sum)
        .slice(2)
        .some((n) => n !== '0'),
    ),
  )
}

const drain = async (now: number) => {
  while ((await countLateData(t.scopes, now)) > 0);
}

const hoursAgo = fc.integer({ min: 0, max: 40 })
const acts = fc.oneof(
  fc.record({
    act: fc.constant('minutes' as const),
    line: fc.integer({ min: 0, max: 1 }),
    hoursAgo,
    letters: fc.string({ unit: fc.constantFrom('u', 'o', 'd', 'b', '-'), minLength: 60, maxLength: 60 }),
  }),
  fc.record({
    act: fc.constant('presence' as const),
    hoursAgo,
    kind: fc.constantFrom('online', 'overdue', 'offline'),
  }),
  fc.record({
    act: fc.constant('doubt' as const),
    line: fc.integer({ min: 0, max: 1 }),
    hoursAgo,
    view: fc.constantFrom('agrees', 'disagrees'),
  }),
  fc.record({ act: fc.constant('maintenance' as const), hoursAgo, approved: fc.boolean() }),
  fc.record({ act: fc.constant('alarm' as const), hoursAgo, severity: fc.constantFrom('critical', 'minor') }),
  fc.record({ act: fc.constant('order' as const), hoursAgo }),
  fc.record({ act: fc.constant('behind' as const) }),
  fc.record({ act: fc.constant('clock' as const) }),
  fc.record({ act: fc.constant('late' as const) }),
)

type Act = typeof acts extends fc.Arbitrary<infer One> ? One : never

async function carryOut(place: Shop, one: Act, now: number): Promise<void> {
  const { company, outlet, lines, gateway } = place
  switch (one.act) {
    case 'minutes':
      await minutesOf(place, one.line, one.hoursAgo, one.letters)
      return
    case 'presence':
      await run(`insert into device_timeline (company_id, device_id, at, kind) values ($1, $2, $3, $4)`, [
        company,
        gateway,
        at(one.hoursAgo, 17),
        one.kind,
      ])
      return
    case 'doubt':
      await run(
        `insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, second_view)
         values ($1, $2, $3, $4, 30, $3, $5) on conflict (company_id, line_id, began_at) do update set second_view = excluded.second_view`,
        [company, lines[one.line], at(one.hoursAgo + 1, 20), at(one.hoursAgo, 10), one.view],
      )
      return
    case 'maintenance':
      await run(
        `insert into maintenance_window (company_id, name, reason, whole_company, outlet_ids, starts_at, ends_at, lasts_s, entered_by,
           approved_at, approved_by)
         values ($1, 'x', 'x', false, array[$2::bigint], $3, $4, 1800, 'x', case when $5 then now() end, case when $5 then 'y' end)`,
        [company, outlet, at(one.hoursAgo, 5), at(one.hoursAgo, 35), one.approved],
      )
      return
    case 'alarm':
      await run(
        `insert into alarm (company_id, subject_id, outlet_id, rule, instance, label, severity, raised_at, group_id)
         values ($1, $2, $3, 'x', random()::text, 'x', $4, $5, 1)`,
        [company, gateway, outlet, one.severity, at(one.hoursAgo, -1)],
      )
      return
    case 'behind':
      await run(
        `update alarm a set behind_id = b.id from (select min(id) as id from alarm where company_id = $1) b
        where a.company_id = $1 and a.id <> b.id`,
        [company],
      )
      return
    case 'order':
      await run(
        `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, outlet_id, created_at,
           state, resolved_at)
         select $1, coalesce(max(number), 0) + 1, 'fault', 'other', 'x', 'low', 'low', 4, 'x', $2, $3::timestamptz, 'resolved',
           $3::timestamptz + interval '90 minutes' from work_order where company_id = $1`,
        [company, outlet, at(one.hoursAgo, -100)],
      )
      return
    case 'clock':
      await countByTheClock(t.scopes, now)
      return
    case 'late':
      await countLateData(t.scopes, now)
  }
}

test('what is kept as data come, in whatever order, equals a recount', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(acts, { minLength: 5, maxLength: 25 }),
      fc.constantFrom('', 'Mo-Su 09:30-18:00'),
      async (several, hours) => {
        const place = await shop(hours)
        const now = Date.now()
        await run('delete from rollup_progress', [])
        await countByTheClock(t.scopes, now)
        for (const one of several) await carryOut(place, one, now)
        await drain(now)
        // In another hour: days follow hours by the clock.
        await countByTheClock(t.scopes, now + hourMs)
        const kept = [await rows(place, 'rollup_hour'), await rows(place, 'rollup_day')]
        await expectSums(place)
        for (const table of ['rollup_hour', 'rollup_day'])
          expect(
            await run(
              `select * from ${table} where company_id = $1 and kind = 'line' and not (within <= judged and judged <= counted)`,
              [place.company],
            ),
          ).toEqual([])

        await run('delete from rollup_hour where company_id = $1', [place.company])
        await run('delete from rollup_day where company_id = $1', [place.company])
        await run('delete from rollup_progress', [])
        await run(markAll, [place.company, at(24 * 8)])
        await drain(now + hourMs)
        await countByTheClock(t.scopes, now + hourMs)
        expect([await rows(place, 'rollup_hour'), await rows(place, 'rollup_day')]).toEqual(kept)
        await expectSums(place)
      },
    ),
    { numRuns: 12 },
  )
}, 60_000)

test('an outlet is down when neither its lines nor its gateway answer, and lines stand for themselves', async () => {
  const place = await shop()
  await minutesOf(place, 0, 3, 'u'.repeat(30) + 'd'.repeat(20) + 'b'.repeat(5) + '-'.repeat(5))
  await minutesOf(place, 1, 3, '-'.repeat(60))
  await run(`insert into device_timeline (company_id, device_id, at, kind) values ($1, $2, $3, 'offline')`, [
    place.company,
    place.gateway,
    at(3, 0),
  ])
  await drain(Date.now())
  const found = await run(
    `select kind, counted, good, blind, expected from rollup_hour where company_id = $1 and at = $2 order by kind`,
    [place.company, at(3)],
  )
  expect(found).toEqual([
    { kind: 'device', counted: 60, good: 0, blind: 0, expected: 60 },
    { kind: 'line', counted: 50, good: 30, blind: 5, expected: 60 },
    { kind: 'outlet', counted: 55, good: 30, blind: 5, expected: 60 },
  ])
})

test('minutes that a gateway contradicts are up, and not judged against the target', async () => {
  const place = await shop()
  await minutesOf(place, 0, 3, 'u'.repeat(40) + 'd'.repeat(20))
  await run(
    `insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, second_view)
     values ($1, $2, $3, $4, 20, $3, 'disagrees')`,
    [place.company, place.lines[0], at(3, 40), at(2)],
  )
  await drain(Date.now())
  await countByTheClock(t.scopes, Date.now() + hourMs)
  expect(
    await run(
      `select counted, good, within, judged from rollup_hour where company_id = $1 and kind = 'line' and at = $2 and part = $3`,
      [place.company, at(3), place.lines[0]],
    ),
  ).toEqual([{ counted: 60, good: 60, within: 40, judged: 40 }])
})

test('a closed month never changes: what came later is noted', async () => {
  const place = await shop()
  // Always in a month that is over for more than three days, and less than 99 days ago.
  const hoursBack = 24 * 45
  await minutesOf(place, 0, hoursBack, 'u'.repeat(60))
  await run(markAll, [place.company, at(24 * 90)])
  await drain(Date.now())
  const day = async () =>
    run(`select counted, good from rollup_day where company_id = $1 and kind = 'line'`, [place.company])
  expect(await day()).toEqual([{ counted: 60, good: 60 }])
  await minutesOf(place, 0, hoursBack, 'u'.repeat(30) + 'd'.repeat(30))
  await drain(Date.now())
  expect(await day()).toEqual([{ counted: 60, good: 60 }])
  expect(
    await run(`select counted, good from rollup_correction where company_id = $1 and kind = 'line'`, [
      place.company,
    ]),
  ).toEqual([{ counted: 60, good: 30 }])
})
