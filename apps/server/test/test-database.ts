import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../src/platform/db/migrate.ts'
import { rolesOf } from '../src/platform/db/roles.ts'

export interface TestDatabase {
  /** The superuser, in this test file's own database. */
  readonly admin: pg.ClientConfig
  drop(): Promise<void>
}

/**
 * An empty database on the cluster that the global setup started, or on the TEST_DATABASE_URL server. Its
 * roles carry its name, so nothing is shared and everything is dropped afterwards.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = `nwtest_${randomBytes(6).toString('hex')}`
  await asAdmin((admin) => createEmpty(admin, name))
  return {
    admin: { ...serverConfig(), database: name },
    drop: () => asAdmin((admin) => dropWithRoles(admin, name)),
  }
}

/**
 * A database with the tables of this version. Making one takes a second of a processor, a copy a tenth of one: the first
 * to take a place makes a template there. Since roles carry the database's name, each place has its own roles and one
 * database at a time.
 */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const keeper = new pg.Client(serverConfig())
  await keeper.connect()
  try {
    const name = await takePlace(keeper)
    const admin = { ...serverConfig(), database: name }
    const template = `${name}_template`
    const { rowCount } = await keeper.query('select 1 from pg_database where datname = $1', [template])
    if (rowCount === 0) {
      await dropWithRoles(keeper, name)
      await createEmpty(keeper, name)
      await migrate(admin, 'test-login')
      await keeper.query(`alter database ${name} rename to ${template}`)
    }
    await keeper.query(`drop database if exists ${name} with (force)`)
    await keeper.query(`create database ${name} template ${template}`)
    // Database grants are not copied.
    const { owner, login } = rolesOf(name)
    await keeper.query(`grant create, connect, temporary on database ${name} to ${owner}`)
    await keeper.query(`revoke all on database ${name} from public`)
    await keeper.query(`grant connect on database ${name} to ${login}`)
    return {
      admin,
      async drop() {
        await keeper.query(`drop database if exists ${name} with (force)`)
        await keeper.end()
      },
    }
  } catch (error) {
    await keeper.end()
    throw error
  }
}

/** Drops what a run's files left on a server that keeps running. */
export async function dropPlaces(run: string): Promise<void> {
  await asAdmin(async (admin) => {
    const { rows } = await admin.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix(run)],
    )
    for (const { name } of rows) await admin.query(`drop database ${name} with (force)`)
    const places = new Set(rows.map(({ name }) => name.replace(/_template$/, '')))
    for (const place of places) await dropRoles(admin, place)
  })
}

/** The first free slot, held until the connection ends. */
async function takePlace(keeper: pg.Client): Promise<string> {
  const run = process.env['TEST_DATABASE_RUN']
  if (run === undefined) throw new Error('TEST_DATABASE_RUN is set by the global setup of the tests')
  for (let place = 1; ; place += 1) {
    const name = `${prefix(run)}${String(place).padStart(3, '0')}`
    const { rows } = await keeper.query<{ taken: boolean }>(
      'select pg_try_advisory_lock(hashtext($1)) as taken',
      [name],
    )
    if (rows[0]?.taken === true) return name
  }
}

const prefix = (run: string) => `nwtest_${run}_`

async function createEmpty(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`create database ${name} template template0 encoding 'UTF8' locale 'C'`)
}

async function dropWithRoles(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`drop database if exists ${name} with (force)`)
  await dropRoles(admin, name)
}

async function dropRoles(admin: pg.Client, name: string): Promise<void> {
  for (const role of Object.values(rolesOf(name))) await admin.query(`drop role if exists ${role}`)
}

function serverConfig(): pg.ClientConfig {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) throw new Error('TEST_DATABASE_URL is set by the global setup of the tests')
  const { host, port, user, password, database } = new pg.Client({ connectionString: url })
  return {
    host,
    port,
    ...(user === undefined ? {} : { user }),
    ...(password ? { password } : {}),
    ...(database === undefined ? {} : { database }),
  }
}

async function asAdmin(work: (admin: pg.Client) => Promise<void>): Promise<void> {
  const admin = new pg.Client(serverConfig())
  await admin.connect()
  try {
    await work(admin)
  } finally {
    await admin.end()
  }
}
