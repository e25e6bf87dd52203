import { type OidcProvider, startOidcProvider } from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
let provider: OidcProvider
const ranges: string[] = []
let company: { id: string; code: string }
let administrator: TestPerson
let channel: MadeChannel

const rules = { offered: true, admits: 'linked' as const, defaultRole: 'user_layer' }

const oidcOf = (more: Record<string, unknown> = {}, signIn: Record<string, unknown> = {}) => ({
  kind: 6 as const,
  oidc: { issuer: provider.issuer, clientId: 'netward', secret: 'client-secret-1', ...more },
  signIn: { ...rules, ...signIn },
})

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
  administrator = await t.person(company.id, 'administrator')
  ranges.splice(0, ranges.length, `127.0.0.0/8=${company.code}`)
  provider.faults = {}
  provider.secret = 'client-secret-1'
  provider.person = {
    sub: `sub-${company.code}`,
    name: 'Li Wei',
    email: 'li.wei@corp.example',
    email_verified: true,
  }
  channel = await makeChannel(t, administrator, oidcOf())
  provider.redirectUris.splice(0, provider.redirectUris.length, channel.callback)
})

/** From the button to the address with which the provider sends the browser back. */
async function toProvider(browser: TestBrowser, at = channel, redirect = ''): Promise<string> {
  const { location } = await browser.open(`/api/v1/auth/sso/${at.publicId}/start${redirect}`)
  const answer = await fetch(location, { redirect: 'manual' })
  const back = answer.headers.get('location')
  if (back === null)
    throw new Error(`the provider answered ${answer.status}: ${await answer.text()} ${location}`)
  return back
}

async function comeBack(browser = new TestBrowser(t), at = channel) {
  const back = await toProvider(browser, at)
  return fragmentOf((await browser.open(back)).location)
}

const linkTo = async (person: TestPerson, subject = provider.person.sub, at = channel) =>
  administrator.call('POST /api/v1/integration/:channelId/links', {
    channelId: at.id,
    memberId: await memberIdOf(t, person),
    subject,
  })

const asSession = (token: string, companyId?: string) =>
  t.raw({
    method: 'GET',
    url: '/api/v1/auth/user/simple/info',
    headers: {
      authorization: `Bearer ${token}`,
      ...(companyId !== undefined && { 'x-company-id': companyId }),
    },
  })

const calls = async () =>
  (await administrator.call('POST /api/v1/integration/:channelId/calls/lists', { channelId: channel.id }))
    .data.items

