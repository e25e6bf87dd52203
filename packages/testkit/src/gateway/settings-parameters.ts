import type { DataModelRoot } from '@netward/cwmp'
import { type Entry, type TemplateBuilder, writableLimits as writable } from './template.ts'

/** Clients of the gateway, by address and MAC; `radio` for Wi-Fi clients. */
const clients = [
  { name: 'till-1', ip: '192.168.1.100', mac: '02:00:5e:00:53:01', radio: null },
  { name: 'printer', ip: '192.168.1.101', mac: '02:00:5e:00:53:02', radio: null },
  { name: 'tablet', ip: '192.168.1.102', mac: '02:00:5e:00:53:03', radio: 1 },
  { name: 'camera', ip: '192.168.1.103', mac: '02:00:5e:00:53:04', radio: 2 },
] as const

const stats = (...names: string[]): Entry[] => names.map((name) => [`Stats.${name}`, 'unsignedLong', '0'])
const traffic = stats(
  'BytesSent',
  'BytesReceived',
  'PacketsSent',
  'PacketsReceived',
  'ErrorsSent',
  'ErrorsReceived',
)

const account = (enabled: '0' | '1', name: string, password: string): Entry[] => [
  ['Enable', 'boolean', enabled, writable],
  ['Username', 'string', name, { ...writable, maxLength: 64 }],
  ['Password', 'string', password, { ...writable, maxLength: 64 }],
  ['RemoteAccessCapable', 'boolean', '0', writable],
]
const staticLease = (client?: { ip: string; mac: string }): Entry[] => [
  ['Enable', 'boolean', client === undefined ? '0' : '1', writable],
  ['Chaddr', 'string', client?.mac ?? '', writable],
  ['Yiaddr', 'string', client?.ip ?? '', writable],
]
const ipsecProfile = (alias: string, endpoints: string): Entry[] => [
  ['Alias', 'string', alias, { ...writable, maxLength: 64 }],
  ['RemoteEndpoints', 'string', endpoints, writable],
]
const ipsecFilter = (enabled: '0' | '1', ip: string, mask: string, profile: string): Entry[] => [
  ['Enable', 'boolean', enabled, writable],
  ['AllInterfaces', 'boolean', '0', writable],
  ['DestIP', 'string', ip, writable],
  ['DestMask', 'string', mask, writable],
  ['ProcessingChoice', 'string', 'Bypass', { ...writable, oneOf: ['Discard', 'Bypass', 'Protect'] }],
  ['Profile', 'string', profile, writable],
]
/** GRE and L2TPv3 share these parameters. */
const tunnel: Entry[] = [
  ['Enable', 'boolean', '0', writable],
  ['Status', 'string', 'Disabled'],
  ['Alias', 'string', '', { ...writable, maxLength: 64 }],
  ['RemoteEndpoints', 'string', '', writable],
]

