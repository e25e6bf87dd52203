import type { Scopes } from '../../platform/db/scope.ts'

/** A gateway with its own STUN password, and its last address. */
export interface StunAccount extends Record<string, unknown> {
  username: string
  device_id: string
  password: Buffer
  address: string | null
  port: number | null
  server: string | null
}

export interface StunSighting {
  deviceId: string
  address: string
  port: number
  at: number
}

/** A UDP connection request that waits to be sent. */
export interface WaitingUdpRequest extends Record<string, unknown> {
  device_id: string
  company_code: string
  username: string | null
  password: Buffer | null
  pending_password: Buffer | null
  last_address: string | null
  announced: string | null
  address: string | null
  port: number | null
}

/** Statements of the STUN server: definer functions only. */
export function stunRepo(scopes: Scopes) {
  return {
    /** In the order of `usernames`; null for an unknown one. */
    async accounts(usernames: readonly string[]): Promise<(StunAccount | null)[]> {
      const rows = await scopes.asLoginRole<StunAccount>('select * from acs_stun_accounts($1)', [usernames])
      const found = new Map(rows.map((row) => [row.username, row]))
      return usernames.map((username) => found.get(username) ?? null)
    },

    async insertSightings(seen: readonly StunSighting[], server: string): Promise<void> {
      await scopes.asLoginRole(
        'select acs_stun_seen($1::bigint[], $2::inet[], $3::int[], $4::timestamptz[], $5)',
        [
          seen.map((one) => one.deviceId),
          seen.map((one) => one.address),
          seen.map((one) => one.port),
          seen.map((one) => new Date(one.at).toISOString()),
          server,
        ],
      )
    },

    /** Records that a STUN server is running. */
    alive: (server: string) => scopes.asLoginRole('select acs_stun_alive($1)', [server]),

    takeRequests: (server: string, most: number) =>
      scopes.asLoginRole<WaitingUdpRequest>('select * from acs_udp_requests($1, $2)', [server, most]),

    /** The gateway is overdue, unless it has called in within the last half minute. */
    unanswered: (deviceId: string) => scopes.asLoginRole('select acs_unanswered_request($1)', [deviceId]),
  }
}

export type StunRepo = ReturnType<typeof stunRepo>
