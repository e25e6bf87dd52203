import { describe, expect, test } from 'vitest'
import { fieldIn, termsOf, treeOf } from './model-tree.ts'
import type { Section } from './terms.ts'
import { addFormOf, fieldAt, pathsOf, readSection } from './vocabulary.ts'

const ip = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.'
const ppp = 'InternetGatewayDevice.WANDevice.2.WANConnectionDevice.3.WANPPPConnection.4.'
const wlan = 'InternetGatewayDevice.LANDevice.1.WLANConfiguration.2.'

describe('what a gateway tells is read by its terms', () => {
  test.each<[string, Section, Record<string, string>, object[]]>([
    [
      'TR-098 WANIPConnection.{i}., with the counters of the line',
      'wan',
      {
        [`${ip}ConnectionStatus`]: 'Connected',
        [`${ip}ConnectionType`]: 'IP_Routed',
        [`${ip}AddressingType`]: 'Static',
        [`${ip}ExternalIPAddress`]: '198.51.100.7',
        [`${ip}DNSServers`]: '192.0.2.1,192.0.2.2',
        [`${ip}MACAddress`]: '02-00-5E-00-53-AA',
        [`${ip}NATEnabled`]: 'true',
        'InternetGatewayDevice.WANDevice.1.WANCommonInterfaceConfig.TotalBytesSent': '4294967295',
      },
      [
        {
          addressing: 'static',
          state: 'up',
          ipAddress: '198.51.100.7',
          dnsServers: '192.0.2.1,192.0.2.2',
          macAddress: '02:00:5e:00:53:aa',
          natEnabled: true,
          bytesSent: 4_294_967_295,
        },
      ],
    ],
    [
      'TR-098 WANPPPConnection.{i}.: the account without its password',
      'wan',
      {
        [`${ppp}ConnectionStatus`]: 'Authenticating',
        [`${ppp}ConnectionType`]: 'IP_Routed',
        [`${ppp}Username`]: 'line@isp',
        [`${ppp}Password`]: 'leaked',
      },
      [{ addressing: 'pppoe', state: 'connecting', username: 'line@isp', password: null }],
    ],
    [
      'TR-098 IP_Bridged: the gateway hands the line on',
      'wan',
      { [`${ip}ConnectionStatus`]: 'Connected', [`${ip}ConnectionType`]: 'IP_Bridged' },
      [{ addressing: 'bridged' }],
    ],
    [
      'TR-181 IP.Interface.{i}. over PPP over a VLAN over Ethernet, by LowerLayers',
      'wan',
      {
        'Device.IP.Interface.3.Status': 'Up',
        'Device.IP.Interface.3.LastChange': '60',
        'Device.IP.Interface.3.LowerLayers': 'Device.PPP.Interface.2',
        'Device.PPP.Interface.2.Username': 'line@isp',
        'Device.PPP.Interface.2.Password': '',
        'Device.PPP.Interface.2.Status': 'Up',
        'Device.PPP.Interface.2.IPCP.LocalIPAddress': '203.0.113.9',
        'Device.PPP.Interface.2.LowerLayers': 'Device.Ethernet.VLANTermination.1.',
        'Device.Ethernet.VLANTermination.1.LowerLayers': 'Device.Ethernet.Link.4.',
        'Device.Ethernet.Link.4.LowerLayers': 'Device.Ethernet.Interface.1.',
        'Device.Ethernet.Link.4.MACAddress': '02:00:5e:00:53:01',
        'Device.Ethernet.Interface.1.Upstream': '1',
        'Device.Ethernet.Interface.1.Stats.BytesReceived': '5',
        'Device.Routing.Router.1.IPv4Forwarding.9.Interface': 'Device.IP.Interface.3',
        'Device.Routing.Router.1.IPv4Forwarding.9.DestIPAddress': '',
        'Device.Routing.Router.1.IPv4Forwarding.9.GatewayIPAddress': '203.0.113.1',
        'Device.NAT.InterfaceSetting.5.Interface': 'Device.IP.Interface.3.',
        'Device.NAT.InterfaceSetting.5.Enable': '0',
      },
      [
        {
          addressing: 'pppoe',
          state: 'up',
          uptime: 60,
          username: 'line@isp',
          password: null,
          ipAddress: '203.0.113.9',
          gateway: '203.0.113.1',
          macAddress: '02:00:5e:00:53:01',
          natEnabled: false,
          bytesReceived: 5,
        },
      ],
    ],
    [
      'TR-181: what stands on a bridge is the LAN, whatever it is called',
      'lan',
      {
        'Device.IP.Interface.1.Name': 'eth9',
        'Device.IP.Interface.1.LowerLayers': 'Device.Ethernet.Link.1.',
        'Device.Ethernet.Link.1.LowerLayers': 'Device.Bridging.Bridge.1.Port.1.',
        'Device.IP.Interface.1.IPv4Address.2.IPAddress': '192.168.8.1',
        'Device.IP.Interface.2.Name': 'br-lan',
        'Device.IP.Interface.2.LowerLayers': 'Device.Ethernet.Interface.1.',
        'Device.Ethernet.Interface.1.Upstream': 'true',
      },
      [{ name: 'eth9', ipAddress: '192.168.8.1' }],
    ],
    [
      'TR-098 WLANConfiguration.{i}., BeaconType 11i with a RADIUS server',
      'wifi',
      {
        [`${wlan}SSID`]: 'staff',
        [`${wlan}Enable`]: '0',
        [`${wlan}BeaconType`]: '11i',
        [`${wlan}IEEE11iAuthenticationMode`]: 'EAPAuthentication',
        [`${wlan}SSIDAdvertisementEnabled`]: '0',
        [`${wlan}Channel`]: '149',
      },
      [{ ssid: 'staff', enabled: false, security: 'wpa2_enterprise', hidden: true, band: '5', channel: 149 }],
    ],
    [
      'TR-098 Basic without encryption is an open network',
      'wifi',
      { [`${wlan}BeaconType`]: 'Basic', [`${wlan}BasicEncryptionModes`]: 'None', [`${wlan}Channel`]: '14' },
      [{ security: 'none', band: '2.4' }],
    ],
    [
      'TR-181 SSID with its AccessPoint and its Radio, numbers with gaps',
      'wifi',
      {
        'Device.WiFi.SSID.4.SSID': 'guest',
        'Device.WiFi.SSID.4.Enable': '1',
        'Device.WiFi.SSID.4.LowerLayers': 'WiFi.Radio.7',
        'Device.WiFi.Radio.7.OperatingFrequencyBand': '6GHz',
        'Device.WiFi.Radio.7.Channel': '37',
        'Device.WiFi.AccessPoint.9.SSIDReference': 'Device.WiFi.SSID.4.',
        'Device.WiFi.AccessPoint.9.Enable': '0',
        'Device.WiFi.AccessPoint.9.Security.ModeEnabled': 'WPA3-Personal-Transition',
      },
      [{ ssid: 'guest', enabled: false, band: '6', channel: 37, security: 'wpa2_wpa3' }],
    ],
    [
      'TR-181 SSID that nothing refers to, on a Radio that is not there',
      'wifi',
      { 'Device.WiFi.SSID.1.SSID': 'alone', 'Device.WiFi.SSID.1.LowerLayers': 'Device.WiFi.Radio.1.' },
      [{ ssid: 'alone' }],
    ],
    [
      'TR-098 LANHostConfigManagement.',
      'dhcp',
      {
        'InternetGatewayDevice.LANDevice.2.LANHostConfigManagement.DHCPServerEnable': '1',
        'InternetGatewayDevice.LANDevice.2.LANHostConfigManagement.DHCPLeaseTime': '-1',
      },
      [{ enabled: true, leaseTime: -1 }],
    ],
    [
      'TR-098 Time.: the zone, not its offset',
      'time',
      {
        'InternetGatewayDevice.Time.LocalTimeZone': '+08:00',
        'InternetGatewayDevice.Time.LocalTimeZoneName': 'CST-8',
        'InternetGatewayDevice.Time.CurrentLocalTime': '0001-01-01T00:00:00Z',
      },
      [{ timeZone: 'CST-8', localTime: null }],
    ],
    [
      'TR-098 Hosts.Host.{i}. InterfaceType 802.11',
      'host',
      {
        'InternetGatewayDevice.LANDevice.1.Hosts.Host.8.InterfaceType': '802.11',
        'InternetGatewayDevice.LANDevice.1.Hosts.Host.8.HostName': 'tablet',
      },
      [{ name: 'tablet', connectedBy: 'wifi' }],
    ],
    [
      'TR-181 IPsec profile, up by the association of a tunnel whose filters use it',
      'vpn',
      {
        'Device.IPsec.Profile.2.Alias': 'office',
        'Device.IPsec.Profile.2.RemoteEndpoints': '203.0.113.10',
        'Device.IPsec.Filter.1.Profile': 'Device.IPsec.Profile.2',
        'Device.IPsec.Tunnel.6.Filters': 'Device.IPsec.Filter.5,Device.IPsec.Filter.1',
        'Device.IPsec.IKEv2SA.3.Tunnel': 'Device.IPsec.Tunnel.6',
        'Device.IPsec.IKEv2SA.3.Status': 'Up',
      },
      [{ vpnKind: 'ipsec', name: 'office', state: 'up', remoteAddress: '203.0.113.10' }],
    ],
    [
      'TR-098 has a VPN as PPP over L2TP alone',
      'vpn',
      { [`${ppp}TransportType`]: 'L2TP', [`${ppp}ConnectionStatus`]: 'Connected', [`${ip}Name`]: 'wan' },
      [{ vpnKind: 'l2tp', state: 'up' }],
    ],
    [
      'TR-181 Cellular.Interface.{i}., with the access point that is on',
      'cellular',
      {
        'Device.Cellular.Interface.1.RSSI': '-71',
        'Device.Cellular.Interface.1.USIM.Status': 'Blocked',
        'Device.Cellular.AccessPoint.1.Interface': 'Device.Cellular.Interface.1.',
        'Device.Cellular.AccessPoint.1.APN': 'off',
        'Device.Cellular.AccessPoint.2.Interface': 'Device.Cellular.Interface.1.',
        'Device.Cellular.AccessPoint.2.Enable': 'true',
        'Device.Cellular.AccessPoint.2.APN': 'internet',
      },
      [{ signal: -71, simState: 'locked', apn: 'internet' }],
    ],
    [
      'TR-098 accounts: of TR-157, and of carriers in China',
      'account',
      {
        'InternetGatewayDevice.User.1.Username': 'admin',
        'InternetGatewayDevice.User.1.Password': '',
        'InternetGatewayDevice.DeviceInfo.X_CT-COM_TeleComAccount.Password': '',
      },
      [{ username: 'admin', password: null }, { password: null }],
    ],
    ['TR-098 has nothing of cellular', 'cellular', { [`${ip}Name`]: 'wan' }, []],
  ])('%s', (_what, section, values, expected) => {
    const instances = readSection(treeOf(values), section)
    expect(instances.map(termsOf)).toMatchObject(expected)
    expect(instances).toHaveLength(expected.length)
  })

  test('clients of the Wi-Fi have the name and the address of the host with their MAC address', () => {
    const tree = treeOf({
      [`${wlan}SSID`]: 'staff',
      [`${wlan}AssociatedDevice.5.AssociatedDeviceMACAddress`]: '02:00:5E:00:53:03',
      [`${wlan}AssociatedDevice.5.X_ACME_RSSI`]: '-67',
      'InternetGatewayDevice.LANDevice.1.Hosts.Host.2.MACAddress': '02005e005303',
      'InternetGatewayDevice.LANDevice.1.Hosts.Host.2.HostName': 'tablet',
      'InternetGatewayDevice.LANDevice.1.Hosts.Host.2.IPAddress': '192.168.1.9',
    })
    expect(readSection(tree, 'wifi_client').map(termsOf)).toEqual([
      {
        name: 'tablet',
        ipAddress: '192.168.1.9',
        macAddress: '02:00:5e:00:53:03',
        signal: -67,
        network: 'staff',
      },
    ])
  })

  test('the WAN in use is marked, and none that is down', () => {
    const tree = treeOf({
      [`${ip}ConnectionStatus`]: 'Disconnected',
      [`${ppp}ConnectionStatus`]: 'Connected',
    })
    expect(readSection(tree, 'wan').map(({ path, inUse }) => [path, inUse])).toEqual([
      [ppp, true],
      [ip, false],
    ])
  })
})

