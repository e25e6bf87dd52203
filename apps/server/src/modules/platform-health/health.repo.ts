import type { OutputOf, platformHealthApi } from '@netward/contract'
import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db'>
type Health = OutputOf<typeof platformHealthApi.platformHealth>

/** The functions refuse everybody but the platform's own people (db/functions/platform-health). */
export const healthRepo = {
  async now({ db }: Reader): Promise<Omit<Health, 'asOf' | 'tasks' | 'course'>> {
    const { rows } = await sql<Omit<Health, 'asOf' | 'tasks' | 'course'>>`
      select late::float8 as late, late_companies as "lateCompanies", kept_at as "countedAt",
        failed_deliveries as "failedDeliveries", samples_per_second as "samplesPerSecond",
        database_bytes::float8 as "databaseBytes", refusing from health_now()`.execute(db)
    return rows[0]!
  },

  async tasks({ db }: Reader): Promise<Health['tasks']> {
    const { rows } = await sql<Health['tasks'][number]>`
      select task, waiting, later, running, failed, oldest_at as "oldestAt" from health_queue()
      order by failed desc, oldest_at nulls last, task`.execute(db)
    return rows
  },

  async course({ db }: Reader): Promise<Health['course']> {
    const { rows } = await sql<Health['course'][number]>`
      select at, samples / 5.0::float8 as "samplesPerMinute", late, waiting from health_course() order by at`.execute(
      db,
    )
    return rows
  },

  /** @returns the limit that it had of its own */
  async setLimit({ db }: Reader, companyId: string, limit: number | null): Promise<number | null> {
    const { rows } = await sql<{ before: number | null }>`
      select health_set_series_limit(${companyId}::bigint, ${limit}::int) as before`.execute(db)
    return rows[0]!.before
  },

  async keep(scopes: Scopes): Promise<void> {
    await scopes.asLoginRole('select health_keep()')
  },
}
