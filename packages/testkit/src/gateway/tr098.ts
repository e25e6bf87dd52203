import { accessParameters } from './access-parameters.ts'
import { diagnosticParameters } from './diagnostic-parameters.ts'
import type { Template } from './parameter-tree.ts'
import { settingsParameters } from './settings-parameters.ts'
import {
  type Build,
  commonParameters,
  type Entry,
  plainBuild,
  TemplateBuilder,
  writableLimits as writable,
} from './template.ts'

const beaconTypes = ['None', 'Basic', 'WPA', '11i', 'WPAand11i'] as const

function wireless(builder: TemplateBuilder): void {
  for (const index of [1, 2, 3, 4]) {
    builder.add(
      `LANDevice.1.WLANConfiguration.${index}.`,
      ['Enable', 'boolean', index < 3 ? '1' : '0', writable],
      ['Status', 'string', index < 3 ? 'Up' : 'Disabled'],
      ['BSSID', 'string', ''],
      ['SSID', 'string', `branch-${index}`, { ...writable, maxLength: 32 }],
      ['Channel', 'unsignedInt', index % 2 === 1 ? '6' : '44', { ...writable, min: 1, max: 255 }],
      ['AutoChannelEnable', 'boolean', '1', writable],
      ['Standard', 'string', index % 2 === 1 ? 'n' : 'ac'],
      ['BeaconType', 'string', '11i', { ...writable, oneOf: beaconTypes }],
      ['KeyPassphrase', 'string', 'factory-passphrase', { ...writable, maxLength: 63 }],
      ['PreSharedKey.1.PreSharedKey', 'string', '', { ...writable, maxLength: 64 }],
      ['SSIDAdvertisementEnabled', 'boolean', '1', writable],
      ['TotalAssociations', 'unsignedInt', '0'],
    )
  }
}

function wan(builder: TemplateBuilder): void {
  builder
    .add(
      'WANDevice.1.WANCommonInterfaceConfig.',
      ['WANAccessType', 'string', 'Ethernet'],
      ['Layer1UpstreamMaxBitRate', 'unsignedInt', '1000000000'],
      ['Layer1DownstreamMaxBitRate', 'unsignedInt', '1000000000'],
      ['PhysicalLinkStatus', 'string', 'Up'],
      ['TotalBytesSent', 'unsignedInt', '0'],
      ['TotalBytesReceived', 'unsignedInt', '0'],
    )
    .add(
      'WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.',
      ['Enable', 'boolean', '1', writable],
      ['ConnectionStatus', 'string', 'Connected'],
      ['ConnectionType', 'string', 'IP_Routed', writable],
      ['Name', 'string', 'wan', writable],
      ['Uptime', 'unsignedInt', '0'],
      ['NATEnabled', 'boolean', '1', writable],
      ['AddressingType', 'string', 'DHCP', { ...writable, oneOf: ['DHCP', 'Static'] }],
      ['ExternalIPAddress', 'string', '', writable],
      ['SubnetMask', 'string', '255.255.255.0', writable],
      ['DefaultGateway', 'string', '198.18.0.1', writable],
      ['DNSServers', 'string', '198.18.0.53', writable],
      ['MACAddress', 'string', '', writable],
      ['PortMappingNumberOfEntries', 'unsignedInt', '0'],
    )
    .add(
      'WANDevice.1.WANConnectionDevice.1.WANPPPConnection.1.',
      ['Enable', 'boolean', '0', writable],
      ['ConnectionStatus', 'string', 'Disconnected'],
      ['Name', 'string', 'pppoe', writable],
      ['ExternalIPAddress', 'string', '0.0.0.0'],
      ['Username', 'string', '', { ...writable, maxLength: 64 }],
      ['Password', 'string', '', { ...writable, maxLength: 64 }],
      ['MACAddress', 'string', '', writable],
    )
}

const portMapping: Entry[] = [
  ['PortMappingEnabled', 'boolean', '0', writable],
  ['ExternalPort', 'unsignedInt', '0', { ...writable, max: 65_535 }],
  ['InternalPort', 'unsignedInt', '0', { ...writable, min: 1, max: 65_535 }],
  ['PortMappingProtocol', 'string', 'TCP', { ...writable, oneOf: ['TCP', 'UDP'] }],
  ['InternalClient', 'string', '', writable],
  ['PortMappingDescription', 'string', '', writable],
]

/** A TR-098 tree of about 300 parameters. */
export function tr098Template({ access, noCpu }: Build = plainBuild): Template {
  const builder = commonParameters(new TemplateBuilder('InternetGatewayDevice.'), noCpu)
  builder
    .add('', [
      'DeviceSummary',
      'string',
      'InternetGatewayDevice:1.4[](Baseline:1, EthernetLAN:1, WiFiLAN:2, Time:1)',
    ])
    .add(
      '',
      ['LANDeviceNumberOfEntries', 'unsignedInt', '1'],
      ['WANDeviceNumberOfEntries', 'unsignedInt', '1'],
    )
    .add('DeviceInfo.', ['SpecVersion', 'string', '1.0'])
  wan(builder)
  for (const index of [1, 2, 3, 4]) {
    builder.add(
      `LANDevice.1.LANEthernetInterfaceConfig.${index}.`,
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', index < 3 ? 'Up' : 'NoLink'],
      ['MACAddress', 'string', ''],
      ['MaxBitRate', 'string', 'Auto', { ...writable, oneOf: ['10', '100', '1000', 'Auto'] }],
    )
  }
  wireless(builder)
  diagnosticParameters(builder, 'InternetGatewayDevice.')
  settingsParameters(builder, 'InternetGatewayDevice.')
  accessParameters(builder, 'InternetGatewayDevice.', access)
  return builder
    .add(
      'LANDevice.1.LANHostConfigManagement.',
      ['DHCPServerEnable', 'boolean', '1', writable],
      ['MinAddress', 'string', '192.168.1.100', writable],
      ['MaxAddress', 'string', '192.168.1.199', writable],
      ['SubnetMask', 'string', '255.255.255.0', writable],
      ['DNSServers', 'string', '192.168.1.1', writable],
      ['DHCPLeaseTime', 'int', '86400', { ...writable, min: -1 }],
      ['IPInterface.1.IPInterfaceIPAddress', 'string', '192.168.1.1', writable],
    )
    .add('Layer3Forwarding.', [
      'DefaultConnectionService',
      'string',
      'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1',
      writable,
    ])
    .add('WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.PortMapping.3.', ...portMapping)
    .table(
      'WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.PortMapping.',
      'WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.PortMappingNumberOfEntries',
      ...portMapping,
    )
    .build()
}
