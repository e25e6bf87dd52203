import type { Scopes } from '../../platform/db/scope.ts'

export const sweepRepo = {
  async endLost(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select sweep_terminals()')
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ gone: number }>('select prune_terminals($1) as gone', [most])
    return row?.gone ?? 0
  },
}
