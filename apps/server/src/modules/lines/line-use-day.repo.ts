import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'
import type { Series } from '../../platform/metrics/metric-store.ts'

export interface DueLines {
  readonly companyId: string
  readonly lineIds: string[]
}

export interface UseOfDay {
  readonly lineId: string
  /** In per cent of the contracted bandwidth; null: nothing was measured. */
  readonly down: number | null
  readonly up: number | null
}

export const lineUseDayRepo = {
  async due(scopes: Scopes, day: string, most: number): Promise<DueLines | undefined> {
    const [found] = await scopes.asLoginRole<DueLines & Record<string, unknown>>(
      'select company_id::text as "companyId", line_ids::text[] as "lineIds" from line_use_due($1, $2)',
      [day, most],
    )
    return found
  },

  async series(db: Db, lineIds: readonly string[]): Promise<Series[]> {
    const { rows } = await sql<Series>`
      select s.id, s.company_id as "companyId", s.subject_id as "deviceId", s.metric, s.instance, s.slot, s.block
      from metric_series s where s.metric = 'line_use' and s.subject_id = any (${[...lineIds]}::bigint[])`.execute(
      db,
    )
    return rows
  },

  async keep(scopes: Scopes, companyId: string, day: string, lines: readonly UseOfDay[]): Promise<void> {
    await scopes.asLoginRole('select line_use_keep($1, $2, $3)', [companyId, day, JSON.stringify(lines)])
  },
}
