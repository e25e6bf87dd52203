import { type AcsRequest, eventCode } from '@netward/cwmp'
import type { GatewayOptions, SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let f: AcsFixture
let company: { id: string; admin: TestPerson; username: string; password: string }
beforeAll(async () => {
  f = await createAcsFixture({ leastMeasureSeconds: 0 })
  company = await f.company()
})
afterAll(() => f.stop())

interface Measured {
  readonly gateway: SimulatedGateway
  readonly id: string
  /** Calls of its periodic sessions since the last look. */
  calls(): AcsRequest[]
  /** A periodic session, and what it leaves to do. */
  period(): Promise<AcsRequest[]>
  values(): Promise<Record<string, number | null>>
  refused(): Promise<string[]>
}

/** A gateway whose names are known, and which is due at each of its sessions. */
async function measured(options: Partial<GatewayOptions> = {}): Promise<Measured> {
  const { username, password } = company
  const gateway = f.gateway({ username, password, ...options })
  const made: AcsRequest[] = []
  gateway.on('call', (request) => made.push(request))
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1 && g.state.phase === 'idle', 15_000)
  // Its credentials are proved, and its first reads are done.
  await oneSession(gateway, [eventCode.valueChange])
  await f.acs.flush()
  const { id } = (await f.deviceOf(gateway)) as { id: string }
  await f.sql('update device set periodic_interval = 0 where id = $1', [id])
  const one = {
    gateway,
    id,
    calls: () => made.splice(0),
    async period() {
      made.splice(0)
      await oneSession(gateway)
      await f.acs.flush()
      return made.splice(0)
    },
    async values() {
      const { data } = await company.admin.call('POST /monitor/api/v1/metrics/latest', { deviceId: id })
      return Object.fromEntries(
        data.map(({ metric, instance, value }) => [`${metric} ${instance}`.trim(), value]),
      )
    },
    async refused() {
      const [row] = await f.sql<{ refused: string[] }>(
        'select refused from gateway_measuring where device_id = $1',
        [id],
      )
      return row?.refused ?? []
    },
  }
  // The first periodic session reads what its parts are called.
  await one.period()
  return one
}

const methods = (calls: readonly AcsRequest[]) => calls.map(({ method }) => method)
const namesOf = (call: AcsRequest | undefined) => (call?.method === 'GetParameterValues' ? call.names : [])

test('a periodic session reads all that the model has in one GetParameterValues, and another session does not', async () => {
  const one = await measured({ model: 'lanyon-lr200', number: 41 })
  const made = await one.period()
  expect(methods(made)).toEqual(['GetParameterValues'])
  const names = namesOf(made[0])
  expect(names).toEqual(
    expect.arrayContaining([
      'Device.DeviceInfo.UpTime',
      'Device.DeviceInfo.ProcessStatus.CPUUsage',
      'Device.DeviceInfo.MemoryStatus.',
      'Device.IP.Interface.2.Status',
      'Device.IP.Interface.2.Stats.',
      'Device.WiFi.Radio.2.Channel',
      'Device.WiFi.AccessPoint.1.AssociatedDeviceNumberOfEntries',
      'Device.Ethernet.Interface.2.Stats.',
      'Device.Cellular.Interface.1.RSSI',
    ]),
  )
  expect(names.length).toBeLessThanOrEqual(64)
  // Not in this model.
  expect(names.some((name) => name.includes('DSL') || name.includes('RSRP'))).toBe(false)
  const stored = await one.values()
  expect(stored).toMatchObject({
    'wifi_channel 5GHz': 44,
    'wifi_channel 2.4GHz': 6,
    'interface_oper_state wan': 1,
    'interface_oper_state lan1': 1,
    'interface_speed lan1': 1_000_000_000,
    memory_total: 512 * 1024 * 1024,
  })
  expect(stored['cpu_usage']).toBeGreaterThan(0)
  expect(stored['wifi_clients 5GHz']).toBeGreaterThan(0)
  expect(stored['temperature CPU']).toBeGreaterThan(20)
  expect(stored).toHaveProperty('interface_in_octets wan')
  await oneSession(one.gateway, [eventCode.valueChange])
  expect(methods(one.calls())).toEqual([])
})