/** TR-181 parameters for users to set and view, in addition to those of every model. */
function tr181(builder: TemplateBuilder): void {
  for (const index of [1, 2]) {
    builder.add(`IP.Interface.${index}.`, ['LastChange', 'unsignedInt', '0'], ...traffic)
    builder.add(
      `WiFi.AccessPoint.${index}.`,
      ['Security.ModesSupported', 'string', 'None,WPA2-Personal,WPA3-Personal,WPA3-Personal-Transition'],
      ['AssociatedDeviceNumberOfEntries', 'unsignedInt', '1'],
    )
    builder.add(`WiFi.SSID.${index}.`, ...stats('BytesSent', 'BytesReceived'))
    builder.add(
      `WiFi.Radio.${index}.`,
      [
        'OperatingChannelBandwidth',
        'string',
        'Auto',
        { ...writable, oneOf: ['20MHz', '40MHz', '80MHz', 'Auto'] },
      ],
      ['Stats.Noise', 'int', '-90'],
    )
  }
  for (const index of [1, 2, 3, 4, 5]) {
    builder.add(
      `Ethernet.Interface.${index}.`,
      ['CurrentBitRate', 'unsignedInt', index < 4 ? '1000' : '0'],
      ['DuplexMode', 'string', 'Auto', { ...writable, oneOf: ['Half', 'Full', 'Auto'] }],
    )
  }
  for (const [index, { name, ip, mac, radio }] of clients.entries()) {
    builder.add(
      `Hosts.Host.${index + 1}.`,
      ['PhysAddress', 'string', mac],
      ['IPAddress', 'string', ip],
      ['HostName', 'string', name],
      ['Active', 'boolean', '1'],
      ['LeaseTimeRemaining', 'int', '43200'],
      [
        'Layer1Interface',
        'string',
        radio === null ? 'Device.Ethernet.Interface.2.' : `Device.WiFi.Radio.${radio}.`,
      ],
    )
    if (radio === null) continue
    builder.add(
      `WiFi.AccessPoint.${radio}.AssociatedDevice.1.`,
      ['MACAddress', 'string', mac],
      ['SignalStrength', 'int', '-60'],
      ['LastDataDownlinkRate', 'unsignedInt', '144400'],
      ['LastDataUplinkRate', 'unsignedInt', '72200'],
      ['Active', 'boolean', '1'],
    )
  }
  builder
    .add(
      'DeviceInfo.TemperatureStatus.TemperatureSensor.1.',
      ['Name', 'string', 'CPU'],
      ['Value', 'int', '-274'],
    )
    .add('NAT.', ['X_02A1B2_SessionCount', 'unsignedInt', '0'])
    .add(
      'NAT.InterfaceSetting.1.',
      ['Enable', 'boolean', '1', writable],
      ['Interface', 'string', 'Device.IP.Interface.2.', writable],
    )
    .add(
      'DNS.Client.Server.1.',
      ['Enable', 'boolean', '1', writable],
      ['DNSServer', 'string', '198.18.0.53', writable],
      ['Interface', 'string', 'Device.IP.Interface.2.', writable],
      ['Type', 'string', 'Static'],
    )
    .table(
      'DNS.Client.Server.',
      'DNS.Client.ServerNumberOfEntries',
      ['Enable', 'boolean', '0', writable],
      ['DNSServer', 'string', '', writable],
      ['Interface', 'string', '', writable],
      ['Type', 'string', 'Static'],
    )
    .add(
      'DHCPv4.Server.Pool.1.',
      ['Interface', 'string', 'Device.IP.Interface.1.', writable],
      ['IPRouters', 'string', '192.168.1.1', writable],
      ['DomainName', 'string', 'lan', writable],
    )
    .table(
      'DHCPv4.Server.Pool.',
      'DHCPv4.Server.PoolNumberOfEntries',
      ['Enable', 'boolean', '0', writable],
      ['Interface', 'string', '', writable],
      ['MinAddress', 'string', '', writable],
      ['MaxAddress', 'string', '', writable],
      ['SubnetMask', 'string', '', writable],
      ['IPRouters', 'string', '', writable],
      ['DNSServers', 'string', '', writable],
      ['DomainName', 'string', '', writable],
      ['LeaseTime', 'int', '86400', { ...writable, min: -1 }],
    )
    .add('DHCPv4.Server.Pool.1.StaticAddress.1.', ...staticLease(clients[1]))
    .table(
      'DHCPv4.Server.Pool.1.StaticAddress.',
      'DHCPv4.Server.Pool.1.StaticAddressNumberOfEntries',
      ...staticLease(),
    )
    .add(
      'Cellular.Interface.1.',
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', 'Dormant'],
      ['Name', 'string', 'wwan0'],
      ['IMEI', 'string', '490154203237518'],
      ['CurrentAccessTechnology', 'string', 'LTE'],
      ['NetworkInUse', 'string', 'Example Mobile'],
      ['RSSI', 'int', '-71'],
      ['USIM.Status', 'string', 'Valid'],
      ['USIM.ICCID', 'string', '8986001200000000000'],
    )
    .add(
      'Cellular.AccessPoint.1.',
      ['Enable', 'boolean', '1', writable],
      ['APN', 'string', 'internet', { ...writable, maxLength: 64 }],
      ['Username', 'string', '', writable],
      ['Password', 'string', '', writable],
      ['Interface', 'string', 'Device.Cellular.Interface.1.', writable],
    )
    .add('Users.User.1.', ...account('1', 'admin', 'factory'))
    .table('Users.User.', 'Users.UserNumberOfEntries', ...account('0', '', ''))
    .add('IPsec.Profile.1.', ...ipsecProfile('head-office', '203.0.113.10'))
    .table('IPsec.Profile.', 'IPsec.ProfileNumberOfEntries', ...ipsecProfile('', ''))
    .add('IPsec.Filter.1.', ...ipsecFilter('1', '10.1.0.0', '/16', 'Device.IPsec.Profile.1.'))
    .table('IPsec.Filter.', 'IPsec.FilterNumberOfEntries', ...ipsecFilter('0', '', '', ''))
    .table('GRE.Tunnel.', 'GRE.TunnelNumberOfEntries', ...tunnel)
    .table('L2TPv3.Tunnel.', 'L2TPv3.TunnelNumberOfEntries', ...tunnel)
    .add('IPsec.Tunnel.1.', ['Filters', 'string', 'Device.IPsec.Filter.1.'])
    .add('IPsec.IKEv2SA.1.', ['Status', 'string', 'Up'], ['Tunnel', 'string', 'Device.IPsec.Tunnel.1.'])
    .table(
      'WiFi.AccessPoint.',
      null,
      ['Enable', 'boolean', '0', writable],
      ['SSIDReference', 'string', '', writable],
      ['SSIDAdvertisementEnabled', 'boolean', '1', writable],
      ['Security.ModesSupported', 'string', 'None,WPA2-Personal,WPA3-Personal,WPA3-Personal-Transition'],
      [
        'Security.ModeEnabled',
        'string',
        'None',
        { ...writable, oneOf: ['None', 'WPA2-Personal', 'WPA3-Personal', 'WPA3-Personal-Transition'] },
      ],
      ['Security.KeyPassphrase', 'string', '', { ...writable, maxLength: 63 }],
      ['AssociatedDeviceNumberOfEntries', 'unsignedInt', '0'],
    )
}

