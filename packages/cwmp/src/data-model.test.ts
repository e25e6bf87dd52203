import { describe, expect, test } from 'vitest'
import { isDangerousPath, isSecretPath, pathOf, rootOf, valueOf } from './data-model.ts'
import { faultPhraseKey, retryMayHelp } from './faults.ts'
import { identify, isPlaceholderSerial } from './identity.ts'
import { canonicalMac, wanInterfaces } from './wan.ts'

const values = (entries: Record<string, string>) =>
  Object.entries(entries).map(([name, value]) => ({ name, value, type: 'string' }))

describe('vocabulary', () => {
  test('one word names the parameter of both data models', () => {
    const tr098 = values({ 'InternetGatewayDevice.DeviceInfo.SoftwareVersion': '1.2' })
    expect(rootOf(tr098)).toBe('InternetGatewayDevice.')
    expect(valueOf(tr098, 'softwareVersion')).toBe('1.2')
    expect(pathOf('Device.', 'username')).toBe('Device.ManagementServer.Username')
    expect(rootOf(values({ 'X_Vendor.A': '' }))).toBeNull()
  })

  test.each([
    'Device.ManagementServer.Password',
    'Device.ManagementServer.ConnectionRequestPassword',
    'Device.WiFi.AccessPoint.1.Security.KeyPassphrase',
    'Device.WiFi.AccessPoint.1.Security.PreSharedKey',
    'Device.WiFi.AccessPoint.1.Security.SAEPassphrase',
    'InternetGatewayDevice.LANDevice.1.WLANConfiguration.1.PreSharedKey.1.PreSharedKey',
    'InternetGatewayDevice.LANDevice.1.WLANConfiguration.1.WEPKey.1.WEPKey',
    'InternetGatewayDevice.Services.VoiceService.1.VoiceProfile.1.Line.1.SIP.AuthPassword',
    'Device.X_0010A4_Admin.WebPassword',
    'Device.Users.User.1.Password',
    'Device.WiFi.AccessPoint.1.Security.RadiusSecret',
    'Device.WiFi.AccessPoint.1.WPS.PIN',
    'Device.Cellular.Interface.1.USIM.PIN',
  ])('%s is secret', (path) => {
    expect(isSecretPath(path)).toBe(true)
  })

  test.each([
    'Device.DeviceInfo.SerialNumber',
    'Device.ManagementServer.Username',
    'Device.WiFi.SSID.1.SSID',
    'Device.X.Mapping',
  ])('%s is not secret', (path) => {
    expect(isSecretPath(path)).toBe(false)
  })

  test.each([
    ['Device.ManagementServer.URL', true],
    ['InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.Enable', true],
    ['Device.IP.Interface.1.Enable', true],
    ['Device.PPP.Interface.1.Username', true],
    ['Device.WiFi.SSID.1.SSID', false],
    ['InternetGatewayDevice.LANDevice.1.WLANConfiguration.1.SSID', false],
  ])('%s is dangerous: %s', (path, dangerous) => {
    expect(isDangerousPath(path)).toBe(dangerous)
  })
})

