import { agentOf } from '@netward/testkit/snmp/recorded-agent'
import { expect, test } from 'vitest'
import { readInventory, readPoll } from './index.ts'
import type { PollReading } from './reading.ts'

/** An agent of a maker without a profile: what is read of it is read by standard MIBs alone. */
const plain = (...lines: readonly string[]) =>
  agentOf(
    '1.3.6.1.2.1.1.1.0|4|Plain agent',
    '1.3.6.1.2.1.1.2.0|6|1.3.6.1.4.1.99999.1',
    '1.3.6.1.2.1.1.3.0|67|12345',
    ...lines,
  )

const valueOf = (poll: PollReading, metric: string, instance: string) =>
  poll.samples.find((sample) => sample.metric === metric && sample.instance === instance)?.value

async function read(...lines: readonly string[]) {
  const agent = plain(...lines)
  const inventory = await readInventory(agent)
  const before = agent.asked.requests
  const poll = await readPoll(agent, JSON.parse(JSON.stringify(inventory.plan)))
  return { inventory, poll, requests: agent.asked.requests - before }
}

const ifEntry = '1.3.6.1.2.1.2.2.1'
const ifXEntry = '1.3.6.1.2.1.31.1.1.1'

test('interfaces of IF-MIB: keys, speed, state and 64-bit counters that stay exact', async () => {
  const { inventory, poll } = await read(
    `${ifEntry}.2.1|4|GigabitEthernet0/1`,
    `${ifEntry}.2.2|4|Tunnel`,
    `${ifEntry}.2.3|4|Tunnel`,
    `${ifEntry}.3.1|2|6`,
    `${ifEntry}.5.1|66|4294967295`,
    `${ifEntry}.5.2|66|9000`,
    `${ifEntry}.6.1|4x|001122334455`,
    `${ifEntry}.7.1|2|1`,
    `${ifEntry}.8.1|2|1`,
    `${ifEntry}.8.2|2|99`,
    `${ifXEntry}.1.1|4|Gi0/1`,
    `${ifXEntry}.15.1|66|10000`,
    `${ifXEntry}.18.1|4|uplink`,
    `${ifXEntry}.6.1|70|18446744073709551615`,
    `${ifEntry}.10.1|65|7`,
    `${ifEntry}.10.2|65|4294967295`,
    '1.3.6.1.2.1.10.7.2.1.19.1|2|3',
  )
  expect(inventory.interfaces.map(({ key }) => key)).toEqual(['Gi0/1', 'Tunnel', 'Tunnel#2'])
  expect(inventory.interfaces[0]).toMatchObject({
    speed: 10_000_000_000,
    mac: '00:11:22:33:44:55',
    alias: 'uplink',
    duplex: 'full',
    operState: 1,
    adminState: 1,
  })
  expect(inventory.interfaces[1]).toMatchObject({ speed: 9000, operState: 4, mac: null })
  expect(inventory.identity.baseMac).toBe('00:11:22:33:44:55')
  expect(valueOf(poll, 'interface_in_octets', 'Gi0/1')).toBe(18446744073709551615n)
  expect(poll.samples).toContainEqual({
    metric: 'interface_in_octets',
    instance: 'Tunnel',
    value: 4294967295n,
    bits: 32,
  })
})

test('64-bit counters that stay 0 while the 32-bit ones count are not believed', async () => {
  const { poll } = await read(`${ifEntry}.2.1|4|eth0`, `${ifXEntry}.6.1|70|0`, `${ifEntry}.10.1|65|500`)
  expect(poll.samples).toContainEqual({
    metric: 'interface_in_octets',
    instance: 'eth0',
    value: 500n,
    bits: 32,
  })
})

test('series follow the name of an interface when ifIndex moves', async () => {
  const { inventory } = await read(
    `${ifEntry}.2.1|4|eth0`,
    `${ifEntry}.2.2|4|eth1`,
    `${ifEntry}.10.1|65|1`,
    `${ifEntry}.10.2|65|2`,
  )
  const moved = await readPoll(
    plain(`${ifEntry}.2.1|4|eth1`, `${ifEntry}.2.7|4|eth0`, `${ifEntry}.10.1|65|22`, `${ifEntry}.10.7|65|11`),
    inventory.plan,
  )
  expect(valueOf(moved, 'interface_in_octets', 'eth0')).toBe(11n)
  expect(valueOf(moved, 'interface_in_octets', 'eth1')).toBe(22n)
})

