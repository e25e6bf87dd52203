import type { ErrorCode } from '@netward/contract'
import { sql } from 'kysely'
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

async function standing(db: Db, { companyId, personId }: Payer, day: string): Promise<Standing | undefined> {
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
  return rows[0]
}

export const budgetRepo = {
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