describe('WAN', () => {
  test('the connection in use comes first (TR-098)', () => {
    const at = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.'
    expect(
      wanInterfaces(
        values({
          [`${at}WANIPConnection.1.ExternalIPAddress`]: '0.0.0.0',
          [`${at}WANIPConnection.1.ConnectionStatus`]: 'Disconnected',
          [`${at}WANPPPConnection.1.Name`]: 'pppoe',
          [`${at}WANPPPConnection.1.ExternalIPAddress`]: '203.0.113.9',
          [`${at}WANPPPConnection.1.MACAddress`]: '02-00-00-AA-BB-CC',
          [`${at}WANPPPConnection.1.ConnectionStatus`]: 'Connected',
        }),
      ),
    ).toEqual([
      {
        path: `${at}WANPPPConnection.1.`,
        name: 'pppoe',
        ipAddress: '203.0.113.9',
        macAddress: '02:00:00:aa:bb:cc',
        status: 'Connected',
      },
      {
        path: `${at}WANIPConnection.1.`,
        name: 'WANIPConnection 1',
        ipAddress: null,
        macAddress: null,
        status: 'Disconnected',
      },
    ])
  })

  test('the MAC is found down the layers (TR-181), and a ring of layers ends', () => {
    const found = wanInterfaces(
      values({
        'Device.IP.Interface.2.Alias': 'wan',
        'Device.IP.Interface.2.Status': 'Up',
        'Device.IP.Interface.2.IPv4Address.1.IPAddress': '198.51.100.7',
        'Device.IP.Interface.2.LowerLayers': 'Device.Ethernet.Link.2',
        'Device.Ethernet.Link.2.LowerLayers': 'Device.Ethernet.Interface.1.',
        'Device.Ethernet.Interface.1.MACAddress': '0200.00aa.bbcc',
        'Device.IP.Interface.1.Alias': 'br-lan',
        'Device.IP.Interface.3.LowerLayers': 'Device.Ethernet.Link.3',
        'Device.Ethernet.Link.3.LowerLayers': 'Device.Ethernet.Link.3',
      }),
    )
    expect(found.map(({ name, macAddress }) => [name, macAddress])).toEqual([
      ['wan', '02:00:00:aa:bb:cc'],
      ['Interface 3', null],
    ])
  })

  test('MAC addresses in any notation have one form; zeros are none', () => {
    for (const text of ['02:00:00:AA:BB:CC', '02-00-00-aa-bb-cc', '0200.00aa.bbcc', '020000AABBCC']) {
      expect(canonicalMac(text)).toBe('02:00:00:aa:bb:cc')
    }
    expect(canonicalMac('00:00:00:00:00:00')).toBeNull()
    expect(canonicalMac('<b>')).toBeNull()
  })
})

describe('identity', () => {
  test('case, separators and invisible characters do not make another gateway', () => {
    const one = identify({ oui: '00:a0:c9', productClass: ' HG 8245 ', serialNumber: 'abC1\u200B' })
    expect(one).toEqual({
      oui: '00A0C9',
      productClass: 'HG 8245',
      serialNumber: 'abC1',
      key: '00A0C9|HG 8245|ABC1',
    })
    expect(identify({ oui: '00A0C9', productClass: 'HG  8245', serialNumber: 'ABC1' }).key).toBe(one.key)
  })

  test('a bar in a part does not make two identities equal', () => {
    const keys = [
      identify({ oui: '00A0C9', productClass: 'A|B', serialNumber: 'C' }),
      identify({ oui: '00A0C9', productClass: 'A', serialNumber: 'B|C' }),
    ].map(({ key }) => key)
    expect(keys[0]).not.toBe(keys[1])
  })

  test.each([
    '',
    ' ',
    '0',
    '0000000000',
    '1234567890',
    'Not Specified',
    'default',
    'XXXX',
    'ffffffffffff',
    'To be filled by O.E.M.',
  ])('serial "%s" is a placeholder', (serial) => {
    expect(isPlaceholderSerial(serial)).toBe(true)
  })

  test.each(['EXN20000', '0010A400E6D0', '48575443A1B2C3D4'])('serial %s is real', (serial) => {
    expect(isPlaceholderSerial(serial)).toBe(false)
  })
})

describe('faults', () => {
  test.each([
    ['9005', '9005', false],
    ['9004', '9004', true],
    ['9010', '9010', true],
    ['9801', 'cpe_vendor', false],
    ['8801', 'acs_vendor', false],
    ['no_answer', 'no_answer', true],
    ['<b>', 'unknown', false],
  ])('%s has phrase %s, retry helps: %s', (code, key, retry) => {
    expect(faultPhraseKey(code)).toBe(key)
    expect(retryMayHelp(code)).toBe(retry)
  })
})
