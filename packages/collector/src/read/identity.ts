import {
  hiddenMakers,
  makerNamedIn,
  makerOf,
  makerSources,
  productName,
  type EntityText,
  type HiddenMaker,
  type Profile,
  type TextSource,
  type TypeRule,
} from '@netward/snmp-profiles'
import type { DeviceType } from '@netward/contract/device-values'
import { readNumber } from './number.ts'
import type { DeviceIdentity } from './reading.ts'
import { isWithin, recognise, type Basics } from './recognise.ts'
import { placed } from './placed.ts'
import type { Reading } from './rows.ts'
import { bridge, entity, lldp, system } from './standard/oids.ts'
import { identifierOf } from './standard/neighbours.ts'
import type { PlainInterface } from './standard/interfaces.ts'
import { isPlaceholder, macOfText, readDescription, readMac, readSerial, readText } from './text.ts'
import { modelIn, versionIn } from './described.ts'
import { guessType } from './guess-type.ts'

const entityColumns: Readonly<Record<EntityText, string>> = {
  model: entity.entPhysicalModelName,
  serial: entity.entPhysicalSerialNum,
  software: entity.entPhysicalSoftwareRev,
  firmware: entity.entPhysicalFirmwareRev,
  hardware: entity.entPhysicalHardwareRev,
  descr: entity.entPhysicalDescr,
  name: entity.entPhysicalName,
}

/** Where a vendor without sources of its own has them (RFC 6933). */
const standardSources = {
  // RFC 1628 upsIdentModel, upsIdentAgentSoftwareVersion, upsIdentUPSSoftwareVersion
  model: [{ entity: 'model' }, { oid: '1.3.6.1.2.1.33.1.1.2.0' }],
  version: [
    { entity: 'software' },
    { entity: 'firmware' },
    { oid: '1.3.6.1.2.1.33.1.1.4.0' },
    { oid: '1.3.6.1.2.1.33.1.1.3.0' },
    // RFC 2021 probeSoftwareRev
    { oid: '1.3.6.1.2.1.16.19.2.0' },
  ],
  serial: [{ entity: 'serial' }],
  hardware: [{ entity: 'hardware' }],
} as const satisfies Record<string, readonly TextSource[]>

/** A part that is called by its model, not `Chassis 1`. */
const namedPart =
  /^(?!chassis|stack|unit|slot|module|switch|system|root|shelf|rack|main|board)\w[\w ./+-]{2,40}\d[\w ./+-]{0,20}/i

export interface Recognised {
  readonly identity: DeviceIdentity
  readonly profile: Profile | null
}

/**
 * What the device is.
 * @throws SnmpError where the agent does not answer
 */
export async function readIdentity(
  reading: Reading,
  interfaces: readonly Pick<PlainInterface, 'type' | 'mac'>[],
): Promise<Recognised> {
  const answers = await reading.get(
    ...Object.values(system),
    bridge.dot1dBaseBridgeAddress,
    lldp.lldpLocChassisIdSubtype,
    lldp.lldpLocChassisId,
  )
  const text = (oid: string) => readText(answers.get(oid))
  // Some agents send it as text, with a dot in front.
  const objectId = text(system.sysObjectID).replace(/^\./, '')
  const basics = { objectId, descr: readDescription(answers.get(system.sysDescr)) }
  const profile = await placed(reading, await recognise(reading, basics), basics)
  const hidden = await hiddenMaker(reading, profile, basics)
  const one = (field: keyof typeof standardSources) =>
    firstOf(reading, basics, [
      ...(hidden ? makerSources(hidden.oid, field) : []),
      ...(profile?.[field] ?? []),
      ...makerSources(objectId, field),
      ...standardSources[field],
    ])
  // Where nothing else says it, a part may be named by the model.
  const model =
    (await one('model')) ||
    modelIn(basics.descr) ||
    (await firstOf(reading, basics, [{ entity: 'name', pattern: namedPart }]))
  const lldpType = readNumber(answers.get(lldp.lldpLocChassisIdSubtype))
  const chassisId = identifierOf(answers.get(lldp.lldpLocChassisId), lldpType, 4)
  const engine = answers.get(system.snmpEngineID)?.value
  const identity: DeviceIdentity = {
    sysObjectId: basics.objectId,
    sysDescr: basics.descr,
    sysName: text(system.sysName),
    sysLocation: text(system.sysLocation),
    sysContact: text(system.sysContact),
    vendor: hidden?.vendor ?? vendorOf(profile, basics),
    type: hidden?.type ?? typeOf(profile, basics, model) ?? (await guessType(reading, basics, interfaces)),
    model,
    version: (await one('version')) || versionIn(basics.descr),
    hardwareRevision: await one('hardware'),
    serialNumber: readSerial(await one('serial')),
    baseMac: baseMacOf(readMac(answers.get(bridge.dot1dBaseBridgeAddress)), chassisId, interfaces),
    chassisId: isPlaceholder(chassisId) ? '' : chassisId,
    engineId: engine instanceof Uint8Array ? Buffer.from(engine.subarray(0, 32)).toString('hex') : '',
  }
  return { identity, profile }
}

