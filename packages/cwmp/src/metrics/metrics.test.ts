import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { metricNames, metricOf } from '@netward/contract/metric-catalogue'
import { treeOf } from '../vocabulary/model-tree.ts'
import { measure } from './measure.ts'
import { planMetrics } from './plan.ts'

/** What a gateway with these values is measured as: every parameter answers what it has. */
function measured(values: Record<string, string>, types: Record<string, string> = {}): unknown[] {
  const { plan } = planMetrics(treeOf(values))
  const answer = Object.entries(values).map(([name, value]) => ({ name, value, type: types[name] ?? null }))
  return [...measure(plan, answer).values]
}

const igd = 'InternetGatewayDevice.'
const wanDevice = `${igd}WANDevice.1.`
const wanIp = `${wanDevice}WANConnectionDevice.1.WANIPConnection.1.`
const wanPpp = `${wanDevice}WANConnectionDevice.1.WANPPPConnection.1.`

describe('a parameter becomes the metric of its object', () => {
  test.each<[string, Record<string, string>, unknown[]]>([
    ['TR-181 DeviceInfo.UpTime', { 'Device.DeviceInfo.UpTime': '86400' }, [['device_uptime', '', 86_400]]],
    [
      'TR-181 DeviceInfo.ProcessStatus.CPUUsage',
      { 'Device.DeviceInfo.ProcessStatus.CPUUsage': '37' },
      [['cpu_usage', '', 37]],
    ],
    [
      'TR-181 DeviceInfo.MemoryStatus in KiB',
      { 'Device.DeviceInfo.MemoryStatus.Total': '1000', 'Device.DeviceInfo.MemoryStatus.Free': '250' },
      [
        ['memory_total', '', 1_024_000],
        ['memory_used', '', 768_000],
        ['memory_usage', '', 75],
      ],
    ],
    [
      'TR-157 DeviceInfo in TR-098',
      { [`${igd}DeviceInfo.ProcessStatus.CPUUsage`]: '5' },
      [['cpu_usage', '', 5]],
    ],
    [
      'Huawei in TR-098: per cent, with or without its sign',
      { [`${igd}DeviceInfo.X_HW_CpuUsed`]: '33%', [`${igd}DeviceInfo.X_HW_MemUsed`]: '41' },
      [
        ['cpu_usage', '', 33],
        ['memory_usage', '', 41],
      ],
    ],
    [
      'China Mobile in TR-098: memory in bytes',
      {
        [`${igd}DeviceInfo.X_CMCC_SysInfo.CPUUsage`]: '7',
        [`${igd}DeviceInfo.X_CMCC_SysInfo.MemoryTotal`]: '134217728',
        [`${igd}DeviceInfo.X_CMCC_SysInfo.MemoryFree`]: '33554432',
      },
      [
        ['cpu_usage', '', 7],
        ['memory_total', '', 134_217_728],
        ['memory_used', '', 100_663_296],
        ['memory_usage', '', 75],
      ],
    ],
    [
      'a vendor that names its load as others do',
      { 'Device.DeviceInfo.X_02A1B2_CPUUsage': '12' },
      [['cpu_usage', '', 12]],
    ],
    [
      'a vendor that counts the sessions of NAT',
      { 'Device.NAT.X_02A1B2_SessionCount': '1234' },
      [['session_count', '', 1234]],
    ],
    [
      'TR-181 TemperatureStatus.TemperatureSensor.{i}.Value; −274 is no reading',
      {
        'Device.DeviceInfo.TemperatureStatus.TemperatureSensor.1.Name': 'Board',
        'Device.DeviceInfo.TemperatureStatus.TemperatureSensor.1.Value': '48',
        'Device.DeviceInfo.TemperatureStatus.TemperatureSensor.2.Value': '-274',
      },
      [['temperature', 'Board', 48]],
    ],
    [
      'TR-181 IP.Interface.{i}.Stats, named as the console names the WAN',
      {
        'Device.IP.Interface.2.Alias': 'wan-1',
        'Device.IP.Interface.2.Status': 'Up',
        'Device.IP.Interface.2.Stats.BytesReceived': '9007199254740993',
        'Device.IP.Interface.2.Stats.BytesSent': '12',
        'Device.IP.Interface.2.Stats.ErrorsReceived': '3',
      },
      [
        ['interface_oper_state', 'wan-1', 1],
        ['interface_in_octets', 'wan-1', '9007199254740993', 64],
        ['interface_out_octets', 'wan-1', '12', 64],
        ['interface_in_errors', 'wan-1', '3', 64],
      ],
    ],
    [
      'TR-181: bytes and speed of the port below, which is then no LAN port',
      {
        'Device.IP.Interface.1.Name': 'wan',
        'Device.IP.Interface.1.LowerLayers': 'Device.Ethernet.Link.1',
        'Device.Ethernet.Link.1.LowerLayers': 'Device.Ethernet.Interface.4.',
        'Device.Ethernet.Interface.4.Name': 'eth3',
        'Device.Ethernet.Interface.4.MaxBitRate': '1000',
        'Device.Ethernet.Interface.4.CurrentBitRate': '100',
        'Device.Ethernet.Interface.4.Stats.BytesSent': '5',
      },
      [
        ['interface_out_octets', 'wan', '5', 64],
        ['interface_speed', 'wan', 100_000_000],
      ],
    ],
    [
      'TR-181 Ethernet.Interface.{i} of the LAN: a speed of −1 is automatic',
      {
        'Device.Ethernet.Interface.2.Name': 'lan1',
        'Device.Ethernet.Interface.2.Upstream': '0',
        'Device.Ethernet.Interface.2.Status': 'LowerLayerDown',
        'Device.Ethernet.Interface.2.MaxBitRate': '-1',
      },
      [['interface_oper_state', 'lan1', 7]],
    ],
    [
      'TR-181 WiFi.Radio.{i}, with the clients of all its access points',
      {
        'Device.WiFi.Radio.1.OperatingFrequencyBand': '5GHz',
        'Device.WiFi.Radio.1.Channel': '44',
        'Device.WiFi.Radio.1.Stats.Noise': '-92',
        'Device.WiFi.SSID.1.Enable': '0',
        'Device.WiFi.SSID.1.LowerLayers': 'Device.WiFi.Radio.1.',
        'Device.WiFi.SSID.2.Enable': '0',
        'Device.WiFi.SSID.2.LowerLayers': 'Device.WiFi.Radio.1',
        'Device.WiFi.AccessPoint.1.SSIDReference': 'Device.WiFi.SSID.1.',
        'Device.WiFi.AccessPoint.1.AssociatedDeviceNumberOfEntries': '3',
        'Device.WiFi.AccessPoint.1.AssociatedDevice.1.SignalStrength': '-50',
        'Device.WiFi.AccessPoint.1.AssociatedDevice.9.SignalStrength': '-61',
        'Device.WiFi.AccessPoint.2.SSIDReference': 'Device.WiFi.SSID.2.',
        'Device.WiFi.AccessPoint.2.AssociatedDeviceNumberOfEntries': '4',
      },
      [
        ['wifi_channel', '5GHz', 44],
        ['wifi_noise', '5GHz', -92],
        ['wifi_signal', '5GHz', -55],
        ['wifi_clients', '5GHz', 7],
      ],
    ],
    [
      'TR-181 2.8 Cellular.Interface.{i}; 0 is no network',
      {
        'Device.Cellular.Interface.1.Name': 'wwan0',
        'Device.Cellular.Interface.1.RSRP': '-101',
        'Device.Cellular.Interface.1.RSRQ': '-11',
        'Device.Cellular.Interface.1.RSSI': '0',
        'Device.Cellular.Interface.1.X_RDK_SNR': '13',
      },
      [
        ['cellular_rsrp', 'wwan0', -101],
        ['cellular_rsrq', 'wwan0', -11],
        ['cellular_sinr', 'wwan0', 13],
      ],
    ],
    [
      'TR-181 DSL.Channel in kbit/s and DSL.Line in tenths of a decibel, of the WAN above',
      {
        'Device.IP.Interface.1.Name': 'dsl0',
        'Device.IP.Interface.1.LowerLayers': 'Device.PPP.Interface.1.',
        'Device.PPP.Interface.1.LowerLayers': 'Device.PTM.Link.1.',
        'Device.PTM.Link.1.LowerLayers': 'Device.DSL.Channel.1.',
        'Device.DSL.Channel.1.LowerLayers': 'Device.DSL.Line.1.',
        'Device.DSL.Channel.1.DownstreamCurrRate': '102400',
        'Device.DSL.Line.1.DownstreamNoiseMargin': '63',
        'Device.DSL.Line.1.UpstreamNoiseMargin': '-12',
      },
      [
        ['dsl_down_rate', 'dsl0', 102_400_000],
        ['dsl_down_margin', 'dsl0', 6.3],
        ['dsl_up_margin', 'dsl0', -1.2],
      ],
    ],
    [
      'TR-098 WANIPConnection.{i}.Stats: 32 bits',
      {
        [`${wanIp}Name`]: 'internet',
        [`${wanIp}ConnectionStatus`]: 'Connected',
        [`${wanIp}Stats.EthernetBytesReceived`]: '4294967295',
        [`${wanDevice}WANCommonInterfaceConfig.TotalBytesReceived`]: '1',
        [`${wanDevice}WANCommonInterfaceConfig.Layer1DownstreamMaxBitRate`]: '100000000',
      },
      [
        ['interface_oper_state', 'internet', 1],
        ['interface_in_octets', 'internet', '4294967295', 32],
        ['interface_speed', 'internet', 100_000_000],
      ],
    ],
    [
      'TR-098 WANCommonInterfaceConfig and WANDSLInterfaceConfig, of the connection that is up',
      {
        [`${wanIp}Name`]: 'bridge',
        [`${wanIp}ConnectionStatus`]: 'Disconnected',
        [`${wanPpp}Name`]: 'pppoe',
        [`${wanPpp}ConnectionStatus`]: 'Connected',
        [`${wanDevice}WANCommonInterfaceConfig.TotalBytesSent`]: '77',
        [`${wanDevice}WANDSLInterfaceConfig.UpstreamCurrRate`]: '1024',
      },
      [
        ['interface_oper_state', 'pppoe', 1],
        ['interface_oper_state', 'bridge', 2],
        ['interface_out_octets', 'pppoe', '77', 32],
        ['dsl_up_rate', 'pppoe', 1_024_000],
      ],
    ],
    [
      'TR-098 LANEthernetInterfaceConfig.{i} has no name',
      {
        [`${igd}LANDevice.1.LANEthernetInterfaceConfig.3.Status`]: 'NoLink',
        [`${igd}LANDevice.1.LANEthernetInterfaceConfig.3.Stats.BytesSent`]: '8',
      },
      [
        ['interface_oper_state', 'LAN 3', 7],
        ['interface_out_octets', 'LAN 3', '8', 32],
      ],
    ],
    [
      'TR-098 WLANConfiguration.{i}: those of one band share a radio',
      {
        [`${igd}LANDevice.1.WLANConfiguration.1.Channel`]: '6',
        [`${igd}LANDevice.1.WLANConfiguration.1.TotalAssociations`]: '2',
        [`${igd}LANDevice.1.WLANConfiguration.1.TotalBytesSent`]: '10',
        [`${igd}LANDevice.1.WLANConfiguration.1.AssociatedDevice.1.X_HW_RSSI`]: '-70',
        [`${igd}LANDevice.1.WLANConfiguration.2.Channel`]: '11',
        [`${igd}LANDevice.1.WLANConfiguration.2.TotalAssociations`]: '1',
      },
      [
        ['wifi_channel', '2.4GHz', 6],
        ['interface_out_octets', 'WLAN 1', '10', 32],
        ['wifi_signal', '2.4GHz', -70],
        ['wifi_clients', '2.4GHz', 3],
      ],
    ],
  ])('%s', (_name, values, expected) => {
    const taken = measured(values)
    expect(taken).toHaveLength(expected.length)
    expect(taken).toEqual(expect.arrayContaining(expected))
  })
})

