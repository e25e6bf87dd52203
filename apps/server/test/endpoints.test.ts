import { type Endpoint, type EndpointKey, endpoints, permissionOf } from '@netward/contract'
import { requestOf } from '@netward/contract/request'
import { toolEndpoints } from '@netward/contract/tool-endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadModules } from '../src/load-modules.ts'
import { companyMoveRoutes } from '../src/modules/organisations/index.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { liveRoutes } from '../src/platform/live/live.routes.ts'
import { LiveTail } from '../src/platform/live/tail.ts'
import { sampleInput } from './sample-input.ts'
import { createTestApp, ofEveryTestApp, type TestApp, type TestPerson } from './test-app.ts'

/** Rules for every endpoint that the contract declares, generated from the contract. */

let t: TestApp
let mine: { id: string }
let foreign: { id: string }
let person: TestPerson
let powerless: TestPerson
/** Ids of another company's records, by parameter name. */
const foreignIds = { deviceId: '', outletId: '', lineId: '' }

beforeAll(async () => {
  t = await createTestApp(async (app, deps) => {
    companyMoveRoutes(app, deps)
    const modules = await loadModules({ ...deps, config: readConfig({}, []) }, ofEveryTestApp)
    for (const one of modules) await one.routes?.(app)
    liveRoutes(app, new LiveTail(deps.scopes, deps.log), deps.messages.publicUrl)
  })
  mine = await t.company('company')
  foreign = await t.company('company')
  person = await t.person(mine.id, 'administrator')
  powerless = await t.person(mine.id, 'user_layer')
  await t.adminPool.query(
    'delete from member_role where member_id in (select id from member where person_id = $1)',
    [powerless.personId],
  )
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into device (company_id, name, type, oui, serial_number) values ($1, 'theirs', 'smart_cpe', 'AABBCC', 'THEIRS') returning id::text`,
    [foreign.id],
  )
  foreignIds.deviceId = rows[0]!.id
  const made = await t.adminPool.query<{ outlet: string; line: string }>(
    `with o as (insert into outlet (company_id, name) values ($1, 'theirs') returning id, company_id),
       l as (insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
         select company_id, id, 'theirs', 'telecom', 'broadband', 1, 1 from o returning id)
     select o.id::text as outlet, l.id::text as line from o, l`,
    [foreign.id],
  )
  foreignIds.outletId = made.rows[0]!.outlet
  foreignIds.lineId = made.rows[0]!.line
})
afterAll(() => t.stop())

const keyOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}` as EndpointKey
const ofWalls = endpoints.filter((endpoint) => endpoint.access === 'wall')
const guarded = endpoints.filter((endpoint) => !['public', 'wall'].includes(endpoint.access))
const withPermission = guarded.filter((endpoint) => permissionOf(endpoint) !== null)
const ofOthers = (['deviceId', 'outletId', 'lineId'] as const).flatMap((parameter) =>
  guarded
    .filter((endpoint) => endpoint.path.includes(`:${parameter}`))
    .map((endpoint) => [keyOf(endpoint), endpoint, parameter] as const),
)

async function callWith(endpoint: Endpoint, headers: Record<string, string>, id = '1') {
  const { method, url, payload } = requestOf(keyOf(endpoint), sampleInput(endpoint, id))
  if (endpoint.inputKind !== 'multipart') return t.raw({ method, url, headers, payload })
  const boundary = 'netward'
  const csv = 'serialNumber,oui\r\nA1,AABBCC\r\n'
  const body = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n${csv}\r\n--${boundary}--\r\n`
  return t.raw({
    method,
    url,
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: body,
  })
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

test('every declared endpoint is registered', () => {
  const missing = endpoints.filter(({ method, path }) => !t.app.http.hasRoute({ method, url: path }))
  expect(missing.map(keyOf)).toEqual([])
})

/** The token endpoint answers as RFC 6749 says, which ignores parameters that it does not know. */
const inEnvelope = endpoints.filter(({ answer }) => answer !== 'oauth')
const asked = () => ({ ...bearer(person.token), 'x-company-id': mine.id })

async function offenders(
  among: readonly Endpoint[],
  ask: (endpoint: Endpoint) => Promise<{ status: number; code: string | number; data: unknown }>,
  field?: string,
): Promise<string[]> {
  const found: string[] = []
  for (const endpoint of among) {
    const { status, code, data } = await ask(endpoint)
    const named = (data as { fields?: { field: string }[] } | null)?.fields?.map((one) => one.field) ?? []
    const refused =
      status === 400 && code === 'request.invalid' && (field === undefined || named.includes(field))
    if (!refused) found.push(`${keyOf(endpoint)}: ${status} ${code} ${named.join(' ')}`)
  }
  return found
}

const body = (endpoint: Endpoint) => requestOf(keyOf(endpoint), sampleInput(endpoint, '1'))

test('every endpoint refuses a field of the body that it does not declare', async () => {
  const withBody = inEnvelope.filter(({ method, inputKind }) => method !== 'GET' && inputKind !== 'multipart')
  const answers = await offenders(
    withBody,
    (endpoint) => {
      const { method, url, payload } = body(endpoint)
      return t.raw({ method, url, headers: asked(), payload: { ...payload, undeclared: 'x' } })
    },
    'undeclared',
  )
  expect(answers).toEqual([])
})

test('every endpoint refuses a parameter of the query that it does not declare', async () => {
  const answers = await offenders(
    inEnvelope.filter(({ inputKind }) => inputKind !== 'multipart'),
    (endpoint) => {
      const { method, url, payload } = body(endpoint)
      const query = `${url.includes('?') ? '&' : '?'}undeclared=x`
      return t.raw({ method, url: url + query, headers: asked(), payload })
    },
    'undeclared',
  )
  expect(answers).toEqual([])
})

test('every endpoint refuses a body that is no object, and an unknown application code', async () => {
  const withBody = inEnvelope.filter(({ inputKind }) => ['json', 'query-or-form'].includes(inputKind))
  for (const payload of ['[]', 'null', '"x"', '1', 'true']) {
    const accepted = await offenders(withBody, (endpoint) => {
      const { method, url } = body(endpoint)
      const headers = { ...asked(), 'content-type': 'application/json' }
      return t.raw({ method, url, headers, payload })
    })
    expect(accepted).toEqual([])
  }
  const answers = await offenders(inEnvelope, (endpoint) => {
    const { method, url, payload } = body(endpoint)
    return t.raw({ method, url, headers: { ...asked(), 'x-app-code': 'XXX' }, payload })
  })
  expect(answers).toEqual([])
})

test('an upload refuses other fields and a query', async () => {
  const uploads = endpoints.filter(({ inputKind }) => inputKind === 'multipart')
  const part = (name: string, more: string, content: string) =>
    `--netward\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
  const file = part('file', '; filename="a.csv"', 'serialNumber,oui\r\nA1,AABBCC\r\n')
  const send = (endpoint: Endpoint, query: string, payload: string) => {
    const { method, url } = body(endpoint)
    const headers = {
      authorization: `Bearer ${t.operator.token}`,
      'content-type': 'multipart/form-data; boundary=netward',
    }
    return t.raw({ method, url: url + query, headers, payload: `${payload}--netward--\r\n` })
  }
  const byField = await offenders(
    uploads,
    (e) => send(e, '', part('undeclared', '', 'x') + file),
    'undeclared',
  )
  const byQuery = await offenders(uploads, (e) => send(e, '?undeclared=x', file), 'undeclared')
  expect([...byField, ...byQuery].filter((one) => !one.includes('permission.denied'))).toEqual([])
})

test('an empty list as a filter is no filter', async () => {
  const lists = guarded.filter(({ reads, inputKind }) => reads && inputKind === 'json')
  const failed: string[] = []
  for (const endpoint of lists) {
    const shape = (endpoint.input as { shape?: object }).shape ?? {}
    for (const name of Object.keys(shape)) {
      const { method, url, payload } = body(endpoint)
      for (const by of [person, t.operator]) {
        const headers = { authorization: `Bearer ${by.token}`, 'x-company-id': by.companyId }
        const { status } = await t.raw({ method, url, headers, payload: { ...payload, [name]: [] } })
        if (status >= 500) failed.push(`${keyOf(endpoint)} ${name}: ${status}`)
      }
    }
  }
  expect(failed).toEqual([])
})

test('only a wall screen opens its endpoints, and it opens no other', async () => {
  const { data } = await person.call('POST /api/v1/chart/wall', {
    name: 'wall',
    pages: ['overall_operations_overview'],
    ranges: ['127.0.0.0/8'],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
    language: 'en',
  })
  const opened = await t.raw({
    method: 'POST',
    url: '/api/v1/chart/wall/open',
    payload: { secret: data.secret },
  })
  const { token } = opened.data as { token: string }
  const codes = async (among: readonly Endpoint[], headers: Record<string, string>) =>
    Promise.all(
      among.map(async (endpoint) => `${keyOf(endpoint)} ${(await callWith(endpoint, headers)).code}`),
    )
  const all = (among: readonly Endpoint[], code: number) =>
    among.map((endpoint) => `${keyOf(endpoint)} ${code}`)
  expect(await codes(guarded, bearer(token))).toEqual(all(guarded, 40001))
  expect(await codes(guarded, bearer(data.secret))).toEqual(all(guarded, 40001))
  expect(ofWalls).toHaveLength(2)
  for (const headers of [{}, bearer(person.token), bearer(t.operator.token), bearer(data.secret)])
    expect(await codes(ofWalls, headers)).toEqual(all(ofWalls, 40001))
  expect(await codes(ofWalls, bearer(token))).not.toContainEqual(expect.stringContaining('40001'))
})

test('a personal token opens what the tools of the assistant read, and nothing else', async () => {
  const { data } = await person.call('POST /api/v1/auth/account/tokens', { name: 'agent', days: 1 })
  const opened: string[] = []
  for (const endpoint of [...guarded, ...ofWalls]) {
    const { code } = await callWith(endpoint, bearer(data.token))
    if (code !== 40001) opened.push(keyOf(endpoint))
  }
  expect(opened.toSorted()).toEqual([...toolEndpoints].toSorted())
  const writing = endpoints.filter((one) => opened.includes(keyOf(one)) && !one.reads)
  expect(writing).toEqual([])
})

describe.each(guarded.map((endpoint) => [keyOf(endpoint), endpoint] as const))('%s', (_key, endpoint) => {
  test('without a token: 40001', async () => {
    expect(await callWith(endpoint, {})).toMatchObject({ status: 401, code: 40001 })
  })

  test('with a token of an ended session: 40005', async () => {
    const gone = await t.person(mine.id, 'administrator')
    await gone.call('POST /api/v1/auth/logout')
    expect(await callWith(endpoint, bearer(gone.token))).toMatchObject({ status: 401, code: 40005 })
  })

  test('with the header of a company of others: not found, whether it exists or not', async () => {
    for (const companyId of [foreign.id, '999999999', 'x']) {
      expect(await callWith(endpoint, { ...bearer(person.token), 'x-company-id': companyId })).toMatchObject({
        status: 404,
        code: 'company.not_found',
      })
    }
  })

  // Own records are requested in one's own company, whatever the claim.
  if (endpoint.access === 'own') return

  test('claiming to act in a company that is not below: not found', async () => {
    const headers = {
      ...bearer(person.token),
      'x-company-id': mine.id,
      'x-tenant-company-id': foreign.id,
      'x-proxy': '1',
    }
    expect(await callWith(endpoint, headers)).toMatchObject({ status: 404, code: 'company.not_found' })
  })
})

describe.each(withPermission.map((endpoint) => [keyOf(endpoint), endpoint] as const))(
  '%s',
  (_key, endpoint) => {
    test('without its permission: refused', async () => {
      expect(await callWith(endpoint, bearer(powerless.token))).toMatchObject({
        status: 403,
        code: 'permission.denied',
      })
    })
  },
)

describe.each(ofOthers)('%s', (_key, endpoint, parameter) => {
  test('with the id of what another company has: the same answer as for one that is not there', async () => {
    const theirs = await callWith(endpoint, bearer(person.token), foreignIds[parameter])
    const absent = await callWith(endpoint, bearer(person.token), '999999999')
    const code = `${parameter.slice(0, -2)}.not_found`
    expect(theirs).toMatchObject({ status: 404, code })
    expect({ status: absent.status, code: absent.code, message: absent.message, data: absent.data }).toEqual({
      status: theirs.status,
      code: theirs.code,
      message: theirs.message,
      data: theirs.data,
    })
  })
})
