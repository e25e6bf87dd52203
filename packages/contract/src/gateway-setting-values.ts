/**
 * Sections of a gateway's settings, independent of its data model (TR-098, TR-181): keys of phrases under
 * `gatewaySettings.sections`.
 */
export const settingSections = [
  'system',
  'wan',
  'lan',
  'port',
  'wifi',
  'dhcp',
  'static_lease',
  'vpn',
  'cellular',
  'time',
  'account',
  'host',
  'wifi_client',
  'port_mapping',
] as const
export type SettingSection = (typeof settingSections)[number]

/** Long sections: paged by a separate call. Hosts and clients are read on demand. */
export const settingLists = ['static_lease', 'host', 'wifi_client', 'port_mapping'] as const
export type SettingList = (typeof settingLists)[number]

/** Keys of phrases under `gatewaySettings.fields`. */
export const settingFields = [
  // Name and state.
  'name',
  'enabled',
  'state',
  // The gateway as a whole.
  'uptime',
  'cpuUsage',
  'memoryTotal',
  'memoryFree',
  // Addresses: WAN, LAN, DHCP.
  'addressing',
  'ipAddress',
  'subnetMask',
  'gateway',
  'dnsServers',
  'macAddress',
  'mtu',
  'natEnabled',
  // Access to the line.
  'username',
  'password',
  // Counters.
  'bytesSent',
  'bytesReceived',
  'packetsSent',
  'packetsReceived',
  'errorsSent',
  'errorsReceived',
  // Ports.
  'speed',
  'duplex',
  // Wi-Fi.
  'ssid',
  'hidden',
  'security',
  'passphrase',
  'band',
  'channel',
  'autoChannel',
  'standard',
  'bandwidth',
  'transmitPower',
  'bssid',
  'clients',
  // A client of the Wi-Fi.
  'network',
  'signal',
  'downlinkRate',
  'uplinkRate',
  // DHCP.
  'rangeStart',
  'rangeEnd',
  'leaseTime',
  'domain',
  // Port mappings.
  'protocol',
  'externalPort',
  'externalPortEnd',
  'internalPort',
  'internalClient',
  'remoteHost',
  // Hosts.
  'active',
  'connectedBy',
  'leaseLeft',
  // VPN.
  'vpnKind',
  'remoteAddress',
  'remoteNetwork',
  // Cellular.
  'technology',
  'operator',
  'simState',
  'imei',
  'iccid',
  'apn',
  // Time.
  'ntpServer1',
  'ntpServer2',
  'timeZone',
  'localTime',
  // Accounts.
  'remoteAccess',
] as const
export type SettingField = (typeof settingFields)[number]

/** Terms of fields of the kind `choice`: keys of phrases under `gatewaySettings.choices.<field>`. */
export const settingChoices = {
  state: [
    'up',
    'connecting',
    'disconnecting',
    'down',
    'synchronized',
    'unsynchronized',
    'disabled',
    'error',
    'other',
  ],
  addressing: ['dhcp', 'static', 'pppoe', 'bridged', 'other'],
  duplex: ['auto', 'full', 'half', 'other'],
  security: [
    'none',
    'wep',
    'wpa',
    'wpa2',
    'wpa_wpa2',
    'wpa3',
    'wpa2_wpa3',
    'wpa_enterprise',
    'wpa2_enterprise',
    'wpa_wpa2_enterprise',
    'wpa3_enterprise',
    'other',
  ],
  band: ['2.4', '5', '6', 'other'],
  protocol: ['tcp', 'udp', 'both', 'other'],
  connectedBy: ['ethernet', 'wifi', 'other'],
  vpnKind: ['ipsec', 'gre', 'l2tpv3', 'l2tp', 'pptp', 'other'],
  simState: ['valid', 'absent', 'locked', 'error', 'other'],
} as const satisfies Partial<Record<SettingField, readonly string[]>>
export type ChoiceField = keyof typeof settingChoices

/**
 * `secret` is written and never read. `ipv4_list`: several, separated by commas. `instant` is local time of
 * the gateway.
 */
export const settingKinds = [
  'text',
  'number',
  'flag',
  'choice',
  'secret',
  'ipv4',
  'ipv4_list',
  'mac',
  'instant',
] as const
export type SettingKind = (typeof settingKinds)[number]

export const settingUnits = [
  'seconds',
  'percent',
  'kibibytes',
  'bytes',
  'packets',
  'mbps',
  'kbps',
  'dbm',
] as const
export type SettingUnit = (typeof settingUnits)[number]
