import { eventCode } from '@netward/cwmp'
import type { GatewayOptions } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import { provisioningJobs } from './index.ts'
import { applyTemplate, tillObject, tillTable } from '../../../test/till-template.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const ssid = 'Device.WiFi.SSID.1.SSID'
const content = {
  values: [
    { path: ssid, value: 'shop' },
    { path: 'Device.WiFi.SSID.[Alias=cpe-2].Enable', value: '1' },
  ],
  objects: [tillObject],
  notifications: [{ path: 'Device.WiFi.SSID.2.SSID', level: 2 as 1 | 2 }],
}

type Person = Awaited<ReturnType<AcsFixture['company']>>['admin']

/** A gateway in line with its templates. */
async function asDesired(declared: Partial<typeof content> = {}, intercept?: GatewayOptions['intercept']) {
  const { admin, username, password } = await f.company()
  await applyTemplate(admin, declared)
  const gateway = f.gateway({
    username,
    password,
    timeScale: 0.1,
    ...(intercept !== undefined && { intercept }),
  })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, 15_000)
  await oneSession(gateway)
  const { id: deviceId } = (await f.deviceOf(gateway)) as { id: string }
  return { admin, gateway, deviceId }
}
type Device = Awaited<ReturnType<typeof asDesired>>

const set = ({ admin, deviceId }: Device, path: string, value: string) =>
  admin.call('POST /api/v1/device/:deviceId/parameters/set', { deviceId, values: [{ path, value }] })

const drifted = async (admin: Person) => {
  const { data } = await admin.call('POST /api/v1/device/lists', { configuration: ['drifted'] })
  const { data: troubles } = await admin.call('GET /api/v1/device/template-troubles', {})
  expect(troubles.drifted).toBe(data.total)
  return data.items.map(({ id }) => id)
}
const comparisons = async ({ deviceId }: Device) =>
  f.sql(
    `select state, request->>'check' as check from device_command where device_id = $1 and kind = 'provision'
     and id > (select min(id) from device_command where device_id = $1 and kind = 'provision') order by id`,
    [deviceId],
  )
const compared = { state: 'done', check: 'true' }

test('a gateway that calls with 0 BOOTSTRAP alone gets its templates in that very session', async () => {
  const { gateway } = await asDesired({ values: content.values.slice(0, 1) })
  gateway.changeValue('WiFi.SSID.1.SSID', 'factory')
  await oneSession(gateway, [eventCode.bootstrap])
  expect(gateway.value('WiFi.SSID.1.SSID')).toBe('shop')
})

test('a gateway that reports new firmware gets the matching templates in the same session', async () => {
  const { admin, gateway } = await asDesired({ notifications: content.notifications })
  await applyTemplate(
    admin,
    { values: content.values.slice(0, 1) },
    {
      name: 'Newer',
      softwareVersions: ['9.9'],
    },
  )
  gateway.changeValue('DeviceInfo.SoftwareVersion', '9.9')
  await oneSession(gateway)
  expect(gateway.value('WiFi.SSID.1.SSID')).toBe('shop')
})

describe('a gateway that applies its templates after a restart', () => {
  /** Factory state. */
  const other = { path: 'Device.WiFi.SSID.2.Enable', value: '1' }
  /** Accepts the name of its first Wi-Fi but keeps using the old one. */
  const waiting = () =>
    asDesired({ values: [content.values[0]!, other] }, (call) =>
      call.method === 'SetParameterValues' && call.values.some(({ value }) => value === 'shop')
        ? { method: 'SetParameterValuesResponse', status: 1 }
        : undefined,
    )
  const configuration = async ({ admin, deviceId }: Device) =>
    (await admin.call('GET /api/v1/device/:deviceId/configuration', { deviceId })).data
  async function compareNow({ admin, deviceId, gateway }: Device) {
    await admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check: true })
    await oneSession(gateway)
  }

  test('differs in what waits, which is no drift; any other difference is drift immediately', async () => {
    const device = await waiting()
    expect(await configuration(device)).toMatchObject({ state: 'unverified' })
    await compareNow(device)
    expect(await configuration(device)).toMatchObject({
      state: 'unverified',
      differences: expect.arrayContaining([expect.objectContaining({ path: ssid })]) as unknown[],
    })
    expect(await drifted(device.admin)).toEqual([])
    device.gateway.changeValue('WiFi.SSID.2.Enable', '0')
    await compareNow(device)
    expect(await configuration(device)).toMatchObject({ state: 'drifted' })
    expect(await drifted(device.admin)).toEqual([device.deviceId])
  })

  test('is compared in the session of that restart, after which nothing waits', async () => {
    const device = await waiting()
    device.gateway.changeValue('WiFi.SSID.1.SSID', 'shop')
    await oneSession(device.gateway, [eventCode.boot])
    expect(await configuration(device)).toMatchObject({ state: 'applied' })
    const stuck = await waiting()
    await oneSession(stuck.gateway, [eventCode.boot])
    expect(await configuration(stuck)).toMatchObject({ state: 'drifted' })
  })
})

