import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  comeDue,
  type FakeService,
  raiseAlarm,
  sendAll,
  startNotices,
  sweepNotices,
} from '../../../test/notice-fixture.ts'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import { actingRoutes } from '../acting/index.ts'
import { makeNoticeLink } from './index.ts'

let t: TestApp
let service: FakeService
let stop: () => Promise<void>
let msp: { id: string; code: string }
let shop: { id: string }
let bank: { id: string }
let admin: TestPerson
let engineer: TestPerson
let ranges: string[]

beforeAll(async () => {
  ;({ t, service, stop } = await startNotices((app, { secrets, messages }) => {
    actingRoutes(app, { secrets, messages })
  }))
})
afterAll(() => stop())
beforeEach(async () => {
  msp = await t.company('middleman')
  shop = await t.company('company', msp.id)
  bank = await t.company('company', msp.id)
  await t.adminPool.query(`update company set name = 'Corner Shop' where id = $1`, [shop.id])
  admin = await t.person(msp.id, 'administrator')
  engineer = await t.person(msp.id, 'engineer')
  ranges = [`127.0.0.0/8=${msp.code}`]
  service.heard.length = 0
  service.answer = { status: 200, body: '{"errcode":0}' }
})

const memberOf = async ({ personId }: TestPerson) =>
  (
    await t.adminPool.query<{ id: string }>(
      'select id::text from member where person_id = $1 and company_id = $2',
      [personId, msp.id],
    )
  ).rows[0]!.id

