import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice, type ArrangedParameter, arrangeParameters } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { actingRoutes } from '../acting/index.ts'
import { gatewaySettingRoutes } from './index.ts'

let t: TestApp
let customer: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson
let strangersAdmin: TestPerson
let device: string

const wifi = 'Device.WiFi.SSID.1.'
const wan = 'Device.IP.Interface.2.'
/** A gateway that reported a lot, some of it malicious. */
const known: readonly ArrangedParameter[] = [
  [wifi, null, null, true],
  [`${wifi}SSID`, '<img src=x>\u0007', 'string', true],
  [`${wifi}Enable`, '1', 'boolean', true],
  [`${wifi}Status`, 'Frobnicated', 'string', false],
  [`${wifi}LowerLayers`, 'Device.WiFi.Radio.9.', 'string', true],
  ['Device.WiFi.Radio.1.Channel', '6', 'unsignedInt', true],
  ['Device.WiFi.AccessPoint.3.SSIDReference', 'Device.WiFi.SSID.1', 'string', true],
  ['Device.WiFi.AccessPoint.3.Security.ModeEnabled', 'WPA2-Personal', 'string', true],
  ['Device.WiFi.AccessPoint.3.Security.ModesSupported', 'None,WPA2-Personal', 'string', false],
  ['Device.WiFi.AccessPoint.3.Security.KeyPassphrase', null, 'string', true],
  [`${wan}Enable`, '1', 'boolean', true],
  [`${wan}Status`, 'Up', 'string', false],
  [`${wan}Name`, 'wan', 'string', false],
  [`${wan}MaxMTUSize`, '99999999999999999999', 'unsignedInt', true],
  [`${wan}LowerLayers`, wan, 'string', true],
  [`${wan}IPv4Address.7.IPAddress`, '198.18.4.5', 'string', true],
  ['Device.Time.NTPServer1', 'ntp.example.net', 'string', true],
  ['Device.Time.Status', 'Synchronized', 'string', false],
  ['Device.NAT.PortMapping.', null, null, true],
]

