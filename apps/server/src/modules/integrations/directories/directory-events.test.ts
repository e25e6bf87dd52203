import {
  dingtalkAnswer,
  dingtalkEvent,
  feishuCallback,
  feishuEvent,
  wecomEvent,
  wecomTrial,
} from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MadeChannel, makeChannel, publicUrl } from '../../../../test/sign-on-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { directoryEventRoutes, integrationRoutes } from '../index.ts'

let t: TestApp
const cards: unknown[] = []
let company: { id: string; code: string }
let administrator: TestPerson
const wecomKeys = { token: 'QDG6eK', key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C' }
const dingtalkKeys = { token: '123456', key: '4g5j64qlyl3zvetqxz5jiocdr586fn2zvjpa8zls3ij' }
const otherKeys = { token: 'another', key: 'A'.repeat(43) }
const corpId = 'ww1234567890'
const feishuKeys = { token: 'verification', encryptKey: 'encrypt-key' }
const signIn = { offered: false, admits: 'linked' as const, defaultRole: 'user_layer' }

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    integrationRoutes(app, { secrets, publicUrl, outgoingRanges: [], platformMail: null })
    directoryEventRoutes(app, { secrets, takeCard: async (...given) => void cards.push(given.slice(1)) })
  })
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  administrator = await t.person(company.id, 'administrator')
})

const wecomOf = (more: Record<string, unknown> = {}) => ({
  kind: 1 as const,
  wecom: {
    corpId,
    agentId: '1',
    secret: 's-1234',
    eventToken: wecomKeys.token,
    eventKey: wecomKeys.key,
    ...more,
  },
  signIn,
})
const dingtalkOf = () => ({
  kind: 2 as const,
  dingtalk: {
    clientId: 'dingapp',
    corpId: 'dingcorp',
    secret: 's-1234',
    eventToken: dingtalkKeys.token,
    eventKey: dingtalkKeys.key,
  },
  signIn,
})

const feishuOf = (more: Record<string, unknown> = {}) => ({
  kind: 8 as const,
  feishu: {
    appId: 'cli_1',
    secret: 's-1234',
    eventToken: feishuKeys.token,
    eventKey: feishuKeys.encryptKey,
    ...more,
  },
  signIn,
})

/** A channel whose directory people are kept in step with. */
async function synchronised(input: Parameters<typeof makeChannel>[2]): Promise<MadeChannel> {
  const channel = await makeChannel(t, administrator, input)
  await t.adminPool.query(
    'insert into people_sync (company_id, channel_id, enabled, confirmed_at) values ($1, $2, true, now())',
    [company.id, channel.id],
  )
  return channel
}

const noted = async (channel: MadeChannel) => {
  const { rows } = await t.adminPool.query<{ subject: string }>(
    'select subject from people_sync_event where channel_id = $1 order by subject',
    [channel.id],
  )
  return rows.map(({ subject }) => subject)
}

const address = (channel: { publicId: string }) => `/api/v1/integration/events/${channel.publicId}`
const post = (
  channel: { publicId: string },
  { query, body }: { query: string; body: string },
  type = 'text/xml',
) =>
  t.raw({
    method: 'POST',
    url: `${address(channel)}?${query}`,
    headers: { 'content-type': type },
    payload: body,
  })

test('WeCom tries the address, and gets its text decrypted', async () => {
  const channel = await makeChannel(t, administrator, wecomOf())
  const tried = (query: string) => t.raw({ method: 'GET', url: `${address(channel)}?${query}` })
  const answer = await tried(wecomTrial(wecomKeys, corpId, '1616140317555161061'))
  expect([answer.status, answer.body]).toEqual([200, '1616140317555161061'])
  expect(answer.headers['content-type']).toContain('text/plain')
  expect((await tried(wecomTrial(otherKeys, corpId, 'x'))).status).toBe(403)
  expect((await tried(wecomTrial(wecomKeys, 'wwother00000', 'x'))).status).toBe(403)
})

