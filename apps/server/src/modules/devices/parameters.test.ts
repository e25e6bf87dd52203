import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice, type ArrangedParameter, arrangeParameters } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from './index.ts'

let t: TestApp
let customer: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson
let strangersAdmin: TestPerson
let device: string

const known: readonly ArrangedParameter[] = [
  ['Device.DeviceInfo.', null, null, false],
  ['Device.DeviceInfo.SerialNumber', 'SN_100%', 'string', false],
  ['Device.DeviceInfo.ProvisioningCode', 'old', 'string', true],
  ['Device.ManagementServer.PeriodicInformInterval', '300', 'unsignedInt', true],
  ['Device.WiFi.SSID.2.SSID', 'two', 'string', true],
  ['Device.WiFi.SSID.10.SSID', 'ten', 'string', true],
  ['Device.WiFi.SSID.2.Enable', '1', 'boolean', true],
  ['Device.WiFi.AccessPoint.1.Security.KeyPassphrase', null, 'string', true],
  ['Device.RootDataModelVersion', '2.12', 'string', false],
]

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => deviceRoutes(app, { secrets }))
  const msp = await t.company('middleman')
  customer = await t.company('company', msp.id)
  admin = await t.person(customer.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
  strangersAdmin = await t.person((await t.company('company')).id, 'administrator')
  device = await arrangeDevice(t, customer.id, { data_model_root: 'Device.' })
  await addParameters(device)
})
afterAll(() => t.stop())

const addParameters = (deviceId: string) => arrangeParameters(t, { companyId: customer.id, deviceId }, known)

const paths = async (input: Record<string, unknown>, person = admin) => {
  const { data } = await person.call('GET /api/v1/device/:deviceId/parameters', {
    deviceId: device,
    ...input,
  })
  return data.items.map((item) => item.path)
}

describe('D the parameter tree', () => {
  test.each([
    [undefined, ['Device.']],
    [
      'Device.',
      ['Device.DeviceInfo.', 'Device.ManagementServer.', 'Device.WiFi.', 'Device.RootDataModelVersion'],
    ],
    ['Device.WiFi.SSID.', ['Device.WiFi.SSID.2.', 'Device.WiFi.SSID.10.']],
    ['Device.WiFi.SSID.2', ['Device.WiFi.SSID.2.Enable', 'Device.WiFi.SSID.2.SSID']],
    ['Device.Nothing.', []],
    ["Device'--.", []],
  ])('below %s stand %j: objects first, instances by number', async (parent, expected) => {
    expect(await paths(parent === undefined ? {} : { parent })).toEqual(expected)
  })

  test.each([
    ['ssid.2', ['Device.WiFi.SSID.2.Enable', 'Device.WiFi.SSID.2.SSID']],
    ['TEN', ['Device.WiFi.SSID.10.SSID']],
    ['%', ['Device.DeviceInfo.SerialNumber']],
    ['_100', ['Device.DeviceInfo.SerialNumber']],
    ["' or 1=1", []],
  ])('search %s finds %j in path and value', async (search, expected) => {
    expect(await paths({ search })).toEqual(expected)
    expect(await paths({ search }, mspAdmin)).toEqual(expected)
    expect(await paths({ search }, t.operator)).toEqual(expected)
  })

  test('pages have the total, also beyond the end', async () => {
    const { data } = await admin.call('GET /api/v1/device/:deviceId/parameters', {
      deviceId: device,
      search: 'wifi',
      page: 2,
      pageSize: 3,
    })
    expect(data).toMatchObject({ total: 4, items: [{}] })
    const behind = await admin.call('GET /api/v1/device/:deviceId/parameters', {
      deviceId: device,
      search: 'wifi',
      page: 9,
    })
    expect(behind.data).toEqual({ items: [], total: 4, totalCapped: false })
  })

  test("another company's device is not found", async () => {
    for (const key of ['parameters', 'commands', 'timeline'] as const) {
      expect(
        await strangersAdmin.call(`GET /api/v1/device/:deviceId/${key}`, { deviceId: device }),
      ).toMatchObject({ status: 404, code: 'device.not_found' })
    }
  })
})

const commands = async (id: string) =>
  (
    await t.adminPool.query<{ kind: string; request: unknown; secret: Buffer | null; company_id: string }>(
      'select kind, request, secret, company_id::text from device_command where device_id = $1 order by id',
      [id],
    )
  ).rows
const fresh = async (columns = {}) => {
  const id = await arrangeDevice(t, customer.id, columns)
  await addParameters(id)
  return id
}

