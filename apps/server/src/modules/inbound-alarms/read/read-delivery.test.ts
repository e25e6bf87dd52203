import { inboundKinds } from '@netward/contract/inbound-alarm-values'
import { expect, test } from 'vitest'
import { sampleDeliveries } from '../sample-delivery.ts'
import { addressOf, hostOf, severityOf, timeOf } from './event.ts'
import { readDelivery, UnreadableDelivery } from './read-delivery.ts'
import { secondsOf } from './zabbix.ts'

const now = Date.parse('2026-11-20T08:00:00Z')

/** As the documentation of Alertmanager describes version 4 of its webhook. */
const group = {
  version: '4',
  groupKey: '{}:{alertname="InstanceDown"}',
  truncatedAlerts: 0,
  status: 'firing',
  receiver: 'netward',
  groupLabels: {},
  commonLabels: {},
  commonAnnotations: {},
  externalURL: 'http://prometheus.example.test:9093',
  alerts: [
    {
      status: 'firing',
      labels: { alertname: 'InstanceDown', instance: '10.1.2.3:9100', severity: 'critical' },
      annotations: { summary: 'Down', description: 'For five minutes' },
      startsAt: '2026-11-20T07:50:00.123+00:00',
      endsAt: '0001-01-01T00:00:00Z',
      generatorURL: 'http://prometheus.example.test:9090/graph',
      fingerprint: '1a30ba71cca2921f',
    },
    {
      status: 'resolved',
      labels: { alertname: 'DiskFull', hostname: 'core-1', severity: 'warning' },
      annotations: {},
      startsAt: '2026-11-20T06:00:00Z',
      endsAt: '2026-11-20T07:55:00Z',
      fingerprint: 'b',
    },
  ],
}

test('a group of Alertmanager is its alerts, each by its fingerprint and its start', () => {
  expect(readDelivery('alertmanager', group, now)).toEqual([
    {
      state: 'active',
      key: '1a30ba71cca2921f',
      episode: '2026-11-20T07:50:00.123+00:00',
      severity: 'critical',
      host: '10.1.2.3',
      address: '10.1.2.3',
      name: 'InstanceDown',
      text: 'Down\nFor five minutes',
      startedAt: '2026-11-20T07:50:00.123Z',
      endedAt: null,
    },
    expect.objectContaining({
      state: 'cleared',
      host: 'core-1',
      address: null,
      severity: 'warning',
      endedAt: '2026-11-20T07:55:00.000Z',
    }),
  ])
})

test('labels that are nested without end are read as others', () => {
  const labels = JSON.parse(
    `{"alertname":"Deep","deep":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
  ) as object
  const [event] = readDelivery('alertmanager', { alerts: [{ status: 'firing', labels }] }, now)
  expect(event).toMatchObject({ name: 'Deep', key: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('alerts without a fingerprint are identified by their labels, in any order', () => {
  const keyOf = (labels: object) =>
    readDelivery('alertmanager', { alerts: [{ status: 'firing', labels }] }, now)[0]!.key
  expect(keyOf({ alertname: 'a', x: '1' })).toBe(keyOf({ x: '1', alertname: 'a' }))
  expect(keyOf({ alertname: 'a', x: '1' })).not.toBe(keyOf({ alertname: 'a', x: '2' }))
})

test('a problem of Zabbix begins by its age, and its recovery has the same key', () => {
  const problem = {
    eventId: '4711',
    value: '1',
    severity: '4',
    host: 'core-1',
    address: '10.1.2.3',
    name: 'Link down',
    age: '1m 30s',
  }
  expect(readDelivery('zabbix', problem, now)[0]).toMatchObject({
    key: '4711',
    state: 'active',
    severity: 'major',
    startedAt: '2026-11-20T07:58:30.000Z',
    endedAt: null,
  })
  const recovery = { ...problem, value: '0', age: '1h', duration: '30m' }
  expect(readDelivery('zabbix', recovery, now)[0]).toMatchObject({
    key: '4711',
    state: 'cleared',
    startedAt: '2026-11-20T07:00:00.000Z',
    endedAt: '2026-11-20T07:30:00.000Z',
  })
})

test.each([
  ['5m 10s', 310],
  ['1d 2h 3m 4s', 93_784],
  ['0s', 0],
  ['99999d', 90 * 86_400],
  ['*UNKNOWN*', null],
  ['{EVENT.AGE}', null],
  ['', null],
])('the age %j is %s seconds', (text, seconds) => expect(secondsOf(text)).toBe(seconds))

test('a generic alarm may come alone or among others', () => {
  const one = { key: 'k', state: 'firing', severity: 'HIGH', host: 'core-1', name: 'Down' }
  expect(readDelivery('generic', one, now)).toEqual(readDelivery('generic', { alarms: [one] }, now))
  expect(readDelivery('generic', one, now)[0]).toMatchObject({ severity: 'major', episode: '' })
})

test.each([
  ['https://10.0.0.1:8443/a?b', '10.0.0.1', '10.0.0.1'],
  ['[2001:db8::1]:9100', '2001:db8::1', '2001:db8::1'],
  ['2001:db8::1', '2001:db8::1', '2001:db8::1'],
  ['core-1:9100', 'core-1', null],
  ['核心交换机', '核心交换机', null],
  [{ $ne: null }, '', null],
])('the host of %j is %j', (given, host, address) => {
  expect(hostOf(given)).toBe(host)
  expect(addressOf(given)).toBe(address)
})

test('a start cannot be in the future or older than what is kept, and year 1 is none', () => {
  expect(timeOf('2030-01-01T00:00:00Z', now)).toBe('2026-11-20T08:00:00.000Z')
  expect(timeOf('1999-01-01T00:00:00Z', now)).toBe('2026-08-22T08:00:00.000Z')
  expect(timeOf('0001-01-01T00:00:00Z', now)).toBeNull()
  expect(timeOf('yesterday', now)).toBeNull()
})

test('names of properties of objects are no severities', () => {
  expect(['constructor', '__proto__', 'toString', 7, null].map(severityOf)).toEqual(
    Array.from({ length: 5 }, () => 'indeterminate'),
  )
})

test('what is not a delivery of its kind is refused as a whole', () => {
  const wrong: unknown[] = [
    null,
    undefined,
    [],
    'x',
    {},
    { alerts: {} },
    { alarms: 'x' },
    { alerts: [null] },
    { alerts: [{ status: 'firing' }] },
    { alerts: [{ status: 'on', labels: {} }] },
    { alarms: [{ key: 'k', state: 'firing' }, { key: '' }] },
    { alarms: [{ key: { x: 1 }, state: 'firing' }] },
    { eventId: "1' or 1=1", value: '1' },
    { eventId: '1', value: '2' },
    { alerts: Array.from({ length: 1001 }, () => group.alerts[0]) },
    { alarms: Array.from({ length: 1001 }, () => ({ key: 'k', state: 'firing' })) },
  ]
  const taken = wrong.flatMap((body) =>
    inboundKinds.flatMap((kind) => {
      try {
        readDelivery(kind, body, now)
        return [`${kind}: ${JSON.stringify(body)}`]
      } catch (error) {
        return error instanceof UnreadableDelivery ? [] : [`${kind}: ${String(error)}`]
      }
    }),
  )
  expect(taken).toEqual([])
})

test.each(inboundKinds)('the test of %s is a delivery that begins and one that ends', (kind) => {
  const states = sampleDeliveries(kind, 'Test', now).map(
    (sample) => readDelivery(kind, sample, now)[0]?.state,
  )
  expect(states).toEqual(['active', 'cleared'])
})