async function grant(to: { id: string }, role = 'engineer'): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into acting_grant (company_id, member_id, target_company_id, built_in) values ($1, $2, $3, $4) returning id::text`,
    [msp.id, await memberOf(engineer), to.id, role],
  )
  return rows[0]!.id
}
const grantOwnRole = (permissions: string, dataScope: string) =>
  memberOf(engineer).then((memberId) =>
    t.adminPool.query(
      `with r as (insert into role (company_id, name, permissions, data_scope) values ($1, 'Own', $4, $5) returning id)
       insert into acting_grant (company_id, member_id, target_company_id, role_id) select $1, $2, $3, id from r`,
      [msp.id, memberId, shop.id, permissions, dataScope],
    ),
  )
const consent = (company: { id: string }, mode: string) =>
  t.adminPool.query(
    `insert into acting_consent (company_id, mode) values ($1, $2)
     on conflict (company_id) do update set mode = excluded.mode`,
    [company.id, mode],
  )

let made = 0
async function channel(kind: 10 | 11 | 5, by = admin): Promise<string> {
  made += 1
  const name = `Channel ${made}`
  const { data } = await by.call('POST /api/v1/integration', {
    kind,
    name,
    ...(kind === 10 && { robot: { vendor: 'wecom', format: 'text', address: `${service.url}/${made}` } }),
    ...(kind === 11 && { webhook: { address: `${service.url}/${made}` } }),
    ...(kind === 5 && {
      mail: { host: '127.0.0.1', port: 1, security: 'offered', from: 'alarms@example.test' },
    }),
  } as never)
  return data.id
}
const route = (more: object, by = admin) => {
  made += 1
  return by.call('POST /api/v1/notice/route', {
    name: `Route ${made}`,
    events: ['raised', 'cleared'],
    timeZone: 'Asia/Shanghai',
    ...more,
  })
}
const routed = async (more: object) => expect((await route(more)).code).toBe(0)
async function send(): Promise<void> {
  await sweepNotices(t)
  await comeDue(t)
  await sendAll(t, ranges)
}
const texts = () => service.heard.map(({ body }) => (body['text'] as { content: string }).content)
const webhookAlarms = () =>
  service.heard.flatMap(
    ({ body }) => (body['data'] as { alarms: { companyName: string; value: number | null }[] }).alarms,
  )
const bell = async (who: TestPerson) =>
  (await who.call('GET /api/v1/notice/own')).data.items.map((item) =>
    item.kind === 'alarm' ? item.deviceName : item.kind,
  )
const states = async () =>
  (
    await t.adminPool.query<{ what: string }>(
      `select state || coalesce(' ' || dropped_because, '') as what from delivery
       where company_id = $1 and channel_id is not null order by id`,
      [msp.id],
    )
  ).rows.map(({ what }) => what)

describe('a group of an MSP', () => {
  test('is not replaced by a manager of integrations who does not make its route', async () => {
    const carries = await channel(10)
    const free = await channel(10)
    await routed({ covers: 'chosen', customerIds: [shop.id], channelId: carries })
    await routed({ covers: 'own', channelId: free })
    await t.adminPool.query(
      `with r as (insert into role (company_id, name, permissions, data_scope)
         values ($1, 'Integrations', '{DMS_SERVER_SYSTEM_THIRD_MANAGER,DMS_SERVER_ALARM,DMS_SERVER_ALARM_RULE}', 'company')
         returning id)
       insert into member_role (company_id, member_id, role_id) select $1, $2, id from r`,
      [msp.id, await memberOf(engineer)],
    )
    const edit = (by: TestPerson, channelId: string, robot: object) =>
      by.call('PUT /api/v1/integration/:channelId', {
        channelId,
        kind: 10,
        name: `Robot ${channelId}`,
        robot: { vendor: 'wecom', format: 'text', ...robot },
      } as never)
    const elsewhere = { address: `${service.url}/elsewhere` }
    expect((await edit(engineer, carries, elsewhere)).code).toBe('integration.carries_customers')
    expect((await edit(engineer, carries, {})).code).toBe(0)
    expect((await edit(engineer, free, elsewhere)).code).toBe(0)
    const locked = async (by: TestPerson) =>
      (await by.call('GET /api/v1/integration/:channelId', { channelId: carries })).data.destinationLocked
    expect([await locked(engineer), await locked(admin)]).toEqual([true, false])
    await raiseAlarm(t, shop.id, 'Till')
    await send()
    expect(service.heard.map(({ path }) => path)).not.toContain('/elsewhere')
    expect((await edit(admin, carries, elsewhere)).code).toBe(0)
    const { rows } = await t.adminPool.query<{ detail: { redirected?: string[] } }>(
      `select detail from audit_log where company_id = $1 and action = 'integration.edited' and subject_id = $2
       order by id desc limit 1`,
      [msp.id, carries],
    )
    expect(rows[0]!.detail.redirected).toHaveLength(1)
  })

  test('is notified of the customers of its route alone, once, by name', async () => {
    const [ofShop, ofAll] = [await channel(10), await channel(10)]
    await routed({ covers: 'chosen', customerIds: [shop.id], channelId: ofShop })
    await routed({ covers: 'below', channelId: ofAll })
    const other = await t.company('company', (await t.company('middleman')).id)
    for (const [company, name] of [
      [shop, 'Till'],
      [bank, 'Vault'],
      [msp, 'Office'],
      [other, 'Foreign'],
    ] as const)
      await raiseAlarm(t, company.id, name)
    await Promise.all([sweepNotices(t), sweepNotices(t)])
    await send()
    const [first, second] = [
      texts().find((text) => !text.includes('Vault')),
      texts().find((text) => text.includes('Vault')),
    ]
    expect(texts()).toHaveLength(2)
    expect(first).toMatch(
      /Corner Shop Till .*https:\/\/netward\.test\/#\/operationsMonitoring\/alarms\/\d+\?company=\d+$/s,
    )
    expect(second).toContain('Corner Shop Till')
    expect(texts().join()).not.toMatch(/Office|Foreign/)
    await send()
    expect(texts()).toHaveLength(2)
  })

  test('is notified of a group of customers as it is when an alarm is raised', async () => {
    const { rows } = await t.adminPool.query<{ id: string }>(
      `insert into tenant_group (company_id, name) values ($1, 'Gold') returning id::text`,
      [msp.id],
    )
    await routed({ covers: 'chosen', customerGroupIds: [rows[0]!.id], channelId: await channel(10) })
    await raiseAlarm(t, shop.id, 'Before')
    await sweepNotices(t)
    await t.adminPool.query('insert into tenant_group_member values ($1, $2, $3)', [
      msp.id,
      rows[0]!.id,
      shop.id,
    ])
    await raiseAlarm(t, shop.id, 'After')
    await send()
    expect(texts()).toEqual([expect.stringContaining('After')])
    const { items } = (await admin.call('POST /api/v1/notice/route/lists', {})).data
    expect(items[0]).toMatchObject({ covers: 'chosen', customers: [], customerGroups: [{ name: 'Gold' }] })
  })

  test('is sent no measured values of a customer without consent', async () => {
    await routed({ covers: 'below', channelId: await channel(11) })
    await consent(shop, 'request')
    await raiseAlarm(t, shop.id, 'Till')
    await send()
    expect(webhookAlarms()).toMatchObject([{ companyName: 'Corner Shop', value: null, threshold: null }])
    await consent(shop, 'free')
    service.heard.length = 0
    await raiseAlarm(t, shop.id, 'Printer')
    await send()
    expect(webhookAlarms()).toMatchObject([{ value: 95, threshold: 90 }])
  })

  test.each(['moved', 'left for the platform', 'without products'])(
    'is sent nothing more of a customer that has %s, not even what waits',
    async (how) => {
      await routed({ covers: 'below', channelId: await channel(10) })
      await raiseAlarm(t, shop.id, 'Till')
      await sweepNotices(t)
      if (how === 'without products')
        await t.adminPool.query(`update company set products = '{}' where id = $1`, [shop.id])
      else {
        const to = how === 'moved' ? (await t.company('middleman')).id : t.operator.companyId
        await t.adminPool.query(`delete from company_ancestor where company_id = $1 and ancestor_id = $2`, [
          shop.id,
          msp.id,
        ])
        await t.adminPool.query('update company set parent_id = $2 where id = $1', [shop.id, to])
      }
      await send()
      await raiseAlarm(t, shop.id, 'Printer')
      await send()
      expect(texts()).toEqual([])
      expect(await states()).toEqual(['dropped unseen'])
    },
  )

  test('is sent nothing of a device that was deleted', async () => {
    await routed({ covers: 'below', channelId: await channel(10) })
    await raiseAlarm(t, shop.id, 'Till')
    await sweepNotices(t)
    await t.adminPool.query('delete from device where company_id = $1', [shop.id])
    await send()
    expect(texts()).toEqual([])
    expect(await states()).toEqual([])
  })
})

describe('a person of an MSP', () => {
  test('is notified of customers of their grants, as long as these last', async () => {
    await routed({ covers: 'below', memberIds: [await memberOf(engineer), await memberOf(admin)] })
    const grantId = await grant(shop)
    await raiseAlarm(t, shop.id, 'Till')
    await raiseAlarm(t, bank.id, 'Vault')
    await send()
    expect(await bell(engineer)).toEqual(['Till'])
    expect((await bell(admin)).toSorted()).toEqual(['Till', 'Vault'])
    await t.adminPool.query(
      `update acting_grant set expires_at = now() - interval '1 second' where id = $1`,
      [grantId],
    )
    expect(await bell(engineer)).toEqual([])
    expect((await engineer.call('GET /api/v1/notice/own/unread')).data.unread).toBe(0)
  })

  test('is sent nothing that waits once their grant has ended', async () => {
    await t.adminPool.query(`update person set email = $2, email_verified_at = now() where id = $1`, [
      engineer.personId,
      `p${engineer.personId}@example.test`,
    ])
    const grantId = await grant(shop)
    await routed({ covers: 'below', channelId: await channel(5), memberIds: [await memberOf(engineer)] })
    await raiseAlarm(t, shop.id, 'Till')
    await sweepNotices(t)
    expect(await states()).toEqual(['waiting'])
    await t.adminPool.query('delete from acting_grant where id = $1', [grantId])
    await send()
    expect(await states()).toEqual(['dropped unseen'])
  })

  test.each([
    ['a role without alarms', () => grantOwnRole('{DMS_SERVER_DEVICE_VIEW}', 'company'), []],
    ['a role of a part of their own company', () => grantOwnRole('{DMS_SERVER_ALARM}', 'outlets'), []],
    ['no grant', async () => undefined, []],
    [
      'been sent out by the customer',
      async () => {
        await grant(shop)
        await consent(shop, 'free')
        await t.adminPool.query(
          `insert into acting_end (company_id, person_id, ended_by) values ($1, $2, 'x')`,
          [shop.id, engineer.personId],
        )
      },
      [],
    ],
    [
      'to ask before they enter',
      async () => {
        await grant(shop)
        await consent(shop, 'request')
      },
      ['Till'],
    ],
  ])('who has %s is notified as far as that goes', async (_what, arrange, shown) => {
    await arrange()
    await routed({ covers: 'below', memberIds: [await memberOf(engineer)] })
    await raiseAlarm(t, shop.id, 'Till')
    await send()
    expect(await bell(engineer)).toEqual(shown)
  })

  test('chooses customers for themselves, within their grants', async () => {
    await grant(shop)
    const own = { events: ['raised' as const], timeZone: 'Asia/Shanghai', covers: 'below' as const }
    expect((await engineer.call('POST /api/v1/notice/own/route', own)).code).toBe(0)
    expect((await engineer.call('GET /api/v1/notice/own/route')).data).toMatchObject({
      hasCustomers: true,
      items: [{ covers: 'below' }],
    })
    await raiseAlarm(t, shop.id, 'Till', 'minor')
    await raiseAlarm(t, bank.id, 'Vault', 'minor')
    await raiseAlarm(t, msp.id, 'Office')
    await send()
    // Their own company's critical alarms stay, since no route replaces them.
    expect((await bell(engineer)).toSorted()).toEqual(['Office', 'Till'])
  })

  test('who is on call by a rota of the MSP is notified', async () => {
    await grant(shop)
    const { rows } = await t.adminPool.query<{ id: string }>(
      `with r as (insert into rota (company_id, name, time_zone, edited_by) values ($1, 'Night', 'Asia/Shanghai', '') returning id)
       insert into rota_duty (company_id, rota_id, member_id, until) select $1, id, $2, 'infinity' from r
       returning rota_id::text as id`,
      [msp.id, await memberOf(engineer)],
    )
    await routed({ covers: 'chosen', customerIds: [shop.id], rotaId: rows[0]!.id })
    await raiseAlarm(t, shop.id, 'Till')
    await send()
    expect(await bell(engineer)).toEqual(['Till'])
  })

  test('acknowledges by the link of a mail only where they may act, in the log of the customer', async () => {
    const grantId = await grant(shop)
    await routed({ covers: 'below', channelId: await channel(5), memberIds: [await memberOf(engineer)] })
    await raiseAlarm(t, shop.id, 'Till')
    await sweepNotices(t)
    await comeDue(t)
    const { rows } = await t.adminPool.query<{ id: string }>(
      'select id from notice_message where company_id = $1',
      [msp.id],
    )
    const ticket = await makeNoticeLink(t.scopes, rows[0]!.id)
    const post = (act: 'open' | 'acknowledge') =>
      t.raw({ method: 'POST', url: `/api/v1/notice/link/${act}`, payload: { ticket } })
    const open = async () => (await post('open')).code
    const press = () => post('acknowledge')
    expect(await open()).toBe(0)
    await consent(shop, 'request')
    expect([await open(), (await press()).code]).toEqual(['ticket.invalid', 'ticket.invalid'])
    await consent(shop, 'free')
    await t.adminPool.query('update acting_grant set expires_at = now() where id = $1', [grantId])
    expect((await press()).code).toBe('ticket.invalid')
    await t.adminPool.query('update acting_grant set expires_at = null where id = $1', [grantId])
    expect((await press()).data).toEqual({ acknowledged: 1 })
    const { rows: logged } = await t.adminPool.query(
      `select acting_company_id::text as by from audit_log where company_id = $1 and action = 'alarm.acted_on'`,
      [shop.id],
    )
    expect(logged).toEqual([{ by: msp.id }])
  })
})
