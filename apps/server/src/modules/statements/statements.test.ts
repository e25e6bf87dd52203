import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { paperTexts } from '../../platform/paper/paper-text.fixture.ts'
import { makeStatements, recountStatements, statementRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let company: { id: string }
let above: TestPerson
let boss: TestPerson

beforeAll(async () => {
  t = await createTestApp(statementRoutes)
})
afterAll(() => t.stop())
beforeEach(async () => {
  msp = await t.company('middleman')
  company = await t.company('company', msp.id)
  above = await t.person(msp.id, 'administrator')
  boss = await t.person(company.id, 'administrator')
  await t.adminPool.query(`update company set created_at = now() - interval '1 year' where id = any ($1)`, [
    [msp.id, company.id],
  ])
})

const tools = () => ({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })

const now = new Date()
const isoDay = (back: number, day: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, day)).toISOString().slice(0, 10)
/** The last month, and the 3rd after it: the test may run before that day. */
const month = isoDay(1, 1)
const issue = (on = isoDay(0, 3)) => makeStatements(tools(), new Date(`${on}T12:00:00+08:00`))

/** Two sites, three devices, four orders of which two are beyond the package, and three SMS. */
async function aMonth(companyId: string): Promise<void> {
  const within = `($2::timestamp + interval '10 days') at time zone 'Asia/Shanghai'`
  await t.adminPool.query(
    `insert into outlet (company_id, name, created_at) select $1, 'Site ' || n, ${within} from generate_series(1, 2) n`,
    [companyId, month],
  )
  await t.adminPool.query(
    `insert into device (company_id, name, type, driver, claimed_at)
     select $1, 'Device ' || n, case n when 1 then 'router' else 'switch' end, 'none', ${within} from generate_series(1, 3) n`,
    [companyId, month],
  )
  await t.adminPool.query(
    `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, created_at,
       beyond_package, price, state)
     select $1, n, 'fault', 'other', 'Order', 'low', 'low', 4, 'A', ${within}, n > 2, case when n > 2 then 120.5 end,
       case n when 5 then 'cancelled' else 'new' end
     from generate_series(1, 5) n`,
    [companyId, month],
  )
  // One that belongs to the month before.
  await t.adminPool.query(
    `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, created_at)
     values ($1, 6, 'fault', 'other', 'Order', 'low', 'low', 4, 'A', $2::timestamp at time zone 'Asia/Shanghai' - interval '1 second')`,
    [companyId, month],
  )
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
     values ($1, 4, 'SMS', '{}', '', '', 'A') returning id::text`,
    [companyId],
  )
  await t.adminPool.query(
    `insert into notice_message (company_id, channel_id, recipient, state, made_at, finished_at)
     select $1, $3, 1, case n when 4 then 'failed' else 'sent' end, ${within}, ${within} from generate_series(1, 4) n`,
    [companyId, month, rows[0]!.id],
  )
}

const list = async (person: TestPerson) => (await person.call('POST /api/v1/statement/lists', {})).data.items
const open = async (person: TestPerson, statementId: string) =>
  (await person.call('GET /api/v1/statement/:statementId', { statementId, language: 'en' })).data
const tableOf = (blocks: Awaited<ReturnType<typeof open>>['blocks'], at: number) => {
  const table = blocks.filter(({ kind }) => kind === 'table')[at]
  return table?.kind === 'table' ? table.rows : []
}

test('a month is issued once, for a customer and for its MSP with a line for each, and never changes', async () => {
  await aMonth(company.id)
  await issue(isoDay(0, 2))
  expect(await list(boss)).toEqual([])
  await Promise.all([issue(), issue()])
  await issue()
  const [own, ...others] = await list(boss)
  expect(others).toEqual([])
  expect(own).toMatchObject({
    kind: 'customer',
    month,
    outlets: 2,
    devices: 3,
    orders: 4,
    beyond: 2,
    sms: 3,
    corrected: false,
  })
  const seen = await open(boss, own!.id)
  const facts = seen.blocks[0]
  expect(facts?.kind === 'facts' ? facts.facts.map(({ value }) => value) : []).toEqual([
    '2',
    '3',
    '4',
    '2',
    'CNY 241.00',
    '3',
  ])
  expect(tableOf(seen.blocks, 0)).toEqual([
    ['Switch', '2'],
    ['Router', '1'],
  ])

  const ofMsp = (await list(above)).find(({ kind }) => kind === 'msp')!
  expect(ofMsp).toMatchObject({ companyId: msp.id, outlets: 2, devices: 3, orders: 4, beyond: 2, sms: 3 })
  const rows = tableOf((await open(above, ofMsp.id)).blocks, 1)
  expect(rows.map((row) => row.slice(1))).toEqual([
    ['0', '0', '0', '0', '—', '—'],
    ['2', '3', '4', '2', 'CNY 241.00', '3'],
  ])
  expect(
    (await boss.call('GET /api/v1/statement/:statementId', { statementId: ofMsp.id, language: 'en' })).code,
  ).toBe('statement.not_found')

  await t.adminPool.query('delete from outlet where company_id = $1', [company.id])
  await t.adminPool.query(`update device set state = 'released' where company_id = $1`, [company.id])
  await issue()
  await recountStatements(tools())
  expect(await list(boss)).toEqual([own])
  expect((await open(boss, own!.id)).blocks).toEqual(seen.blocks)
})

test('what comes later is noted as a correction, beside the frozen figures', async () => {
  await aMonth(company.id)
  await issue()
  const [own] = await list(boss)
  await t.adminPool.query(
    `update work_order set state = 'cancelled', beyond_package = false, price = null where company_id = $1 and number = 3`,
    [company.id],
  )
  await t.adminPool.query('delete from integration_channel where company_id = $1', [company.id])
  await recountStatements(tools())
  await recountStatements(tools())
  expect(await list(boss)).toMatchObject([{ orders: 4, beyond: 2, sms: 3, corrected: true }])
  const { blocks } = await open(boss, own!.id)
  const noted = blocks.filter(({ kind }) => kind === 'facts')[1]
  expect(noted?.kind === 'facts' ? noted.facts.map(({ value }) => value) : []).toEqual([
    '3',
    '1',
    'CNY 120.50',
    '3',
  ])
  const ofMsp = (await list(above)).find(({ kind }) => kind === 'msp')!
  expect(tableOf((await open(above, ofMsp.id)).blocks, 1)[1]![0]).toMatch(/ \*$/)

  await t.adminPool.query(
    `update work_order set state = 'new', beyond_package = true, price = 120.5 where company_id = $1 and number = 3`,
    [company.id],
  )
  await recountStatements(tools())
  expect(await list(boss)).toMatchObject([{ corrected: false }])
})

test('prints, and gives a workbook, to those who may view reports alone', async () => {
  await aMonth(company.id)
  await issue()
  const statementId = (await list(boss))[0]!.id
  const printed = await boss.call('GET /api/v1/statement/:statementId/pdf', { statementId, language: 'zh' })
  expect(paperTexts(printed.bytes).join(' ')).toContain('月结单')
  const xlsx = await boss.call('GET /api/v1/statement/:statementId/xlsx', { statementId, language: 'zh' })
  expect(xlsx.bytes.subarray(0, 2).toString()).toBe('PK')
  const engineer = await t.person(company.id, 'engineer')
  expect(
    (await engineer.call('GET /api/v1/statement/:statementId', { statementId, language: 'zh' })).status,
  ).toBe(403)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(
    (await stranger.call('GET /api/v1/statement/:statementId', { statementId, language: 'zh' })).code,
  ).toBe('statement.not_found')
})
