import {
  type DingtalkService,
  type FeishuService,
  type OidcProvider,
  startDingtalkService,
  startFeishuService,
  startOidcProvider,
  startWecomService,
  type WecomService,
} from '@netward/testkit'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import {
  createSignOnApp,
  fragmentOf,
  type MadeChannel,
  makeChannel,
  memberIdOf,
  TestBrowser,
} from '../../../test/sign-on-fixture.ts'

let t: TestApp
const ranges: string[] = []
let company: { id: string; code: string }
let administrator: TestPerson
const signIn = { offered: true, admits: 'linked' as const, defaultRole: 'user_layer' }

beforeAll(async () => {
  t = await createSignOnApp(ranges)
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  administrator = await t.person(company.id, 'administrator')
  ranges.splice(0, ranges.length, `127.0.0.0/8=${company.code}`)
})

async function link(channel: MadeChannel, subject: string): Promise<TestPerson> {
  const member = await t.person(company.id, 'engineer')
  const { code } = await administrator.call('POST /api/v1/integration/:channelId/links', {
    channelId: channel.id,
    memberId: await memberIdOf(t, member),
    subject,
  })
  expect(code).toBe(0)
  return member
}

async function started(channel: MadeChannel, browser = new TestBrowser(t)) {
  const { location } = await browser.open(`/api/v1/auth/sso/${channel.publicId}/start`)
  return { browser, location: new URL(location), state: new URL(location).searchParams.get('state') ?? '' }
}

/** Comes back with the values that the service adds to the address. */
async function back(channel: MadeChannel, values: Record<string, string>) {
  const { browser, state } = await started(channel)
  const query = new URLSearchParams({ ...values, state })
  const answer = fragmentOf((await browser.open(`${channel.callback}?${query.toString()}`)).location)
  return { ticket: answer['ticket'], because: answer['because'], browser }
}

const tried = async (channel: MadeChannel) => {
  const { data } = await administrator.call('POST /api/v1/integration/:channelId/test', {
    channelId: channel.id,
  })
  return data.failure ?? data.checked
}

