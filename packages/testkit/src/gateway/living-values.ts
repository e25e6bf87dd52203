import type { DataModelRoot } from '@netward/cwmp'
import { activeSeconds, activityAt } from './daily-curve.ts'
import type { GatewayOptions } from './options.ts'

/** What a gateway's values follow. */
export interface Living {
  /** Milliseconds: when it started. */
  bootedAt(): number
  now(): number
  /** Tells gateways apart: theirs is not the same load at the same time. */
  readonly number: number
}

type Computed = [path: string, value: () => string]

/** Bytes per second around the clock, and more at the busiest time; packets of 500 bytes. */
const traffic = {
  BytesSent: { always: 20_000, most: 150_000 },
  BytesReceived: { always: 125_000, most: 1_400_000 },
} as const

const wanIp = 'WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.'
/** Objects with counters below the root, how their counters begin, and their share of the traffic. */
const counted: Record<DataModelRoot, readonly [object: string, prefix: string, share: number][]> = {
  'Device.': [
    ['IP.Interface.1.', 'Stats.', 1],
    ['IP.Interface.2.', 'Stats.', 1],
    ['IP.Interface.3.', 'Stats.', 0.02],
    ['Ethernet.Interface.1.', 'Stats.', 1],
    ['Ethernet.Interface.2.', 'Stats.', 0.3],
    ['Ethernet.Interface.3.', 'Stats.', 0.1],
    ['WiFi.SSID.1.', 'Stats.', 0.2],
    ['WiFi.SSID.2.', 'Stats.', 0.4],
  ],
  'InternetGatewayDevice.': [
    [wanIp, 'Stats.Ethernet', 1],
    ['WANDevice.1.WANCommonInterfaceConfig.', 'Total', 1],
    ['LANDevice.1.LANEthernetInterfaceConfig.1.', 'Stats.', 0.3],
    ['LANDevice.1.LANEthernetInterfaceConfig.2.', 'Stats.', 0.1],
    ['LANDevice.1.WLANConfiguration.1.', 'Total', 0.2],
    ['LANDevice.1.WLANConfiguration.2.', 'Total', 0.4],
  ],
}

/** The totals of TR-098 are unsignedInt and wrap; counters below Stats are unsignedLong. */
const limitOf = (prefix: string) => (prefix === 'Total' ? 2 ** 32 : 2 ** 53)

/** Counters, loads, clients and signals computed on read, by full path. */
export function livingValues(
  root: DataModelRoot,
  living: Living,
  { freeMemory, network }: Pick<GatewayOptions, 'freeMemory' | 'network'>,
): Computed[] {
  const values = [
    ...counters(root, living, network?.line !== undefined),
    ...loads(living, freeMemory),
    ...(root === 'Device.' ? radio181(living) : radio098(living)),
  ]
  return values.map(([path, value]) => [root + path, value])
}

function counters(root: DataModelRoot, living: Living, broken: boolean): Computed[] {
  return counted[root].flatMap(([object, prefix, share]) => {
    const wrap = (count: number) => String(Math.floor(count) % limitOf(prefix))
    return Object.entries(traffic).flatMap(([name, { always, most }]): Computed[] => {
      const bytes = () => {
        const from = living.bootedAt()
        const seconds = Math.max(0, living.now() - from) / 1000
        const busy = broken ? 0 : most * (0.6 + (living.number % 7) * 0.1)
        return share * (seconds * always + activeSeconds(from, living.now()) * busy)
      }
      return [
        [object + prefix + name, () => wrap(bytes())],
        [object + prefix + name.replace('Bytes', 'Packets'), () => wrap(bytes() / 500)],
        // One in 200,000 on every fifth gateway.
        [
          object + prefix + name.replace('Bytes', 'Errors'),
          () => wrap(living.number % 5 === 0 ? bytes() / 100_000_000 : 0),
        ],
      ]
    })
  })
}

/** Moves by itself, between −1 and 1, over minutes. */
const drift = (living: Living, minutes: number): number =>
  Math.sin((2 * Math.PI * living.now()) / (minutes * 60_000) + living.number)

