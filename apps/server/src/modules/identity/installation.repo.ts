import type { Scopes } from '../../platform/db/scope.ts'

/** Records written at first start, before any sign-in. */
export const installationRepo = {
  async updateBuiltInRole(scopes: Scopes, key: string, permissions: readonly string[]): Promise<void> {
    await scopes.asLoginRole('select set_built_in_role($1, $2)', [key, permissions])
  },

  async updatePermissionKinds(
    scopes: Scopes,
    kinds: Record<string, readonly string[]>,
    undivided: readonly string[],
  ): Promise<void> {
    await scopes.asLoginRole('select set_permission_kinds($1, $2)', [JSON.stringify(kinds), undivided])
  },

  async hasOperator(scopes: Scopes): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ there: boolean }>('select operator_exists() as there')
    return row?.there ?? false
  },

  /** False when a concurrent starter was faster. */
  async insertOperator(
    scopes: Scopes,
    companyName: string,
    userName: string,
    passwordHash: string,
  ): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ id: string | null }>(
      'select create_operator($1, $2, $3, $4) as id',
      [companyName, userName, userName, passwordHash],
    )
    return row !== undefined && row.id !== null
  },
}
