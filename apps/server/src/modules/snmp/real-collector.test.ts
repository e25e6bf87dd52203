import { SimulatedAgent, switchMib } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { deviceRoutes } from '../devices/index.ts'
import { equipmentRoutes } from '../equipment/index.ts'
import { metricRoutes, writeMetrics } from '../metrics/index.ts'
import { Poller } from './poller/poller.ts'
import { snmpRoutes } from './snmp.routes.ts'

let t: TestApp
let admin: TestPerson
let agent: SimulatedAgent
let poller: Poller

beforeAll(async () => {
  const code: { value: string } = { value: '' }
  t = await createTestApp((app, deps) => {
    deviceRoutes(app, deps)
    snmpRoutes(app, deps)
    metricRoutes(app, openMetricStore(deps.scopes))
    equipmentRoutes(app, {
      get deviceRanges() {
        return [`127.0.0.0/8=${code.value}`]
      },
      store: openMetricStore(deps.scopes),
    })
  })
  const company = await t.company('company')
  code.value = company.code
  admin = await t.person(company.id, 'administrator')
  agent = await SimulatedAgent.start({ mib: switchMib({ interfaces: 4 }), community: 'swordfish' })
  poller = new Poller({
    scopes: t.scopes,
    secrets: t.secrets,
    log: t.log,
    deviceRanges: [`127.0.0.0/8=${company.code}`],
    trapPort: null,
    writeBatch: (batch) => writeMetrics(t.scopes, batch),
    saveParts: async () => {},
    timing: { leaseSeconds: 5, beatMilliseconds: 100, changesMilliseconds: 50, idleMilliseconds: 60_000 },
    intervals: { status: 1, counters: 2, inventory: 3600 },
  })
  poller.start()
})
afterAll(async () => {
  await poller?.stop()
  agent?.stop()
  await t.stop()
})

test('a device is tried, added, recognised and measured by the real collector; a killed one is replaced', async () => {
  await admin.call('POST /monitor/api/v1/snmp/credential', {
    name: 'right',
    version: 'v2c',
    community: 'swordfish',
  })
  const place = { ipAddress: '127.0.0.1', port: agent.port }
  const { trialId } = (await admin.call('POST /monitor/api/v1/snmp/trial', place)).data
  await vi.waitFor(
    async () =>
      expect((await admin.call('GET /monitor/api/v1/snmp/trial/:trialId', { trialId })).data).toMatchObject({
        state: 'answered',
        credentialName: 'right',
      }),
    15_000,
  )
  const added = await admin.call('POST /monitor/api/v1/device', { name: 'Switch', ...place })
  const { id: deviceId } = added.data
  const detail = async () => (await admin.call('GET /monitor/api/v1/device/:deviceId', { deviceId })).data
  await vi.waitFor(
    async () =>
      expect(await detail()).toMatchObject({
        presence: 'online',
        sysName: 'switch',
        polling: { state: 'ok', credentialName: 'right' },
      }),
    15_000,
  )
  await vi.waitFor(async () => expect((await detail()).metrics).toContain('interface_in_octets'), 15_000)
  const before = poller.collectorPid
  process.kill(before!, 'SIGKILL')
  await vi.waitFor(() => expect(poller.collectorPid).not.toBe(before), 10_000)
  const { lastPollAt } = (await detail()).polling!
  await vi.waitFor(async () => expect((await detail()).polling!.lastPollAt! > lastPollAt!).toBe(true), 15_000)
  await vi.waitFor(async () => {
    const { data } = await admin.call('POST /monitor/api/v1/device/:deviceId/interfaces', { deviceId })
    expect(data.items[0]).toMatchObject({ state: 'up', inRate: expect.any(Number) })
  }, 15_000)
}, 60_000)
