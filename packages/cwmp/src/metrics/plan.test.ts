import { expect, test } from 'vitest'
import type { KnownParameter } from '../vocabulary/tree.ts'
import { GatewayTree } from '../vocabulary/tree.ts'
import { treeOf } from '../vocabulary/model-tree.ts'
import { mostReads, planMetrics } from './plan.ts'
import { clientTables } from './signals.ts'

const wan = 'Device.IP.Interface.2.'
const stats = ['BytesSent', 'BytesReceived', 'ErrorsSent', 'ErrorsReceived', 'PacketsSent', 'PacketsReceived']
const statsOf = (object: string, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [`${object}Stats.${name}`, '0']))

test('a model that has nothing to measure is asked for nothing', () => {
  const { plan, unread } = planMetrics(treeOf({ 'Device.ManagementServer.URL': 'http://acs.example' }))
  expect(plan).toEqual({ reads: [], items: [], signals: false })
  expect(unread).toEqual([])
})

test('counters are read by their object where that is fewer bytes, else by name', () => {
  const few = { [`${wan}Name`]: 'wan', ...statsOf(wan, stats) }
  expect(planMetrics(treeOf(few)).plan.reads).toEqual([`${wan}Stats.`])
  const vendors = Array.from({ length: 20 }, (_, index) => `X_VENDOR_Histogram${index}`)
  const many = { ...few, ...statsOf(wan, vendors) }
  const { reads } = planMetrics(treeOf(many)).plan
  expect(reads.toSorted()).toEqual(stats.map((name) => `${wan}Stats.${name}`).toSorted())
})

test('a refused parameter is not asked for; a refused object is asked for by name', () => {
  const tree = treeOf({ 'Device.DeviceInfo.UpTime': '1', [`${wan}Name`]: 'wan', ...statsOf(wan, stats) })
  const without = planMetrics(tree, new Set(['Device.DeviceInfo.UpTime', `${wan}Stats.`])).plan
  expect(without.reads).not.toContain('Device.DeviceInfo.UpTime')
  expect(without.reads).not.toContain(`${wan}Stats.`)
  expect(without.reads).toContain(`${wan}Stats.BytesSent`)
})

test('one call holds what matters most of a large gateway, and its answer is bounded', () => {
  const names = [...stats, ...Array.from({ length: 4 }, (_, index) => `X_VENDOR_${index}`)]
  const ports = Array.from({ length: 60 }, (_, index) => `Device.Ethernet.Interface.${index + 1}.`)
  const large = treeOf({
    ...Object.assign({}, ...ports.map((port) => ({ [`${port}Name`]: port, ...statsOf(port, names) }))),
    [`${wan}Name`]: 'wan',
    ...statsOf(wan, stats),
    'Device.DeviceInfo.UpTime': '1',
  })
  const { reads, items } = planMetrics(large).plan
  expect(reads.length).toBeLessThanOrEqual(mostReads)
  expect(reads.slice(0, 2)).toEqual(['Device.DeviceInfo.UpTime', `${wan}Stats.`])
  const answered = reads.reduce((sum, read) => sum + (read.endsWith('.') ? names.length : 1), 0)
  expect(answered).toBeLessThanOrEqual(160)
  expect(
    items.every(
      ({ path }) => reads.includes(path) || reads.some((read) => read.endsWith('.') && path.startsWith(read)),
    ),
  ).toBe(true)
  expect(planMetrics(large, new Set(), 8).plan.reads).toHaveLength(8)
})

test('names of interfaces that were never read are read before anything is measured', () => {
  const known = (value: string, readAt: string | null): KnownParameter => ({
    value,
    type: null,
    writable: null,
    readAt,
  })
  const tree = new GatewayTree(
    'Device.',
    new Map([
      ['Device.Ethernet.Interface.1.Name', known('', null)],
      ['Device.Ethernet.Interface.1.Stats.BytesSent', known('', null)],
      ['Device.IP.Interface.2.Alias', known('wan', '2026-01-01T00:00:00Z')],
    ]),
  )
  expect(planMetrics(tree).unread).toEqual(['Device.Ethernet.Interface.1.Name'])
})

test('two interfaces of one name have different series, and one port has one series', () => {
  const { plan, interfaces } = planMetrics(
    treeOf({
      'Device.IP.Interface.1.Name': 'wan',
      'Device.IP.Interface.1.Status': 'Up',
      'Device.IP.Interface.1.LowerLayers': 'Device.Ethernet.Interface.1.',
      'Device.IP.Interface.2.Name': 'wan',
      'Device.IP.Interface.2.Status': 'Up',
      'Device.IP.Interface.2.LowerLayers': 'Device.Ethernet.Interface.1.',
      'Device.Ethernet.Interface.1.Stats.BytesSent': '1',
    }),
  )
  expect(interfaces.map(({ key }) => key)).toEqual(['wan', 'wan (Interface 2)'])
  expect(plan.items.filter(({ term }) => term === 'outOctets')).toHaveLength(1)
})

test('the names of a gateway are text: bounded, without control characters', () => {
  const { interfaces } = planMetrics(
    treeOf({ [`${wan}Name`]: `<img src=x>\u0007${'a'.repeat(70_000)}`, [`${wan}Status`]: 'Up' }),
  )
  expect(interfaces[0]?.key).toMatch(/^<img src=x> a+$/)
  expect(interfaces[0]?.key.length).toBeLessThanOrEqual(200)
})

test('a table of clients is read whole while it is short', () => {
  const { items } = planMetrics(
    treeOf({
      'Device.WiFi.Radio.1.Channel': '1',
      'Device.WiFi.AccessPoint.1.AssociatedDeviceNumberOfEntries': '1',
      'Device.WiFi.AccessPoint.2.AssociatedDeviceNumberOfEntries': '1',
      'Device.WiFi.AccessPoint.3.AssociatedDeviceNumberOfEntries': '1',
    }),
  ).plan
  const counted = new Map(
    [5, 60, 3].map((count, index) => [
      `Device.WiFi.AccessPoint.${index + 1}.AssociatedDeviceNumberOfEntries`,
      count,
    ]),
  )
  expect(clientTables(items, counted)).toEqual([
    'Device.WiFi.AccessPoint.1.AssociatedDevice.',
    'Device.WiFi.AccessPoint.3.AssociatedDevice.',
  ])
  expect(clientTables(items, new Map())).toEqual([])
})
