import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { fakeFork, type FakeCollector, inventoryOf } from '../../../../test/fake-collector.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { openMetricStore } from '../../../platform/metrics/open-store.ts'
import { deviceRoutes } from '../../devices/index.ts'
import { equipmentRoutes } from '../../equipment/index.ts'
import { writeMetrics } from '../../metrics/index.ts'
import { snmpRoutes } from '../index.ts'
import { Poller } from './poller.ts'

let t: TestApp
let admin: TestPerson
const running: Poller[] = []
const saved: string[] = []

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    deviceRoutes(app, deps)
    snmpRoutes(app, deps)
    equipmentRoutes(app, { deviceRanges: [], store: openMetricStore(deps.scopes) })
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  admin = await t.person((await t.company('company')).id, 'administrator')
  await t.adminPool.query(`update poller_share set owner = null, until = '-infinity'`)
  await t.adminPool.query('truncate poller_share_past')
})
afterEach(async () => {
  for (const poller of running.splice(0)) await poller.stop()
})

/** With the collectors that it forks, the newest last. */
function startPoller(): { poller: Poller; collectors: FakeCollector[] } {
  const collectors: FakeCollector[] = []
  const poller = new Poller({
    scopes: t.scopes,
    secrets: t.secrets,
    log: t.log,
    deviceRanges: [],
    trapPort: null,
    writeBatch: (batch, receivedAt) => writeMetrics(t.scopes, batch, receivedAt),
    saveParts: async ({ deviceId }) => saved.push(deviceId),
    fork: fakeFork(collectors),
    timing: { leaseSeconds: 1, beatMilliseconds: 50, changesMilliseconds: 20, idleMilliseconds: 60_000 },
  })
  running.push(poller)
  poller.start()
  return { poller, collectors }
}

const gauge = (poller: Poller, name: string) => poller.gauges()[name]?.()

let address = 0
async function addDevice(who = admin): Promise<string> {
  address += 1
  const place = { name: `Device ${address}`, ipAddress: `203.0.116.${address}` }
  return (await who.call('POST /monitor/api/v1/device', place)).data.id
}

async function collectorOf(collectors: readonly FakeCollector[], deviceIds: readonly string[]) {
  await vi.waitFor(() =>
    expect(deviceIds.filter((id) => collectors.at(-1)?.targets.has(id) !== true)).toEqual([]),
  )
  return collectors.at(-1)!
}

const poll = (deviceId: string, at: number) =>
  ({
    deviceId,
    at,
    values: [
      ['cpu_usage', '1', 99],
      ['ping_loss', '', 0],
    ],
  }) as const

async function send(collector: FakeCollector, polls: Parameters<FakeCollector['batch']>[0]): Promise<void> {
  const sequence = collector.batch(polls)
  await vi.waitFor(() => expect(collector.acknowledged('batch')).toContain(sequence))
}

const momentsOf = async (deviceId: string): Promise<number[]> => {
  const { rows } = await t.adminPool.query('select at from metric_recent where device_id = $1 order by at', [
    deviceId,
  ])
  return rows.map(({ at }) => Number(at))
}

test('values of a device of another share, or of a company that is not polled, are left out one by one', async () => {
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const [own, elsewhere, foreign] = [await addDevice(), await addDevice(), await addDevice(stranger)]
  const { poller, collectors } = startPoller()
  const collector = await collectorOf(collectors, [own, elsewhere, foreign])
  await t.adminPool.query(
    `update application a set state = 'deactivated' from product p
     where p.id = a.product_id and p.code = 'monitoring' and a.company_id = $1`,
    [stranger.companyId],
  )
  await vi.waitFor(() => expect(collector.targets.has(foreign)).toBe(false))
  const long = `now() - interval '1 hour'`
  await vi.waitFor(async () => {
    const { rowCount } = await t.adminPool.query(
      `update device_polling set since = ${long} where device_id = $1 and state = 'stopped'`,
      [foreign],
    )
    expect(rowCount).toBe(1)
  })
  await t.adminPool.query(
    `update poller_share set owner = 'another', until = now() + interval '1 hour' where share = $1 % 64`,
    [elsewhere],
  )
  await t.adminPool.query('delete from poller_share_past')
  const at = Date.now()
  await send(collector, [poll(elsewhere, at), poll(own, at), poll(foreign, at), poll("1' or 1=1", at)])
  expect(await momentsOf(own)).toEqual([at])
  const others = [elsewhere, foreign]
  const { rows } = await t.adminPool.query(
    `select d.level, p.worst, (select count(*)::int from metric_recent r where r.device_id = d.id) as polls,
       (select count(*)::int from metric_series s where s.device_id = d.id) as series
     from device d join device_polling p on p.device_id = d.id where d.id = any ($1)`,
    [others],
  )
  const nothing = { level: null, worst: null, polls: 0, series: 0 }
  expect(rows).toEqual([nothing, nothing])
  expect(gauge(poller, 'poller_foreign_samples')).toBe(6)
  const sequence = collector.facts(
    [own, ...others].map((deviceId) => ({
      kind: 'inventory' as const,
      deviceId,
      at,
      credentialId: '1',
      reading: inventoryOf(),
    })),
  )
  await vi.waitFor(() => expect(collector.acknowledged('facts')).toContain(sequence))
  expect(saved.filter((id) => [own, ...others].includes(id))).toEqual([own])
})

test('a share that moves loses nothing: what was measured before is written, however late', async () => {
  const deviceId = await addDevice()
  const first = startPoller()
  const collector = await collectorOf(first.collectors, [deviceId])
  const measured = Date.now() - 1000
  const second = startPoller()
  // As a process that is stopped for a while: the other takes its shares.
  first.poller.fallSilent()
  await vi.waitFor(() => expect(gauge(second.poller, 'poller_shares')).toBe(64), 5000)
  const successor = await collectorOf(second.collectors, [deviceId])
  await send(successor, [poll(deviceId, measured + 500)])
  await send(collector, [poll(deviceId, measured)])
  expect(await momentsOf(deviceId)).toEqual([measured, measured + 500])
  await t.adminPool.query(`update poller_share_past set until = now() - interval '1 hour'`)
  const minute = 60_000
  await send(collector, [
    poll(deviceId, measured - 61 * minute),
    poll(deviceId, measured),
    poll(deviceId, Date.now()),
  ])
  expect(await momentsOf(deviceId)).toEqual([measured - 61 * minute, measured, measured + 500])
  expect(gauge(first.poller, 'poller_foreign_samples')).toBe(4)
})

test('a collector cannot make the batch of another one look like a repeat', async () => {
  const deviceId = await addDevice()
  const { poller, collectors } = startPoller()
  const collector = await collectorOf(collectors, [deviceId])
  const sequence = 7
  const { epoch } = collector
  const at = Date.now()
  collector.emit({
    kind: 'batch',
    batch: { collector: 'another', epoch, sequence, sentAt: at, polls: [poll(deviceId, at)] },
  })
  await vi.waitFor(() => expect(collector.acknowledged('batch')).toContain(sequence))
  const { rows } = await t.adminPool.query('select collector from metric_batch where epoch = $1', [epoch])
  expect(rows).toEqual([{ collector: poller.name }])
})
