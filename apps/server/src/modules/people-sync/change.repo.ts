import type { InputOf, OutputOf, peopleSyncApi } from '@netward/contract'
import { type RawBuilder, sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { PlannedDetail } from './plan-person.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Query = InputOf<typeof peopleSyncApi.pagePeopleSyncChanges>
type Change = OutputOf<typeof peopleSyncApi.pagePeopleSyncChanges>['items'][number]

export interface ChangeRow extends Pick<
  Change,
  'n' | 'act' | 'name' | 'subject' | 'memberId' | 'reason' | 'state'
> {
  readonly detail: PlannedDetail & { readonly handed?: Change['handed'] }
  readonly problem: { readonly code: string; readonly params: Record<string, string | number> } | null
}

const matching = ({ scope }: Reader, { runId, act, state, search = '' }: Query): RawBuilder<unknown> =>
  sql`people_sync_change c where c.company_id = ${scope.companyId} and c.run_id = ${runId}
    and (${act ?? null}::text[] is null or c.act = any (${act ?? null}::text[]))
    and (${state ?? null}::text[] is null or c.state = any (${state ?? null}::text[]))
    and (${search} = '' or strpos(lower(c.name || ' ' || coalesce(c.subject, c.outside_id, '')), lower(${search})) > 0)`

/** Differences of runs of the company acted in. */
export const changeRepo = {
  async rows(ctx: Reader, query: Query, limit: number, offset = 0): Promise<ChangeRow[]> {
    const order = query.sort === '-n' ? sql`c.n desc` : sql`c.n`
    const { rows } = await sql<ChangeRow>`
      select c.n, c.act, c.name, coalesce(c.subject, c.outside_id) as subject, c.member_id as "memberId", c.reason, c.state,
        c.detail, c.failure as problem
      from ${matching(ctx, query)} order by ${order} limit ${limit}::int offset ${offset}::int`.execute(
      ctx.db,
    )
    return rows
  },

  total: (ctx: Reader, query: Query): Promise<number> => countRows(ctx.db, matching(ctx, query)),
}
