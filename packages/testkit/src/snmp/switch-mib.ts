import { Mib, values, type AgentState, type MibValue } from './mib.ts'

export interface SwitchOptions {
  readonly interfaces: number
  readonly name?: string
  /** sysObjectID; default: Huawei S5735. */
  readonly objectId?: string
  readonly description?: string
  /** ifName of the interface of that number, from 1. */
  interfaceName?(at: number): string
  /** ifIndex of the interface of that number. */
  interfaceIndex?(at: number): number
  readonly alias?: string
  /** Tells the MAC addresses of switches apart, from 0 to 255. */
  readonly number?: number
}

const system = '1.3.6.1.2.1.1'
const ifTable = '1.3.6.1.2.1.2.2.1'
const ifXTable = '1.3.6.1.2.1.31.1.1.1'

/** Bytes a second of a port, different for each and never the same for long. */
const rate = ({ seed, upSeconds }: AgentState, at: number): number =>
  40_000 * (1 + ((seed * 31 + at * 17) % 23)) * (1.5 + Math.sin(upSeconds / 600 + at))
const counted = (at: number, share: number) => (state: AgentState) =>
  BigInt(Math.floor(share * state.upSeconds * rate(state, at)))

/** A switch with the objects of SNMPv2-MIB and IF-MIB that monitoring reads; its counters run. */
export function switchMib(options: SwitchOptions): Mib {
  const { interfaces, name = 'switch', objectId = '1.3.6.1.4.1.2011.2.23.761' } = options
  const described =
    options.description ??
    'Huawei Versatile Routing Platform Software\r\nVRP (R) software, Version 5.170 (S5735 V200R019C10SPC500)'
  const entries: [string, MibValue][] = [
    [`${system}.1.0`, values.text(described)],
    [`${system}.2.0`, values.oid(objectId)],
    [`${system}.3.0`, values.timeticks(0)],
    [`${system}.4.0`, values.text('')],
    [`${system}.5.0`, values.text(name)],
    [`${system}.6.0`, values.text('')],
    ['1.3.6.1.2.1.2.1.0', values.integer(interfaces)],
    ['1.3.6.1.2.1.31.1.5.0', values.timeticks(0)],
  ]
  for (let at = 1; at <= interfaces; at++) entries.push(...interfaceEntries(options, at))
  return new Mib(entries)
}

function interfaceEntries(options: SwitchOptions, at: number): [string, MibValue][] {
  const index = options.interfaceIndex?.(at) ?? at
  const ifName = options.interfaceName?.(at) ?? `GigabitEthernet0/0/${at}`
  const mac = Buffer.from([0x04, 0x4a, 0x6c, options.number ?? 0, at >> 8, at & 255])
  const low = (share: number) => (state: AgentState) =>
    values.counter32(Number(counted(at, share)(state) % 2n ** 32n))
  const full = (share: number) => (state: AgentState) => values.counter64(counted(at, share)(state))
  const columns: [string, MibValue][] = [
    [`${ifTable}.1`, values.integer(index)],
    [`${ifTable}.2`, values.text(ifName)],
    [`${ifTable}.3`, values.integer(6)],
    [`${ifTable}.4`, values.integer(1500)],
    [`${ifTable}.5`, values.gauge32(1_000_000_000)],
    [`${ifTable}.6`, values.text(mac)],
    [`${ifTable}.7`, values.integer(1)],
    [`${ifTable}.8`, values.integer(at % 7 === 0 ? 2 : 1)],
    [`${ifTable}.9`, values.timeticks(0)],
    [`${ifTable}.10`, low(1)],
    [`${ifTable}.11`, low(1 / 800)],
    [`${ifTable}.13`, low(0)],
    [`${ifTable}.14`, low(1 / 1e9)],
    [`${ifTable}.16`, low(0.6)],
    [`${ifTable}.17`, low(0.6 / 800)],
    [`${ifTable}.19`, low(0)],
    [`${ifTable}.20`, low(0)],
    [`${ifXTable}.1`, values.text(ifName)],
    [`${ifXTable}.6`, full(1)],
    [`${ifXTable}.7`, full(1 / 800)],
    [`${ifXTable}.8`, full(1 / 1e5)],
    [`${ifXTable}.9`, full(1 / 1e5)],
    [`${ifXTable}.10`, full(0.6)],
    [`${ifXTable}.11`, full(0.6 / 800)],
    [`${ifXTable}.12`, full(1 / 1e5)],
    [`${ifXTable}.13`, full(1 / 1e5)],
    [`${ifXTable}.15`, values.gauge32(1000)],
    [`${ifXTable}.18`, values.text(options.alias ?? `port ${at}`)],
    [`${ifXTable}.19`, values.timeticks(0)],
  ]
  return columns.map(([column, value]) => [`${column}.${index}`, value])
}