test('contact events of WeCom name whom they are about, also by a new identifier', async () => {
  const channel = await synchronised(wecomOf())
  const answer = await post(
    channel,
    wecomEvent(wecomKeys, corpId, { ChangeType: 'update_user', UserID: 'LiWei', NewUserID: 'Li' }),
  )
  expect([answer.status, answer.body]).toEqual([200, 'success'])
  await post(channel, wecomEvent(wecomKeys, corpId, { ChangeType: 'delete_user', UserID: 'Sun' }))
  expect(await noted(channel)).toEqual(['li', 'liwei', 'sun'])
  // The new one keeps the earlier one; another writing of the same is none.
  await post(
    channel,
    wecomEvent(wecomKeys, corpId, { ChangeType: 'update_user', UserID: 'Wang', NewUserID: 'wang' }),
  )
  const { rows } = await t.adminPool.query(
    'select subject, was from people_sync_event where channel_id = $1 and was is not null',
    [channel.id],
  )
  expect(rows).toEqual([{ subject: 'li', was: 'liwei' }])
  await post(channel, wecomEvent(wecomKeys, corpId, { ChangeType: 'update_party', Id: '2' }))
  expect(await noted(channel)).toContain('')
})

test('other events are answered and say nothing', async () => {
  const channel = await synchronised(wecomOf())
  for (const fields of [
    { Event: 'subscribe' },
    { ChangeType: 'add_external_contact', UserID: 'x' },
  ] as Record<string, string>[])
    expect((await post(channel, wecomEvent(wecomKeys, corpId, fields))).body).toBe('success')
  expect(await noted(channel)).toEqual([])
})

test('a pressed button of a card comes the same way', async () => {
  const channel = await synchronised(wecomOf())
  const fields = {
    Event: 'template_card_event',
    FromUserName: 'LiWei',
    TaskId: '7',
    EventKey: 'acknowledge',
    ResponseCode: 'r',
  }
  expect((await post(channel, wecomEvent(wecomKeys, corpId, fields))).body).toBe('success')
  const { Event: _event, ...card } = fields
  expect(cards).toEqual([[channel.id, card, '127.0.0.1']])
  expect(await noted(channel)).toEqual([])
})

test('forged, old, foreign and broken events are refused and leave nothing', async () => {
  const channel = await synchronised(wecomOf())
  const fields = { ChangeType: 'delete_user', UserID: 'liwei' }
  const now = Math.floor(Date.now() / 1000)
  const refusedOnes = [
    wecomEvent(wecomKeys, corpId, fields, { token: 'guess' }),
    wecomEvent(wecomKeys, corpId, fields, { key: otherKeys.key }),
    wecomEvent(wecomKeys, corpId, fields, { timestamp: String(now - 3600) }),
    wecomEvent(wecomKeys, corpId, fields, { timestamp: String(now + 3600) }),
    wecomEvent(wecomKeys, corpId, fields, { timestamp: 'NaN' }),
    wecomEvent(wecomKeys, corpId, fields, { receiver: 'wwother00000' }),
    wecomEvent(wecomKeys, corpId, fields, { receiver: '' }),
    { query: wecomEvent(wecomKeys, corpId, fields).query, body: wecomEvent(wecomKeys, corpId, fields).body },
    { query: '', body: '' },
    { query: 'msg_signature=a&msg_signature=b', body: `<xml>${'<Encrypt>'.repeat(5000)}</xml>` },
  ]
  for (const event of refusedOnes) expect((await post(channel, event)).status).toBe(403)
  expect(await noted(channel)).toEqual([])
  const large = wecomEvent(wecomKeys, corpId, { ...fields, Name: 'x'.repeat(600_000) })
  expect((await post(channel, large)).status).toBe(413)
})

test('an event that is sent again is answered and counts once', async () => {
  const channel = await synchronised(wecomOf())
  const event = wecomEvent(wecomKeys, corpId, { ChangeType: 'create_user', UserID: 'new' })
  expect((await post(channel, event)).body).toBe('success')
  await t.adminPool.query('delete from people_sync_event where channel_id = $1', [channel.id])
  expect((await post(channel, event)).body).toBe('success')
  expect(await noted(channel)).toEqual([])
})

