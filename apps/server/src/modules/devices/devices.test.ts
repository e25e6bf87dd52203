import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { deviceRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let customer: { id: string }
let stranger: { id: string }
let admin: TestPerson
let mspAdmin: TestPerson
let viewer: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => deviceRoutes(app, { secrets }))
  msp = await t.company('middleman')
  customer = await t.company('company', msp.id)
  stranger = await t.company('company')
  admin = await t.person(customer.id, 'administrator')
  mspAdmin = await t.person(msp.id, 'administrator')
  viewer = await t.person(customer.id, 'user_layer')
})
afterAll(() => t.stop())

const audits = async (companyId: string, action: string) =>
  (
    await t.adminPool.query<{ subject_id: string; detail: Record<string, unknown> }>(
      'select subject_id, detail from audit_log where company_id = $1 and action = $2 order by id',
      [companyId, action],
    )
  ).rows
const events = async (kind: string, subjectId: string) =>
  (
    await t.adminPool.query<{ data: Record<string, unknown> }>(
      'select data from live_event where kind = $1 and subject_id = $2 order by id',
      [kind, subjectId],
    )
  ).rows.map((row) => row.data)

describe('one device', () => {
  test('its detail derives the WAN interfaces from its parameters', async () => {
    const id = await arrangeDevice(
      t,
      customer.id,
      { data_model_root: 'InternetGatewayDevice.' },
      '2026-02-01T00:00:00Z',
    )
    const wan = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.'
    await t.adminPool.query(
      `insert into device_parameter (company_id, device_id, path, parent, value)
       select $1, $2, $3 || leaf, $3, value from (values ('ExternalIPAddress', '203.0.113.9'), ('ConnectionStatus', 'Connected'),
         ('MACAddress', '00-1A-2B-3C-4D-5E'), ('Name', '<b>WAN</b>')) v (leaf, value)`,
      [customer.id, id, wan],
    )
    const { data } = await admin.call('GET /api/v1/device/:deviceId', { deviceId: id })
    expect(data).toMatchObject({
      id,
      macAddress: '00:1a:2b:3c:4d:5e',
      dataModelRoot: 'InternetGatewayDevice.',
      lastInformAt: '2026-02-01T00:00:00.000Z',
      credentialState: 'bootstrap',
      enrolledBy: 'claim',
      wan: [
        {
          name: '<b>WAN</b>',
          ipAddress: '203.0.113.9',
          macAddress: '00:1a:2b:3c:4d:5e',
          status: 'Connected',
          state: 'up',
        },
      ],
    })
  })

  test("another company's device and an unknown one are not found; the MSP above sees its customer's", async () => {
    const own = await arrangeDevice(t, customer.id)
    const foreign = await arrangeDevice(t, stranger.id)
    for (const deviceId of [foreign, '9999999999']) {
      expect(await admin.call('GET /api/v1/device/:deviceId', { deviceId })).toMatchObject({
        status: 404,
        code: 'device.not_found',
      })
    }
    expect(await mspAdmin.call('GET /api/v1/device/:deviceId', { deviceId: own })).toMatchObject({
      code: 0,
      data: { id: own, companyId: customer.id, companyName: expect.stringContaining('Company') },
    })
    expect(await mspAdmin.call('GET /api/v1/device/:deviceId', { deviceId: foreign })).toMatchObject({
      status: 404,
    })
    expect(await t.operator.call('GET /api/v1/device/:deviceId', { deviceId: foreign })).toMatchObject({
      code: 0,
    })
  })
})

