import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  comeDue,
  type FakeService,
  raiseAlarm,
  sendAll,
  startNotices,
  sweepNotices,
} from '../../../test/notice-fixture.ts'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'

let t: TestApp
let service: FakeService
let stop: () => Promise<void>
let msp: { id: string; code: string }
let shop: { id: string; code: string }
let admin: TestPerson
let shopAdmin: TestPerson
let engineer: TestPerson

beforeAll(async () => {
  ;({ t, service, stop } = await startNotices())
})
afterAll(() => stop())
beforeEach(async () => {
  msp = await t.company('middleman')
  shop = await t.company('company', msp.id)
  admin = await t.person(msp.id, 'administrator')
  shopAdmin = await t.person(shop.id, 'administrator')
  engineer = await t.person(msp.id, 'engineer')
  // A rule manager and manager of integrations, who administers nothing.
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions)
       values ($1, 'rules', '{DMS_SERVER_ALARM,DMS_SERVER_ALARM_RULE,DMS_SERVER_SYSTEM_THIRD_MANAGER}') returning id)
     update member_role mr set built_in = null, role_id = r.id from r, member m
     where m.person_id = $2 and mr.company_id = $1 and mr.member_id = m.id`,
    [msp.id, engineer.personId],
  )
  service.heard.length = 0
})

const rule = (more: object = {}) => ({
  name: `Rule ${Math.random()}`,
  events: ['raised' as const],
  timeZone: 'Asia/Shanghai',
  ...more,
})
const add = (who: TestPerson, more: object) => who.call('POST /api/v1/notice/route', rule(more))
async function robot(who = admin, name = `Group ${Math.random()}`): Promise<string> {
  const { data } = await who.call('POST /api/v1/integration', {
    kind: 10,
    name,
    robot: { vendor: 'wecom', format: 'text', address: `${service.url}/group` },
  })
  return data.id
}

test('only administrators have a group notified of customers', async () => {
  const channelId = await robot()
  const chosen = { covers: 'chosen', customerIds: [shop.id], channelId }
  const below = { covers: 'below', channelId }
  for (const attempt of [chosen, below])
    expect((await add(engineer, attempt)).code).toBe('notice.customers_by_administrators')
  const { data } = await add(admin, chosen)
  const routeId = data.id
  // Neither another address for it, nor less, nor its end.
  for (const change of [rule(below), rule({ channelId })])
    expect((await engineer.call('PUT /api/v1/notice/route/:routeId', { routeId, ...change })).code).toBe(
      'notice.customers_by_administrators',
    )
  expect((await engineer.call('DELETE /api/v1/notice/route/:routeId', { routeId })).code).toBe(
    'notice.customers_by_administrators',
  )
  expect((await engineer.call('GET /api/v1/notice/route/customers')).data).toEqual({
    mayChoose: false,
    customers: [],
    groups: [],
  })
  expect((await admin.call('GET /api/v1/notice/route/customers')).data).toMatchObject({
    mayChoose: true,
    customers: [{ id: shop.id }],
  })
})

test('a tenant covers nobody but itself, and sees nothing of what the MSP sends', async () => {
  const stranger = await t.company('company', (await t.company('middleman')).id)
  const channelId = await robot(shopAdmin)
  for (const attempt of [
    { covers: 'below', channelId },
    { covers: 'chosen', customerIds: [stranger.id], channelId },
  ])
    expect((await add(shopAdmin, attempt)).code).toBe('notice.customers_by_administrators')
  const ofMsp = await robot()
  await add(admin, { covers: 'below', channelId: ofMsp })
  await raiseAlarm(t, shop.id, 'Till')
  await sweepNotices(t)
  expect((await shopAdmin.call('POST /api/v1/notice/route/lists', {})).data.items).toEqual([])
  expect(
    (await shopAdmin.call('POST /api/v1/notice/delivery/lists', { channelId: ofMsp })).data,
  ).toMatchObject({
    items: [],
    total: 0,
  })
  expect((await add(shopAdmin, { channelId: ofMsp })).code).toBe('integration.not_found')
  const { data } = await shopAdmin.call('GET /api/v1/notice/own')
  expect(data.items).toHaveLength(1)
})

test('an administrator names no customer and no group of another company', async () => {
  const stranger = await t.company('company', (await t.company('middleman')).id)
  const channelId = await robot()
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into tenant_group (company_id, name) values ($1, 'Gold') returning id::text`,
    [stranger.id],
  )
  const name = async (more: object) => (await add(admin, { covers: 'chosen', channelId, ...more })).code
  expect(await name({})).toBe('notice.customers_missing')
  expect(await name({ customerIds: [stranger.id] })).toBe('company.not_found')
  expect(await name({ customerIds: [msp.id] })).toBe('company.not_found')
  expect(await name({ customerGroupIds: [rows[0]!.id] })).toBe('tenant_group.not_found')
})

