import { describe, expect, test } from 'vitest'
import { fieldIn, treeOf } from './model-tree.ts'
import type { Section } from './terms.ts'
import { addFormOf, readSection } from './vocabulary.ts'

describe('name servers of a WAN of TR-181 (Device.DNS.Client.Server.{i}.)', () => {
  const server = (number: number, address: string, more: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries({ DNSServer: address, Interface: 'Device.IP.Interface.2', ...more }).map(
        ([name, value]) => [`Device.DNS.Client.Server.${number}.${name}`, value],
      ),
    )
  const wanWith = (servers: Record<string, string>) =>
    treeOf({
      'Device.IP.Interface.2.Status': 'Up',
      'Device.IP.Interface.2.LowerLayers': 'Device.Ethernet.Link.2',
      'Device.DNS.Client.Server.': '',
      'Device.DHCPv4.Client.1.Interface': 'Device.IP.Interface.2',
      'Device.DHCPv4.Client.1.DNSServers': '198.51.100.53',
      ...servers,
    })
  const fieldOf = (tree: ReturnType<typeof treeOf>) => fieldIn(readSection(tree, 'wan')[0]!, 'dnsServers')

  test.each([
    ['those that are set', { ...server(2, '192.0.2.1'), ...server(5, '192.0.2.2') }, '192.0.2.1,192.0.2.2'],
    [
      'none that is switched off',
      { ...server(2, '192.0.2.1'), ...server(5, '192.0.2.2', { Enable: '0' }) },
      '192.0.2.1',
    ],
    [
      'those that were learned, without any of its own',
      server(1, '192.0.2.9', { Type: 'DHCPv4' }),
      '192.0.2.9',
    ],
    ['what DHCP was configured, without any', {}, '198.51.100.53'],
    [
      'none of another interface',
      server(1, '192.0.2.9', { Interface: 'Device.IP.Interface.7' }),
      '198.51.100.53',
    ],
  ])('are %s', (_what, servers, expected) => {
    expect(fieldOf(wanWith(servers))).toMatchObject({ value: expected, writable: true })
  })

  test('fewer: a row that is left is switched off, or deleted where it has no switch', () => {
    const on = { Enable: '1' }
    const rows = { ...server(2, '192.0.2.1', on), ...server(5, '192.0.2.2', on) }
    expect(fieldOf(wanWith(rows)).write('192.0.2.7')).toMatchObject({
      writes: [
        { path: 'Device.DNS.Client.Server.2.DNSServer', value: '192.0.2.7' },
        { path: 'Device.DNS.Client.Server.5.Enable', value: '0' },
      ],
      objects: [],
      absent: [],
    })
    const plain = { ...server(2, '192.0.2.1'), ...server(5, '192.0.2.2') }
    expect(fieldOf(wanWith(plain)).write('192.0.2.1')).toMatchObject({
      writes: [],
      absent: ['Device.DNS.Client.Server.5.'],
    })
  })

  test('fewer: a row that has no switch and cannot be deleted is emptied, and taken again', () => {
    const fixed = { 'Device.DNS.Client.Server.2.': '', 'Device.DNS.Client.Server.5.': '' }
    const wan = (second: string) =>
      fieldOf(
        treeOf(
          {
            'Device.IP.Interface.2.Status': 'Up',
            'Device.DNS.Client.Server.': '',
            ...fixed,
            ...server(2, '192.0.2.1'),
            ...server(5, second),
          },
          Object.keys(fixed),
        ),
      )
    expect(wan('192.0.2.2').write('192.0.2.1')).toMatchObject({
      writes: [{ path: 'Device.DNS.Client.Server.5.DNSServer', value: '' }],
      absent: [],
    })
    expect(wan('')).toMatchObject({ value: '192.0.2.1' })
    expect(wan('').write('192.0.2.1,192.0.2.9')).toMatchObject({
      writes: [{ path: 'Device.DNS.Client.Server.5.DNSServer', value: '192.0.2.9' }],
      objects: [],
    })
  })

  test('more: a row that is off is taken first, what has no row gets one, and what is there stays', () => {
    const rows = { ...server(2, '192.0.2.1', { Enable: '1' }), ...server(5, '192.0.2.2', { Enable: '0' }) }
    const outcome = fieldOf(wanWith(rows)).write('192.0.2.3, 192.0.2.1, 192.0.2.4,192.0.2.4')
    expect(outcome).toMatchObject({
      writes: [
        { path: 'Device.DNS.Client.Server.5.DNSServer', value: '192.0.2.3' },
        { path: 'Device.DNS.Client.Server.5.Enable', value: '1' },
      ],
      objects: [
        {
          table: 'Device.DNS.Client.Server.',
          values: [
            { name: 'DNSServer', value: '192.0.2.4' },
            { name: 'Interface', value: 'Device.IP.Interface.2' },
            { name: 'Enable', value: '1' },
          ],
        },
      ],
    })
  })

  test('what was learned is never written', () => {
    const tree = treeOf(
      {
        'Device.IP.Interface.2.Status': 'Up',
        'Device.DNS.Client.Server.': '',
        ...server(1, '192.0.2.9', { Type: 'DHCPv4' }),
      },
      ['Device.DNS.Client.Server.'],
    )
    expect(fieldOf(tree)).toMatchObject({ value: '192.0.2.9', writable: false })
    expect(fieldOf(tree).write('192.0.2.1')).toEqual({ refusal: 'read_only' })
  })
})

