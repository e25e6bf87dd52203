import { createHash } from 'node:crypto'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { rolesOf } from '../roles.ts'
import {
  archiveFormat,
  BackupError,
  type Line,
  type Manifest,
  type TableEntry,
  type TableSum,
  writeArchive,
} from './archive.ts'
import { copyOut, findSequences, findTables, jobsVersion, textSettings } from './tables.ts'

export interface BackupSummary {
  tables: number
  rows: number
  migration: string
}

/**
 * Writes the whole database to `file` as it is at one moment; the server may continue meanwhile. The master
 * key is not included: without it the sealed secrets are useless.
 * @param admin signs in as the superuser, or as the owner of the database
 */
export async function backUp(admin: pg.ClientConfig, file: string): Promise<BackupSummary> {
  const client = new pg.Client(admin)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query(textSettings)
    await becomeOwner(client)
    const manifest = await readManifest(client)
    const summary = { tables: 0, rows: 0, migration: manifest.migrations.at(-1)?.name ?? '' }
    await writeArchive(file, frames(client, manifest, summary))
    await client.query('commit')
    return summary
  } finally {
    await client.end()
  }
}

/** The policies let the owner see every row; another role may see none. */
export async function becomeOwner(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select current_database() as name')
  const { owner } = rolesOf(rows[0]?.name ?? '')
  const found = await client.query('select 1 from pg_roles where rolname = $1', [owner])
  if (found.rowCount === 0) throw new BackupError('this database holds no Netward')
  await client.query(`set local role ${pg.escapeIdentifier(owner)}`)
}

async function readManifest(client: pg.Client): Promise<Manifest> {
  const { rows } = await client.query<{ recorded: boolean }>(
    `select to_regclass('public.schema_applied') is not null as recorded`,
  )
  if (!rows[0]?.recorded) {
    throw new BackupError(
      'the database was made with another schema than that of this version: back it up with the version that wrote it',
    )
  }
  const migrations = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  const schema = await client.query<{ checksum: string }>('select checksum from schema_applied')
  const server = await client.query<{ version: string }>(
    `select current_setting('server_version') as version`,
  )
  return {
    format: archiveFormat,
    createdAt: new Date().toISOString(),
    server: server.rows[0]?.version ?? '',
    schema: schema.rows[0]!.checksum,
    migrations: migrations.rows,
    jobs: await jobsVersion(client),
  }
}

async function* frames(
  client: pg.Client,
  manifest: Manifest,
  summary: BackupSummary,
): AsyncGenerator<Buffer> {
  yield asLine({ manifest })
  for (const table of await findTables(client)) {
    yield asLine({ table })
    const stream = client.query(copyTo(copyOut(table)))
    const hash = createHash('sha256')
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield asLine({ bytes: chunk.length })
      yield chunk
    }
    yield asLine({ end: { rows: stream.rowCount, sha256: hash.digest('hex') } })
    summary.tables += 1
    summary.rows += stream.rowCount
  }
  // After the tables: a sequence advances outside the transaction, and must not lie behind the copied rows.
  yield asLine({ sequences: await findSequences(client) })
  yield asLine({ complete: true, tables: summary.tables })
}

function asLine(line: Line): Buffer {
  return Buffer.from(`${JSON.stringify(line)}\n`)
}

/** Sum of a table's rows in the database. */
export async function sumOf(client: pg.Client, table: TableEntry): Promise<TableSum> {
  const stream = client.query(copyTo(copyOut(table)))
  const hash = createHash('sha256')
  for await (const chunk of stream as AsyncIterable<Buffer>) hash.update(chunk)
  return { rows: stream.rowCount, sha256: hash.digest('hex') }
}
