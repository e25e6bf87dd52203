import type { LoginQuery, Scopes } from '../../../platform/db/scope.ts'
import type { Cause, CauseFacts } from './cause-rules.ts'
import type { Ledger } from './outages.ts'

/** A line whose ledger is behind its minutes. */
export interface DueLine {
  readonly line_id: string
  /** From here on its outages are found anew. */
  readonly from_at: Date | string
  /** As the database wrote it, to the microsecond; null: nothing is new, but nothing came for long. */
  readonly unledgered: string | null
  readonly first_hour: Date | string
  readonly minutes: string
  readonly every_seconds: number
}

export interface DueOutage {
  readonly id: string
  /** As the database wrote it, to the microsecond. */
  readonly began_at: string
  readonly measured_by: string | null
  readonly in_maintenance: boolean
  readonly in_carrier_outage: boolean
  readonly onset: CauseFacts['onset']
  readonly healthy: CauseFacts['healthy']
}

const at = (moment: number) => new Date(moment).toISOString()

export const ledgerRepo = {
  /** @param lineIds these alone; null: any */
  due: (query: LoginQuery, lineIds: readonly string[] | null, most: number): Promise<DueLine[]> =>
    query(
      `select line_id::text, from_at, unledgered::text, first_hour, minutes, every_seconds
      from line_ledger_due($1::bigint[], $2)`,
      [lineIds, most],
    ),

  async write(query: LoginQuery, ledgers: readonly { line: DueLine; ledger: Ledger }[]): Promise<void> {
    await query('select line_ledgers_write($1::jsonb)', [
      JSON.stringify(
        ledgers.map(({ line, ledger: { outages, state, since } }) => ({
          lineId: line.line_id,
          from: line.first_hour,
          unledgered: line.unledgered,
          outages: outages.map(({ beganAt, endedAt, downMinutes }) => ({
            beganAt: at(beganAt),
            endedAt: endedAt === null ? null : at(endedAt),
            downMinutes,
          })),
          state,
          since: at(since),
        })),
      ),
    ])
  },

  /** Outages of the last day without a cause, newest first. @param after the last one of those before; null: none */
  withoutCause: (scopes: Scopes, after: DueOutage | null, most: number): Promise<DueOutage[]> =>
    scopes.asLoginRole<DueOutage & Record<string, unknown>>(
      `select id::text, began_at, measured_by, in_maintenance, in_carrier_outage, onset, healthy
      from line_causes_due($1::timestamptz, $2::bigint, $3)`,
      [after?.began_at ?? null, after?.id ?? null, most],
    ),

  async writeCauses(scopes: Scopes, causes: readonly ({ id: string } & Cause)[]): Promise<void> {
    await scopes.asLoginRole('select line_causes_write($1::jsonb)', [JSON.stringify(causes)])
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
