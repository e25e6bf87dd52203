import { expect, test } from 'vitest'
import { factPaths, gatewayFacts } from './gateway-facts.ts'

const facts = (root: 'Device.' | 'InternetGatewayDevice.', values: Record<string, string>) =>
  gatewayFacts(
    root,
    Object.entries(values).map(([name, value]) => ({ name: root + name, value })),
  )
const wan = 'WANDevice.1.WANConnectionDevice.1.'

test('TR-098: connections, where they lead, and what the gateway tells of itself', () => {
  expect(
    facts('InternetGatewayDevice.', {
      [`${wan}WANPPPConnection.1.ConnectionStatus`]: 'Disconnected',
      [`${wan}WANPPPConnection.1.Enable`]: '1',
      [`${wan}WANPPPConnection.1.Name`]: 'pppoe',
      [`${wan}WANPPPConnection.1.LastConnectionError`]: 'ERROR_AUTHENTICATION_FAILURE',
      [`${wan}WANPPPConnection.1.DefaultGateway`]: '198.18.9.9',
      [`${wan}WANIPConnection.1.ConnectionStatus`]: 'Connected',
      [`${wan}WANIPConnection.1.ExternalIPAddress`]: '198.18.0.7',
      [`${wan}WANIPConnection.1.DefaultGateway`]: '198.18.0.1',
      [`${wan}WANIPConnection.1.DNSServers`]: '198.18.0.53,198.18.0.54',
      [`${wan}WANIPConnection.1.LastConnectionError`]: 'ERROR_NONE',
      'DeviceInfo.UpTime': '90',
      'DeviceInfo.MemoryStatus.Total': '1000',
      'DeviceInfo.MemoryStatus.Free': '250',
      'DeviceInfo.ProcessStatus.CPUUsage': '7',
    }),
  ).toEqual({
    connections: [
      {
        name: 'pppoe',
        status: 'Disconnected',
        isUp: false,
        enabled: true,
        isPpp: true,
        address: null,
        lastError: 'ERROR_AUTHENTICATION_FAILURE',
      },
      {
        name: 'WANIPConnection 1',
        status: 'Connected',
        isUp: true,
        enabled: true,
        isPpp: false,
        address: '198.18.0.7',
        lastError: null,
      },
    ],
    defaultGateway: '198.18.0.1',
    dnsServer: '198.18.0.53',
    uptimeSeconds: 90,
    memory: { totalKib: 1000, freeKib: 250 },
    cpuPercent: 7,
  })
})

test('TR-181: PPP stands below its interface; LAN and loopback are no way out', () => {
  expect(
    facts('Device.', {
      'IP.Interface.1.Status': 'Up',
      'IP.Interface.1.Alias': 'br-lan',
      'IP.Interface.2.Status': 'LowerLayerDown',
      'IP.Interface.2.Alias': 'wan',
      'IP.Interface.2.LowerLayers': 'Device.PPP.Interface.1',
      'PPP.Interface.1.ConnectionStatus': 'Disconnected',
      'PPP.Interface.1.LastConnectionError': 'ERROR_AUTHENTICATION_FAILURE',
      'Routing.Router.1.IPv4Forwarding.1.DestIPAddress': '10.0.0.0',
      'Routing.Router.1.IPv4Forwarding.1.GatewayIPAddress': '10.0.0.1',
      'Routing.Router.1.IPv4Forwarding.2.DestIPAddress': '',
      'Routing.Router.1.IPv4Forwarding.2.GatewayIPAddress': '198.18.0.1',
      'DNS.Client.Server.1.DNSServer': '198.18.0.53',
    }),
  ).toMatchObject({
    connections: [{ name: 'wan', isUp: false, isPpp: true, lastError: 'ERROR_AUTHENTICATION_FAILURE' }],
    defaultGateway: '198.18.0.1',
    dnsServer: '198.18.0.53',
    memory: null,
  })
})

test('hostile values are none: no address, no share above all, no negative memory', () => {
  expect(
    facts('Device.', {
      'Routing.Router.1.IPv4Forwarding.1.GatewayIPAddress': '1.1.1.1;reboot',
      'DNS.Client.Server.1.DNSServer': '127.0.0.1',
      'DeviceInfo.MemoryStatus.Total': '5',
      'DeviceInfo.MemoryStatus.Free': '50',
      'DeviceInfo.ProcessStatus.CPUUsage': '900',
      'DeviceInfo.UpTime': '-1',
    }),
  ).toEqual({
    connections: [],
    defaultGateway: null,
    dnsServer: null,
    uptimeSeconds: null,
    memory: null,
    cpuPercent: null,
  })
  expect(factPaths('Device.').every((path) => path.startsWith('Device.'))).toBe(true)
})
