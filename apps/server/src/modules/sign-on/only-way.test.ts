import { type OidcProvider, startOidcProvider } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import {
  createSignOnApp,
  fragmentOf,
  type MadeChannel,
  makeChannel,
  memberIdOf,
  publicUrl,
  TestBrowser,
} from '../../../test/sign-on-fixture.ts'
import { hashPassword } from '../identity/index.ts'

let t: TestApp
let provider: OidcProvider
const ranges: string[] = []
let company: { id: string; code: string }
let administrator: TestPerson
let member: TestPerson
let channel: MadeChannel
const password = 'Right-password-1'

beforeAll(async () => {
  provider = await startOidcProvider({ clientId: 'netward', secret: 'client-secret-1' })
  t = await createSignOnApp(ranges)
})
afterAll(async () => {
  await t.stop()
  await provider.stop()
})
beforeEach(async () => {
  company = await t.company('company')
  ranges.splice(0, ranges.length, `127.0.0.0/8=${company.code}`)
  administrator = await t.person(company.id, 'administrator')
  member = await t.person(company.id, 'engineer')
  const hash = await hashPassword(password)
  await t.adminPool.query(
    'update person set password_hash = $2, password_changed_at = now(), must_complete = false where id = any ($1)',
    [[administrator.personId, member.personId], hash],
  )
  provider.person = { sub: `sub-${company.code}`, name: 'Li Wei' }
  channel = await makeChannel(t, administrator, { kind: 6, ...settings() })
  provider.redirectUris.splice(0, provider.redirectUris.length, channel.callback)
})

const settings = (signIn: Record<string, unknown> = {}) => ({
  oidc: { issuer: provider.issuer, clientId: 'netward', secret: 'client-secret-1' },
  signIn: { offered: true, admits: 'linked' as const, defaultRole: 'user_layer', ...signIn },
})

const edit = (signIn: Record<string, unknown>) =>
  administrator.call('PUT /api/v1/integration/:channelId', {
    channelId: channel.id,
    kind: 6,
    name: 'Work',
    ...settings(signIn),
  } as never)

async function byPassword(person: TestPerson) {
  const { rows } = await t.adminPool.query<{ name: string }>(
    'select user_name as name from person where id = $1',
    [person.personId],
  )
  const { code } = await t.raw({
    method: 'POST',
    url: '/api/v1/auth/login',
    payload: { username: `${rows[0]!.name}@${company.code}`, password },
  })
  return code
}

/** Links the own account, as the screen does. */
async function linkSelf(person: TestPerson, given = password, browser = new TestBrowser(t)) {
  const answer = await person.call('POST /api/v1/auth/account/sign-on/:channelId', {
    channelId: channel.id,
    password: given,
    back: '/personal/information',
  })
  if (answer.code !== 0) return answer.code
  browser.keep(answer.headers)
  const there = await fetch(answer.data.location, { redirect: 'manual' })
  const { location } = await browser.open(there.headers.get('location') ?? '')
  expect(location.startsWith(`${publicUrl}/#/personal/information?`)).toBe(true)
  return fragmentOf(location)['outside']
}

test('linking the own account needs the password, and the browser that gave it', async () => {
  expect(await linkSelf(member, 'Wrong-password-1')).toBe('account.password_wrong')
  expect(await linkSelf(member)).toBe('linked')
  const { data } = await member.call('GET /api/v1/auth/account/sign-on')
  expect(data).toMatchObject([{ channelId: channel.id, linkedAs: 'Li Wei', mayLink: true }])
  // The same account at work belongs to one member.
  expect(await linkSelf(administrator)).toBe('linked_elsewhere')
  const answer = await administrator.call('POST /api/v1/auth/account/sign-on/:channelId', {
    channelId: channel.id,
    password,
    back: '/personal/information',
  })
  const there = await fetch(answer.data.location, { redirect: 'manual' })
  const stolen = await new TestBrowser(t).open(there.headers.get('location') ?? '')
  expect(fragmentOf(stolen.location)).toEqual({ view: 'outside', because: 'expired' })
  const foreign = await t.person((await t.company('company')).id, 'administrator')
  const other = await foreign.call('POST /api/v1/auth/account/sign-on/:channelId', {
    channelId: channel.id,
    password,
    back: '/personal/information',
  })
  expect(other.code).not.toBe(0)
})

test('passwords go off for linked people, but not for the emergency account', async () => {
  expect(await linkSelf(member)).toBe('linked')
  expect((await edit({ passwordOff: true })).code).toBe('sign_on.break_glass_missing')
  const breakGlassId = await memberIdOf(t, administrator)
  expect((await edit({ passwordOff: true, breakGlassId: await memberIdOf(t, member) })).code).toBe(
    'sign_on.break_glass_missing',
  )
  expect((await edit({ passwordOff: true, breakGlassId })).code).toBe(0)
  expect(await byPassword(member)).toBe('sign_in.outside_only')
  expect(await byPassword(administrator)).toBe(0)
  // Sessions by password end too.
  expect((await member.call('GET /api/v1/auth/user/simple/info')).code).toBe(40005)
  const browser = new TestBrowser(t)
  const { location } = await browser.open(`/api/v1/auth/sso/${channel.publicId}/start`)
  const there = await fetch(location, { redirect: 'manual' })
  const back = await browser.open(there.headers.get('location') ?? '')
  expect((await browser.redeem(fragmentOf(back.location)['ticket']!)).code).toBe(0)
  // A paused channel opens the passwords again: nobody is locked out by it.
  await administrator.call('POST /api/v1/integration/:channelId/pause', {
    channelId: channel.id,
    paused: true,
  })
  expect(await byPassword(member)).toBe(0)
})

test('a removed link ends its sessions and gives the password back', async () => {
  expect(await linkSelf(member)).toBe('linked')
  await edit({ passwordOff: true, breakGlassId: await memberIdOf(t, administrator) })
  const { data } = await administrator.call('POST /api/v1/integration/:channelId/links/lists', {
    channelId: channel.id,
  })
  const browser = new TestBrowser(t)
  const { location } = await browser.open(`/api/v1/auth/sso/${channel.publicId}/start`)
  const there = await fetch(location, { redirect: 'manual' })
  const back = await browser.open(there.headers.get('location') ?? '')
  const { token } = await browser.redeem(fragmentOf(back.location)['ticket']!)
  await administrator.call('DELETE /api/v1/integration/:channelId/links/:linkId', {
    channelId: channel.id,
    linkId: data.items[0]!.id,
  })
  const { code } = await t.raw({
    method: 'GET',
    url: '/api/v1/auth/user/simple/info',
    headers: { authorization: `Bearer ${token}` },
  })
  expect(code).toBe(40005)
  expect(await byPassword(member)).toBe(0)
})