test('the type of an answer decides where a counter wraps, unless it counts beyond', () => {
  const path = `${wanIp}Stats.EthernetBytesSent`
  const bits = (value: string, type: string) =>
    measured({ [`${wanIp}Name`]: 'w', [path]: value }, { [path]: type })
  expect(bits('1', 'xsd:unsignedLong')).toEqual([['interface_out_octets', 'w', '1', 64]])
  expect(bits('4294967296', 'xsd:unsignedInt')).toEqual([['interface_out_octets', 'w', '4294967296', 64]])
  const wide = 'Device.IP.Interface.1.Stats.BytesSent'
  const values = { 'Device.IP.Interface.1.Name': 'w', [wide]: '1' }
  expect(measured(values, { [wide]: 'xsd:unsignedInt' })).toEqual([['interface_out_octets', 'w', '1', 32]])
})

test('the uptime is that of the poll, in hundredths of a second', () => {
  const values = { 'Device.DeviceInfo.UpTime': '90' }
  const { plan } = planMetrics(treeOf(values))
  const answer = [{ name: 'Device.DeviceInfo.UpTime', value: '90', type: null }]
  expect(measure(plan, answer).upTime).toBe(9000)
})

describe('a value that is none is refused alone', () => {
  const path = 'Device.IP.Interface.1.Stats.BytesSent'
  const cpu = 'Device.DeviceInfo.ProcessStatus.CPUUsage'
  const { plan } = planMetrics(treeOf({ 'Device.IP.Interface.1.Name': 'w', [path]: '', [cpu]: '' }))
  const answer = (name: string, value: string) => [
    { name, value, type: null },
    { name: name === cpu ? path : cpu, value: '1', type: null },
  ]
  test.each([
    '',
    'NaN',
    '-1',
    '1e3',
    '0x10',
    '1.5',
    '18446744073709551616',
    (2n ** 70n).toString(),
    '٣',
    '<b>7</b>',
    '=1+1',
    '9'.repeat(65_536),
    '\u0000',
    'Infinity',
  ])('a counter of %j', (text) => {
    expect(measure(plan, answer(path, text))).toMatchObject({ values: [['cpu_usage', '', 1]], refused: 1 })
  })
  test.each(['', 'idle', '-1', '101', '1e2', 'NaN', '9'.repeat(65_536), '__proto__'])(
    'a load of %j',
    (text) => {
      expect(measure(plan, answer(cpu, text))).toMatchObject({
        values: [['interface_out_octets', 'w', '1', 64]],
        refused: 1,
      })
    },
  )
})

