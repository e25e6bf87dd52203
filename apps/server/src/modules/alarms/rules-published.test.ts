import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson
let engineer: TestPerson
let company: { id: string }

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => alarmRoutes(app, { scopes, store: openMetricStore(scopes) }))
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  engineer = await t.person(company.id, 'engineer')
})

type Definition = EndpointInput<'POST /monitor/api/v1/alarm/rules'>['definition']
const disk = (raise: number, more: object = {}): Definition => ({
  of: { kind: 'metric', metric: 'storage_usage', compare: 'above', raise, clear: raise },
  severity: 'minor',
  ...more,
})
const own = async (who: TestPerson = engineer) =>
  (await who.call('GET /monitor/api/v1/alarm/rules', {})).data.filter(({ shipped }) => !shipped)
const add = async (who: TestPerson, name: string, definition = disk(50)) =>
  (await who.call('POST /monitor/api/v1/alarm/rules', { name, watch: false, definition })).data.key
const publish = (who: TestPerson, key: string, published = true) =>
  who.call('POST /monitor/api/v1/alarm/rules/:key/publish', { key, published })
const edit = (who: TestPerson, key: string, raise: number, more: object = {}) =>
  who.call('PUT /monitor/api/v1/alarm/rules/:key', { key, enabled: true, definition: disk(raise), ...more })

const end = () => t.scopes.asLoginRole('select alarm_rules_end_watching()')
/** Eight days later, for rules that watch. */
const past = () =>
  t.adminPool.query(
    `update alarm_rule set watch_until = watch_until - interval '8 days' where company_id = $1`,
    [company.id],
  )

test('a published rule arrives below as a copy that watches, and follows each change', async () => {
  const key = await add(msp, 'Ours')
  expect((await publish(msp, key)).data).toMatchObject({ published: { follow: 1, changed: 0 } })
  const [copy] = await own()
  expect(copy).toMatchObject({
    name: 'Ours',
    watch: true,
    enabled: true,
    fromAbove: { follows: true },
    original: null,
    differs: [],
    mayPublish: false,
  })
  // It decides itself when it raises, and follows all the same.
  await edit(engineer, copy!.key, 50, { watch: false })
  await edit(msp, key, 60)
  expect((await own())[0]).toMatchObject({
    watch: false,
    fromAbove: { follows: true },
    definition: { of: { raise: 60 } },
  })
  // One switch stops it everywhere.
  await edit(msp, key, 60, { enabled: false })
  expect((await own())[0]).toMatchObject({ enabled: false, fromAbove: { follows: true } })
})

test('a copy that is changed detaches, says what differs, and follows again once the changes are given up', async () => {
  const key = await add(msp, 'Ours')
  await publish(msp, key)
  const copy = (await own())[0]!.key
  await edit(engineer, copy, 55, { watch: true })
  await edit(msp, key, 70)
  expect((await own())[0]).toMatchObject({
    fromAbove: { follows: false },
    definition: { of: { raise: 55 } },
    original: { of: { raise: 70 } },
    differs: ['clear', 'raise'],
  })
  expect((await own(msp))[0]).toMatchObject({ published: { follow: 0, changed: 1 } })
  await engineer.call('POST /monitor/api/v1/alarm/rules/:key/reset', { key: copy })
  expect((await own())[0]).toMatchObject({ fromAbove: { follows: true }, definition: { of: { raise: 70 } } })
})

test('one switch stops a published rule everywhere, also where it was changed', async () => {
  const key = await add(msp, 'Ours')
  await publish(msp, key)
  await edit(engineer, (await own())[0]!.key, 55)
  await edit(msp, key, 50, { enabled: false })
  expect(await own()).toMatchObject([
    { enabled: false, fromAbove: { follows: false }, definition: { of: { raise: 55 } } },
  ])
  // On again, copies that follow raise, and a company that changed its copy decides itself.
  await edit(msp, key, 50, { enabled: true })
  expect(await own()).toMatchObject([{ enabled: false }])
})

