import {
  type EntraDirectory,
  type EntraPost,
  type EntraSubscription,
  startEntraDirectory,
} from '@netward/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MadeChannel, makeChannel, publicUrl } from '../../../../test/sign-on-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import {
  directoryEventRoutes,
  integrationRoutes,
  isPublicAddress,
  subscriptionJobs,
  subscriptionSweep,
} from '../index.ts'

const tenantId = '11111111-2222-4333-8444-555555555555'
const clientId = '22222222-3333-4444-8555-666666666666'
const someone = '33333333-4444-4555-8666-777777777777'
const signIn = { offered: false, admits: 'linked' as const, defaultRole: 'user_layer' }

let t: TestApp
let entra: EntraDirectory
let company: { id: string; code: string }
let administrator: TestPerson
let channel: MadeChannel
let ranges: string[]
/** What Graph got from the address. */
let answers: { status: number; type: string; body: string }[]

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    integrationRoutes(app, { secrets, publicUrl, outgoingRanges: [], platformMail: null })
    directoryEventRoutes(app, { secrets, takeCard: async () => {} }, 1000)
  })
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  administrator = await t.person(company.id, 'administrator')
  ranges = [`127.0.0.0/8=${company.code}`]
  answers = []
  entra = await startEntraDirectory({ tenantId, clientId, secret: 'entra-secret' })
  entra.subscriptions.deliver = post
  channel = await aChannel('Entra')
})
afterEach(() => entra.stop())

async function aChannel(name: string): Promise<MadeChannel> {
  const made = await makeChannel(t, administrator, {
    kind: 3,
    name,
    entra: {
      tenantId,
      clientId,
      secret: 'entra-secret',
      cloud: 'other',
      signInBase: entra.url,
      graphBase: entra.url,
    },
    signIn,
  })
  await t.adminPool.query(
    'insert into people_sync (company_id, channel_id, enabled, confirmed_at) values ($1, $2, true, now())',
    [company.id, made.id],
  )
  return made
}

async function post({ url, headers, body }: EntraPost) {
  const {
    status,
    headers: given,
    body: text,
  } = await t.raw({
    method: 'POST',
    url: url.replace(publicUrl, ''),
    headers: { ...headers },
    payload: body,
  })
  answers.push({ status, type: String(given['content-type']), body: text })
  return answers.at(-1)!
}

