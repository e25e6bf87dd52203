import { agentOf } from '@netward/testkit/snmp/recorded-agent'
import { expect, test } from 'vitest'
import { readInventory, readNeighbourhood } from './index.ts'

async function read(...lines: readonly string[]) {
  const agent = agentOf(
    '1.3.6.1.2.1.1.3.0|67|1',
    '1.3.6.1.2.1.2.2.1.2.101|4|p1',
    '1.3.6.1.2.1.2.2.1.2.102|4|p2',
    ...lines,
  )
  return readNeighbourhood(agent, await readInventory(agent))
}

const basePorts = ['1.3.6.1.2.1.17.1.4.1.2.1|2|101', '1.3.6.1.2.1.17.1.4.1.2.2|2|102']
/** dot1qTpFdbPort and its status, by filtering database and MAC. */
const learned = (database: number, mac: string, port: number, status = 3) => [
  `1.3.6.1.2.1.17.7.1.2.2.1.2.${database}.${mac}|2|${port}`,
  `1.3.6.1.2.1.17.7.1.2.2.1.3.${database}.${mac}|2|${status}`,
]

test('stations of Q-BRIDGE-MIB by port and VLAN; own, group and unplaced addresses are none', async () => {
  const { stations } = await read(
    ...basePorts,
    ...learned(10, '0.17.34.0.0.1', 1),
    ...learned(10, '0.17.34.0.0.2', 1),
    ...learned(20, '0.17.34.0.0.2', 2),
    ...learned(10, '0.17.34.0.0.3', 1, 4),
    ...learned(10, '1.0.94.0.0.1', 1),
    ...learned(10, '0.17.34.0.0.4', 77),
  )
  expect(stations).toEqual([
    { interface: 'p1', vlan: 10, macs: ['00:11:22:00:00:01', '00:11:22:00:00:02'] },
    { interface: 'p2', vlan: 20, macs: ['00:11:22:00:00:02'] },
  ])
})

test('a filtering database has the VLAN of dot1qVlanFdbId; one that several VLANs share has that of its number', async () => {
  const { stations } = await read(
    ...basePorts,
    '1.3.6.1.2.1.17.7.1.4.2.1.3.0.30|66|1',
    ...learned(1, '0.17.34.0.0.1', 1),
  )
  expect(stations).toEqual([{ interface: 'p1', vlan: 30, macs: ['00:11:22:00:00:01'] }])
})

test('BRIDGE-MIB where there is no Q-BRIDGE-MIB; without base ports the numbers are those of interfaces', async () => {
  const { stations } = await read('1.3.6.1.2.1.17.4.3.1.2.0.17.34.0.0.1|2|102')
  expect(stations).toEqual([{ interface: 'p2', vlan: null, macs: ['00:11:22:00:00:01'] }])
})

test('ARP of both tables and neighbour discovery, each pair once', async () => {
  const { addresses } = await read(
    '1.3.6.1.2.1.4.22.1.2.101.192.168.1.5|4x|001122000001',
    '1.3.6.1.2.1.4.35.1.4.101.1.4.192.168.1.5|4x|001122000001',
    '1.3.6.1.2.1.4.35.1.4.102.2.16.32.1.13.184.0.0.0.0.0.0.0.0.0.0.0.9|4x|001122000002',
  )
  expect(addresses).toEqual([
    { interface: 'p1', address: '192.168.1.5', mac: '00:11:22:00:00:01' },
    { interface: 'p2', address: '2001:db8::9', mac: '00:11:22:00:00:02' },
  ])
})

test('PoE by port with the class of what it feeds; of a stack the ports are not known', async () => {
  const port = (index: string, state: number, powerClass: number) => [
    `1.3.6.1.2.1.105.1.1.1.6.${index}|2|${state}`,
    `1.3.6.1.2.1.105.1.1.1.10.${index}|2|${powerClass}`,
  ]
  const one = await read(...basePorts, ...port('1.1', 3, 5), ...port('1.2', 2, 1))
  expect(one.power).toEqual([
    { interface: 'p1', state: 'delivering', class: 4 },
    { interface: 'p2', state: 'searching', class: null },
  ])
  expect((await read(...basePorts, ...port('1.1', 3, 5), ...port('2.1', 3, 5))).power).toEqual([])
})

test('of 10,000 neighbours 4,096 are kept, and the reading says that it is incomplete', async () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => [
    `1.0.8802.1.1.2.1.4.1.1.5.0.101.${at + 1}|4|chassis ${at}`,
    `1.0.8802.1.1.2.1.4.1.1.9.0.101.${at + 1}|4|<img src=x onerror=alert${at}>`,
  ]).flat()
  const { neighbours, incomplete, speaksLldp } = await read(...rows)
  expect(neighbours).toHaveLength(4096)
  expect({ incomplete, speaksLldp }).toEqual({ incomplete: true, speaksLldp: true })
})

test('of an endless forwarding table 16,384 stations are kept', async () => {
  const rows = Array.from(
    { length: 17_000 },
    (_, at) => `1.3.6.1.2.1.17.4.3.1.2.0.17.34.0.${at >> 8}.${at & 255}|2|101`,
  )
  const { stations, incomplete } = await read(...rows)
  expect(stations.reduce((sum, { macs }) => sum + macs.length, 0)).toBe(16_384)
  expect(incomplete).toBe(true)
})
