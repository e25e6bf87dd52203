import { type Endpoint, type EndpointKey, endpoints, permissionOf } from '@netward/contract'
import { requestOf } from '@netward/contract/request'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accountRoutes } from '../src/modules/accounts/index.ts'
import { actingRoutes } from '../src/modules/acting/index.ts'
import { applicationRoutes } from '../src/modules/applications/index.ts'
import { auditRoutes } from '../src/modules/audit/index.ts'
import { gatewayRoutes } from '../src/modules/cwmp/index.ts'
import { deviceRoutes } from '../src/modules/devices/index.ts'
import { diagnosticRoutes } from '../src/modules/diagnostics/index.ts'
import { gatewaySettingRoutes } from '../src/modules/gateway-settings/index.ts'
import { licenceRoutes } from '../src/modules/licences/index.ts'
import { roleRoutes } from '../src/modules/roles/index.ts'
import { openApiRoutes } from '../src/modules/open-api/index.ts'
import { productRoutes } from '../src/modules/products/index.ts'
import { otaRoutes } from '../src/modules/ota/index.ts'
import { outletRoutes } from '../src/modules/outlets/index.ts'
import { provisioningRoutes } from '../src/modules/provisioning/index.ts'
import { companyMoveRoutes } from '../src/modules/organisations/index.ts'
import { settingsRoutes } from '../src/modules/settings/index.ts'
import { TerminalKeeper, terminalRoutes } from '../src/modules/terminal/index.ts'
import { workbenchRoutes } from '../src/modules/workbench/index.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { liveRoutes } from '../src/platform/live/live.routes.ts'
import { LiveTail } from '../src/platform/live/tail.ts'
import { sampleInput } from './sample-input.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

/** What holds for every endpoint that the contract declares, made from the contract itself. */

let t: TestApp
let mine: { id: string }
let foreign: { id: string }
let person: TestPerson
let powerless: TestPerson
/** Ids of what another company has, by the name of the parameter. */
const foreignIds = { deviceId: '', outletId: '', lineId: '' }

beforeAll(async () => {
  t = await createTestApp((app, { scopes, secrets, messages, log }) => {
    const deps = { config: readConfig({}, []).acs, scopes, secrets, log }
    accountRoutes(app, { scopes, secrets, messages })
    actingRoutes(app, { secrets, messages })
    auditRoutes(app)
    companyMoveRoutes(app, { secrets, messages })
    deviceRoutes(app, { secrets })
    diagnosticRoutes(app, { secrets, acsUrl: () => 'http://acs.example/' })
    gatewayRoutes(app, deps)
    gatewaySettingRoutes(app, { secrets })
    licenceRoutes(app, { scopes, secrets, licenceIssuers: [] })
    otaRoutes(app, { secrets, filesUrl: 'http://acs.example/' })
    outletRoutes(app, { secrets })
    provisioningRoutes(app, { secrets })
    roleRoutes(app)
    openApiRoutes(app)
    productRoutes(app, { secrets })
    applicationRoutes(app, { secrets })
    settingsRoutes(app, { secrets })
    terminalRoutes(app, {
      secrets,
      messages,
      keeper: new TerminalKeeper({ scopes, secrets, deviceRanges: [] }, log),
    })
    workbenchRoutes(app)
    liveRoutes(app, new LiveTail(scopes, log))
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
const guarded = endpoints.filter((endpoint) => endpoint.access !== 'public')
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

  // What is one's own is asked for in one's own company, whatever the claim.
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
