import type { Scopes } from '../../platform/db/scope.ts'
import type { Affected } from './affects.ts'

type BuildRow = readonly [manufacturer: string, modelName: string, softwareVersion: string]

interface Inputs {
  readonly advisories: readonly (Affected & { readonly id: string })[]
  readonly builds: readonly BuildRow[]
}

/** Over all companies, as the login role. */
export const settleRepo = {
  async inputs(scopes: Scopes): Promise<Inputs> {
    const rows = await scopes.asLoginRole<{ advisories: Inputs['advisories']; builds: Inputs['builds'] }>(
      'select advisories, builds from advisory_inputs()',
    )
    return rows[0] ?? { advisories: [], builds: [] }
  },

  /** `pairs`: an advisory, and a version in use that it affects. */
  async settle(
    scopes: Scopes,
    pairs: readonly (readonly [advisoryId: string, ...BuildRow])[],
  ): Promise<void> {
    await scopes.asLoginRole('select advisory_settle($1::jsonb)', [JSON.stringify(pairs)])
  },
}
