import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { openMetricStore } from '../../../platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../../alarms/index.ts'
import { lookNow } from '../../alarms/alarm-fixture.ts'
import { takeFacts } from '../../alarms/evaluation/facts.ts'
import { lineQualityRoutes } from '../index.ts'
import { findCauses } from '../ledger/ledger-sweep.ts'
import { findCarrierOutages, guessCities } from './carrier.service.ts'

let t: TestApp
let platform: TestPerson
let msp: TestPerson
let mspId: string

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    lineQualityRoutes(app)
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
  })
  const op = await t.adminPool.query<{ id: string }>(`select id::text from company where kind = 'op'`)
  platform = await t.person(op.rows[0]!.id, 'platform_administrator')
})
afterAll(() => t.stop())

beforeEach(async () => {
  await t.adminPool.query('delete from carrier_outage')
  await t.adminPool.query('delete from carrier_due')
  await t.adminPool.query('delete from internet_line')
  mspId = (await t.company('middleman')).id
  msp = await t.person(mspId, 'administrator')
})

interface Customer {
  readonly id: string
  readonly lines: string[]
  readonly person: TestPerson
}

const addLine = async (companyId: string, { isp = 'telecom', region = '华东/上海', address = '' } = {}) => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `with o as (insert into outlet (company_id, name, region, address) values ($1, 'Shop ' || $2, $3, $4) returning id)
     insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     select $1, o.id, 'Line ' || $2, $5, 'broadband', 100, 20 from o returning id::text`,
    [companyId, region, region, address, isp],
  )
  await guessCities(t.scopes)
  return rows[0]!.id
}

async function customer(below?: string, lines = 1): Promise<Customer> {
  const { id } = await t.company('company', below)
  await t.adminPool.query(`update company set products = array['link_testing'] where id = $1`, [id])
  const person = await t.person(id, 'administrator')
  const own: string[] = []
  for (let n = 0; n < lines; n += 1) own.push(await addLine(id))
  return { id, lines: own, person }
}

const minute = 60_000
const goDown = async (line: string, minutesAgo: number, upAgo?: number) => {
  await t.adminPool.query(
    `insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, second_view)
     select company_id, id, $2, $3, 1, $2, 'none' from internet_line where id = $1`,
    [
      line,
      new Date(Date.now() - minutesAgo * minute).toISOString(),
      upAgo === undefined ? null : new Date(Date.now() - upAgo * minute).toISOString(),
    ],
  )
}
const comeUp = (line: string) =>
  t.adminPool.query('update line_outage set ended_at = now() where line_id = $1 and ended_at is null', [line])

const seenBy = async (who: TestPerson, filter: object = {}) =>
  (await who.call('GET /dial/api/v1/carrierOutage', filter)).data.items
const alarmsOf = async (who: TestPerson) =>
  (await who.call('POST /monitor/api/v1/alarm/lists', { suppressed: 'all' })).data.items.map(
    ({ rule, label, behindName }) => [rule, label, behindName],
  )
const look = async () => {
  await findCarrierOutages(t.scopes)
  await takeFacts(t.scopes, 1000)
  await lookNow(t)
}

