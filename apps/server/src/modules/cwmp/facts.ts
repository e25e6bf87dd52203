import { hash } from 'node:crypto'
import { isIP } from 'node:net'
import {
  canonicalMac,
  classifyEvent,
  type CwmpVersion,
  type Inform,
  type ParameterValue,
  rootOf,
  valueOf,
  wanInterfaces,
} from '@netward/cwmp'
import { udpAddressOf } from '@netward/cwmp/stun'

/** Facts that an Inform reports; an unreported field is absent. */
export interface InformFacts {
  manufacturer?: string
  modelName?: string
  softwareVersion?: string
  hardwareVersion?: string
  ipAddress?: string
  macAddress?: string
  periodicInterval?: number
  root?: string
  cwmpVersion?: string
  url?: string
  /** ParameterKey: names the last change of its configuration and its author. */
  parameterKey?: string
  address?: string
  /** UDPConnectionRequestAddress; '' if unusable. */
  udp?: string
}

export interface InformEvent {
  kind: string
  code: string
  commandKey: string
}

const longestText = 256

/** Device strings: no control characters (PostgreSQL refuses U+0000), no half character, bounded. */
export function deviceText(text: string, longest = longestText): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
}

/**
 * A time as a gateway reports it; null for the unknown time (TR-106 3.2: year 1), for a clock that was never
 * set, and for invalid values.
 */
export function deviceTime(text: string): string | null {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return null
  const year = new Date(time).getUTCFullYear()
  return year >= 2000 && year < 2200 ? new Date(time).toISOString() : null
}

/** Facts among any parameters: those of an Inform, or of an answer. */
export function factsOfParameters(parameters: readonly ParameterValue[]): InformFacts {
  const reported: InformFacts = {}
  const text = (field: 'manufacturer' | 'modelName' | 'softwareVersion' | 'hardwareVersion') => {
    const value = valueOf(parameters, field)
    if (value !== undefined && value.trim() !== '') reported[field] = deviceText(value)
  }
  text('manufacturer')
  text('modelName')
  text('softwareVersion')
  text('hardwareVersion')
  const wans = wanInterfaces(parameters)
  // An address with a zone has meaning only on the gateway itself, and is invalid in the database.
  const address = wans.find(
    ({ ipAddress }) => isIP(ipAddress ?? '') !== 0 && !ipAddress?.includes('%'),
  )?.ipAddress
  if (address) reported.ipAddress = address
  const mac = wans.find((wan) => wan.macAddress !== null)?.macAddress
  if (mac) reported.macAddress = canonicalMac(mac) ?? mac
  const interval = Number(valueOf(parameters, 'periodicInformInterval') ?? '')
  if (Number.isInteger(interval) && interval > 0 && interval <= 604_800) reported.periodicInterval = interval
  const udp = valueOf(parameters, 'udpConnectionRequestAddress')
  if (udp !== undefined) {
    const target = udpAddressOf(udp)
    reported.udp = target === null ? '' : `${target.address}:${target.port}`
  }
  return reported
}

export function factsFromInform(inform: Inform, version: CwmpVersion, address: string): InformFacts {
  const reported = factsOfParameters(inform.parameters)
  if (reported.manufacturer === undefined && inform.deviceId.manufacturer.trim() !== '') {
    reported.manufacturer = deviceText(inform.deviceId.manufacturer, 64)
  }
  reported.ipAddress ??= address
  const root = rootOf(inform.parameters)
  if (root !== null) reported.root = root
  reported.cwmpVersion = version
  const url = valueOf(inform.parameters, 'connectionRequestUrl')?.trim()
  if (url !== undefined && url !== '' && url.length <= longestText) reported.url = deviceText(url)
  const key = valueOf(inform.parameters, 'parameterKey')
  if (key !== undefined) reported.parameterKey = deviceText(key, 64)
  reported.address = address
  return reported
}

/** Equal fingerprints: nothing changed, and the database need not compare. */
export function fingerprint(reported: InformFacts): string {
  const fields = Object.entries(reported).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha1', JSON.stringify(fields), 'base64url').slice(0, 16)
}

export function eventsOf(inform: Inform): InformEvent[] {
  return inform.events.slice(0, 64).map((event) => ({
    kind: classifyEvent(event.code).kind,
    code: deviceText(event.code, 64),
    commandKey: deviceText(event.commandKey, 64),
  }))
}

/** Only the periodic timer caused the call: its last-seen may wait for the next batch. */
export function isRoutine(events: readonly InformEvent[]): boolean {
  return events.length > 0 && events.every((event) => event.kind === 'periodic')
}