describe('editing', () => {
  test('audits changes with values before and after, and sends them to live screens', async () => {
    const id = await arrangeDevice(t, customer.id, { name: 'Before', tags: ['old'] })
    const answer = await admin.call('PUT /api/v1/device/:deviceId', {
      deviceId: id,
      name: ' After <script> ',
      tags: ['new', 'new', '=tag'],
    })
    expect(answer).toMatchObject({
      code: 0,
      data: { name: 'After <script>', tags: ['new', '=tag'], note: '' },
    })
    expect((await audits(customer.id, 'device.edited')).at(-1)).toEqual({
      subject_id: id,
      detail: {
        name: 'Before',
        before: { name: 'Before', tags: ['old'] },
        after: { name: 'After <script>', tags: ['new', '=tag'] },
      },
    })
    expect(await events('device.changed', id)).toEqual([{ fields: ['name', 'tags'] }])
  })

  test('a change without a difference leaves no trace', async () => {
    const id = await arrangeDevice(t, customer.id, { name: 'Same' })
    expect(
      await admin.call('PUT /api/v1/device/:deviceId', { deviceId: id, name: 'Same', note: '' }),
    ).toMatchObject({
      code: 0,
    })
    expect(await events('device.changed', id)).toEqual([])
  })

  test('is refused without the permission, and in another company', async () => {
    const own = await arrangeDevice(t, customer.id, { name: 'Mine' })
    const foreign = await arrangeDevice(t, stranger.id, { name: 'Theirs' })
    expect(await viewer.call('PUT /api/v1/device/:deviceId', { deviceId: own, name: 'x' })).toMatchObject({
      status: 403,
      code: 'permission.denied',
    })
    for (const person of [admin, mspAdmin]) {
      expect(
        await person.call('PUT /api/v1/device/:deviceId', { deviceId: foreign, name: 'x' }),
      ).toMatchObject({
        status: 404,
        code: 'device.not_found',
      })
    }
    const released = await arrangeDevice(t, customer.id, { state: 'released' })
    expect(await admin.call('PUT /api/v1/device/:deviceId', { deviceId: released, name: 'x' })).toMatchObject(
      {
        status: 404,
      },
    )
  })

  test('an MSP edits inside its customer, and both companies log it', async () => {
    const id = await arrangeDevice(t, customer.id, { name: 'Shared' })
    expect(
      await mspAdmin.call('PUT /api/v1/device/:deviceId', { deviceId: id, note: 'by MSP' }),
    ).toMatchObject({
      code: 0,
      data: { note: 'by MSP' },
    })
    expect((await audits(customer.id, 'device.edited')).at(-1)?.subject_id).toBe(id)
    expect((await audits(msp.id, 'device.edited')).at(-1)?.subject_id).toBe(id)
  })

  test.each([
    { name: '' },
    { name: 'x'.repeat(101) },
    { note: 'x'.repeat(2001) },
    { tags: Array.from({ length: 21 }, (_, index) => `t${index}`) },
    { tags: [''] },
    { tags: 'one' },
    { name: { $gt: '' } },
  ])('refuses %j', async (fields) => {
    const id = await arrangeDevice(t, customer.id)
    expect(
      await admin.call('PUT /api/v1/device/:deviceId', { deviceId: id, ...fields } as never),
    ).toMatchObject({ status: 400, code: 'request.invalid' })
  })
})

