import type { Scopes } from '../../../platform/db/scope.ts'
import type { Ledger } from './outages.ts'

/** A line whose ledger is behind its minutes. */
export interface DueLine {
  readonly line_id: string
  /** From here on its outages are found anew. */
  readonly from_at: Date | string
  /** As the database wrote it, to the microsecond. */
  readonly unledgered: string
  readonly first_hour: Date | string
  readonly minutes: string
}

export const ledgerRepo = {
  due: (scopes: Scopes, most: number): Promise<DueLine[]> =>
    scopes.asLoginRole(
      'select line_id::text, from_at, unledgered::text, first_hour, minutes from line_ledger_due($1)',
      [most],
    ),

  async write(scopes: Scopes, line: DueLine, { outages, state, since }: Ledger): Promise<void> {
    const at = (moment: number) => new Date(moment).toISOString()
    await scopes.asLoginRole('select line_ledger_write($1, $2, $3, $4::jsonb, $5, $6)', [
      line.line_id,
      line.first_hour,
      line.unledgered,
      JSON.stringify(
        outages.map(({ beganAt, endedAt, downMinutes, worstAt }) => ({
          beganAt: at(beganAt),
          endedAt: endedAt === null ? null : at(endedAt),
          downMinutes,
          worstAt: at(worstAt),
        })),
      ),
      state,
      at(since),
    ])
  },

  /** @returns how many lines are blind because their probe is silent */
  async blindOfSilentProbes(scopes: Scopes): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select lines_of_silent_probes() as n')
    return rows[0]?.n ?? 0
  },

  async prune(scopes: Scopes, most: number): Promise<number> {
    const rows = await scopes.asLoginRole<{ n: number }>('select line_prune($1) as n', [most])
    return rows[0]?.n ?? 0
  },
}
