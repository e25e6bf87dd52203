import type { CwmpVersion, DataModelRoot } from '@netward/cwmp'
import type { Template } from './parameter-tree.ts'
import type { Random } from './random.ts'
import { between } from './random.ts'
import type { Build } from './template.ts'
import { tr098Template } from './tr098.ts'
import { tr181Template } from './tr181.ts'

/** A gateway model. The vendors are invented; the OUIs are locally administered and unassigned. */
export interface GatewayModel {
  manufacturer: string
  oui: string
  productClass: string
  modelName: string
  hardwareVersion: string
  softwareVersion: string
  cwmpVersion: CwmpVersion
  root: DataModelRoot
  /** Parameters of the WAN address and its MAC. */
  wanAddress: string
  wanMac: string
  /** Further MAC address parameters, numbered up from the WAN's. */
  otherMacs: string[]
}

const tr181 = {
  root: 'Device.',
  wanAddress: 'Device.IP.Interface.2.IPv4Address.1.IPAddress',
  wanMac: 'Device.Ethernet.Interface.1.MACAddress',
  otherMacs: [
    'Device.Ethernet.Link.2.MACAddress',
    'Device.Ethernet.Link.1.MACAddress',
    'Device.WiFi.SSID.1.BSSID',
    'Device.WiFi.SSID.2.BSSID',
  ],
} as const

const wanIp = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.1.WANIPConnection.1.'
const lan = 'InternetGatewayDevice.LANDevice.1.'

export const gatewayModels = {
  'lanyon-lr200': {
    manufacturer: 'Lanyon Networks',
    oui: '02A1B2',
    productClass: 'LR200',
    modelName: 'LR200',
    hardwareVersion: 'B1',
    softwareVersion: '4.2.1',
    cwmpVersion: '1.4',
    ...tr181,
    otherMacs: [...tr181.otherMacs],
  },
  'tessera-tg5': {
    manufacturer: 'Tessera',
    oui: '02C3D4',
    productClass: 'TG5-ENT',
    modelName: 'TG5 Enterprise',
    hardwareVersion: '2.0',
    softwareVersion: 'TG5V2R3C10',
    cwmpVersion: '1.2',
    ...tr181,
    otherMacs: [...tr181.otherMacs],
  },
  'korvus-edge1': {
    manufacturer: 'Korvus Telecom',
    oui: '02E5F6',
    productClass: 'EDGE1',
    modelName: 'Edge One',
    hardwareVersion: '1.3',
    softwareVersion: '1.10.7',
    cwmpVersion: '1.0',
    root: 'InternetGatewayDevice.',
    wanAddress: `${wanIp}ExternalIPAddress`,
    wanMac: `${wanIp}MACAddress`,
    otherMacs: [`${lan}WLANConfiguration.1.BSSID`, `${lan}WLANConfiguration.2.BSSID`],
  },
} as const satisfies Record<string, GatewayModel>

export type ModelName = keyof typeof gatewayModels
export const modelNames = Object.keys(gatewayModels).filter(
  (name): name is ModelName => name in gatewayModels,
)

const templates = new Map<string, Template>()

/** Built once, since thousands of gateways share it. */
export function templateOf(root: DataModelRoot, build: Build): Template {
  const key = JSON.stringify([root, build.partitions, build.access, build.noCpu])
  const template = templates.get(key) ?? (root === 'Device.' ? tr181Template(build) : tr098Template(build))
  templates.set(key, template)
  return template
}

/** A serial number such as `LR20000000001F`: the model's product class and a number. */
export function serialOf(model: GatewayModel, number: number): string {
  const prefix = model.productClass.replaceAll(/[^A-Z0-9]/g, '').slice(0, 5)
  return prefix + number.toString(16).toUpperCase().padStart(8, '0')
}

export function macOf(oui: string, number: number): string {
  const digits = (oui + (number & 0xffffff).toString(16).padStart(6, '0')).toLowerCase()
  return digits.replaceAll(/(..)(?=.)/g, '$1:')
}

/** An address in 198.18.0.0/15, reserved for tests by RFC 2544. */
export function wanAddressOf(random: Random): string {
  return `198.${between(random, 18, 19)}.${between(random, 0, 255)}.${between(random, 2, 254)}`
}
