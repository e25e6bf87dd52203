import { sql } from 'kysely'
import type { OutputOf, snmpApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'

type Reader = Pick<RequestContext, 'db' | 'scope'>

export interface TrialRow {
  readonly state: OutputOf<typeof snmpApi.readTrial>['state']
  readonly found: Partial<Omit<OutputOf<typeof snmpApi.readTrial>, 'state'>>
}

export const trialRepo = {
  async begin(
    { db }: Reader,
    trial: { ipAddress: string; port: number; credentialId: string | null; outletId: string | null },
  ): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select begin_trial(${trial.ipAddress}::inet, ${trial.port}::int, ${trial.credentialId}::bigint,
        ${trial.outletId}::bigint) as id`.execute(db)
    return rows[0]!.id
  },

  /** Of the company acted in, for the person who asked. */
  async find({ db, scope }: Reader, id: string): Promise<TrialRow | undefined> {
    const { rows } = await sql<TrialRow>`
      select case when state = 'running' and created_at < now() - interval '2 minutes' then 'unreachable' else state end
        as state, found
      from snmp_trial where id = ${id} and company_id = ${scope.companyId} and created_by = ${scope.personId}
        and created_at > now() - interval '1 hour'`.execute(db)
    return rows[0]
  },
}
