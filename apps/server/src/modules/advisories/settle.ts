import type { Scopes } from '../../platform/db/scope.ts'
import { affects, type Affected, firstWord } from './affects.ts'

type Advisory = Affected & { readonly id: string }
type BuildRow = readonly [manufacturer: string, modelName: string, softwareVersion: string]

/** Compares all advisories with all versions in use, and records what changed. It may run at any time, and twice. */
export async function settleAdvisories(scopes: Scopes): Promise<void> {
  const [inputs] = await scopes.asLoginRole<{ advisories: Advisory[]; builds: BuildRow[] }>(
    'select advisories, builds from advisory_inputs()',
    [],
  )
  const byVendor = Map.groupBy(inputs?.advisories ?? [], ({ vendor }) => firstWord(vendor))
  const pairs = (inputs?.builds ?? []).flatMap((build) => {
    const [manufacturer, modelName, softwareVersion] = build
    return (byVendor.get(firstWord(manufacturer)) ?? [])
      .filter((advisory) => affects(advisory, { manufacturer, modelName, softwareVersion }))
      .map(({ id }) => [id, ...build])
  })
  await scopes.asLoginRole('select advisory_settle($1::jsonb)', [JSON.stringify(pairs)])
}
