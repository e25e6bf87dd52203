import { inflateRawSync } from 'node:zlib'
import {
  readSamlRequest,
  samlAnswer,
  samlCertificate,
  samlEntityId,
  type SamlFaults,
  samlLogoutForm,
  type SamlLogoutFaults,
  samlLogoutQuery,
  type SamlPerson,
} from '@netward/testkit'
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

let t: TestApp
let company: { id: string; code: string }
let administrator: TestPerson
let channel: MadeChannel
const person: SamlPerson = {
  nameId: 'E-1001',
  attributes: { displayName: 'Li Wei', mail: 'li.wei@corp.example' },
}

const saml = {
  entityId: samlEntityId,
  signInUrl: 'https://idp.example.test/sso',
  certificates: samlCertificate,
  nameAttribute: 'displayName',
  mailAttribute: 'mail',
}
const signIn = { offered: true, admits: 'linked' as const, defaultRole: 'user_layer' }

beforeAll(async () => {
  t = await createSignOnApp([])
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  administrator = await t.person(company.id, 'administrator')
  channel = await makeChannel(t, administrator, { kind: 7, saml, signIn })
  await administrator.call('POST /api/v1/integration/:channelId/links', {
    channelId: channel.id,
    memberId: await memberIdOf(t, await t.person(company.id, 'engineer')),
    subject: person.nameId,
  })
})

async function comeBack(faults: SamlFaults = {}, who = person, browser = new TestBrowser(t)) {
  const { location } = await browser.open(`/api/v1/auth/sso/${channel.publicId}/start`)
  const request = readSamlRequest(location)
  const answer = await browser.open(channel.callback, samlAnswer(request, who, faults))
  return fragmentOf(answer.location)
}

test('a linked member comes in by a signed assertion, with a cookie that other sites may bring back', async () => {
  const browser = new TestBrowser(t)
  const { location, headers } = await browser.open(`/api/v1/auth/sso/${channel.publicId}/start`)
  expect(String(headers['set-cookie'])).toContain('SameSite=None; Secure')
  const request = readSamlRequest(location)
  expect(request).toMatchObject({
    acs: channel.callback,
    issuer: `${publicUrl}/api/v1/auth/sso/${channel.publicId}/metadata`,
  })
  const answer = samlAnswer(request, person)
  const { ticket } = fragmentOf((await browser.open(channel.callback, answer)).location)
  expect((await browser.redeem(ticket!)).code).toBe(0)
  // A replay of the same answer, also with the cookie of another sign-in.
  await browser.open(`/api/v1/auth/sso/${channel.publicId}/start`)
  expect(fragmentOf((await browser.open(channel.callback, answer)).location)['because']).toBe('expired')
})

test('metadata names the addresses of the channel', async () => {
  const { body, status } = await t.raw({
    method: 'GET',
    url: `/api/v1/auth/sso/${channel.publicId}/metadata`,
  })
  expect(status).toBe(200)
  expect(body).toContain(`entityID="${publicUrl}/api/v1/auth/sso/${channel.publicId}/metadata"`)
  expect(body).toContain(`Location="${channel.callback}"`)
})

test.each<[string, SamlFaults, string]>([
  ['for another audience', { audience: 'https://other.example' }, 'failed'],
  ['for another address', { recipient: 'https://netward.test/elsewhere' }, 'failed'],
  ['of another issuer', { issuer: 'https://evil.example' }, 'failed'],
  ['without a signature', { unsigned: true }, 'failed'],
  ['signed by a stranger', { strangeKey: true }, 'failed'],
  ['that answers another request', { inResponseTo: '_another' }, 'expired'],
  ['of an hour ago', { lateMinutes: 60 }, 'failed'],
  ['that says no', { status: 'urn:oasis:names:tc:SAML:2.0:status:AuthnFailed' }, 'denied'],
])('an assertion %s is refused', async (_what, faults, because) => {
  expect(await comeBack(faults)).toEqual({ view: 'outside', because })
})

test('an unsigned assertion before the signed one counts for nothing', async () => {
  const stranger = { ...person, nameId: 'E-9999' }
  // The signed one is an outsider's; the unsigned one names a member.
  expect((await comeBack({ wrapped: person.nameId }, stranger))['ticket']).toBeUndefined()
})

test('clocks may differ by minutes', async () => {
  expect((await comeBack({ lateMinutes: 4 }))['ticket']).toBeDefined()
})

test('a sign-in that nobody began here is refused, as is a passing identifier', async () => {
  const browser = new TestBrowser(t)
  const { location } = await browser.open(`/api/v1/auth/sso/${channel.publicId}/start`)
  const unasked = { ...readSamlRequest(location), relayState: '' }
  expect(
    fragmentOf((await browser.open(channel.callback, samlAnswer(unasked, person))).location)['because'],
  ).toBe('expired')
  const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
  expect((await comeBack({}, { ...person, format }))['because']).toBe('no_subject')
})

