import type { InputOf, terminalApi } from '@netward/contract'
import type { TerminalEncoding, TerminalOutcome, TerminalProtocol } from '@netward/contract/terminal-values'
import { type SelectQueryBuilder, sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { Database } from '../../platform/db/schema.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type TerminalQuery = InputOf<typeof terminalApi.pageTerminals>

/** What the ticket of a browser opens. */
export interface Redeemed extends Record<string, unknown> {
  id: string
  company_id: string
  device_id: string
  protocol: TerminalProtocol
  port: number
  encoding: TerminalEncoding
  username: string
  typed: Buffer | null
  stored: Buffer | null
  legacy: boolean
  idle_minutes: number
  host_key: string | null
  last_address: string | null
  company_code: string
  session_id: string
}

interface Standing extends Record<string, unknown> {
  id: string
  why: TerminalOutcome
  ended_by: string | null
}

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
    },
  ): Promise<string> {
    const { id } = await db
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
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
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
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirstOrThrow()
    return n
  },

  find({ db }: Reader, id: string) {
    return db.selectFrom('terminal_session').select(listed).where('id', '=', id).executeTakeFirst()
  },

  /** Only where it can still be ended. */
  async updateEndAsked({ db, scope }: Reader, id: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('terminal_session')
      .set({ end_asked_by: scope.actorName })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  async page({ db }: Reader, query: TerminalQuery) {
    const found = matching(db.selectFrom('terminal_session'), query)
    const items = await found
      .select(listed)
      .select(sql<string>`coalesce(visible_company_name(company_id), '')`.as('company_name'))
      .orderBy('id', 'desc')
      .limit(query.pageSize)
      .offset((query.page - 1) * query.pageSize)
      .execute()
    return { items, ...(await cappedCount(db, found)) }
  },

  /** Parts of a recording after one of them, a few at a time. */
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

  async redeem(scopes: Scopes, ticketHash: Buffer): Promise<Redeemed | undefined> {
    const [row] = await scopes.narrow<Redeemed>('select * from redeem_terminal($1)', [ticketHash])
    return row
  },

  /** Those of one process that have to end. `used`: something was typed since it was last asked. */
  standing(scopes: Scopes, ids: readonly string[], used: readonly string[]): Promise<Standing[]> {
    return scopes.narrow<Standing>(
      'select id, why, ended_by from terminals_now($1::bigint[], $2::bigint[])',
      [ids, used],
    )
  },

  async updateStarted(scopes: Scopes, { company_id, id }: Redeemed): Promise<boolean> {
    return scopes.withCompany(company_id, async ({ db }) => {
      const { numUpdatedRows } = await db
        .updateTable('terminal_session')
        .set({ state: 'running', started_at: sql<string>`clock_timestamp()`, secret: null })
        .where('id', '=', id)
        .where('state', '=', 'waiting')
        .executeTakeFirst()
      await tell(db, company_id)
      return numUpdatedRows > 0n
    })
  },

  async updateOver(
    scopes: Scopes,
    { company_id, id }: Redeemed,
    outcome: TerminalOutcome,
    endedBy: string | null,
  ) {
    await scopes.withCompany(company_id, async ({ db }) => {
      await db
        .updateTable('terminal_session')
        .set({
          state: sql<'ended' | 'failed'>`case state when 'waiting' then 'failed' else 'ended' end`,
          outcome,
          ended_by: endedBy,
          ended_at: sql<string>`clock_timestamp()`,
          secret: null,
          ticket_hash: null,
        })
        .where('id', '=', id)
        .where('state', 'in', ['waiting', 'running'])
        .execute()
      await tell(db, company_id)
    })
  },

  async insertChunk(scopes: Scopes, { company_id, id }: Redeemed, n: number, content: string, bytes: number) {
    await scopes.withCompany(company_id, async ({ db }) => {
      await db.insertInto('terminal_chunk').values({ company_id, terminal_id: id, n, content }).execute()
      await db.updateTable('terminal_session').set({ recorded_bytes: bytes }).where('id', '=', id).execute()
    })
  },
}

async function tell(db: RequestContext['db'], companyId: string): Promise<void> {
  await db
    .insertInto('live_event')
    .values({ company_id: companyId, kind: 'terminal.changed', subject_id: null })
    .execute()
}

type Matching = SelectQueryBuilder<Database, 'terminal_session', object>

function matching(found: Matching, { search, state, deviceId }: TerminalQuery): Matching {
  let result = found
  if (search !== undefined && search !== '') {
    const term = search.toLowerCase()
    result = result.where(
      sql<boolean>`(strpos(lower(device_name), ${term}) > 0 or strpos(lower(person_name), ${term}) > 0
        or strpos(lower(reason), ${term}) > 0)`,
    )
  }
  if (state !== undefined && state.length > 0) result = result.where('state', 'in', state)
  if (deviceId !== undefined) result = result.where('device_id', '=', deviceId)
  return result
}
