import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type MailServer, startMailServer } from '../../../test/mail-server.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { integrationRoutes } from './index.ts'
import { signWebhook } from './signatures/standard-webhook.ts'

interface Heard {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

let t: TestApp
let service: Server
let url: string
let heard: Heard[] = []
let answer: { status: number; body: string } = { status: 200, body: '{"errcode":0}' }
let smtp: MailServer
const outgoingRanges: string[] = []
let company: { id: string; code: string }
let person: TestPerson

beforeAll(async () => {
  service = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push({ path: request.url ?? '', headers: request.headers, body })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
    })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
  smtp = await startMailServer()
  t = await createTestApp((app, deps) =>
    integrationRoutes(app, {
      secrets: deps.secrets,
      publicUrl: 'https://netward.test',
      outgoingRanges,
      smsUrls: { aliyun: `${url}/`, tencent: `${url}/` },
      platformMail: { smtpUrl: `smtp://127.0.0.1:${smtp.port}`, mailFrom: 'netward@platform.test' },
    }),
  )
})
afterAll(async () => {
  await smtp.stop()
  await new Promise((resolve) => service.close(resolve))
  await t.stop()
})
beforeEach(async () => {
  heard = []
  smtp.heard.length = 0
  smtp.answerTo = () => '250 ok'
  answer = { status: 200, body: '{"errcode":0}' }
  company = await t.company('company')
  person = await t.person(company.id, 'administrator')
  outgoingRanges.splice(0, outgoingRanges.length, `127.0.0.0/8=${company.code}`)
})

const mailOf = (security: 'starttls' | 'offered' | 'tls', more = {}) => ({
  kind: 5 as const,
  name: `mail ${security}`,
  mail: { host: '127.0.0.1', port: smtp.port, security, from: 'alarms@example.test', ...more },
})
const robotOf = (vendor: 'wecom' | 'dingtalk' | 'feishu', signSecret?: string) => ({
  kind: 10 as const,
  name: `robot ${vendor}`,
  robot: {
    vendor,
    format: 'markdown' as const,
    address: `${url}/send?key=very-secret-key`,
    ...(signSecret !== undefined && { signSecret }),
  },
})

async function add(input: Parameters<typeof addInput>[0]): Promise<string> {
  return (await addInput(input)).data.id
}
const addInput = (input: Parameters<TestPerson['call']>[1] & object) =>
  person.call('POST /api/v1/integration', input as never)
const testOf = async (channelId: string) =>
  (await person.call('POST /api/v1/integration/:channelId/test', { channelId })).data
const verified = (column: 'email' | 'phone', value: string) =>
  t.adminPool.query(`update person set ${column} = $2, ${column}_verified_at = now() where id = $1`, [
    person.personId,
    value,
  ])