const wanIp = 'WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.'
const wanPpp = 'WANDevice.1.WANConnectionDevice.1.WANPPPConnection.'
const lanHosts = 'LANDevice.1.LANHostConfigManagement.'
/** This vendor has both writable, so that a VPN can be added. */
const overWhat: Entry[] = [
  ['TransportType', 'string', 'PPPoE', { ...writable, oneOf: ['PPPoE', 'L2TP', 'PPTP'] }],
  ['RemoteIPAddress', 'string', '', writable],
]
const encryptions = { ...writable, oneOf: ['TKIPEncryption', 'AESEncryption', 'TKIPandAESEncryption'] }
const authentications = { ...writable, oneOf: ['PSKAuthentication', 'EAPAuthentication'] }

function tr098(builder: TemplateBuilder): void {
  builder
    .add(
      wanIp,
      ['MaxMTUSize', 'unsignedInt', '1500', { ...writable, min: 64, max: 1540 }],
      ...stats(
        'EthernetBytesSent',
        'EthernetBytesReceived',
        'EthernetPacketsSent',
        'EthernetPacketsReceived',
      ),
    )
    .add(
      `${wanPpp}1.`,
      ['ConnectionType', 'string', 'IP_Routed', writable],
      ['LastConnectionError', 'string', 'ERROR_NONE'],
      ['NATEnabled', 'boolean', '1', writable],
      ...overWhat,
    )
    .table(
      wanPpp,
      'WANDevice.1.WANConnectionDevice.1.WANPPPConnectionNumberOfEntries',
      ['Enable', 'boolean', '0', writable],
      ['ConnectionStatus', 'string', 'Unconfigured'],
      ['ConnectionType', 'string', 'Unconfigured', writable],
      ['LastConnectionError', 'string', 'ERROR_NONE'],
      ['Name', 'string', '', writable],
      ['Username', 'string', '', { ...writable, maxLength: 64 }],
      ['Password', 'string', '', { ...writable, maxLength: 64 }],
      ...overWhat,
    )
    .add(
      lanHosts,
      ['IPRouters', 'string', '192.168.1.1', writable],
      ['DomainName', 'string', 'lan', writable],
    )
    .table(
      `${lanHosts}DHCPConditionalServingPool.`,
      `${lanHosts}DHCPConditionalPoolNumberOfEntries`,
      ['Enable', 'boolean', '0', writable],
      ['MinAddress', 'string', '', writable],
      ['MaxAddress', 'string', '', writable],
      ['SubnetMask', 'string', '', writable],
      ['IPRouters', 'string', '', writable],
      ['DNSServers', 'string', '', writable],
      ['DomainName', 'string', '', writable],
      ['DHCPLeaseTime', 'int', '86400', { ...writable, min: -1 }],
    )
    .add(`${lanHosts}DHCPStaticAddress.1.`, ...staticLease(clients[1]))
    .table(`${lanHosts}DHCPStaticAddress.`, `${lanHosts}DHCPStaticAddressNumberOfEntries`, ...staticLease())
    .add('User.1.', ...account('1', 'admin', 'factory'))
    .table('User.', 'UserNumberOfEntries', ...account('0', '', ''))
    .add(
      'LANDevice.1.LANHostConfigManagement.IPInterface.1.',
      ['Enable', 'boolean', '1', writable],
      ['IPInterfaceSubnetMask', 'string', '255.255.255.0', writable],
      ['IPInterfaceAddressingType', 'string', 'Static', writable],
    )
    // Here LocalTimeZone is the offset; the zone's rules are in its name.
    .add(
      'Time.',
      ['LocalTimeZone', 'string', '+08:00', writable],
      ['LocalTimeZoneName', 'string', 'CST-8', { ...writable, maxLength: 64 }],
    )
    .add('LANConfigSecurity.', ['ConfigPassword', 'string', 'factory', { ...writable, maxLength: 64 }])
    .add(
      'DeviceInfo.X_CT-COM_TeleComAccount.',
      ['Enable', 'boolean', '1', writable],
      ['Password', 'string', 'factory', { ...writable, maxLength: 64 }],
    )
  for (const index of [1, 2, 3, 4]) {
    builder.add(
      `LANDevice.1.LANEthernetInterfaceConfig.${index}.`,
      ['DuplexMode', 'string', 'Auto', { ...writable, oneOf: ['Half', 'Full', 'Auto'] }],
      ...stats('BytesSent', 'BytesReceived'),
    )
    builder.add(
      `LANDevice.1.WLANConfiguration.${index}.`,
      ['BasicEncryptionModes', 'string', 'None', { ...writable, oneOf: ['None', 'WEPEncryption'] }],
      ['BasicAuthenticationMode', 'string', 'None', { ...writable, oneOf: ['None', 'EAPAuthentication'] }],
      ['WPAEncryptionModes', 'string', 'TKIPEncryption', encryptions],
      ['WPAAuthenticationMode', 'string', 'PSKAuthentication', authentications],
      ['IEEE11iEncryptionModes', 'string', 'AESEncryption', encryptions],
      ['IEEE11iAuthenticationMode', 'string', 'PSKAuthentication', authentications],
      ['TotalBytesSent', 'unsignedInt', '0'],
      ['TotalBytesReceived', 'unsignedInt', '0'],
      ['TotalAssociations', 'unsignedInt', index < 3 ? '1' : '0'],
    )
  }
  for (const [index, { name, ip, mac, radio }] of clients.entries()) {
    builder.add(
      `LANDevice.1.Hosts.Host.${index + 1}.`,
      ['IPAddress', 'string', ip],
      ['MACAddress', 'string', mac],
      ['HostName', 'string', name],
      ['AddressSource', 'string', 'DHCP'],
      ['LeaseTimeRemaining', 'int', '43200'],
      ['InterfaceType', 'string', radio === null ? 'Ethernet' : '802.11'],
      ['Active', 'boolean', '1'],
    )
    if (radio === null) continue
    builder.add(
      `LANDevice.1.WLANConfiguration.${radio}.AssociatedDevice.1.`,
      ['AssociatedDeviceMACAddress', 'string', mac],
      ['AssociatedDeviceIPAddress', 'string', ip],
      ['AssociatedDeviceAuthenticationState', 'boolean', '1'],
      ['X_HW_RSSI', 'int', '-60'],
    )
  }
}

export function settingsParameters(builder: TemplateBuilder, root: DataModelRoot): TemplateBuilder {
  if (root === 'Device.') tr181(builder)
  else tr098(builder)
  return builder
}
