import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { outboxOf } from '../../../test/outbox.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { readConfig } from '../../platform/config/config.ts'
import { auditRoutes } from '../audit/index.ts'
import { gatewayRoutes } from '../cwmp/index.ts'
import { deviceRoutes } from '../devices/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { workbenchRoutes } from '../workbench/index.ts'
import { actingRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let customer: { id: string }
let deviceId: string
let mspAdmin: TestPerson
let customerAdmin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, { secrets, messages }) => {
    actingRoutes(app, { secrets, messages })
    auditRoutes(app)
    deviceRoutes(app, { secrets })
    gatewayRoutes(app, { secrets, config: readConfig({}, []).acs })
    outletRoutes(app, { secrets })
    workbenchRoutes(app)
  })
  msp = await t.company('middleman')
  customer = await t.company('company', msp.id)
  deviceId = await arrangeDevice(t, customer.id)
  await t.adminPool.query(
    `insert into device_parameter (company_id, device_id, path, parent, value, is_object)
     values ($1, $2, 'Device.WiFi.SSID.1.SSID', 'Device.WiFi.SSID.1.', 'front desk', false)`,
    [customer.id, deviceId],
  )
  await t.adminPool.query(
    `insert into gateway_exchange (company_id, device_id, at, direction, method, failed, bytes, body)
     values ($1, $2, now(), 'received', 'Inform', false, 3, 'xml')`,
    [customer.id, deviceId],
  )
  mspAdmin = await t.person(msp.id, 'administrator')
  customerAdmin = await t.person(customer.id, 'administrator')
})
afterAll(() => t.stop())
beforeEach(async () => {
  await t.adminPool.query('delete from acting_end; delete from acting_access; delete from acting_consent')
})

const say = (mode: 'free' | 'request' | 'never', ceiling: 'administrator' | 'user_layer' = 'administrator') =>
  customerAdmin.call('PUT /api/v1/auth/acting', { mode, fromMinute: null, untilMinute: null, ceiling })
const ask = (who = mspAdmin) =>
  who.call('POST /api/v1/auth/acting/request', { companyId: customer.id, reason: 'A line is down', hours: 4 })
const breakGlass = (who = mspAdmin) =>
  who.call('POST /api/v1/auth/acting/break-glass', { companyId: customer.id, reason: 'Fire' })
const waiting = async () =>
  (await customerAdmin.call('POST /api/v1/auth/acting/request/lists', { state: 'waiting' })).data.items[0]!.id

/** The response of each endpoint that reaches inside a device. */
async function inside(who: TestPerson): Promise<(number | string)[]> {
  const answers = [
    await who.call('GET /api/v1/device/:deviceId', { deviceId }),
    await who.call('GET /api/v1/device/:deviceId/parameters', { deviceId, parent: 'Device.WiFi.SSID.1.' }),
    await who.call('GET /api/v1/device/:deviceId/parameters', { deviceId, search: 'front' }),
    await who.call('GET /api/v1/device/:deviceId/commands', { deviceId }),
    await who.call('GET /api/v1/device/:deviceId/timeline', { deviceId }),
    await who.call('GET /api/v1/device/:deviceId/exchanges', { deviceId }),
  ]
  return answers.map(({ code }) => code)
}

