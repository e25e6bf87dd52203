import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { runMigrations as runJobMigrations } from 'graphile-worker'
import pg from 'pg'
import { applyFunctions } from './functions.ts'
import { MigrationError } from './migration-error.ts'
import { type DatabaseRoles, rolesOf, withRoles } from './roles.ts'

const migrationsDirectory = new URL('../../../../../db/migrations/', import.meta.url)

/** Serialises starters on one database: any constant that nothing else uses. */
const migrationLock = 7_547_001

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/** The migrations of this version, in order. */
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
 * Brings a database to this version: roles, tables, functions, the job queue's schema. Safe with several starters, which wait
 * for each other; each migration is one transaction. `admin` signs in as a role that may create roles (a superuser,
 * or CREATEROLE and owner of the database); `loginPassword` is given to the role that the pool signs in as.
 * `upTo` stops after that migration (restoring a backup of an older version). `mayStart` throws before anything is
 * changed: those that already run on the database must not suffer from a starter that will refuse. `settle` leaves what
 * the next starter looks at, before it may begin.
 * @throws MigrationError when an applied migration was changed, or the database is newer than this version.
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
    await options.mayStart?.(client, roles)
    await ensureRoles(client, roles, database, loginPassword)
    const { applied, isWhole } = await applyMigrations(client, roles, options.upTo)
    // Those of an older version stand in its migrations.
    if (isWhole) await applyFunctions(client, roles, applied.length > 0)
    await options.settle?.(client, roles)
    await migrateJobs(client, admin, roles)
    return { applied, roles }
  } finally {
    // Ends the lock with the connection.
    await client.end()
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
  // Short queries all: planning for parallel workers or compiling them costs more than it saves.
  await client.query(`alter role ${quoted(roles.login)} set jit = off`)
  // A plan made for the values of one call is dearer than the query, and worse: of a scope that it takes for a value it
  // believes that it leaves one row.
  await client.query(`alter role ${quoted(roles.login)} set plan_cache_mode = force_generic_plan`)
}

async function applyMigrations(client: pg.Client, roles: DatabaseRoles, upTo: string | undefined) {
  const known = await readMigrations()
  await client.query(`set role ${pg.escapeIdentifier(roles.owner)}`)
  await client.query(`
    create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
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
  // A lost connection fails the migration that uses it; the library insists on listeners.
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
