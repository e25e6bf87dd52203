import type { ErrorCode, InputOf, OutputOf, assistantApi } from '@netward/contract'
import type { AssistantFeature, callOutcomes } from '@netward/contract/assistant-values'
import type { ModelPrice } from '@netward/contract/assistant'
import { sql } from 'kysely'
import { countCap } from '../../platform/db/capped-count.ts'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { ReadyModel } from './call-model.ts'
import type { ModelUsage } from './providers/model.ts'

type Call = OutputOf<typeof assistantApi.pageModelCalls>['items'][number]
type Query = InputOf<typeof assistantApi.pageModelCalls>

/** Whose call it is, and of which model. */
export interface CallOf {
  readonly companyId: string
  /** The company acted in. */
  readonly subjectId: string
  readonly personId: string
  readonly personName: string
  readonly feature: AssistantFeature
  readonly ownerId: string
  readonly providerId: string
  readonly providerName: string
  readonly model: string
}

export interface Settlement {
  readonly outcome: Exclude<(typeof callOutcomes)[number], 'abandoned'>
  readonly usage: ModelUsage
  readonly estimated: boolean
  /** Tokens as the service reported them; null: it reported nothing. */
  readonly reported: number | null
  readonly cost: number
}

interface Consented {
  readonly consent: NonNullable<ReadyModel['consent']>
}

const barredBy = {
  gone: 'assistant.service_gone',
  consent: 'assistant.consent_ended',
  quota: 'assistant.quota_used',
} as const satisfies Record<string, ErrorCode>

export const ledgerRepo = {
  /** Why the service may not be called any more; its consents and its quota are those of this moment. */
  async barred(
    db: Db,
    { provider, endpoint, consent }: Pick<ReadyModel, 'provider' | 'endpoint'> & Pick<Consented, 'consent'>,
    day: string,
  ): Promise<ErrorCode | null> {
    const { rows } = await sql<{ barred: 'gone' | 'consent' | 'quota' | null }>`
      select assistant_call_barred(${provider.id}, ${endpoint.address}, ${consent.subjectId}, ${consent.ids}::bigint[],
        date_trunc('month', ${day}::date)::date) as barred`.execute(db)
    const { barred } = rows[0]!
    return barred && barredBy[barred]
  },

  async reserve(
    db: Db,
    { companyId, subjectId, personId, personName, feature, ownerId, providerId, providerName, model }: CallOf,
    { day, most, cost, price }: { day: string; most: ModelUsage; cost: number; price: ModelPrice | null },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into assistant_call (company_id, subject_id, person_id, person_name, feature, owner_id, provider_id, provider_name,
        model, input, cached, output, cost, price, day)
      values (${companyId}, ${subjectId}, ${personId}, ${personName}, ${feature}, ${ownerId}, ${providerId}, ${providerName},
        ${model}, ${most.input}, ${most.cached}, ${most.output}, ${cost}, ${price && JSON.stringify(price)}::jsonb, ${day}::date)
      returning id`.execute(db)
    return rows[0]!.id
  },

  /** Once: a sweep may have been faster. */
  async settle(
    db: Db,
    companyId: string,
    callId: string,
    { outcome, usage, estimated, reported, cost }: Settlement,
  ): Promise<void> {
    await sql`update assistant_call set state = 'settled', outcome = ${outcome}, settled_at = now(), input = ${usage.input},
        cached = ${usage.cached}, output = ${usage.output}, estimated = ${estimated}, reported = ${reported}::bigint,
        cost = ${cost}
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
