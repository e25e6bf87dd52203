import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../../test/devices.ts'
import { moveOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { alarmRoutes } from '../../alarms/index.ts'
import { openMetricStore } from '../../../platform/metrics/open-store.ts'
import { orderRoutes } from '../index.ts'
import { followAlarms } from './from-alarms.ts'

let t: TestApp
let engineer: TestPerson
let companyId: string
let deviceId: string

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    orderRoutes(app)
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  const msp = await t.person((await t.company('middleman')).id, 'administrator')
  companyId = (await t.company('company', msp.companyId)).id
  engineer = await t.person(companyId, 'engineer')
  deviceId = await arrangeDevice(t, companyId, { name: 'Core', type: 'switch' })
})

const follow = () => followAlarms(t.scopes, AbortSignal.timeout(60_000))
const orders = async (filter: object = {}) =>
  (await engineer.call('POST /api/v1/work/order/lists', filter)).data.items

/** The rule of full disks, and an alarm of it that was raised two minutes ago. */
async function ruleThat(order: string): Promise<void> {
  await t.adminPool.query(
    `insert into alarm_rule (company_id, code, version, definition, edited_by) values ($1, 'disk_full', 1, $2, 'A')`,
    [companyId, JSON.stringify({ order, severity: 'major' })],
  )
  await t.adminPool.query(
    `update alarm_rule set orders_since = now() - interval '1 hour' where company_id = $1`,
    [companyId],
  )
}

async function raise(instance = '/data', device = deviceId): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at)
     values ($1, $2, 'disk_full', $3, $3, 'major', now() - interval '2 minutes') returning id`,
    [companyId, device, instance],
  )
  return rows[0]!.id
}

const clear = (alarmId: string) =>
  t.adminPool.query(`update alarm set state = 'cleared', cleared_at = now() where id = $1`, [alarmId])

test('a rule opens one order for its alarms of a device, also if two workers run at once', async () => {
  await ruleThat('opens')
  const alarmId = await raise()
  await raise('/var')
  await Promise.all([follow(), follow()])
  await follow()
  const found = await orders()
  expect(found).toMatchObject([
    {
      title: 'Core 存储空间不足 /data',
      priority: 2,
      state: 'new',
      category: 'switching',
      createdBy: '',
    },
  ])
  expect((await orders({ alarmId })).map(({ id }) => id)).toEqual([found[0]!.id])
  const { history, resolveDue } = await orderOf(engineer, found[0]!.id)
  expect(resolveDue).not.toBeNull()
  expect(history.map(({ kind }) => kind)).toEqual(['alarm_joined', 'created'])
})

test('a rule that opens none, an alarm behind another, muted, in maintenance or raised just now opens none', async () => {
  await ruleThat('none')
  await t.adminPool.query(`update alarm_rule set orders_since = null where company_id = $1`, [companyId])
  const alarmId = await raise()
  await follow()
  expect(await orders()).toEqual([])
  await t.adminPool.query(`update alarm_rule set definition = '{"order":"opens"}' where company_id = $1`, [
    companyId,
  ])
  await follow()
  expect(await orders()).toEqual([])
  await t.adminPool.query(
    `update alarm_rule set orders_since = now() - interval '1 hour' where company_id = $1`,
    [companyId],
  )
  const root = await raise('/', await arrangeDevice(t, companyId, { name: 'Gateway', type: 'switch' }))
  await t.adminPool.query(`update alarm set muted = true where id = $1`, [root])
  for (const set of [`behind_id = ${root}`, 'behind_id = null, in_maintenance = true', 'raised_at = now()']) {
    await t.adminPool.query(`update alarm set ${set} where id = $1`, [alarmId])
    await follow()
    expect(await orders()).toEqual([])
    await t.adminPool.query(`update alarm set in_maintenance = false where id = $1`, [alarmId])
  }
})

test('an order closes with its alarms by itself, and is reopened if one comes back within 24 hours', async () => {
  await ruleThat('opens_and_closes')
  const [one, two] = [await raise(), await raise('/var')]
  await follow()
  const orderId = (await orders())[0]!.id
  await clear(one)
  await follow()
  expect(await orderOf(engineer, orderId)).toMatchObject({ state: 'new' })
  await clear(two)
  await Promise.all([follow(), follow()])
  const closed = await orderOf(engineer, orderId)
  expect(closed).toMatchObject({ state: 'closed' })
  expect(closed.history[0]).toMatchObject({ kind: 'closed_by_alarm', actorName: null })
  await raise()
  await follow()
  expect(await orders()).toMatchObject([{ id: orderId, state: 'new' }])
  const { history, clocks } = await orderOf(engineer, orderId)
  expect(history.map(({ kind }) => kind).slice(0, 2)).toEqual(['reopened_by_alarm', 'closed_by_alarm'])
  expect(clocks[1]?.left).toMatchObject([{ reason: 'resolved' }])
  expect(clocks[1]?.left[0]?.to).not.toBeNull()
})

test('a day after its end another order is opened; a cancelled one stays so', async () => {
  await ruleThat('opens_and_closes')
  const first = await raise()
  await follow()
  await clear(first)
  await follow()
  await t.adminPool.query(
    `update work_order set closed_at = now() - interval '25 hours' where company_id = $1`,
    [companyId],
  )
  await raise()
  await follow()
  const found = await orders()
  expect(found.map(({ number }) => number)).toEqual([2])
  await moveOrder(engineer, found[0]!.id, { name: 'cancel', note: 'Known' })
  await follow()
  expect(await orders()).toEqual([])
})

test('what a person works on is not closed, and its history says that the alarm cleared', async () => {
  await ruleThat('opens_and_closes')
  const alarmId = await raise()
  await follow()
  const orderId = (await orders())[0]!.id
  await moveOrder(engineer, orderId, { name: 'take' }, { name: 'start' })
  await clear(alarmId)
  await follow()
  await follow()
  const { state, history } = await orderOf(engineer, orderId)
  expect(state).toBe('in_progress')
  expect(history.filter(({ kind }) => kind === 'alarm_cleared')).toHaveLength(1)
})

test('an acknowledgement with an open order lasts until the order ends', async () => {
  await ruleThat('opens')
  const alarmId = await raise()
  await follow()
  const orderId = (await orders())[0]!.id
  await t.adminPool.query(
    `update alarm set acknowledged_at = now() - interval '2 days', acknowledged_by = 'A',
       acknowledged_until = now() - interval '1 day' where id = $1`,
    [alarmId],
  )
  const acknowledged = async () => {
    await t.scopes.asLoginRole('select alarm_end_acknowledgements(10)')
    const { data } = await engineer.call('GET /monitor/api/v1/alarm/:alarmId', { alarmId })
    return [data.acknowledgedAt !== null, data.acknowledgedUntil]
  }
  expect(await acknowledged()).toEqual([true, null])
  await moveOrder(engineer, orderId, { name: 'cancel', note: 'Known' })
  expect(await acknowledged()).toEqual([false, null])
})
