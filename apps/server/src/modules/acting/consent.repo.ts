import type { InputOf, actingApi } from '@netward/contract'
import type { Language } from '@netward/phrases/server'
import { type Selectable, sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { Database } from '../../platform/db/tables.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Consent = InputOf<typeof actingApi.setActingConsent>
type AccessFilter = Pick<InputOf<typeof actingApi.pageAccesses>, 'state' | 'how' | 'page' | 'pageSize'>
export type AccessRow = Selectable<Database['acting_access']>

interface InsideRow {
  person_id: string
  actor_name: string
  actor_company_name: string
  began_at: string
  last_seen_at: string
  how: 'free' | 'approved' | 'break_glass'
}

/** An approved request whose time has passed has ended. */
const stateOf = sql<
  AccessRow['state']
>`case when state = 'approved' and until <= now() then 'ended' else state end`

export const consentRepo = {
  find: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('acting_consent')
      .select(['mode', 'from_minute', 'until_minute', 'ceiling'])
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst(),

  lock: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('acting_consent')
      .select(['mode', 'from_minute', 'until_minute', 'ceiling'])
      .where('company_id', '=', scope.companyId)
      .forUpdate()
      .executeTakeFirst(),

  async write({ db, scope }: RequestContext, { mode, fromMinute, untilMinute, ceiling }: Consent) {
    const row = { mode, from_minute: fromMinute, until_minute: untilMinute, ceiling, updated_at: new Date() }
    await db
      .insertInto('acting_consent')
      .values({ company_id: scope.companyId, ...row })
      .onConflict((conflict) => conflict.column('company_id').doUpdateSet(row))
      .execute()
  },

  async timeZone({ db, scope }: RequestContext): Promise<string> {
    const row = await db
      .selectFrom('company')
      .select('time_zone')
      .where('id', '=', scope.companyId)
      .executeTakeFirstOrThrow()
    return row.time_zone
  },

  async above({ db }: RequestContext): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`select name from companies_above()`.execute(db)
    return rows.map(({ name }) => name)
  },

  async inside({ db }: RequestContext): Promise<InsideRow[]> {
    return (await sql<InsideRow>`select * from acting_inside()`.execute(db)).rows
  },

  sentOut: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('acting_end')
      .selectAll()
      .where('company_id', '=', scope.companyId)
      .where((is) => is.or([is('until', 'is', null), is('until', '>', sql<string>`now()`)]))
      .orderBy('ended_at', 'desc')
      .limit(200)
      .execute(),

  async pageAccesses({ db, scope }: RequestContext, { page, pageSize, state, how }: AccessFilter) {
    const matching = db
      .selectFrom('acting_access')
      .where('company_id', '=', scope.companyId)
      .$if(state !== undefined, (query) => query.where(stateOf, '=', state!))
      .$if(how !== undefined, (query) => query.where('how', '=', how!))
    const items = await matching
      .selectAll()
      .select(stateOf.as('state'))
      .orderBy('id', 'desc')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  /** Hours null: refused. */
  async decide(
    { db, scope, requestId }: RequestContext,
    accessId: string,
    hours: number | null,
  ): Promise<AccessRow> {
    const { rows } = await sql<AccessRow>`
      select * from acting_decide(${accessId}, ${hours}, ${scope.actorName}, ${requestId})`.execute(db)
    return rows[0]!
  },

  /** Where the decision on a request is sent; undefined if the person has no verified address. */
  async asker(
    { db }: RequestContext,
    accessId: string,
  ): Promise<{ email: string; language: Language; tenant_name: string } | undefined> {
    const { rows } = await sql<{ email: string; language: Language; tenant_name: string }>`
      select email, language, tenant_name from acting_asker(${accessId})`.execute(db)
    return rows[0]
  },

  /** Returns how many visits ended. */
  async sendOut(
    { db, scope, requestId }: RequestContext,
    personId: string | null,
    until: Date | null,
  ): Promise<number> {
    const { rows } = await sql<{ ended: number }>`
      select acting_send_out(${personId}, ${until}, ${scope.actorName}, ${requestId}) as ended`.execute(db)
    return rows[0]!.ended
  },

  deleteEnd: ({ db, scope }: RequestContext, endId: string) =>
    db
      .deleteFrom('acting_end')
      .where('company_id', '=', scope.companyId)
      .where('id', '=', endId)
      .returning(['actor_name'])
      .executeTakeFirst(),
}
