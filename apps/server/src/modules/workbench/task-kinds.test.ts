import { type TaskKind, taskKinds } from '@netward/contract/task-values'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { workbenchRoutes } from './index.ts'

/** One item of each kind that the to-do list offers: the compiler asks for a new one. */

let t: TestApp
let msp: TestPerson
let engineer: TestPerson
let companyId: string

beforeAll(async () => {
  t = await createTestApp((app) => workbenchRoutes(app))
})
afterAll(() => t.stop())
beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  companyId = (await t.company('company', msp.companyId)).id
  engineer = await t.person(companyId, 'engineer')
})

const run = (text: string, ...values: unknown[]) => t.adminPool.query(text, [companyId, ...values])
const memberOf = async ({ personId }: TestPerson): Promise<string> =>
  (await run('select id::text from member where company_id = $1 and person_id = $2', personId)).rows[0].id
const order = (state: 'new' | 'assigned') =>
  run(
    `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, assignee_id,
       assignee_name, state)
     values ($1, 0, 'fault', 'other', 'Order', 'high', 'high', 1, 'A', $2, $3, $4)`,
    ...(state === 'new' ? [null, null] : [engineer.personId, 'E']),
    state,
  )
const rota = `with r as (insert into rota (company_id, name, time_zone, edited_by) values ($1, 'Network', 'Asia/Shanghai', 'A')
  returning id)`
const handover = async (from: string, to: string, completed: boolean) =>
  run(
    `${rota} insert into rota_handover (company_id, rota_id, from_member_id, from_name, to_member_id, to_name, open, unacknowledged,
       completed_at) select $1, id, $2, 'A', $3, 'B', 0, 0, case when $4 then now() end from r`,
    from,
    to,
    completed,
  )
const parts = `with w as (insert into warehouse (company_id, name, kind) values ($1, 'Main', 'fixed'), ($1, 'Car', 'car') returning id),
  m as (insert into part_model (company_id, name, category, serialised) values ($1, 'S5735', 'switch', true) returning id)`