describe('what may be added, and what must not', () => {
  const added = (
    tree: ReturnType<typeof treeOf>,
    section: Section,
    given: Record<string, string | boolean>,
  ) => addFormOf(tree, section)?.objects(new Map(Object.entries(given)) as never)

  test('a pool stands on the LAN whose network it is of, and overlaps no other', () => {
    const pool = 'Device.DHCPv4.Server.Pool.1.'
    const tree = treeOf({
      'Device.DHCPv4.Server.Pool.': '',
      [`${pool}MinAddress`]: '192.168.1.100',
      [`${pool}MaxAddress`]: '192.168.1.199',
      'Device.IP.Interface.1.Alias': 'lan1',
      'Device.IP.Interface.1.IPv4Address.1.IPAddress': '192.168.1.1',
      'Device.IP.Interface.1.IPv4Address.1.SubnetMask': '255.255.255.0',
      'Device.IP.Interface.4.Alias': 'lan2',
      'Device.IP.Interface.4.IPv4Address.1.IPAddress': '10.9.0.1',
      'Device.IP.Interface.4.IPv4Address.1.SubnetMask': '255.255.0.0',
    })
    const range = { rangeStart: '10.9.3.1', rangeEnd: '10.9.3.99', subnetMask: '255.255.0.0' }
    expect(added(tree, 'dhcp', range)).toMatchObject({
      objects: [
        {
          table: 'Device.DHCPv4.Server.Pool.',
          values: expect.arrayContaining([
            expect.objectContaining({ name: 'Interface', value: 'Device.IP.Interface.4' }),
            expect.objectContaining({ name: 'Enable', value: '1' }),
          ]),
        },
      ],
    })
    const wrong = (more: Record<string, string>) => added(tree, 'dhcp', { ...range, ...more })
    expect(wrong({ rangeEnd: '10.9.2.1' })).toEqual({ wrong: new Map([['rangeEnd', 'format']]) })
    expect(wrong({ rangeEnd: '10.10.0.1' })).toEqual({ wrong: new Map([['rangeEnd', 'format']]) })
    expect(
      wrong({ rangeStart: '192.168.1.150', rangeEnd: '192.168.1.250', subnetMask: '255.255.255.0' }),
    ).toEqual({
      wrong: new Map([['rangeStart', 'taken']]),
    })
  })

  test('the last account stays, and no two have one name', () => {
    const user = (number: number, name: string) => ({
      [`Device.Users.User.${number}.Username`]: name,
      [`Device.Users.User.${number}.`]: '',
    })
    const one = treeOf({ 'Device.Users.User.': '', ...user(3, 'admin') })
    expect(readSection(one, 'account')).toMatchObject([{ label: 'admin', remove: null }])
    const two = treeOf({ 'Device.Users.User.': '', ...user(3, 'admin'), ...user(4, 'help') })
    expect(readSection(two, 'account')[1]).toMatchObject({ remove: ['Device.Users.User.4.'] })
    expect(added(two, 'account', { username: 'help', password: 'x' })).toEqual({
      wrong: new Map([['username', 'taken']]),
    })
  })

  test('an IPsec connection is a profile and a filter that refers to it, and both go', () => {
    const tree = treeOf({
      'Device.IPsec.Profile.': '',
      'Device.IPsec.Filter.': '',
      'Device.IPsec.Profile.2.': '',
      'Device.IPsec.Profile.2.RemoteEndpoints': '203.0.113.10',
      'Device.IPsec.Filter.5.': '',
      'Device.IPsec.Filter.5.Profile': 'Device.IPsec.Profile.2',
      'Device.IPsec.Filter.5.DestIP': '10.1.0.0',
      'Device.IPsec.Filter.5.DestMask': '/16',
    })
    const [office] = readSection(tree, 'vpn')
    expect(office).toMatchObject({ remove: ['Device.IPsec.Filter.5.', 'Device.IPsec.Profile.2.'] })
    expect(fieldIn(office!, 'remoteNetwork')).toMatchObject({ value: '10.1.0.0/16' })
    expect(fieldIn(office!, 'remoteNetwork').write('10.2.0.0/24')).toMatchObject({
      writes: [{ value: '10.2.0.0' }, { value: '/24' }],
    })
    const shop = { vpnKind: 'ipsec', name: 'shop', remoteAddress: '203.0.113.11' }
    expect(added(tree, 'vpn', shop)).toEqual({ wrong: new Map([['remoteNetwork', 'required']]) })
    expect(added(tree, 'vpn', { ...shop, remoteNetwork: '10.3.0.0/16' })).toMatchObject({
      objects: [
        { table: 'Device.IPsec.Profile.' },
        { table: 'Device.IPsec.Filter.', refers: { name: 'Profile', object: 0, dot: false } },
      ],
    })
  })

  test('a VPN of TR-098 only where the gateway lets be written what the standard does not', () => {
    const pppTable = 'InternetGatewayDevice.WANDevice.2.WANConnectionDevice.3.WANPPPConnection.'
    const parameters = {
      [pppTable]: '',
      [`${pppTable}4.TransportType`]: 'PPPoE',
      [`${pppTable}4.RemoteIPAddress`]: '0.0.0.0',
    }
    expect(addFormOf(treeOf(parameters), 'vpn')).not.toBeNull()
    expect(addFormOf(treeOf(parameters, [`${pppTable}4.TransportType`]), 'vpn')).toBeNull()
  })
})
