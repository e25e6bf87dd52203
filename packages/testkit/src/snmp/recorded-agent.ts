import type { SnmpAgent, SnmpType, Varbind } from '@netward/collector/snmp/agent'

/** Tags of the format of snmpsim, by the number of their ASN.1 type. */
const types: Readonly<Record<string, SnmpType>> = {
  2: 'integer',
  4: 'octets',
  5: 'null',
  6: 'oid',
  64: 'address',
  65: 'counter32',
  66: 'gauge32',
  67: 'timeticks',
  68: 'opaque',
  70: 'counter64',
}

/** Numbers of an OID in order: 1.10 follows 1.9. */
export function compareOids(a: string, b: string): number {
  const left = a.split('.')
  const right = b.split('.')
  for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
    const difference = Number(left[at]) - Number(right[at])
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

/** Lines `OID|type tag|value` of a recording. Lines that are none are left out. */
export function parseRecording(text: string): readonly Varbind[] {
  const rows = new Map<string, Varbind>()
  for (const line of text.split('\n')) {
    const row = parseLine(line.replace(/\r$/, ''))
    if (row && !rows.has(row.oid)) rows.set(row.oid, row)
  }
  return [...rows.values()].toSorted((a, b) => compareOids(a.oid, b.oid))
}

function parseLine(line: string): Varbind | null {
  const [oid = '', tag = '', ...rest] = line.split('|')
  const type = types[tag.replace(/[a-z].*$/, '')]
  if (!type || !/^\d+(?:\.\d+)+$/.test(oid)) return null
  const value = rest.join('|')
  return { oid, type, value: valueOf(type, tag.endsWith('x'), value) }
}

function valueOf(type: SnmpType, isHex: boolean, value: string): Varbind['value'] {
  if (type === 'octets' || type === 'opaque') return Buffer.from(value, isHex ? 'hex' : 'utf8')
  if (type === 'null') return null
  if (type === 'oid') return value.replace(/^\./, '')
  if (type === 'address') return isHex ? [...Buffer.from(value, 'hex')].join('.') : value
  if (type === 'counter64') return /^\d+$/.test(value.trim()) ? BigInt(value) : 0n
  return Number(value)
}

/** Answers from rows in memory, as a well-behaved agent would. */
export function recordedAgent(
  rows: readonly Varbind[],
): SnmpAgent & { readonly asked: { requests: number } } {
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const asked = { requests: 0 }
  return {
    asked,
    get: (oids) => {
      asked.requests += 1
      const found = oids.flatMap((oid) => byOid.get(oid) ?? [])
      return Promise.resolve(new Map(found.map((row) => [row.oid, row])))
    },
    walk: (root, most = 20_000) => {
      asked.requests += 1
      const below = rows.filter(({ oid }) => oid.startsWith(`${root}.`))
      return Promise.resolve({ rows: below.slice(0, most), incomplete: below.length > most })
    },
  }
}

/** An agent written as lines of a recording. */
export const agentOf = (...lines: readonly string[]) => recordedAgent(parseRecording(lines.join('\n')))
