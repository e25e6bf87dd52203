import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type EndpointKey, endpoints, permissionOf } from '@netward/contract'
import { requestOf } from '@netward/contract/request'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  askToken,
  makeApplication,
  type TestApplication,
  tokenOf,
} from '../../../test/application-fixture.ts'
import { sampleInput } from '../../../test/sample-input.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openApiGuide } from '../../platform/http/open-api-guide.ts'
import { applicationRoutes } from '../applications/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { openApiRoutes } from './index.ts'

let t: TestApp
let administrator: TestPerson
let application: TestApplication
let token: string
let device: string

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    openApiRoutes(app)
    applicationRoutes(app, { secrets })
    deviceRoutes(app, { secrets })
    outletRoutes(app, { secrets })
  })
  const company = await t.company('company')
  administrator = await t.person(company.id, 'administrator')
  application = await makeApplication(t, administrator, [
    'DMS_SERVER_DEVICE_VIEW',
    'DMS_SERVER_DEVICE_EDIT',
    'DMS_SERVER_OUTLET_EDIT',
  ])
  token = await tokenOf(t, application)
  device = await deviceIn(company.id, 'mine')
  await deviceIn((await t.company('company')).id, 'theirs')
})
afterAll(() => t.stop())

async function deviceIn(companyId: string, name: string): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into device (company_id, name, type, oui, serial_number) values ($1, $2, 'smart_cpe', 'AABBCC', $2)
     returning id::text`,
    [companyId, name],
  )
  return rows[0]!.id
}

const call = (key: EndpointKey, input: object, headers: Record<string, string> = {}, bearer = token) =>
  t.raw({ ...requestOf(key, { ...input }), headers: { authorization: `Bearer ${bearer}`, ...headers } })

const basic = (appId: string, key: string) => `Basic ${Buffer.from(`${appId}:${key}`).toString('base64')}`

async function ask(form: string, headers: Record<string, string> = {}) {
  const answer = await t.raw({
    method: 'POST',
    url: '/api/v1/open/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: form,
  })
  return { ...answer, json: JSON.parse(answer.body) as Record<string, unknown> }
}

test('app ID and key, by form or by Basic, return a token as in RFC 6749', async () => {
  const byForm = await askToken(t, application.appId, application.key)
  expect(byForm.status).toBe(200)
  expect(byForm.headers['cache-control']).toBe('no-store')
  expect(byForm.body).toEqual({ access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600 })
  const byBasic = await ask('grant_type=client_credentials', {
    authorization: basic(application.appId, application.key),
  })
  expect(byBasic.status).toBe(200)
  const { rows } = await t.adminPool.query('select token_hash from application_session')
  expect(JSON.stringify(rows)).not.toContain(String(byBasic.json['access_token']))
})

test.each([
  ['no grant type', '', {}, 400, 'invalid_request'],
  ['another grant', 'grant_type=password&username=admin&password=x', {}, 400, 'unsupported_grant_type'],
  ['a repeated parameter', 'grant_type=client_credentials&grant_type=x', {}, 400, 'invalid_request'],
  ['nobody', 'grant_type=client_credentials', {}, 401, 'invalid_client'],
  [
    'a strange app ID',
    'grant_type=client_credentials&client_id=%00&client_secret=x',
    {},
    401,
    'invalid_client',
  ],
  [
    'two proofs',
    'grant_type=client_credentials&client_secret=x',
    { authorization: basic('app-0000000000000000', 'x') },
    400,
    'invalid_request',
  ],
  ['what is no form', '{', { 'content-type': 'application/json' }, 400, 'invalid_request'],
  ['an unknown body', 'x', { 'content-type': 'text/x' }, 400, 'invalid_request'],
])('refuses a token request with %s', async (_, form, headers, status, error) => {
  expect(await ask(form, headers)).toMatchObject({ status, json: { error } })
})

test('ignores credentials in the URL', async () => {
  const query = `client_id=${application.appId}&client_secret=${application.key}&grant_type=client_credentials`
  const answer = await t.raw({ method: 'POST', url: `/api/v1/open/token?${query}` })
  expect(answer.status).toBe(400)
})

test('a token reaches its own company and the named permissions only', async () => {
  const list = await call('POST /api/v1/device/lists', {})
  expect((list.data as { items: { name: string }[] }).items.map(({ name }) => name)).toEqual(['mine'])
  expect((await call('POST /api/v1/device/batch/reboot', { deviceIds: [device] })).code).toBe(
    'permission.denied',
  )
  const other = (await t.company('company')).id
  const claims = [{ 'x-company-id': other }, { 'x-tenant-company-id': other, 'x-proxy': '1' }]
  for (const headers of claims) {
    expect((await call('POST /api/v1/device/lists', {}, headers)).code).toBe('company.not_found')
  }
  await call('POST /api/v1/device/batch/tag', { deviceIds: [device], add: ['api'] })
  const { rows } = await t.adminPool.query(
    `select actor_name from audit_log where action = 'device.tagged' and company_id = $1`,
    [administrator.companyId],
  )
  expect(rows).toEqual([{ actor_name: `ERP (${application.appId})` }])
})

test('an application has the rights it was given in a request, and grants no more', async () => {
  const { rows } = await t.adminPool.query<{ person_id: string; company_id: string }>(
    'select person_id::text, company_id::text from application where id = $1',
    [application.id],
  )
  const held = await t.scopes.withCompany(rows[0]!.company_id, async ({ client }) => {
    await client.query(`select set_config('netward.person_id', $1, true)`, [rows[0]!.person_id])
    return (await client.query<{ held: string[] }>('select held_permissions() as held')).rows[0]!.held
  })
  expect(held).toEqual(['DMS_SERVER_DEVICE_EDIT', 'DMS_SERVER_DEVICE_VIEW', 'DMS_SERVER_OUTLET_EDIT'])
})

test('refuses an application at endpoints for people', async () => {
  const personal = endpoints.filter(
    (endpoint) =>
      endpoint.access !== 'public' &&
      permissionOf(endpoint) === null &&
      t.app.http.hasRoute({ method: endpoint.method, url: endpoint.path }),
  )
  expect(personal.length).toBeGreaterThan(5)
  await t.adminPool.query('truncate application_rate')
  const open: string[] = []
  for (const endpoint of personal) {
    const key = `${endpoint.method} ${endpoint.path}` as EndpointKey
    const { code } = await call(key, sampleInput(endpoint, '1'))
    if (code !== 'permission.denied') open.push(`${key}: ${code}`)
  }
  expect(open).toEqual([])
})

test('a rotated key stays valid for its overlap, a revoked one ends with its tokens immediately', async () => {
  const person = await t.person((await t.company('company')).id, 'administrator')
  const first = await makeApplication(t, person)
  const firstToken = await tokenOf(t, first)
  const { data } = await person.call('POST /api/v1/auth/application/:applicationId/key', {
    applicationId: first.id,
  })
  expect(Date.parse(data.previousUntil!)).toBeGreaterThan(Date.now() + 23 * 3_600_000)
  for (const key of [first.key, data.key]) expect((await askToken(t, first.appId, key)).status).toBe(200)
  const { keys } = (
    await person.call('GET /api/v1/auth/application/:applicationId', { applicationId: first.id })
  ).data
  expect(keys.map(({ hint, expiresAt }) => [hint, expiresAt === null])).toEqual([
    [data.key.slice(-4), true],
    [first.key.slice(-4), false],
  ])
  // The old key leaked.
  await person.call('DELETE /api/v1/auth/application/:applicationId/key/:keyId', {
    applicationId: first.id,
    keyId: keys[1]!.id,
  })
  expect((await askToken(t, first.appId, first.key)).body['error']).toBe('invalid_client')
  expect((await call('POST /api/v1/device/lists', {}, {}, firstToken)).code).toBe(40001)
  const second = await tokenOf(t, { ...first, key: data.key })
  expect((await call('POST /api/v1/device/lists', {}, {}, second)).status).toBe(200)

  // Expired: the end of a key's overlap ends its tokens too.
  await t.adminPool.query(
    `update application_key set expires_at = now() - interval '1 s' where application_id = $1`,
    [first.id],
  )
  expect((await call('POST /api/v1/device/lists', {}, {}, second)).code).toBe(40005)
  expect((await askToken(t, first.appId, data.key)).body['error']).toBe('invalid_client')
  const log = await t.adminPool.query<{ detail: object }>(
    `select detail from audit_log where company_id = $1 and action like 'application.key%'`,
    [person.companyId],
  )
  expect(JSON.stringify(log.rows)).not.toContain(data.key)
})

test('the token of a disabled application or a frozen company ends immediately', async () => {
  const person = await t.person((await t.company('company')).id, 'administrator')
  const one = await makeApplication(t, person)
  let held = await tokenOf(t, one)
  const status = async () => (await call('POST /api/v1/device/lists', {}, {}, held)).code
  for (const [because, code] of [
    ['hand', 40027],
    ['ended', 40031],
  ] as const) {
    await t.adminPool.query(`update company set status = 'frozen', frozen_because = $2 where id = $1`, [
      person.companyId,
      because,
    ])
    expect(await status()).toBe(code)
    expect((await askToken(t, one.appId, one.key)).body['error']).toBe('invalid_client')
  }
  await t.adminPool.query(`update company set status = 'active', frozen_because = null where id = $1`, [
    person.companyId,
  ])
  // Freezing has ended it; another one is good. The console's session has ended with it.
  expect(await status()).toBe(40005)
  held = await tokenOf(t, one)
  expect(await status()).toBe(0)
  const back = await t.session(person.personId, person.companyId)
  await back.call('POST /api/v1/auth/application/edit', { applicationId: one.id, move: 'disable' })
  expect(await status()).toBe(40001)
  expect((await askToken(t, one.appId, one.key)).body['error']).toBe('invalid_client')
})

test('guessing keys is delayed more and more; the application is not locked out elsewhere', async () => {
  const person = await t.person((await t.company('company')).id, 'administrator')
  const one = await makeApplication(t, person)
  expect((await askToken(t, one.appId, one.key)).status).toBe(200)
  const guess = () => askToken(t, one.appId, 'nwk_wrong', { from: '192.0.2.9' })
  const answers = []
  for (let n = 0; n < 7; n++) answers.push(await guess())
  expect(answers[0]!.body['error']).toBe('invalid_client')
  expect(answers.at(-1)).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
  expect(Number(answers.at(-1)!.headers['retry-after'])).toBeGreaterThan(0)
  expect((await askToken(t, one.appId, one.key)).status).toBe(200)
})

test('an application that calls too often gets a retry time', async () => {
  await t.adminPool.query(
    `insert into application_rate values ($1, now() + interval '13 seconds')
     on conflict (application_id) do update set until = excluded.until`,
    [application.id],
  )
  const refused = await call('POST /api/v1/device/lists', {})
  expect(refused).toMatchObject({ status: 429, code: 'request.too_many' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThanOrEqual(2)
  expect((await askToken(t, application.appId, application.key)).status).toBe(429)
  await t.adminPool.query('truncate application_rate')
  expect((await call('POST /api/v1/device/lists', {})).status).toBe(200)
})

test('a repeated POST runs once, and its key is refused for another request', async () => {
  const tag = (key: string, add: string) =>
    call('POST /api/v1/device/batch/tag', { deviceIds: [device], add: [add] }, { 'idempotency-key': key })
  const tagged = async () => {
    const { rows } = await t.adminPool.query<{ n: number }>(
      `select count(*)::int as n from audit_log where action = 'device.tagged' and detail::text like '%once%'`,
    )
    return rows[0]!.n
  }
  const at = await Promise.all([tag('k1', 'once'), tag('k1', 'once'), tag('k1', 'once')])
  // In several transactions: concurrent calls are refused, and nothing is done twice.
  const codes = at.map(({ code }) => code)
  expect(codes.filter((code) => code === 0).length).toBeGreaterThanOrEqual(1)
  expect(codes.filter((code) => code !== 0 && code !== 'request.in_progress')).toEqual([])
  const again = await tag('k1', 'once')
  expect(again.data).toEqual(at.find(({ code }) => code === 0)!.data)
  expect(await tagged()).toBe(1)
  expect(await tag('k1', 'other')).toMatchObject({ status: 409, code: 'request.key_reused' })
  expect(await tag('no good', 'x')).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ field: 'Idempotency-Key' }] },
  })
  // A refused call has done nothing: the key is free again.
  const missing = { deviceIds: ['999999'], add: ['x'] }
  const first = await call('POST /api/v1/device/batch/tag', missing, { 'idempotency-key': 'k2' })
  expect(await call('POST /api/v1/device/batch/tag', missing, { 'idempotency-key': 'k2' })).toMatchObject({
    code: first.code,
  })
  await t.adminPool.query(`update application_answer set created_at = now() - interval '25 hours'`)
  expect((await tag('k1', 'after a day')).code).toBe(0)
})

test('of equal concurrent requests one runs and all get its answer; a rolled-back one is not stored', async () => {
  const create = (input: object) =>
    call('POST /api/v1/outlet', { code: 'S1', ...input }, { 'idempotency-key': 'outlet-1' })
  // Refused and fully rolled back: the key is unused.
  expect((await create({ name: '' })).code).toBe('request.invalid')
  const answers = await Promise.all(Array.from({ length: 5 }, () => create({ name: 'Front street' })))
  const made = new Set(answers.map(({ code, data }) => `${code} ${(data as { id: string } | null)?.id}`))
  expect([...made]).toEqual([expect.stringMatching(/^0 \d+$/)])
  const { rows } = await t.adminPool.query<{ n: number }>(
    `select count(*)::int as n from outlet where name = 'Front street'`,
  )
  expect(rows).toEqual([{ n: 1 }])
  // Sealed: a response may contain a secret.
  const kept = await t.adminPool.query<{ answer: Buffer }>(
    `select answer from application_answer where key = 'outlet-1'`,
  )
  expect(kept.rows[0]!.answer.toString('latin1')).not.toContain('Front street')
})

test('the examples at /api/docs run as printed', async () => {
  await t.adminPool.query('truncate application_rate')
  const url = await t.app.http.listen({ host: '127.0.0.1', port: 0 })
  const blocks = [...openApiGuide('https://netward.test').matchAll(/```sh\n([\s\S]*?)```/g)].map(
    (match) => match[1]!,
  )
  const [settings, ...examples] = blocks
  const values: Record<string, string> = {
    NETWARD: url,
    APP_ID: application.appId,
    APP_KEY: application.key,
    DEVICE_ID: device,
  }
  // The first block is for the reader to fill in.
  const names = settings!
    .trim()
    .split('\n')
    .map((line) => line.split('=')[0]!)
  expect(names).toEqual(Object.keys(values))
  const script = `set -eu\n${names.map((name) => `${name}='${values[name]}'`).join('\n')}\n${examples.join('\necho\n')}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  const answers = stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as { code: unknown })
  expect(answers.map(({ code }) => code)).toEqual([0, 0])
})