describe('what a person does by hand to what a template declares', () => {
  test('appears in lists and counts with the session that made it, once for several, and nothing is applied', async () => {
    const device = await asDesired({ values: content.values.slice(0, 1) })
    await set(device, ssid, 'mine')
    await set(device, ssid, 'his')
    await oneSession(device.gateway)
    expect(await drifted(device.admin)).toEqual([device.deviceId])
    expect(await comparisons(device)).toEqual([compared])
    expect(device.gateway.value('WiFi.SSID.1.SSID')).toBe('his')
    await set(device, ssid, 'shop')
    await oneSession(device.gateway)
    expect(await drifted(device.admin)).toEqual([])
  })

  test('reports an object that was deleted', async () => {
    const device = await asDesired({ objects: content.objects })
    const { admin, deviceId, gateway } = device
    await admin.call('POST /api/v1/device/:deviceId/objects/delete', { deviceId, path: `${tillTable}6.` })
    await oneSession(gateway)
    expect(await drifted(admin)).toEqual([deviceId])
  })

  test('reports an instance in a table that must have no other', async () => {
    const device = await asDesired({ objects: content.objects.map((one) => ({ ...one, only: true })) })
    const { admin, deviceId, gateway } = device
    await admin.call('POST /api/v1/device/:deviceId/objects/add', { deviceId, path: tillTable })
    await oneSession(gateway)
    expect(await drifted(admin)).toEqual([deviceId])
  })

  test('reports a notification', async () => {
    const device = await asDesired({ notifications: content.notifications })
    const { admin, deviceId, gateway } = device
    const { path } = content.notifications[0]!
    const changes = [{ path, notification: 1 as const }]
    await admin.call('POST /api/v1/device/:deviceId/parameters/attributes/set', { deviceId, changes })
    await oneSession(gateway)
    expect(await drifted(admin)).toEqual([deviceId])
  })

  test('reports a form of its page', async () => {
    const device = await asDesired({ objects: content.objects })
    const { admin, deviceId, gateway } = device
    const fields = [
      { section: 'port_mapping' as const, instance: `${tillTable}6.`, field: 'externalPort', value: 9000 },
    ]
    await admin.call('POST /api/v1/device/:deviceId/settings/refresh', {
      deviceId,
      sections: ['port_mapping'],
    })
    await oneSession(gateway)
    const answer = await admin.call('POST /api/v1/device/:deviceId/settings/change', {
      deviceId,
      set: fields,
    } as never)
    expect(answer).toMatchObject({ code: 0 })
    await oneSession(gateway)
    expect(await drifted(admin)).toEqual([deviceId])
    const remove = { section: 'port_mapping' as const, instance: `${tillTable}6.` }
    await admin.call('POST /api/v1/device/:deviceId/settings/change', { deviceId, remove })
    await oneSession(gateway)
    expect(await comparisons(device)).toEqual([compared, compared])
  })
})

test('what no template declares has nothing compared', async () => {
  const device = await asDesired(content)
  await set(device, 'Device.WiFi.SSID.2.SSID', 'guest')
  await set(device, `${tillTable}6.InternalPort`, '8080')
  await oneSession(device.gateway)
  expect(await comparisons(device)).toEqual([])
})

