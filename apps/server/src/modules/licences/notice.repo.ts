import type { QuotaKind } from '@netward/contract/states/licence'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'

export interface LicenceNotice {
  readonly what: 'usage' | 'ending'
  readonly kind: QuotaKind
  readonly used: number | null
  readonly granted: number | null
  readonly ends_at: string | null
  readonly days: number | null
}

export const noticeRepo = {
  async refreshDue(scopes: Scopes, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>('select refresh_due_entitlements($1) as n', [most])
    return row?.n ?? 0
  },

  async snapshot(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select snapshot_usage()')
  },

  async companies(scopes: Scopes, most: number): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>(
      'select * from licence_notice_companies($1) as id',
      [most],
    )
    return rows.map((row) => row.id)
  },

  /** Pending notices for the company of this transaction; each is returned once. */
  async take(db: Db): Promise<LicenceNotice[]> {
    return (await sql<LicenceNotice>`select * from take_licence_notices()`.execute(db)).rows
  },
}
