import type { InputOf, OutputOf, assistantRequestApi } from '@netward/contract'
import type { RequestKind } from '@netward/contract/assistant-values'
import type { Language } from '@netward/phrases/server'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Page = OutputOf<typeof assistantRequestApi.pageTokenRequests>
type Shown = Page['items'][number]
type Own = OutputOf<typeof assistantRequestApi.ownTokenBudget>['requests'][number]

const shownOwn = 5

const shown = sql`id, kind, reason, state, asked_at as "askedAt", decided_at as "decidedAt", decided_by as "decidedBy", answer,
  cost::float8 as cost, tokens::float8 as tokens`

/** Requests for more than a budget allows. */
export const requestRepo = {
  async own({ db, scope }: Reader): Promise<Own[]> {
    const { rows } = await sql<Own>`
      select ${shown} from assistant_request
      where company_id = ${scope.companyId} and person_id = ${scope.personId}
      order by asked_at desc, id desc limit ${sql.lit(shownOwn)}`.execute(db)
    return rows
  },

  /** Undefined: one is open already. */
  async insert({ db, scope }: Reader, kind: RequestKind, reason: string): Promise<string | undefined> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_request (company_id, person_id, person_name, kind, reason)
      values (${scope.companyId}, ${scope.personId}, ${scope.actorName}, ${kind}, ${reason})
      on conflict (company_id, person_id) where state = 'open' do nothing returning id`.execute(db)
    return rows[0]?.id
  },

  async page(
    { db, scope }: Reader,
    { state, page, pageSize }: InputOf<typeof assistantRequestApi.pageTokenRequests>,
  ): Promise<{ items: Shown[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and (${state ?? null}::text is null or state = ${state ?? null}::text)`
    const [counted, rows] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from assistant_request where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db),
      sql<Shown>`select ${shown}, person_name as "personName" from assistant_request where ${where}
        order by (state = 'open') desc, asked_at desc, id desc
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db),
    ])
    return { items: rows.rows, total: counted.rows[0]?.n ?? 0 }
  },

  async lock({ db, scope }: Reader, id: string): Promise<(Shown & { personId: string }) | undefined> {
    const { rows } = await sql<Shown & { personId: string }>`
      select ${shown}, person_name as "personName", person_id as "personId" from assistant_request
      where company_id = ${scope.companyId} and id = ${id} for update`.execute(db)
    return rows[0]
  },

  async refuse({ db, scope }: Reader, id: string, answer: string): Promise<void> {
    await sql`update assistant_request set state = 'refused', decided_at = now(), decided_by = ${scope.actorName},
        answer = ${answer}
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  /** For the day, or the month, in which it is granted. Administrators hear anew when a raised budget nears its end. */
  async grant(
    { db, scope }: Reader,
    { id, kind }: Pick<Shown, 'id' | 'kind'>,
    { cost, tokens, answer, day }: Pick<Shown, 'cost' | 'tokens' | 'answer'> & { day: string },
  ): Promise<void> {
    await sql`update assistant_request set state = 'granted', decided_at = now(), decided_by = ${scope.actorName},
        answer = ${answer}, cost = ${cost}, tokens = ${tokens},
        holds = case when kind = 'day' then ${day}::date else date_trunc('month', ${day}::date)::date end
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
    if (kind === 'month')
      await sql`update assistant_setting set noted_month = null, noted_share = null
        where company_id = ${scope.companyId}`.execute(db)
  },

  /** Where the decision is sent; undefined if the person has no verified address. */
  async asker(
    { db }: Pick<Reader, 'db'>,
    requestId: string,
  ): Promise<{ email: string; language: Language } | undefined> {
    const { rows } = await sql<{ email: string; language: Language }>`
      select email, language from assistant_asker(${requestId})`.execute(db)
    return rows[0]
  },

  async mayAsk({ db }: Pick<Reader, 'db'>): Promise<boolean> {
    const { rows } = await sql<{ may: boolean }>`
      select 'DMS_SERVER_ASSISTANT' = any (held_permissions()) as may`.execute(db)
    return rows[0]!.may
  },
}
