import type { Scopes } from '../../platform/db/scope.ts'

export interface ConnectionTarget extends Record<string, unknown> {
  /** Null: it can be asked over UDP alone. */
  url: string | null
  username: string | null
  password: Buffer | null
  pending_password: Buffer | null
  last_address: string | null
  company_code: string
  /** It listens for requests over UDP. */
  udp: boolean
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

  /** False: it is being asked already; that request is joined. */
  async beginConnectionRequest(scopes: Scopes, companyId: string, deviceId: string): Promise<boolean> {
    const [row] = await scopes.narrow<{ begun: boolean }>(
      'select begin_connection_request($1, $2) as begun',
      [companyId, deviceId],
    )
    return row?.begun ?? false
  },

  /** `again`: the gateway was in a session. */
  async endConnectionRequest(
    scopes: Scopes,
    companyId: string,
    deviceId: string,
    again: boolean,
  ): Promise<void> {
    await scopes.narrow('select end_connection_request($1, $2, $3)', [companyId, deviceId, again])
  },

  async hasWaiting(scopes: Scopes, companyId: string, deviceId: string): Promise<boolean> {
    const [row] = await scopes.narrow<{ waits: boolean }>('select waits_for_gateway($1, $2) as waits', [
      companyId,
      deviceId,
    ])
    return row?.waits ?? false
  },

  /** For the process that holds the STUN port. False: there is no address for it by now. */
  async insertUdpRequest(scopes: Scopes, companyId: string, deviceId: string): Promise<boolean> {
    const [row] = await scopes.narrow<{ wanted: boolean }>('select udp_request_wanted($1, $2) as wanted', [
      companyId,
      deviceId,
    ])
    return row?.wanted ?? false
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
