import type { InputOf, OutputOf, assistantApi } from '@netward/contract'
import { usualKeptDays } from '@netward/contract/conversation-values'
import { sql } from 'kysely'
import type { Db } from '../../platform/db/transaction.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Limits = InputOf<typeof assistantApi.setAssistantSettings>
type Used = OutputOf<typeof assistantApi.assistantSettings>['used']

const usual: Limits = {
  monthCost: null,
  monthTokens: null,
  dayCost: null,
  dayTokens: null,
  perMinute: 20,
  atOnce: 3,
  keptDays: usualKeptDays,
  routes: [],
}

const shownPeople = 5

export const settingRepo = {
  async get({ db, scope }: Reader): Promise<Limits> {
    const { rows } = await sql<Limits>`
      select month_cost::float8 as "monthCost", month_tokens::float8 as "monthTokens", day_cost::float8 as "dayCost",
        day_tokens::float8 as "dayTokens", per_minute as "perMinute", at_once as "atOnce", coalesce(kept_days, ${sql.lit(usualKeptDays)}) as "keptDays", routes
      from assistant_setting where company_id = ${scope.companyId}`.execute(db)
    return rows[0] ?? usual
  },

  async routes(db: Db, companyId: string): Promise<Limits['routes']> {
    const { rows } = await sql<Pick<Limits, 'routes'>>`
      select routes from assistant_setting where company_id = ${companyId}`.execute(db)
    return rows[0]?.routes ?? []
  },

  async set({ db, scope }: Reader, given: Limits): Promise<void> {
    await sql`
      insert into assistant_setting (company_id, month_cost, month_tokens, day_cost, day_tokens, per_minute, at_once,
        kept_days, routes)
      values (${scope.companyId}, ${given.monthCost}, ${given.monthTokens}, ${given.dayCost}, ${given.dayTokens},
        ${given.perMinute}::int, ${given.atOnce}::int, ${given.keptDays}::int, ${JSON.stringify(given.routes)}::jsonb)
      on conflict (company_id) do update set month_cost = excluded.month_cost, month_tokens = excluded.month_tokens,
        day_cost = excluded.day_cost, day_tokens = excluded.day_tokens, per_minute = excluded.per_minute,
        at_once = excluded.at_once, kept_days = excluded.kept_days, routes = excluded.routes, noted_month = null, noted_share = null`.execute(
      db,
    )
  },

  /** With what running calls have reserved. */
  async used({ db, scope }: Reader): Promise<Used> {
    const { rows } = await sql<Omit<Used, 'today'> & { today: string }>`
      select to_char(d.today, 'YYYY-MM') as month, d.today::text as today,
        coalesce(sum(c.cost), 0)::float8 as cost, coalesce(sum(c.input + c.output), 0)::float8 as tokens,
        x.cost as "extraCost", x.tokens as "extraTokens"
      from (select (now() at time zone time_zone)::date as today from company where id = ${scope.companyId}) d
      left join assistant_call c on c.company_id = ${scope.companyId} and c.day >= date_trunc('month', d.today)::date
      cross join lateral (select coalesce(sum(r.cost), 0)::float8 as cost, coalesce(sum(r.tokens), 0)::float8 as tokens
        from assistant_request r where r.company_id = ${scope.companyId} and r.state = 'granted' and r.kind = 'month'
          and r.holds = date_trunc('month', d.today)::date) x
      group by d.today, x.cost, x.tokens`.execute(db)
    const { today, ...month } = rows[0]!
    const people = await sql<Used['today'][number]>`
      select max(person_name) as name, sum(cost)::float8 as cost, sum(input + output)::float8 as tokens
      from assistant_call where company_id = ${scope.companyId} and day = ${today}::date
      group by person_id order by sum(cost) desc, sum(input + output) desc limit ${sql.lit(shownPeople)}`.execute(
      db,
    )
    return { ...month, today: people.rows }
  },
}
