import { startWecomService, type WecomService } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ApplicationWorld, signIn } from '../../../test/application-messages.ts'
import { memberIdOf } from '../../../test/sign-on-fixture.ts'
import { makeOrder, moveOrder, orderOf } from '../../../test/orders.ts'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import { closeCardJob, takeWecomCardEvent } from './index.ts'

let t: TestApp
let wecom: WecomService
let world: ApplicationWorld

beforeAll(async () => {
  world = await ApplicationWorld.create()
  ;({ t } = world)
})
afterAll(() => t.stop())
beforeEach(async () => {
  wecom = await startWecomService({ corpId: 'ww123456', agentId: '1000002', secret: 'app-secret' })
  wecom.members.push({ userid: 'LiWei', name: '李伟' }, { userid: 'ZhangMin', name: '张敏' })
  await world.begin(channelInput(), 'liwei')
  return () => wecom.stop()
})

const channelInput = (more: object = {}) => ({
  kind: 1 as const,
  wecom: {
    corpId: 'ww123456',
    agentId: '1000002',
    secret: 'app-secret',
    apiBase: wecom.url,
    sendsMessages: true,
    eventToken: 'token',
    eventKey: 'k'.repeat(43),
    ...more,
  },
  signIn,
})
const edit = (more: object) =>
  world.admin.call('PUT /api/v1/integration/:channelId', {
    channelId: world.channel.id,
    name: 'Work',
    ...channelInput(more),
  })
const press = (index: number, key: string, by?: string) =>
  takeWecomCardEvent(t.scopes, world.channel.id, wecom.inbox.press(index, key, by), '10.0.0.1')
const sent = () => wecom.inbox.messages.map(({ to, type }) => `${to} ${type}`)
const limit = (who: TestPerson) =>
  t.adminPool.query(`update member set status = 'disabled' where person_id = $1`, [who.personId])

