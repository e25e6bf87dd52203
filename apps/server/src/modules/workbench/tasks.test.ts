import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { orderRoutes } from '../orders/index.ts'
import { workbenchRoutes } from './index.ts'

let t: TestApp
let msp: TestPerson
let engineer: TestPerson
let company: { id: string }

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    workbenchRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  company = await t.company('company', msp.companyId)
  engineer = await t.person(company.id, 'engineer')
})

const todo = async (who = engineer, filter: object = {}) =>
  (await who.call('POST /api/v1/task/todo/lists', filter)).data
const done = (who = engineer, filter: object = {}) => who.call('POST /api/v1/task/done/lists', filter)

async function order(who: TestPerson, urgency: 'high' | 'low'): Promise<string> {
  const { id } = (
    await engineer.call('POST /api/v1/work/order', { title: `Order ${urgency}`, impact: 'high', urgency })
  ).data
  await move(who, id, { name: 'take' })
  return id
}
async function move(who: TestPerson, orderId: string, act: object): Promise<void> {
  const { version } = (await who.call('GET /api/v1/work/order/:orderId', { orderId })).data
  await who.call('POST /api/v1/work/order/:orderId/move', { orderId, version, move: act as { name: 'take' } })
}
async function alarm(state: 'active' | 'cleared' = 'active'): Promise<void> {
  const deviceId = await arrangeDevice(t, company.id, { name: 'Core', type: 'switch' })
  await t.adminPool.query(
    `insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at, state, cleared_at, cleared_because,
       assignee_id, assignee_name)
     select $1, $2, 'disk_full', '/data', '', 'major', now(), $3, case when $3 = 'cleared' then now() end,
       case when $3 = 'cleared' then 'recovered' end, $4, 'A'`,
    [company.id, deviceId, state, engineer.personId],
  )
}

test('orders and alarms of the person wait, those due first, and the badge equals the lines of the list', async () => {
  await order(engineer, 'low')
  await order(engineer, 'high')
  await order(msp, 'high')
  await alarm()
  const { items, total, badge, groups } = await todo()
  expect(items.map(({ kind, title }) => [kind, title])).toEqual([
    ['order', 'Order high'],
    ['order', 'Order low'],
    ['alarm', 'Core'],
  ])
  expect(items.every(({ companyName }) => companyName !== null)).toBe(true)
  expect(badge).toBe(total + groups.length)
  expect((await todo(engineer, { kind: 'alarm' })).total).toBe(1)
  expect((await todo(engineer, { search: 'low' })).total).toBe(1)
  expect((await todo(engineer, { search: 'low' })).badge).toBe(badge)
  expect((await todo(msp)).items.map(({ title }) => title)).toEqual(['Order high'])
})

test('dates appear 90 days ahead for those who may change what ends, and a renewed agreement does not', async () => {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
    [company.id],
  )
  const outletId = rows[0]!.id
  const line = (name: string, days: number) =>
    t.adminPool.query(
      `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, contract_end)
       values ($1, $2, $3, 'telecom', 'dedicated', 100, 100, current_date + $4::int)`,
      [company.id, outletId, name, days],
    )
  await line('Soon', 20)
  await line('Later', 100)
  await line('Forgotten', -40)
  await t.adminPool.query(`update company set contract_ends_at = now() + interval '50 days' where id = $1`, [
    company.id,
  ])
  const agreement = (name: string, from: number, until: number | null) =>
    t.adminPool.query(
      `insert into service_agreement (company_id, name, starts_on, ends_on, level, edited_by)
       values ($1, $2, current_date + $3::int, current_date + $4::int, '{"calendar":{"timeZone":"Asia/Shanghai"}}', 'A')`,
      [company.id, name, from, until],
    )
  await agreement('Bronze', -100, 10)
  const { items, kinds, badge, groups } = await todo(msp)
  expect(items.map(({ kind, title }) => [kind, title.split(' · ').at(-1)])).toEqual([
    ['agreement', 'Bronze'],
    ['line_contract', 'Soon'],
    ['customer_contract', expect.any(String)],
  ])
  expect(kinds.map(({ kind, count }) => `${kind} ${count}`).toSorted()).toEqual([
    'agreement 1',
    'customer_contract 1',
    'line_contract 1',
  ])
  expect(badge).toBe(3 + groups.length)
  // The customer does not keep its own contract.
  expect((await todo(engineer)).items.map(({ kind }) => kind)).toEqual(['agreement', 'line_contract'])
  expect((await todo(await t.person(company.id, 'user_layer'))).total).toBe(0)
  await agreement('Silver', 11, null)
  expect((await todo(msp, { kind: 'agreement' })).total).toBe(0)
})

