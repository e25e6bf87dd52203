import type pg from 'pg'

/**
 * Runs `fill` with triggers off, references unchecked and the indexes of `tables` built afterwards, as a restore does:
 * `fill` writes what the triggers would have written. `client` is a superuser's.
 */
export async function inBulk(client: pg.Client, tables: string[], fill: () => Promise<void>): Promise<void> {
  await client.query(
    `set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '512MB';
     set session_replication_role = replica`,
  )
  const restore = await dropIndexes(client, tables)
  await fill()
  for (const definition of restore) await client.query(definition)
  await client.query('set session_replication_role = origin')
}

/** Drops everything that can be rebuilt at once, and returns the statements that rebuild it. */
async function dropIndexes(client: pg.Client, tables: string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = any ($1::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
    [tables],
  )
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map((row) => row.definition)
}