test('an event of one channel does nothing at another, a paused one or one without the keys', async () => {
  const first = await synchronised(wecomOf())
  const other = await makeChannel(t, administrator, {
    ...wecomOf({ eventToken: otherKeys.token, eventKey: otherKeys.key }),
    name: 'Other',
  })
  const event = wecomEvent(wecomKeys, corpId, { ChangeType: 'delete_user', UserID: 'liwei' })
  expect((await post(other, event)).status).toBe(403)
  const without = await makeChannel(t, administrator, {
    ...wecomOf({ eventToken: '', eventKey: '' }),
    name: 'Without',
  })
  expect((await post(without, event)).status).toBe(404)
  expect((await post({ publicId: 'f'.repeat(32) }, event)).status).toBe(404)
  expect((await post({ publicId: '..%2f' }, event)).status).toBe(404)
  await administrator.call('POST /api/v1/integration/:channelId/pause', { channelId: first.id, paused: true })
  expect((await post(first, event)).status).toBe(404)
  expect(await noted(first)).toEqual([])
})

test('events of DingTalk are answered as it asks: signed and encrypted', async () => {
  const channel = await synchronised(dingtalkOf())
  const trial = await post(
    channel,
    dingtalkEvent(dingtalkKeys, 'dingapp', { EventType: 'check_url' }),
    'application/json',
  )
  expect([trial.status, dingtalkAnswer(dingtalkKeys, trial.body)]).toEqual([200, 'success'])
  const change = { EventType: 'user_leave_org', CorpId: 'dingcorp', UserId: ['LiWei', 'Sun'], TimeStamp: '1' }
  const answer = await post(channel, dingtalkEvent(dingtalkKeys, 'dingcorp', change), 'application/json')
  expect(dingtalkAnswer(dingtalkKeys, answer.body)).toBe('success')
  expect(await noted(channel)).toEqual(['LiWei', 'Sun'])
  const department = { EventType: 'org_dept_remove', CorpId: 'dingcorp', DeptId: [5] }
  await post(channel, dingtalkEvent(dingtalkKeys, 'dingapp', department), 'application/json')
  expect(await noted(channel)).toContain('')
  for (const wrong of [
    dingtalkEvent(otherKeys, 'dingapp', change),
    dingtalkEvent(dingtalkKeys, 'dingother', change),
    dingtalkEvent(dingtalkKeys, 'dingapp', { ...change, CorpId: 'dingother' }),
    { ...dingtalkEvent(dingtalkKeys, 'dingapp', change), body: '{"encrypt":1}' },
    { ...dingtalkEvent(dingtalkKeys, 'dingapp', change), body: 'null' },
  ])
    expect((await post(channel, wrong, 'application/json')).status).toBe(403)
  expect((await t.raw({ method: 'GET', url: address(channel) })).status).toBe(404)
})

const postFeishu = (
  channel: { publicId: string },
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
) =>
  t.raw({
    method: 'POST',
    url: address(channel),
    headers: { ...headers, 'content-type': 'application/json' },
    payload: body,
  })

test('Feishu tries the address by a challenge, and its events name whom they are about', async () => {
  const channel = await synchronised(feishuOf())
  const challenge = { type: 'url_verification', challenge: 'c-1', token: feishuKeys.token }
  const tried = await postFeishu(channel, feishuCallback(challenge, feishuKeys.encryptKey))
  expect([tried.status, JSON.parse(tried.body)]).toEqual([200, { challenge: 'c-1' }])
  expect((await postFeishu(channel, feishuCallback(challenge, 'another'))).status).toBe(403)
  const send = (type: string, object: Record<string, unknown>) =>
    postFeishu(channel, feishuEvent(feishuKeys, 'cli_1', type, object))
  const answer = await send('contact.user.created_v3', { open_id: 'ou_Li', name: 'Li' })
  expect([answer.status, answer.body]).toEqual([200, '{}'])
  await send('contact.user.deleted_v3', { open_id: 'ou_sun' })
  await send('im.message.receive_v1', { open_id: 'ou_other' })
  expect(await noted(channel)).toEqual(['ou_Li', 'ou_sun'])
  await send('contact.department.updated_v3', { open_department_id: 'od-1' })
  expect(await noted(channel)).toContain('')
})

