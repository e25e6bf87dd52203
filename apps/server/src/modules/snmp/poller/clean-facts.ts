import type { Fact, InterfaceReading, InventoryReading } from '@netward/collector'
import { type TrapMeaning, trapMeanings } from '@netward/contract/device-values'
import { cleanText } from '../../../platform/clean-text.ts'
import { cleanNeighbourhood } from './clean-neighbourhood.ts'

/** Characters that are kept. What a device says is hostile: it is cut, never refused. */
const lengths = { identity: 256, description: 2000, name: 200 } as const

const mac = /^[0-9a-f]{2}(?::[0-9a-f]{2}){5}$/i
const cleanMac = (text: unknown) => (typeof text === 'string' && mac.test(text) ? text.toLowerCase() : null)
const whole = (value: unknown) =>
  Number.isSafeInteger(value) && Math.abs(value as number) < 2 ** 31 ? (value as number) : null
const isTrue = (value: unknown) => value === true
const finite = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : null)

const deviceId = /^[1-9][0-9]{0,17}$/
const states: ReadonlySet<unknown> = new Set([
  'ok',
  'snmp_silent',
  'unreachable',
  'auth_failed',
  'no_credential',
  'not_allowed',
])

/** As the database writes it; null for a fact that is none: a broken collector sends anything. */
export function cleanFact(fact: Fact): Record<string, unknown> | null {
  if (!deviceId.test(fact.deviceId) || !Number.isFinite(fact.at)) return null
  // Nothing was found out later than now.
  const common = { kind: fact.kind, deviceId: fact.deviceId, at: Math.max(0, Math.min(fact.at, Date.now())) }
  try {
    return cleanKind(fact, common)
  } catch (error) {
    // What should be there is not, or is something else.
    if (error instanceof TypeError || error instanceof RangeError) return null
    throw error
  }
}

/** A trap as `cleanFact` leaves it. */
export interface CleanTrap {
  readonly deviceId: string
  readonly at: number
  readonly trap: string
  readonly meaning: TrapMeaning | null
  readonly oid: string
  readonly interface: string | null
  readonly text: string
}

type Common = Record<'kind' | 'deviceId' | 'at', unknown>

function cleanKind(fact: Fact, common: Common): Record<string, unknown> | null {
  switch (fact.kind) {
    case 'inventory':
      return { ...common, reading: cleanReading(fact.reading) }
    case 'neighbourhood':
      return { ...common, neighbourhood: cleanNeighbourhood(fact.neighbourhood) }
    case 'interfaces':
      return {
        ...common,
        interfaces: fact.interfaces.map((one) => ({
          key: cleanText(one.key, lengths.name),
          index: whole(one.index) ?? 0,
          adminState: whole(one.adminState),
          operState: whole(one.operState),
          speed: finite(one.speed),
        })),
      }
    case 'trap': {
      const { interfaceKey, text, vendor, oid, trap, meaning } = fact
      return {
        ...common,
        trap: cleanText(trap, 40),
        meaning: (trapMeanings as readonly unknown[]).includes(meaning) ? meaning : null,
        oid: cleanText(oid, lengths.name),
        vendor: cleanText(vendor, lengths.name),
        interface: interfaceKey === null ? null : cleanText(interfaceKey, lengths.name),
        text: cleanText(text, 500),
      }
    }
    case 'state':
    case 'poll': {
      const { state, reachable, credentialId } = fact
      if (!states.has(state)) return null
      return {
        ...common,
        state,
        reachable: isTrue(reachable),
        credentialId: credentialId !== null && deviceId.test(credentialId) ? credentialId : null,
        ...(fact.kind === 'poll' && {
          durationMs: whole(fact.durationMs),
          values: whole(fact.values),
          slow: isTrue(fact.slow),
        }),
      }
    }
    default:
      return null
  }
}

function cleanReading({
  identity,
  interfaces,
  parts,
  plan,
  incomplete,
}: InventoryReading): Record<string, unknown> {
  const short = (text: string) => cleanText(text, lengths.identity).trim()
  return {
    identity: {
      sysObjectId: short(identity.sysObjectId),
      sysDescr: cleanText(identity.sysDescr, lengths.description),
      sysName: short(identity.sysName),
      sysLocation: short(identity.sysLocation),
      sysContact: short(identity.sysContact),
      vendor: cleanText(identity.vendor, 100).trim(),
      type: identity.type,
      model: short(identity.model),
      version: short(identity.version),
      hardwareRevision: short(identity.hardwareRevision),
      serialNumber: short(identity.serialNumber),
      baseMac: cleanMac(identity.baseMac),
      chassisId: short(identity.chassisId),
      engineId: short(identity.engineId),
    },
    interfaces: unique(interfaces.map(cleanInterface)),
    parts: parts.map(({ metric, instance, label, low, high }) => ({
      metric,
      instance: cleanText(instance, lengths.name),
      label: cleanText(label, lengths.name),
      low: finite(low),
      high: finite(high),
    })),
    plan: cleanPlan(plan),
    incomplete,
  }
}

/** The plan is the collector's own, but holds names of the device. */
function cleanPlan(plan: unknown): unknown {
  const storable = (text: string) => text.replaceAll('\0', '').toWellFormed()
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return storable(value)
    if (Array.isArray(value)) return value.map(clean)
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [storable(key), clean(one)]))
  }
  return clean(plan ?? null)
}

function cleanInterface(one: InterfaceReading) {
  return {
    key: cleanText(one.key, lengths.name),
    index: whole(one.index) ?? 0,
    name: cleanText(one.name, lengths.name),
    description: cleanText(one.description, lengths.identity),
    alias: cleanText(one.alias, lengths.identity),
    type: whole(one.type) ?? 1,
    speed: finite(one.speed),
    mac: cleanMac(one.mac),
    adminState: whole(one.adminState),
    operState: whole(one.operState),
    duplex: one.duplex,
    vlan: whole(one.vlan),
    taggedVlans: one.taggedVlans.filter((vlan) => whole(vlan) !== null).slice(0, 4096),
    addresses: one.addresses.map((address) => cleanText(address, 64)).slice(0, 64),
    neighbour: one.neighbour && {
      protocol: one.neighbour.protocol,
      name: cleanText(one.neighbour.name, lengths.identity),
      port: cleanText(one.neighbour.port, lengths.name),
      chassisId: cleanText(one.neighbour.chassisId, lengths.identity),
      address: one.neighbour.address === null ? null : cleanText(one.neighbour.address, 64),
    },
  }
}

function unique<T extends { key: string }>(interfaces: readonly T[]): T[] {
  return [...new Map(interfaces.filter(({ key }) => key !== '').map((one) => [one.key, one])).values()]
}
