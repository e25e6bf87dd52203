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

/** What an Inform tells of its gateway; a field that it does not tell is absent. */
export interface Told {
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
  /** Which change of its configuration was the last: whoever made it names it. */
  parameterKey?: string
  address?: string
  /** UDPConnectionRequestAddress; '' for none that could be used. */
  udp?: string
}

export interface ToldEvent {
  kind: string
  code: string
  commandKey: string
}

const longestText = 256

/** Device strings: no control characters (PostgreSQL refuses U+0000), no half of a character, and an end. */
export function deviceText(text: string, longest = longestText): string {
  return text
    .replaceAll(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, longest)
    .toWellFormed()
}

/**
 * A time as a gateway tells it; null for the unknown time (TR-106 3.2: year 1), of a clock that was never set, and for
 * what is no time.
 */
export function deviceTime(text: string): string | null {
  const time = Date.parse(text)
  if (Number.isNaN(time)) return null
  const year = new Date(time).getUTCFullYear()
  return year >= 2000 && year < 2200 ? new Date(time).toISOString() : null
}

/** Facts among any parameters: those of an Inform, or of an answer. */
export function toldBy(parameters: readonly ParameterValue[]): Told {
  const told: Told = {}
  const text = (field: 'manufacturer' | 'modelName' | 'softwareVersion' | 'hardwareVersion') => {
    const value = valueOf(parameters, field)
    if (value !== undefined && value.trim() !== '') told[field] = deviceText(value)
  }
  text('manufacturer')
  text('modelName')
  text('softwareVersion')
  text('hardwareVersion')
  const wans = wanInterfaces(parameters)
  // An address with a zone means something only on the gateway itself, and is none to the database.
  const address = wans.find(
    ({ ipAddress }) => isIP(ipAddress ?? '') !== 0 && !ipAddress?.includes('%'),
  )?.ipAddress
  if (address) told.ipAddress = address
  const mac = wans.find((wan) => wan.macAddress !== null)?.macAddress
  if (mac) told.macAddress = canonicalMac(mac) ?? mac
  const interval = Number(valueOf(parameters, 'periodicInformInterval') ?? '')
  if (Number.isInteger(interval) && interval > 0 && interval <= 604_800) told.periodicInterval = interval
  const udp = valueOf(parameters, 'udpConnectionRequestAddress')
  if (udp !== undefined) {
    const target = udpAddressOf(udp)
    told.udp = target === null ? '' : `${target.address}:${target.port}`
  }
  return told
}

export function toldByInform(inform: Inform, version: CwmpVersion, address: string): Told {
  const told = toldBy(inform.parameters)
  if (told.manufacturer === undefined && inform.deviceId.manufacturer.trim() !== '') {
    told.manufacturer = deviceText(inform.deviceId.manufacturer, 64)
  }
  told.ipAddress ??= address
  const root = rootOf(inform.parameters)
  if (root !== null) told.root = root
  told.cwmpVersion = version
  const url = valueOf(inform.parameters, 'connectionRequestUrl')?.trim()
  if (url !== undefined && url !== '' && url.length <= longestText) told.url = deviceText(url)
  const key = valueOf(inform.parameters, 'parameterKey')
  if (key !== undefined) told.parameterKey = deviceText(key, 64)
  told.address = address
  return told
}

/** Equal fingerprints: nothing of it changed, and the database need not be asked to compare. */
export function fingerprint(told: Told): string {
  const fields = Object.entries(told).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return hash('sha1', JSON.stringify(fields), 'base64url').slice(0, 16)
}

export function eventsOf(inform: Inform): ToldEvent[] {
  return inform.events.slice(0, 64).map((event) => ({
    kind: classifyEvent(event.code).kind,
    code: deviceText(event.code, 64),
    commandKey: deviceText(event.commandKey, 64),
  }))
}

/** Only the clock made it call: its last-seen may wait for the next batch. */
export function isRoutine(events: readonly ToldEvent[]): boolean {
  return events.length > 0 && events.every((event) => event.kind === 'periodic')
}