/** Makes one item; who sees it, if not the engineer. */
const arranged: Record<TaskKind, () => Promise<TestPerson | void>> = {
  async order() {
    await order('assigned')
  },
  async alarm() {
    const deviceId = await arrangeDevice(t, companyId, { name: 'Core', type: 'switch' })
    await run(
      `insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at, assignee_id, assignee_name)
       values ($1, $2, 'disk_full', '/', '', 'major', now(), $3, 'A')`,
      deviceId,
      engineer.personId,
    )
  },
  async approval() {
    await run(
      `insert into approval (company_id, kind, subject_id, title, policy_company_id, steps, asked_by, asked_by_name, asker_home_id)
       values ($1, 'template', 1, 'Template', $1, $2, 0, 'A', $1)`,
      JSON.stringify([{ by: 'person', mode: 'any', memberIds: [await memberOf(engineer)] }]),
    )
  },
  async handover_write() {
    const other = await t.person(companyId, 'engineer')
    await handover(await memberOf(engineer), await memberOf(other), false)
  },
  async handover_accept() {
    const other = await t.person(companyId, 'engineer')
    await handover(await memberOf(other), await memberOf(engineer), true)
  },
  async swap() {
    const other = await t.person(companyId, 'engineer')
    await run(
      `${rota} insert into rota_change (company_id, rota_id, member_id, asked_by, starts_at, ends_at, state, entered_by)
         select $1, id, $2, $3, now() + interval '1 hour', now() + interval '9 hours', 'asked', 'B' from r`,
      await memberOf(engineer),
      await memberOf(other),
    )
  },
  async duty_test() {
    await run(
      `${rota}, c as (insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
           values ($1, 5, 'Mail', '{}', '', '', 'A') returning id)
       insert into duty_test (company_id, rota_id, member_id, channel_id, month, due_at, state, sent_at)
       select $1, r.id, $2, c.id, '2026-11-01', now(), 'sent', now() from r, c`,
      await memberOf(engineer),
    )
  },
  async order_mail() {
    await order('new')
    await run(
      `insert into work_order_mail (company_id, order_id, message_hash, state, reason, from_address, from_name, received_at)
       select $1, id, '\x01', 'waiting', 'stranger', 'a@example.test', 'A', now() from work_order where company_id = $1`,
    )
  },
  async shared_order() {
    await order('new')
    // The tests of sharing prove how a key and its assignments come about.
    await run(
      `with k as (insert into sharing_key (company_id, name, prefix, secret_hash, kind, fields, mode, on_end, expires_at, created_by)
         values ($1, 'Key', 'nk', 'x', 'engineers', '{}', 'use', 'finish', now() + interval '1 day', 'A') returning id)
       insert into order_assignment (company_id, key_id, redeemer_id, order_company_id, order_id, order_number, engineer_id, engineer_name,
         shown_name, company_name, title, description, category, priority, outlet_name, address, contact_name, contact_phone, time_zone,
         dispatched_by)
       select $1, k.id, $1, $1, o.id, o.number, $2, '', '', 'Other', 'Order', '', 'other', 1, '', '', '', '', 'UTC', ''
       from k, work_order o where o.company_id = $1`,
      engineer.personId,
    )
  },
  async line_contract() {
    await run(
      `with o as (insert into outlet (company_id, name) values ($1, 'Shop') returning id)
       insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, contract_end)
       select $1, id, 'Line', 'telecom', 'dedicated', 100, 100, current_date + 89 from o`,
    )
  },
  async customer_contract() {
    await run(`update company set contract_ends_at = now() + interval '59 days' where id = $1`)
    return msp
  },
  async licence() {
    await run(
      `insert into licence (company_id, kind, quantity, ends_at, issuer_company_id, issuer_name)
       values ($1, 'devices', 10, now() + interval '29 days', $2, 'MSP')`,
      msp.companyId,
    )
    return msp
  },
  async agreement() {
    await run(
      `insert into service_agreement (company_id, name, starts_on, ends_on, level, edited_by)
       values ($1, 'Gold', current_date - 9, current_date + 9, '{"calendar":{"timeZone":"Asia/Shanghai"}}', 'A')`,
    )
  },
  async part_transfer() {
    await run(
      `${parts} insert into part_transfer (company_id, from_id, to_id, sent_by) select $1, min(id), max(id), 'A' from w`,
    )
  },
  async part_claim() {
    await run(
      `${parts} insert into part_claim (company_id, warehouse_id, model_id, quantity, vendor, due_on, sent_by)
       select $1, min(w.id), m.id, 1, 'Huawei', current_date, 'A' from w, m group by m.id`,
    )
  },
  async part_warranty() {
    await run(
      `${parts} insert into part_serial (company_id, model_id, serial, state, warranty_until)
       select $1, id, 'S1', 'in_use', current_date + 89 from m`,
    )
  },
  async part_short() {
    await run(
      `${parts} insert into part_stock (company_id, warehouse_id, model_id, minimum, short_since)
       select $1, min(w.id), m.id, 3, now() from w, m group by m.id`,
    )
  },
  async certificate() {
    await run(
      `insert into engineer_certificate (company_id, person_id, name, valid_until, added_by)
       values ($1, $2, 'HCIP', current_date + 29, 'A')`,
      engineer.personId,
    )
  },
}

test.for(taskKinds)('one %s waits, is counted once, and the badge equals the list', async (kind) => {
  const who = (await arranged[kind]()) ?? engineer
  const { data } = await who.call('POST /api/v1/task/todo/lists', {})
  expect(data.items.filter((item) => item.kind === kind)).toHaveLength(1)
  expect(data.kinds.filter((counted) => counted.kind === kind)).toMatchObject([{ count: 1 }])
  expect(data.badge).toBe(data.total + data.groups.length)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await stranger.call('POST /api/v1/task/todo/lists', { kind: [kind] })).data.total).toBe(0)
})
