import { describe, expect, test } from 'vitest'
import { parameterRows, parentOf } from './commands.ts'
import { deviceText, deviceTime, fingerprint, isRoutine, factsOfParameters } from './facts.ts'
import { sourceOf } from '../../platform/source-address.ts'
import { peerAddress } from '../../platform/forwarded.ts'
import { isLoopback } from '../../platform/source-address.ts'

const parameter = (name: string, value: string) => ({ name, value, type: null })

describe('facts from the parameters of a gateway', () => {
  test('versions, WAN address, MAC and interval, under either root', () => {
    expect(
      factsOfParameters([
        parameter('InternetGatewayDevice.DeviceInfo.SoftwareVersion', ' V1\u0007.2 '),
        parameter('InternetGatewayDevice.ManagementServer.PeriodicInformInterval', '300'),
        parameter(
          'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.ExternalIPAddress',
          '203.0.113.9',
        ),
        parameter(
          'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.MACAddress',
          '00-D0-9E-00-00-01',
        ),
      ]),
    ).toEqual({
      softwareVersion: 'V1 .2',
      periodicInterval: 300,
      ipAddress: '203.0.113.9',
      macAddress: '00:d0:9e:00:00:01',
    })
  })

  test.each(['', '0', '-5', '1e9', 'NaN', '3.5'])('an interval of %j is ignored', (value) => {
    expect(factsOfParameters([parameter('Device.ManagementServer.PeriodicInformInterval', value)])).toEqual(
      {},
    )
  })

  test('an invalid address is dropped: the database would refuse it', () => {
    const path = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.ExternalIPAddress'
    expect(factsOfParameters([parameter(path, '999.1.1.1')])).toEqual({})
  })

  test('the fingerprint does not depend on the order, and changes with any fact', () => {
    const one = fingerprint({ softwareVersion: '1', address: '192.0.2.1' })
    expect(fingerprint({ address: '192.0.2.1', softwareVersion: '1' })).toBe(one)
    expect(fingerprint({ address: '192.0.2.2', softwareVersion: '1' })).not.toBe(one)
  })

  test('an address with a zone is dropped too', () => {
    const name = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.ExternalIPAddress'
    expect(factsOfParameters([parameter(name, 'fe80::1%eth0')]).ipAddress).toBeUndefined()
  })

  test('a device string is never cut inside a character: JSON in the database refuses the half', () => {
    expect(deviceText('a😀', 2)).toBe('a\ufffd')
  })

  test('device strings have no control characters, and are bounded', () => {
    expect(deviceText('a\u0000b\nc')).toBe('a b c')
    expect(deviceText('x'.repeat(1000), 64)).toHaveLength(64)
  })

  test('only 2 PERIODIC is routine', () => {
    const event = (kind: string) => ({ kind, code: '', commandKey: '' })
    expect(isRoutine([event('periodic')])).toBe(true)
    expect(isRoutine([event('periodic'), event('value_change')])).toBe(false)
    expect(isRoutine([event('connection_request')])).toBe(false)
    expect(isRoutine([])).toBe(false)
  })
})

describe('stored parameters', () => {
  test.each([
    ['Device.A.B', 'Device.A.'],
    ['Device.A.', 'Device.'],
    ['Device.', ''],
  ])('the parent of %s is %j', (path, parent) => {
    expect(parentOf(path)).toBe(parent)
  })

  test('a secret value is never in a row', () => {
    const [row] = parameterRows([{ name: 'Device.ManagementServer.Password', value: 'x', type: 'string' }])
    expect(row).toMatchObject({ value: null, valued: true })
  })

  test('invalid and overlong names are left out', () => {
    expect(parameterRows([{ name: '' }, { name: 'D'.repeat(300) }, { name: 'Device.\u0000' }])).toEqual([])
  })
})

describe('the source of a call', () => {
  test.each([
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
    [undefined, '0.0.0.0'],
  ])('%s is %s', (remote, address) => {
    expect(peerAddress(remote)).toBe(address)
  })

  test('a /64 of IPv6 is one source, an IPv4 address is one', () => {
    expect(sourceOf('2001:db8:1:2:3:4:5:6')).toBe(sourceOf('2001:db8:1:2::9'))
    expect(sourceOf('2001:db8::1')).toBe(sourceOf('2001:db8::2'))
    expect(sourceOf('192.0.2.1')).not.toBe(sourceOf('192.0.2.2'))
    expect(sourceOf('::ffff:192.0.2.1')).toBe('192.0.2.1')
  })

  test('loopback', () => {
    expect(['127.0.0.1', '127.9.9.9', '::1', '128.0.0.1', '10.0.0.1'].map(isLoopback)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
  })
})

test.each([
  ['2026-01-02T03:04:05Z', '2026-01-02T03:04:05.000Z'],
  ['0001-01-01T00:00:00Z', null],
  ['1970-01-01T00:03:12Z', null],
  ['', null],
  ['<b>soon</b>', null],
])('the time %s is %s', (text, time) => {
  expect(deviceTime(text)).toBe(time)
})