test('what is committed and not applied is compared once it was read back', async () => {
  const device = await asDesired({ values: content.values.slice(0, 1) })
  const end = (kind: string, more: string, result: object) =>
    f
      .sql(
        `with asked as (insert into device_command (company_id, device_id, kind, request, state, expires_at)
         select company_id, id, $2, $3::jsonb, 'sent', now() + interval '1 day' from device where id = $1 returning id)
       select id from asked`,
        [device.deviceId, kind, more],
      )
      .then(([row]) =>
        f.sql(`update device_command set state = 'done', result = $2 where id = $1`, [
          (row as { id: string }).id,
          JSON.stringify(result),
        ]),
      )
  await end('set_parameter_values', JSON.stringify({ values: [{ path: ssid }] }), { status: 1 })
  expect(await comparisons(device)).toEqual([])
  await end('get_parameter_values', JSON.stringify({ paths: [ssid] }), {})
  expect(await comparisons(device)).toEqual([])
  await end('get_parameter_values', JSON.stringify({ paths: [ssid], verifies: '1' }), {})
  expect(await comparisons(device)).toEqual([{ state: 'waiting', check: 'true' }])
})

describe('whether templates declare', () => {
  let deviceId = ''
  beforeAll(async () => {
    const device = await asDesired(content)
    deviceId = device.deviceId
    await f.sql(
      `update device_parameter set type = 'xsd:string' where device_id = $1 and path like '%.Description'`,
      [deviceId],
    )
  })

  test.each<[string, 'values' | 'levels', boolean]>([
    [ssid, 'values', true],
    ['Device.WiFi.SSID.1.', 'values', true],
    ['Device.WiFi.', 'values', true],
    [ssid, 'levels', false],
    ['Device.WiFi.SSID.2.SSID', 'values', false],
    ['Device.WiFi.SSID.2.SSID', 'levels', true],
    ['Device.WiFi.SSID.1.SSIDx', 'values', false],
    ['Device.WiFi.SSID.11.SSID', 'values', false],
    ['Device.WiFi.SSID.9.Enable', 'values', true],
    ['Device.WiFi.SSID.9.Alias', 'values', true],
    ['Device.WiFi.SSID.9.', 'values', true],
    ['Device.WiFi.SSID.Enable', 'values', false],
    [`${tillTable}6.ExternalPort`, 'values', true],
    [`${tillTable}6.Protocol`, 'values', false],
    // Known by another description: another owner's until described otherwise.
    [`${tillTable}5.ExternalPort`, 'values', false],
    [`${tillTable}5.Description`, 'values', true],
    [`${tillTable}5.`, 'values', true],
    ['Device.NAT.', 'values', true],
    ['Device.NAT.X.5.', 'values', false],
    ['InternetGatewayDevice.WiFi.SSID.1.SSID', 'values', false],
    // No pattern of their own.
    ['Device.{5000}.SSID', 'values', false],
    ['Device.WiFi.SSI{0}D.1.SSID', 'values', false],
  ])('%s of %s: %s', async (path, of, expected) => {
    const [values, levels] = of === 'values' ? [[path], []] : [[], [path]]
    const [row] = await f.sql('select provision_declares($1, $2, $3) as declares', [deviceId, values, levels])
    expect(row).toEqual({ declares: expected })
  })
})

test('a value that the gateway reports and that differs from its template is drift immediately', async () => {
  const { admin, gateway, deviceId } = await asDesired({
    values: content.values.slice(0, 1),
    notifications: [{ path: ssid, level: 1 }],
  })
  const job = `provision.informed:${deviceId}`
  const report = async (value: string) => {
    gateway.changeValue('WiFi.SSID.1.SSID', value)
    await oneSession(gateway, [eventCode.periodic])
    await f.acs.flush()
    const rows = await f.sql(`select 1 from graphile_worker._private_jobs where key = $1`, [job])
    expect(rows).toHaveLength(1)
    await f.sql('select graphile_worker.remove_job($1)', [job])
    const { companyId } = admin
    const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
    await provisioningJobs()['provision.informed']!({ companyId, deviceId }, tools)
  }
  await f.acs.flush()
  await f.sql('select graphile_worker.remove_job($1)', [job])
  expect(await drifted(admin)).toEqual([])
  await report('stranger')
  // No session has compared it: the list and its count know by the report alone.
  expect(await drifted(admin)).toEqual([deviceId])
  expect(await f.timelineOf(gateway)).toContain('provision.drifted')
  const { data } = await admin.call('GET /api/v1/device/:deviceId/configuration', { deviceId })
  expect(data.differences).toMatchObject([{ path: ssid, actual: 'stranger', desired: 'shop' }])
  // Back as declared: a session confirms it.
  await report('shop')
  await oneSession(gateway)
  expect(await drifted(admin)).toEqual([])
})
