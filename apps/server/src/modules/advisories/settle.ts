import type { Scopes } from '../../platform/db/scope.ts'
import { affects, firstWord } from './affects.ts'
import { settleRepo } from './settle.repo.ts'

/** Compares all advisories with all versions in use, and records what changed. It may run at any time, and twice. */
export async function settleAdvisories(scopes: Scopes): Promise<void> {
  const { advisories, builds } = await settleRepo.inputs(scopes)
  const byVendor = Map.groupBy(advisories, ({ vendor }) => firstWord(vendor))
  const pairs = builds.flatMap((build) => {
    const [manufacturer, modelName, softwareVersion] = build
    return (byVendor.get(firstWord(manufacturer)) ?? [])
      .filter((advisory) => affects(advisory, { manufacturer, modelName, softwareVersion }))
      .map(({ id }) => [id, ...build] as const)
  })
  await settleRepo.settle(scopes, pairs)
}
