import { eventCode } from '@netward/cwmp'
import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import { provisioningJobs } from './provisioning.jobs.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const waiting = 15_000
type Company = Awaited<ReturnType<AcsFixture['company']>>
type Content = Parameters<typeof template>[1]

async function online({ username, password }: Company) {
  const gateway = f.gateway({ username, password, timeScale: 0.1, rebootSeconds: 0.5 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, waiting)
  await oneSession(gateway)
  const { id } = (await f.deviceOf(gateway)) as { id: string }
  return { gateway, deviceId: id }
}

const anyGateway = { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] }
const nothing = { values: [], objects: [], notifications: [] }

function template(
  name: string,
  content: {
    values?: { path: string; value: string; type?: 'string' | 'unsignedInt' }[]
    objects?: {
      table: string
      key: { name: string; value: string }[]
      values: { name: string; value: string }[]
      only: boolean
    }[]
    notifications?: { path: string; level: 0 | 1 | 2 }[]
  },
) {
  return { name, selector: anyGateway, content: { ...nothing, ...content }, acknowledged: false }
}

async function applied({ admin, id }: Company, templateId: string, version: number) {
  expect(
    await admin.call('POST /api/v1/device/template/:templateId/apply', { templateId, version }),
  ).toMatchObject({
    code: 0,
  })
  await spread(id, templateId, version)
}

async function spread(companyId: string, templateId: string, version: number) {
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  await provisioningJobs()['provision.spread']?.({ companyId, templateId, before: version, version }, tools)
}

async function made(company: Company, name: string, content: Content): Promise<string> {
  const created = await company.admin.call('POST /api/v1/device/template', template(name, content))
  expect(created).toMatchObject({ code: 0 })
  await applied(company, created.data.templateId, 1)
  return created.data.templateId
}

const configuration = async ({ admin }: Company, deviceId: string) =>
  (await admin.call('GET /api/v1/device/:deviceId/configuration', { deviceId })).data

async function apply({ admin }: Company, gateway: SimulatedGateway, deviceId: string, check = false) {
  expect(
    await admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check }),
  ).toMatchObject({ code: 0 })
  await oneSession(gateway)
}

const table = 'Device.NAT.PortMapping.'
const mapping = (description: string, more: { name: string; value: string }[] = []) => ({
  table,
  key: [{ name: 'Description', value: description }],
  values: [{ name: 'ExternalPort', value: '8080' }, ...more],
  only: false,
})
const ssid = 'Device.WiFi.SSID.1.SSID'

