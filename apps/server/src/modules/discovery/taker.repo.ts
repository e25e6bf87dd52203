import { sql } from 'kysely'
import type { Taker } from './take.ts'

/** Acts as the company: nobody's name stands in the audit log. */
export function takerOf(db: Taker['db'], companyId: string): Taker {
  return {
    db,
    scope: { companyId },
    async audit({ action, subjectKind, subjectId, detail }) {
      await sql`select write_audit(${action}, null, ${subjectKind ?? null}, ${subjectId ?? null},
        ${JSON.stringify(detail ?? {})}::jsonb, null)`.execute(db)
    },
  }
}

export const takerRepo = {
  async emit({ db, scope }: Taker, jobId: string): Promise<void> {
    await sql`insert into live_event (company_id, kind, subject_id, data)
      values (${scope.companyId}, 'discovery.changed', ${jobId}, '{}')`.execute(db)
  },
}
