import type { ErrorCode } from '@netward/contract'
import type { RequestKind } from '@netward/contract/assistant-values'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { CallOf } from './ledger.repo.ts'

type Payer = Pick<CallOf, 'companyId' | 'personId'>

/** What stands against another call. */
interface Standing {
  readonly monthUsed: boolean
  readonly dayUsed: boolean
  readonly tooMany: boolean
  readonly tooManyAtOnce: boolean
}

/** Running calls that are older belong to a process that stopped. */
const longestCall = sql.lit('10 minutes')

/** What was granted on top of the budgets of a day and its month. */
const granted = (companyId: RawBuilder<unknown>, personId: string, day: string) => sql`
  select coalesce(sum(r.cost) filter (where r.kind = 'month'), 0) as month_cost,
    coalesce(sum(r.tokens) filter (where r.kind = 'month'), 0) as month_tokens,
    coalesce(sum(r.cost) filter (where r.kind = 'day'), 0) as day_cost,
    coalesce(sum(r.tokens) filter (where r.kind = 'day'), 0) as day_tokens
  from assistant_request r where r.company_id = ${companyId} and r.state = 'granted'
    and (r.kind = 'month' and r.holds = date_trunc('month', ${day}::date)::date
      or r.kind = 'day' and r.holds = ${day}::date and r.person_id = ${personId})`

async function standing(db: Db, { companyId, personId }: Payer, day: string): Promise<Standing | undefined> {
  const { rows } = await sql<Standing>`
    select coalesce(m.cost >= s.month_cost + x.month_cost or m.tokens >= s.month_tokens + x.month_tokens, false) as "monthUsed",
      coalesce(d.cost >= s.day_cost + x.day_cost or d.tokens >= s.day_tokens + x.day_tokens, false) as "dayUsed",
      r.recent >= s.per_minute as "tooMany", r.running >= s.at_once as "tooManyAtOnce"
    from assistant_setting s
    cross join lateral (select coalesce(sum(c.cost), 0) as cost, coalesce(sum(c.input + c.output), 0) as tokens
      from assistant_call c where c.company_id = s.company_id and c.day >= date_trunc('month', ${day}::date)::date) m
    cross join lateral (select coalesce(sum(c.cost), 0) as cost, coalesce(sum(c.input + c.output), 0) as tokens
      from assistant_call c where c.company_id = s.company_id and c.day = ${day}::date and c.person_id = ${personId}) d
    cross join lateral (${granted(sql`s.company_id`, personId, day)}) x
    cross join lateral (select count(*) filter (where c.at > clock_timestamp() - interval '1 minute') as recent,
        count(*) filter (where c.state = 'reserved') as running
      from assistant_call c where c.company_id = s.company_id and c.person_id = ${personId}
        and c.at > clock_timestamp() - ${longestCall}::interval) r
    where s.company_id = ${companyId}`.execute(db)
  return rows[0]
}

export interface Room {
  readonly costUsed: number
  readonly tokensUsed: number
  /** Null: no limit. */
  readonly cost: number | null
  readonly tokens: number | null
}

export const budgetRepo = {
  /** What is used of a budget, and how much it is with what was granted. */
  async room(db: Db, { companyId, personId }: Payer, kind: RequestKind): Promise<Room> {
    const day = await budgetRepo.today(db, companyId)
    const since =
      kind === 'day'
        ? sql`c.day = ${day}::date and c.person_id = ${personId}`
        : sql`c.day >= date_trunc('month', ${day}::date)::date`
    const limit = (of: 'cost' | 'tokens') => sql.raw(`s.${kind}_${of} + x.${kind}_${of}`)
    const { rows } = await sql<Room>`
      select u.cost::float8 as "costUsed", u.tokens::float8 as "tokensUsed", (${limit('cost')})::float8 as cost,
        (${limit('tokens')})::float8 as tokens
      from assistant_setting s
      cross join lateral (${granted(sql`s.company_id`, personId, day)}) x
      cross join lateral (select coalesce(sum(c.cost), 0) as cost, coalesce(sum(c.input + c.output), 0) as tokens
        from assistant_call c where c.company_id = s.company_id and ${since}) u
      where s.company_id = ${companyId}`.execute(db)
    return rows[0] ?? { costUsed: 0, tokensUsed: 0, cost: null, tokens: null }
  },

  /** The day by the clock of the company. */
  async today(db: Db, companyId: string): Promise<string> {
    const { rows } = await sql<{ today: string }>`
      select (now() at time zone time_zone)::date::text as today from company where id = ${companyId}`.execute(
      db,
    )
    return rows[0]!.today
  },

  /**
   * Waits for reservations of the company that are being made; its row stays locked until this one is committed. Null: nothing
   * stands against another call.
   */
  async refusal(db: Db, payer: Payer, day: string): Promise<ErrorCode | null> {
    const { companyId } = payer
    await sql`insert into assistant_setting (company_id) values (${companyId}) on conflict (company_id) do nothing`.execute(
      db,
    )
    await sql`select from assistant_setting where company_id = ${companyId} for update`.execute(db)
    // A statement after the lock: it sees what the one before has committed.
    const found = (await standing(db, payer, day))!
    if (found.monthUsed) return 'assistant.month_budget_used'
    if (found.dayUsed) return 'assistant.day_budget_used'
    if (found.tooManyAtOnce) return 'assistant.too_many_at_once'
    return found.tooMany ? 'assistant.too_many_calls' : null
  },

  /** Which budget is used up, as far as can be said without a reservation. */
  async used(db: Db, companyId: string, personId: string | null): Promise<'month' | 'day' | null> {
    const day = await budgetRepo.today(db, companyId)
    const found = await standing(db, { companyId, personId: personId ?? '0' }, day)
    return found?.monthUsed ? 'month' : found?.dayUsed ? 'day' : null
  },
}
