import { profiles } from './profiles/index.ts'
import type { Vendor } from './vendors.ts'

/** Private enterprise numbers (IANA) of makers without a profile of their own. */
const numbers: Readonly<Record<number, Vendor>> = {
  2: 'IBM',
  42: 'Oracle',
  63: 'Apple',
  119: 'NEC',
  207: 'Allied Telesis',
  211: 'Fujitsu',
  232: 'HPE',
  244: 'Lantronix',
  476: 'Vertiv',
  664: 'Adtran',
  674: 'Dell',
  11: 'HP',
  8072: 'Net-SNMP',
  789: 'NetApp',
  800: 'Alcatel-Lucent',
  850: 'Tripp Lite',
  1588: 'Brocade',
  1718: 'Server Technology',
  1916: 'Extreme Networks',
  2254: 'Delta',
  2356: 'LANCOM',
  2606: 'Rittal',
  2879: 'AudioCodes',
  3375: 'F5',
  3833: 'Schneider Electric',
  3854: 'AKCP',
  4555: 'Socomec',
  5491: 'Riello',
  5624: 'Extreme Networks',
  5951: 'Citrix',
  6141: 'Ciena',
  6321: 'Calix',
  6486: 'Alcatel-Lucent',
  6527: 'Nokia',
  7779: 'Infoblox',
  8691: 'Moxa',
  8886: 'Raisecom',
  10876: 'Supermicro',
  11256: 'Stormshield',
  13742: 'Raritan',
  17163: 'Riverbed',
  19046: 'Lenovo',
  20301: 'IBM',
  21239: 'Vertiv',
  22610: 'A10',
  24062: 'Digi',
  25049: 'Opengear',
  27514: 'QTECH',
  30803: 'Versa',
  31648: 'DPtech',
  33049: 'Mellanox',
  35265: 'Eltex',
  37945: 'Hanwha',
  40310: 'Cumulus',
  40418: 'SNR',
  41263: 'Nutanix',
  43356: 'Mimosa',
  46242: 'Netonix',
  50536: 'TrueNAS',
  3320: 'BDCOM',
  5651: 'Maipu',
  14331: 'Topsec',
  15227: 'Venustech',
}

/** Of makers with profiles, from their shortest OID. */
let ofProfiles: ReadonlyMap<number, Vendor> | null = null

function readProfiles(): ReadonlyMap<number, Vendor> {
  const oids = profiles.flatMap(({ vendor, match }) =>
    match.flatMap(({ oids: own = [] }) => own.map((oid) => ({ oid, vendor, number: numberOf(oid) }))),
  )
  const longestFirst = oids.toSorted((a, b) => b.oid.length - a.oid.length)
  return new Map(longestFirst.flatMap(({ number, vendor }) => (number === null ? [] : [[number, vendor]])))
}

function numberOf(oid: string): number | null {
  const found = /^1\.3\.6\.1\.4\.1\.(\d{1,9})(?:\.|$)/.exec(oid)
  return found ? Number(found[1]) : null
}

/** The maker by the enterprise number of a sysObjectID or of a trap; null for an unknown one. */
export function makerOf(oid: string): Vendor | null {
  const number = numberOf(oid)
  if (number === null) return null
  ofProfiles ??= readProfiles()
  return numbers[number] ?? ofProfiles.get(number) ?? null
}
