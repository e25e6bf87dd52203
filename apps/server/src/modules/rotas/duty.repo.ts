import { sql } from 'kysely'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { DueRota, StoredDuty } from './duty-sweep.ts'
import type { Holiday } from './holidays.ts'

export const dutyRepo = {
  async due(scopes: Scopes, most: number): Promise<DueRota[]> {
    const rows = await scopes.asLoginRole<{ rota: DueRota }>('select rota from rota_duties_due($1)', [most])
    return rows.map(({ rota }) => rota)
  },

  async set(scopes: Scopes, duties: readonly StoredDuty[]): Promise<void> {
    await scopes.asLoginRole('select rota_duties_set($1::jsonb)', [JSON.stringify(duties)])
  },

  async remind(scopes: Scopes, hours: number, most: number): Promise<number> {
    const [row] = await scopes.asLoginRole<{ n: number }>(
      'select rota_handovers_remind(make_interval(hours => $1), $2) as n',
      [hours, most],
    )
    return row!.n
  },

  /** Reads what the platform imported, outside of a request. */
  holidays: (scopes: Scopes) => (from: string, to: string) =>
    scopes.asLoginRole<Holiday & Record<string, unknown>>(
      'select day, off, name from holidays_between($1::date, $2::date)',
      [from, to],
    ),

  /** The rota has changed: the next sweep computes who is on call, and until then the one before is. */
  async forget({ db, scope }: Pick<RequestContext, 'db' | 'scope'>, rotaId: string): Promise<void> {
    await sql`update rota_duty set until = '-infinity'
      where company_id = ${scope.companyId} and rota_id = ${rotaId}`.execute(db)
  },
}
