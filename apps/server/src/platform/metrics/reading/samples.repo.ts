import { sql } from 'kysely'
import type { Db } from '../../db/transaction.ts'
import type { Series } from '../metric-store.ts'
import { kindOf } from './collected.ts'

/** Of metric_read: what a row is tells its source. */
export interface StoredRow {
  source: 'recent' | 'samples' | 'five' | 'buckets'
  device_id: string | null
  block: string | null
  at: string
  body: Buffer | null
  counters: Buffer | null
}

/** Which part of polls a read needs. */
function recentOf(series: readonly Series[]): string {
  const kinds = new Set(series.map(kindOf))
  return (kinds.has('gauges') ? 'g' : '') + (kinds.has('counters') ? 'c' : '')
}

const idsOf = (series: readonly Series[]) => series.map(({ id }) => id)

export const samplesRepo = {
  /** Milliseconds; `packed` '': what is not packed alone. */
  async read(
    db: Db,
    series: readonly Series[],
    from: number,
    to: number,
    packed: 'samples' | 'five' | 'buckets' | '',
  ): Promise<StoredRow[]> {
    const { rows } = await sql<StoredRow>`select * from metric_read(${idsOf(series)}::bigint[],
      ${Math.floor(from)}::bigint, ${Math.ceil(to)}::bigint, ${recentOf(series)}, ${packed})`.execute(db)
    return rows
  },

  /** Which of these the scope sees, of which company they are, and since when that keeps samples. */
  async readable(
    db: Db,
    series: readonly Series[],
  ): Promise<{ id: string; company_id: string; oldest: string }[]> {
    const { rows } = await sql<{
      id: string
      company_id: string
      oldest: string
    }>`select * from metric_readable(${idsOf(series)}::bigint[])`.execute(db)
    return rows
  },

  async readLast(db: Db, series: readonly Series[]): Promise<{ device_id: string; last: Buffer }[]> {
    const { rows } = await sql<{
      device_id: string
      last: Buffer
    }>`select * from metric_read_last(${idsOf(series)}::bigint[])`.execute(db)
    return rows
  },
}