describe('who comes in', () => {
  test('a page elsewhere is not gone to after signing in', async () => {
    const browser = new TestBrowser(t)
    for (const elsewhere of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      '/a\r\nb',
    ]) {
      const back = await toProvider(browser, channel, `?redirect=${encodeURIComponent(elsewhere)}`)
      const { location } = await browser.open(back)
      expect(location.startsWith(`${publicUrl}/`)).toBe(true)
      expect(decodeURIComponent(location)).not.toMatch(/evil|javascript|[\r\n]/)
    }
  })

  test('a linked member signs in, and the session opens the company of the channel alone', async () => {
    const member = await t.person(company.id, 'engineer')
    const other = await t.company('company')
    await t.adminPool.query(
      `with n as (insert into org_node (company_id, parent_id, type, name)
         select $1, id, 2, 'x' from org_node where company_id = $1 and parent_id is null returning id)
       insert into member (company_id, person_id, os_id, display_name) select $1, $2, id, 'x' from n`,
      [other.id, member.personId],
    )
    expect((await linkTo(member)).code).toBe(0)
    const browser = new TestBrowser(t)
    const back = await toProvider(browser, channel, '?redirect=/task/todo')
    const { location } = await browser.open(back)
    expect(location.startsWith(`${publicUrl}/#/login?`)).toBe(true)
    const { ticket, redirect, view } = fragmentOf(location)
    expect({ redirect, view }).toEqual({ redirect: '/task/todo', view: 'outside' })
    const { token, code } = await browser.redeem(ticket!)
    expect(code).toBe(0)
    expect((await asSession(token)).data).toMatchObject({ userCode: member.personId, companyId: company.id })
    expect((await asSession(token, other.id)).code).toBe('company.not_found')
    // The switcher lists what the session opens; a password session of the same person opens both.
    const offered = async (bearer: string) => {
      const headers = { authorization: `Bearer ${bearer}` }
      const { data } = await t.raw({ method: 'GET', url: '/api/v1/auth/user/companies', headers })
      return (data as { companyId: string }[]).map(({ companyId }) => companyId).toSorted()
    }
    expect(await offered(token)).toEqual([company.id])
    expect(await offered(member.token)).toEqual([company.id, other.id].toSorted())
    expect(browser.cookie).toBe(null)
    expect(await calls()).toMatchObject([{ act: 'sign_in', outcome: 'done', subject: provider.person.sub }])
  })

  test('an outsider is refused, though their mail address is that of a member of this and of another company', async () => {
    for (const companyId of [company.id, (await t.company('company')).id]) {
      const { personId } = await t.person(companyId, 'administrator')
      await t.adminPool.query(
        `update person set email = $2, email_verified_at = now(), phone = $3, phone_verified_at = now() where id = $1`,
        [personId, `${companyId}@corp.example`, `+8613800${companyId.padStart(6, '0').slice(-6)}`],
      )
      provider.person = {
        ...provider.person,
        email: `${companyId}@corp.example`,
        phone_number: `+8613800${companyId.padStart(6, '0').slice(-6)}`,
      }
      expect(await comeBack()).toEqual({ view: 'outside', because: 'not_linked' })
    }
    expect(await calls()).toMatchObject([
      { outcome: 'refused', reason: 'not_linked' },
      { outcome: 'refused' },
    ])
  })

  test('a new member is admitted with the default role, without the addresses that the service claims', async () => {
    await edit({}, { admits: 'new', domains: ['corp.example'], defaultRole: 'user_layer' })
    const { personId } = await t.person((await t.company('company')).id, 'administrator')
    await t.adminPool.query('update person set email = $2, email_verified_at = now() where id = $1', [
      personId,
      'li.wei@corp.example',
    ])
    const browser = new TestBrowser(t)
    const { ticket } = await comeBack(browser)
    const { token } = await browser.redeem(ticket!)
    const { data } = await asSession(token)
    expect(data).toMatchObject({
      companyId: company.id,
      displayName: 'Li Wei',
      userName: 'li.wei',
      userIdentity: 4,
    })
    const { rows } = await t.adminPool.query(
      'select email, phone, array(select built_in from member_role r join member m on m.id = r.member_id where m.person_id = p.id) as roles from person p where id = $1',
      [(data as { userCode: string }).userCode],
    )
    expect(rows).toEqual([{ email: null, phone: null, roles: ['user_layer'] }])
    // The same person again, not another one.
    const again = new TestBrowser(t)
    const second = await again.redeem((await comeBack(again)).ticket!)
    expect((await asSession(second.token)).data).toMatchObject({
      userCode: (data as { userCode: string }).userCode,
    })
  })

  test('new members come from the named domains alone, by addresses that the service verified', async () => {
    await edit({}, { admits: 'new', domains: ['corp.example'] })
    for (const person of [
      { email: 'x@other.example', email_verified: true },
      { email: 'x@corp.example', email_verified: false },
      { email: 'x@corp.example' },
      { email: 'corp.example', email_verified: true },
      { email: 'x@evil.example@corp.example.evil.example', email_verified: true },
    ]) {
      provider.person = { sub: 'new', name: 'New', ...person }
      const answer = await comeBack()
      expect({ person, because: answer['because'] }).toEqual({ person, because: 'domain' })
    }
  })

  test('a second factor is asked for unless the channel proves one', async () => {
    const member = await t.person(company.id, 'engineer')
    await linkTo(member)
    await t.adminPool.query(
      `insert into person_totp (person_id, secret, confirmed_at) values ($1, '\\x00', now())`,
      [member.personId],
    )
    const attempt = async () => {
      const browser = new TestBrowser(t)
      return (await browser.redeem((await comeBack(browser)).ticket!)).code
    }
    provider.person = { ...provider.person, amr: ['pwd', 'mfa'] }
    expect(await attempt()).toBe('sign_in.second_factor')
    await edit({}, { trustsSecondFactor: true, secondFactorValues: ['https://refeds.org/profile/mfa'] })
    expect(await attempt()).toBe(0)
    provider.person = { ...provider.person, amr: ['pwd'] }
    expect(await attempt()).toBe('sign_in.second_factor')
    provider.person = { ...provider.person, acr: 'https://refeds.org/profile/mfa' }
    expect(await attempt()).toBe(0)
  })
})