test('the platform sees one finding, an MSP its own lines, and a company a sentence once three others are affected', async () => {
  const [mine, other, third] = [await customer(mspId), await customer(), await customer()]
  await goDown(mine.lines[0]!, 8)
  await goDown(other.lines[0]!, 7)
  await look()
  expect(await seenBy(platform)).toEqual([])
  await goDown(third.lines[0]!, 4)
  await look()
  expect(await seenBy(platform)).toMatchObject([
    { isp: 'telecom', cityCode: '310000', endedAt: null, lines: 3, companies: 3 },
  ])
  const [ofMsp, ...more] = await seenBy(msp)
  expect(more).toEqual([])
  expect(ofMsp).toMatchObject({
    lines: null,
    companies: null,
    own: [{ lineId: mine.lines[0], companyId: mine.id }],
  })
  // Two others are affected: nothing may be said.
  expect(await seenBy(mine.person)).toEqual([])
  expect(await alarmsOf(mine.person)).toEqual([])

  const fourth = await customer()
  await goDown(fourth.lines[0]!, 2)
  await look()
  const [seen] = await seenBy(mine.person)
  expect(seen).toMatchObject({ isp: 'telecom', cityCode: '310000', lines: null, companies: null, own: [] })
  expect(await alarmsOf(mine.person)).toEqual([['carrier_outage', '中国电信 上海市', null]])
  expect((await seenBy(msp)).flatMap(({ own }) => own.map(({ companyId }) => companyId))).toEqual([mine.id])
  // It begins with its own line, whichever went down first.
  expect((await seenBy(fourth.person))[0]!.beganAt).not.toBe(seen!.beganAt)

  await comeUp(mine.lines[0]!)
  await comeUp(other.lines[0]!)
  await look()
  expect((await seenBy(platform))[0]!.endedAt).not.toBeNull()
  expect(
    (await mine.person.call('POST /monitor/api/v1/alarm/lists', { state: 'cleared' })).data.items,
  ).toMatchObject([{ rule: 'carrier_outage', clearedBecause: 'recovered' }])
})

test('three lines of its own tell a company so itself, and their alarms stand behind it', async () => {
  const chain = await customer(undefined, 4)
  const [a, b, c] = chain.lines
  for (const [line, ago] of [
    [a!, 9],
    [b!, 6],
    [c!, 3],
  ] as const) {
    await goDown(line, ago)
    await t.adminPool.query(
      `insert into alarm (company_id, subject_id, outlet_id, rule, metric, watches, instance, label, severity, raised_at)
       select company_id, id, outlet_id, 'line_down', 'line_up', 'offline', '', '', 'critical', now() from internet_line where id = $1`,
      [line],
    )
  }
  await look()
  const name = (
    await t.adminPool.query<{ name: string }>('select name from company where id = $1', [chain.id])
  ).rows[0]!.name
  expect(
    (await alarmsOf(chain.person)).toSorted(([one], [other]) => String(one).localeCompare(String(other))),
  ).toEqual([
    ['carrier_outage', '中国电信 上海市', null],
    ['line_down', '', name],
    ['line_down', '', name],
    ['line_down', '', name],
  ])
  expect(await seenBy(chain.person, { lineId: a })).toHaveLength(1)
  expect(await seenBy(chain.person, { lineId: chain.lines[3] })).toEqual([])

  // Five minutes after it ended, what is still down comes to life.
  await comeUp(a!)
  await look()
  await lookNow(t, Date.now() + 6 * minute)
  await t.adminPool.query(`update alarm_path_due set due_at = now()`)
  await lookNow(t, Date.now() + 6 * minute)
  expect((await alarmsOf(chain.person)).every(([, , behind]) => behind === null)).toBe(true)
})

test('other cities, other ISPs, ISPs in free text, lines that their gateway contradicts, and who opted out do not count', async () => {
  const one = await customer()
  const two = await customer()
  await goDown(one.lines[0]!, 3)
  await goDown(two.lines[0]!, 3)
  for (const options of [
    { region: '华东/江苏/南京' },
    { isp: 'unicom' },
    { isp: 'other' },
    { region: '', address: '中山路 1 号' },
  ])
    await goDown(await addLine(one.id, options), 2)
  const contradicted = await addLine(one.id)
  await goDown(contradicted, 2)
  await t.adminPool.query(`update line_outage set second_view = 'disagrees' where line_id = $1`, [
    contradicted,
  ])
  await look()
  expect(await seenBy(platform)).toEqual([])

  const out = await customer()
  await goDown(out.lines[0]!, 1)
  await look()
  expect(await seenBy(platform)).toHaveLength(1)
  await t.adminPool.query('update company set carrier_findings = false where id = $1', [out.id])
  await look()
  expect(await seenBy(platform)).toEqual([])
  expect(await seenBy(out.person)).toEqual([])
})

