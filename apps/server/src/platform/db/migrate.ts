import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import pg from 'pg'
import { applyParts, type Baseline, readBaseline, schemaOf } from './baseline.ts'
import {
  applyFunctions,
  beforeTables,
  createFunctions,
  type FunctionFile,
  readFunctions,
} from './functions.ts'
import { MigrationError, SchemaError } from './migration-error.ts'
import { type DatabaseRoles, rolesOf, withRoles } from './roles.ts'

const migrationsDirectory = new URL('../../../../../db/migrations/', import.meta.url)

/** Serialises starters on one database: an arbitrary constant. */
const migrationLock = 7_547_001

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The changes to db/schema since the first release, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(migrationsDirectory))
    .filter((name) => /^\d{4}_[a-z0-9_]+\.sql$/.test(name))
    .toSorted()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(new URL(name, migrationsDirectory), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/**
 * Makes a database of this version out of an empty one, or brings one of the same schema to this version: roles,
 * migrations, functions, the job queue's schema. Safe with several starters, which wait for each other. `admin` signs in
 * as a role that may create roles (a superuser, or CREATEROLE and owner of the database); `loginPassword` is given to
 * the role that the pool signs in as. `upTo` stops after that migration (restoring an older backup). `mayStart` throws
 * before anything is changed: a starter that refuses must not disturb the processes that already run on the database.
 * `settle` stores what the next starter checks, before it may begin.
 * @throws SchemaError if the database was made with another db/schema
 * @throws MigrationError if an applied migration was changed, or the database is newer than this version
 */
export async function migrate(
  admin: pg.ClientConfig,
  loginPassword: string,
  options: {
    upTo?: string
    mayStart?: (client: pg.Client, roles: DatabaseRoles) => Promise<void>
    settle?: (client: pg.Client, roles: DatabaseRoles) => Promise<void>
  } = {},
): Promise<{ applied: string[]; roles: DatabaseRoles }> {
  const client = new pg.Client(admin)
  // A lost connection fails the statement that uses it.
  client.on('error', () => {})
  await client.connect()
  try {
    const version = await client.query<{ number: string; database: string }>(
      `select current_setting('server_version_num') as number, current_database() as database`,
    )
    const { number, database } = version.rows[0]!
    if (Number(number) < 150_000) {
      throw new MigrationError(`PostgreSQL 15 or newer is needed; the server says ${number}`)
    }
    const roles = rolesOf(database)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    const baseline = await readBaseline()
    const made = await schemaOf(client, roles)
    if (made !== null && made !== baseline.checksum) throw new SchemaError()
    await options.mayStart?.(client, roles)
    await ensureRoles(client, roles, database, loginPassword)
    if (made === null) await makeDatabase(client, roles, baseline)
    const { applied, isWhole } = await applyMigrations(client, roles, options.upTo)
    // A database at an older migration gets its functions when the next start has brought it to this version.
    if (isWhole && (made !== null || applied.length > 0)) {
      await applyFunctions(client, roles, applied.length > 0)
    }
    await options.settle?.(client, roles)
    await migrateJobs(client, admin, roles)
    return { applied, roles }
  } finally {
    // The lock ends with the connection.
    await client.end()
  }
}

/** In one transaction: a start that fails leaves the database empty. */
async function makeDatabase(client: pg.Client, roles: DatabaseRoles, baseline: Baseline): Promise<void> {
  const functions = await readFunctions()
  const isEarly = ({ name }: FunctionFile) => beforeTables.includes(name)
  await client.query('begin')
  try {
    await client.query(`set local role ${pg.escapeIdentifier(roles.owner)}`)
    await client.query(`
      create table schema_applied (checksum text not null);
      create table functions_applied (checksum text not null);
      create table migration (
        name text primary key, checksum text not null, applied_at timestamptz not null default now());
      set local check_function_bodies = off`)
    await applyParts(client, roles, [baseline.database, ...functions.filter(isEarly), ...baseline.tables])
    await createFunctions(client, roles, functions)
    await applyParts(client, roles, baseline.triggers)
    await client.query('insert into schema_applied (checksum) values ($1)', [baseline.checksum])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

async function ensureRoles(client: pg.Client, roles: DatabaseRoles, database: string, password: string) {
  const quoted = pg.escapeIdentifier
  const existing = await client.query<{ rolname: string }>(
    'select rolname from pg_roles where rolname = any($1)',
    [Object.values(roles)],
  )
  const missing = Object.values(roles).filter((role) => !existing.rows.some((row) => row.rolname === role))
  for (const role of missing) {
    await client.query(`create role ${quoted(role)} ${role === roles.login ? 'login noinherit' : 'nologin'}`)
  }
  await client.query(`alter role ${quoted(roles.login)} with password ${pg.escapeLiteral(password)}`)
  if (missing.length > 0) {
    await client.query(`grant ${quoted(roles.owner)} to current_user`)
    for (const role of [roles.company, roles.tree, roles.platform]) {
      await client.query(`grant ${quoted(role)} to ${quoted(roles.login)}`)
    }
    await client.query(
      `grant create, connect, temporary on database ${quoted(database)} to ${quoted(roles.owner)}`,
    )
    await client.query(`revoke all on database ${quoted(database)} from public`)
    await client.query(`grant connect on database ${quoted(database)} to ${quoted(roles.login)}`)
  }
  await client.query(`grant usage, create on schema public to ${quoted(roles.owner)}`)
  await client.query('revoke create on schema public from public')
  const users = [roles.login, roles.company, roles.tree, roles.platform]
    .map((role) => quoted(role))
    .join(', ')
  await client.query(`grant usage on schema public to ${users}`)
  // Short queries only: parallel workers or compilation cost more than they save.
  await client.query(`alter role ${quoted(roles.login)} set jit = off`)
  // A plan for the values of one call costs more than the query, and is worse: it expects one row for a scope
  // value.
  await client.query(`alter role ${quoted(roles.login)} set plan_cache_mode = force_generic_plan`)
}

async function applyMigrations(client: pg.Client, roles: DatabaseRoles, upTo: string | undefined) {
  const known = await readMigrations()
  await client.query(`set role ${pg.escapeIdentifier(roles.owner)}`)
  const done = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migration order by name',
  )
  for (const row of done.rows) {
    const migration = known.find((candidate) => candidate.name === row.name)
    if (!migration) throw new MigrationError(`the database is newer than this version: it knows ${row.name}`)
    if (migration.checksum !== row.checksum)
      throw new MigrationError(`${row.name} was changed after it was applied`)
  }
  const applied: string[] = []
  // By name: one may have landed after a later number.
  const there = new Set(done.rows.map(({ name }) => name))
  for (const migration of known.filter(({ name }) => !there.has(name))) {
    if (upTo !== undefined && migration.name > upTo) break
    await client.query('begin')
    try {
      await client.query(withRoles(migration.sql, roles))
      await client.query('insert into migration (name, checksum) values ($1, $2)', [
        migration.name,
        migration.checksum,
      ])
      await client.query('commit')
    } catch (error) {
      await client.query('rollback')
      throw new MigrationError(
        `${migration.name}: ${error instanceof Error ? error.message : String(error)}`,
        {
          cause: error,
        },
      )
    }
    applied.push(migration.name)
  }
  await client.query('reset role')
  return { applied, isWhole: known.length === done.rows.length + applied.length }
}

async function migrateJobs(client: pg.Client, admin: pg.ClientConfig, roles: DatabaseRoles) {
  const present = await client.query(`select 1 from pg_namespace where nspname = 'graphile_worker'`)
  const pool = new pg.Pool({ ...admin, max: 1, options: `-c role=${roles.owner}` })
  // A lost connection fails the migration that uses it; the library requires listeners.
  pool.on('error', () => {})
  pool.on('connect', (connected) => connected.on('error', () => {}))
  try {
    await runJobMigrations({ pgPool: pool })
  } finally {
    await pool.end()
  }
  if (present.rowCount === 0) {
    await client.query(`revoke all on schema graphile_worker from public`)
  }
}
