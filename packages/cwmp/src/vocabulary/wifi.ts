import {
  bind,
  bindAll,
  bindFirst,
  derived,
  type FieldSpec,
  textOfField,
  valueOfField,
  type Words,
} from './field.ts'
import { nameOfPath } from './interfaces.ts'
import type { Area, Field, Instance } from './terms.ts'
import type { GatewayTree } from './tree.ts'
import { security098, security181 } from './wifi-security.ts'
import { stateWords } from './words.ts'

/** IEEE 802.11: an SSID has at most 32 octets. */
export const ssidSpec: FieldSpec = { key: 'ssid', kind: 'text', names: ['SSID'], maxLength: 32 }
/** IEEE 802.11i: 8 to 63 ASCII characters, or the key itself as 64 hexadecimal digits. */
export const passphraseSpec: FieldSpec = {
  key: 'passphrase',
  kind: 'secret',
  names: [
    'KeyPassphrase',
    'PreSharedKey.1.KeyPassphrase',
    'PreSharedKey.1.PreSharedKey',
    'Security.KeyPassphrase',
  ],
  maxLength: 64,
  pattern: /^(?:[\x20-\x7e]{8,63}|[0-9A-Fa-f]{64})$/,
}
export const hiddenSpec: FieldSpec = {
  key: 'hidden',
  kind: 'flag',
  names: ['SSIDAdvertisementEnabled'],
  inverted: true,
}
const enabled: FieldSpec = { key: 'enabled', kind: 'flag', names: ['Enable'] }
const state: FieldSpec = {
  key: 'state',
  kind: 'choice',
  names: ['Status'],
  words: stateWords,
  readOnly: true,
}
const bssid: FieldSpec = { key: 'bssid', kind: 'mac', names: ['BSSID'], readOnly: true }
const bandWords: Words = { '2.4': ['2.4GHz'], '5': ['5GHz'], '6': ['6GHz'] }
const band: FieldSpec = {
  key: 'band',
  kind: 'choice',
  names: ['OperatingFrequencyBand'],
  words: bandWords,
  readOnly: true,
}
const radio: readonly FieldSpec[] = [
  { key: 'channel', kind: 'number', names: ['Channel'], max: 255 },
  { key: 'autoChannel', kind: 'flag', names: ['AutoChannelEnable'] },
  { key: 'standard', kind: 'text', names: ['OperatingStandards', 'Standard'], maxLength: 32 },
  { key: 'bandwidth', kind: 'text', names: ['OperatingChannelBandwidth'], maxLength: 32 },
  {
    key: 'transmitPower',
    kind: 'number',
    unit: 'percent',
    names: ['TransmitPower'],
    min: -1,
    max: 100,
    type: 'int',
  },
]
const traffic = (suffix: string): readonly FieldSpec[] => [
  { key: 'bytesSent', kind: 'number', unit: 'bytes', names: [`${suffix}BytesSent`], readOnly: true },
  { key: 'bytesReceived', kind: 'number', unit: 'bytes', names: [`${suffix}BytesReceived`], readOnly: true },
]

export const wifi: Area = {
  section: 'wifi',
  paths: {
    'Device.': ['WiFi.Radio.', 'WiFi.SSID.', 'WiFi.AccessPoint.'],
    'InternetGatewayDevice.': ['LANDevice.*.WLANConfiguration.'],
  },
}

export function wifiInstances(tree: GatewayTree): Instance[] {
  return tree.root === 'Device.'
    ? tree.instances('WiFi.SSID.').map((path) => ssid181(tree, path))
    : tree
        .instances('LANDevice.')
        .flatMap((device) => tree.instances(`${device}WLANConfiguration.`))
        .map((path) => ssid098(tree, path))
}

/** TR-098 has radio, SSID and access point in one: WLANConfiguration.{i}. */
function ssid098(tree: GatewayTree, path: string): Instance {
  const fields = [
    ...bindAll(tree, path, [enabled, state, ssidSpec, hiddenSpec]),
    ...security098(tree, path),
    ...bind(tree, path, passphraseSpec),
    ...band098(tree, path),
    ...bindAll(tree, path, radio),
    ...bind(tree, path, bssid),
    ...bind(tree, path, clients('TotalAssociations')),
    ...bindAll(tree, path, traffic('Total')),
  ]
  return instance(tree, path, fields, [path])
}

/**
 * TR-181: SSID.{i} runs on a Radio, an AccessPoint references it. Either may be missing, or the reference
 * wrong.
 */
function ssid181(tree: GatewayTree, path: string): Instance {
  const points = tree.referring('WiFi.AccessPoint.', 'SSIDReference', path)
  const [point] = points
  const below = tree.stack(path).filter((object) => object.startsWith('Device.WiFi.Radio.'))
  const fields = [
    ...bothEnabled(tree, path, point),
    ...bindAll(tree, path, [state, ssidSpec]),
    ...(point === undefined ? [] : bind(tree, point, hiddenSpec)),
    ...(point === undefined ? [] : security181(tree, point)),
    ...(point === undefined ? [] : bind(tree, point, passphraseSpec)),
    ...[band, ...radio].flatMap((spec) => bindFirst(tree, below, spec)),
    ...bind(tree, path, bssid),
    ...(point === undefined ? [] : bind(tree, point, clients('AssociatedDeviceNumberOfEntries'))),
    ...bindAll(tree, path, traffic('Stats.')),
  ]
  return instance(tree, path, fields, [...points, path])
}

const clients = (name: string): FieldSpec => ({
  key: 'clients',
  kind: 'number',
  names: [name],
  readOnly: true,
})

/** A network is on the air if both its SSID and its access point are. */
function bothEnabled(tree: GatewayTree, path: string, point: string | undefined): Field[] {
  const [ssid] = bind(tree, path, enabled)
  const [access] = point === undefined ? [] : bind(tree, point, enabled)
  if (ssid === undefined || access === undefined) return ssid === undefined ? [] : [ssid]
  const values = [ssid.value, access.value]
  return [
    {
      ...ssid,
      value: values.includes(null) ? null : values.every((value) => value === true),
      writable: ssid.writable === false || access.writable === false ? false : ssid.writable,
      paths: [...ssid.paths, ...access.paths],
      write(value) {
        const [first, second] = [ssid.write(value), access.write(value)]
        if ('refusal' in first) return first
        return 'refusal' in second ? second : { writes: [...first.writes, ...second.writes] }
      },
    },
  ]
}

/** TR-098 does not name the band: channels 1 to 14 are 2.4 GHz, 32 to 177 are 5 GHz. */
function band098(tree: GatewayTree, path: string): Field[] {
  const reported = bind(tree, path, band)
  if (reported.length > 0) return reported
  const channel = Number(tree.text(`${path}Channel`))
  const term = channel >= 1 && channel <= 14 ? '2.4' : channel >= 32 && channel <= 177 ? '5' : null
  return derived(band, { tree, path: `${path}Channel` }, term)
}

function instance(tree: GatewayTree, path: string, fields: Field[], objects: readonly string[]): Instance {
  // Most gateways fix the factory table: an object is deleted only if reported deletable.
  const removable = objects.every((object) => tree.find(object)?.writable === true)
  return {
    path,
    label: textOfField(fields, 'ssid') || nameOfPath(path),
    inUse: false,
    fields,
    remove: removable && valueOfField(fields, 'ssid') !== null ? objects : null,
  }
}