test('TR-098, DSL and cellular gateways are measured by what they have', async () => {
  const dsl = await measured({ model: 'korvus-edge1', access: 'dsl', noCpu: true })
  expect(methods(await dsl.period())).toEqual(['GetParameterValues'])
  const stored = await dsl.values()
  expect(stored).not.toHaveProperty('cpu_usage')
  expect(stored['dsl_down_rate wan']).toBeGreaterThan(20_000_000)
  expect(stored['dsl_down_margin wan']).toBeGreaterThan(5)
  expect(stored['wifi_clients 2.4GHz']).toBeGreaterThan(0)
  const cellular = await measured({ model: 'tessera-tg5', access: 'cellular' })
  await cellular.period()
  expect(await cellular.values()).toMatchObject({ 'interface_oper_state wwan': 1 })
  expect((await cellular.values())['cellular_rsrp wwan']).toBeLessThan(-80)
})

test('a parameter that faults is found once, is not asked for again, and is after a change of firmware', async () => {
  const cpu = 'Device.DeviceInfo.ProcessStatus.CPUUsage'
  let faulty = true
  const one = await measured({
    intercept: (request) =>
      faulty && request.method === 'GetParameterValues' && request.names.includes(cpu)
        ? { method: 'Fault', code: '9005', text: 'Invalid parameter name', parameters: [] }
        : undefined,
  })
  expect((await one.period()).length).toBeGreaterThan(1)
  expect(await one.refused()).toEqual([cpu])
  expect(await one.values()).toHaveProperty('device_uptime')
  const next = await one.period()
  expect(methods(next)).toEqual(['GetParameterValues'])
  expect(namesOf(next[0])).not.toContain(cpu)
  faulty = false
  one.gateway.changeValue('DeviceInfo.SoftwareVersion', '99.0')
  await oneSession(one.gateway, [eventCode.valueChange])
  await f.acs.flush()
  expect(namesOf((await one.period())[0])).toContain(cpu)
  expect(await one.refused()).toEqual([])
})

test('a gateway that cannot hold the whole answer is asked for less, in one call', async () => {
  const one = await measured({ maxNamesPerCall: 24 })
  const first = await one.period()
  expect(first.length).toBeGreaterThan(1)
  const second = await one.period()
  const third = await one.period()
  expect(methods(third)).toEqual(['GetParameterValues'])
  expect(namesOf(third[0]).length).toBeLessThanOrEqual(24)
  expect(second.length).toBeLessThanOrEqual(first.length)
  expect(await one.refused()).toEqual([])
})

test('a model without anything to measure is asked for nothing', async () => {
  const one = await measured()
  await f.sql(`delete from device_parameter where device_id = $1`, [one.id])
  await f.sql(`update gateway set measures = null where device_id = $1`, [one.id])
  expect(methods(await one.period())).toEqual([])
  const [row] = await f.sql('select measures from gateway where device_id = $1', [one.id])
  expect(row).toEqual({ measures: false })
  expect(methods(await one.period())).toEqual([])
})

test.each(['frozen', 'deactivated'])('nothing is measured for a company that is %s', async (status) => {
  const own = await f.company()
  const before = company
  company = own
  try {
    const one = await measured()
    const because = status === 'frozen' ? 'hand' : null
    await f.sql('update company set status = $2, frozen_because = $3 where id = $1', [
      own.id,
      status,
      because,
    ])
    expect(methods(await one.period())).toEqual([])
  } finally {
    company = before
  }
})

test('nothing is measured while a gateway is quarantined', async () => {
  const one = await measured()
  await f.sql(`update device set guard = 'quarantined' where id = $1`, [one.id])
  expect(methods(await one.period())).toEqual([])
})

test('values that arrived are stored, also when the gateway is switched off before the rest', async () => {
  let left = 0
  const one: Measured = await measured({
    intercept(request) {
      if (left === 0 || request.method !== 'GetParameterValues') return undefined
      left -= 1
      if (left === 2) return { method: 'Fault', code: '9004', text: 'Resources exceeded', parameters: [] }
      if (left === 0) one.gateway.stop()
      return undefined
    },
  })
  expect(await one.values()).toEqual({})
  left = 3
  one.gateway.informNow()
  await one.gateway.waitFor((g) => g.state.phase === 'stopped', 15_000)
  // Its next Inform ends the session that broke off.
  const before = one.gateway.state.sessions
  one.gateway.start()
  await one.gateway.waitFor((g) => g.state.sessions > before, 15_000)
  await f.acs.flush()
  expect(await one.values()).toHaveProperty('device_uptime')
})

