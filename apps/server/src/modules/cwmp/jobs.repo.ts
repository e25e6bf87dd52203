import type { Scopes } from '../../platform/db/scope.ts'

export interface ConnectionTarget extends Record<string, unknown> {
  url: string
  username: string | null
  password: Buffer | null
  pending_password: Buffer | null
  last_address: string | null
  company_code: string
}

/** What jobs and sweeps do: through the login role's definer functions alone. */
export const jobsRepo = {
  async findConnectionTarget(
    scopes: Scopes,
    companyId: string,
    deviceId: string,
  ): Promise<ConnectionTarget | undefined> {
    const [target] = await scopes.narrow<ConnectionTarget>('select * from connection_target($1, $2)', [
      companyId,
      deviceId,
    ])
    return target
  },

  async insertNote(scopes: Scopes, deviceId: string, kind: string, detail: object): Promise<void> {
    await scopes.narrow('select acs_note($1, $2, $3)', [deviceId, kind, JSON.stringify(detail)])
  },

  /** Takes offline at most `most` devices whose time has come. Answers how many. */
  async sweepPresence(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.narrow<{ count: number }>('select presence_sweep($1) as count', [most])
    return row?.count ?? 0
  },

  async expireCommands(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.narrow<{ count: number }>('select command_expire($1) as count', [most])
    return row?.count ?? 0
  },

  async prunePool(scopes: Scopes): Promise<void> {
    await scopes.narrow('select pool_prune()')
  },
}
