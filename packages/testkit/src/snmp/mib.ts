import { arcsOf, integer, objectId, octets, tags, tlv } from './ber.ts'

/** What a value may depend on. */
export interface AgentState {
  /** Tells agents with the same MIB apart. */
  readonly seed: number
  /** Seconds since the agent started. */
  readonly upSeconds: number
}

/** A value in BER, or one that is made when it is read. */
export type MibValue = Buffer | ((state: AgentState) => Buffer)

export interface MibEntry {
  readonly arcs: readonly number[]
  /** OID in BER. */
  readonly name: Buffer
  readonly value: MibValue
}

export const values = {
  integer: (value: number) => integer(value),
  text: (value: string | Uint8Array) => octets(value),
  oid: (value: string) => objectId(arcsOf(value)),
  address: (value: string) => tlv(tags.address, Uint8Array.from(arcsOf(value))),
  counter32: (value: number) => integer(value >>> 0, tags.counter32),
  gauge32: (value: number) => integer(value >>> 0, tags.gauge32),
  timeticks: (value: number) => integer(value >>> 0, tags.timeticks),
  counter64: (value: number | bigint) => integer(BigInt(value), tags.counter64),
} as const

export function compareArcs(a: readonly number[], b: readonly number[]): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

export const entryOf = (oid: string, value: MibValue): MibEntry => {
  const arcs = arcsOf(oid)
  return { arcs, name: objectId(arcs), value }
}

/** What an agent holds, in order. Many agents may share one. */
export class Mib {
  readonly entries: readonly MibEntry[]

  constructor(entries: Iterable<readonly [oid: string, value: MibValue]>) {
    this.entries = Array.from(entries, ([oid, value]) => entryOf(oid, value)).toSorted((a, b) =>
      compareArcs(a.arcs, b.arcs),
    )
  }

  get(arcs: readonly number[]): MibEntry | null {
    const entry = this.entries[this.#firstFrom(arcs)]
    return entry !== undefined && compareArcs(entry.arcs, arcs) === 0 ? entry : null
  }

  next(arcs: readonly number[]): MibEntry | null {
    const at = this.#firstFrom(arcs)
    const entry = this.entries[at]
    if (entry === undefined) return null
    return compareArcs(entry.arcs, arcs) === 0 ? (this.entries[at + 1] ?? null) : entry
  }

  #firstFrom(arcs: readonly number[]): number {
    let low = 0
    let high = this.entries.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (compareArcs(this.entries[middle]?.arcs ?? [], arcs) < 0) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** `OID|type|value` a line, as the recordings of snmpsim: `x` behind the type means hexadecimal. */
export function mibOfRecording(text: string): Mib {
  return new Mib(
    text.split(/\r?\n/).flatMap((line) => {
      const [oid = '', type = '', ...rest] = line.split('|')
      const value = valueOfRecording(type, rest.join('|'))
      return /^[\d.]+$/.test(oid) && value !== null ? [[oid, value] as const] : []
    }),
  )
}

function valueOfRecording(type: string, text: string): Buffer | null {
  const tag = Number.parseInt(type, 10)
  const bytes = type.endsWith('x') ? Buffer.from(text, 'hex') : null
  if (tag === tags.octets) return octets(bytes ?? text)
  if (tag === tags.oid) return /^[\d.]+$/.test(text) ? values.oid(text.replace(/^\./, '')) : null
  if (tag === tags.address) return tlv(tag, bytes ?? Uint8Array.from(arcsOf(text)))
  if (tag === tags.opaque) return tlv(tag, bytes ?? Buffer.from(text))
  if (tag === tags.null) return tlv(tag)
  return /^-?\d+$/.test(text) ? integer(BigInt(text), tag) : null
}