test('a city that a person chose counts before the guess, and a changed address is guessed from anew', async () => {
  const one = await customer(undefined, 2)
  await goDown(one.lines[0]!, 3)
  await goDown(one.lines[1]!, 3)
  const third = await addLine(one.id, { region: '', address: '江苏省南京市中山路 1 号' })
  await goDown(third, 2)
  await look()
  expect(await seenBy(platform)).toEqual([])
  await t.adminPool.query(
    `update outlet set address = '上海市中山路 1 号' where id = (select outlet_id from internet_line where id = $1)`,
    [third],
  )
  await guessCities(t.scopes)
  await t.adminPool.query(
    "update line_outage set began_at = began_at + interval '1 second' where line_id = $1",
    [third],
  )
  await look()
  expect(await seenBy(platform)).toMatchObject([{ cityCode: '310000', lines: 3 }])
  await t.adminPool.query(
    `update outlet set city_code = '320100' where id = (select outlet_id from internet_line where id = $1)`,
    [third],
  )
  await look()
  expect(await seenBy(platform)).toEqual([])
})

test('a line whose ISP is corrected, an outlet that moves and a company that takes part again are looked at', async () => {
  const one = await customer(undefined, 2)
  for (const line of one.lines) await goDown(line, 4)
  const third = await addLine(one.id, { isp: 'unicom' })
  await goDown(third, 3)
  await look()
  expect(await seenBy(platform)).toEqual([])
  await t.adminPool.query(`update internet_line set isp = 'telecom' where id = $1`, [third])
  await look()
  expect(await seenBy(platform)).toMatchObject([{ isp: 'telecom', lines: 3 }])
  for (const line of [...one.lines, third]) await comeUp(line)
  await look()

  // One that is over is looked at as well.
  const move = (city: string) =>
    t.adminPool.query(
      `update outlet set city_code = $2 where id = (select outlet_id from internet_line where id = $1)`,
      [third, city],
    )
  await move('320100')
  await look()
  expect(await seenBy(platform)).toEqual([])
  await move('310000')
  await look()
  expect(await seenBy(platform)).toMatchObject([{ lines: 3, endedAt: expect.any(String) }])

  const takesPart = (does: boolean) =>
    t.adminPool.query('update company set carrier_findings = $2 where id = $1', [one.id, does])
  await takesPart(false)
  await look()
  expect(await seenBy(platform)).toEqual([])
  await takesPart(true)
  await look()
  expect(await seenBy(platform)).toHaveLength(1)
})

test('outages within one of their carrier have it as their cause, where the company may know of it, and a person is right', async () => {
  const [chain, alone] = [await customer(undefined, 3), await customer()]
  for (const line of [...chain.lines, alone.lines[0]!]) await goDown(line, 5)
  // Before the others, and over when they began.
  await goDown(chain.lines[0]!, 60, 50)
  const causes = async ({ lines }: Customer) =>
    (
      await t.adminPool.query<{ says: string }>(
        `select cause || ' ' || responsibility || ' ' || coalesce(cause_rule, '-') as says from line_outage
         where line_id = any ($1::bigint[]) order by line_id, began_at desc`,
        [lines],
      )
    ).rows.map(({ says }) => says)
  await t.adminPool.query(
    `update line_outage set cause = 'power', responsibility = 'customer', cause_by = 'Somebody', cause_at = now()
     where line_id = $1`,
    [chain.lines[1]],
  )
  await findCarrierOutages(t.scopes)
  await findCauses(t.scopes)
  const unknown = 'unknown unknown -'
  const carrier = 'isp isp carrier'
  expect(await causes(chain)).toEqual([carrier, unknown, 'power customer -', carrier])
  // One other company is affected: nothing may be said.
  expect(await causes(alone)).toEqual([unknown])
  for (const other of [await customer(), await customer()]) await goDown(other.lines[0]!, 2)
  await findCarrierOutages(t.scopes)
  await findCauses(t.scopes)
  expect(await causes(alone)).toEqual([carrier])
})

test('looking again changes nothing', async () => {
  const one = await customer(undefined, 3)
  for (const line of one.lines) await goDown(line, 3)
  await look()
  const before = await seenBy(platform)
  const events = async () =>
    (await t.adminPool.query(`select count(*)::int as n from live_event where kind = 'line.changed'`)).rows
  const noted = await events()
  await look()
  expect(await seenBy(platform)).toEqual(before)
  expect(await events()).toEqual(noted)
})