test('an agent that restarted asks for a new inventory', async () => {
  const { inventory, poll } = await read()
  expect(poll.outdated).toBe(false)
  expect((await readPoll(agentOf('1.3.6.1.2.1.1.3.0|67|5'), inventory.plan)).outdated).toBe(true)
  expect((await readPoll(plain(), { version: 0 })).outdated).toBe(true)
})

test('neighbours of LLDP and CDP, each on its interface, one device once', async () => {
  const remote = '1.0.8802.1.1.2.1.4.1.1'
  const cdp = '1.3.6.1.4.1.9.9.23.1.2.1.1'
  const { inventory } = await read(
    `${ifEntry}.2.10|4|Gi1`,
    `${ifEntry}.2.20|4|Gi2`,
    '1.0.8802.1.1.2.1.3.7.1.2.1|2|5',
    '1.0.8802.1.1.2.1.3.7.1.3.1|4|Gi1',
    `${remote}.4.0.1.1|2|4`,
    `${remote}.5.0.1.1|4x|aabbccddeeff`,
    `${remote}.6.0.1.1|2|3`,
    `${remote}.7.0.1.1|4x|aabbccddee01`,
    `${remote}.8.0.1.1|4|port 7`,
    `${remote}.9.0.1.1|4|core-1`,
    '1.0.8802.1.1.2.1.4.2.1.3.0.1.1.1.4.10.0.0.7|2|2',
    `${cdp}.6.10.1|4|core-1.example.com`,
    `${cdp}.7.10.1|4|Gi7`,
    `${cdp}.6.20.1|4|phone`,
    `${cdp}.4.20.1|4x|0a000009`,
  )
  expect(inventory.neighbours).toEqual([
    {
      protocol: 'lldp',
      interface: 'Gi1',
      name: 'core-1',
      port: 'port 7',
      chassisId: 'aa:bb:cc:dd:ee:ff',
      description: '',
      address: '10.0.0.7',
    },
    {
      protocol: 'cdp',
      interface: 'Gi2',
      name: 'phone',
      port: '',
      chassisId: '',
      description: '',
      address: '10.0.0.9',
    },
  ])
})

test('VLANs of Q-BRIDGE-MIB through bridge ports, addresses of both tables of IP-MIB', async () => {
  const { inventory } = await read(
    `${ifEntry}.2.101|4|p1`,
    `${ifEntry}.2.102|4|p2`,
    '1.3.6.1.2.1.17.1.4.1.2.1|2|101',
    '1.3.6.1.2.1.17.1.4.1.2.2|2|102',
    '1.3.6.1.2.1.17.7.1.4.5.1.1.1|66|10',
    '1.3.6.1.2.1.17.7.1.4.2.1.4.0.10|4x|c0',
    '1.3.6.1.2.1.17.7.1.4.2.1.5.0.10|4x|80',
    '1.3.6.1.2.1.4.20.1.2.192.168.1.1|2|101',
    '1.3.6.1.2.1.4.34.1.3.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.1|2|102',
  )
  expect(inventory.interfaces).toMatchObject([
    { vlan: 10, taggedVlans: [], addresses: ['192.168.1.1'] },
    { vlan: null, taggedVlans: [10], addresses: ['2001:db8::1'] },
  ])
})

