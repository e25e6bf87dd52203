import type { DataModelRoot } from '../data-model.ts'
import type { Section, Term } from './terms.ts'

/** Where the standards define a term: the first instance stands for all. */
export interface TermPath {
  section: Section
  /** Null: the table whose instances the section shows. */
  term: Term | null
  path: string
}

type Names = readonly (readonly [term: Term, name: string])[]
type Usual = readonly (readonly [section: Section, object: string, tables: readonly string[], names: Names])[]

const timeNames: Names = [
  ['enabled', 'Enable'],
  ['ntpServer1', 'NTPServer1'],
  ['ntpServer2', 'NTPServer2'],
]
const poolNames: Names = [
  ['rangeStart', 'MinAddress'],
  ['rangeEnd', 'MaxAddress'],
  ['subnetMask', 'SubnetMask'],
  ['gateway', 'IPRouters'],
  ['dnsServers', 'DNSServers'],
  ['domain', 'DomainName'],
]
const leaseNames: Names = [
  ['enabled', 'Enable'],
  ['ipAddress', 'Yiaddr'],
  ['macAddress', 'Chaddr'],
]
const userNames: Names = [
  ['enabled', 'Enable'],
  ['username', 'Username'],
  ['password', 'Password'],
  ['remoteAccess', 'RemoteAccessCapable'],
]
const wanConnection = 'WANDevice.1.WANConnectionDevice.1.'

