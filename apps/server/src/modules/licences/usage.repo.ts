import type { QuotaKind } from '@netward/contract/states/licence'
import { sql } from 'kysely'
import type { RequestContext } from '../../platform/http/context.ts'

export const usageRepo = {
  /** Current usage; kinds never counted are left out. */
  async find({
    db,
    scope,
  }: RequestContext): Promise<{ kind: QuotaKind; used: number; granted: number | null }[]> {
    const { rows } = await sql<{ kind: QuotaKind; used: number; granted: number | null }>`
      select kind, used, granted from company_usage(array[${scope.companyId}::bigint])`.execute(db)
    return rows
  },

  async requireRoom({ db }: RequestContext, kind: QuotaKind): Promise<void> {
    await sql`select require_room(${kind}, 1)`.execute(db)
  },

  history: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('usage_snapshot')
      .select(['kind', 'used', sql<string>`day::text`.as('day')])
      .where('company_id', '=', scope.companyId)
      .where('day', '>', sql<string>`current_date - 31`)
      .orderBy('kind')
      .orderBy('day')
      .execute(),

  async packageOf({ db, scope }: RequestContext) {
    const { rows } = await sql<{
      code: string
      name_zh: string
      name_en: string
      version: number
      newest_version: number
    }>`select * from company_packages(array[${scope.companyId}::bigint])`.execute(db)
    return rows[0] ?? null
  },

  /** The company's licence that ends first within 30 days. */
  ending: ({ db, scope }: RequestContext) =>
    db
      .selectFrom('licence')
      .select(['kind', 'ends_at'])
      .where('company_id', '=', scope.companyId)
      .where('revoked_at', 'is', null)
      .where(sql<boolean>`ends_at > now() and ends_at <= now() + interval '30 days'`)
      .orderBy('ends_at')
      .limit(1)
      .executeTakeFirst(),
}
