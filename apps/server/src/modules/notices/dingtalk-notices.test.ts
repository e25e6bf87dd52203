import { startDingtalkService, type DingtalkService } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ApplicationWorld, signIn } from '../../../test/application-messages.ts'
import { askReceipts } from '../../../test/notice-fixture.ts'
import { memberIdOf } from '../../../test/sign-on-fixture.ts'
import type { TestApp } from '../../../test/test-app.ts'

let t: TestApp
let dingtalk: DingtalkService
let world: ApplicationWorld

beforeAll(async () => {
  world = await ApplicationWorld.create()
  ;({ t } = world)
})
afterAll(() => t.stop())
beforeEach(async () => {
  dingtalk = await startDingtalkService({
    clientId: 'ding1',
    secret: 'app-secret',
    corpId: 'dingcorp',
    agentId: '77',
  })
  dingtalk.people.push(
    { unionId: 'u1', nick: '李伟', userid: 'liwei' },
    { unionId: 'u2', nick: '张敏', userid: 'zhangmin' },
  )
  await world.begin(channelInput(), 'liwei')
  await world.link(world.admin, 'zhangmin')
  return () => dingtalk.stop()
})

const channelInput = (more: object = {}) => ({
  kind: 2 as const,
  dingtalk: {
    clientId: 'ding1',
    corpId: 'dingcorp',
    secret: 'app-secret',
    apiBase: dingtalk.url,
    directoryBase: dingtalk.url,
    sendsMessages: true,
    agentId: '77',
    ...more,
  },
  signIn,
})
const both = async () => ({
  memberIds: [await memberIdOf(t, world.engineer), await memberIdOf(t, world.admin)],
})
const ask = () => askReceipts(t, world.ranges, { aliyun: '', tencent: '' })

test('a work notice opens a page whose button acknowledges, and DingTalk says that it arrived', async () => {
  await world.route()
  const alarmId = await world.raise('Core *of* [all](x)')
  await world.send()
  const [{ to, card }] = dingtalk.inbox.notices as [{ to: string; card: Record<string, unknown> }]
  const [button] = card['btn_json_list'] as { title: string; action_url: string }[]
  expect(to).toBe('liwei')
  expect(card['markdown']).not.toContain('[all](x)')
  const ticket = new URLSearchParams(button!.action_url.split('?')[1]).get('ticket')!
  expect(await world.acknowledgedBy(alarmId)).toBeNull()
  const pressed = await t.raw({ method: 'POST', url: '/api/v1/notice/link/acknowledge', payload: { ticket } })
  expect(pressed.code).toBe(0)
  expect(await world.acknowledgedBy(alarmId)).not.toBeNull()
  await ask()
  expect((await world.log()).map(({ state, receipt }) => [state, receipt])).toEqual([['sent', 'delivered']])
})

test('people whom DingTalk refuses fail one by one, and find it in the bell', async () => {
  dingtalk.inbox.forbidden.set('liwei', '143105')
  await world.route(await both())
  // The bell has minor alarms only where a rule of its own says so.
  await world.raise('Core', 'minor')
  await world.send()
  await ask()
  expect((await world.outcomes()).toSorted()).toEqual(['failed recipient', 'sent'])
  expect(await world.bell()).toEqual(['alarm'])
  expect(await world.bell(world.admin)).toEqual([])
  const { data } = await world.admin.call('GET /api/v1/integration/:channelId', {
    channelId: world.channel.id,
  })
  expect(data.state).toBe('working')
})

test('after an interruption no notice is sent twice: DingTalk recognises none', async () => {
  await world.route()
  await world.raise('Core', 'minor')
  await t.adminPool.query(
    'select b.* from notice_message m cross join lateral notice_begin(m.id) b where m.company_id = $1',
    [world.company.id],
  )
  await world.send()
  expect(dingtalk.inbox.notices).toEqual([])
  expect(await world.outcomes()).toEqual(['unknown'])
})

test('messages need the agent of the application, and a wrong one says so', async () => {
  const edit = (agentId: string) =>
    world.admin.call('PUT /api/v1/integration/:channelId', {
      channelId: world.channel.id,
      name: 'Work',
      ...channelInput({ agentId }),
    })
  expect((await edit('')).code).toBe('integration.secret_missing')
  await edit('78')
  await world.route()
  await world.raise()
  await world.send()
  expect(await world.outcomes()).toEqual(['failed refused'])
})