describe('a gateway', () => {
  test('that is new is configured automatically', async () => {
    const company = await f.company()
    await made(company, 'Shop', {
      values: [{ path: ssid, value: '{{device.serialNumber}}' }],
      objects: [mapping('till')],
      notifications: [{ path: ssid, level: 2 }],
    })
    const { gateway, deviceId } = await online(company)
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe(gateway.factory.deviceId.serialNumber.slice(0, 32))
    expect(gateway.value('NAT.PortMapping.6.Description')).toBe('till')
    expect(gateway.value('NAT.PortMapping.6.ExternalPort')).toBe('8080')
    expect(gateway.value('ManagementServer.ParameterKey')).toMatch(/^nw-/)
    expect(await configuration(company, deviceId)).toMatchObject({
      templates: [{ name: 'Shop', version: 1 }],
      state: 'applied',
      problems: [],
      conflicts: [],
    })
    expect(await f.timelineOf(gateway)).toContain('provision.applied')
  })

  test('that drifts is shown with what differs, and mended when it is asked for', async () => {
    const company = await f.company()
    await made(company, 'Name', { values: [{ path: ssid, value: 'shop' }] })
    const { gateway, deviceId } = await online(company)
    gateway.changeValue('WiFi.SSID.1.SSID', 'mine')
    await apply(company, gateway, deviceId, true)
    const drifted = await configuration(company, deviceId)
    expect(drifted).toMatchObject({
      state: 'drifted',
      differences: [{ path: ssid, actual: 'mine', desired: 'shop', secret: false }],
    })
    expect(drifted.driftedSince).not.toBeNull()
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe('mine')
    await apply(company, gateway, deviceId)
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe('shop')
    expect(await configuration(company, deviceId)).toMatchObject({ state: 'applied', differences: [] })
  })

  test('that has not called in since templates changed says that they wait for it, which a comparison does not', async () => {
    const company = await f.company()
    await made(company, 'Name', { values: [{ path: ssid, value: 'shop' }] })
    const { gateway, deviceId } = await online(company)
    const ask = (check: boolean) =>
      company.admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check })
    expect(await configuration(company, deviceId)).toMatchObject({ state: 'applied', waits: false })
    await ask(true)
    expect(await configuration(company, deviceId)).toMatchObject({ waits: false })
    await ask(false)
    expect(await configuration(company, deviceId)).toMatchObject({ state: 'applied', waits: true })
    await oneSession(gateway)
    expect(await configuration(company, deviceId)).toMatchObject({ state: 'applied', waits: false })
  })

  test('that refuses loses the added objects, reports why, and is retried later', async () => {
    const company = await f.company()
    await made(company, 'Wrong', { objects: [mapping('till', [{ name: 'Protocol', value: 'SCTP' }])] })
    const { gateway, deviceId } = await online(company)
    expect(gateway.value('NAT.PortMappingNumberOfEntries')).toBe('2')
    const { state, problems } = await configuration(company, deviceId)
    expect(state).toBe('failed')
    expect(problems).toContainEqual(expect.objectContaining({ path: `${table}6.Protocol`, code: '9007' }))
    const kept = async () =>
      f.sql('select attempts, next_at > now() as later, next_at from provision_state where device_id = $1', [
        deviceId,
      ])
    const [tried] = await kept()
    expect(tried).toMatchObject({ attempts: 1, later: true })
    // A check is not an attempt: it does not delay the next one.
    await apply(company, gateway, deviceId, true)
    expect(await kept()).toEqual([tried])
  })

  test('of templates that contradict each other is left alone, and the conflict is shown', async () => {
    const company = await f.company()
    await made(company, 'One', { values: [{ path: ssid, value: 'one' }] })
    await made(company, 'Two', { values: [{ path: ssid, value: 'two' }] })
    const { gateway, deviceId } = await online(company)
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe('branch-2.4GHz')
    expect(await configuration(company, deviceId)).toMatchObject({
      state: 'failed',
      conflicts: [
        {
          path: ssid,
          wants: [
            { template: 'One', value: 'one' },
            { template: 'Two', value: 'two' },
          ],
        },
      ],
      problems: [{ path: ssid, code: 'conflict' }],
    })
  })

  test('goes back to an earlier version when that is applied', async () => {
    const company = await f.company()
    const templateId = await made(company, 'Name', { values: [{ path: ssid, value: 'first' }] })
    const { gateway } = await online(company)
    const edited = await company.admin.call('PUT /api/v1/device/template/:templateId', {
      templateId,
      ...template('Name', { values: [{ path: ssid, value: 'second' }] }),
    })
    expect(edited.data).toEqual({ version: 2 })
    await oneSession(gateway)
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe('first')
    await applied(company, templateId, 2)
    await oneSession(gateway)
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe('second')
    await applied(company, templateId, 1)
    await oneSession(gateway)
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe('first')
  })

  test('that was reset is configured again', async () => {
    const company = await f.company()
    await made(company, 'Name', { values: [{ path: ssid, value: 'shop' }] })
    const { gateway, deviceId } = await online(company)
    const reset = await company.admin.call('POST /api/v1/device/batch/factory-reset', {
      deviceIds: [deviceId],
      reason: 'It hangs',
    })
    expect(reset).toMatchObject({ code: 0 })
    gateway.informNow([eventCode.periodic])
    await gateway.waitFor((g) => g.value('WiFi.SSID.1.SSID') !== 'shop', waiting)
    await gateway.waitFor((g) => g.value('WiFi.SSID.1.SSID') === 'shop', waiting)
    await gateway.waitFor((g) => g.state.phase === 'idle', waiting)
    expect((await configuration(company, deviceId)).state).toBe('applied')
  })

  test('by which nothing is due asks the templates nothing', async () => {
    const company = await f.company()
    await made(company, 'Name', { values: [{ path: ssid, value: 'shop' }] })
    const { gateway, deviceId } = await online(company)
    const count = async () =>
      (await f.sql(`select 1 from device_command where device_id = $1 and kind = 'provision'`, [deviceId]))
        .length
    const before = await count()
    await oneSession(gateway)
    await oneSession(gateway)
    expect(await count()).toBe(before)
  })
})

