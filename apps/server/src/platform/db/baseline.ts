import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import pg from 'pg'
import { MigrationError, SchemaError } from './migration-error.ts'
import { type DatabaseRoles, withRoles } from './roles.ts'

const schemaDirectory = new URL('../../../../../db/schema/', import.meta.url)

/** Files of db/schema in the order in which they are applied: a module follows those that it refers to. */
const schemaFiles = [
  'database',
  'platform',
  'organisations',
  'identity',
  'files',
  'settings',
  'roles',
  'members',
  'personal',
  'accounts',
  'acting',
  'messages',
  'products',
  'applications',
  'open-api',
  'licences',
  'integrations',
  'sign-on',
  'outlets',
  'devices',
  'probes',
  'equipment',
  'zabbix',
  'discovery',
  'topology',
  'metrics',
  'lines',
  'alarms',
  'maintenance',
  'rotas',
  'approvals',
  'orders',
  'order-acts',
  'field-work',
  'engineers',
  'openings',
  'parts',
  'sharing',
  'order-forms',
  'notices',
  'cwmp',
  'provisioning',
  'diagnostics',
  'ota',
  'outlet-health',
  'rollups',
  'terminal',
  'offboarding',
  'configurations',
  'inventory',
  'line-reports',
  'service-reports',
  'statements',
  'line-tests',
  'people-sync',
  'advisories',
  'syslog',
  'inbound-alarms',
  'platform-health',
  'walls',
  'personal-tokens',
  'assistant',
  'conversations',
  'assistant-notes',
  'audit',
  'audit-packs',
]

/** A file's triggers follow this line. They need the functions, which need the tables. */
const triggersBegin = '-- Triggers: made after the functions.\n'

/** A part of a file, as the database is given it. */
interface Part {
  name: string
  sql: string
}

export interface Baseline {
  /** Extensions and default privileges. */
  database: Part
  tables: Part[]
  triggers: Part[]
  /** Of the statements: comments and blank lines do not count. */
  checksum: string
}

/** The schema of this version. @throws MigrationError if a file of db/schema is not in the list above. */
export async function readBaseline(): Promise<Baseline> {
  const names = (await readdir(schemaDirectory)).filter((name) => name.endsWith('.sql')).toSorted()
  const listed = schemaFiles.map((name) => `${name}.sql`)
  const unlisted = names.find((name) => !listed.includes(name))
  if (unlisted) throw new MigrationError(`db/schema/${unlisted} is not listed in platform/db/baseline.ts`)
  const files = await Promise.all(
    listed.map(async (name) => ({ name, sql: await readFile(new URL(name, schemaDirectory), 'utf8') })),
  )
  const parts = files.map(({ name, sql }) => {
    const [tables = '', triggers = ''] = sql.split(triggersBegin)
    return { name, tables, triggers }
  })
  const [database, ...modules] = parts
  return {
    database: { name: database!.name, sql: database!.tables },
    tables: modules.map(({ name, tables }) => ({ name, sql: tables })),
    triggers: modules.map(({ name, triggers }) => ({ name, sql: triggers })),
    checksum: checksumOf(files),
  }
}

function checksumOf(files: readonly Part[]): string {
  const statements = files.map(({ name, sql }) => [
    name,
    sql
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '' && !line.startsWith('--')),
  ])
  return createHash('sha256').update(JSON.stringify(statements)).digest('hex')
}

/** @throws MigrationError with the name of the file that the database refuses. */
export async function applyParts(client: pg.ClientBase, roles: DatabaseRoles, parts: readonly Part[]) {
  for (const { name, sql } of parts) {
    try {
      await client.query(withRoles(sql, roles))
    } catch (error) {
      throw new MigrationError(`${name}: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      })
    }
  }
}

/**
 * The schema that a database was made with, `null` if it is empty.
 * @throws SchemaError if it was made before databases recorded their schema.
 */
export async function schemaOf(client: pg.ClientBase, roles: DatabaseRoles): Promise<string | null> {
  const { rows } = await client.query<{ recorded: boolean; filled: boolean }>(
    `select to_regclass('public.schema_applied') is not null as recorded,
       to_regclass('public.company') is not null as filled`,
  )
  if (!rows[0]?.recorded) {
    if (rows[0]?.filled) throw new SchemaError()
    return null
  }
  const found = await asOwner(client, roles, () =>
    client.query<{ checksum: string }>('select checksum from schema_applied'),
  )
  return found.rows[0]?.checksum ?? null
}

async function asOwner<T>(client: pg.ClientBase, roles: DatabaseRoles, work: () => Promise<T>): Promise<T> {
  const before = await client.query<{ role: string }>(`select current_setting('role') as role`)
  await client.query(`set role ${pg.escapeIdentifier(roles.owner)}`)
  try {
    return await work()
  } finally {
    await client.query(`select set_config('role', $1, false)`, [before.rows[0]!.role])
  }
}