describe('hostile values', () => {
  test('references in a ring, to themselves, and lists of them end', () => {
    const many = Array.from({ length: 500 }, (_, index) => `Device.IP.Interface.${index + 1}.`).join(',')
    const tree = treeOf({
      'Device.IP.Interface.1.LowerLayers': many,
      'Device.IP.Interface.2.LowerLayers': 'Device.IP.Interface.1.,Device.IP.Interface.2.',
      'Device.WiFi.SSID.1.LowerLayers': 'Device.WiFi.SSID.1.',
      'Device.WiFi.SSID.1.SSID': 'ring',
    })
    expect(readSection(tree, 'wan').length).toBeGreaterThan(0)
    expect(readSection(tree, 'wifi').map(termsOf)).toEqual([{ ssid: 'ring' }])
  })

  test.each([
    ['a number that is none', '12abc', { value: null, raw: '12abc' }],
    ['a number beyond all', '9'.repeat(40), { value: null, raw: '9'.repeat(40) }],
    ['nothing', '', { value: null, raw: null }],
    ['a control character', '1\u0000', { value: 1, raw: null }],
  ])('%s', (_what, value, expected) => {
    const [instance] = readSection(treeOf({ 'Device.DeviceInfo.UpTime': value }), 'system')
    expect(fieldIn(instance!, 'uptime')).toMatchObject(expected)
  })

  test('a name of 100,000 characters is cut, half of a character left out', () => {
    const [instance] = readSection(treeOf({ 'Device.WiFi.SSID.1.SSID': '😀'.repeat(50_000) }), 'wifi')
    expect(String(fieldIn(instance!, 'ssid').value).length).toBeLessThanOrEqual(256)
    expect(String(fieldIn(instance!, 'ssid').value).isWellFormed()).toBe(true)
  })
})

