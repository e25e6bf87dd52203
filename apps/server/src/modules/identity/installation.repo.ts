import type { Scopes } from '../../platform/db/scope.ts'

/** What the first start writes, before anybody could have signed in. */
export const installationRepo = {
  async updateBuiltInRole(scopes: Scopes, key: string, permissions: readonly string[]): Promise<void> {
    await scopes.narrow('select set_built_in_role($1, $2)', [key, permissions])
  },

  async updatePermissionKinds(
    scopes: Scopes,
    kinds: Record<string, readonly string[]>,
    undivided: readonly string[],
  ): Promise<void> {
    await scopes.narrow('select set_permission_kinds($1, $2)', [JSON.stringify(kinds), undivided])
  },

  async hasOperator(scopes: Scopes): Promise<boolean> {
    const [row] = await scopes.narrow<{ there: boolean }>('select operator_exists() as there')
    return row?.there ?? false
  },

  /** False when another starter was faster. */
  async insertOperator(
    scopes: Scopes,
    companyName: string,
    userName: string,
    passwordHash: string,
  ): Promise<boolean> {
    const [row] = await scopes.narrow<{ id: string | null }>('select create_operator($1, $2, $3, $4) as id', [
      companyName,
      userName,
      userName,
      passwordHash,
    ])
    return row !== undefined && row.id !== null
  },
}
