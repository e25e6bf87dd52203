import type { InputOf, terminalApi } from '@netward/contract'
import {
  openTerminalStates,
  type TerminalEncoding,
  type TerminalProtocol,
} from '@netward/contract/terminal-values'
import { type SelectQueryBuilder, sql } from 'kysely'
import { cappedCount, countCap } from '../../platform/db/capped-count.ts'
import { closedCompanies } from '../../platform/db/closed-companies.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type TerminalQuery = InputOf<typeof terminalApi.pageTerminals>

const listed = [
  'id',
  'company_id',
  'device_id',
  'device_name',
  'person_name',
  'from_outside',
  'remote_address',
  'reason',
  'protocol',
  'port',
  'username',
  'state',
  'outcome',
  'ended_by',
  'created_at',
  'started_at',
  'ended_at',
  'recorded_bytes',
  'ask_until',
  'decided_by',
] as const

export const terminalRepo = {
  async insert(
    { db, scope }: Reader,
    wanted: {
      deviceId: string
      deviceName: string
      remoteAddress: string
      reason: string
      protocol: TerminalProtocol
      port: number
      encoding: TerminalEncoding
      username: string
      ticketHash: Buffer
      profileId: string | null
      longestMinutes: number
      /** Consent deadline; null: not pending. */
      askMinutes: number | null
    },
  ): Promise<{ id: string; ask_until: string | null }> {
    return db
      .insertInto('terminal_session')
      .values({
        company_id: scope.companyId,
        device_id: wanted.deviceId,
        device_name: wanted.deviceName,
        person_id: scope.personId,
        person_name: scope.actorName,
        home_company_id: scope.homeCompanyId,
        from_outside: scope.homeCompanyId !== scope.companyId,
        session_id: scope.sessionId,
        remote_address: wanted.remoteAddress,
        reason: wanted.reason,
        protocol: wanted.protocol,
        port: wanted.port,
        encoding: wanted.encoding,
        username: wanted.username,
        ticket_hash: wanted.ticketHash,
        profile_id: wanted.profileId,
        longest_minutes: wanted.longestMinutes,
        ...(wanted.askMinutes === null
          ? {}
          : {
              state: 'asking' as const,
              ask_until: sql<string>`clock_timestamp() + make_interval(mins => ${wanted.askMinutes})`,
            }),
      })
      .returning(['id', 'ask_until'])
      .executeTakeFirstOrThrow()
  },

  async updateSecret({ db }: Reader, id: string, secret: Buffer) {
    await db.updateTable('terminal_session').set({ secret }).where('id', '=', id).execute()
  },

  async countOpen({ db, scope }: Reader): Promise<number> {
    const { n } = await db
      .selectFrom('terminal_session')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('company_id', '=', scope.companyId)
      .where('person_id', '=', scope.personId)
      .where('state', 'in', openTerminalStates)
      .executeTakeFirstOrThrow()
    return n
  },

  find({ db }: Reader, id: string) {
    return db
      .selectFrom('terminal_session')
      .select([...listed, 'person_id'])
      .where('id', '=', id)
      .executeTakeFirst()
  },

  /** Only if it can still be ended. */
  async updateEndAsked({ db, scope }: Reader, id: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('terminal_session')
      .set({ end_asked_by: scope.actorName })
      .where('id', '=', id)
      .where('state', 'in', openTerminalStates)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** Only while consent is pending. */
  async decide({ db, scope }: Reader, id: string, allow: boolean): Promise<boolean> {
    const refused = {
      state: 'failed',
      outcome: 'consent_refused',
      ended_at: sql<string>`clock_timestamp()`,
    } as const
    const { numUpdatedRows } = await db
      .updateTable('terminal_session')
      .set({ decided_by: scope.actorName, ...(allow ? { state: 'waiting' } : refused) })
      .where('id', '=', id)
      .where('state', '=', 'asking')
      .where('ask_until', '>', sql<string>`clock_timestamp()`)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** @returns whether a new watcher joined. */
  async watch({ db, scope }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql<{ began: boolean }>`
      insert into terminal_watch as w (company_id, terminal_id, person_id, person_name)
      values (${scope.companyId}, ${id}, ${scope.personId}, ${scope.actorName})
      on conflict (company_id, terminal_id, person_id) do update set seen_at = excluded.seen_at
      returning xmax = 0 as began`.execute(db)
    return rows[0]?.began === true
  },

  /** As shown to the terminal's user. */
  async isWatching({ db, scope }: Reader, id: string): Promise<boolean> {
    const said = await db
      .selectFrom('terminal_watch')
      .select('terminal_id')
      .where('terminal_id', '=', id)
      .where('person_id', '=', scope.personId)
      .where('seen_at', '>', sql<string>`clock_timestamp() - interval '20 seconds'`)
      .executeTakeFirst()
    return said !== undefined
  },

  /** Whether the log tells nothing yet of the replay of a recording, which is read in parts, by this person. */
  async isReplayUnnoted({ db }: Reader, id: string): Promise<boolean> {
    const { rows } = await sql<{ unnoted: boolean }>`select not replay_noted(${id}) as unnoted`.execute(db)
    return rows[0]?.unnoted === true
  },

  async page({ db, scope }: Reader, query: TerminalQuery) {
    const found = matching(db.selectFrom('terminal_session'), query)
    const items = await found
      .select(listed)
      .select(sql<string>`coalesce(visible_company_name(company_id), '')`.as('company_name'))
      .orderBy('id', 'desc')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute()
    const counted = await cappedCount(db, found)
    const closed = await closedCompanies({ db, scope }, items)
    return { items: items.map((row) => withheldIn(closed, row)), ...counted }
  },

  /** Parts of a recording after a given one, a few at a time. */
  chunks({ db }: Reader, companyId: string, id: string, after: number, most: number) {
    return db
      .selectFrom('terminal_chunk')
      .select(['n', 'content'])
      .where('company_id', '=', companyId)
      .where('terminal_id', '=', id)
      .where('n', '>', after)
      .orderBy('n')
      .limit(most)
      .execute()
  },
}

/** What the audit log withholds of a company that does not let the reader in. */
function withheldIn<Row extends { company_id: string }>(closed: ReadonlySet<string>, row: Row) {
  if (!closed.has(row.company_id)) return { ...row, withheld: false }
  return { ...row, remote_address: '', reason: '', port: 0, username: '', withheld: true }
}

type Matching = SelectQueryBuilder<Database, 'terminal_session', object>

function matching(found: Matching, { search, state, deviceId }: TerminalQuery): Matching {
  let result = found
  if (search !== undefined && search !== '') {
    result = result.where(
      sql<boolean>`id = any ((select search_terminals(${search}::text, ${sql.lit(countCap + 1)}))::bigint[])`,
    )
  }
  if (state !== undefined && state.length > 0) result = result.where('state', 'in', state)
  if (deviceId !== undefined) result = result.where('device_id', '=', deviceId)
  return result
}
