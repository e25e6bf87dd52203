import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldIn, termsOf, treeOf, written } from './model-tree.ts'
import type { Section, Term, TermValue } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { readSection } from './vocabulary.ts'

const ip098 = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.'
const wlan = 'InternetGatewayDevice.LANDevice.1.WLANConfiguration.1.'
const lan098 = 'InternetGatewayDevice.LANDevice.1.LANHostConfigManagement.'
const mapping098 = `${ip098}PortMapping.3.`

const below = (object: string, ...names: string[]) =>
  names.map((name): [string, string] => [object + name, ''])

const trees: [string, GatewayTree][] = [
  [
    'TR-098',
    treeOf(
      Object.fromEntries([
        ...below(ip098, 'Enable', 'Name', 'ConnectionStatus', 'AddressingType', 'NATEnabled', 'MaxMTUSize'),
        ...below(ip098, 'ExternalIPAddress', 'SubnetMask', 'DefaultGateway', 'DNSServers'),
        ...below(
          wlan,
          'SSID',
          'Enable',
          'BeaconType',
          'SSIDAdvertisementEnabled',
          'Channel',
          'AutoChannelEnable',
        ),
        ...below(
          wlan,
          'BasicEncryptionModes',
          'BasicAuthenticationMode',
          'WPAEncryptionModes',
          'TransmitPower',
        ),
        ...below(wlan, 'WPAAuthenticationMode', 'IEEE11iEncryptionModes', 'IEEE11iAuthenticationMode'),
        ...below(
          lan098,
          'DHCPServerEnable',
          'MinAddress',
          'MaxAddress',
          'DNSServers',
          'DHCPLeaseTime',
          'DomainName',
        ),
        ...below(mapping098, 'PortMappingEnabled', 'PortMappingProtocol', 'ExternalPort', 'InternalPort'),
        ...below(mapping098, 'InternalClient', 'PortMappingDescription', 'RemoteHost'),
        ...below('InternetGatewayDevice.Time.', 'Enable', 'NTPServer1', 'LocalTimeZoneName'),
      ]),
    ),
  ],
  [
    'TR-181',
    treeOf({
      ...Object.fromEntries([
        ...below('Device.IP.Interface.2.', 'Enable', 'Alias', 'Status', 'MaxMTUSize'),
        ...below('Device.IP.Interface.2.IPv4Address.1.', 'IPAddress', 'SubnetMask', 'AddressingType'),
        ...below('Device.DHCPv4.Client.4.', 'Enable'),
        ...below('Device.NAT.InterfaceSetting.1.', 'Enable'),
        ...below('Device.Routing.Router.1.IPv4Forwarding.1.', 'DestIPAddress', 'GatewayIPAddress'),
        ...below('Device.DNS.Client.Server.2.', 'Enable', 'DNSServer'),
        ...below('Device.DNS.Client.Server.7.', 'Enable', 'DNSServer'),
        ...below('Device.WiFi.SSID.1.', 'SSID', 'Enable'),
        ...below('Device.WiFi.Radio.1.', 'Channel', 'AutoChannelEnable', 'TransmitPower'),
        ...below('Device.WiFi.AccessPoint.1.', 'Enable', 'SSIDAdvertisementEnabled', 'Security.ModeEnabled'),
        ...below(
          'Device.DHCPv4.Server.Pool.1.',
          'Enable',
          'MinAddress',
          'MaxAddress',
          'DNSServers',
          'LeaseTime',
        ),
        ...below('Device.DHCPv4.Server.Pool.1.', 'DomainName'),
        ...below('Device.NAT.PortMapping.3.', 'Enable', 'Protocol', 'ExternalPort', 'InternalPort'),
        ...below('Device.NAT.PortMapping.3.', 'InternalClient', 'Description', 'RemoteHost'),
        ...below('Device.Time.', 'Enable', 'NTPServer1', 'LocalTimeZone'),
      ]),
      'Device.DHCPv4.Client.4.Interface': 'Device.IP.Interface.2',
      'Device.NAT.InterfaceSetting.1.Interface': 'Device.IP.Interface.2',
      'Device.Routing.Router.1.IPv4Forwarding.1.Interface': 'Device.IP.Interface.2',
      'Device.DNS.Client.Server.2.Interface': 'Device.IP.Interface.2',
      'Device.DNS.Client.Server.7.Interface': 'Device.IP.Interface.2',
      'Device.WiFi.SSID.1.LowerLayers': 'Device.WiFi.Radio.1',
      'Device.WiFi.AccessPoint.1.SSIDReference': 'Device.WiFi.SSID.1',
    }),
  ],
]