/** Of an agent that calls itself Net-SNMP. */
async function hiddenMaker(
  reading: Reading,
  profile: Profile | null,
  { objectId }: Basics,
): Promise<HiddenMaker | null> {
  if ((profile?.vendor ?? makerOf(objectId)) !== 'Net-SNMP') return null
  const answers = await reading.get(...hiddenMakers.map(({ oid }) => oid))
  return hiddenMakers.find(({ oid }) => readText(answers.get(oid)) !== '') ?? null
}

/** Many makers build on Net-SNMP and leave its sysObjectID: then the first word of sysDescr may name them. */
function vendorOf(profile: Profile | null, { objectId, descr }: Basics): string {
  const found = profile?.vendor ?? makerOf(objectId)
  return (found === null || found === 'Net-SNMP' ? makerNamedIn(descr) : null) ?? found ?? ''
}

function typeOf(profile: Profile | null, basics: Basics, model: string): DeviceType | null {
  const fits = (rule: TypeRule) =>
    (!rule.model || rule.model.test(model)) &&
    (!rule.descr || rule.descr.test(basics.descr)) &&
    (!rule.oids || rule.oids.some((oid) => isWithin(basics.objectId, oid)))
  return profile?.type.find(fits)?.type ?? null
}

/** Ethernet interfaces of a real device: IANAifType 6. Locally administered addresses are of bridges and tunnels. */
function baseMacOf(
  ofBridge: string | null,
  chassisId: string,
  interfaces: readonly Pick<PlainInterface, 'type' | 'mac'>[],
): string | null {
  const ethernet = interfaces.filter(({ type, mac }) => type === 6 && mac !== null)
  const burnedIn = ethernet.find(({ mac }) => (Number(`0x${mac?.slice(0, 2)}`) & 3) === 0)
  return (
    ofBridge ??
    (chassisId.includes(':') ? macOfText(chassisId) : null) ??
    burnedIn?.mac ??
    ethernet[0]?.mac ??
    null
  )
}

async function firstOf(reading: Reading, basics: Basics, sources: readonly TextSource[]): Promise<string> {
  await reading.get(...sources.flatMap((source) => ('oid' in source ? [source.oid] : [])))
  for (const source of sources) {
    const text = (await readSource(reading, basics, source)).trim()
    if (text !== '' && !isPlaceholder(text)) return text
  }
  return ''
}

async function readSource(reading: Reading, basics: Basics, source: TextSource): Promise<string> {
  if ('join' in source) {
    const parts: string[] = []
    for (const one of source.of) parts.push(await readSource(reading, basics, one))
    return parts.includes('')
      ? ''
      : source.join.replaceAll(/\{(\d)\}/g, (_, at: string) => parts[Number(at)] ?? '')
  }
  if ('products' in source) return productName(source.products, basics.objectId)
  if ('descr' in source) {
    if (source.below && !source.below.some((oid) => isWithin(basics.objectId, oid))) return ''
    const text = matched(basics.descr, source.descr)
    return source.upper ? text.toUpperCase() : (source.names?.[text] ?? text)
  }
  if ('oid' in source) {
    const text = matched(readDescription(await reading.one(source.oid)), source.pattern)
    return (source.names?.[text] ?? text).slice(0, 200)
  }
  if ('column' in source) {
    for (const row of (await reading.column(source.column)).values()) {
      const text = matched(readDescription(row), source.pattern)
      if (text !== '' && !isPlaceholder(text)) return text
    }
    return ''
  }
  return matched(await entityText(reading, source.entity, source.of ?? 'chassis'), source.pattern)
}

function matched(text: string, pattern?: RegExp): string {
  if (!pattern) return text
  const found = pattern.exec(text)
  return (found?.groups?.['value'] ?? found?.[1] ?? found?.[0] ?? '').trim().slice(0, 200)
}

const classes = { chassis: [3, 11], module: [9] } as const

/** Of the first part of the class that has the text; of any part where no part has a class. */
async function entityText(reading: Reading, of: EntityText, kind: 'chassis' | 'module'): Promise<string> {
  const column = await reading.column(entityColumns[of])
  if (column.size === 0) return ''
  const ofClass = await reading.column(entity.entPhysicalClass)
  const wanted: readonly number[] = classes[kind]
  const isOf = (index: string) => wanted.includes(readNumber(ofClass.get(index)) ?? -1)
  const own = [...column].filter(([index]) => isOf(index))
  const inside = own.length > 0 ? null : await reading.column(entity.entPhysicalContainedIn)
  // Without a chassis, the part that is in no other; without that column, the first.
  const outermost = [...column].filter(([index]) => readNumber(inside?.get(index)) === 0)
  const rows =
    own.length > 0 ? own : outermost.length > 0 ? outermost : ofClass.size > 0 ? [] : [...column].slice(0, 1)
  return rows.map(([, row]) => readText(row)).find((text) => text !== '' && !isPlaceholder(text)) ?? ''
}
