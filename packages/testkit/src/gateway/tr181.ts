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

const standards = ['a', 'b', 'g', 'n', 'ac', 'ax', 'b,g,n', 'g,n', 'a,n,ac', 'a,n,ac,ax', 'b,g,n,ax'] as const
const securityModes = ['None', 'WPA2-Personal', 'WPA3-Personal', 'WPA3-Personal-Transition'] as const

function interfaces(builder: TemplateBuilder): void {
  for (const [index, name] of ['wan', 'lan1', 'lan2', 'lan3', 'lan4'].entries()) {
    builder.add(
      `Ethernet.Interface.${index + 1}.`,
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', index < 3 ? 'Up' : 'Down'],
      ['Name', 'string', name],
      ['MACAddress', 'string', ''],
      ['MaxBitRate', 'int', '1000', writable],
      ['Upstream', 'boolean', index === 0 ? '1' : '0'],
      ['Stats.BytesSent', 'unsignedLong', '0'],
      ['Stats.BytesReceived', 'unsignedLong', '0'],
    )
  }
  for (const [link, lower] of [
    [1, 'Device.Bridging.Bridge.1.Port.1.'],
    [2, 'Device.Ethernet.Interface.1.'],
  ] as const) {
    builder.add(
      `Ethernet.Link.${link}.`,
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', 'Up'],
      ['LowerLayers', 'string', lower, writable],
      ['MACAddress', 'string', ''],
    )
  }
  for (const [index, alias] of [
    [1, 'br-lan'],
    [2, 'wan'],
  ] as const) {
    builder.add(
      `IP.Interface.${index}.`,
      ['Enable', 'boolean', '1', writable],
      ['Status', 'string', 'Up'],
      ['Alias', 'string', alias, writable],
      ['Name', 'string', index === 1 ? 'br0' : 'eth0'],
      ['Type', 'string', 'Normal'],
      ['LowerLayers', 'string', `Device.Ethernet.Link.${index}.`, writable],
      ['MaxMTUSize', 'unsignedInt', '1500', { ...writable, min: 64, max: 65_535 }],
      ['IPv4Address.1.IPAddress', 'string', index === 1 ? '192.168.1.1' : '', writable],
      ['IPv4Address.1.SubnetMask', 'string', '255.255.255.0', writable],
      ['IPv4Address.1.AddressingType', 'string', index === 1 ? 'Static' : 'DHCP'],
    )
  }
}

/** The line's account, unused unless the gateway uses PPP. */
function ppp(builder: TemplateBuilder): void {
  builder.add(
    'PPP.Interface.1.',
    ['Enable', 'boolean', '0', writable],
    ['Status', 'string', 'Down'],
    ['ConnectionStatus', 'string', 'Unconfigured'],
    ['LastConnectionError', 'string', 'ERROR_NONE'],
    ['Username', 'string', '', { ...writable, maxLength: 64 }],
    ['Password', 'string', '', { ...writable, maxLength: 64 }],
    ['LowerLayers', 'string', 'Device.Ethernet.Link.2.', writable],
    ['IPCP.LocalIPAddress', 'string', ''],
  )
}

function radios(builder: TemplateBuilder): void {
  for (const [index, band] of [
    [1, '2.4GHz'],
    [2, '5GHz'],
  ] as const) {
    builder
      .add(
        `WiFi.Radio.${index}.`,
        ['Enable', 'boolean', '1', writable],
        ['Status', 'string', 'Up'],
        ['OperatingFrequencyBand', 'string', band],
        ['OperatingStandards', 'string', index === 1 ? 'b,g,n' : 'a,n,ac', { ...writable, oneOf: standards }],
        ['Channel', 'unsignedInt', index === 1 ? '6' : '44', { ...writable, min: 1, max: 255 }],
        ['AutoChannelEnable', 'boolean', '1', writable],
        ['TransmitPower', 'int', '100', { ...writable, min: -1, max: 100 }],
      )
      .add(
        `WiFi.SSID.${index}.`,
        ['Enable', 'boolean', '1', writable],
        ['Status', 'string', 'Up'],
        ['SSID', 'string', `branch-${band}`, { ...writable, maxLength: 32 }],
        ['BSSID', 'string', ''],
        ['LowerLayers', 'string', `Device.WiFi.Radio.${index}.`, writable],
      )
      .add(
        `WiFi.AccessPoint.${index}.`,
        ['Enable', 'boolean', '1', writable],
        ['SSIDReference', 'string', `Device.WiFi.SSID.${index}.`, writable],
        ['SSIDAdvertisementEnabled', 'boolean', '1', writable],
        ['Security.ModeEnabled', 'string', 'WPA2-Personal', { ...writable, oneOf: securityModes }],
        ['Security.KeyPassphrase', 'string', 'factory-passphrase', { ...writable, maxLength: 63 }],
        ['AssociatedDeviceNumberOfEntries', 'unsignedInt', '0'],
      )
  }
}

