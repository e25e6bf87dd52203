import type { SendFailureReason } from '@netward/contract/integration-values'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { Db } from '../../platform/db/transaction.ts'

export interface ChannelNotice {
  readonly what: 'failing' | 'ending'
  readonly name: string
  readonly reason: SendFailureReason
  readonly until: string
}

export const channelNoticeRepo = {
  async companies(scopes: Scopes, most: number): Promise<string[]> {
    const rows = await scopes.asLoginRole<{ id: string }>(
      'select * from integration_notice_companies($1) as id',
      [most],
    )
    return rows.map((row) => row.id)
  },

  /** What the administrators of this transaction's company are due to hear; each is returned once. */
  async take(db: Db): Promise<ChannelNotice[]> {
    return (await sql<ChannelNotice>`select * from take_integration_notices()`.execute(db)).rows
  },
}
