import type { ScanFind, ScanRequest } from '@netward/collector'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inventoryOf } from '../../../test/fake-collector.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { equipmentRoutes } from '../equipment/index.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { Scans } from '../snmp/poller/scans.ts'
import { discoveryJobs } from './discovery.jobs.ts'
import { discoveryRoutes } from './index.ts'

const deviceRanges: string[] = []
const poller = 'test-poller'
let t: TestApp
let admin: TestPerson
let sent: ScanRequest[]
let scans: Scans

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    discoveryRoutes(app, { deviceRanges })
    equipmentRoutes(app, { deviceRanges, store: openMetricStore(deps.scopes) })
  })
  await t.adminPool.query(`insert into poller (name, until) values ($1, now() + interval '1 hour')`, [poller])
})
afterAll(() => t.stop())

beforeEach(async () => {
  const { id, code } = await t.company('company')
  admin = await t.person(id, 'administrator')
  deviceRanges.splice(0, deviceRanges.length, `10.20.0.0/16=${code}`, '10.30.0.0/16=other')
  sent = []
  scans = new Scans({
    scopes: t.scopes,
    name: poller,
    deviceRanges: () => deviceRanges,
    credentialsOf: async () => [],
    begin: () => {},
    send: (message) => {
      if (message.kind === 'scan') sent.push(message)
    },
  })
})

let last = 0
const create = (more: object = {}, who = admin) => {
  last += 1
  return who.call('POST /monitor/api/v1/discovery/job', {
    name: `Job ${last}`,
    ranges: ['10.20.1.0/28'],
    ...more,
  })
}
const move = (jobId: string, name: 'start' | 'pause' | 'resume' | 'cancel', who = admin) =>
  who.call('POST /monitor/api/v1/discovery/job/:jobId/move', { jobId, move: name })
const get = async (jobId: string) =>
  (await admin.call('GET /monitor/api/v1/discovery/job/:jobId', { jobId })).data
const finds = async (jobId: string, more: object = {}) =>
  (await admin.call('POST /monitor/api/v1/discovery/find/lists', { jobId, ...more })).data.items

const findOf = (
  address: string,
  identity: Parameters<typeof inventoryOf>[0] = {},
  more: Partial<ScanFind> = {},
): ScanFind => ({
  address,
  credentialId: null,
  refused: false,
  identity: inventoryOf(identity).identity,
  addresses: [],
  ...more,
})

/** Runs a job as a poller does; its agents answer with these. */
async function run(jobId: string, found: readonly ScanFind[]): Promise<void> {
  await move(jobId, 'start')
  await scans.follow()
  for (let part = sent.shift(); part !== undefined; part = sent.shift()) {
    const asked = new Set(part.targets.map(({ address }) => address))
    await scans.take(part.scanId, {
      checked: part.targets.length,
      finds: found.filter(({ address }) => asked.has(address)),
      packets: part.targets.length,
    })
  }
}

test('each wrong field is named, and a range of another company is refused as one that nobody has', async () => {
  const refuses = async (more: object, field: string) =>
    expect(await create(more)).toMatchObject({ data: { fields: [{ field }] } })
  await refuses({ ranges: [] }, 'ranges')
  expect((await create({ ranges: ['10.20.0.0/16', '10.21.0.0/16'] })).code).toBe('discovery.range_too_large')
  for (const range of ['10.30.1.0/24', '192.168.1.0/24', '127.0.0.0/8', '8.8.8.0/24'])
    expect((await create({ ranges: [range] })).code).toMatch(/^discovery\.range_(?:not_given|too_large)$/)
  await refuses({ outletId: '999999' }, 'outletId')
  await refuses({ credentialIds: ['999999'] }, 'credentialIds')
  await refuses({ schedule: 'daily' }, 'scheduleAt')
  await refuses({ schedule: 'weekly', scheduleAt: '02:00' }, 'scheduleDay')
})

test('a run asks the addresses of its ranges, counts its progress, and ends', async () => {
  const { data: job } = await create()
  await move(job.id, 'start')
  expect((await get(job.id)).state).toBe('waiting')
  await scans.follow()
  expect(await get(job.id)).toMatchObject({ state: 'running', total: 14, checked: 0 })
  const [part] = sent
  expect(part?.targets.map(({ address }) => address)).toContain('10.20.1.1')
  await scans.take(part!.scanId, { checked: 14, finds: [findOf('10.20.1.5')], packets: 20 })
  expect(await get(job.id)).toMatchObject({ state: 'done', checked: 14, answered: 1, waiting: 1 })
  expect(await finds(job.id)).toMatchObject([
    { address: '10.20.1.5', type: 'switch', vendor: 'Huawei', model: 'S5735', state: 'new', seen: true },
  ])
})

test('a paused run goes on where it ended, in another poller too', async () => {
  const { data: job } = await create({ ranges: ['10.20.2.0/24'], rate: 10 })
  await move(job.id, 'start')
  await scans.follow()
  await move(job.id, 'pause')
  await scans.take(sent[0]!.scanId, { checked: sent[0]!.targets.length, finds: [], packets: 40 })
  expect(await get(job.id)).toMatchObject({ state: 'paused' })
  const { checked } = await get(job.id)
  await move(job.id, 'resume')
  scans.forgetAll()
  sent = []
  await scans.follow()
  expect(sent).toHaveLength(1)
  expect(checked).toBeLessThan(254)
  await move(job.id, 'cancel')
  await scans.follow()
  expect(await get(job.id)).toMatchObject({ state: 'cancelled' })
})