describe('what the MSP and the platform see without entering', () => {
  test('always shows rows of lists; the inside of a device as the tenant consents', async () => {
    for (const who of [mspAdmin, t.operator]) {
      expect(await inside(who)).toEqual(Array(6).fill(0))
      await say('never')
      expect(await inside(who)).toEqual(Array(6).fill('acting.never'))
      await say('request')
      expect(await inside(who)).toEqual(Array(6).fill('acting.consent_needed'))
      const listed = await who.call('POST /api/v1/device/lists', { companyId: customer.id })
      expect(listed.data.items.map(({ id }) => id)).toEqual([deviceId])
      await say('free')
    }
    expect(await inside(customerAdmin)).toEqual(Array(6).fill(0))
  })

  test('shows people and history of an outlet as the tenant consents', async () => {
    const { rows } = await t.adminPool.query<{ id: string }>(
      `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
      [customer.id],
    )
    const outletId = rows[0]!.id
    const read = async (who: TestPerson) => [
      (await who.call('GET /api/v1/outlet/:outletId/people', { outletId })).code,
      (await who.call('GET /api/v1/outlet/:outletId/timeline', { outletId })).code,
    ]
    for (const who of [mspAdmin, t.operator]) {
      expect(await read(who)).toEqual([0, 0])
      await say('never')
      expect(await read(who)).toEqual(['acting.never', 'acting.never'])
      await say('free')
    }
    await say('never')
    expect(await read(customerAdmin)).toEqual([0, 0])
  })

  test('finds by value as by path, once they may enter', async () => {
    const find = async () =>
      (await mspAdmin.call('GET /api/v1/device/:deviceId/parameters', { deviceId, search: 'FRONT' })).data
        .items
    expect(await find()).toMatchObject([{ value: 'front desk' }])
    await say('request')
    await ask()
    await customerAdmin.call('POST /api/v1/auth/acting/request/:accessId/approve', {
      accessId: await waiting(),
      hours: 1,
    })
    expect(await find()).toMatchObject([{ value: 'front desk' }])
    expect(await inside(mspAdmin)).toEqual(Array(6).fill(0))
    expect((await t.operator.call('GET /api/v1/device/:deviceId', { deviceId })).code).toBe(
      'acting.consent_needed',
    )
  })

  test('applies the ceiling there too, except after break-glass', async () => {
    await say('free', 'user_layer')
    expect(await inside(mspAdmin)).toEqual([0, 0, 0, 0, 0, 'permission.denied'])
    await breakGlass()
    expect(await inside(mspAdmin)).toEqual(Array(6).fill(0))
  })

  test('asks the tenant on every way to write', async () => {
    await say('never')
    const edit = await mspAdmin.call('PUT /api/v1/device/:deviceId', { deviceId, note: 'x' })
    const read = await mspAdmin.call('POST /api/v1/device/:deviceId/parameters/read', {
      deviceId,
      paths: ['Device.'],
    })
    const reboot = await mspAdmin.call('POST /api/v1/device/batch/reboot', { deviceIds: [deviceId] })
    expect([edit.code, read.code, reboot.code]).toEqual(['acting.never', 'acting.never', 50002])
  })

  test('the database hides it, whatever a query omits', async () => {
    await say('never')
    for (const role of [t.roles.tree, t.roles.platform]) {
      const client = await t.adminPool.connect()
      await client.query('begin')
      await client.query(
        `select set_config('netward.company_id', $1, true), set_config('netward.root_id', $1, true),
           set_config('netward.person_id', $2, true), set_config('role', $3, true)`,
        [role === t.roles.tree ? msp.id : t.operator.companyId, mspAdmin.personId, role],
      )
      for (const table of ['device_parameter', 'device_command', 'gateway_exchange'])
        expect(
          (await client.query(`select from ${table} where company_id = $1`, [customer.id])).rowCount,
        ).toBe(0)
      await client.query('rollback')
      client.release()
    }
  })

  test('its log says what happened, and withholds the values', async () => {
    await customerAdmin.call('PUT /api/v1/device/:deviceId', { deviceId, note: 'Behind the bar' })
    const entry = async (who: TestPerson) =>
      (await who.call('POST /api/v1/auth/audit/lists', { company: customer.id, action: ['device.edited'] }))
        .data.items[0]
    expect(await entry(mspAdmin)).toMatchObject({
      detail: { after: { note: 'Behind the bar' } },
      withheld: false,
    })
    await say('never')
    expect(await entry(mspAdmin)).toMatchObject({ detail: {}, withheld: true })
    expect(await entry(customerAdmin)).toMatchObject({ detail: { after: { note: 'Behind the bar' } } })
  })
})

describe('D the person who asked is answered', () => {
  beforeEach(async () => {
    await t.adminPool.query(
      `update person set email = 'p' || id || '@netward.test', email_verified_at = now() where id = any ($1)`,
      [[mspAdmin.personId, customerAdmin.personId]],
    )
    await say('request')
  })
  const decide = async (how: 'approve' | 'refuse') =>
    how === 'approve'
      ? customerAdmin.call('POST /api/v1/auth/acting/request/:accessId/approve', {
          accessId: await waiting(),
          hours: 2,
        })
      : customerAdmin.call('POST /api/v1/auth/acting/request/:accessId/refuse', { accessId: await waiting() })
  const explained = async () =>
    (
      await t.adminPool.query<{ answer: string }>(
        `select data->>'answer' as answer from live_event where company_id = $1 and subject_id = $2
           and data->>'personId' = $3 order by id desc limit 1`,
        [msp.id, customer.id, mspAdmin.personId],
      )
    ).rows[0]?.answer

  test.each([
    ['approve', 'approved', 'acting_approved'],
    ['refuse', 'refused', 'acting_refused'],
  ] as const)('%s: on their screen and by mail', async (how, answer, kind) => {
    await ask()
    expect((await decide(how)).code).toBe(0)
    expect(await explained()).toBe(answer)
    const mails = await outboxOf(t)
    expect(mails.find(({ to }) => to === `p${mspAdmin.personId}@netward.test`)).toMatchObject({ kind })
  })

  test('a request and a break-glass appear on the workbench of those who decide', async () => {
    await ask()
    const shown = async (who: TestPerson) => (await who.call('GET /api/v1/workbench')).data.waiting
    expect(await shown(customerAdmin)).toContainEqual({ kind: 'acting_requests', count: 1 })
    expect(await shown(await t.person(customer.id, 'engineer'))).not.toContainEqual(
      expect.objectContaining({ kind: 'acting_requests' }),
    )
    await decide('refuse')
    await breakGlass()
    expect(await shown(customerAdmin)).toContainEqual({ kind: 'break_glass', count: 1 })
    await customerAdmin.call('POST /api/v1/auth/acting/end', { everyone: true })
    expect((await shown(customerAdmin)).map(({ kind }) => kind)).not.toContain('break_glass')
  })

  test('the switcher reads one tenant by its id, and only within reach', async () => {
    const read = async (who: TestPerson, companyId: string) =>
      (await who.call('POST /api/v1/auth/acting/tenants', { companyId })).data.tenants
    expect(await read(mspAdmin, customer.id)).toMatchObject([{ companyId: customer.id }])
    expect(await read(mspAdmin, (await t.company('company')).id)).toEqual([])
    expect(await read(customerAdmin, customer.id)).toEqual([])
  })
})

describe('hostile', () => {
  test("headers without meaning have no effect in one's own company", async () => {
    const own = { authorization: `Bearer ${mspAdmin.token}`, 'x-company-id': msp.id }
    const call = async (headers: Record<string, string>) =>
      (
        await t.raw({
          method: 'POST',
          url: '/api/v1/device/lists',
          headers: { ...own, ...headers },
          payload: {},
        })
      ).code
    for (const headers of [
      { 'x-proxy': '1' },
      { 'x-proxy': '1', 'x-tenant-company-id': '' },
      { 'x-proxy': 'true', 'x-tenant-company-id': customer.id },
      { 'x-proxy': '1, 1', 'x-tenant-company-id': customer.id },
      { 'x-proxy': '1', 'x-tenant-company-id': `${customer.id}, ${customer.id}` },
      { 'x-proxy': '1', 'x-tenant-company-id': `${customer.id} ` + '0'.repeat(20) },
      { 'x-proxy': '1', 'x-tenant-company-id': t.operator.companyId },
      { 'x-proxy': '1', 'x-tenant-company-id': customer.id, 'x-company-id': customer.id },
    ])
      expect([headers, await call(headers)]).toEqual([headers, 'company.not_found'])
    expect(await call({ 'x-proxy': '0', 'x-tenant-company-id': msp.id })).toBe(0)
    expect(await call({ 'x-proxy': '1', 'x-tenant-company-id': msp.id })).toBe(0)
  })

  test('hours follow the clock of the tenant across daylight saving changes', async () => {
    const within = async (from: number, until: number, at: string, zone: string) =>
      (
        await t.adminPool.query<{ open: boolean }>('select within_hours($1, $2, $3, $4) as open', [
          from,
          until,
          at,
          zone,
        ])
      ).rows[0]!.open
    const [nine, six] = [9 * 60, 18 * 60]
    // 9:00 there is 8:00 UTC in winter and 7:00 UTC in summer.
    expect(await within(nine, six, '2026-03-28T08:00:00Z', 'Europe/Berlin')).toBe(true)
    expect(await within(nine, six, '2026-03-28T07:59:59Z', 'Europe/Berlin')).toBe(false)
    expect(await within(nine, six, '2026-03-29T07:00:00Z', 'Europe/Berlin')).toBe(true)
    expect(await within(nine, six, '2026-03-29T16:00:00Z', 'Europe/Berlin')).toBe(false)
    // The repeated hour (end of DST) is open twice, the skipped one never.
    for (const at of ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00Z'])
      expect(await within(2 * 60, 3 * 60, at, 'Europe/Berlin')).toBe(true)
    for (const at of ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z'])
      expect(await within(2 * 60, 3 * 60, at, 'Europe/Berlin')).toBe(false)
    // Over midnight, and in zones with an offset that is not whole hours.
    expect(await within(22 * 60, 6 * 60, '2026-06-01T16:15:00Z', 'Asia/Kathmandu')).toBe(true)
    expect(await within(22 * 60, 6 * 60, '2026-06-01T16:14:00Z', 'Asia/Kathmandu')).toBe(false)
  })

  test('break-glass works without mail, and is reported on screens and in the logs', async () => {
    await t.adminPool.query('update person set email = null, email_verified_at = null where id = $1', [
      customerAdmin.personId,
    ])
    await say('never')
    expect((await breakGlass()).code).toBe(0)
    const { items } = (
      await customerAdmin.call('POST /api/v1/auth/audit/lists', { action: ['acting.glass_broken'] })
    ).data
    expect(items[0]).toMatchObject({ detail: { reason: 'Fire' } })
    expect((await customerAdmin.call('GET /api/v1/workbench')).data.waiting).toContainEqual({
      kind: 'break_glass',
      count: 1,
    })
  })

  test("break-glass while acting in another tenant is reported as of the person's own company", async () => {
    const between = await t.company('middleman', msp.id)
    await t.adminPool.query(
      `update person set email = 'tenant@netward.test', email_verified_at = now() where id = $1`,
      [customerAdmin.personId],
    )
    await say('never')
    const { code } = await breakGlass(mspAdmin.actingIn(between.id))
    expect(code).toBe(0)
    const { rows } = await t.adminPool.query<{ name: string }>('select name from company where id = $1', [
      msp.id,
    ])
    const mail = (await outboxOf(t)).find(({ to }) => to === 'tenant@netward.test')
    expect(mail).toMatchObject({
      kind: 'acting_glass_broken',
      text: expect.stringContaining(rows[0]!.name) as string,
    })
  })
})
