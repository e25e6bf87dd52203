import type { Scopes } from '../../platform/db/scope.ts'

export const hostRepo = {
  /** One batch of devices, by id. @returns the last one, null after the last batch */
  async seeHosts(scopes: Scopes, after: string, most: number): Promise<string | null> {
    const rows = await scopes.asLoginRole<{ last: string | null }>('select see_hosts($1, $2) as last', [
      after,
      most,
    ])
    return rows[0]?.last ?? null
  },
}
