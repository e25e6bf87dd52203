import { makerNumbers } from './maker-numbers.ts'
import { profiles } from './profiles/index.ts'
import { vendors } from './vendors.ts'

/** Of makers with profiles, from their shortest OID. */
let ofProfiles: ReadonlyMap<number, string> | null = null

function readProfiles(): ReadonlyMap<number, string> {
  const oids = profiles.flatMap(({ vendor, match }) =>
    match.flatMap(({ oids: own = [] }) => own.map((oid) => ({ oid, vendor, number: numberOf(oid) }))),
  )
  const longestFirst = oids.toSorted((a, b) => b.oid.length - a.oid.length)
  return new Map(longestFirst.flatMap(({ number, vendor }) => (number === null ? [] : [[number, vendor]])))
}

function numberOf(oid: string): number | null {
  const found = /^1\.3\.6\.1\.4\.1\.(\d{1,9})(?:\.|$)/.exec(oid)
  return found ? Number(found[1]) : null
}

/** The maker by the enterprise number of a sysObjectID or of a trap; null for an unknown one. */
export function makerOf(oid: string): string | null {
  const number = numberOf(oid)
  if (number === null) return null
  const listed = new RegExp(`(?:^|;)${number} ([^;]+)`, 'm').exec(makerNumbers)?.[1]
  ofProfiles ??= readProfiles()
  return listed ?? ofProfiles.get(number) ?? null
}

let byName: ReadonlyMap<string, string> | null = null

const plainly = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/** The maker whose name a description begins with; null where it begins otherwise. */
export function makerNamedIn(description: string): string | null {
  byName ??= new Map(
    [...makerNumbers.matchAll(/\d ([^;]+);/g)]
      .map(([, name = '']) => name)
      .concat(vendors)
      .map((name) => [plainly(name), name]),
  )
  const words = description
    .slice(0, 80)
    .split(/[\s,;:/(]+/)
    .filter((word) => plainly(word) !== '')
  for (const count of [3, 2, 1]) {
    const start = plainly(words.slice(0, count).join(''))
    const found = start.length >= 4 ? byName.get(start) : undefined
    if (found !== undefined) return found
  }
  return null
}