const address = fc.ipV4()
const name = (most: number) =>
  fc
    .string({
      minLength: 1,
      maxLength: most,
      unit: fc.constantFrom('a', 'B', '0', ' ', '-', '_', '.', '门', 'ß'),
    })
    .map((text) => text.trim())
    .filter((text) => text !== '' && Buffer.byteLength(text) <= most)

/** Values that both models support. */
const terms: [Section, Term, fc.Arbitrary<TermValue>][] = [
  ['wan', 'enabled', fc.boolean()],
  ['wan', 'addressing', fc.constantFrom('dhcp', 'static')],
  ['wan', 'ipAddress', address.filter((text) => text !== '0.0.0.0')],
  ['wan', 'subnetMask', fc.constantFrom('255.255.255.0', '255.255.255.252')],
  ['wan', 'gateway', address.filter((text) => text !== '0.0.0.0')],
  ['wan', 'dnsServers', fc.uniqueArray(address, { maxLength: 2 }).map((all) => all.join(','))],
  ['wan', 'mtu', fc.integer({ min: 64, max: 65_535 })],
  ['wan', 'natEnabled', fc.boolean()],
  ['wifi', 'ssid', name(32)],
  ['wifi', 'enabled', fc.boolean()],
  ['wifi', 'hidden', fc.boolean()],
  [
    'wifi',
    'security',
    fc.constantFrom(
      'none',
      'wep',
      'wpa',
      'wpa2',
      'wpa_wpa2',
      'wpa_enterprise',
      'wpa2_enterprise',
      'wpa_wpa2_enterprise',
    ),
  ],
  ['wifi', 'channel', fc.integer({ min: 1, max: 255 })],
  ['wifi', 'autoChannel', fc.boolean()],
  ['wifi', 'transmitPower', fc.integer({ min: -1, max: 100 })],
  ['dhcp', 'enabled', fc.boolean()],
  ['dhcp', 'rangeStart', address],
  ['dhcp', 'rangeEnd', address],
  ['dhcp', 'dnsServers', fc.array(address, { minLength: 1, maxLength: 4 }).map((all) => all.join(','))],
  ['dhcp', 'leaseTime', fc.integer({ min: -1, max: 2_147_483_647 })],
  ['dhcp', 'domain', name(64)],
  ['port_mapping', 'enabled', fc.boolean()],
  ['port_mapping', 'protocol', fc.constantFrom('tcp', 'udp')],
  ['port_mapping', 'externalPort', fc.integer({ min: 0, max: 65_535 })],
  ['port_mapping', 'internalPort', fc.integer({ min: 0, max: 65_535 })],
  ['port_mapping', 'internalClient', address],
  ['port_mapping', 'name', name(256)],
  ['time', 'enabled', fc.boolean()],
  ['time', 'ntpServer1', name(64)],
  ['time', 'timeZone', name(64)],
]

describe.each(trees)('%s', (_model, tree) => {
  test.each(terms)(
    '%s %s is read as it was written, and nothing else of it moves',
    (section, key, values) => {
      fc.assert(
        fc.property(values, (value) => {
          const [before] = readSection(tree, section)
          const outcome = fieldIn(before!, key).write(value)
          if ('refusal' in outcome) throw new Error(`${String(value)}: ${outcome.refusal}`)
          const [after] = readSection(written(tree, outcome.writes), section)
          expect(fieldIn(after!, key).value).toEqual(value)
          // In TR-098 the channel implies the band.
          const { [key]: _old, band: _band, ...others } = termsOf(before!)
          const { [key]: _new, band: _other, ...same } = termsOf(after!)
          expect(same).toEqual(others)
        }),
        { numRuns: 20 },
      )
    },
  )

  test('whatever is written by whomever, it is taken or refused, and never anything but the field’s own parameters', () => {
    const any = fc.oneof(fc.string(), fc.double(), fc.boolean(), fc.string({ unit: 'binary' }))
    fc.assert(
      fc.property(fc.constantFrom(...terms), any, ([section, key], value) => {
        const field = fieldIn(readSection(tree, section)[0]!, key)
        const outcome = field.write(value)
        if ('refusal' in outcome) return
        for (const write of outcome.writes) {
          expect(field.paths).toContain(write.path)
          expect(write.value).not.toMatch(/\p{Cc}/u)
        }
      }),
      { numRuns: 200 },
    )
  })
})