test('identity of ENTITY-MIB; placeholders are no serial numbers', async () => {
  const entity = '1.3.6.1.2.1.47.1.1.1.1'
  const rows = (serial: string) => [
    `${entity}.5.1|2|3`,
    `${entity}.13.1|4|X-100`,
    `${entity}.10.1|4|1.2.3`,
    `${entity}.8.1|4|B`,
    `${entity}.11.1|4|${serial}`,
  ]
  const { inventory } = await read(...rows('SN123'))
  expect(inventory.identity).toMatchObject({
    model: 'X-100',
    version: '1.2.3',
    hardwareRevision: 'B',
    serialNumber: 'SN123',
  })
  for (const none of ['None', '000000', 'N/A', '', 'To be filled by O.E.M.', 'FFFFFFFF']) {
    expect((await read(...rows(none))).inventory.identity.serialNumber).toBe('')
  }
})

test('sensors of ENTITY-SENSOR-MIB in their scale and precision; those not available are absent', async () => {
  const sensor = '1.3.6.1.2.1.99.1.1.1'
  const row = (
    index: number,
    type: number,
    scale: number,
    precision: number,
    value: number,
    status: number,
  ) => [
    `1.3.6.1.2.1.47.1.1.1.1.7.${index}|4|part ${index}`,
    `${sensor}.1.${index}|2|${type}`,
    `${sensor}.2.${index}|2|${scale}`,
    `${sensor}.3.${index}|2|${precision}`,
    `${sensor}.4.${index}|2|${value}`,
    `${sensor}.5.${index}|2|${status}`,
  ]
  const { poll } = await read(
    ...row(1, 8, 9, 1, 425, 1),
    ...row(2, 5, 8, 2, 1234, 1),
    ...row(3, 8, 9, 0, 40, 2),
    ...row(4, 8, 9, 0, -2147483648, 1),
    ...row(5, 4, 9, 3, 12_050, 1),
  )
  expect(valueOf(poll, 'temperature', 'part 1')).toBe(42.5)
  expect(valueOf(poll, 'current', 'part 2')).toBe(0.01234)
  expect(valueOf(poll, 'voltage', 'part 5')).toBe(12.05)
  expect(poll.samples.filter(({ instance }) => instance === 'part 3' || instance === 'part 4')).toEqual([])
})

test('processors and memory of HOST-RESOURCES-MIB, without what Linux can give back', async () => {
  const storage = '1.3.6.1.2.1.25.2.3.1'
  const row = (index: number, type: number, name: string, size: number, used: number) => [
    `${storage}.2.${index}|6|1.3.6.1.2.1.25.2.1.${type}`,
    `${storage}.3.${index}|4|${name}`,
    `${storage}.4.${index}|2|1024`,
    `${storage}.5.${index}|2|${size}`,
    `${storage}.6.${index}|2|${used}`,
  ]
  const { poll } = await read(
    '1.3.6.1.2.1.25.3.3.1.2.1|2|20',
    '1.3.6.1.2.1.25.3.3.1.2.2|2|40',
    '1.3.6.1.2.1.25.3.3.1.2.3|2|-1',
    ...row(1, 2, 'Physical memory', 1000, 900),
    ...row(6, 1, 'Memory buffers', 1000, 100),
    ...row(7, 1, 'Cached memory', 300, 300),
    ...row(31, 4, '/', 2000, 500),
    ...row(32, 4, '/dev', 10, 10),
    ...row(33, 4, '/broken', 100, 5000),
  )
  expect(valueOf(poll, 'cpu_usage', 'Processor')).toBe(20)
  expect(valueOf(poll, 'cpu_usage', 'Processor#2')).toBe(40)
  expect(poll.samples.filter(({ metric }) => metric === 'cpu_usage')).toHaveLength(2)
  expect(valueOf(poll, 'memory_used', 'Physical memory')).toBe(500 * 1024)
  expect(valueOf(poll, 'memory_usage', 'Physical memory')).toBe(50)
  expect(valueOf(poll, 'storage_usage', '/')).toBe(25)
  expect(poll.samples.filter(({ instance }) => instance === '/dev' || instance === '/broken')).toEqual([])
})

test('UCD-SNMP-MIB stands in where HOST-RESOURCES-MIB has nothing', async () => {
  const { poll } = await read(
    '1.3.6.1.4.1.2021.11.11.0|2|85',
    '1.3.6.1.4.1.2021.4.5.0|2|1000',
    '1.3.6.1.4.1.2021.4.6.0|2|400',
  )
  expect(valueOf(poll, 'cpu_usage', 'Processor')).toBe(15)
  expect(valueOf(poll, 'memory_usage', 'Physical memory')).toBe(60)
})