describe('WeCom', () => {
  let wecom: WecomService
  let channel: MadeChannel
  beforeEach(async () => {
    wecom = await startWecomService({ corpId: 'ww1234567890', agentId: '1000002', secret: 'wecom-secret-1' })
    wecom.members = [{ userid: 'LiWei', name: 'Li Wei' }]
    const { url } = wecom
    channel = await makeChannel(t, administrator, {
      kind: 1,
      wecom: {
        corpId: 'ww1234567890',
        agentId: '1000002',
        secret: 'wecom-secret-1',
        apiBase: url,
        qrBase: url,
        insideBase: url,
      },
      signIn,
    })
    return () => wecom.stop()
  })

  test('a member comes in by QR code, an outsider of the directory does not', async () => {
    const member = await link(channel, 'LiWei')
    const { location } = await started(channel)
    expect(location.pathname).toBe('/wwlogin/sso/login')
    expect(Object.fromEntries(location.searchParams)).toMatchObject({
      login_type: 'CorpApp',
      appid: 'ww1234567890',
      agentid: '1000002',
      redirect_uri: channel.callback,
    })
    const { ticket, browser } = await back(channel, { code: wecom.code('liwei') })
    const { token } = await browser.redeem(ticket!)
    const info = await t.raw({
      method: 'GET',
      url: '/api/v1/auth/user/simple/info',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(info.data).toMatchObject({ userCode: member.personId })
    expect(await back(channel, { code: wecom.code(null) })).toMatchObject({ because: 'outsider' })
    expect(await back(channel, { code: 'used-up' })).toMatchObject({ because: 'expired' })
    expect(await back(channel, {})).toMatchObject({ because: 'denied' })
    // Deleted between the code and the question, or outside of what the application may see: no failure of the channel.
    expect(await back(channel, { code: wecom.code('deleted') })).toMatchObject({ because: 'outsider' })
    wecom.errors.set('/user/get', [50002, 'user not in the visible range'])
    expect(await back(channel, { code: wecom.code('LiWei') })).toMatchObject({ because: 'outsider' })
    const { data } = await administrator.call('GET /api/v1/integration/:channelId', { channelId: channel.id })
    expect(data.state).toBe('working')
  })

  test('inside the client the page of web authorisation opens', async () => {
    const answer = await t.raw({
      method: 'GET',
      url: `/api/v1/auth/sso/${channel.publicId}/start`,
      headers: { 'user-agent': 'Mozilla/5.0 wxwork/4.1.30 MicroMessenger/7.0.1' },
    })
    const location = new URL(String(answer.headers['location']))
    expect(location.pathname).toBe('/connect/oauth2/authorize')
    expect(location.hash).toBe('#wechat_redirect')
    expect(location.searchParams.get('scope')).toBe('snsapi_base')
  })

  test('the token is asked for once, and once more when WeCom ended it early', async () => {
    await link(channel, 'liwei')
    await Promise.all([1, 2, 3].map(() => back(channel, { code: wecom.code('LiWei') })))
    expect(wecom.tokenRequests).toBe(1)
    wecom.endToken()
    const answers = await Promise.all([1, 2].map(() => back(channel, { code: wecom.code('LiWei') })))
    expect(answers.every(({ ticket }) => ticket !== undefined)).toBe(true)
    expect(wecom.tokenRequests).toBeLessThanOrEqual(3)
  })

  test('its test names what is missing, and no secret', async () => {
    expect(await tried(channel)).toEqual(['Netward', 'LiWei'])
    wecom.redirectDomain = 'other.example'
    expect(await tried(channel)).toMatchObject({ reason: 'callback_unknown' })
    wecom.errors.set('/agent/get', [60020, 'not allow to access from your ip, from ip: 203.0.114.7'])
    expect(await tried(channel)).toMatchObject({ reason: 'trusted_address' })
    wecom.errors.set('/agent/get', [48002, 'api forbidden'])
    expect(await tried(channel)).toMatchObject({ reason: 'permission_missing' })
    const { body } = await administrator.call('POST /api/v1/integration/:channelId/calls/lists', {
      channelId: channel.id,
    })
    expect(body).not.toContain('wecom-secret-1')
  })

  test('a wrong secret is one, and is not repeated in words', async () => {
    wecom.secret = 'another'
    expect(await tried(channel)).toEqual({
      reason: 'credentials',
      detail: '40001: invalid credential, hint: [secret ***]',
    })
  })
})

describe('DingTalk', () => {
  let dingtalk: DingtalkService
  let channel: MadeChannel
  beforeEach(async () => {
    dingtalk = await startDingtalkService({ clientId: 'dingapp', secret: 'ding-secret-1', corpId: 'ding123' })
    dingtalk.people = [
      { unionId: 'u-member', nick: 'Li Wei', userid: '0123' },
      { unionId: 'u-contact', nick: 'Customer', userid: '0999', contactType: 1 },
      { unionId: 'u-stranger', nick: 'Stranger', userid: null },
    ]
    const { url } = dingtalk
    channel = await makeChannel(t, administrator, {
      kind: 2,
      dingtalk: {
        clientId: 'dingapp',
        secret: 'ding-secret-1',
        corpId: 'ding123',
        signInBase: url,
        apiBase: url,
        directoryBase: url,
      },
      signIn,
    })
    return () => dingtalk.stop()
  })

  test('a member comes in; strangers, external contacts and people of another company do not', async () => {
    await link(channel, '0123')
    const { location } = await started(channel)
    expect(location.pathname).toBe('/oauth2/auth')
    expect(location.searchParams.get('scope')).toBe('openid corpid')
    expect((await back(channel, { authCode: dingtalk.code('u-member') })).ticket).toBeDefined()
    for (const unionId of ['u-contact', 'u-stranger'])
      expect(await back(channel, { authCode: dingtalk.code(unionId) })).toMatchObject({ because: 'outsider' })
    expect(await back(channel, { authCode: dingtalk.code('u-member', 'ding999') })).toMatchObject({
      because: 'outsider',
    })
    expect(await back(channel, { authCode: 'used' })).toMatchObject({ because: 'expired' })
    dingtalk.endToken()
    expect((await back(channel, { authCode: dingtalk.code('u-member') })).ticket).toBeDefined()
  })

  test('its test names the permission that is missing', async () => {
    expect(await tried(channel)).toEqual(['dingapp', 'Example'])
    dingtalk.scopes.delete('qyapi_get_member')
    expect(await tried(channel)).toEqual({
      reason: 'permission_missing',
      detail: '60011: requires qyapi_get_member',
    })
    dingtalk.scopes.delete('Contact.User.Read')
    expect(await back(channel, { authCode: dingtalk.code('u-member') })).toMatchObject({ because: 'failed' })
    const { data } = await administrator.call('GET /api/v1/integration/:channelId', { channelId: channel.id })
    expect(data.failure).toMatchObject({
      reason: 'permission_missing',
      detail: expect.stringContaining('Contact.User.Read') as unknown,
    })
  })
})

describe('Feishu', () => {
  let feishu: FeishuService
  let channel: MadeChannel
  beforeEach(async () => {
    feishu = await startFeishuService({ appId: 'cli_a1', secret: 'feishu-secret-1', tenantKey: 't-own' })
    const { url } = feishu
    channel = await makeChannel(t, administrator, {
      kind: 8,
      feishu: { appId: 'cli_a1', secret: 'feishu-secret-1', signInBase: url, apiBase: url },
      signIn: { ...signIn, admits: 'new' },
    })
    return () => feishu.stop()
  })

  async function comeBack(person: Parameters<FeishuService['authorize']>[1]) {
    const { browser, location } = await started(channel)
    const address = feishu.authorize(location.href, person)
    return { browser, ...fragmentOf((await browser.open(address)).location) } as Record<string, unknown>
  }

  test('a person of the tenant is admitted, one of another tenant is not', async () => {
    const own = {
      open_id: 'ou_1',
      name: '李伟',
      tenant_key: 't-own',
      enterprise_email: 'li.wei@corp.example',
    }
    expect((await comeBack(own))['ticket']).toBeDefined()
    expect(await comeBack({ ...own, open_id: 'ou_2', tenant_key: 't-other' })).toMatchObject({
      because: 'outsider',
    })
    feishu.errors.set('/oauth/token', [20010, 'user has no permission to use the app'])
    expect(await comeBack(own)).toMatchObject({ because: 'outsider' })
    feishu.errors.set('/oauth/token', [20021, 'user resigned'])
    expect(await comeBack(own)).toMatchObject({ because: 'outsider' })
    feishu.errors.clear()
    feishu.endToken()
    expect((await comeBack(own))['ticket']).toBeDefined()
    const links = await administrator.call('POST /api/v1/integration/:channelId/links/lists', {
      channelId: channel.id,
    })
    expect(links.data.items).toMatchObject([
      { subject: 'ou_1', linkedBy: 'channel', displayName: '李伟', userName: 'li.wei' },
    ])
  })

  test('its test says what is wrong', async () => {
    expect(await tried(channel)).toEqual(['cli_a1', 'Example'])
    feishu.errors.set('/tenant/query', [
      99991672,
      'Access denied. One of the following scopes is required: [tenant:tenant:readonly]',
    ])
    expect(await tried(channel)).toMatchObject({ reason: 'permission_missing' })
  })
})

describe('Microsoft Entra', () => {
  const tenantId = '11111111-2222-4333-8444-555555555555'
  const clientId = '22222222-3333-4444-8555-666666666666'
  let microsoft: OidcProvider
  let channel: MadeChannel
  beforeEach(async () => {
    microsoft = await startOidcProvider({ clientId, secret: 'entra-secret-1', path: `/${tenantId}/v2.0` })
    channel = await makeChannel(t, administrator, {
      kind: 3,
      entra: {
        tenantId,
        clientId,
        secret: 'entra-secret-1',
        cloud: 'other',
        signInBase: microsoft.url,
        secretEndsOn: '2027-01-31',
      },
      signIn: { ...signIn, admits: 'new', domains: ['corp.example'] },
    })
    microsoft.redirectUris.push(channel.callback)
    return () => microsoft.stop()
  })

  async function comeBack(claims: Record<string, unknown>) {
    microsoft.person = {
      sub: 'pairwise',
      tid: tenantId,
      oid: 'AAAA-1',
      name: 'Li Wei',
      ver: '2.0',
      ...claims,
    }
    const { browser, location } = await started(channel)
    const answer = await fetch(location, { redirect: 'manual' })
    return fragmentOf((await browser.open(answer.headers.get('location') ?? '')).location)
  }

  test('people of the tenant come in by their object id; another tenant, guests and other domains do not', async () => {
    expect((await comeBack({ preferred_username: 'li.wei@corp.example' }))['ticket']).toBeDefined()
    const links = await administrator.call('POST /api/v1/integration/:channelId/links/lists', {
      channelId: channel.id,
    })
    expect(links.data.items).toMatchObject([{ subject: 'aaaa-1', userName: 'li.wei' }])
    expect(await comeBack({ tid: 'another', preferred_username: 'x@corp.example' })).toMatchObject({
      because: 'outsider',
    })
    expect(await comeBack({ oid: 'b', preferred_username: 'x_other.com#EXT#@corp.example' })).toMatchObject({
      because: 'domain',
    })
    // The mail claim is not verified (nOAuth): it decides nothing.
    expect(
      await comeBack({
        oid: 'c',
        email: 'x@corp.example',
        email_verified: true,
        preferred_username: 'x@other.example',
      }),
    ).toMatchObject({ because: 'domain' })
    expect(await comeBack({ oid: '', preferred_username: 'x@corp.example' })).toMatchObject({
      because: 'no_subject',
    })
  })

  test('whom Microsoft does not have in the tenant is an outsider', async () => {
    microsoft.faults = {
      tokenError: ['invalid_grant', 'AADSTS50020: User account from identity provider does not exist.'],
    }
    expect(await comeBack({ preferred_username: 'x@corp.example' })).toMatchObject({ because: 'outsider' })
  })

  test('its test names an expired secret and an unknown application', async () => {
    expect(await tried(channel)).toEqual([`${microsoft.url}/${tenantId}/v2.0`, clientId])
    microsoft.faults = {
      tokenError: ['unauthorized_client', 'AADSTS700016: Application was not found in the directory.'],
    }
    expect(await tried(channel)).toMatchObject({ reason: 'application_unknown' })
    microsoft.faults = {
      tokenError: ['invalid_client', 'AADSTS7000222: The provided client secret keys are expired.'],
    }
    expect(await tried(channel)).toMatchObject({ reason: 'secret_ended' })
  })
})
