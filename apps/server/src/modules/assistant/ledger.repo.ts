import type { InputOf, OutputOf, assistantApi, ErrorCode } from '@netward/contract'
import type { AssistantFeature, callOutcomes } from '@netward/contract/assistant-values'
import type { ModelPrice } from '@netward/contract/assistant'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ModelUsage } from './providers/model.ts'

type Call = OutputOf<typeof assistantApi.pageModelCalls>['items'][number]
type Query = InputOf<typeof assistantApi.pageModelCalls>

/** Whose call it is, and of which model. */
export interface CallOf {
  readonly companyId: string
  readonly personId: string
  readonly personName: string
  readonly feature: AssistantFeature
  readonly providerId: string
  readonly providerName: string
  readonly model: string
}

export interface Settlement {
  readonly outcome: Exclude<(typeof callOutcomes)[number], 'abandoned'>
  readonly usage: ModelUsage
  readonly estimated: boolean
  readonly cost: number
}

/** What is left of budgets and limits; the row of the company stays locked until the reservation is committed. */
interface Standing {
  readonly monthUsed: boolean
  readonly dayUsed: boolean
  readonly tooMany: boolean
  readonly tooManyAtOnce: boolean
}

/** Running calls that are older belong to a process that stopped. */
const longestCall = sql.lit('10 minutes')

export const ledgerRepo = {
  /** The day by the clock of the company. */
  async today(db: Db, companyId: string): Promise<string> {
    const { rows } = await sql<{ today: string }>`
      select (now() at time zone time_zone)::date::text as today from company where id = ${companyId}`.execute(
      db,
    )
    return rows[0]!.today
  },

  /** Waits for reservations of the company that are being made. Null: nothing stands against another one. */
  async refusal(
    db: Db,
    { companyId, personId }: Pick<CallOf, 'companyId' | 'personId'>,
    day: string,
  ): Promise<ErrorCode | null> {
    await sql`insert into assistant_setting (company_id) values (${companyId}) on conflict (company_id) do nothing`.execute(
      db,
    )
    await sql`select from assistant_setting where company_id = ${companyId} for update`.execute(db)
    // A statement after the lock: it sees what the one before has committed.
    const { rows } = await sql<Standing>`
      select coalesce(m.cost >= s.month_cost or m.tokens >= s.month_tokens, false) as "monthUsed",
        coalesce(d.cost >= s.day_cost or d.tokens >= s.day_tokens, false) as "dayUsed",
        r.recent >= s.per_minute as "tooMany", r.running >= s.at_once as "tooManyAtOnce"
      from assistant_setting s
      cross join lateral (select coalesce(sum(c.cost), 0) as cost, coalesce(sum(c.input + c.output), 0) as tokens
        from assistant_call c where c.company_id = s.company_id and c.day >= date_trunc('month', ${day}::date)::date) m
      cross join lateral (select coalesce(sum(c.cost), 0) as cost, coalesce(sum(c.input + c.output), 0) as tokens
        from assistant_call c where c.company_id = s.company_id and c.day = ${day}::date and c.person_id = ${personId}) d
      cross join lateral (select count(*) filter (where c.at > clock_timestamp() - interval '1 minute') as recent,
          count(*) filter (where c.state = 'reserved') as running
        from assistant_call c where c.company_id = s.company_id and c.person_id = ${personId}
          and c.at > clock_timestamp() - ${longestCall}::interval) r
      where s.company_id = ${companyId}`.execute(db)
    const standing = rows[0]!
    if (standing.monthUsed) return 'assistant.month_budget_used'
    if (standing.dayUsed) return 'assistant.day_budget_used'
    if (standing.tooManyAtOnce) return 'assistant.too_many_at_once'
    return standing.tooMany ? 'assistant.too_many_calls' : null
  },

  async reserve(
    db: Db,
    { companyId, personId, personName, feature, providerId, providerName, model }: CallOf,
    { day, most, cost, price }: { day: string; most: ModelUsage; cost: number; price: ModelPrice | null },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_call (company_id, person_id, person_name, feature, provider_id, provider_name, model, input, cached,
        output, cost, price, day)
      values (${companyId}, ${personId}, ${personName}, ${feature}, ${providerId}, ${providerName}, ${model}, ${most.input},
        ${most.cached}, ${most.output}, ${cost}, ${price && JSON.stringify(price)}::jsonb, ${day}::date)
      returning id`.execute(db)
    return rows[0]!.id
  },

  /** Once: a sweep may have been faster. */
  async settle(
    db: Db,
    companyId: string,
    callId: string,
    { outcome, usage, estimated, cost }: Settlement,
  ): Promise<void> {
    await sql`update assistant_call set state = 'settled', outcome = ${outcome}, settled_at = now(), input = ${usage.input},
        cached = ${usage.cached}, output = ${usage.output}, estimated = ${estimated}, cost = ${cost}
      where company_id = ${companyId} and id = ${callId} and (state = 'reserved' or outcome = 'abandoned')`.execute(
      db,
    )
  },

  async settleAbandoned(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole(`select assistant_settle_abandoned('10 minutes')`)
  },

  /** Companies that reached 80 or 100 percent of their month's budget, and whose administrators do not know yet. */
  async budgetsReached(
    scopes: Scopes,
    most: number,
  ): Promise<{ companyId: string; share: number; month: string }[]> {
    return scopes.asLoginRole(
      `select company_id as "companyId", share, month::text as month from assistant_budget_companies($1)`,
      [most],
    )
  },

  /** False: another process was faster. */
  async noteBudget(
    db: Db,
    companyId: string,
    { share, month }: { share: number; month: string },
  ): Promise<boolean> {
    const { rows } = await sql`
      update assistant_setting set noted_month = ${month}::date, noted_share = ${share}::smallint
      where company_id = ${companyId}
        and (noted_month is distinct from ${month}::date or noted_share < ${share}::smallint) returning 1`.execute(
      db,
    )
    return rows.length > 0
  },

  async page(
    { db, scope }: Pick<RequestContext, 'db' | 'scope'>,
    { feature, sort, page, pageSize }: Query,
  ): Promise<{ items: Call[]; total: number }> {
    const where = sql`company_id = ${scope.companyId} and (${feature ?? null}::text is null or feature = ${feature ?? null}::text)`
    const order = sort === 'at' ? sql`at, id` : sql`at desc, id desc`
    const [counted, rows] = await Promise.all([
      sql<{ n: number }>`select count(*)::int as n from (
        select 1 from assistant_call where ${where} limit ${sql.lit(countCap + 1)}) counted`.execute(db),
      sql<Call>`select id, at, person_name as "personName", feature, provider_name as "providerName", model, state, outcome,
          input::float8 as input, cached::float8 as cached, output::float8 as output, estimated, cost::float8 as cost
        from assistant_call where ${where} order by ${order}
        limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db),
    ])
    return { items: rows.rows, total: counted.rows[0]?.n ?? 0 }
  },
}