test('hand-overs, swaps and tests of their rotas wait for the person at home alone, and the badge equals the list', async () => {
  const member = async (personId: string) => {
    const { rows } = await t.adminPool.query<{ id: string }>(
      'select id::text from member where company_id = $1 and person_id = $2',
      [company.id, personId],
    )
    return rows[0]!.id
  }
  const colleague = await t.person(company.id, 'engineer')
  const [me, other] = [await member(engineer.personId), await member(colleague.personId)]
  const { rows } = await t.adminPool.query<{ rota: string; channel: string }>(
    `with r as (insert into rota (company_id, name, time_zone, edited_by) values ($1, 'Network', 'Asia/Shanghai', 'A') returning id),
       c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
         values ($1, 5, 'Mail', '{}', '', '', 'A') returning id)
     select r.id::text as rota, c.id::text as channel from r, c`,
    [company.id],
  )
  const { rota, channel } = rows[0]!
  await t.adminPool.query(
    `insert into rota_handover (company_id, rota_id, from_member_id, from_name, to_member_id, to_name, open, unacknowledged)
     values ($1, $2, $3, 'Me', $4, 'Other', 1, 1), ($1, $2, $4, 'Other', $3, 'Me', 0, 0)`,
    [company.id, rota, me, other],
  )
  await t.adminPool.query(
    `insert into rota_change (company_id, rota_id, member_id, asked_by, starts_at, ends_at, state, entered_by)
     values ($1, $2, $3, $4, now() + interval '1 hour', now() + interval '9 hours', 'asked', 'Other')`,
    [company.id, rota, me, other],
  )
  await t.adminPool.query(
    `insert into duty_test (company_id, rota_id, member_id, channel_id, month, due_at, state, sent_at)
     values ($1, $2, $3, $4, '2026-10-01', now(), 'sent', now()), ($1, $2, $3, $4, '2026-11-01', now(), 'sent', now())`,
    [company.id, rota, me, channel],
  )
  const { items, kinds, badge, groups, total } = await todo()
  expect(items.map(({ kind, title, rotaId }) => [kind, title, rotaId])).toEqual([
    ['swap', 'Network · Other', rota],
    ['handover_accept', 'Network', rota],
    ['handover_write', 'Network', rota],
    ['duty_test', 'Network · Mail', rota],
  ])
  expect(kinds.every(({ count }) => count === 1)).toBe(true)
  expect(badge).toBe(total + groups.length)
  expect((await todo(colleague)).items.map(({ kind }) => kind)).toEqual(['handover_accept', 'handover_write'])
  expect((await todo(msp)).total).toBe(0)
  // What is done waits no more.
  await t.adminPool.query(
    `with h as (update rota_handover set accepted_at = now() where rota_id = $1),
       c as (update rota_change set state = 'declined' where rota_id = $1)
     update duty_test set state = 'confirmed' where rota_id = $1`,
    [rota],
  )
  expect((await todo()).total).toBe(0)
})

test('decisions are those of the workbench', async () => {
  await arrangeDevice(t, company.id, { name: 'Shop', type: 'smart_cpe', guard: 'quarantined' })
  const workbench = (await msp.call('GET /api/v1/workbench', {})).data
  expect(workbench.waiting).toEqual([{ kind: 'quarantined_gateways', count: 1 }])
  expect((await todo(msp)).groups).toEqual(workbench.waiting)
})