describe('what is asked of a gateway', () => {
  test('each path once, none below another, for the instances that it has', () => {
    const tree = treeOf({
      'InternetGatewayDevice.LANDevice.2.WLANConfiguration.1.SSID': 'a',
      'InternetGatewayDevice.LANDevice.5.WLANConfiguration.1.SSID': 'b',
    })
    expect(pathsOf(tree, ['wifi', 'wifi_client', 'host'], false)).toEqual([
      'InternetGatewayDevice.LANDevice.2.WLANConfiguration.',
      'InternetGatewayDevice.LANDevice.5.WLANConfiguration.',
      'InternetGatewayDevice.LANDevice.2.Hosts.Host.',
      'InternetGatewayDevice.LANDevice.5.Hosts.Host.',
    ])
    expect(pathsOf(tree, ['wifi', 'host'], true)).toEqual([
      'InternetGatewayDevice.LANDevice.2.WLANConfiguration.',
      'InternetGatewayDevice.LANDevice.5.WLANConfiguration.',
    ])
    expect(pathsOf(treeOf({ 'InternetGatewayDevice.DeviceSummary': '' }), ['wifi'], false)).toEqual([
      'InternetGatewayDevice.LANDevice.',
    ])
  })
})

describe('what is added', () => {
  test('a port mapping stands on the WAN in use, and refers to it as the gateway does', () => {
    const tree = treeOf({
      'Device.NAT.PortMapping.': '',
      'Device.IP.Interface.2.Status': 'Up',
      'Device.IP.Interface.2.LowerLayers': 'Device.Ethernet.Link.2',
    })
    const values = new Map<'externalPort' | 'internalPort' | 'internalClient', number | string>([
      ['externalPort', 80],
      ['internalPort', 8080],
      ['internalClient', '192.168.1.5'],
    ])
    expect(addFormOf(tree, 'port_mapping')?.objects(values)).toMatchObject({
      objects: [
        {
          table: 'Device.NAT.PortMapping.',
          key: ['Protocol', 'ExternalPort'],
          values: expect.arrayContaining([
            expect.objectContaining({ name: 'Interface', value: 'Device.IP.Interface.2' }),
            expect.objectContaining({ name: 'Enable', value: '1', type: 'boolean' }),
          ]),
        },
      ],
    })
  })

  test.each([
    ['the table is fixed', { 'Device.NAT.PortMapping.': '' }, ['Device.NAT.PortMapping.']],
    ['there is no such table', { 'Device.Time.Enable': '1' }, []],
  ])('nothing where %s', (_why, values, fixed) => {
    expect(addFormOf(treeOf(values, fixed), 'port_mapping')).toBeNull()
  })

  test('a network of TR-181 is an SSID on the radio of its band, and an access point that refers to it', () => {
    const tree = treeOf({
      'Device.WiFi.SSID.': '',
      'Device.WiFi.AccessPoint.': '',
      'Device.WiFi.Radio.3.OperatingFrequencyBand': '5GHz',
      'Device.WiFi.SSID.1.LowerLayers': 'Device.WiFi.Radio.3.',
    })
    const form = addFormOf(tree, 'wifi')
    const network = new Map<'ssid' | 'security' | 'passphrase', string>([
      ['ssid', 'lobby'],
      ['security', 'wpa2'],
    ])
    expect(form?.objects(network)).toEqual({ wrong: new Map([['passphrase', 'required']]) })
    expect(form?.objects(new Map(network).set('passphrase', 'twelve words'))).toMatchObject({
      objects: [
        {
          table: 'Device.WiFi.SSID.',
          key: ['SSID', 'LowerLayers'],
          values: expect.arrayContaining([
            expect.objectContaining({ name: 'LowerLayers', value: 'Device.WiFi.Radio.3.' }),
          ]),
        },
        {
          table: 'Device.WiFi.AccessPoint.',
          refers: { name: 'SSIDReference', object: 0, dot: true },
          values: expect.arrayContaining([
            expect.objectContaining({ name: 'Security.KeyPassphrase', secret: true }),
          ]),
        },
      ],
    })
  })
})

test('a path that a gateway refuses leads back to its field', () => {
  const tree = treeOf({ [`${wlan}BeaconType`]: '11i', [`${wlan}IEEE11iEncryptionModes`]: 'AESEncryption' })
  expect(fieldAt(tree, ['wan', 'wifi'], `${wlan}IEEE11iEncryptionModes`)).toEqual({
    section: 'wifi',
    instance: wlan,
    field: 'security',
  })
  expect(fieldAt(tree, ['wifi'], `${wlan}Nothing`)).toBeNull()
})
