import type { Neighbourhood } from '@netward/collector'
import { isIP } from 'node:net'
import { cleanText } from '../../../platform/clean-text.ts'
import { isRandomMac } from '../../../platform/mac-address.ts'

/** Rows that are kept of one device, and characters of a text. */
const most = { neighbours: 4096, stations: 16_384, addresses: 10_000, power: 2048, text: 200 } as const

/** What is stored of a port and VLAN. */
export interface Stations {
  readonly interface: string
  readonly vlan: number | null
  readonly macs: readonly string[]
  /** Stations with a random MAC: phones, counted alone (operations.md §2). */
  readonly others: number
}

const mac = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/
const text = (value: string) => cleanText(value, most.text).trim()
const cleanAddress = (value: string | null) => (value !== null && isIP(value) !== 0 ? value : null)

/** In a fixed order, so that the same surroundings have the same digest. */
export function cleanNeighbourhood({
  neighbours,
  stations,
  addresses,
  power,
  speaksLldp,
  incomplete,
}: Neighbourhood): Record<string, unknown> {
  const kept = keptStations(stations)
  return {
    neighbours: inOrder(
      neighbours.slice(0, most.neighbours).map((one) => ({
        protocol: one.protocol === 'cdp' ? 'cdp' : 'lldp',
        interface: text(one.interface),
        name: text(one.name),
        port: text(one.port),
        chassisId: text(one.chassisId),
        description: text(one.description),
        address: cleanAddress(one.address),
      })),
    ),
    stations: inOrder(kept.groups),
    addresses: inOrder(
      addresses.slice(0, most.addresses).flatMap((one) => {
        const plain = one.mac.toLowerCase()
        const at = cleanAddress(one.address)
        return at === null || !mac.test(plain) || isRandomMac(plain)
          ? []
          : [{ interface: text(one.interface), address: at, mac: plain }]
      }),
    ),
    power: inOrder(
      power.slice(0, most.power).map((one) => ({
        interface: text(one.interface),
        state: powerStates.has(one.state) ? one.state : 'off',
        class: one.class !== null && one.class >= 0 && one.class <= 8 ? Math.trunc(one.class) : null,
      })),
    ),
    speaksLldp,
    incomplete: incomplete || kept.cut || neighbours.length > most.neighbours,
  }
}

const powerStates: ReadonlySet<string> = new Set(['off', 'searching', 'delivering', 'fault'])

function keptStations(stations: Neighbourhood['stations']): { groups: Stations[]; cut: boolean } {
  let left = most.stations
  const groups: Stations[] = []
  for (const one of stations) {
    const plain = one.macs.slice(0, left).map((address) => address.toLowerCase())
    left -= plain.length
    if (plain.length === 0) continue
    const valid = plain.filter((address) => mac.test(address))
    const macs = valid.filter((address) => !isRandomMac(address)).toSorted()
    const vlan = Number.isInteger(one.vlan) && one.vlan! >= 1 && one.vlan! <= 4094 ? one.vlan : null
    groups.push({ interface: text(one.interface), vlan, macs, others: valid.length - macs.length })
  }
  return { groups, cut: stations.reduce((sum, { macs }) => sum + macs.length, 0) > most.stations }
}

/** By content: agents change the order of their rows. */
const inOrder = <Row>(rows: readonly Row[]): Row[] =>
  rows
    .map((row): [string, Row] => [JSON.stringify(row), row])
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
