import { compareVersions, isVersion } from './version-order.ts'

/** What an advisory is about. */
export interface Affected {
  readonly vendor: string
  /** With `*` as wildcard; empty: all of the vendor. */
  readonly models: readonly string[]
  /** Inclusive; empty: no bound. */
  readonly firstVersion: string
  readonly lastVersion: string
  /** Exclusive. */
  readonly fixedVersion: string
}

export interface Build {
  readonly manufacturer: string
  readonly modelName: string
  readonly softwareVersion: string
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The first word of a brand, by which advisories are looked up. */
export const firstWord = (text: string): string => wordsOf(text)[0] ?? ''

/** "Cisco" is the vendor of "Cisco Systems, Inc.", and not of "Ciscotronic". */
export function isOfVendor(vendor: string, manufacturer: string): boolean {
  const wanted = wordsOf(vendor)
  const given = wordsOf(manufacturer)
  return wanted.length > 0 && wanted.every((word, at) => given[at] === word)
}

/** Does not backtrack: the parts between wildcards are looked up one after another. */
export function fitsModel(pattern: string, model: string): boolean {
  const parts = pattern.toLowerCase().split('*')
  const text = model.toLowerCase()
  const [first = '', ...rest] = parts
  if (rest.length === 0) return text === first
  const last = rest.pop() ?? ''
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false
  let at = first.length
  for (const part of rest) {
    const found = text.indexOf(part, at)
    if (found < 0 || found + part.length > text.length - last.length) return false
    at = found + part.length
  }
  return true
}

export function isAffectedVersion(advisory: Affected, version: string): boolean {
  if (!isVersion(version)) return false
  const { firstVersion, lastVersion, fixedVersion } = advisory
  return (
    (firstVersion === '' || compareVersions(version, firstVersion) >= 0) &&
    (lastVersion === '' || compareVersions(version, lastVersion) <= 0) &&
    (fixedVersion === '' || compareVersions(version, fixedVersion) < 0)
  )
}

/** Whether devices of this build are affected. */
export const affects = (advisory: Affected, build: Build): boolean =>
  isOfVendor(advisory.vendor, build.manufacturer) && isAffectedBuild(advisory, build)

/** Whether devices of this build are affected, if they are of the advisory's vendor. */
export function isAffectedBuild(
  advisory: Affected,
  { modelName, softwareVersion }: Omit<Build, 'manufacturer'>,
): boolean {
  return (
    (advisory.models.length === 0 || advisory.models.some((model) => fitsModel(model, modelName))) &&
    isAffectedVersion(advisory, softwareVersion)
  )
}