const tools = () => ({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
async function tended(url = publicUrl) {
  await subscriptionSweep({ publicUrl: url }).run(tools())
  const { rows } = await t.adminPool.query<{ payload: { companyId: string; channelId: string } }>(
    `with gone as (delete from graphile_worker._private_jobs where key like 'directory-subscribe:%' returning payload)
     select payload from gone where payload->>'companyId' = $1`,
    [company.id],
  )
  const job = subscriptionJobs({ secrets: t.secrets, outgoingRanges: ranges, publicUrl: url })[
    'directory.subscribe'
  ]!
  for (const { payload } of rows) await job(payload, tools())
  return rows.length
}
const stored = async () =>
  (
    await t.adminPool.query<{ outside_id: string | null; failure: { reason: string } | null; due: boolean }>(
      'select outside_id, failure, next_at <= now() as due from directory_subscription where channel_id = $1',
      [channel.id],
    )
  ).rows[0]
const due = () =>
  t.adminPool.query('update directory_subscription set next_at = now() where channel_id = $1', [channel.id])
const noted = async (of = channel) =>
  (
    await t.adminPool.query<{ subject: string }>(
      'select subject from people_sync_event where channel_id = $1',
      [of.id],
    )
  ).rows.map(({ subject }) => subject)
async function subscribed(): Promise<EntraSubscription> {
  await tended()
  return [...entra.subscriptions.all.values()][0]!
}

test('a subscription is made, its address proved to Graph, and renewed before it ends', async () => {
  const made = await subscribed()
  expect(answers).toHaveLength(2)
  expect(answers[0]).toMatchObject({ status: 200, type: 'text/plain; charset=utf-8' })
  expect(made.notificationUrl).toBe(`${publicUrl}/api/v1/integration/events/${channel.publicId}`)
  expect(made.clientState.length).toBeGreaterThan(40)
  expect(await stored()).toMatchObject({ outside_id: made.id, failure: null, due: false })
  expect(await tended()).toBe(0)
  made.until = new Date(Date.now() + 60_000)
  await due()
  expect(await tended()).toBe(1)
  expect(await stored()).toMatchObject({ outside_id: made.id, failure: null })
  expect(made.until.getTime()).toBeGreaterThan(Date.now() + 6 * 24 * 3_600_000)
  // One that Graph has lost is made anew.
  entra.subscriptions.all.clear()
  await due()
  await tended()
  expect((await stored())?.outside_id).toBe([...entra.subscriptions.all.keys()][0])
  // The state is kept as its hash.
  const { rows } = await t.adminPool.query('select d::text as all from directory_subscription d')
  expect(JSON.stringify(rows)).not.toContain(made.clientState)
})

test('a notification begins a reading of what changed, however often it comes', async () => {
  const one = await subscribed()
  const answer = await post(entra.subscriptions.notification(one, someone))
  expect([answer.status, answer.body]).toEqual([202, ''])
  await post(entra.subscriptions.notification(one, someone))
  expect(await noted()).toEqual([''])
})

test('forged, foreign and broken notifications are refused and leave nothing', async () => {
  const one = await subscribed()
  const other = await aChannel('Other')
  await tended()
  const { subscriptions } = entra
  const right = subscriptions.notification(one, someone)
  const elsewhere = right.url.replace(channel.publicId, other.publicId)
  for (const wrong of [
    subscriptions.notification(one, someone, { clientState: 'guess' }),
    subscriptions.notification(one, someone, { clientState: undefined }),
    subscriptions.notification(one, someone, { subscriptionId: 'another' }),
    subscriptions.notification(one, someone, { tenantId: '99999999-2222-4333-8444-555555555555' }),
    { ...right, url: elsewhere },
    { ...right, body: '' },
    { ...right, body: 'null' },
    { ...right, body: '{"value":[null,1,[]]}' },
    { ...right, body: '{"value":"x"}' },
    { ...right, body: `{"value":${'['.repeat(100_000)}` },
  ])
    expect((await post(wrong)).status).toBe(403)
  expect((await post({ ...right, body: 'x'.repeat(600_000) })).status).toBe(413)
  expect([await noted(), await noted(other)]).toEqual([[], []])
  await administrator.call('POST /api/v1/integration/:channelId/pause', {
    channelId: channel.id,
    paused: true,
  })
  expect((await post(right)).status).toBe(404)
})

test('the address echoes a token only while Graph is asked, and as text alone', async () => {
  const url = `${publicUrl}/api/v1/integration/events/${channel.publicId}?validationToken=`
  const tried = (token: string) => post({ url: `${url}${encodeURIComponent(token)}`, headers: {}, body: '' })
  expect((await tried('x')).status).toBe(404)
  await tended()
  const page = await tried('<script>alert(1)</script>')
  expect([page.status, page.type]).toEqual([200, 'text/plain; charset=utf-8'])
  expect((await tried('a\r\nset-cookie: x')).status).toBe(403)
  expect((await tried('x'.repeat(3000))).status).toBe(403)
  await t.adminPool.query(`update directory_subscription set asked_at = now() - interval '1 hour'`)
  expect((await tried('x')).status).toBe(403)
  // With the parameter twice there is none.
  expect((await post({ url: `${url}a&validationToken=b`, headers: {}, body: '' })).status).toBe(403)
})

test('lifecycle notifications renew, make anew and read what was missed', async () => {
  const one = await subscribed()
  const { subscriptions } = entra
  expect((await post(subscriptions.lifecycle(one, 'missed', { clientState: 'guess' }))).status).toBe(403)
  expect((await post(subscriptions.lifecycle(one, 'reauthorizationRequired'))).status).toBe(202)
  expect(await stored()).toMatchObject({ outside_id: one.id, due: true })
  expect(await noted()).toEqual([])
  await tended()
  expect((await post(subscriptions.lifecycle(one, 'missed'))).status).toBe(202)
  expect(await noted()).toEqual([''])
  expect((await post(subscriptions.lifecycle(one, 'subscriptionRemoved'))).status).toBe(202)
  expect(await stored()).toMatchObject({ outside_id: null, due: true })
  await tended()
  expect((await stored())?.outside_id).toBe([...subscriptions.all.keys()][0])
})

test('a subscription ends with the synchronisation, and belongs to one application', async () => {
  await subscribed()
  await t.adminPool.query('update people_sync set enabled = false where channel_id = $1', [channel.id])
  await t.adminPool.query(`update directory_subscription set asked_at = now() - interval '1 hour'`)
  await tended()
  expect([entra.subscriptions.all.size, await stored()]).toEqual([0, undefined])
})

test('a failure is shown and tried again later; without a public address none is made', async () => {
  entra.permissions.delete('User.Read.All')
  await tended()
  expect(await stored()).toMatchObject({
    outside_id: null,
    failure: { reason: 'permission_missing' },
    due: false,
  })
  entra.permissions.add('User.Read.All')
  entra.subscriptions.deliver = async () => ({ status: 200, type: 'text/html', body: '' })
  await due()
  await tended()
  expect((await stored())?.failure).toMatchObject({ reason: 'callback_unknown' })
  await due()
  for (const url of [
    'http://netward.example.com',
    'https://10.0.0.5',
    'https://netward',
    'https://n.internal',
  ])
    expect([await tended(url), isPublicAddress(url)]).toEqual([0, false])
  expect(isPublicAddress('https://netward.example.com')).toBe(true)
})