/** Settable values: TR-181 issue 2 and TR-098 amendment 2. */
const usual: Record<DataModelRoot, Usual> = {
  'Device.': [
    [
      'wifi',
      'WiFi.',
      ['WiFi.SSID.', 'WiFi.AccessPoint.'],
      [
        ['ssid', 'SSID.1.SSID'],
        ['enabled', 'SSID.1.Enable'],
        ['passphrase', 'AccessPoint.1.Security.KeyPassphrase'],
        ['security', 'AccessPoint.1.Security.ModeEnabled'],
        ['hidden', 'AccessPoint.1.SSIDAdvertisementEnabled'],
        ['channel', 'Radio.1.Channel'],
        ['autoChannel', 'Radio.1.AutoChannelEnable'],
        ['standard', 'Radio.1.OperatingStandards'],
        ['bandwidth', 'Radio.1.OperatingChannelBandwidth'],
        ['transmitPower', 'Radio.1.TransmitPower'],
      ],
    ],
    ['time', 'Time.', [], [...timeNames, ['timeZone', 'LocalTimeZone']]],
    [
      'wan',
      '',
      ['IP.Interface.'],
      [
        ['enabled', 'IP.Interface.2.Enable'],
        ['mtu', 'IP.Interface.2.MaxMTUSize'],
        ['ipAddress', 'IP.Interface.2.IPv4Address.1.IPAddress'],
        ['subnetMask', 'IP.Interface.2.IPv4Address.1.SubnetMask'],
        ['gateway', 'Routing.Router.1.IPv4Forwarding.1.GatewayIPAddress'],
        ['dnsServers', 'DNS.Client.Server.1.DNSServer'],
        ['natEnabled', 'NAT.InterfaceSetting.1.Enable'],
        ['username', 'PPP.Interface.1.Username'],
        ['password', 'PPP.Interface.1.Password'],
      ],
    ],
    [
      'lan',
      'IP.Interface.1.',
      [],
      [
        ['ipAddress', 'IPv4Address.1.IPAddress'],
        ['subnetMask', 'IPv4Address.1.SubnetMask'],
      ],
    ],
    ['port', 'Ethernet.Interface.1.', [], [['enabled', 'Enable']]],
    [
      'dhcp',
      'DHCPv4.Server.Pool.1.',
      ['DHCPv4.Server.Pool.'],
      [['enabled', 'Enable'], ...poolNames, ['leaseTime', 'LeaseTime']],
    ],
    [
      'static_lease',
      'DHCPv4.Server.Pool.1.StaticAddress.1.',
      ['DHCPv4.Server.Pool.1.StaticAddress.'],
      leaseNames,
    ],
    [
      'port_mapping',
      'NAT.PortMapping.1.',
      ['NAT.PortMapping.'],
      [
        ['enabled', 'Enable'],
        ['name', 'Description'],
        ['protocol', 'Protocol'],
        ['externalPort', 'ExternalPort'],
        ['internalClient', 'InternalClient'],
        ['internalPort', 'InternalPort'],
      ],
    ],
    ['vpn', 'IPsec.Profile.1.', ['IPsec.Profile.', 'IPsec.Filter.'], [['remoteAddress', 'RemoteEndpoints']]],
    [
      'cellular',
      'Cellular.',
      ['Cellular.AccessPoint.'],
      [
        ['enabled', 'Interface.1.Enable'],
        ['apn', 'AccessPoint.1.APN'],
        ['username', 'AccessPoint.1.Username'],
        ['password', 'AccessPoint.1.Password'],
      ],
    ],
    ['account', 'Users.User.1.', ['Users.User.'], userNames],
  ],
  'InternetGatewayDevice.': [
    [
      'wifi',
      'LANDevice.1.WLANConfiguration.1.',
      ['LANDevice.1.WLANConfiguration.'],
      [
        ['ssid', 'SSID'],
        ['enabled', 'Enable'],
        ['passphrase', 'KeyPassphrase'],
        ['security', 'BeaconType'],
        ['hidden', 'SSIDAdvertisementEnabled'],
        ['channel', 'Channel'],
        ['autoChannel', 'AutoChannelEnable'],
      ],
    ],
    ['time', 'Time.', [], [...timeNames, ['timeZone', 'LocalTimeZoneName']]],
    [
      'wan',
      wanConnection,
      [`${wanConnection}WANIPConnection.`, `${wanConnection}WANPPPConnection.`],
      [
        ['enabled', 'WANIPConnection.1.Enable'],
        ['addressing', 'WANIPConnection.1.AddressingType'],
        ['mtu', 'WANIPConnection.1.MaxMTUSize'],
        ['ipAddress', 'WANIPConnection.1.ExternalIPAddress'],
        ['subnetMask', 'WANIPConnection.1.SubnetMask'],
        ['gateway', 'WANIPConnection.1.DefaultGateway'],
        ['dnsServers', 'WANIPConnection.1.DNSServers'],
        ['natEnabled', 'WANIPConnection.1.NATEnabled'],
        ['username', 'WANPPPConnection.1.Username'],
        ['password', 'WANPPPConnection.1.Password'],
      ],
    ],
    [
      'lan',
      'LANDevice.1.LANHostConfigManagement.IPInterface.1.',
      [],
      [
        ['ipAddress', 'IPInterfaceIPAddress'],
        ['subnetMask', 'IPInterfaceSubnetMask'],
      ],
    ],
    ['port', 'LANDevice.1.LANEthernetInterfaceConfig.1.', [], [['enabled', 'Enable']]],
    [
      'dhcp',
      'LANDevice.1.LANHostConfigManagement.',
      [],
      [['enabled', 'DHCPServerEnable'], ...poolNames, ['leaseTime', 'DHCPLeaseTime']],
    ],
    [
      'static_lease',
      'LANDevice.1.LANHostConfigManagement.DHCPStaticAddress.1.',
      ['LANDevice.1.LANHostConfigManagement.DHCPStaticAddress.'],
      leaseNames,
    ],
    [
      'port_mapping',
      `${wanConnection}WANIPConnection.1.PortMapping.1.`,
      [`${wanConnection}WANIPConnection.1.PortMapping.`],
      [
        ['enabled', 'PortMappingEnabled'],
        ['name', 'PortMappingDescription'],
        ['protocol', 'PortMappingProtocol'],
        ['externalPort', 'ExternalPort'],
        ['internalClient', 'InternalClient'],
        ['internalPort', 'InternalPort'],
      ],
    ],
    ['account', 'User.1.', ['User.'], userNames],
  ],
}

/** In display order: most used first. */
export const termPaths: readonly TermPath[] = (Object.keys(usual) as DataModelRoot[]).flatMap((root) =>
  usual[root].flatMap(([section, object, tables, names]) => [
    ...names.map(([term, name]) => ({ section, term, path: root + object + name })),
    ...tables.map((table) => ({ section, term: null, path: root + table })),
  ]),
)