beforeAll(async () => {
  t = await createTestApp((app, { secrets, messages }) => {
    gatewaySettingRoutes(app, { secrets })
    actingRoutes(app, { secrets, messages })
  })
  const msp = await t.company('middleman')
  customer = await t.company('company', msp.id)
  admin = await t.person(customer.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
  strangersAdmin = await t.person((await t.company('company')).id, 'administrator')
  device = await arrangeDevice(t, customer.id, { data_model_root: 'Device.' })
  await arrangeParameters(t, { companyId: customer.id, deviceId: device }, known)
})
afterAll(() => t.stop())

const settings = async (who = admin, deviceId = device) =>
  who.call('GET /api/v1/device/:deviceId/settings', { deviceId })
const change = (input: object, who = admin, deviceId = device) =>
  who.call('POST /api/v1/device/:deviceId/settings/change', { deviceId, ...input })
const refresh = (who = admin, deviceId = device) =>
  who.call('POST /api/v1/device/:deviceId/settings/refresh', { deviceId, sections: ['wan'] })
const hosts = (who = admin, deviceId = device) =>
  who.call('GET /api/v1/device/:deviceId/settings/lists/:list', { deviceId, list: 'host' })

const sectionOf = async (name: string) =>
  (await settings()).data.sections.find(({ section }) => section === name)!
const set = (section: string, instance: string, field: string, value: unknown) => ({
  set: [{ section, instance, field, value }],
})
const fieldsOf = (answer: { data?: unknown }) =>
  ((answer.data as { fields?: { field: string }[] } | null)?.fields ?? []).map(({ field }) => field)

describe('D what a gateway reports', () => {
  test('is text without control characters, in its own words where no term exists', async () => {
    const [network] = (await sectionOf('wifi')).instances
    expect(network).toMatchObject({ instance: wifi, label: '<img src=x>', inUse: false })
    expect(network?.fields.find(({ key }) => key === 'state')).toMatchObject({
      value: 'other',
      raw: 'Frobnicated',
    })
  })

  test('is resolved by references, and omitted where they lead nowhere', async () => {
    const keys = (await sectionOf('wifi')).instances[0]?.fields.map(({ key }) => key)
    expect(keys).toContain('security')
    expect(keys).not.toContain('channel')
    const [line] = (await sectionOf('wan')).instances
    expect(line?.fields.find(({ key }) => key === 'ipAddress')).toMatchObject({
      value: '198.18.4.5',
      path: `${wan}IPv4Address.7.IPAddress`,
      dangerous: true,
    })
  })

  test('contains no secret, and only supported options', async () => {
    const fields = (await sectionOf('wifi')).instances[0]!.fields
    expect(fields.find(({ key }) => key === 'passphrase')).toMatchObject({
      kind: 'secret',
      value: null,
      writable: true,
    })
    expect(fields.find(({ key }) => key === 'security')).toMatchObject({
      value: 'wpa2',
      choices: ['none', 'wpa2'],
    })
  })

  test('of a section is unknown until all names are read, and then reported as missing', async () => {
    expect(await sectionOf('cellular')).toMatchObject({ supported: 'unknown', instances: [], add: null })
    const { rows } = await t.adminPool.query(
      `insert into device_command (company_id, device_id, kind, request, state, expires_at)
       values ($1, $2, 'get_parameter_names', '{"path": "", "nextLevel": false}', 'done', now() + interval '1 day') returning id`,
      [customer.id, device],
    )
    expect(await sectionOf('cellular')).toMatchObject({ supported: 'no' })
    expect(await sectionOf('port_mapping')).toMatchObject({
      supported: 'yes',
      total: 0,
      add: { dangerous: false },
    })
    await t.adminPool.query('delete from device_command where id = $1', [rows[0].id])
  })

  test('is empty before its first Inform', async () => {
    const silent = await arrangeDevice(t, customer.id)
    const { data } = await settings(admin, silent)
    expect(data).toMatchObject({ dataModelRoot: null, reading: null, change: null })
    expect(new Set(data.sections.map(({ supported }) => supported))).toEqual(new Set(['unknown']))
    expect(await refresh(admin, silent)).toMatchObject({
      status: 409,
      code: 'gateway_settings.model_unknown',
    })
    expect(await change(set('wifi', wifi, 'ssid', 'x'), admin, silent)).toMatchObject({
      code: 'gateway_settings.model_unknown',
    })
    expect(await hosts(admin, silent)).toMatchObject({ code: 0, data: { items: [], total: 0 } })
  })
})

describe('a change is refused at its field', () => {
  test.each([
    ['an instance that is not there', set('wifi', 'Device.WiFi.SSID.2.', 'ssid', 'x'), ['set.0.instance']],
    ['an instance of another section', set('wan', wifi, 'enabled', true), ['set.0.instance']],
    ['a field that it does not have', set('wifi', wifi, 'channel', 6), ['set.0.field']],
    ['a field that is read-only', set('time', 'Device.Time.', 'state', 'up'), ['set.0.value']],
    ['a number for a text', set('wifi', wifi, 'ssid', 7), ['set.0.value']],
    ['33 octets', set('wifi', wifi, 'ssid', '门'.repeat(11)), ['set.0.value']],
    ['a control character', set('wifi', wifi, 'ssid', 'a\u0000b'), ['set.0.value']],
    ['a short passphrase', set('wifi', wifi, 'passphrase', 'short'), ['set.0.value']],
    ['a protection that it does not offer', set('wifi', wifi, 'security', 'wpa3'), ['set.0.value']],
    ['no address', set('wan', wan, 'ipAddress', '256.1.1.1'), ['set.0.value']],
    ['a number out of range', set('wan', wan, 'mtu', 65_536), ['set.0.value']],
    ['half a number', set('wan', wan, 'mtu', 1500.5), ['set.0.value']],
    ['an empty list', { set: [] }, ['set']],
    [
      'a mapping without what it needs',
      { add: [{ section: 'port_mapping', values: [] }] },
      ['add.0.externalPort', 'add.0.internalClient', 'add.0.internalPort'],
    ],
    ['what cannot be added', { add: [{ section: 'dhcp', values: [] }] }, ['add.0.section']],
    ['the end of what stays', { remove: { section: 'time', instance: 'Device.Time.' } }, ['remove.instance']],
    [
      'an end and a change',
      { ...set('wifi', wifi, 'ssid', 'x'), remove: { section: 'wifi', instance: wifi } },
      ['remove'],
    ],
    ['what may cut it off, not confirmed', set('wan', wan, 'mtu', 1492), ['confirmed']],
  ])('%s', async (_what, input, fields) => {
    const answer = await change(input)
    expect(answer).toMatchObject({ status: 400, code: 'request.invalid' })
    expect(fieldsOf(answer)).toEqual(fields)
  })

  test('refuses the same field twice with two values', async () => {
    const one = { section: 'wifi', instance: wifi, field: 'ssid' }
    const answer = await change({
      set: [
        { ...one, value: 'a' },
        { ...one, value: 'b' },
      ],
    })
    expect(fieldsOf(answer)).toEqual(['set.1.value'])
  })

  test.each([
    [set('wifi', 'Device.WiFi.{i}.', 'ssid', 'x')],
    [set('wifi', "Device.'; drop table device", 'ssid', 'x')],
    [set('nothing', wifi, 'ssid', 'x')],
    [set('wifi', wifi, 'constructor', 'x')],
    [set('wifi', wifi, 'ssid', { a: 1 })],
    [{ add: [{ section: 'port_mapping', values: [{ field: '__proto__', value: 1 }] }] }],
  ])('refuses %j', async (input) => {
    expect(await change(input)).toMatchObject({ status: 400, code: 'request.invalid' })
  })
})

test('requires confirmation of a change that may cut off the gateway, and audits values before and after', async () => {
  const answer = await change({ ...set('wan', wan, 'mtu', 1492), confirmed: true })
  expect(answer).toMatchObject({ code: 0 })
  const { data } = await settings()
  expect(data.change).toMatchObject({
    commandId: answer.data.commandId,
    state: 'waiting',
    asked: [{ act: 'set', section: 'wan', instance: wan, label: 'wan', fields: ['mtu'] }],
    fault: null,
  })
  const { rows } = await t.adminPool.query(
    "select detail from audit_log where action = 'device.settings_changed' and subject_id = $1",
    [device],
  )
  expect(rows).toMatchObject([
    { detail: { values: [{ path: `${wan}MaxMTUSize`, before: '99999999999999999999', after: '1492' }] } },
  ])
})

test('seals a secret: neither the queue nor the log has it', async () => {
  const { data } = await change(set('wifi', wifi, 'passphrase', 'correct horse'))
  const { rows } = await t.adminPool.query(
    `select c.request::text || l.detail::text as recorded, c.secret is not null as sealed from device_command c
     join audit_log l on l.detail->>'commandId' = c.id::text where c.id = $1`,
    [data.commandId],
  )
  expect(rows[0].sealed).toBe(true)
  expect(rows[0].recorded).toContain('KeyPassphrase')
  expect(rows[0].recorded).not.toContain('correct horse')
})

describe('D permissions', () => {
  test('viewing requires device viewing, changing requires setting parameters', async () => {
    const viewer = await t.person(customer.id, 'management_layer')
    expect(await settings(viewer)).toMatchObject({ code: 0 })
    expect(await change(set('wifi', wifi, 'ssid', 'x'), viewer)).toMatchObject({
      status: 403,
      code: 'permission.denied',
    })
  })

  test('another company sees and changes nothing', async () => {
    for (const answer of [
      await settings(strangersAdmin),
      await hosts(strangersAdmin),
      await refresh(strangersAdmin),
      await change(set('wifi', wifi, 'ssid', 'x'), strangersAdmin),
    ]) {
      expect(answer).toMatchObject({ status: 404, code: 'device.not_found' })
    }
  })

  test('a change of another device is not found', async () => {
    const { data } = await change(set('wifi', wifi, 'ssid', 'x'))
    const other = await arrangeDevice(t, customer.id, { data_model_root: 'Device.' })
    const find = (deviceId: string) =>
      admin.call('GET /api/v1/device/:deviceId/settings/changes/:commandId', {
        deviceId,
        commandId: data.commandId,
      })
    expect(await find(device)).toMatchObject({ code: 0 })
    expect(await find(other)).toMatchObject({ status: 404, code: 'command.not_found' })
  })

  test('a tenant that admits no one is asked before settings are viewed or changed', async () => {
    const say = (mode: 'free' | 'never') =>
      admin.call('PUT /api/v1/auth/acting', {
        mode,
        fromMinute: null,
        untilMinute: null,
        ceiling: 'administrator',
      })
    expect(await settings(mspAdmin)).toMatchObject({ code: 0 })
    await say('never')
    for (const answer of [
      await settings(mspAdmin),
      await hosts(mspAdmin),
      await refresh(mspAdmin),
      await change(set('wifi', wifi, 'ssid', 'x'), mspAdmin),
    ]) {
      expect(answer).toMatchObject({ code: 'acting.never' })
    }
    await say('free')
  })

  test('sends nothing to a gateway whose identity is in doubt', async () => {
    const doubted = await arrangeDevice(t, customer.id, { data_model_root: 'Device.', guard: 'quarantined' })
    expect(await refresh(admin, doubted)).toMatchObject({ code: 'device.move_not_allowed' })
    expect(await change(set('wifi', wifi, 'ssid', 'x'), admin, doubted)).toMatchObject({
      code: 'device.move_not_allowed',
    })
  })
})