const portMapping: Entry[] = [
  ['Enable', 'boolean', '0', writable],
  ['Interface', 'string', '', writable],
  ['ExternalPort', 'unsignedInt', '0', { ...writable, max: 65_535 }],
  ['InternalPort', 'unsignedInt', '0', { ...writable, min: 1, max: 65_535 }],
  ['Protocol', 'string', 'TCP', { ...writable, oneOf: ['TCP', 'UDP'] }],
  ['InternalClient', 'string', '', writable],
  ['Description', 'string', '', writable],
]

/** A gateway with two bootable partitions (TR-181 2.12). */
function twoPartitions(builder: TemplateBuilder): void {
  builder.add(
    'DeviceInfo.',
    ['FirmwareImageNumberOfEntries', 'unsignedInt', '2'],
    ['ActiveFirmwareImage', 'string', 'Device.DeviceInfo.FirmwareImage.1'],
    ['BootFirmwareImage', 'string', 'Device.DeviceInfo.FirmwareImage.1', writable],
  )
  for (const index of [1, 2]) {
    builder.add(
      `DeviceInfo.FirmwareImage.${index}.`,
      ['Name', 'string', `image${index}`],
      ['Version', 'string', ''],
      ['Available', 'boolean', '1', writable],
      ['Status', 'string', 'Available'],
    )
  }
}

/** A TR-181 issue 2 tree of about 300 parameters. */
export function tr181Template({ partitions, access, noCpu }: Build = plainBuild): Template {
  const builder = commonParameters(new TemplateBuilder('Device.'), noCpu)
  if (partitions === 2) twoPartitions(builder)
  builder.add(
    '',
    ['RootDataModelVersion', 'string', '2.15'],
    ['InterfaceStackNumberOfEntries', 'unsignedInt', '4'],
  )
  interfaces(builder)
  ppp(builder)
  radios(builder)
  diagnosticParameters(builder, 'Device.')
  settingsParameters(builder, 'Device.')
  accessParameters(builder, 'Device.', access)
  return (
    builder
      .add(
        'DHCPv4.Server.Pool.1.',
        ['Enable', 'boolean', '1', writable],
        ['MinAddress', 'string', '192.168.1.100', writable],
        ['MaxAddress', 'string', '192.168.1.199', writable],
        ['SubnetMask', 'string', '255.255.255.0', writable],
        ['DNSServers', 'string', '192.168.1.1', writable],
        ['LeaseTime', 'int', '86400', { ...writable, min: -1 }],
      )
      .add(
        'DHCPv4.Client.1.',
        ['Enable', 'boolean', '1', writable],
        ['Status', 'string', 'Enabled'],
        ['Interface', 'string', 'Device.IP.Interface.2.', writable],
      )
      .add('DNS.Client.', ['Enable', 'boolean', '1', writable], ['Status', 'string', 'Enabled'])
      .add(
        'Routing.Router.1.IPv4Forwarding.1.',
        ['Enable', 'boolean', '1', writable],
        ['DestIPAddress', 'string', '', writable],
        ['GatewayIPAddress', 'string', '198.18.0.1', writable],
        ['Interface', 'string', 'Device.IP.Interface.2.', writable],
      )
      // The instances between were deleted.
      .add('NAT.PortMapping.2.', ...portMapping)
      .add('NAT.PortMapping.5.', ...portMapping)
      .table('NAT.PortMapping.', 'NAT.PortMappingNumberOfEntries', ...portMapping)
      .table(
        'Routing.Router.1.IPv4Forwarding.',
        'Routing.Router.1.IPv4ForwardingNumberOfEntries',
        ['Enable', 'boolean', '0', writable],
        ['DestIPAddress', 'string', '', writable],
        ['GatewayIPAddress', 'string', '', writable],
        ['Interface', 'string', '', writable],
      )
      .table(
        'WiFi.SSID.',
        'WiFi.SSIDNumberOfEntries',
        ['Enable', 'boolean', '0', writable],
        ['Status', 'string', 'Down'],
        ['SSID', 'string', '', { ...writable, maxLength: 32 }],
        ['BSSID', 'string', ''],
        ['LowerLayers', 'string', '', writable],
      )
      .build()
  )
}
