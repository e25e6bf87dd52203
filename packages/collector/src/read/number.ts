import type { Convert } from '@netward/snmp-profiles'
import type { Varbind } from '../snmp/agent.ts'

/** The number that a varbind holds; null for text that is none, for wrong types and for infinities. */
export function readNumber(varbind: Varbind | undefined, text?: true | RegExp | string): number | null {
  const value = varbind?.value
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'bigint') return Number(value)
  if (!(value instanceof Uint8Array)) return null
  if (varbind?.type === 'opaque') return readOpaque(value)
  return text ? numberOfText(Buffer.from(value.subarray(0, 400)).toString('latin1'), text) : null
}

/** `54.5 C`, `+5V: 4.99`: the first number, or the first group of the pattern. */
function numberOfText(text: string, pattern: true | RegExp | string): number | null {
  const expression = pattern === true ? /[-+]?\d{1,20}(?:\.\d{1,20})?/ : new RegExp(pattern)
  const found = expression.exec(text)
  const number = found ? Number(found[1] ?? found[0]) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** Opaque floats of net-snmp: tag 0x9f, then 0x78 (float) or 0x79 (double), its length and its bytes. */
function readOpaque(bytes: Uint8Array): number | null {
  const at = bytes.indexOf(0x9f)
  const kind = bytes[at + 1]
  const size = kind === 0x78 ? 4 : kind === 0x79 ? 8 : 0
  if (at < 0 || size === 0 || bytes.length < at + 3 + size) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset + at + 3, size)
  const number = size === 4 ? view.getFloat32(0) : view.getFloat64(0)
  return Number.isFinite(number) ? number : null
}

/** A counter stays exact. Negative ones and other types are absent. */
export function readCounter(varbind: Varbind | undefined): bigint | null {
  const value = varbind?.value
  if (typeof value === 'bigint') return value >= 0n && value < 1n << 64n ? value : null
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null
}

/** `Convert` as a plan keeps it: JSON. */
export type PlainConvert = Omit<Convert, 'text'> & {
  readonly text?: true | string
  readonly named?: Readonly<Record<string, number>>
}

/** How the raw value of a varbind is taken, before it is converted. */
export interface Taken {
  readonly text?: true | RegExp | string
  readonly bits?: true
  readonly named?: Readonly<Record<string, number>>
}

export function takeNumber(varbind: Varbind | undefined, { text, bits, named }: Taken): number | null {
  if (bits) return firstBit(varbind)
  const number = readNumber(varbind, text)
  if (number !== null || !named || !(varbind?.value instanceof Uint8Array)) return number
  const word = Buffer.from(varbind.value.subarray(0, 100)).toString('utf8').trim().toLowerCase()
  return Object.hasOwn(named, word) ? (named[word] ?? null) : null
}

function firstBit(varbind: Varbind | undefined): number | null {
  const bytes = varbind?.value
  if (!(bytes instanceof Uint8Array)) return null
  const at = bytes.findIndex((byte) => byte !== 0)
  return at < 0 ? 0 : at * 8 + Math.clz32(bytes[at] ?? 0) - 23
}

/** The sample that a raw value stands for; null where it stands for none. */
export function convert(raw: number | null, how: PlainConvert): number | null {
  if (raw === null || how.invalid?.includes(raw)) return null
  if (how.equals) return how.equals.includes(raw) ? 1 : 0
  if (how.rawMin !== undefined && raw < how.rawMin) return null
  if (how.rawMax !== undefined && raw > how.rawMax) return null
  let value = raw * (how.scale ?? 1)
  if (how.decibel) value = 10 * Math.log10(value)
  if (how.fahrenheit) value = ((value - 32) * 5) / 9
  if (how.ofHundred) value = 100 - value
  value += how.offset ?? 0
  return Number.isFinite(value) ? rounded(value) : null
}

/** 0.1 · 3 is 0.3: multiplication by powers of ten leaves dust behind. */
const rounded = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(12)))