describe('reading parameters', () => {
  test('queues names where writability is unknown, then the values, and calls the device', async () => {
    const id = await fresh()
    const answer = await admin.call('POST /api/v1/device/:deviceId/parameters/read', {
      deviceId: id,
      paths: ['Device.WiFi.', 'Device.WiFi.SSID.2.SSID', 'Device.DeviceInfo.SerialNumber', 'Device.X_New'],
    })
    expect(answer).toMatchObject({ code: 0 })
    expect((await commands(id)).map(({ kind, request }) => [kind, request])).toEqual([
      ['get_parameter_names', { path: 'Device.WiFi.', nextLevel: false }],
      ['get_parameter_names', { path: 'Device.X_New', nextLevel: false }],
      ['get_parameter_values', { paths: ['Device.WiFi.', 'Device.DeviceInfo.SerialNumber', 'Device.X_New'] }],
    ])
    const list = await admin.call('GET /api/v1/device/:deviceId/commands', { deviceId: id })
    expect(list.data).toMatchObject({
      total: 3,
      items: [{ id: answer.data.commandId, state: 'waiting', fault: null }, {}, {}],
    })
    const { rows } = await t.adminPool.query(
      `select count(*)::int as n from graphile_worker._private_jobs where payload->>'deviceId' = $1`,
      [id],
    )
    expect(rows).toEqual([{ n: 1 }])
  })

  test('sends nothing to a gateway whose identity is in doubt', async () => {
    const id = await fresh({ guard: 'quarantined' })
    for (const call of [
      admin.call('POST /api/v1/device/:deviceId/parameters/read', { deviceId: id, paths: ['Device.'] }),
      admin.call('POST /api/v1/device/:deviceId/parameters/set', {
        deviceId: id,
        values: [{ path: 'Device.X', value: '' }],
      }),
    ]) {
      expect(await call).toMatchObject({ status: 409, code: 'device.move_not_allowed' })
    }
    expect(await commands(id)).toEqual([])
  })

  test.each(["Device.'; --", 'Device. X', '', 'Device.\u0000', '1Device.', `D${'x'.repeat(256)}`])(
    'refuses path %j as invalid',
    async (path) => {
      expect(
        await admin.call('POST /api/v1/device/:deviceId/parameters/read', {
          deviceId: device,
          paths: [path],
        }),
      ).toMatchObject({ status: 400, code: 'request.invalid' })
    },
  )
})

describe('setting parameters', () => {
  const set = (
    id: string,
    values: { path: string; value: string; type?: 'boolean' }[],
    confirmed?: boolean,
    person = admin,
  ) =>
    person.call('POST /api/v1/device/:deviceId/parameters/set', {
      deviceId: id,
      values,
      ...(confirmed === undefined ? {} : { confirmed }),
    })

  test('uses the known type, and audits values before and after', async () => {
    const id = await fresh()
    expect(
      await set(id, [
        { path: 'Device.DeviceInfo.ProvisioningCode', value: 'new' },
        { path: 'Device.X_New', value: '1', type: 'boolean' },
      ]),
    ).toMatchObject({ code: 0 })
    expect(await commands(id)).toMatchObject([
      {
        kind: 'set_parameter_values',
        request: {
          values: [
            { path: 'Device.DeviceInfo.ProvisioningCode', value: 'new', type: 'string' },
            { path: 'Device.X_New', value: '1', type: 'boolean' },
          ],
          parameterKey: '',
        },
        secret: null,
      },
    ])
    const { rows } = await t.adminPool.query<{ detail: { values: unknown[] } }>(
      `select detail from audit_log where action = 'device.parameters_set' and subject_id = $1`,
      [id],
    )
    expect(rows[0]?.detail.values[0]).toEqual({
      path: 'Device.DeviceInfo.ProvisioningCode',
      before: 'old',
      after: 'new',
    })
  })

  test('seals a secret for this device, and stores no clear text', async () => {
    const id = await fresh()
    const path = 'Device.WiFi.AccessPoint.1.Security.KeyPassphrase'
    await set(id, [{ path, value: 'Hidden-Words-1' }])
    const [command] = await commands(id)
    expect(command?.request).toEqual({ values: [{ path, type: 'string' }], parameterKey: '' })
    expect(JSON.parse(t.secrets.open(command!.secret!, `device:${id}`).toString())).toEqual({
      [path]: 'Hidden-Words-1',
    })
    expect(() => t.secrets.open(command!.secret!, `device:${device}`)).toThrow('unable to authenticate')
    const list = await admin.call('GET /api/v1/device/:deviceId/commands', { deviceId: id })
    expect(list.body).not.toContain('Hidden-Words-1')
    const { rows } = await t.adminPool.query(
      `select 1 from audit_log where detail::text like '%Hidden-Words-1%' union all
       select 1 from live_event where data::text like '%Hidden-Words-1%'`,
    )
    expect(rows).toEqual([])
  })

  test.each([
    ['a read-only parameter', 'Device.DeviceInfo.SerialNumber', 'x', 'values.0.path'],
    ['an object', 'Device.DeviceInfo.', 'x', 'values.0.path'],
    ['a template', 'Device.WiFi.SSID.{i}.SSID', 'x', 'values.0.path'],
    ['a value that does not fit', 'Device.WiFi.SSID.2.Enable', 'maybe', 'values.0.value'],
    [
      'the management server, not confirmed',
      'Device.ManagementServer.PeriodicInformInterval',
      '60',
      'confirmed',
    ],
    ['the WAN, not confirmed', 'Device.IP.Interface.1.Enable', '0', 'confirmed'],
  ])('refuses %s, naming the field', async (_what, path, value, field) => {
    const id = await fresh()
    const answer = await set(id, [{ path, value }])
    expect(answer).toMatchObject({ status: 400, code: 'request.invalid', data: { fields: [{ field }] } })
    expect(await commands(id)).toEqual([])
  })

  test('refuses a path given twice', async () => {
    const path = 'Device.DeviceInfo.ProvisioningCode'
    expect(
      await set(await fresh(), [
        { path, value: 'a' },
        { path, value: 'b' },
      ]),
    ).toMatchObject({
      status: 400,
      data: { fields: [{ field: 'values.1.path' }] },
    })
  })

  test('the management server can be changed after confirmation, also by the MSP inside its customer', async () => {
    const id = await fresh()
    const value = { path: 'Device.ManagementServer.PeriodicInformInterval', value: '60' }
    expect(await set(id, [value], true, mspAdmin)).toMatchObject({ code: 0 })
    expect(await commands(id)).toMatchObject([{ company_id: customer.id }])
    expect(await set(id, [value], true, strangersAdmin)).toMatchObject({
      status: 404,
      code: 'device.not_found',
    })
    const viewer = await t.person(customer.id, 'user_layer')
    expect(await set(id, [value], true, viewer)).toMatchObject({ status: 403, code: 'permission.denied' })
  })
})

