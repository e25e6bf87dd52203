import type { DeviceType } from '@netward/contract/device-values'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { plainMaker, type Expected } from './expected.ts'

/** A recorded agent, and what another system reads out of it. */
export interface Recorded {
  readonly name: string
  readonly file: string
  readonly expected: Expected
}

/** Makers whose devices stand in the shops, offices and plants that the product is made for. */
const common = new Set(
  `huawei h3c ruijie zte tplink fs sangfor hillstone cisco meraki aruba hp juniper fortinet paloalto checkpoint sonicwall
   netgate opnsense ubiquiti mikrotik ruckus cambium draytek teltonika dlink netgear zyxel edgecore brother canon ricoh
   konica epson kyocera xerox lexmark zebra apc eaton cyberpower synology qnap microsoft vmware hikvision dahua`.split(
    /\s+/,
  ),
)

/** Of the makers that are common in branches. */
export const isCommon = ({ expected: { vendor } }: Recorded): boolean =>
  vendor !== undefined && common.has(plainMaker(vendor))

/** Of a folder with `expected.json`, or with `snmpsim/` and `data/` as the tests of LibreNMS have them. */
export function recordingsOf(folder: string, parts: readonly number[]): readonly Recorded[] {
  const all = existsSync(path.join(folder, 'expected.json')) ? expectedOf(folder) : librenmsOf(folder)
  return all.filter(({ name }) => parts.includes(partOf(name)))
}

/** What is mended with an eye on some parts is measured on the others. */
const partOf = (name: string): number => (createHash('md5').update(name).digest()[0] ?? 0) % 4

const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

function expectedOf(folder: string): Recorded[] {
  const all = json(path.join(folder, 'expected.json')) as Record<string, Expected>
  return Object.entries(all).map(([name, expected]) => ({
    name,
    file: path.join(folder, `${name}.snmprec`),
    expected,
  }))
}

interface LibrenmsDevice {
  readonly os: string
  readonly icon: string | null
  readonly type: string | null
  readonly hardware: string | null
  readonly version: string | null
  readonly serial: string | null
}

interface LibrenmsData {
  readonly os?: Partial<Record<'discovery' | 'poller', 'matches discovery' | { devices?: LibrenmsDevice[] }>>
}

function librenmsOf(folder: string): Recorded[] {
  const names = readdirSync(path.join(folder, 'data'))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -'.json'.length))
  return names.flatMap((name) => {
    const file = path.join(folder, 'snmpsim', `${name}.snmprec`)
    const { os } = json(path.join(folder, 'data', `${name}.json`)) as LibrenmsData
    const [found, polled] = (['discovery', 'poller'] as const).map((step) => {
      const read = os?.[step]
      return typeof read === 'object' ? read.devices?.[0] : undefined
    })
    if (!found || !existsSync(file)) return []
    const device = { ...found, ...filled(polled) }
    return [{ name, file, expected: expectedOfDevice(device) }]
  })
}

const filled = (device: LibrenmsDevice | undefined) =>
  Object.fromEntries(Object.entries(device ?? {}).filter(([, value]) => value !== null && value !== ''))

/** It names kinds, not types: which of ours fit. A kind of something else is `other` here. */
const kinds: Readonly<Record<string, readonly DeviceType[]>> = {
  network: [
    'switch',
    'router',
    'firewall',
    'security_gateway',
    'wireless_controller',
    'wireless_ap',
    'smart_cpe',
  ],
  wireless: ['wireless_ap', 'wireless_controller', 'router'],
  firewall: ['firewall', 'security_gateway'],
  printer: ['printer'],
  power: ['other'],
  server: ['other'],
  storage: ['other'],
  environment: ['other'],
}

/** Icons that name a system that anybody may run. */
const systems = new Set(
  'linux generic debian centos raspbian coreos beagleboard freebsd openbsd haproxy vyos openwrt asuswrtmerlin ddwrt tomato'.split(
    ' ',
  ),
)

/** Icons that name a product or a former name instead of its maker. */
const makersOfIcons: Readonly<Record<string, string>> = {
  windows: 'microsoft',
  panos: 'paloalto',
  junos: 'juniper',
  screenos: 'juniper',
  pfsense: 'netgate',
  edgeos: 'ubiquiti',
  sophosxg: 'sophos',
  truenasscale: 'truenas',
  aix: 'ibm',
  ibmos: 'lenovo',
  extremevoss: 'extremenetworks',
  extremeboss: 'extremenetworks',
  extreme: 'extremenetworks',
  enterasys: 'extremenetworks',
  force10: 'dell',
  samsungprinter: 'samsung',
  bcn: 'bluecat',
  gos: 'greenbone',
  ray: 'racom',
  vos: 'versa',
  eip: 'efficientip',
  wut: 'wiesemanntheis',
  siteboss: 'asentria',
  gwd: 'gwtechnologies',
  papouchtme: 'papouch',
  generexups: 'generex',
  rs: 'rohdeschwarz',
  ge: 'gemds',
  thomsoncm: 'thomson',
  xcpng: 'linux',
  esphome: 'linux',
  supervyseopenbmc: 'linux',
}

function expectedOfDevice({ icon, type, hardware, version, serial }: LibrenmsDevice): Expected {
  const named = plainMaker(path.parse(icon ?? '').name)
  const maker = makersOfIcons[named] ?? named
  const texts = Object.entries({ model: hardware, version, serial }).flatMap(([field, text]) =>
    text === null || text.trim() === '' ? [] : [[field, text.trim()]],
  )
  return {
    ...(maker !== '' && !systems.has(maker) && { vendor: maker }),
    ...(type !== null && kinds[type] && { types: kinds[type] }),
    ...Object.fromEntries(texts),
    loosely: true,
  }
}