test('supplies of Printer-MIB in percent; unknown levels (−2, −3) are absent, not zero', async () => {
  const supply = '1.3.6.1.2.1.43.11.1.1'
  const { inventory, poll } = await read(
    `${supply}.6.1.1|4|Black`,
    `${supply}.8.1.1|2|8000`,
    `${supply}.9.1.1|2|2000`,
    `${supply}.6.1.2|4|Drum`,
    `${supply}.8.1.2|2|-2`,
    `${supply}.9.1.2|2|50`,
    `${supply}.6.1.3|4|Waste`,
    `${supply}.8.1.3|2|100`,
    `${supply}.9.1.3|2|-3`,
    '1.3.6.1.2.1.43.5.1.1.1.1|65|1',
    '1.3.6.1.2.1.43.10.2.1.3.1.1|2|7',
    '1.3.6.1.2.1.43.10.2.1.4.1.1|65|12345',
    '1.3.6.1.2.1.25.3.5.1.2.1|4x|4000',
  )
  expect(inventory.identity.type).toBe('printer')
  expect(poll.samples.filter(({ metric }) => metric === 'supply_level')).toEqual([
    { metric: 'supply_level', instance: 'Black', value: 25 },
  ])
  expect(poll.samples).toContainEqual({ metric: 'printed_pages', instance: '', value: 12345n, bits: 32 })
  expect(valueOf(poll, 'sensor_state', 'Printer Error Status')).toBe(3)
  expect(valueOf(poll, 'state_code', 'Printer Error Status')).toBe(2)
})

test('a UPS of UPS-MIB says that it runs on its battery, and for how long', async () => {
  const ups = '1.3.6.1.2.1.33.1'
  const { poll } = await read(
    `${ups}.2.3.0|2|42`,
    `${ups}.2.4.0|2|88`,
    `${ups}.4.1.0|2|5`,
    `${ups}.4.4.1.5.1|2|30`,
    `${ups}.2.7.0|2|31`,
  )
  expect(valueOf(poll, 'ups_runtime', '')).toBe(42 * 60)
  expect(valueOf(poll, 'ups_charge', '')).toBe(88)
  expect(valueOf(poll, 'ups_on_battery', '')).toBe(1)
  expect(valueOf(poll, 'ups_load', '')).toBe(30)
  expect(valueOf(poll, 'temperature', 'Battery Temperature')).toBe(31)
})

test('PoE budgets of POWER-ETHERNET-MIB and states of ENTITY-STATE-MIB', async () => {
  const { inventory, poll } = await read(
    '1.3.6.1.2.1.105.1.3.1.1.2.1|66|370',
    '1.3.6.1.2.1.105.1.3.1.1.3.1|2|1',
    '1.3.6.1.2.1.105.1.3.1.1.4.1|66|115',
    '1.3.6.1.2.1.47.1.1.1.1.7.5|4|PSU 1',
    '1.3.6.1.2.1.131.1.1.1.3.5|2|2',
  )
  expect(valueOf(poll, 'power', 'PoE Budget Consumed - ID 1')).toBe(115)
  expect(inventory.parts).toContainEqual(
    expect.objectContaining({ metric: 'power', label: 'PoE Budget Consumed - ID 1', high: 370 }),
  )
  expect(valueOf(poll, 'sensor_state', 'PSU 1')).toBe(4)
})

test('a poll asks for all single values at once, and walks only columns that it needs', async () => {
  const { requests } = await read(
    '1.3.6.1.2.1.33.1.2.3.0|2|42',
    '1.3.6.1.2.1.33.1.2.4.0|2|88',
    '1.3.6.1.4.1.2021.11.11.0|2|85',
    `${ifEntry}.2.1|4|eth0`,
    `${ifEntry}.8.1|2|1`,
  )
  // sysUpTime; ifDescr, ifOperStatus; the other values.
  expect(requests).toBe(4)
})