describe('summary and tags', () => {
  test('counts follow every change, in each scope', async () => {
    const own = await t.company('middleman')
    const below = await t.company('company', own.id)
    const person = await t.person(below.id, 'administrator')
    const above = await t.person(own.id, 'administrator')
    const summary = async (who: TestPerson) => {
      const { data } = await who.call('GET /api/v1/device/summary')
      return [data.online, data.offline, data.unknown, data.guarded]
    }
    expect(await summary(person)).toEqual([0, 0, 0, 0])
    const first = await arrangeDevice(t, below.id, {
      presence: 'online',
      model_name: 'B',
      software_version: '2',
      tags: ['x'],
    })
    await arrangeDevice(t, below.id, {
      presence: 'offline',
      guard: 'duplicate',
      model_name: 'A',
      software_version: '1',
    })
    await arrangeDevice(t, own.id, { model_name: 'C' })
    expect(await summary(person)).toEqual([1, 1, 0, 1])
    expect(await summary(above)).toEqual([1, 1, 1, 1])
    // Often enough that rows are folded along the way.
    for (let round = 0; round < 60; round += 1) {
      await t.adminPool.query(`update device set presence = $2 where id = $1`, [
        first,
        round % 2 ? 'online' : 'offline',
      ])
    }
    expect(await summary(person)).toEqual([1, 1, 0, 1])
    await t.adminPool.query(`update device set state = 'released' where id = $1`, [first])
    expect(await summary(person)).toEqual([0, 1, 0, 1])
    expect(await summary(above)).toEqual([0, 1, 1, 1])
    await t.adminPool.query('delete from device where company_id = $1', [below.id])
    expect(await summary(above)).toEqual([0, 0, 1, 0])
  })

  test('offers only the models, versions and tags of visible devices', async () => {
    const own = await t.company('company')
    const person = await t.person(own.id, 'administrator')
    await arrangeDevice(t, own.id, { model_name: 'B', software_version: '2', tags: ['beta', 'alpha'] })
    await arrangeDevice(t, own.id, { model_name: 'A', software_version: '2', tags: ['alpha'] })
    await arrangeDevice(t, stranger.id, { model_name: 'Z', software_version: '9', tags: ['zeta'] })
    const { data } = await person.call('GET /api/v1/device/summary')
    expect(data).toMatchObject({ models: ['A', 'B'], softwareVersions: ['2'], tags: ['alpha', 'beta'] })
    expect((await person.call('GET /api/v1/device/tags', { search: 'ET' })).data).toEqual(['beta'])
    expect((await person.call('GET /api/v1/device/tags', { search: '%' })).data).toEqual([])
    expect((await t.operator.call('GET /api/v1/device/tags', { search: 'zeta' })).data).toEqual(['zeta'])
    expect((await t.operator.call('GET /api/v1/device/summary')).data.models).toEqual(
      expect.arrayContaining(['A', 'B', 'Z']),
    )
  })

  test('offers the models of a company and its subtree that match the search', async () => {
    const above = await t.company('middleman')
    const below = await t.company('company', above.id)
    await arrangeDevice(t, above.id, { model_name: 'Edge One' })
    await arrangeDevice(t, below.id, { model_name: 'TG5 Enterprise' })
    await arrangeDevice(t, stranger.id, { model_name: 'TG9' })
    const manager = await t.person(above.id, 'administrator')
    const person = await t.person(below.id, 'administrator')
    expect((await manager.call('GET /api/v1/device/models')).data).toEqual(['Edge One', 'TG5 Enterprise'])
    expect((await manager.call('GET /api/v1/device/models', { search: 'tg' })).data).toEqual([
      'TG5 Enterprise',
    ])
    expect((await person.call('GET /api/v1/device/models')).data).toEqual(['TG5 Enterprise'])
  })

  test('no longer offers a tag that no device has', async () => {
    const own = await t.company('company')
    const person = await t.person(own.id, 'administrator')
    const id = await arrangeDevice(t, own.id, { tags: ['passing'] })
    await person.call('PUT /api/v1/device/:deviceId', { deviceId: id, tags: ['staying'] })
    expect((await person.call('GET /api/v1/device/tags')).data).toEqual(['staying'])
  })
})

describe('export', () => {
  test('has every row whatever the page, a heading in the language, and no formula', async () => {
    const own = await t.company('company')
    const person = await t.person(own.id, 'administrator')
    await arrangeDevice(
      t,
      own.id,
      { name: '=cmd|calc', model_name: '+1', manufacturer: '@x', tags: ['-a', 'b'] },
      '2026-03-01T00:00:00Z',
    )
    await arrangeDevice(t, own.id, { name: 'With "quotes", comma', software_version: '\tTab' })
    const answer = await person.call('POST /api/v1/device/export', { page: 1, pageSize: 1, sort: 'name' })
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/csv')
    const [heading, first, second, end] = answer.body.split('\r\n')
    expect(heading).toContain('Serial number')
    expect(first).toMatch(/^'=cmd\|calc,/)
    expect(first).toContain(",'+1,")
    expect(first).toContain(",'@x,")
    expect(first).toContain(",'-a | b")
    expect(second).toMatch(/^"With ""quotes"", comma",/)
    expect(second).toContain(`"'\tTab"`)
    expect(end).toBe('')
    expect(decodeURIComponent(String(answer.headers['content-disposition']))).toContain('Smart CPE list.csv')
    const zh = await t.raw({
      method: 'POST',
      url: '/api/v1/device/export',
      headers: { authorization: `Bearer ${person.token}`, 'accept-language': 'zh-cn' },
      payload: { search: 'quotes' },
    })
    expect(zh.body.split('\r\n')[0]).toContain('序列号')
    expect(zh.body.split('\r\n')).toHaveLength(3)
    expect((await audits(own.id, 'device.exported')).map((entry) => entry.detail['rows'])).toEqual([2, 1])
  })

  test('in each order it has as many rows as the list, in the tree too', async () => {
    const { data } = await mspAdmin.call('POST /api/v1/device/lists', { pageSize: 200 })
    for (const sort of ['name', '-serialNumber', 'lastInformAt', '-lastInformAt'] as const) {
      const { body } = await mspAdmin.call('POST /api/v1/device/export', { sort })
      expect(body.split('\r\n').length - 2).toBe(data.total)
    }
  })
})