describe('a message of WeCom', () => {
  test('has a button where somebody can act, once through the channel, with the link of the alarm', async () => {
    await world.route()
    const alarmId = await world.raise()
    await world.send()
    await world.send()
    expect(sent()).toEqual(['liwei template_card'])
    const { content } = wecom.inbox.messages[0]!
    expect(content).toMatchObject({
      button_list: [{ key: 'acknowledge', style: 1 }],
      card_action: {
        type: 1,
        url: expect.stringContaining(`/operationsMonitoring/alarms/${alarmId}`) as string,
      },
    })
    expect(await world.outcomes()).toEqual(['sent'])
  })

  test('is a text card without callbacks, with names of devices that are no markup', async () => {
    await edit({ eventToken: '', eventKey: '' })
    await world.route()
    await world.raise('<a href="//x">@all</a>')
    await world.send()
    expect(sent()).toEqual(['liwei textcard'])
    expect(JSON.stringify(wecom.inbox.messages[0]!.content)).not.toMatch(/<a|@all/)
  })

  test('reaches nobody who is not linked: the log says so, and the bell shows it', async () => {
    await world.route({ memberIds: [await memberIdOf(t, world.admin)] })
    expect((await world.admin.call('GET /api/v1/notice/route/choices')).data.channels).toMatchObject([
      { kind: 1, unlinked: [await memberIdOf(t, world.admin)] },
    ])
    // The bell has minor alarms only where a rule of its own says so.
    await world.raise('Core', 'minor')
    await world.send()
    expect(sent()).toEqual([])
    expect(await world.outcomes()).toEqual(['dropped unlinked'])
    expect(await world.bell(world.admin)).toEqual(['alarm'])
  })

  test('that WeCom refuses one person fails for them alone, and the channel works', async () => {
    await world.link(world.admin, 'zhangmin')
    wecom.inbox.unlicensed.add('liwei')
    await world.route({ memberIds: [await memberIdOf(t, world.admin), await memberIdOf(t, world.engineer)] })
    // The bell has minor alarms only where a rule of its own says so.
    await world.raise('Core', 'minor')
    await world.send()
    expect(sent()).toEqual(['zhangmin template_card'])
    expect((await world.outcomes()).toSorted()).toEqual(['failed recipient', 'sent'])
    const { data } = await world.admin.call('GET /api/v1/integration/:channelId', {
      channelId: world.channel.id,
    })
    expect(data.state).toBe('working')
    expect(await world.bell()).toEqual(['alarm'])
  })

  test('to somebody who left WeCom fails, and is shown in the bell', async () => {
    await world.route()
    wecom.members.splice(0, 1)
    // The bell has minor alarms only where a rule of its own says so.
    await world.raise('Core', 'minor')
    await world.send()
    expect(await world.outcomes()).toEqual(['failed recipient'])
    expect(await world.bell()).toEqual(['alarm'])
  })

  test('after an interruption is sent again within half an hour, which WeCom recognises, and not later', async () => {
    await world.route()
    await world.raise('Core', 'minor')
    const interrupted = (minutes: number) =>
      t.adminPool.query(
        `update notice_message set state = 'waiting', next_at = now(), sending_since = now() - make_interval(mins => $2)
         where company_id = $1`,
        [world.company.id, minutes],
      )
    await world.send()
    await t.adminPool.query(
      `update delivery set state = 'sending' where company_id = $1 and channel_id is not null`,
      [world.company.id],
    )
    await interrupted(5)
    await world.send()
    expect(sent()).toHaveLength(1)
    expect(await world.outcomes()).toEqual(['sent'])
    await t.adminPool.query(
      `update delivery set state = 'sending' where company_id = $1 and channel_id is not null`,
      [world.company.id],
    )
    await interrupted(40)
    await world.send()
    expect(sent()).toHaveLength(1)
    expect(await world.outcomes()).toEqual(['unknown'])
  })

  test('waits before WeCom would drop it', async () => {
    await world.route()
    await t.adminPool.query(
      `insert into notice_message (company_id, channel_id, recipient, state, made_at)
       select $1, $2, $3, 'sent', now() from generate_series(1, 24)`,
      [world.company.id, world.channel.id, world.engineer.personId],
    )
    await world.raise()
    await world.send()
    expect(await world.outcomes()).toEqual(['waiting'])
    await t.adminPool.query(
      `update notice_message set made_at = now() - interval '2 minutes' where company_id = $1`,
      [world.company.id],
    )
    await world.due()
    await world.send()
    expect(await world.outcomes()).toEqual(['sent'])
    await t.adminPool.query(
      `insert into notice_message (company_id, channel_id, recipient, state, made_at)
       select $1, $2, $3, 'sent', now() - interval '50 minutes' from generate_series(1, 900)`,
      [world.company.id, world.channel.id, world.engineer.personId],
    )
    await world.raise('Other')
    expect((await world.outcomes()).at(-1)).toBe('waiting')
  })

  test('is tested by one to the tester, and stays switched on while rules use it', async () => {
    await world.link(world.admin, 'zhangmin')
    const tried = await world.admin.call('POST /api/v1/integration/:channelId/test', {
      channelId: world.channel.id,
    })
    expect(tried.data).toMatchObject({ failure: null, sentTo: 'zhangmin' })
    expect(sent()).toEqual(['zhangmin textcard'])
    await world.route()
    expect((await edit({ sendsMessages: false })).code).toBe('integration.messages_in_use')
  })

  test('is chosen by a person for themselves, who sees whether it reaches them', async () => {
    const own = async (who: TestPerson) => (await who.call('GET /api/v1/notice/own/route')).data.channels
    expect(await own(world.engineer)).toMatchObject([{ kind: 1, reaches: true }])
    expect(await own(world.admin)).toMatchObject([{ kind: 1, reaches: false }])
  })
})