describe('hostile', () => {
  test('a state counts once, in the browser that began, at the channel that began', async () => {
    await linkTo(await t.person(company.id, 'engineer'))
    const browser = new TestBrowser(t)
    const back = await toProvider(browser)
    // Another browser, to which somebody sent the address (login CSRF).
    expect(fragmentOf((await new TestBrowser(t).open(back)).location)['because']).toBe('expired')
    // It was spent by that.
    expect(fragmentOf((await browser.open(back)).location)['because']).toBe('expired')

    const second = await toProvider(browser)
    expect(fragmentOf((await browser.open(second)).location)['ticket']).toBeDefined()
    expect(fragmentOf((await browser.open(second)).location)['because']).toBe('expired')

    const forged = new URL(await toProvider(browser))
    forged.searchParams.set('state', 'A'.repeat(43))
    expect(fragmentOf((await browser.open(forged.href)).location)['because']).toBe('expired')
    forged.searchParams.delete('state')
    expect(fragmentOf((await browser.open(forged.href)).location)['because']).toBe('expired')
  })

  test('the callback of another channel and another company does not take it', async () => {
    const foreign = await t.company('company')
    ranges.push(`127.0.0.0/8=${foreign.code}`)
    const theirs = await makeChannel(t, await t.person(foreign.id, 'administrator'), oidcOf())
    const browser = new TestBrowser(t)
    const back = new URL(await toProvider(browser))
    back.pathname = new URL(theirs.callback).pathname
    expect(fragmentOf((await browser.open(back.href)).location)['because']).toBe('expired')
    // Links of one channel say nothing of another with the same provider.
    await linkTo(await t.person(company.id, 'engineer'))
    provider.redirectUris.push(theirs.callback)
    expect((await comeBack(new TestBrowser(t), theirs))['because']).toBe('not_linked')
  })

  test('a mix-up is noticed: the answer names another issuer, or none', async () => {
    const browser = new TestBrowser(t)
    provider.faults = { answerIssuer: 'https://evil.example' }
    expect((await comeBack(browser))['because']).toBe('expired')
    provider.faults = {}
    const back = new URL(await toProvider(browser))
    back.searchParams.delete('iss')
    expect(fragmentOf((await browser.open(back.href)).location)['because']).toBe('expired')
  })

  test.each([
    ['another audience', { audience: 'another-client' }, 'claims'],
    ['another issuer', { issuer: 'https://evil.example' }, 'claims'],
    ['another nonce', { nonce: 'replayed' }, 'claims'],
    ['no signature', { unsigned: true }, null],
    ['the signature of another key', { foreignKey: true }, 'signature'],
    ['an old token', { ageSeconds: 3600 }, 'claims'],
  ] as const)('an ID token with %s is refused', async (_what, faults, reason) => {
    await linkTo(await t.person(company.id, 'engineer'))
    provider.faults = faults
    const answer = await comeBack()
    expect(answer).toEqual({ view: 'outside', because: 'failed' })
    const [call] = await calls()
    expect(call).toMatchObject({ outcome: 'failed', ...(reason !== null && { reason }) })
  })

  test('clocks may differ by minutes, and a rotated key is read anew', async () => {
    await linkTo(await t.person(company.id, 'engineer'))
    provider.faults = { ageSeconds: 400 }
    expect((await comeBack())['ticket']).toBeDefined()
    provider.faults = {}
    await provider.rotate()
    // Within a minute the library does not read keys twice; a service that rotates publishes the next one before.
    await edit({ scopes: 'openid email' })
    expect((await comeBack())['ticket']).toBeDefined()
  })

  test('a code is used once, and a person who declines is refused', async () => {
    await linkTo(await t.person(company.id, 'engineer'))
    const browser = new TestBrowser(t)
    const first = new URL(await toProvider(browser))
    await browser.open(first.href)
    const second = new URL(await toProvider(browser))
    second.searchParams.set('code', first.searchParams.get('code')!)
    expect(fragmentOf((await browser.open(second.href)).location)['because']).toBe('expired')
    provider.faults = { error: 'access_denied' }
    expect((await comeBack())['because']).toBe('denied')
  })

  test('a ticket counts once, within a minute, with the cookie of its start', async () => {
    await linkTo(await t.person(company.id, 'engineer'))
    const browser = new TestBrowser(t)
    const { ticket } = await comeBack(browser)
    expect((await new TestBrowser(t).redeem(ticket!)).code).toBe('ticket.invalid')
    const { cookie } = browser
    expect((await browser.redeem(ticket!)).code).toBe(0)
    browser.cookie = cookie
    expect((await browser.redeem(ticket!)).code).toBe('ticket.invalid')
    const late = await comeBack(browser)
    await t.adminPool.query(`update one_time_ticket set expires_at = now() where purpose = 'sso_result'`)
    expect((await browser.redeem(late['ticket']!)).code).toBe('ticket.invalid')
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)'])(
    'no redirect leads to %s',
    async (target) => {
      await linkTo(await t.person(company.id, 'engineer'))
      const browser = new TestBrowser(t)
      const back = await toProvider(browser, channel, `?redirect=${encodeURIComponent(target)}`)
      const { location } = await browser.open(back)
      expect(location.startsWith(`${publicUrl}/#/login?`)).toBe(true)
      expect(fragmentOf(location)['redirect']).toBeUndefined()
    },
  )

  test('the cookie is bound to the host, hidden from scripts and sent over https alone', async () => {
    const { headers } = await new TestBrowser(t).open(`/api/v1/auth/sso/${channel.publicId}/start`)
    expect(String(headers['set-cookie'])).toMatch(
      /^__Host-sso=[\w-]{43}; Path=\/; HttpOnly; Max-Age=600; SameSite=Lax; Secure$/,
    )
  })

  test('base addresses reach no private network of others', async () => {
    ranges.splice(0, ranges.length)
    await edit({ clientId: 'netward-2' })
    const { location } = await new TestBrowser(t).open(`/api/v1/auth/sso/${channel.publicId}/start`)
    expect(fragmentOf(location)['because']).toBe('failed')
    expect(await calls()).toMatchObject([{ outcome: 'failed', reason: 'address_refused' }])
    const { data } = await administrator.call('POST /api/v1/integration/:channelId/test', {
      channelId: channel.id,
    })
    expect(data.failure?.reason).toBe('address_refused')
  })

  test('only those who may make administrators decide who signs in', async () => {
    const { rows } = await t.adminPool.query<{ id: string }>(
      `insert into role (company_id, name, permissions) values ($1, 'Integrator', '{DMS_SERVER_SYSTEM_THIRD_MANAGER}') returning id::text`,
      [company.id],
    )
    const manager = await t.person(company.id, 'user_layer')
    await t.adminPool.query('insert into member_role (company_id, member_id, role_id) values ($1, $2, $3)', [
      company.id,
      await memberIdOf(t, manager),
      rows[0]!.id,
    ])
    const input = { channelId: channel.id, name: 'Work', ...oidcOf({ secret: 'mine' }) }
    const refused = [
      await manager.call('POST /api/v1/integration', { ...oidcOf(), name: 'Mine' }),
      await manager.call('PUT /api/v1/integration/:channelId', input),
      await manager.call('POST /api/v1/integration/:channelId/pause', {
        channelId: channel.id,
        paused: true,
      }),
      await manager.call('DELETE /api/v1/integration/:channelId', { channelId: channel.id }),
      await manager.call('POST /api/v1/integration/:channelId/links', {
        channelId: channel.id,
        memberId: await memberIdOf(t, administrator),
        subject: 'me',
      }),
    ]
    expect(refused.map(({ code }) => code)).toEqual(Array(5).fill('sign_on.administrators_only'))
    const { data } = await manager.call('GET /api/v1/integration/:channelId', { channelId: channel.id })
    expect(data).toMatchObject({ signInLocked: true, secrets: ['secret'] })
  })
})