describe('a channel', () => {
  test('keeps its secrets to itself: not in answers, not in the log of acts', async () => {
    const id = await add(robotOf('dingtalk', 'SECsign'))
    const read = await person.call('GET /api/v1/integration/:channelId', { channelId: id })
    const list = await person.call('POST /api/v1/integration/lists', {})
    expect(read.data).toMatchObject({
      robot: { vendor: 'dingtalk', format: 'markdown', signed: true },
      secrets: ['address', 'signSecret'],
      target: new URL(url).host,
      state: 'unused',
    })
    const { rows } = await t.adminPool.query(
      `select detail, (select encode(sealed, 'escape') from integration_channel where id = $2) as sealed
       from audit_log where company_id = $1`,
      [company.id, id],
    )
    expect(JSON.stringify([read.data, list.data, rows])).not.toMatch(/very-secret-key|SECsign/)
  })

  test('keeps secrets that an edit leaves out, and changes what it names', async () => {
    const id = await add(robotOf('wecom'))
    const { name, robot } = robotOf('wecom')
    const { address: _address, ...settings } = robot
    await person.call('PUT /api/v1/integration/:channelId', {
      channelId: id,
      kind: 10,
      name: `${name} 2`,
      robot: { ...settings, format: 'text' },
    })
    expect(await testOf(id)).toEqual({
      failure: null,
      sentTo: null,
      inboxFailure: null,
      checked: [],
      unlinked: false,
    })
    expect(heard[0]!.path).toBe('/send?key=very-secret-key')
    expect(JSON.parse(heard[0]!.body)).toMatchObject({ msgtype: 'text' })
  })

  test('refuses what does not fit: a taken name, another kind, a missing secret, a password in the clear', async () => {
    const id = await add(robotOf('wecom'))
    expect((await addInput({ ...robotOf('feishu'), name: 'ROBOT WeCom' })).code).toBe(
      'integration.name_taken',
    )
    const other = await person.call('PUT /api/v1/integration/:channelId', {
      channelId: id,
      ...mailOf('tls'),
    })
    expect(other.code).toBe('integration.kind_fixed')
    const bare = await addInput({ kind: 10, name: 'bare', robot: { vendor: 'wecom', format: 'text' } })
    expect(bare).toMatchObject({
      code: 'integration.secret_missing',
      data: { fields: [{ field: 'robot.address' }] },
    })
    const clear = await addInput(mailOf('offered', { user: 'u', password: 'p' }))
    expect(clear.code).toBe('integration.password_in_clear')
    expect((await addInput({ kind: 10, name: 'none' })).code).toBe('request.invalid')
    await t.adminPool.query(
      `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
       select $1, 11, 'c' || n, '{}', '', '', '' from generate_series(1, 100) n`,
      [company.id],
    )
    expect((await addInput(robotOf('dingtalk'))).code).toBe('integration.too_many')
  })

  test('sends the password of a mail server to no other server', async () => {
    const id = await add(mailOf('tls', { user: 'u', password: 'p4ss', host: 'mail.example.test' }))
    const edit = (more: object) =>
      person.call('PUT /api/v1/integration/:channelId', {
        channelId: id,
        ...mailOf('tls', { user: 'u', ...more }),
      })
    expect(await edit({ host: 'evil.example.test' })).toMatchObject({
      code: 'integration.secret_missing',
      data: { fields: [{ field: 'mail.password' }] },
    })
    expect((await edit({ host: 'MAIL.example.test', port: 465 })).code).toBe(0)
    expect((await edit({ host: 'new.example.test', password: 'other' })).code).toBe(0)
  })

  test('signs in to a mail server by tokens: its secret is asked for, and again for another server', async () => {
    const oauth = { issuer: 'microsoft', tenantId: randomUUID(), clientId: 'app', cloud: 'global' } as const
    const of = (more: object) =>
      mailOf('tls', { user: 'u@example.test', host: 'smtp.example.test', oauth, ...more })
    const refused = async (more: object) => {
      const { code, data } = await addInput(of(more))
      return [code, (data as { fields?: { field: string }[] }).fields?.map(({ field }) => field)]
    }
    expect(await refused({})).toEqual(['integration.secret_missing', ['mail.clientSecret']])
    expect(await refused({ user: '', clientSecret: 's' })).toEqual([
      'integration.secret_missing',
      ['mail.user'],
    ])
    expect(await refused({ oauth: { ...oauth, tenantId: '' }, clientSecret: 's' })).toEqual([
      'request.invalid',
      ['mail.oauth.tenantId'],
    ])
    const google = { ...oauth, issuer: 'google', tenantId: '' }
    expect(await refused({ oauth: google, clientSecret: 'no key' })).toEqual([
      'integration.key_unreadable',
      ['mail.clientSecret'],
    ])
    const id = await add(of({ clientSecret: 's3cr3t' }))
    const edit = (more: object) =>
      person.call('PUT /api/v1/integration/:channelId', { channelId: id, ...of(more) })
    expect((await edit({ fromName: 'Alarms' })).code).toBe(0)
    expect((await edit({ host: 'evil.example.test' })).code).toBe('integration.secret_missing')
    const { data } = await person.call('GET /api/v1/integration/:channelId', { channelId: id })
    expect(data).toMatchObject({ mail: { oauth }, secrets: ['clientSecret'] })
    expect(JSON.stringify(data)).not.toContain('s3cr3t')
    expect((await edit({ oauth: null, password: 'p' })).code).toBe(0)
    const { data: after } = await person.call('GET /api/v1/integration/:channelId', { channelId: id })
    expect(after.secrets).toEqual(['password'])
  })

  test('a daily budget needs the prices that it counts by', async () => {
    const sms = {
      provider: 'aliyun',
      keyId: 'k',
      keySecret: 's',
      signName: 'n',
      templateCode: 'SMS_1',
    } as const
    const of = (more: object) => addInput({ kind: 4, name: 'sms', sms: { ...sms, ...more } })
    expect(await of({ dailyBudget: 5 })).toMatchObject({
      code: 'integration.price_missing',
      data: { fields: [{ field: 'sms.price' }] },
    })
    const { data } = await of({ dailyBudget: 5, price: 0.045 })
    const read = await person.call('GET /api/v1/integration/:channelId', { channelId: data.id })
    expect(read.data).toMatchObject({ sms: { dailyBudget: 5, price: 0.045 }, spent: { today: { cost: 0 } } })
  })

  test('belongs to its company', async () => {
    const id = await add(robotOf('wecom'))
    const stranger = await t.person((await t.company('company')).id, 'administrator')
    for (const [key, input] of [
      ['GET /api/v1/integration/:channelId', {}],
      ['DELETE /api/v1/integration/:channelId', {}],
      ['POST /api/v1/integration/:channelId/pause', { paused: true }],
      ['POST /api/v1/integration/:channelId/test', {}],
    ] as const)
      expect(await stranger.call(key, { channelId: id, ...input })).toMatchObject({ status: 404 })
    expect((await stranger.call('POST /api/v1/integration/lists', {})).data.total).toBe(0)
    expect(heard).toEqual([])
  })

  test('is found by state and kind, is paused, and goes with its secrets', async () => {
    const id = await add(robotOf('wecom'))
    await add(mailOf('offered'))
    const named = async (filter: object) =>
      (await person.call('POST /api/v1/integration/lists', filter)).data.items.map(({ name }) => name)
    expect(await named({ kind: '10' })).toEqual(['robot wecom'])
    await person.call('POST /api/v1/integration/:channelId/pause', { channelId: id, paused: true })
    expect(await named({ state: 'paused' })).toEqual(['robot wecom'])
    await person.call('DELETE /api/v1/integration/:channelId', { channelId: id })
    expect(await named({})).toEqual(['mail offered'])
  })
})

