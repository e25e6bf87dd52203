import type { Scopes } from '../../platform/db/scope.ts'
import type { Affected } from './affects.ts'

export type BuildRow = readonly [manufacturer: string, modelName: string, softwareVersion: string]
export type Rule = Affected & { readonly id: string }

/** What a company is to be compared by. */
interface Due {
  readonly companyId: string
  readonly signature: string
}

/** Over all companies, as the login role. */
export const settleRepo = {
  /** Companies of which something has changed since they were compared. */
  due: (scopes: Scopes): Promise<Due[]> =>
    scopes.asLoginRole<Due & Record<string, unknown>>(
      'select company_id as "companyId", signature from advisory_due()',
    ),

  async rules(scopes: Scopes): Promise<readonly Rule[]> {
    const rows = await scopes.asLoginRole<{ rules: readonly Rule[] }>('select advisory_rules() as rules')
    return rows[0]?.rules ?? []
  },

  async builds(scopes: Scopes, due: readonly Due[]): Promise<readonly BuildRow[]> {
    const rows = await scopes.asLoginRole<{ builds: readonly BuildRow[] }>(
      'select advisory_builds($1::bigint[]) as builds',
      [due.map(({ companyId }) => companyId)],
    )
    return rows[0]?.builds ?? []
  },

  /** `pairs`: an advisory, and a version in use that it affects. */
  async settle(
    scopes: Scopes,
    pairs: readonly (readonly [advisoryId: string, ...BuildRow])[],
    due: readonly Due[],
  ): Promise<void> {
    await scopes.asLoginRole('select advisory_settle($1::jsonb, $2::jsonb)', [
      JSON.stringify(pairs),
      JSON.stringify(due.map(({ companyId, signature }) => [companyId, signature])),
    ])
  },
}
