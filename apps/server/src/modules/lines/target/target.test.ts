import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { outletRoutes } from '../../outlets/index.ts'
import { lineQualityRoutes } from '../index.ts'
import { judgeLines } from './target-sweep.ts'

let t: TestApp
const hourMs = 3_600_000
const hour = (ago: number) => new Date(Math.floor(Date.now() / hourMs) * hourMs - ago * hourMs).toISOString()

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    outletRoutes(app, deps)
    lineQualityRoutes(app)
  })
})
afterAll(() => t.stop())

async function customer(parentId?: string) {
  const { id } = await t.company('company', parentId)
  await t.adminPool.query(`update company set products = array['link_testing'] where id = $1`, [id])
  const person = await t.person(id, 'administrator')
  const outletId = (await person.call('POST /api/v1/outlet', { name: 'Shop' })).data.id
  return { id, person, outletId }
}

type Customer = Awaited<ReturnType<typeof customer>>

/** A line with hours of minutes, newest last, the last an hour ago. */
async function line({ id, person, outletId }: Customer, name: string, hours: string[], by = 'probe') {
  const { data } = await person.call('POST /api/v1/outlet/:outletId/line', {
    outletId,
    name,
    isp: 'telecom',
    type: 'broadband',
    downMbps: 200,
    upMbps: 50,
  })
  for (const [n, minutes] of hours.entries())
    await t.adminPool.query(
      `insert into line_hour (company_id, line_id, hour, minutes) values ($1, $2, $3, rpad($4, 60, $4))`,
      [id, data.id, hour(hours.length - n), minutes],
    )
  await t.adminPool.query(
    `update line_standing set measured_at = now(), measured_by = $2, judged_at = null where line_id = $1`,
    [data.id, by],
  )
  return data.id
}

const count = async (who: TestPerson, more: object = {}) =>
  (await who.call('GET /dial/api/v1/line/target', more)).data.periods.map(({ within, outside, seldom }) => [
    within,
    outside,
    seldom,
  ])
const total = async (who: TestPerson, filter: object) =>
  (await who.call('POST /dial/api/v1/line/lists', filter)).data.total

test('the number of each target is the total of the list that it opens, for a tenant, its MSP and the platform', async () => {
  const msp = await t.company('middleman')
  const [mine, other, stranger] = [await customer(msp.id), await customer(msp.id), await customer()]
  await line(mine, 'Good', ['u'.repeat(58) + 'oo'])
  await line(mine, 'Slow', ['u'.repeat(50) + 'o'.repeat(10)])
  // Bad days ago, good in the last day.
  await line(mine, 'Better', ['d', ...Array.from({ length: 30 }, () => '-'), 'u'])
  await line(mine, 'By its gateway', ['u' + '-'.repeat(14)], 'gateway')
  await line(mine, 'Silent', ['-'])
  await line(other, 'Down', ['d'])
  await line(stranger, 'Good too', ['u'])
  await judgeLines(t.scopes, Date.now())
  const chief = await t.person(msp.id, 'administrator')
  expect(await count(mine.person)).toEqual([
    [2, 1, 1],
    [1, 2, 1],
  ])
  expect(await count(chief)).toEqual([
    [2, 2, 1],
    [1, 3, 1],
  ])
  expect(await count(t.operator)).toEqual([
    [3, 2, 1],
    [2, 3, 1],
  ])
  expect(await count(chief, { companyId: other.id })).toEqual([
    [0, 1, 0],
    [0, 1, 0],
  ])
  expect(await count(mine.person, { outletId: mine.outletId })).toEqual(await count(mine.person))
  for (const who of [mine.person, chief, t.operator]) {
    const [day, week] = await count(who)
    for (const [place, target] of (['within', 'outside', 'seldom'] as const).entries()) {
      expect(await total(who, { dayTarget: [target] })).toBe(day![place])
      expect(await total(who, { weekTarget: [target] })).toBe(week![place])
    }
  }
  const { items } = (await mine.person.call('POST /dial/api/v1/line/lists', { sort: 'name' })).data
  expect(items.map(({ name, dayTarget, weekTarget }) => [name, dayTarget, weekTarget])).toEqual([
    ['Better', 'within', 'outside'],
    ['By its gateway', 'seldom', 'seldom'],
    ['Good', 'within', 'within'],
    ['Silent', null, null],
    ['Slow', 'outside', 'outside'],
  ])
})

test('maintenance does not count, and each line is judged once an hour', async () => {
  const one = await customer()
  const shop = await line(one, 'At night', ['d', 'u'])
  await t.adminPool.query(
    `insert into maintenance_window (company_id, name, reason, whole_company, starts_at, ends_at, lasts_s, entered_at, entered_by)
     values ($1, 'Work', 'Fibre', true, $2, $3, 3600, $2, 'Somebody')`,
    [one.id, hour(2), hour(1)],
  )
  expect(await judgeLines(t.scopes, Date.now())).toBe(1)
  expect(await judgeLines(t.scopes, Date.now())).toBe(0)
  const { items } = (await one.person.call('POST /dial/api/v1/line/lists', { sort: '-name' })).data
  expect(items.map(({ id, dayTarget }) => [id, dayTarget])).toEqual([[shop, 'within']])
})