describe('the channel', () => {
  test('shows its addresses and never its secret, and another service asks for the secret again', async () => {
    const { data, body } = await administrator.call('GET /api/v1/integration/:channelId', {
      channelId: channel.id,
    })
    expect(body).not.toContain('client-secret-1')
    expect(data.addresses).toMatchObject({ callback: channel.callback })
    const { code, data: fields } = await edit({ issuer: 'https://evil.example', secret: undefined })
    expect({ code, fields }).toMatchObject({ code: 'integration.secret_missing' })
  })

  test('its test says in words what is wrong', async () => {
    const tried = async () => {
      const { data } = await administrator.call('POST /api/v1/integration/:channelId/test', {
        channelId: channel.id,
      })
      return data.failure?.reason ?? data.checked.join(' ')
    }
    // The provider knows client, secret and callback: a code that nobody was given is all that it refuses.
    expect(await tried()).toBe(`${provider.issuer} netward`)
    provider.secret = 'another'
    expect(await tried()).toBe('credentials')
    provider.faults = {
      tokenError: ['invalid_client', 'AADSTS7000222: The provided client secret keys are expired.'],
    }
    expect(await tried()).toBe('secret_ended')
    const { data } = await administrator.call('POST /api/v1/integration/lists', {})
    expect(data.items).toMatchObject([{ state: 'failing', failure: { reason: 'secret_ended' } }])
  })

  test('a paused channel lets nobody in, and ends what it opened', async () => {
    await linkTo(await t.person(company.id, 'engineer'))
    const browser = new TestBrowser(t)
    const { token } = await browser.redeem((await comeBack(browser)).ticket!)
    expect((await asSession(token)).code).toBe(0)
    const begun = await toProvider(browser)
    const { ticket } = await comeBack(browser)
    await administrator.call('POST /api/v1/integration/:channelId/pause', {
      channelId: channel.id,
      paused: true,
    })
    expect((await asSession(token)).code).toBe(40005)
    expect((await browser.redeem(ticket!)).code).toBe('sign_on.ended')
    expect(fragmentOf((await browser.open(begun)).location)['ticket']).toBeUndefined()
    const { location } = await browser.open(`/api/v1/auth/sso/${channel.publicId}/start`)
    expect(fragmentOf(location)['because']).toBe('refused')
  })

  test('is offered on the page of its company, and by its code', async () => {
    await t.adminPool.query('update company set prefix = $2 where id = $1', [company.id, `p-${company.code}`])
    const page = await t.raw({ method: 'GET', url: `/api/v1/auth/login/page?prefix=p-${company.code}` })
    const way = {
      kind: 6,
      name: 'Work',
      publicId: channel.publicId,
      startUrl: `${publicUrl}/api/v1/auth/sso/${channel.publicId}/start`,
    }
    expect((page.data as { ways: unknown }).ways).toEqual([way])
    const ways = await t.raw({ method: 'GET', url: `/api/v1/auth/login/ways?companyCode=${company.code}` })
    expect(ways.data).toEqual([way])
    expect((await t.raw({ method: 'GET', url: '/api/v1/auth/login/ways?companyCode=nobody' })).data).toEqual(
      [],
    )
    const { location } = await new TestBrowser(t).open(
      (await toProvider(new TestBrowser(t))).replace(/state=[^&]+/, 'state=x'),
    )
    expect(location.startsWith(`${publicUrl}/p-${company.code}#/login`)).toBe(true)
  })
})

