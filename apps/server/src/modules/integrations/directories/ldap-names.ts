import type { Entry } from 'ldapts'

/** A distinguished name to compare (RFC 4514): attribute types and values of directories differ in case and spaces alone. */
export const comparedDn = (dn: string): string =>
  partsOfDn(dn.slice(0, 4000))
    .map((part) =>
      part
        .trim()
        .replace(/\s*=\s*/, '=')
        .toLowerCase(),
    )
    .join(',')

/** The name of what an entry stands in; empty: nothing is above it. */
export function parentDn(compared: string): string {
  const [first = ''] = partsOfDn(compared)
  return compared.slice(first.length + 1)
}

/** The value of the first part, for people. */
export function nameInDn(dn: string): string {
  const [first = ''] = partsOfDn(dn)
  return first.slice(first.indexOf('=') + 1).replace(/\\([,+"\\<>;= #])/g, '$1')
}

/** Parts between commas that are not escaped. */
function partsOfDn(dn: string): string[] {
  const parts: string[] = []
  let from = 0
  for (let at = 0; at < dn.length; at++) {
    if (dn[at] === '\\') at++
    else if (dn[at] === ',') {
      parts.push(dn.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, dn.slice(from)]
}

/** Values of an attribute, whose name has no case. */
export function valuesAt(entry: Entry, attribute: string): (string | Buffer)[] {
  const wanted = attribute.toLowerCase()
  const name = attribute in entry ? attribute : Object.keys(entry).find((one) => one.toLowerCase() === wanted)
  const value = name === undefined ? [] : entry[name]
  return (Array.isArray(value) ? value : [value]).filter(
    (one) => typeof one === 'string' || Buffer.isBuffer(one),
  )
}

export const textAt = (entry: Entry, attribute: string): string =>
  valuesAt(entry, attribute)[0]?.toString('utf8') ?? ''

/** The bytes of an objectGUID in a filter, from the form that `guidOf` makes (MS-DTYP §2.3.4). */
export function guidInFilter(guid: string): string {
  const [a = '', b = '', c = '', ...rest] = guid.split('-')
  const turned = [a, b, c].map((part) => (part.match(/../g) ?? []).toReversed().join(''))
  return [...turned, ...rest].join('').replace(/../g, '\\$&')
}

/** Digits of a generalized time in UTC (RFC 4517 §3.3.13); null: it is none. */
export const timeDigits = (text: string): string | null => /^(\d{14})(?:[.,]\d+)?Z$/.exec(text)?.[1] ?? null

/** So many minutes before it: servers of one directory note changes by their own clocks. */
export function minutesBefore(digits: string, minutes: number): string {
  const at = digits.replace(/^(....)(..)(..)(..)(..)(..)$/, '$1-$2-$3T$4:$5:$6Z')
  const time = Date.parse(at)
  return Number.isNaN(time) ? digits : digitsOf(new Date(time - minutes * 60_000))
}

export const digitsOf = (time: Date): string => time.toISOString().replace(/\D/g, '').slice(0, 14)
