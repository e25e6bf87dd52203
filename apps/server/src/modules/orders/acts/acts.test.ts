import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../../test/devices.ts'
import { makeOrder, moveOrder } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { deviceRoutes } from '../../devices/index.ts'
import { diagnosticRoutes } from '../../diagnostics/index.ts'
import { lineTestRoutes } from '../../line-tests/index.ts'
import { orderRoutes } from '../index.ts'

let t: TestApp
let engineer: TestPerson
let outletId: string
let deviceId: string
let lineId: string

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    deviceRoutes(app, { secrets })
    diagnosticRoutes(app, { secrets, acsUrl: () => 'http://acs.test/' })
    lineTestRoutes(app, { secrets, acsUrl: () => 'http://acs.test/' })
    orderRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  const { id } = await t.company('company')
  await t.adminPool.query(`update company set products = products || array['link_testing'] where id = $1`, [
    id,
  ])
  engineer = await t.person(id, 'administrator')
  const one = async (text: string) => (await t.adminPool.query<{ id: string }>(text, [id])).rows[0]!.id
  outletId = await one(`insert into outlet (company_id, name, code) values ($1, 'Pudong', 'P') returning id`)
  deviceId = await arrangeDevice(t, id)
  await t.adminPool.query(`update device set outlet_id = $2 where id = $1`, [deviceId, outletId])
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, addressing, ip_address)
     values ($1, $2, 'WAN', 'telecom', 'broadband', 200, 50, 'static', '203.0.113.7') returning id`,
    [id, outletId],
  )
  lineId = rows[0]!.id
})

const acts = async (orderId: string, who = engineer) =>
  (await who.call('GET /api/v1/work/order/:orderId/acts', { orderId })).data
const reboot = (orderId: string, who = engineer) =>
  who.call('POST /api/v1/device/batch/reboot', { deviceIds: [deviceId], orderId, reason: 'It hangs' })
const testLine = async (orderId: string, phase: 'before' | 'after') => {
  const answer = await engineer.call('POST /dial/api/v1/line/:lineId/test', {
    lineId,
    kind: 'icmp',
    vantage: 'server',
    forOrder: { orderId, phase },
  })
  return answer.data.testId
}
/** As a collector says. */
const found = async (testId: string, times: readonly (number | null)[]) => {
  await t.adminPool.query(`update line_run set state = 'running', owner = 'poller' where id = $1`, [testId])
  const result = { kind: 'icmp', method: 'icmp', passed: times.some((time) => time !== null), times }
  await t.scopes.asLoginRole('select line_run_found($1, $2, $3, true)', [
    testId,
    'poller',
    JSON.stringify(result),
  ])
}

test('what is done for an order is listed in it, with its state and the reason', async () => {
  const orderId = await makeOrder(engineer, { deviceId })
  expect((await reboot(orderId)).data.accepted).toBe(1)
  await engineer.call('POST /api/v1/device/:deviceId/parameters/set', {
    deviceId,
    orderId,
    values: [{ path: 'Device.Time.NTPServer1', value: 'ntp.example.com' }],
  })
  expect((await acts(orderId)).acts).toMatchObject([
    { kind: 'command', what: 'set_parameter_values', state: 'waiting', deviceId, isGateway: true },
    { kind: 'command', what: 'reboot', state: 'waiting', reason: 'It hangs' },
  ])
})

test('an act names an open order of its company, and a factory reset its reason', async () => {
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const foreign = await makeOrder(stranger)
  const refused = await reboot(foreign)
  expect(refused).toMatchObject({ code: 50002 })
  const { rows } = await t.adminPool.query('select from device_command where device_id = $1', [deviceId])
  expect(rows).toEqual([])
  const own = await makeOrder(engineer, { deviceId })
  await moveOrder(engineer, own, { name: 'cancel', note: 'Not needed' })
  const set = await engineer.call('POST /api/v1/device/:deviceId/check', {
    deviceId,
    forOrder: { orderId: own, phase: 'before' },
  })
  expect(set.data).toMatchObject({ fields: [{ field: 'forOrder.orderId' }] })
  const reset = await engineer.call('POST /api/v1/device/batch/factory-reset', {
    deviceIds: [deviceId],
    reason: ' x',
  })
  expect(reset.data).toMatchObject({ fields: [{ field: 'reason' }] })
  expect((await stranger.call('GET /api/v1/work/order/:orderId/acts', { orderId: own })).code).toBe(
    'work_order.not_found',
  )
})

test('tests before and after stay with the order when the tests themselves are deleted', async () => {
  const orderId = await makeOrder(engineer, { outletId })
  expect(await acts(orderId)).toMatchObject({
    lines: [{ id: lineId, name: 'WAN' }],
    gateways: [{ id: deviceId }],
    lineTests: [],
  })
  const before = await testLine(orderId, 'before')
  expect((await acts(orderId)).lineTests).toMatchObject([{ phase: 'before', endedAt: null, passed: null }])
  await found(before, [20, null, 40, 30])
  await found(await testLine(orderId, 'after'), [10, 10, 10, 10])
  await t.adminPool.query('delete from line_run where line_id = $1', [lineId])
  expect((await acts(orderId)).lineTests).toMatchObject([
    { phase: 'before', what: 'icmp', loss: 25, rtt: 30, passed: true, name: 'WAN' },
    { phase: 'after', loss: 0, rtt: 10, jitter: 0, mos: expect.any(Number) },
  ])
})

test('a check of a gateway is kept with what it found', async () => {
  const orderId = await makeOrder(engineer, { deviceId })
  const { data } = await engineer.call('POST /api/v1/device/:deviceId/check', {
    deviceId,
    forOrder: { orderId, phase: 'before' },
  })
  expect((await acts(orderId)).checks).toMatchObject([{ phase: 'before', endedAt: null, findings: [] }])
  const finding = { code: 'offline', severity: 'critical', params: { minutes: 12 } }
  await t.adminPool.query(
    `update device_check set state = 'complete', verdict = 'critical', findings = $2 where id = $1`,
    [data.checkId, JSON.stringify([finding])],
  )
  expect((await acts(orderId)).checks).toMatchObject([
    { passed: false, findings: [{ code: 'offline', text: expect.stringContaining('12') }] },
  ])
})

test.each(['engineer', 'user_layer'] as const)(
  'people with the role %s read the acts of an order',
  async (role) => {
    const orderId = await makeOrder(engineer, { deviceId })
    await reboot(orderId)
    expect((await acts(orderId, await t.person(engineer.companyId, role))).acts).toHaveLength(1)
  },
)
