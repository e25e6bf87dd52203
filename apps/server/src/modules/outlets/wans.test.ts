import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { outletRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let company: { id: string }
let admin: TestPerson
let outletId: string
let deviceId: string

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => outletRoutes(app, { secrets }))
  msp = await t.company('middleman')
  company = await t.company('company', msp.id)
  admin = await t.person(company.id, 'administrator')
  outletId = (await admin.call('POST /api/v1/outlet', { name: 'Shop' })).data.id
  deviceId = await gateway('Gateway', {
    Name: 'fibre',
    ConnectionStatus: 'Connected',
    ExternalIPAddress: '203.0.113.7',
  })
})
afterAll(() => t.stop())

/** A gateway of the outlet that reported one WAN, or none. */
async function gateway(name: string, wan: Record<string, string> | null): Promise<string> {
  const id = await arrangeDevice(t, company.id, { name })
  await t.adminPool.query('update device set outlet_id = $2 where id = $1', [id, outletId])
  if (wan !== null) await report(id, wan)
  return id
}

async function report(id: string, wan: Record<string, string>): Promise<void> {
  const parent = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.'
  for (const [leaf, value] of Object.entries(wan)) {
    await t.adminPool.query(
      `insert into device_parameter (company_id, device_id, path, parent, value, is_object)
       values ($1, $2, $3, $4, $5, false) on conflict (device_id, path) do update set value = excluded.value`,
      [company.id, id, `${parent}${leaf}`, parent, value],
    )
  }
}

const line = { isp: 'telecom', type: 'dedicated', downMbps: 500, upMbps: 500 } as const

describe('the WAN of a line', () => {
  test('is offered from what the gateways of the outlet reported, with the line on it', async () => {
    const quiet = await gateway('Quiet', null)
    const made = await admin.call('POST /api/v1/outlet/:outletId/line', {
      outletId,
      name: 'Main',
      deviceId,
      wanName: 'fibre',
      ...line,
    })
    expect(made.data).toMatchObject({ wanState: 'present' })
    const wans = await admin.call('GET /api/v1/outlet/:outletId/wans', { outletId })
    expect(wans.data).toMatchObject([
      {
        deviceId,
        name: 'Gateway',
        wans: [
          {
            name: 'fibre',
            status: 'Connected',
            ipAddress: '203.0.113.7',
            lineId: made.data.id,
            lineName: 'Main',
          },
        ],
      },
      { deviceId: quiet, wans: [] },
    ])
  })

  test('is marked if the gateway no longer has it, or has not reported it', async () => {
    const other = await gateway('Other', { Name: 'wan1' })
    const silent = await gateway('Silent', null)
    for (const [name, device, wanName] of [
      ['a', other, 'wan1'],
      ['b', silent, 'wan9'],
      ['c', null, ''],
      ['d', other, ''],
    ] as const) {
      await admin.call('POST /api/v1/outlet/:outletId/line', {
        outletId,
        name,
        deviceId: device,
        wanName,
        ...line,
      })
    }
    const states = async () =>
      Object.fromEntries(
        (await admin.call('POST /api/v1/outlet/line/lists', { outletId })).data.items.map((row) => [
          row.name,
          row.wanState,
        ]),
      )
    expect(await states()).toMatchObject({ a: 'present', b: 'unknown', c: 'none', d: 'none' })
    await report(other, { Name: 'renamed' })
    expect(await states()).toMatchObject({ a: 'missing', b: 'unknown', c: 'none', d: 'none' })
  })

  test('is shown to the MSP as far as the company consents', async () => {
    const above = await t.person(msp.id, 'administrator')
    const reported = async () =>
      (await above.call('GET /api/v1/outlet/:outletId/wans', { outletId })).data.map(
        ({ name, wans }) => `${name}: ${wans.length}`,
      )
    expect(await reported()).toContain('Gateway: 1')
    await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [
      company.id,
    ])
    expect(await reported()).toContain('Gateway: 0')
  })

  test('of an outlet of another company is hidden', async () => {
    const foreign = await t.person((await t.company('company')).id, 'administrator')
    expect(await foreign.call('GET /api/v1/outlet/:outletId/wans', { outletId })).toMatchObject({
      status: 404,
      code: 'outlet.not_found',
    })
  })
})