test('withdrawn, copies that follow go and changed ones stay; a company that comes gets the rules', async () => {
  const key = await add(msp, 'Ours')
  await publish(msp, key)
  const second = await t.company('company', msp.companyId)
  const late = await t.person(second.id, 'engineer')
  expect(await own(late)).toMatchObject([{ name: 'Ours', fromAbove: { follows: true } }])
  await edit(engineer, (await own())[0]!.key, 55)
  await publish(msp, key, false)
  expect(await own(late)).toEqual([])
  expect(await own()).toMatchObject([{ fromAbove: null, definition: { of: { raise: 55 } } }])
})

test('a company that moves to another MSP keeps its copies as its own', async () => {
  await publish(msp, await add(msp, 'Ours'))
  const other = await t.person((await t.company('middleman')).id, 'administrator')
  await publish(other, await add(other, 'Ours', disk(80)))
  await t.adminPool.query('update company set parent_id = $2 where id = $1', [company.id, other.companyId])
  expect(
    (await own()).map(({ fromAbove, definition: { of } }) => [
      fromAbove?.follows ?? null,
      'raise' in of && of.raise,
    ]),
  ).toEqual([
    [null, 50],
    [true, 80],
  ])
})

test('a name that is taken gets the name of the company above; a copy is not deleted; sites are not published', async () => {
  await add(engineer, 'Ours')
  const key = await add(msp, 'ours')
  await publish(msp, key)
  const copy = (await own()).find(({ fromAbove }) => fromAbove !== null)!
  expect(copy.name).toMatch(/^ours · /)
  const remove = (rule: string, who = engineer) =>
    who.call('DELETE /monitor/api/v1/alarm/rules/:key', { key: rule })
  expect((await remove(copy.key)).code).toBe('alarm.rule_from_above')
  expect((await publish(engineer, copy.key)).code).toBe('alarm.rule_not_found')
  expect((await publish(engineer, (await own()).find(({ fromAbove }) => fromAbove === null)!.key)).code).toBe(
    'alarm.rule_not_found',
  )
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Here') returning id::text`,
    [msp.companyId],
  )
  const placed = await add(msp, 'Placed', disk(50, { outletIds: [rows[0]!.id] }))
  expect((await publish(msp, placed)).code).toBe('alarm.rule_of_sites')
  const moved = await edit(msp, key, 50, { definition: disk(50, { outletIds: [rows[0]!.id] }) })
  expect(moved.code).toBe('alarm.rule_of_sites')
  expect((await remove(key, msp)).code).toBe(0)
  expect((await own()).map(({ name }) => name)).toEqual(['Ours'])
})

test('a copy and a new rule raise after 7 days, or once confirmed; one that somebody set to watch stays so', async () => {
  const key = await add(msp, 'Ours')
  await publish(msp, key)
  const [copy] = await own()
  const days = (Date.parse(copy!.watchUntil!) - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(6.9)
  expect(days).toBeLessThan(7.1)
  await end()
  expect((await own())[0]).toMatchObject({ watch: true })
  await past()
  await end()
  expect((await own())[0]).toMatchObject({ watch: false, watchUntil: null, fromAbove: { follows: true } })
  // By hand: nothing ends it but a confirmation.
  await edit(engineer, copy!.key, 50, { watch: true })
  expect((await own())[0]).toMatchObject({ watch: true, watchUntil: null })
  await end()
  expect((await own())[0]).toMatchObject({ watch: true })
  // Given up: as one that has just come.
  await engineer.call('POST /monitor/api/v1/alarm/rules/:key/reset', { key: copy!.key })
  expect((await own())[0]!.watchUntil).not.toBeNull()
  await edit(engineer, copy!.key, 50, { watch: false })
  expect((await own())[0]).toMatchObject({ watch: false, watchUntil: null })
  await engineer.call('POST /monitor/api/v1/alarm/rules', { name: 'Mine', definition: disk(70) })
  await past()
  await end()
  expect(new Map((await own()).map(({ name, watch }) => [name, watch]))).toEqual(
    new Map([
      ['Mine', false],
      ['Ours', false],
    ]),
  )
})
