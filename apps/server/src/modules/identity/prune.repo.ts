import type { Scopes } from '../../platform/db/scope.ts'

export const pruneRepo = {
  async prune(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select prune_sign_in()')
  },
}
