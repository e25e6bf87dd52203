import type { InputOf, OutputOf, peopleSyncApi } from '@netward/contract'
import { sql } from 'kysely'
import { countRows } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
export type Run = OutputOf<typeof peopleSyncApi.getPeopleSyncRun>

const shown = sql`r.id, r.cause, r.reading, r.state, r.dry, r.waits, r.why, r.detail, r.departments, r.people, r.counts, r.planned,
  r.applied, r.failed, r.started_by as "startedBy", r.started_at as "startedAt", r.confirmed_by as "confirmedBy",
  r.finished_at as "finishedAt"`

/** Runs of the company acted in. */
export const runRepo = {
  async find({ db, scope }: Reader, channelId: string, id: string): Promise<Run | undefined> {
    const { rows } = await sql<Run>`select ${shown} from people_sync_run r
      where r.company_id = ${scope.companyId} and r.channel_id = ${channelId} and r.id = ${id}`.execute(db)
    return rows[0]
  },

  async lock({ db, scope }: Reader, channelId: string, id: string): Promise<Run | undefined> {
    const { rows } = await sql<Run>`select ${shown} from people_sync_run r
      where r.company_id = ${scope.companyId} and r.channel_id = ${channelId} and r.id = ${id} for update`.execute(
      db,
    )
    return rows[0]
  },

  async last({ db, scope }: Reader, channelId: string): Promise<Run | undefined> {
    const { rows } = await sql<Run>`select ${shown} from people_sync_run r
      where r.company_id = ${scope.companyId} and r.channel_id = ${channelId}
      order by r.state in ('reading', 'applying', 'waiting') desc, r.started_at desc, r.id desc limit 1`.execute(
      db,
    )
    return rows[0]
  },

  async page(
    { db, scope }: Reader,
    { channelId, state, sort, page, pageSize }: InputOf<typeof peopleSyncApi.pagePeopleSyncRuns>,
  ): Promise<{ items: Run[]; total: number }> {
    const from = sql`people_sync_run r where r.company_id = ${scope.companyId} and r.channel_id = ${channelId}
      and (${state ?? null}::text[] is null or r.state = any (${state ?? null}::text[]))`
    const order = sort === 'startedAt' ? sql`r.started_at, r.id` : sql`r.started_at desc, r.id desc`
    const { rows } = await sql<Run>`select ${shown} from ${from}
      order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::int`.execute(db)
    return { items: rows, total: await countRows(db, from) }
  },

  async insert(
    { db, scope }: Reader,
    channelId: string,
    { dry, reading }: { dry: boolean; reading: 'full' | 'incremental' },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      insert into people_sync_run (company_id, channel_id, cause, reading, dry, started_by)
      values (${scope.companyId}, ${channelId}, 'hand', ${reading}, ${dry}, ${scope.actorName}) returning id`.execute(
      db,
    )
    return rows[0]!.id
  },

  async confirm({ db, scope }: Reader, id: string): Promise<void> {
    await sql`update people_sync_run set state = 'applying', confirmed_by = ${scope.actorName}, confirmed_at = now(),
        held_until = now() + interval '2 minutes'
      where company_id = ${scope.companyId} and id = ${id}`.execute(db)
  },

  async stop({ db }: Reader, id: string): Promise<void> {
    await sql`select people_sync_end(${id}::bigint, 'stopped', 'by_hand', '')`.execute(db)
  },
}