test('done is what the person finished, within 30 days, and a wider range is refused', async () => {
  const orderId = await order(engineer, 'high')
  await move(engineer, orderId, { name: 'resolve', cause: 'power', solution: 'Fuse' })
  await move(msp, orderId, { name: 'close' })
  await alarm('cleared')
  const { items } = (await done()).data
  expect(items.map(({ kind, act }) => `${kind} ${act}`).toSorted()).toEqual([
    'alarm cleared',
    'order resolve',
  ])
  expect((await done(msp)).data.items.map(({ act }) => act)).toEqual(['close'])
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString()
  expect((await done(engineer, { from: day(40), to: day(20) })).data.total).toBe(0)
  expect((await done(engineer, { from: day(31) })).code).toBe('task.range_too_wide')
  const { body } = await t.raw({
    method: 'POST',
    url: '/api/v1/task/done/export',
    headers: { authorization: `Bearer ${engineer.token}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ kind: 'order' }),
  })
  expect(body.split('\r\n')[1]).toContain('Order high')
})

test('transfers to receive, returns that are due and warranties wait for those who may move parts', async () => {
  const { rows } = await t.adminPool.query<{ warehouse: string; model: string }>(
    `with w as (insert into warehouse (company_id, name, kind) values ($1, 'Main', 'fixed'), ($1, 'Car', 'car') returning id),
       m as (insert into part_model (company_id, name, category, serialised) values ($1, 'S5735', 'switch', true) returning id),
       s as (insert into part_serial (company_id, model_id, serial, state, warranty_until)
         select $1, m.id, 'S' || n, 'in_use', current_date + 20 from m, generate_series(1, 3) n),
       t as (insert into part_transfer (company_id, from_id, to_id, sent_by) select $1, min(id), max(id), 'A' from w)
     insert into part_claim (company_id, warehouse_id, model_id, quantity, vendor, due_on, sent_by)
     select $1, min(w.id), m.id, 1, 'Huawei', current_date - 2, 'A' from w, m group by m.id
     returning warehouse_id as warehouse, model_id as model`,
    [company.id],
  )
  expect(rows.length).toBe(1)
  const parts = { kind: ['part_transfer', 'part_claim', 'part_warranty'] }
  expect((await todo(engineer, parts)).items.map(({ kind, title }) => [kind, title])).toEqual([
    ['part_claim', 'Huawei · S5735'],
    ['part_transfer', 'Main → Car'],
    ['part_warranty', 'S5735 × 3'],
  ])
  const manager = await t.person(company.id, 'management_layer')
  expect((await todo(manager, parts)).total).toBe(0)
})

test('a reply by mail waits for who works on its order or watches it, and for everybody while nobody does', async () => {
  const colleague = await t.person(company.id, 'engineer')
  const [taken, free] = [await order(engineer, 'low'), await order(engineer, 'high')]
  await move(engineer, free, { name: 'pool' })
  await t.adminPool.query(
    `insert into work_order_mail (company_id, order_id, message_hash, state, reason, from_address, from_name, received_at)
     select $1, o, decode(md5(o::text || n), 'hex'), 'waiting', 'stranger', 'a@example.test', 'A', now()
     from unnest($2::bigint[]) o, generate_series(1, 2) n`,
    [company.id, [taken, free]],
  )
  const mails = async (who: TestPerson) =>
    (await todo(who, { kind: ['order_mail'], sort: 'since' })).items.map(({ id }) => id).toSorted()
  expect(await mails(engineer)).toEqual([taken, free].toSorted())
  expect(await mails(colleague)).toEqual([free])
  await colleague.call('POST /api/v1/work/order/:orderId/watch', { orderId: taken, watch: true })
  expect(await mails(colleague)).toEqual([taken, free].toSorted())
  await t.adminPool.query(`update work_order_mail set state = 'discarded' where company_id = $1`, [
    company.id,
  ])
  expect(await mails(engineer)).toEqual([])
})
