import { feishuCallback, startFeishuService, type FeishuService } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApplicationWorld, signIn } from '../../../test/application-messages.ts'
import { makeOrder, moveOrder, orderOf } from '../../../test/orders.ts'
import { memberIdOf } from '../../../test/sign-on-fixture.ts'
import type { TestApp } from '../../../test/test-app.ts'

const keys = { token: 'verification', encryptKey: 'encrypt-key' }

let t: TestApp
let feishu: FeishuService
let world: ApplicationWorld

beforeAll(async () => {
  world = await ApplicationWorld.create()
  ;({ t } = world)
})
afterAll(() => t.stop())
beforeEach(async () => {
  feishu = await startFeishuService({ appId: 'cli_1', secret: 'app-secret', tenantKey: 'tenant' })
  feishu.inbox.available.add('ou_liwei')
  await world.begin(channelInput(), 'ou_liwei')
  return () => feishu.stop()
})

const channelInput = (more: object = {}) => ({
  kind: 8 as const,
  feishu: {
    appId: 'cli_1',
    secret: 'app-secret',
    apiBase: feishu.url,
    sendsMessages: true,
    eventToken: keys.token,
    eventKey: keys.encryptKey,
    ...more,
  },
  signIn,
})
async function post(
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  publicId = world.channel.publicId,
) {
  const answer = await t.raw({
    method: 'POST',
    url: `/api/v1/integration/cards/${publicId}`,
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  })
  return { status: answer.status, body: JSON.parse(answer.body) as Record<string, unknown> }
}
const press = (act: string, more: object = {}) =>
  post(feishu.inbox.press(feishu.inbox.messages.length - 1, act, { ...keys, ...more }))

test('a pressed button acknowledges once, and the card is answered', async () => {
  await world.route()
  const alarmId = await world.raise()
  await world.send()
  expect(feishu.inbox.messages.map(({ to }) => to)).toEqual(['ou_liwei'])
  const answer = await press('acknowledge')
  expect(answer).toMatchObject({ status: 200, body: { toast: { type: 'success', content: '告警已确认' } } })
  expect(answer.body['card']).toMatchObject({ type: 'raw', data: { schema: '2.0' } })
  expect(await world.acknowledgedBy(alarmId)).not.toBeNull()
  expect((await press('acknowledge')).body).toMatchObject({ toast: { type: 'error' } })
})

test('a callback that Feishu did not sign, of other keys, or an hour old, acts on nothing', async () => {
  await world.route()
  const alarmId = await world.raise()
  await world.send()
  const right = feishu.inbox.press(0, 'acknowledge', keys)
  const forged = [
    { ...right, headers: { ...right.headers, 'x-lark-signature': '0'.repeat(64) } },
    { ...right, headers: {} },
    { ...right, body: JSON.stringify({ header: { token: keys.token, event_type: 'card.action.trigger' } }) },
    feishu.inbox.press(0, 'acknowledge', { ...keys, encryptKey: 'another' }),
    feishu.inbox.press(0, 'acknowledge', { ...keys, token: 'another' }),
    feishu.inbox.press(0, 'acknowledge', { ...keys, at: new Date(Date.now() - 3_600_000) }),
  ]
  for (const callback of forged) expect((await post(callback)).status).toBe(401)
  expect((await post(right, 'a'.repeat(32))).status).toBe(401)
  expect((await press('acknowledge', { by: 'ou_other' })).body).toEqual({})
  expect(await world.acknowledgedBy(alarmId)).toBeNull()
})

test('the address is verified by the keys of the channel', async () => {
  const challenge = { type: 'url_verification', challenge: 'c-1', token: keys.token }
  expect(await post(feishuCallback(challenge, keys.encryptKey))).toMatchObject({
    status: 200,
    body: { challenge: 'c-1' },
  })
  expect((await post(feishuCallback({ ...challenge, token: 'x' }, keys.encryptKey))).status).toBe(401)
})

test('an approval is refused from the card with its reason', async () => {
  await world.admin.call('POST /api/v1/approval/policy', {
    kind: 'change_order',
    name: 'Changes',
    steps: [{ by: 'person', mode: 'any', memberIds: [await memberIdOf(t, world.engineer)] }],
  })
  await world.engineer.call('POST /api/v1/notice/own/route', {
    events: ['approval_asked'],
    channelId: world.channel.id,
    timeZone: 'Asia/Shanghai',
  })
  const orderId = await makeOrder(world.admin, { type: 'change', title: 'New firewall', risk: 'low' })
  await moveOrder(world.admin, orderId, { name: 'take' })
  const { version } = await orderOf(world.admin, orderId)
  await world.admin.call('POST /api/v1/work/order/:orderId/approval', { orderId, version, note: 'Tonight' })
  await world.due()
  await world.send()
  expect((await press('refuse', { reason: ' ' })).body).toMatchObject({ toast: { type: 'error' } })
  expect((await orderOf(world.admin, orderId)).approval).toBe('pending')
  expect((await press('refuse', { reason: 'Not tonight' })).body).toMatchObject({
    toast: { type: 'success' },
  })
  expect((await orderOf(world.admin, orderId)).approval).toBe('refused')
})

test('an interrupted message is sent again within the hour, which Feishu recognises', async () => {
  await world.route()
  await world.raise('Core', 'minor')
  await world.send()
  const again = (minutes: number) =>
    t.adminPool.query(
      `with d as (update delivery set state = 'sending' where company_id = $1 and channel_id is not null)
       update notice_message set state = 'waiting', next_at = now(), sending_since = now() - make_interval(mins => $2)
       where company_id = $1`,
      [world.company.id, minutes],
    )
  await again(20)
  await world.send()
  expect(feishu.inbox.messages).toHaveLength(1)
  expect(await world.outcomes()).toEqual(['sent'])
  await again(58)
  await world.send()
  expect(await world.outcomes()).toEqual(['unknown'])
})

test('somebody outside the availability of the application finds it in the bell', async () => {
  feishu.inbox.available.clear()
  await world.route()
  // The bell has minor alarms only where a rule of its own says so.
  await world.raise('Core', 'minor')
  await world.send()
  expect(await world.outcomes()).toEqual(['failed recipient'])
  expect(await world.bell()).toEqual(['alarm'])
})