test('what the installation gives to the company no more is sent nothing', async () => {
  const { data: job } = await create()
  await move(job.id, 'start')
  deviceRanges.splice(0)
  await scans.follow()
  expect(sent).toEqual([])
  expect(await get(job.id)).toMatchObject({ state: 'done', problem: 'not_allowed', total: 0 })
})

test('finds are taken in by the first rule that fits, the others by a person, each once', async () => {
  await admin.call('POST /monitor/api/v1/discovery/rule', {
    name: 'Printers',
    types: ['printer'],
    namePattern: '{vendor} {ip}',
    tags: ['found'],
  })
  const { data: job } = await create()
  await run(job.id, [
    findOf('10.20.1.2', {
      type: 'printer',
      vendor: 'HP',
      serialNumber: 'P-100',
      baseMac: '3c:d9:2b:00:00:01',
    }),
    findOf('10.20.1.3', { serialNumber: 'S-100', baseMac: '00:1e:10:00:00:02', sysName: '<b>sw</b>' }),
  ])
  const tools = { scopes: t.scopes, log: t.log, signal: new AbortController().signal }
  const apply = () =>
    discoveryJobs()['discovery.rules']!({ companyId: admin.companyId, jobId: job.id }, tools)
  await apply()
  await apply()
  const [printer, other] = await finds(job.id)
  expect(printer).toMatchObject({ state: 'taken', deviceName: 'HP 10.20.1.2' })
  expect(other).toMatchObject({ state: 'new', name: '<b>sw</b>' })
  const take = () =>
    admin.call('POST /monitor/api/v1/discovery/find/batch/take', { jobId: job.id, findIds: [other!.id] })
  expect(await take()).toMatchObject({ code: 0, data: { accepted: 1 } })
  expect((await take()).data).toMatchObject({ failed: [{ ip: '10.20.1.3' }] })
  const { data } = await admin.call('POST /monitor/api/v1/device/lists', {})
  expect(data.items.map(({ name }) => name).toSorted()).toEqual(['<b>sw</b>', 'HP 10.20.1.2'])
  // The next run recognises both.
  await run(job.id, [findOf('10.20.1.3', { serialNumber: 'S-100', baseMac: '00:1e:10:00:00:02' })])
  expect((await finds(job.id)).map(({ state }) => state)).toEqual(['taken', 'taken'])
})

test('a find that claims the identity of a device is asked, never merged', async () => {
  const { data: device } = await admin.call('POST /monitor/api/v1/device', {
    name: 'Old switch',
    ipAddress: '203.0.113.7',
    brand: 'Huawei',
    serialNumber: 'S-200',
  })
  const { data: job } = await create()
  // It says that the device's address is its own, too: it may say anything.
  const lie = { addresses: ['203.0.113.7', '10.20.1.4'] }
  await run(job.id, [findOf('10.20.1.4', { serialNumber: 'S-200', baseMac: '00:1e:10:00:00:03' }, lie)])
  const [find] = await finds(job.id)
  expect(find).toMatchObject({ state: 'conflict', claims: [{ because: 'serial', deviceId: device.id }] })
  const wish = { findId: find!.id, name: 'New', type: 'switch' } as const
  const taken = await admin.call('POST /monitor/api/v1/discovery/find/:findId/take', wish)
  expect(taken.code).toBe('discovery.conflict')
  const linked = await admin.call('POST /monitor/api/v1/discovery/find/:findId/link', {
    findId: find!.id,
    deviceId: device.id,
  })
  expect(linked.code).toBe(0)
  expect(await finds(job.id)).toMatchObject([{ state: 'known', deviceId: device.id }])
})

test('nobody sees or moves the jobs and finds of another company', async () => {
  const { data: job } = await create()
  await run(job.id, [findOf('10.20.1.6', { serialNumber: 'S-300' })])
  const [find] = await finds(job.id)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await move(job.id, 'start', stranger)).code).toBe('discovery.job_not_found')
  const asked = { jobId: job.id, findIds: [find!.id] }
  expect((await stranger.call('POST /monitor/api/v1/discovery/find/lists', { jobId: job.id })).code).toBe(
    'discovery.job_not_found',
  )
  expect((await stranger.call('POST /monitor/api/v1/discovery/find/batch/take', asked)).code).toBe(
    'discovery.job_not_found',
  )
})

test('a schedule is due by the clock of its company, and does not start a run that still goes on', async () => {
  const { data: job } = await create({ schedule: 'daily', scheduleAt: '02:30' })
  expect(Date.parse(job.nextAt!)).toBeGreaterThan(Date.now())
  await t.adminPool.query(`update discovery_job set next_at = now() - interval '1 minute' where id = $1`, [
    job.id,
  ])
  await t.adminPool.query('select discovery_due()')
  expect(await get(job.id)).toMatchObject({ state: 'waiting', run: 1 })
  await t.adminPool.query(`update discovery_job set next_at = now() - interval '1 minute' where id = $1`, [
    job.id,
  ])
  await t.adminPool.query('select discovery_due()')
  expect(await get(job.id)).toMatchObject({ state: 'waiting', run: 1 })
})