test('two factors are believed by the class that the administrator named', async () => {
  await t.adminPool.query(
    `insert into person_totp (person_id, secret, confirmed_at)
     select m.person_id, '\\x00', now() from sign_on_link l join member m on m.id = l.member_id where l.channel_id = $1`,
    [channel.id],
  )
  const attempt = async (contextClass?: string) => {
    const browser = new TestBrowser(t)
    const { ticket } = await comeBack({}, { ...person, ...(contextClass && { contextClass }) }, browser)
    return (await browser.redeem(ticket!)).code
  }
  const mfa = 'https://refeds.org/profile/mfa'
  expect(await attempt(mfa)).toBe('sign_in.second_factor')
  await administrator.call('PUT /api/v1/integration/:channelId', {
    channelId: channel.id,
    kind: 7,
    name: 'Work',
    saml,
    signIn: { ...signIn, trustsSecondFactor: true, secondFactorValues: [mfa] },
  })
  expect(await attempt(mfa)).toBe(0)
  expect(await attempt()).toBe('sign_in.second_factor')
})

test('a certificate that cannot be read is refused, and its end is known', async () => {
  const wrong = await administrator.call('POST /api/v1/integration', {
    kind: 7,
    name: 'Wrong',
    saml: { ...saml, certificates: 'nothing' },
    signIn,
  })
  expect(wrong.code).toBe('sign_on.certificate_wrong')
  const { data } = await administrator.call('GET /api/v1/integration/:channelId', { channelId: channel.id })
  expect(data.secretEndsOn).toMatch(/^21\d\d-/)
  const tried = await administrator.call('POST /api/v1/integration/:channelId/test', {
    channelId: channel.id,
  })
  expect(tried.data.failure).toBe(null)
})

test('a signed logout request ends the sessions of its person, once, and is answered', async () => {
  const { data } = await administrator.call('GET /api/v1/integration/:channelId', { channelId: channel.id })
  const signOut = data.addresses!.signOut!
  expect(signOut).toBe(channel.callback.replace(/callback$/, 'sign-out'))
  const metadata = await t.raw({ method: 'GET', url: `/api/v1/auth/sso/${channel.publicId}/metadata` })
  expect(metadata.body).toContain(`Location="${signOut}"`)
  const signedIn = async () => {
    const browser = new TestBrowser(t)
    const { token } = await browser.redeem((await comeBack({}, person, browser)).ticket!)
    return token
  }
  const lives = async (token: string) =>
    (
      await t.raw({
        method: 'GET',
        url: '/api/v1/auth/user/simple/info',
        headers: { authorization: `Bearer ${token}` },
      })
    ).code === 0
  const of = { destination: signOut, nameId: person.nameId, relayState: 'r 1' }
  const byQuery = (query: string) => new TestBrowser(t).open(`${signOut}?${query}`)
  const byForm = (form: Record<string, string>) => new TestBrowser(t).open(signOut, form)

  const token = await signedIn()
  const refused: SamlLogoutFaults[] = [
    { unsigned: true },
    { strangeKey: true },
    { issuer: 'https://evil.example' },
    { destination: 'https://netward.test/elsewhere' },
    { lateMinutes: 60 },
  ]
  for (const faults of refused) {
    expect([faults, (await byQuery(samlLogoutQuery(of, faults))).status]).toEqual([faults, 400])
    expect([faults, (await byForm(samlLogoutForm(of, faults))).status]).toEqual([faults, 400])
  }
  expect((await byQuery(samlLogoutQuery(of, { weak: true }))).status).toBe(400)
  // A field beside those that are signed, and one in front of them.
  const query = samlLogoutQuery(of)
  expect((await byQuery(`x=1&${query}`)).status).toBe(400)
  // Of two with one name none counts.
  await byQuery(`${query}&SAMLRequest=x`)
  expect(await lives(token)).toBe(true)
  expect((await byQuery(samlLogoutQuery({ ...of, nameId: 'E-2002' }))).status).toBe(200)
  expect(await lives(token)).toBe(true)
  expect((await byQuery(query)).status).toBe(200)
  expect(await lives(token)).toBe(false)
  const later = await signedIn()
  expect((await byQuery(query)).status).toBe(400)
  expect(await lives(later)).toBe(true)

  // Answered where the channel says that answers are taken.
  await administrator.call('PUT /api/v1/integration/:channelId', {
    channelId: channel.id,
    kind: 7,
    name: 'SAML',
    saml: { ...saml, signOutUrl: 'https://idp.example.test/slo' },
    signIn,
  })
  const answer = await byForm(samlLogoutForm(of))
  expect(answer.status).toBe(303)
  const to = new URL(answer.location)
  expect(to.origin + to.pathname).toBe('https://idp.example.test/slo')
  expect(to.searchParams.get('RelayState')).toBe('r 1')
  const xml = inflateRawSync(Buffer.from(to.searchParams.get('SAMLResponse')!, 'base64')).toString()
  expect(xml).toContain('urn:oasis:names:tc:SAML:2.0:status:Success')
  expect(await lives(later)).toBe(false)
})
