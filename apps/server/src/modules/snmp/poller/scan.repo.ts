import type { Scopes } from '../../../platform/db/scope.ts'

/** A run of a discovery that a poller carries out. */
export interface ScanRow {
  readonly id: string
  readonly company_id: string
  readonly company_code: string
  readonly outlet_id: string | null
  readonly ranges: readonly string[]
  readonly neighbours: boolean
  /** Empty: those that fit. */
  readonly credential_ids: readonly string[]
  readonly port: number
  readonly rate: number
  readonly keeps_others: boolean
  readonly run: number
  /** Null: its addresses are not known yet. */
  readonly total: number | null
  readonly checked: number
  readonly extras: readonly string[]
}

/** An address that something known sees around it. Hostile text. */
export interface SurroundingRow {
  readonly address: string
  readonly mac: string
  readonly name: string
}

const mostSurroundings = 20_000

/** What a poller reads and writes of discoveries: definer functions alone. */
export const scanRepo = {
  /** Takes what waits, and what pollers that are gone left behind: at most `most` runs at once. */
  runs(scopes: Scopes, poller: string, most: number): Promise<ScanRow[]> {
    return scopes.asLoginRole('select * from poller_scans($1, $2)', [poller, most])
  },

  surroundings(scopes: Scopes, jobId: string): Promise<SurroundingRow[]> {
    return scopes.asLoginRole('select * from poller_surroundings($1, $2)', [jobId, mostSurroundings])
  },

  /** False if the run is no longer this poller's. */
  async begin(
    scopes: Scopes,
    poller: string,
    { id, run }: ScanRow,
    known: { total: number; extras: readonly string[]; problem: 'not_allowed' | null },
  ): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ begun: boolean }>(
      'select poller_scan_begins($1, $2, $3, $4, $5, $6) as begun',
      [poller, id, run, known.total, known.extras, known.problem],
    )
    return rows[0]!.begun
  },

  /** Writes the finds of a part. Returns whether the run goes on. */
  async note(
    scopes: Scopes,
    poller: string,
    { id, run }: ScanRow,
    part: { checked: number; answered: number; finds: readonly unknown[] },
  ): Promise<boolean> {
    const rows = await scopes.asLoginRole<{ more: boolean }>(
      'select poller_scan_notes($1, $2, $3, $4, $5, $6::jsonb) as more',
      [poller, id, run, part.checked, part.answered, JSON.stringify(part.finds)],
    )
    return rows[0]!.more
  },
}