test('forged, repeated, old and foreign events of Feishu leave nothing', async () => {
  const channel = await synchronised(feishuOf())
  const object = { open_id: 'ou_Li' }
  const of = (keys = feishuKeys, appId = 'cli_1', more: object = {}) =>
    feishuEvent(keys, appId, 'contact.user.deleted_v3', object, more)
  const right = of()
  for (const wrong of [
    of({ ...feishuKeys, encryptKey: 'another' }),
    of({ ...feishuKeys, token: 'another' }),
    of(feishuKeys, 'cli_other'),
    of(feishuKeys, 'cli_1', { at: new Date(Date.now() - 3_600_000) }),
    of(feishuKeys, 'cli_1', { at: new Date(Date.now() + 3_600_000) }),
    of(feishuKeys, 'cli_1', { id: '' }),
    { ...right, headers: {} },
    { ...right, headers: { ...right.headers, 'x-lark-signature': 'f'.repeat(64) } },
    { ...right, headers: { ...right.headers, 'x-lark-request-nonce': 'another' } },
    { ...right, body: JSON.stringify({ event: { object }, header: { token: feishuKeys.token } }) },
    { ...right, body: '{"encrypt":"AAAA"}' },
    { ...right, body: 'null' },
  ])
    expect((await postFeishu(channel, wrong)).status).toBe(403)
  expect(await noted(channel)).toEqual([])
  expect((await postFeishu(channel, right)).status).toBe(200)
  await t.adminPool.query('delete from people_sync_event where channel_id = $1', [channel.id])
  // Signed anew: Feishu repeats an event under its identifier.
  for (const again of [right, of(feishuKeys, 'cli_1', { id: 'e-1' }), of(feishuKeys, 'cli_1', { id: 'e-1' })])
    expect((await postFeishu(channel, again)).status).toBe(200)
  expect(await noted(channel)).toEqual(['ou_Li'])
  // The other channel has the same application and other keys.
  const other = await makeChannel(t, administrator, {
    ...feishuOf({ eventToken: 'other', eventKey: 'other' }),
    name: 'Other',
  })
  expect((await postFeishu(other, of())).status).toBe(403)
  // An event of one vendor at the address of another.
  const wecom = await synchronised({ ...wecomOf(), name: 'WeCom' })
  expect((await postFeishu(wecom, of())).status).toBe(403)
  expect(
    (await post(channel, wecomEvent(wecomKeys, corpId, { ChangeType: 'delete_user', UserID: 'x' }))).status,
  ).toBe(403)
})

test('keys come together, are never shown, and may be taken away', async () => {
  const add = (more: Record<string, unknown>) =>
    administrator.call('POST /api/v1/integration', { ...wecomOf(more), name: 'Keys' })
  expect((await add({ eventKey: undefined })).code).toBe('sign_on.event_secret_missing')
  expect((await add({ eventKey: 'short' })).code).toBe('request.invalid')
  const { data } = await add({ contactSecret: 'contact-secret' })
  const shown = await administrator.call('GET /api/v1/integration/:channelId', { channelId: data.id })
  expect(shown.data.secrets.toSorted()).toEqual(['contactSecret', 'eventKey', 'eventToken', 'secret'])
  expect(shown.data.addresses?.events).toMatch(
    /^https:\/\/netward\.test\/api\/v1\/integration\/events\/[a-f0-9]{32}$/,
  )
  expect(shown.body).not.toContain(wecomKeys.key)
  const edit = (wecom: Record<string, unknown>) =>
    administrator.call('PUT /api/v1/integration/:channelId', {
      channelId: data.id,
      kind: 1,
      name: 'Keys',
      wecom: { corpId, agentId: '1', ...wecom },
      signIn,
    })
  expect((await edit({ eventToken: '', eventKey: '' })).code).toBe(0)
  const after = await administrator.call('GET /api/v1/integration/:channelId', { channelId: data.id })
  expect(after.data.secrets.toSorted()).toEqual(['contactSecret', 'secret'])
  // Another address gets none of them.
  expect((await edit({ apiBase: 'https://wecom.example.test' })).code).toBe('integration.secret_missing')
})