describe('a test message', () => {
  test('says in words why a robot refused it, without its key, until one is taken', async () => {
    const id = await add(robotOf('wecom'))
    answer = { status: 200, body: '{"errcode":93000,"errmsg":"invalid webhook url very-secret-key"}' }
    expect(await testOf(id)).toEqual({
      failure: { reason: 'credentials', detail: '93000: invalid webhook url ***' },
      sentTo: null,
      inboxFailure: null,
      checked: [],
      unlinked: false,
    })
    const state = async () =>
      (await person.call('GET /api/v1/integration/:channelId', { channelId: id })).data
    expect(await state()).toMatchObject({ state: 'failing', failure: { reason: 'credentials' } })
    answer = { status: 200, body: '{"errcode":0}' }
    await testOf(id)
    expect(await state()).toMatchObject({ state: 'working', failure: null, failingSince: null })
  })

  test('hides a key in a path too, as Feishu has it', async () => {
    const robot = { vendor: 'feishu' as const, format: 'text' as const }
    const id = await add({
      kind: 10,
      name: 'f',
      robot: { ...robot, address: `${url}/open-apis/bot/v2/hook/0a1b2c3d-very-secret-key` },
    })
    answer = { status: 200, body: '{"code":19001,"msg":"no hook 0a1b2c3d-very-secret-key"}' }
    expect((await testOf(id)).failure).toEqual({ reason: 'credentials', detail: '19001: no hook ***' })
  })

  test('is signed as the robots of DingTalk and Feishu ask', async () => {
    await testOf(await add(robotOf('dingtalk', 'SECsign')))
    expect(heard[0]!.path).toMatch(/^\/send\?key=very-secret-key&timestamp=\d{13}&sign=[\w%]+$/)
    answer = { status: 200, body: '{"code":0}' }
    await testOf(await add(robotOf('feishu', 'sign')))
    expect(JSON.parse(heard[1]!.body)).toMatchObject({
      timestamp: expect.stringMatching(/^\d{10}$/),
      sign: expect.any(String),
      msg_type: 'interactive',
    })
  })

  test('of a webhook carries a signature that its receiver can check', async () => {
    const { data } = await addInput({ kind: 11, name: 'hook', webhook: { address: `${url}/hook` } })
    expect(data.madeSecret).toMatch(/^whsec_/)
    expect(await testOf(data.id)).toEqual({
      failure: null,
      sentTo: null,
      inboxFailure: null,
      checked: [],
      unlinked: false,
    })
    const { headers, body } = heard[0]!
    const at = new Date(Number(headers['webhook-timestamp']) * 1000)
    expect(headers).toMatchObject(signWebhook(data.madeSecret!, String(headers['webhook-id']), at, body))
    answer = { status: 500, body: '' }
    expect((await testOf(data.id)).failure).toEqual({ reason: 'answer', detail: 'HTTP 500' })
  })

  test('of mail goes to the tester’s verified address alone', async () => {
    const id = await add(mailOf('offered'))
    expect((await person.call('POST /api/v1/integration/:channelId/test', { channelId: id })).code).toBe(
      'integration.no_address',
    )
    await verified('email', `tester${person.personId}@example.test`)
    expect(await testOf(id)).toEqual({
      failure: null,
      sentTo: `tester${person.personId}@example.test`,
      inboxFailure: null,
      checked: [],
      unlinked: false,
    })
    expect(smtp.heard).toContain(`RCPT TO:<tester${person.personId}@example.test>`)
    smtp.answerTo = () => '550 no such user'
    expect((await testOf(id)).failure).toMatchObject({ reason: 'recipient' })
  })

  test('is not sent in the clear where STARTTLS is required', async () => {
    await verified('email', `tls${person.personId}@example.test`)
    expect((await testOf(await add(mailOf('starttls')))).failure).toMatchObject({ reason: 'no_starttls' })
    expect(smtp.heard.join('\n')).not.toContain('MAIL FROM')
  })

  test('of mail through the platform needs no server of the company and has the address of the platform', async () => {
    await verified('email', `platform-${person.personId}@example.test`)
    const id = await add({ kind: 5, name: 'platform', mail: { server: 'platform', fromName: 'Netward' } })
    expect((await testOf(id)).failure).toBeNull()
    const { data } = await person.call('GET /api/v1/integration/:channelId', { channelId: id })
    expect(data).toMatchObject({
      target: 'platform',
      mail: { server: 'platform', host: '', from: '' },
      secrets: [],
    })
    expect(smtp.heard).toContain('MAIL FROM:<netward@platform.test>')
    const refused = await addInput({ kind: 5, name: 'own', mail: { server: 'own' } })
    expect(refused.data).toMatchObject({ fields: [{ field: 'mail.host' }] })
  })

  test('by SMS fills in the template of each vendor', async () => {
    await verified('phone', `139${person.personId.padStart(8, '0')}`)
    const sms = { keyId: 'id', keySecret: 'key-secret', signName: '网维', templateCode: 'SMS_1' }
    answer = { status: 200, body: '{"Code":"OK","Message":"OK"}' }
    const aliyun = await add({ kind: 4, name: 'aliyun', sms: { provider: 'aliyun', ...sms } })
    expect((await testOf(aliyun)).failure).toBeNull()
    const query = new URL(heard[0]!.path, url).searchParams
    expect(JSON.parse(query.get('TemplateParam')!)).toMatchObject({ rule: 'Test' })
    expect(heard[0]!.headers['authorization']).toMatch(/^ACS3-HMAC-SHA256 Credential=id,/)
    answer = { status: 200, body: '{"Code":"isv.BUSINESS_LIMIT_CONTROL","Message":"per minute"}' }
    expect((await testOf(aliyun)).failure).toMatchObject({ reason: 'too_many' })
    answer = { status: 200, body: '{"Response":{"SendStatusSet":[{"Code":"Ok"}]}}' }
    const tencent = await add({
      kind: 4,
      name: 't',
      sms: { provider: 'tencent', appId: '14', ...sms, templateCode: '1' },
    })
    expect((await testOf(tencent)).failure).toBeNull()
    expect(JSON.parse(heard[2]!.body)).toMatchObject({
      SmsSdkAppId: '14',
      TemplateParamSet: ['Warning', 't', 'Test'],
    })
  })

  test('by SMS is refused with a code that its vendor does not use, or without another gateway behind it', async () => {
    const sms = { keyId: 'id', keySecret: 'key-secret', signName: '网维', templateCode: '12' }
    const refused = async (more: object) => {
      const { code, data } = (await addInput({
        kind: 4,
        name: 'a',
        sms: { provider: 'aliyun' as const, ...sms, ...more },
      })) as unknown as { code: string; data: { fields: { field: string }[] } }
      return [code, data.fields[0]?.field]
    }
    expect(await refused({})).toEqual(['integration.template_code_wrong', 'sms.templateCode'])
    expect(await refused({ templateCode: 'SMS_1', parameters: ['rule', 'rule'] })).toEqual([
      'integration.parameter_twice',
      'sms.parameters',
    ])
    const fallbackId = await add(robotOf('wecom'))
    expect(await refused({ templateCode: 'SMS_1', fallbackId })).toEqual([
      'integration.not_a_gateway',
      'sms.fallbackId',
    ])
  })

  test('reaches no address that is not given to the company', async () => {
    const id = await add(robotOf('wecom'))
    for (const ranges of [[], ['127.0.0.0/8'], ['127.0.0.0/8=other']]) {
      outgoingRanges.splice(0, outgoingRanges.length, ...ranges)
      expect((await testOf(id)).failure).toEqual({ reason: 'address_refused', detail: '' })
    }
    expect(heard).toEqual([])
  })

  test('is not repeated more than five times a minute', async () => {
    const id = await add(robotOf('wecom'))
    for (let n = 0; n < 5; n += 1) await testOf(id)
    expect((await person.call('POST /api/v1/integration/:channelId/test', { channelId: id })).code).toBe(
      'integration.too_many_tests',
    )
  })
})