describe('what a template is for', () => {
  const tagged = { ...anyGateway, tags: ['shop'] }
  const put = (
    { admin }: Company,
    templateId: string,
    selector: { tags?: string[]; regions?: string[] },
    more: { objectsStay?: boolean } = {},
  ) =>
    admin.call('PUT /api/v1/device/template/:templateId', {
      templateId,
      ...template('Till', { values: [{ path: ssid, value: 'shop' }], objects: [mapping('till')] }),
      selector: { ...anyGateway, ...selector },
      ...more,
    })
  const setTags = (deviceId: string, tags: string[]) =>
    f.sql('update device set tags = $2 where id = $1', [deviceId, tags])
  const leaving = async ({ admin }: Company, templateId: string, version?: number) =>
    (
      await admin.call('GET /api/v1/device/template/:templateId/leaving', {
        templateId,
        ...(version !== undefined && { version }),
      })
    ).data
  const entries = (gateway: SimulatedGateway) => gateway.value('NAT.PortMappingNumberOfEntries')

  test('decides what stays: objects that it added go with it, what was there and values do not', async () => {
    const company = await f.company()
    const created = await company.admin.call('POST /api/v1/device/template', {
      ...template('Till', { values: [{ path: ssid, value: 'shop' }], objects: [mapping('till')] }),
      selector: tagged,
    })
    const { templateId } = created.data
    await applied(company, templateId, 1)
    const { gateway, deviceId } = await online(company)
    await setTags(deviceId, ['shop'])
    await oneSession(gateway)
    expect(entries(gateway)).toBe('3')
    expect(await leaving(company, templateId)).toEqual({ devices: 1, objects: 1 })
    expect(await leaving(company, templateId, 1)).toEqual({ devices: 0, objects: 0 })
    // Another version that declares less of the same gateway reports it first.
    const less = { ...template('Till', { values: [{ path: ssid, value: 'shop' }] }), selector: tagged }
    await company.admin.call('PUT /api/v1/device/template/:templateId', { templateId, ...less })
    const preview = await company.admin.call('POST /api/v1/device/template/:templateId/preview', {
      templateId,
      version: 2,
    })
    expect(preview.data).toMatchObject({ changing: 1, objects: 1 })
    await setTags(deviceId, [])
    expect(await leaving(company, templateId, 1)).toEqual({ devices: 1, objects: 1 })
    await oneSession(gateway)
    expect(entries(gateway)).toBe('2')
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe('shop')
    expect(await configuration(company, deviceId)).toMatchObject({ templates: [], state: null })
    expect(await leaving(company, templateId)).toEqual({ devices: 0, objects: 0 })
    // A version that declares so leaves them.
    await put(company, templateId, tagged, { objectsStay: true })
    await applied(company, templateId, 3)
    await setTags(deviceId, ['shop'])
    await oneSession(gateway)
    expect(entries(gateway)).toBe('3')
    expect(await leaving(company, templateId)).toEqual({ devices: 0, objects: 0 })
    await company.admin.call('POST /api/v1/device/template/:templateId/withdraw', { templateId })
    await spread(company.id, templateId, 3)
    await oneSession(gateway)
    expect(entries(gateway)).toBe('3')
  })

  test('follows the regions of outlets, and what a renamed region leaves behind', async () => {
    const company = await f.company()
    const templateId = await made(company, 'Till', { values: [{ path: ssid, value: 'x' }] })
    await put(company, templateId, { regions: ['East／Shanghai '] })
    await applied(company, templateId, 2)
    const read = await company.admin.call('GET /api/v1/device/template/:templateId', { templateId })
    expect(read.data.version.selector.regions).toEqual(['East/Shanghai'])
    const { gateway, deviceId } = await online(company)
    const outlets = await f.sql<{ id: string }>(
      `insert into outlet (company_id, name, region) values ($1, 'a', 'East/Shanghainese'), ($1, 'b', 'East/Shanghai/Pudong')
       returning id`,
      [company.id],
    )
    const standIn = (index: number) =>
      f.sql('update device set outlet_id = $2 where id = $1', [deviceId, outlets[index]!.id])
    const matching = async () =>
      (
        await company.admin.call('POST /api/v1/device/template/:templateId/preview', {
          templateId,
          version: 2,
        })
      ).data.matching
    await standIn(0)
    await oneSession(gateway)
    expect(await matching()).toBe(0)
    expect(entries(gateway)).toBe('2')
    await standIn(1)
    await oneSession(gateway)
    expect(await matching()).toBe(1)
    expect(entries(gateway)).toBe('3')
    // A renamed region takes its gateways along, by a job.
    const refits = () =>
      f.sql(`select 1 from graphile_worker.jobs where task_identifier = 'provision.refit' and key = $1`, [
        `provision.refit:${company.id}`,
      ])
    await f.sql("update outlet set note = 'n' where company_id = $1", [company.id])
    expect(await refits()).toHaveLength(0)
    await f.sql("update outlet set region = 'West' where id = $1", [outlets[1]!.id])
    expect(await refits()).toHaveLength(1)
    const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
    await provisioningJobs()['provision.refit']?.({ companyId: company.id }, tools)
    await oneSession(gateway)
    expect(entries(gateway)).toBe('2')
  })
})

