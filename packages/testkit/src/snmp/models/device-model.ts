import type { Varbind } from '@netward/collector/snmp/agent'
import { LoadCurve } from './load-curve.ts'
import type { Mib } from './mib.ts'

/** A simulated device: its agent's rows at any time, so that past values agree with living ones. */
export interface DeviceModel {
  readonly name: string
  readonly serialNumber: string
  rowsAt(now: number): readonly Varbind[]
}

export interface ModelledPort {
  readonly name: string
  readonly alias?: string
  /** IANAifType; 6 is ethernetCsmacd. */
  readonly type?: number
  readonly megabits: number
  /** Busiest hour, in per cent of the speed: in and out. Null: down. */
  readonly load: readonly [inbound: number, outbound: number] | null
  readonly vlan?: number
  /** Watts. */
  readonly poe?: number
  /** Errors in the busiest hour. */
  readonly errors?: number
  readonly neighbour?: { readonly name: string; readonly port: string; readonly mac: string }
}

export interface ModelOptions {
  readonly name: string
  readonly location: string
  /** Tells devices of a kind apart: serial number, addresses, load. */
  readonly number: number
}

export const bootedAt = Date.UTC(2026, 9, 12, 2)

export const macOf = (prefix: string, number: number, port = 0) =>
  `${prefix}:${(number >> 8).toString(16).padStart(2, '0')}:${(number & 255).toString(16).padStart(2, '0')}:${port.toString(16).padStart(2, '0')}`

export const macBytes = (mac: string) => Buffer.from(mac.replaceAll(':', ''), 'hex')

/** SNMPv2-MIB. */
export function addSystem(
  mib: Mib,
  { name, location }: ModelOptions,
  { description, objectId }: { description: string; objectId: string },
  now: number,
): void {
  mib
    .text('1.3.6.1.2.1.1.1.0', description)
    .object('1.3.6.1.2.1.1.2.0', objectId)
    .add('1.3.6.1.2.1.1.3.0', 'timeticks', Math.floor((now - bootedAt) / 10) % 4_294_967_296)
    .text('1.3.6.1.2.1.1.4.0', 'noc@beichen.example')
    .text('1.3.6.1.2.1.1.5.0', name)
    .text('1.3.6.1.2.1.1.6.0', location)
}

/** IF-MIB, the duplex of EtherLike-MIB, PVIDs of Q-BRIDGE-MIB, POWER-ETHERNET-MIB and neighbours of LLDP-MIB. */
export function addPorts(
  mib: Mib,
  ports: readonly ModelledPort[],
  { number, macPrefix, now }: { number: number; macPrefix: string; now: number },
): void {
  mib.integer('1.3.6.1.2.1.2.1.0', ports.length)
  ports.forEach((port, place) => {
    const index = place + 1
    const column = (n: number) => `1.3.6.1.2.1.2.2.1.${n}.${index}`
    const high = (n: number) => `1.3.6.1.2.1.31.1.1.1.${n}.${index}`
    const curve = new LoadCurve(number * 100 + index)
    const bytesAnHour = (percent: number) => (percent / 100) * port.megabits * 125_000 * 3600
    const [inbound, outbound] = port.load ?? [0, 0]
    const received = port.load === null ? 0n : curve.counted(now, bytesAnHour(inbound))
    const sent = port.load === null ? 0n : curve.counted(now, bytesAnHour(outbound))
    const errors = curve.counted(now, port.errors ?? 0)
    mib
      .integer(column(1), index)
      .text(column(2), port.name)
      .integer(column(3), port.type ?? 6)
      .integer(column(4), 1500)
      .gauge(column(5), Math.min(port.megabits * 1_000_000, 4_294_967_295))
      .bytes(column(6), macBytes(macOf(macPrefix, number, index)))
      .integer(column(7), 1)
      .integer(column(8), port.load === null ? 2 : 1)
      .add(column(9), 'timeticks', 1200)
      .counter32(column(13), errors / 3n)
      .counter32(column(14), errors)
      .counter32(column(19), 0n)
      .counter32(column(20), errors / 7n)
      .text(high(1), port.name)
      .counter(high(6), received)
      .counter(high(7), received / 720n)
      .counter(high(10), sent)
      .counter(high(11), sent / 640n)
      .gauge(high(15), port.megabits)
      .text(high(18), port.alias ?? '')
      .add(high(19), 'timeticks', 0)
      .integer(`1.3.6.1.2.1.10.7.2.1.19.${index}`, 3)
      .integer(`1.3.6.1.2.1.17.1.4.1.2.${index}`, index)
      .gauge(`1.3.6.1.2.1.17.7.1.4.5.1.1.${index}`, port.vlan ?? 1)
    if (port.neighbour === undefined) return
    const { neighbour } = port
    const remote = (n: number) => `1.0.8802.1.1.2.1.4.1.1.${n}.0.${index}.1`
    mib
      .integer(remote(4), 4)
      .bytes(remote(5), macBytes(neighbour.mac))
      .integer(remote(6), 5)
      .text(remote(7), neighbour.port)
      .text(remote(8), neighbour.port)
      .text(remote(9), neighbour.name)
    mib.text(`1.0.8802.1.1.2.1.3.7.1.3.${index}`, port.name)
  })
}

/** ENTITY-MIB: the chassis. */
export function addChassis(
  mib: Mib,
  chassis: {
    index: number
    description: string
    name: string
    hardware: string
    software: string
    serial: string
    maker: string
    model: string
  },
): void {
  const column = (n: number) => `1.3.6.1.2.1.47.1.1.1.1.${n}.${chassis.index}`
  mib
    .text(column(2), chassis.description)
    .integer(column(4), 0)
    .integer(column(5), 3)
    .text(column(7), chassis.name)
    .text(column(8), chassis.hardware)
    .text(column(10), chassis.software)
    .text(column(11), chassis.serial)
    .text(column(12), chassis.maker)
    .text(column(13), chassis.model)
}
