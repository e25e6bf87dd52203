import { sql } from 'kysely'
import {
  type DeviceQuery,
  type ListedDevice,
  named,
  neverInformed,
  orderedRows,
  type Reader,
  shownColumns,
  sortsByLastInform,
} from './device-rows.repo.ts'
import { deviceSearchRepo, searches } from './device-search.repo.ts'

const batch = 2000

export const deviceExportRepo = {
  /** The list's rows in order, in batches, `most` at most: by a cursor of the transaction. */
  async *batches(ctx: Reader, query: DeviceQuery, most: number): AsyncGenerator<ListedDevice[]> {
    if (searches(ctx, query)) {
      const { ids } = await deviceSearchRepo.find(ctx, query, most, 0)
      for (let start = 0; start < ids.length; start += batch) {
        yield await deviceSearchRepo.rows(ctx, ids.slice(start, start + batch))
      }
      return
    }
    let given = 0
    for await (const rows of fromCursor(ctx, query, most)) {
      given += rows.length
      yield rows
    }
    if (!sortsByLastInform(query) || given === most) return
    const never = await sql<ListedDevice>`
      select ${shownColumns(ctx, sql`null`)}
      from (select d.* ${neverInformed(ctx, query)} order by d.id limit ${most - given}::int) d
      order by d.id`.execute(ctx.db)
    yield named(ctx, never.rows)
  },
}

async function* fromCursor(ctx: Reader, query: DeviceQuery, most: number): AsyncGenerator<ListedDevice[]> {
  await sql`declare exported no scroll cursor for ${orderedRows(ctx, query, { limit: most, offset: 0 })}`.execute(
    ctx.db,
  )
  for (;;) {
    const { rows } = await sql<ListedDevice>`fetch ${sql.lit(batch)} from exported`.execute(ctx.db)
    if (rows.length > 0) yield named(ctx, rows)
    if (rows.length < batch) break
  }
  await sql`close exported`.execute(ctx.db)
}