test('a secret reaches the gateway, and no answer, command or record of an exchange', async () => {
  const company = await f.company()
  const value = 'very-hidden-passphrase'
  const path = 'Device.WiFi.AccessPoint.1.Security.KeyPassphrase'
  await company.admin.call('PUT /api/v1/device/template-secrets/:name', { name: 'guest', value })
  const templateId = await made(company, 'Guest', { values: [{ path, value: '{{secret.guest}}' }] })
  const { gateway, deviceId } = await online(company)
  expect(gateway.value('WiFi.AccessPoint.1.Security.KeyPassphrase')).toBe(value)
  expect(await configuration(company, deviceId)).toMatchObject({ state: 'applied', unknowable: [path] })
  const kept = await f.sql(
    `select to_jsonb(c)::text as a from device_command c where device_id = $1
     union all select to_jsonb(e)::text from gateway_exchange e where device_id = $1
     union all select to_jsonb(s)::text from provision_state s where device_id = $1
     union all select to_jsonb(p)::text from device_parameter p where device_id = $1
     union all select to_jsonb(l)::text from audit_log l where company_id = $2`,
    [deviceId, company.id],
  )
  expect(JSON.stringify(kept)).not.toContain(value)
  const answers = [
    await company.admin.call('GET /api/v1/device/template-secrets', {}),
    await company.admin.call('GET /api/v1/device/template/:templateId', { templateId }),
    await company.admin.call('POST /api/v1/device/template/:templateId/preview', { templateId, version: 1 }),
  ]
  expect(JSON.stringify(answers)).not.toContain(value)
  const spreads = async () =>
    (await f.sql(`select 1 from graphile_worker.jobs where task_identifier = 'provision.spread'`)).length
  const before = await spreads()
  const renewed = { name: 'guest', value: 'another-one' }
  await company.admin.call('PUT /api/v1/device/template-secrets/:name', renewed)
  expect(await spreads()).toBe(before + 1)
  await spread(company.id, templateId, 1)
  await oneSession(gateway)
  expect(gateway.value('WiFi.AccessPoint.1.Security.KeyPassphrase')).toBe('another-one')
  const removed = await company.admin.call('DELETE /api/v1/device/template-secrets/:name', { name: 'guest' })
  expect(removed).toMatchObject({ code: 0 })
  expect(
    await company.admin.call('DELETE /api/v1/device/template-secrets/:name', { name: 'guest' }),
  ).toMatchObject({
    code: 'template.secret_not_found',
  })
})