describe('the command queue', () => {
  test('a waiting command can be cancelled once; a sent one cannot', async () => {
    const id = await fresh()
    const { data } = await admin.call('POST /api/v1/device/:deviceId/parameters/read', {
      deviceId: id,
      paths: ['Device.DeviceInfo.SerialNumber'],
    })
    const cancel = (commandId: string, person = admin) =>
      person.call('POST /api/v1/device/:deviceId/commands/:commandId/cancel', { deviceId: id, commandId })
    expect(await cancel(data.commandId, strangersAdmin)).toMatchObject({
      status: 404,
      code: 'device.not_found',
    })
    expect(await cancel('999999999')).toMatchObject({ status: 404, code: 'command.not_found' })
    expect(
      await admin.call('POST /api/v1/device/:deviceId/commands/:commandId/cancel', {
        deviceId: device,
        commandId: data.commandId,
      }),
    ).toMatchObject({ status: 404, code: 'command.not_found' })
    expect(await cancel(data.commandId)).toMatchObject({ code: 0, data: null })
    expect(await cancel(data.commandId)).toMatchObject({ status: 409, code: 'command.not_cancellable' })
    const timeline = await admin.call('GET /api/v1/device/:deviceId/timeline', { deviceId: id })
    expect(timeline.data).toMatchObject({
      total: 1,
      items: [{ kind: 'command.cancelled', detail: { commandId: data.commandId } }],
    })
  })

  test('describes a fault in the language of the caller', async () => {
    const id = await fresh()
    await t.adminPool.query(
      `insert into device_command (company_id, device_id, kind, state, fault_code, fault_detail, expires_at)
       values ($1, $2, 'reboot', 'failed', '9002', '<xml>', now()), ($1, $2, 'reboot', 'failed', 'strange', null, now())`,
      [customer.id, id],
    )
    const { data } = await admin.call('GET /api/v1/device/:deviceId/commands', { deviceId: id })
    expect(data.items.map((item) => item.fault)).toEqual([
      { code: 'strange', text: expect.not.stringContaining('faults.'), detail: '', parameters: [] },
      { code: '9002', text: 'Internal error of the gateway', detail: '<xml>', parameters: [] },
    ])
  })

  test('a refused set gives the reason of each parameter', async () => {
    const id = await fresh()
    const refused = [{ path: 'Device.A', code: '9008', text: '<b>no</b>' }]
    await t.adminPool.query(
      `insert into device_command (company_id, device_id, kind, state, fault_code, fault_detail, result, expires_at)
       values ($1, $2, 'set_parameter_values', 'failed', '9003', '', $3, now())`,
      [customer.id, id, JSON.stringify({ parameters: refused })],
    )
    const { data } = await admin.call('GET /api/v1/device/:deviceId/commands', { deviceId: id })
    expect(data.items[0]).toMatchObject({
      result: null,
      fault: {
        parameters: [
          { path: 'Device.A', code: '9008', text: 'The parameter is read-only', detail: '<b>no</b>' },
        ],
      },
    })
  })
})