describe('a pressed button', () => {
  test('acknowledges as the person, once, and the card says so', async () => {
    await world.route()
    const alarmId = await world.raise()
    await world.send()
    await press(0, 'acknowledge', 'LiWei')
    expect(await world.acknowledgedBy(alarmId)).not.toBeNull()
    const { rows } = await t.adminPool.query<{ payload: Record<string, unknown> }>(
      `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
       where k.identifier = 'card.close' order by j.id desc limit 1`,
    )
    const close = closeCardJob({ secrets: t.secrets, outgoingRanges: world.ranges })
    await close(rows[0]!.payload as never, {
      scopes: t.scopes,
      log: t.log,
      signal: new AbortController().signal,
    })
    expect(wecom.inbox.messages[0]!.replaced).toBe('告警已确认')
    const log = await t.adminPool.query<{ detail: object }>(
      `select detail from audit_log where company_id = $1 and action = 'alarm.acted_on'`,
      [world.company.id],
    )
    expect(log.rows.map(({ detail }) => detail)).toMatchObject([{ act: 'acknowledged', byCard: true }])
    await t.adminPool.query(
      'update alarm set acknowledged_at = null, acknowledged_by = null, acknowledged_until = null where id = $1',
      [alarmId],
    )
    await press(0, 'acknowledge')
    expect(await world.acknowledgedBy(alarmId)).toBeNull()
  })

  test.each([
    ['another person of the company', async () => world.link(world.admin, 'zhangmin'), 'zhangmin'],
    ['somebody who is not linked', async () => {}, 'wangfang'],
  ])('of %s acts on nothing', async (_who, arrange, by) => {
    await arrange()
    await world.route()
    const alarmId = await world.raise()
    await world.send()
    await press(0, 'acknowledge', by)
    expect(await world.acknowledgedBy(alarmId)).toBeNull()
  })

  test('through the channel of another company acts on nothing', async () => {
    await world.route()
    const alarmId = await world.raise()
    await world.send()
    const { rows } = await t.adminPool.query<{ id: string }>(
      `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
       select $1, 1, 'Other', '{"signIn": {}}', '', '', 'A' returning id::text`,
      [(await t.company('company')).id],
    )
    await takeWecomCardEvent(t.scopes, rows[0]!.id, wecom.inbox.press(0, 'acknowledge'), '10.0.0.1')
    expect(await world.acknowledgedBy(alarmId)).toBeNull()
  })

  test('acts on nothing a day later, with another act, or once the person has lost the right', async () => {
    await world.route()
    const alarmId = await world.raise()
    await world.send()
    await press(0, 'accept')
    await press(0, 'made-up')
    await t.adminPool.query('update notice_card set expires_at = now() where company_id = $1', [
      world.company.id,
    ])
    await press(0, 'acknowledge')
    expect(await world.acknowledgedBy(alarmId)).toBeNull()
    await t.adminPool.query(
      `update notice_card set expires_at = now() + interval '1 hour' where company_id = $1`,
      [world.company.id],
    )
    await limit(world.engineer)
    await press(0, 'acknowledge')
    expect(await world.acknowledgedBy(alarmId)).toBeNull()
  })
})

describe('orders and approvals', () => {
  beforeEach(async () => {
    await world.engineer.call('POST /api/v1/notice/own/route', {
      events: ['order_assigned', 'approval_asked'],
      channelId: world.channel.id,
      timeZone: 'Asia/Shanghai',
    })
  })
  const assigned = async () => {
    const orderId = await makeOrder(world.admin)
    await moveOrder(world.admin, orderId, { name: 'assign', to: world.engineer.personId })
    await world.due()
    await world.send()
    return orderId
  }

  test('an order is accepted from its card as by the page', async () => {
    const orderId = await assigned()
    expect(wecom.inbox.messages.at(-1)!.content).toMatchObject({ button_list: [{ key: 'accept' }] })
    await press(wecom.inbox.messages.length - 1, 'accept')
    const order = await orderOf(world.admin, orderId)
    expect(order.state).toBe('accepted')
    const { rows } = await t.adminPool.query(
      `select from session where person_id = $1 and ended_at is null and user_agent = 'Work'`,
      [world.engineer.personId],
    )
    expect(rows).toEqual([])
  })

  test('an order of somebody who may no longer work on orders is not accepted', async () => {
    const orderId = await assigned()
    await t.adminPool.query(
      `with r as (insert into role (company_id, name, permissions) values ($1, 'reader', '{DMS_SERVER_WORK_ORDER}') returning id)
       update member_role mr set built_in = null, role_id = r.id from r, member m
       where m.person_id = $2 and mr.company_id = $1 and mr.member_id = m.id`,
      [world.company.id, world.engineer.personId],
    )
    await press(wecom.inbox.messages.length - 1, 'accept')
    expect((await orderOf(world.admin, orderId)).state).toBe('assigned')
  })

  test('an approval is given from its card; its refusal needs a reason and opens the page', async () => {
    await world.admin.call('POST /api/v1/approval/policy', {
      kind: 'change_order',
      name: 'Changes',
      steps: [{ by: 'person', mode: 'any', memberIds: [await memberIdOf(t, world.engineer)] }],
    })
    const orderId = await makeOrder(world.admin, { type: 'change', title: 'New firewall', risk: 'low' })
    await moveOrder(world.admin, orderId, { name: 'take' })
    const { version } = await orderOf(world.admin, orderId)
    await world.admin.call('POST /api/v1/work/order/:orderId/approval', { orderId, version, note: 'Tonight' })
    await world.due()
    await world.send()
    const last = wecom.inbox.messages.length - 1
    expect(wecom.inbox.messages[last]!.content).toMatchObject({
      button_list: [
        { key: 'approve' },
        { type: 1, url: expect.stringContaining('/task/approval/') as string },
      ],
    })
    await press(last, 'refuse')
    expect((await orderOf(world.admin, orderId)).approval).toBe('pending')
    await press(last, 'approve')
    expect((await orderOf(world.admin, orderId)).approval).toBe('approved')
  })
})