describe('a template', () => {
  test('has a name of its own, is not deleted while it is applied, and is listed', async () => {
    const company = await f.company()
    const { admin } = company
    const content = { values: [{ path: ssid, value: 'x' }] }
    const templateId = await made(company, 'Shop', content)
    expect(await admin.call('POST /api/v1/device/template', template('shop', content))).toMatchObject({
      code: 'template.name_taken',
      data: { fields: [{ field: 'name' }] },
    })
    expect(await admin.call('DELETE /api/v1/device/template/:templateId', { templateId })).toMatchObject({
      code: 'template.in_use',
    })
    const list = await admin.call('POST /api/v1/device/template/lists', { search: 'SHO' })
    expect(list.data.items).toMatchObject([{ name: 'Shop', latestVersion: 1, appliedVersion: 1 }])
    await admin.call('POST /api/v1/device/template/:templateId/withdraw', { templateId })
    expect(await admin.call('DELETE /api/v1/device/template/:templateId', { templateId })).toMatchObject({
      code: 0,
    })
    expect(await admin.call('GET /api/v1/device/template/:templateId', { templateId })).toMatchObject({
      code: 'template.not_found',
    })
  })

  test.each<[string, Content, string]>([
    [
      'a password in the clear',
      { values: [{ path: 'Device.A.Password', value: 'x' }] },
      'content.values.0.value',
    ],
    [
      'a secret where all can read it',
      { values: [{ path: 'Device.A', value: '{{secret.x}}' }] },
      'content.values.0.value',
    ],
    [
      'a part of a secret',
      { values: [{ path: 'Device.A.Password', value: 'a{{secret.x}}' }] },
      'content.values.0.value',
    ],
    [
      'the password of a line where all can read it',
      { values: [{ path: 'Device.A', value: '{{secret.line.password}}' }] },
      'content.values.0.value',
    ],
    [
      'a secret of a line that is none',
      { values: [{ path: 'Device.A.Password', value: '{{secret.line.account}}' }] },
      'content.values.0.value',
    ],
    [
      'an unknown variable',
      { values: [{ path: 'Device.A', value: '{{constructor}}' }] },
      'content.values.0.value',
    ],
    [
      'a value of another type',
      { values: [{ path: 'Device.A', value: 'x', type: 'unsignedInt' }] },
      'content.values.0.value',
    ],
    [
      'how the gateway reaches us',
      { values: [{ path: 'Device.ManagementServer.URL', value: 'x' }] },
      'content.values.0.path',
    ],
    [
      'the WAN, unknowingly',
      { values: [{ path: 'Device.PPP.Interface.1.Username', value: 'x' }] },
      'acknowledged',
    ],
    ['no path', { values: [{ path: 'Device.', value: 'x' }] }, 'content.values.0.path'],
    ['nothing', {}, 'content.values'],
    [
      'a password as a key',
      { objects: [{ ...mapping('a'), key: [{ name: 'Password', value: 'a' }] }] },
      'content.objects.0.key.0.name',
    ],
  ])('does not declare %s', async (_name, content, field) => {
    const { admin } = await f.company()
    const refused = await admin.call('POST /api/v1/device/template', template('T', content))
    expect(refused).toMatchObject({ code: 'request.invalid' })
    expect(refused.data).toMatchObject({
      fields: expect.arrayContaining([expect.objectContaining({ field })]),
    })
  })

  test('and no other company sees its gateways', async () => {
    const company = await f.company()
    const stranger = await f.company()
    const templateId = await made(company, 'Shop', { values: [{ path: ssid, value: 'x' }] })
    await company.admin.call('PUT /api/v1/device/template-secrets/:name', { name: 'mine', value: 'x' })
    const { deviceId } = await online(stranger)
    expect(await configuration(stranger, deviceId)).toMatchObject({ templates: [], state: null })
    expect(
      await stranger.admin.call('POST /api/v1/device/:deviceId/configuration/apply', {
        deviceId,
        check: true,
      }),
    ).toMatchObject({ code: 'template.none_applies' })
    for (const call of [
      stranger.admin.call('GET /api/v1/device/template/:templateId', { templateId }),
      stranger.admin.call('POST /api/v1/device/template/:templateId/apply', { templateId, version: 1 }),
      stranger.admin.call('POST /api/v1/device/template/:templateId/withdraw', { templateId }),
      stranger.admin.call('POST /api/v1/device/template/:templateId/preview', { templateId, version: 1 }),
      stranger.admin.call('DELETE /api/v1/device/template/:templateId', { templateId }),
    ]) {
      expect(await call).toMatchObject({ code: 'template.not_found' })
    }
    expect((await stranger.admin.call('GET /api/v1/device/template-secrets', {})).data).toEqual([])
    expect(
      await company.admin.call('GET /api/v1/device/:deviceId/configuration', { deviceId }),
    ).toMatchObject({ code: 'device.not_found' })
    const viewer = await f.t.person(company.id, 'user_layer')
    expect(await viewer.call('POST /api/v1/device/template/lists', {})).toMatchObject({
      code: 'permission.denied',
    })
  })
})