test('hostile values are refused one by one', async () => {
  const hostile: Record<string, string> = {
    'Device.DeviceInfo.ProcessStatus.CPUUsage': '<script>alert(1)</script>',
    'Device.IP.Interface.2.Stats.BytesSent': (2n ** 70n).toString(),
    'Device.IP.Interface.2.Stats.BytesReceived': '-7',
    'Device.WiFi.Radio.1.Channel': 'x'.repeat(65_536),
    'Device.IP.Interface.2.Status': '__proto__',
    'Device.DeviceInfo.TemperatureStatus.TemperatureSensor.1.Value': '1e308',
  }
  let answers: { name: string; value: string; type: string }[] | null = null
  const one = await measured({
    intercept(request) {
      if (answers === null || request.method !== 'GetParameterValues') return undefined
      return { method: 'GetParameterValuesResponse', parameters: answers }
    },
  })
  const before = await one.values()
  answers = [
    ...Object.entries(hostile).map(([name, value]) => ({ name, value, type: 'string' })),
    { name: 'Device.DeviceInfo.UpTime', value: '77', type: 'unsignedInt' },
    ...Array.from({ length: 5000 }, (_, index) => ({
      name: `Device.Invented.${index}`,
      value: '1',
      type: 'unsignedInt',
    })),
  ]
  await one.period()
  expect(await one.values()).toEqual({ ...before, device_uptime: 77 })
})

test('the interfaces of a gateway stand in the table of interfaces, and follow what is measured', async () => {
  const one = await measured({ model: 'tessera-tg5' })
  await one.period()
  const rows = () =>
    f.sql<{ key: string; state: string; alias: string; type: number; speed: number | null }>(
      'select key, state, alias, type, speed from device_interface where device_id = $1 order by index',
      [one.id],
    )
  expect(await rows()).toEqual(
    expect.arrayContaining([
      { key: 'wan', state: 'up', alias: '', type: 142, speed: 1_000_000_000 },
      { key: 'lan1', state: 'up', alias: '', type: 6, speed: 1_000_000_000 },
      { key: 'lan4', state: 'down', alias: '', type: 6, speed: null },
      { key: 'WLAN 2', state: 'up', alias: 'branch-5GHz', type: 71, speed: null },
    ]),
  )
  one.gateway.changeValue('IP.Interface.2.Status', 'Down')
  await one.period()
  expect((await rows()).find(({ key }) => key === 'wan')).toMatchObject({ state: 'down' })
  const [agent] = await f.sql<{ metrics: string[] }>(
    'select metrics from device_agent where device_id = $1',
    [one.id],
  )
  expect(agent?.metrics).toEqual(expect.arrayContaining(['cpu_usage', 'wifi_clients', 'interface_in_octets']))
})

test('the worst value of a gateway stands beside those of other devices, and its level is a filter', async () => {
  let load = '97'
  const one = await measured({
    intercept: (request) =>
      request.method === 'GetParameterValues' &&
      request.names.includes('Device.DeviceInfo.ProcessStatus.CPUUsage')
        ? {
            method: 'GetParameterValuesResponse',
            parameters: [
              { name: 'Device.DeviceInfo.ProcessStatus.CPUUsage', value: load, type: 'unsignedInt' },
            ],
          }
        : undefined,
  })
  await one.period()
  const worst = () =>
    f.sql(
      'select m.worst, d.level from gateway_measuring m join device d on d.id = m.device_id where d.id = $1',
      [one.id],
    )
  expect(await worst()).toMatchObject([
    { worst: { metric: 'cpu_usage', value: 97, level: 'warning' }, level: 'warning' },
  ])
  load = '12'
  await one.period()
  expect(await worst()).toMatchObject([{ worst: { level: 'normal' }, level: null }])
})

test('another company does not see the values', async () => {
  const one = await measured()
  await one.period()
  const stranger = (await f.company()).admin
  const answer = await stranger.call('POST /monitor/api/v1/metrics/latest', { deviceId: one.id })
  expect(answer.status).toBe(404)
})
