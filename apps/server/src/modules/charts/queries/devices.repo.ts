import { sql } from 'kysely'
import type { PanelQuery } from '../asked.ts'
import { all, placed, shareOf, type Sql } from './conditions.repo.ts'

const ofType = (type: readonly string[] = []): Sql[] =>
  type.length === 0 ? [] : [sql`d.type = any (${type}::text[])`]

/** Overdue counts as online; unknown, quarantined and devices without a driver do not count (operations.md §6). */
const devicesOnline: PanelQuery = async (ctx, question) => {
  const { rows } = await sql<{ online: number; counted: number; offline: number }>`
    select count(*) filter (where d.presence in ('online', 'overdue') and d.guard <> 'quarantined' and d.driver <> 'none')::int as online,
      count(*) filter (where d.presence <> 'unknown' and d.guard <> 'quarantined' and d.driver <> 'none')::int as counted,
      count(*) filter (where d.presence = 'offline')::int as offline
    from device d where d.state = 'claimed' and ${all([placed(ctx, 'd', question), ...ofType(question.filters.type)])}`.execute(
    ctx.db,
  )
  const { online = 0, counted = 0, offline = 0 } = rows[0] ?? {}
  return {
    rows: [
      {
        key: 'all',
        values: [shareOf(online, counted), offline],
        opens: [null, { presence: ['offline'] }],
        tone: offline > 0 ? 'bad' : 'good',
      },
    ],
  }
}

export const deviceQueries = { devices_online: devicesOnline } satisfies Readonly<Record<string, PanelQuery>>
