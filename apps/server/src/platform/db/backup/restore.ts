import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { readBaseline } from '../baseline.ts'
import { migrate, readMigrations } from '../migrate.ts'
import { BackupError, type Manifest, readArchive, type TableEntry } from './archive.ts'
import { becomeOwner, type BackupSummary, sumOf } from './backup.ts'
import { copyIn, findTables, jobsVersion, quotedName, textSettings } from './tables.ts'

/**
 * Fills an empty database from a backup of the same schema: makes it as of the backup's last migration, then writes
 * every row in one transaction and compares the sums. The next start of the server applies newer migrations.
 * Fails whole: what was empty stays empty.
 * @throws BackupError
 */
export async function restore(
  admin: pg.ClientConfig,
  file: string,
): Promise<BackupSummary & { jobsLeftOut: boolean }> {
  // Reads to the end before anything is touched: a damaged file is detected here.
  const manifest = await readArchive(file, {})
  await checkVersion(manifest)
  await checkEmpty(admin)
  const last = manifest.migrations.at(-1)?.name ?? ''
  // The server sets the password anew at each start.
  await migrate(admin, randomBytes(24).toString('base64url'), { upTo: last })
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await client.query('begin')
    await client.query(textSettings)
    await becomeOwner(client)
    const filled = await fill(client, file, manifest)
    await client.query('commit')
    await client.query('analyze')
    return { ...filled, migration: last }
  } finally {
    await client.end()
  }
}

async function checkVersion(manifest: Manifest): Promise<void> {
  if (manifest.schema !== (await readBaseline()).checksum) {
    throw new BackupError(
      'the backup was taken with another schema than that of this version: restore it with the version that wrote it',
    )
  }
  const known = await readMigrations()
  const foreign = manifest.migrations.find(
    (taken) => !known.some(({ name, checksum }) => name === taken.name && checksum === taken.checksum),
  )
  if (foreign) {
    throw new BackupError(`the backup was taken by a newer version: this one lacks ${foreign.name}`)
  }
}

/** A database without a company counts as empty: a restore that failed leaves its tables. */
async function checkEmpty(admin: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    const found = await client.query<{ there: boolean }>(
      `select to_regclass('public.company') is not null as there`,
    )
    if (!found.rows[0]?.there) return
    await client.query('begin read only')
    await becomeOwner(client)
    if ((await client.query('select 1 from company limit 1')).rowCount === 0) return
  } finally {
    await client.end()
  }
  throw new BackupError(
    'this database is not empty: a backup is restored into an empty one, nothing is overwritten',
  )
}

async function fill(client: pg.Client, file: string, manifest: Manifest) {
  const tables = await findTables(client)
  const withJobs = (await jobsVersion(client)) === manifest.jobs
  const isWanted = ({ schema }: TableEntry) => withJobs || schema === 'public'
  const wanted = tables.filter(isWanted)
  const summary = { tables: 0, rows: 0, jobsLeftOut: !withJobs }
  const guards = await openTables(client, wanted)
  await readArchive(file, {
    async table(table, rows) {
      if (!isWanted(table)) return drain(rows)
      if (!tables.some(({ schema, name }) => schema === table.schema && name === table.name)) {
        throw new BackupError(`the backup has a table ${table.name} that its own version does not have`)
      }
      await pipeline(Readable.from(rows), client.query(copyFrom(copyIn(table))))
    },
    async tableEnd(table, sum) {
      if (!isWanted(table)) return
      const found = await sumOf(client, table)
      if (found.rows !== sum.rows || found.sha256 !== sum.sha256) {
        throw new BackupError(
          `${table.name} does not hold what the backup does: ${found.rows} rows of ${sum.rows}`,
        )
      }
      if (table.name === 'metric_partition') await client.query('select metric_restore_partitions()')
      summary.tables += 1
      summary.rows += sum.rows
    },
    async sequences(sequences) {
      for (const sequence of sequences.filter(({ schema }) => withJobs || schema === 'public')) {
        await client.query('select setval($1::regclass, $2::bigint)', [quotedName(sequence), sequence.value])
      }
    },
  })
  await closeTables(client, wanted, guards)
  // Their workers are gone.
  if (withJobs && manifest.jobs > 0) {
    await client.query(
      'update graphile_worker._private_jobs set locked_at = null, locked_by = null where locked_at is not null',
    )
    await client.query(
      'update graphile_worker._private_job_queues set locked_at = null, locked_by = null where locked_at is not null',
    )
  }
  return summary
}

/** Constraints and triggers that would hinder writing rows as they come. */
interface Guards {
  references: { table: string; name: string; definition: string }[]
  /** Tables whose policies also apply to their owner, and so refuse COPY. */
  forced: string[]
}

/** Removes it inside the transaction, as the owner may: no superuser is needed. */
async function openTables(client: pg.Client, tables: readonly TableEntry[]): Promise<Guards> {
  const names = tables.map(quotedName)
  const { rows: references } = await client.query<Guards['references'][number]>(`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and conparentid = 0
      and connamespace::regnamespace::text in ('public', 'graphile_worker')`)
  const { rows: forced } = await client.query<{ table: string }>(
    'select oid::regclass::text as "table" from pg_class where relforcerowsecurity and oid = any ($1::regclass[])',
    [names],
  )
  for (const { table, name } of references) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of forced) await client.query(`alter table ${table} no force row level security`)
  for (const name of names) await client.query(`alter table ${name} disable trigger user`)
  await client.query(`truncate ${names.join(', ')}`)
  return { references, forced: forced.map(({ table }) => table) }
}

/** Restores all of it; a dangling reference fails here. */
async function closeTables(
  client: pg.Client,
  tables: readonly TableEntry[],
  { references, forced }: Guards,
): Promise<void> {
  for (const table of tables) await client.query(`alter table ${quotedName(table)} enable trigger user`)
  for (const { table, name, definition } of references) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`)
  }
  for (const table of forced) await client.query(`alter table ${table} force row level security`)
}

async function drain(rows: AsyncIterable<Buffer>): Promise<void> {
  const all = rows[Symbol.asyncIterator]()
  while (!(await all.next()).done);
}