test('who does not see customers sees no deliveries about them, in no number either', async () => {
  const channelId = await robot()
  await add(admin, { covers: 'below', channelId })
  await add(admin, { channelId })
  await raiseAlarm(t, shop.id, 'Till')
  await raiseAlarm(t, msp.id, 'Office')
  await sweepNotices(t)
  const seen = async (who: TestPerson) => {
    const { items, total } = (await who.call('POST /api/v1/notice/delivery/lists', { channelId })).data
    return [
      items.map(({ companyName, deviceName }) => `${deviceName} ${companyName === null}`).toSorted(),
      total,
    ]
  }
  expect(await seen(engineer)).toEqual([['Office true'], 1])
  expect(await seen(admin)).toEqual([['Office true', 'Till false'], 2])
})

test('a member of a department is notified of its alarms alone, whatever names them', async () => {
  const { personId } = await t.person(shop.id, 'engineer')
  const { rows } = await t.adminPool.query<{ member: string; department: string }>(
    `with m as (select id, os_id from member where person_id = $2 and company_id = $1),
     d as (insert into org_node (company_id, parent_id, type, name)
       select $1, os_id, 4, 'Branch' from m returning id),
     n as (insert into org_node (company_id, parent_id, type, name) select $1, id, 2, 'Staff' from d returning id),
     o as (update member x set os_id = n.id from n, m where x.company_id = $1 and x.id = m.id),
     r as (insert into role (company_id, name, permissions, data_scope)
       values ($1, 'dep', '{DMS_SERVER_ALARM}', 'department') returning id),
     u as (update member_role mr set built_in = null, role_id = r.id from r, m where mr.company_id = $1 and mr.member_id = m.id)
     select m.id::text as member, d.id::text as department from m, d`,
    [shop.id, personId],
  )
  const { member, department } = rows[0]!
  await add(shopAdmin, { memberIds: [member] })
  await raiseAlarm(t, shop.id, 'Elsewhere')
  const inside = await raiseAlarm(t, shop.id, 'Inside')
  await t.adminPool.query('update alarm set department_id = $2 where id = $1', [inside, department])
  await sweepNotices(t)
  const { rows: got } = await t.adminPool.query(
    `select d.alarm_id::text as id from delivery d join member m on m.person_id = d.recipient and m.id = $1`,
    [member],
  )
  expect(got).toEqual([{ id: inside }])
})

test('names from devices and customers mention nobody and add no line', async () => {
  await t.adminPool.query(`update company set name = E'Shop\\n@all\\u202e' where id = $1`, [shop.id])
  await add(admin, { covers: 'below', channelId: await robot() })
  await raiseAlarm(t, shop.id, 'Till\n[Critical] forged')
  await sweepNotices(t)
  await comeDue(t)
  await sendAll(t, [`127.0.0.0/8=${msp.code}`])
  const { content } = service.heard[0]!.body['text'] as { content: string }
  const alarm = content.split('\n').filter((line) => line.includes('Till'))
  expect(alarm.every((line) => line.includes('forged'))).toBe(true)
  expect(content).not.toMatch(/\u202e|^@all/m)
})
