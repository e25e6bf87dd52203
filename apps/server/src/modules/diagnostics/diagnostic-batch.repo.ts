import type { diagnosticApi, InputOf } from '@netward/contract'
import { diagnosticStates } from '@netward/contract/diagnostic-values'
import type { DiagnosticKind } from '@netward/cwmp'
import { sql } from 'kysely'
import { cappedCount } from '../../platform/db/capped-count.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { runColumns } from './diagnostic-list.repo.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>
type Kinds = InputOf<typeof diagnosticApi.pageDiagnosticBatches>['kind']
type States = InputOf<typeof diagnosticApi.pageBatchDiagnostics>['state']

const batchColumns = ['id', 'kind', 'target', 'gateways', 'created_at', 'created_by_name'] as const

export type BatchRow = NonNullable<Awaited<ReturnType<typeof diagnosticBatchRepo.find>>>
export type StatesOf = Awaited<ReturnType<typeof diagnosticBatchRepo.states>>

export const diagnosticBatchRepo = {
  async insert({ db, scope }: Reader, kind: DiagnosticKind, target: string): Promise<string> {
    const { id } = await db
      .insertInto('diagnostic_batch')
      .values({
        company_id: scope.companyId,
        kind,
        target,
        created_by: scope.personId,
        created_by_name: scope.actorName,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  },

  /** One that no gateway began is none. */
  async close({ db }: Reader, id: string, gateways: number): Promise<void> {
    if (gateways === 0) await db.deleteFrom('diagnostic_batch').where('id', '=', id).execute()
    else await db.updateTable('diagnostic_batch').set({ gateways }).where('id', '=', id).execute()
  },

  async page({ db, scope }: Reader, kinds: Kinds, limit: number, offset: number) {
    const matching = db
      .selectFrom('diagnostic_batch')
      // Batches that a tenant started itself are shown there.
      .where('company_id', '=', scope.companyId)
      .where('gateways', '>', 0)
      .$if(kinds !== undefined, (query) => query.where('kind', 'in', kinds!))
    const items = await matching
      .select(batchColumns)
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },

  /** Of the runs of batches how many are in which state. */
  async states({ db }: Reader, ids: readonly string[]) {
    const rows = await db
      .selectFrom('diagnostic_run')
      .select(['batch_id', 'state', sql<number>`count(*)::int`.as('count')])
      .where('batch_id', '=', sql<string>`any (${ids}::bigint[])`)
      .groupBy(['batch_id', 'state'])
      .execute()
    return (id: string) =>
      Object.fromEntries(
        diagnosticStates.map((state) => [
          state,
          rows.find((row) => row.batch_id === id && row.state === state)?.count ?? 0,
        ]),
      ) as Record<(typeof diagnosticStates)[number], number>
  },

  find({ db, scope }: Reader, id: string) {
    return db
      .selectFrom('diagnostic_batch')
      .select(batchColumns)
      .where('id', '=', id)
      .where('company_id', '=', scope.companyId)
      .executeTakeFirst()
  },

  async pageRuns({ db }: Reader, id: string, states: States, limit: number, offset: number) {
    const matching = db
      .selectFrom('diagnostic_run')
      .where('batch_id', '=', id)
      .$if(states !== undefined, (query) => query.where('state', 'in', states!))
    const items = await matching
      .select(runColumns)
      .select([
        'device_id',
        sql<string | null>`(select d.name from device d where d.id = diagnostic_run.device_id)`.as(
          'device_name',
        ),
        sql<string | null>`(select c.name from company c where c.id = diagnostic_run.company_id)`.as(
          'company_name',
        ),
      ])
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute()
    return { items, ...(await cappedCount(db, matching)) }
  },
}
