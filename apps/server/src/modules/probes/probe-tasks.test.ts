import type { ScanRequest, TrialRequest } from '@netward/collector'
import { SimulatedProbe } from '@netward/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { discoveryRoutes } from '../discovery/index.ts'
import { writeMetrics } from '../metrics/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { snmpRoutes } from '../snmp/index.ts'
import { pollerRepo } from '../snmp/poller/poller.repo.ts'
import { scanRepo } from '../snmp/poller/scan.repo.ts'
import { ProbeHub } from './hub/hub.ts'
import { probeRoutes } from './probes.routes.ts'
import { Programs } from './release.ts'

let t: TestApp
let hub: ProbeHub
let server: string
let admin: TestPerson
let outletId: string
let credentialId: string
let probe: SimulatedProbe
let asked: (TrialRequest | ScanRequest)[]
const patiently = { timeout: 20_000, interval: 50 }

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    hub = new ProbeHub({
      ...deps,
      release: () => null,
      writeBatch: (batch, receivedAt) => writeMetrics(deps.scopes, batch, receivedAt),
      saveParts: async () => {},
      timing: { followMilliseconds: 50 },
    })
    outletRoutes(app, deps)
    snmpRoutes(app, deps)
    discoveryRoutes(app, { deviceRanges: [] })
    probeRoutes(app, { hub, programs: new Programs(), publicUrl: 'https://netward.test' })
  })
  server = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  hub.start()
})
afterAll(async () => {
  await hub.stop()
  await t.stop()
})
beforeEach(async () => {
  admin = await t.person((await t.company('company')).id, 'administrator')
  await t.adminPool.query(`update company set products = array['monitoring', 'link_testing'] where id = $1`, [
    admin.companyId,
  ])
  outletId = (await admin.call('POST /api/v1/outlet', { name: 'Pudong' })).data.id
  const made = { name: 'all', version: 'v2c', community: 'public' } as const
  credentialId = (await admin.call('POST /monitor/api/v1/snmp/credential', made)).data.id
  const { token } = (
    await admin.call('POST /dial/api/v1/probe', {
      name: 'Pudong',
      outlets: [{ outletId, ranges: ['192.168.1.0/24'] }],
    })
  ).data
  asked = []
  probe = await SimulatedProbe.connect({
    server,
    token,
    ranges: ['192.168.0.0/16'],
    onOrder: (order) => void ((order.kind === 'try' || order.kind === 'scan') && asked.push(order)),
  })
})
afterEach(() => probe.close())

const result = (message: Record<string, unknown>) => probe.say({ kind: 'collector', message })

test('an address of an outlet is tried by its probe, with the credentials that fit', async () => {
  const { trialId } = (
    await admin.call('POST /monitor/api/v1/snmp/trial', {
      ipAddress: '192.168.1.20',
      port: 161,
      credentialId: null,
      outletId,
    })
  ).data
  await vi.waitFor(() => expect(asked).toHaveLength(1), patiently)
  expect(asked[0]).toMatchObject({ kind: 'try', trialId, credentials: [{ id: credentialId }] })
  expect(await pollerRepo.trials(t.scopes, 'any')).toEqual([])
  const read = async () => (await admin.call('GET /monitor/api/v1/snmp/trial/:trialId', { trialId })).data
  // Of a trial that it was not given.
  const found = { state: 'auth_failed', credentialId: null, reading: null }
  result({ kind: 'trial', trialId: String(Number(trialId) + 1), result: found })
  const reading = { interfaces: [], parts: [], identity: { sysName: 'floor 1\u001b[2J' } }
  result({ kind: 'trial', trialId, result: { state: 'answered', credentialId, reading } })
  await vi.waitFor(async () => expect(await read()).toMatchObject({ state: 'answered' }), patiently)
  expect(await read()).toMatchObject({
    credentialName: 'all',
    sysName: expect.not.stringContaining('\u001b'),
  })
})

test('a discovery of an outlet runs in its probe, and finds only what was asked', async () => {
  const job = { name: 'Floor', outletId, ranges: ['192.168.1.0/29'] }
  expect(
    (await admin.call('POST /monitor/api/v1/discovery/job', { ...job, ranges: ['192.168.2.0/29'] })).code,
  ).toBe('discovery.range_not_given')
  const { data } = await admin.call('POST /monitor/api/v1/discovery/job', job)
  const jobId = data.id
  await admin.call('POST /monitor/api/v1/discovery/job/:jobId/move', { jobId, move: 'start' })
  await vi.waitFor(() => expect(asked).toHaveLength(1), patiently)
  expect(await scanRepo.runs(t.scopes, 'any', 4)).toEqual([])
  const [scan] = asked as ScanRequest[]
  expect(scan!.targets.map(({ address }) => address)).toContain('192.168.1.3')
  const find = { credentialId, refused: false, identity: { sysName: 'floor 1' }, addresses: [] }
  const finds = ['192.168.1.3', '10.9.9.9'].map((address) => ({ ...find, address }))
  result({
    kind: 'scanned',
    scanId: scan!.scanId,
    result: { checked: scan!.targets.length, finds, packets: 9 },
  })
  const done = async () =>
    (await admin.call('GET /monitor/api/v1/discovery/job/:jobId', { jobId })).data.state
  await vi.waitFor(async () => expect(await done()).toBe('done'), patiently)
  const { items } = (await admin.call('POST /monitor/api/v1/discovery/find/lists', { jobId })).data
  expect(items).toMatchObject([{ address: '192.168.1.3', name: 'floor 1' }])
})
