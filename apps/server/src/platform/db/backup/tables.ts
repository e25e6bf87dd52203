import pg from 'pg'
import type { SequenceEntry, TableEntry } from './archive.ts'

/** Makes the text of values and the order of rows independent of the server's settings. */
export const textSettings = `
  set local timezone = 'UTC'; set local datestyle = 'ISO'; set local intervalstyle = 'iso_8601';
  set local bytea_output = 'hex'; set local extra_float_digits = 1;
  set local synchronize_seqscans = off; set local max_parallel_workers_per_gather = 0;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`

/** Written by the start itself. */
const written = [
  `'public.migration'`,
  `'public.schema_applied'`,
  `'public.functions_applied'`,
  `'graphile_worker.migrations'`,
].join(', ')

/** Facts about one cluster only: numbers of its transactions. */
const rowsLeftOut: Readonly<Record<string, string>> = { 'public.installation': `key <> 'live_pruned'` }

/**
 * The tables in a backup. Excluded are those with transaction numbers (live events, which live for minutes):
 * they mean nothing in another cluster. Generated columns are recomputed. Partitioned tables come last: a restore makes
 * their partitions from the list of them.
 */
export async function findTables(client: pg.ClientBase): Promise<TableEntry[]> {
  const { rows } = await client.query<TableEntry>(`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relkind in ('r', 'p') and not c.relispartition and n.nspname in ('public', 'graphile_worker')
      and n.nspname || '.' || c.relname not in (${written})
      and not exists (select 1 from pg_attribute x where x.attrelid = c.oid and x.attnum > 0 and not x.attisdropped
                      and x.atttypid in ('xid'::regtype, 'xid8'::regtype))
    group by 1, 2, c.relkind order by 1 desc, c.relkind = 'p', 2`)
  return rows
}

export async function findSequences(client: pg.ClientBase): Promise<SequenceEntry[]> {
  const { rows } = await client.query<SequenceEntry>(`
    select schemaname as schema, sequencename as name, last_value::text as value
    from pg_sequences where schemaname in ('public', 'graphile_worker') and last_value is not null order by 1, 2`)
  return rows
}

export function quotedName({ schema, name }: { schema: string; name: string }): string {
  return `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`
}

function quotedColumns({ columns }: TableEntry): string {
  return columns.map((column) => pg.escapeIdentifier(column)).join(', ')
}

/** In physical order, the order in which a restore writes them, so that the sums can be compared. */
export function copyOut(table: TableEntry): string {
  const condition = rowsLeftOut[`${table.schema}.${table.name}`]
  const where = condition ? ` where ${condition}` : ''
  return `copy (select ${quotedColumns(table)} from ${quotedName(table)}${where}) to stdout`
}

export function copyIn(table: TableEntry): string {
  return `copy ${quotedName(table)} (${quotedColumns(table)}) from stdin`
}

/** @returns 0 when the job queue was never set up. */
export async function jobsVersion(client: pg.ClientBase): Promise<number> {
  const found = await client.query(`select to_regclass('graphile_worker.migrations') is not null as there`)
  if (!(found.rows as { there: boolean }[])[0]?.there) return 0
  const { rows } = await client.query<{ version: number }>(
    'select coalesce(max(id), 0) as version from graphile_worker.migrations',
  )
  return rows[0]?.version ?? 0
}