test('nothing is measured that the catalogue would refuse, whatever a gateway answers', () => {
  const values = {
    'Device.DeviceInfo.UpTime': '1',
    'Device.DeviceInfo.MemoryStatus.Total': '1',
    'Device.DeviceInfo.MemoryStatus.Free': '1',
    'Device.IP.Interface.1.Name': 'w',
    'Device.IP.Interface.1.Status': 'Up',
    'Device.IP.Interface.1.Stats.BytesSent': '1',
    'Device.WiFi.Radio.1.Channel': '1',
    'Device.Cellular.Interface.1.RSRP': '-1',
  }
  const { plan } = planMetrics(treeOf(values))
  const text = fc.oneof(
    fc.string(),
    fc.bigInt().map(String),
    fc.double().map(String),
    fc.constantFrom('Up', '__proto__'),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.constantFrom(...Object.keys(values)), text)), (answers) => {
      const taken = measure(
        plan,
        answers.map(([name, value]) => ({ name, value, type: null })),
      ).values
      const keys = taken.map(([metric, instance]) => `${metric} ${instance}`)
      expect(new Set(keys).size).toBe(keys.length)
      for (const [metric, , value] of taken) {
        expect(metricNames).toContain(metric)
        const { min = -Infinity, max = Infinity, kind } = metricOf(metric)
        expect(typeof value).toBe(kind === 'counter' ? 'string' : 'number')
        const fits = typeof value === 'string' ? BigInt(value) < 2n ** 64n : value >= min && value <= max
        expect(fits).toBe(true)
      }
    }),
  )
})