function loads(living: Living, freeMemory: number | undefined): Computed[] {
  const busy = () => activityAt(living.now())
  const cpu = () => 6 + 50 * busy() + (living.number % 9) + 5 * drift(living, 17)
  return [
    ['DeviceInfo.ProcessStatus.CPUUsage', () => String(Math.round(Math.min(100, Math.max(1, cpu()))))],
    [
      'DeviceInfo.TemperatureStatus.TemperatureSensor.1.Value',
      () => String(Math.round(42 + 14 * busy() + 2 * drift(living, 41))),
    ],
    ['NAT.X_02A1B2_SessionCount', () => String(Math.round(120 + 2400 * busy() + 60 * drift(living, 11)))],
    ...(freeMemory === undefined
      ? [
          [
            'DeviceInfo.MemoryStatus.Free',
            () => String(Math.round(301_244 - 120_000 * busy() - 9_000 * drift(living, 53))),
          ] satisfies Computed,
        ]
      : []),
  ]
}

const clients = (living: Living, most: number) => () =>
  String(1 + Math.round(most * activityAt(living.now()) * (0.7 + (living.number % 4) * 0.1)))
const decibels = (living: Living, middle: number, minutes: number, spread: number) => () =>
  String(Math.round(middle + spread * drift(living, minutes)))

function radio181(living: Living): Computed[] {
  const upSeconds = () => String(Math.floor(Math.max(0, living.now() - living.bootedAt()) / 1000))
  return [
    ['WiFi.AccessPoint.1.AssociatedDeviceNumberOfEntries', clients(living, 6)],
    ['WiFi.AccessPoint.2.AssociatedDeviceNumberOfEntries', clients(living, 24)],
    ['WiFi.AccessPoint.1.AssociatedDevice.1.SignalStrength', decibels(living, -58, 9, 5)],
    ['WiFi.AccessPoint.2.AssociatedDevice.1.SignalStrength', decibels(living, -66, 13, 5)],
    ['WiFi.Radio.1.Stats.Noise', decibels(living, -88, 23, 3)],
    ['WiFi.Radio.2.Stats.Noise', decibels(living, -96, 29, 2)],
    ['Cellular.Interface.1.RSSI', decibels(living, -71, 19, 4)],
    ['Cellular.Interface.1.RSRP', decibels(living, -98, 19, 6)],
    ['Cellular.Interface.1.RSRQ', decibels(living, -11, 19, 2)],
    ['Cellular.Interface.1.SINR', decibels(living, 12, 19, 5)],
    ['DSL.Channel.1.DownstreamCurrRate', decibels(living, 102_400, 61, 900)],
    ['DSL.Channel.1.UpstreamCurrRate', decibels(living, 31_200, 61, 300)],
    ['DSL.Line.1.DownstreamNoiseMargin', decibels(living, 78, 37, 15)],
    ['DSL.Line.1.UpstreamNoiseMargin', decibels(living, 92, 37, 10)],
    ['IP.Interface.1.LastChange', upSeconds],
    ['IP.Interface.2.LastChange', upSeconds],
  ]
}

function radio098(living: Living): Computed[] {
  return [
    ['LANDevice.1.WLANConfiguration.1.TotalAssociations', clients(living, 5)],
    ['LANDevice.1.WLANConfiguration.2.TotalAssociations', clients(living, 16)],
    ['LANDevice.1.WLANConfiguration.1.AssociatedDevice.1.X_HW_RSSI', decibels(living, -57, 9, 5)],
    ['LANDevice.1.WLANConfiguration.2.AssociatedDevice.1.X_HW_RSSI', decibels(living, -67, 13, 5)],
    ['WANDevice.1.WANDSLInterfaceConfig.DownstreamCurrRate', decibels(living, 24_500, 61, 400)],
    ['WANDevice.1.WANDSLInterfaceConfig.UpstreamCurrRate', decibels(living, 1_020, 61, 40)],
    ['WANDevice.1.WANDSLInterfaceConfig.DownstreamNoiseMargin', decibels(living, 84, 37, 15)],
    ['WANDevice.1.WANDSLInterfaceConfig.UpstreamNoiseMargin', decibels(living, 110, 37, 10)],
  ]
}