describe('sign-out there', () => {
  test('a logout token ends the sessions of its subject, once', async () => {
    const member = await t.person(company.id, 'engineer')
    await linkTo(member)
    const browser = new TestBrowser(t)
    const { token } = await browser.redeem((await comeBack(browser)).ticket!)
    const out = (logoutToken: string) =>
      browser.open(`/api/v1/auth/sso/${channel.publicId}/sign-out`, { logout_token: logoutToken })
    const sub = provider.person.sub
    for (const wrong of [
      await provider.logoutToken({ sub }, { nonce: 'x' }),
      await provider.logoutToken({ sub }, { aud: 'another' }),
      await provider.logoutToken({ sub }, { iss: 'https://evil.example' }),
      await provider.logoutToken({ sub }, { events: {} }),
      await provider.logoutToken({}),
      'a.b.c',
    ])
      expect((await out(wrong)).status).toBe(400)
    expect((await asSession(token)).code).toBe(0)
    const right = await provider.logoutToken({ sub })
    expect((await out(right)).status).toBe(200)
    expect((await asSession(token)).code).toBe(40005)
    // A password session of the same person stays.
    expect((await member.call('GET /api/v1/auth/user/simple/info')).code).toBe(0)
    expect((await out(right)).status).toBe(400)
  })
})

function edit(oidc: Record<string, unknown> = {}, signIn: Record<string, unknown> = {}) {
  const { oidc: settings, ...rest } = oidcOf(oidc, signIn)
  return administrator.call('PUT /api/v1/integration/:channelId', {
    channelId: channel.id,
    name: 'Work',
    ...rest,
    oidc: JSON.parse(JSON.stringify(settings)) as never,
  })
}
