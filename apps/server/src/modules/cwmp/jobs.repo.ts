import type { Scopes } from '../../platform/db/scope.ts'

export interface ConnectionTarget extends Record<string, unknown> {
  /** Null: it can be reached over UDP only. */
  url: string | null
  username: string | null
  password: Buffer | null
  pending_password: Buffer | null
  last_address: string | null
  company_code: string
  /** It listens for requests over UDP. */
  udp: boolean
}

/** Statements of jobs and sweeps: only definer functions of the login role. */
export const jobsRepo = {
  async findConnectionTarget(
    scopes: Scopes,
    companyId: string,
    deviceId: string,
  ): Promise<ConnectionTarget | undefined> {
    const [target] = await scopes.asLoginRole<ConnectionTarget>('select * from connection_target($1, $2)', [
      companyId,
      deviceId,
    ])
    return target
  },

  /** False: a request is under way; this one joins it. */
  async beginConnectionRequest(scopes: Scopes, companyId: string, deviceId: string): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ begun: boolean }>(
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
    await scopes.asLoginRole('select end_connection_request($1, $2, $3)', [companyId, deviceId, again])
  },

  async hasWaiting(scopes: Scopes, companyId: string, deviceId: string): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ waits: boolean }>('select waits_for_gateway($1, $2) as waits', [
      companyId,
      deviceId,
    ])
    return row?.waits ?? false
  },

  /** For the process that holds the STUN port. False: its address is unknown by now. */
  async insertUdpRequest(scopes: Scopes, companyId: string, deviceId: string): Promise<boolean> {
    const [row] = await scopes.asLoginRole<{ wanted: boolean }>(
      'select udp_request_wanted($1, $2) as wanted',
      [companyId, deviceId],
    )
    return row?.wanted ?? false
  },

  async insertNote(scopes: Scopes, deviceId: string, kind: string, detail: object): Promise<void> {
    await scopes.asLoginRole('select acs_note($1, $2, $3)', [deviceId, kind, JSON.stringify(detail)])
  },

  /** No connection request got an answer: the gateway is overdue, unless it has just called in. */
  async updateUnanswered(scopes: Scopes, deviceId: string): Promise<void> {
    await scopes.asLoginRole('select acs_unanswered_request($1)', [deviceId])
  },

  /** Moves at most `most` devices whose Inform is due to overdue or offline. Answers how many. */
  async sweepPresence(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ count: number }>('select presence_sweep($1) as count', [most])
    return row?.count ?? 0
  },

  /** Overdue gateways that are to be asked whether they are there. */
  takeChecks: (scopes: Scopes, most: number) =>
    scopes.asLoginRole<{ device_id: string; company_id: string }>('select * from presence_checks_take($1)', [
      most,
    ]),

  /** It answered, or nothing can ask it. */
  async endCheck(scopes: Scopes, deviceId: string): Promise<void> {
    await scopes.asLoginRole('select presence_check_ends($1)', [deviceId])
  },

  async expireCommands(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ count: number }>('select command_expire($1) as count', [most])
    return row?.count ?? 0
  },

  async prunePool(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select pool_prune()')
  },
}
