import type { Scopes } from '../../platform/db/scope.ts'
import { firstWord, isAffectedBuild, isOfVendor } from './affects.ts'
import { type BuildRow, type Rule, settleRepo } from './settle.repo.ts'

/** Companies of one transaction. */
const batch = 250

/**
 * Compares advisories with versions in use, of companies where either has changed, and records what changed. It may run at
 * any time, and twice.
 */
export async function settleAdvisories(scopes: Scopes): Promise<void> {
  const due = await settleRepo.due(scopes)
  if (due.length === 0) return
  const affecting = matcher(await settleRepo.rules(scopes))
  for (let from = 0; from < due.length; from += batch) {
    const some = due.slice(from, from + batch)
    const builds = await settleRepo.builds(scopes, some)
    const pairs = builds.flatMap((build) => affecting(build).map((id) => [id, ...build] as const))
    await settleRepo.settle(scopes, pairs, some)
  }
}

/** Advisories that affect a version. Each brand and each version is compared once: companies use the same. */
function matcher(rules: readonly Rule[]): (build: BuildRow) => readonly string[] {
  const byWord = Map.groupBy(rules, ({ vendor }) => firstWord(vendor))
  const ofBrand = remembered((manufacturer: string) =>
    (byWord.get(firstWord(manufacturer)) ?? []).filter(({ vendor }) => isOfVendor(vendor, manufacturer)),
  )
  const ofBuild = remembered((key: string) => {
    const [manufacturer, modelName, softwareVersion] = JSON.parse(key) as BuildRow
    return ofBrand(manufacturer)
      .filter((rule) => isAffectedBuild(rule, { modelName, softwareVersion }))
      .map(({ id }) => id)
  })
  return (build) => ofBuild(JSON.stringify(build))
}

function remembered<T>(find: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const before = known.get(key)
    if (before !== undefined) return before
    const found = find(key)
    known.set(key, found)
    return found
  }
}
