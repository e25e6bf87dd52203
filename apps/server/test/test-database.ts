import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { rolesOf } from '../src/platform/db/roles.ts'

export interface TestDatabase {
  /** The superuser, in a database of this test file's own. */
  readonly admin: pg.ClientConfig
  drop(): Promise<void>
}

/**
 * A database of its own on the cluster that the global setup started, or on the server of TEST_DATABASE_URL. Its roles
 * carry its name, so nothing is shared and everything is dropped afterwards.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) throw new Error('TEST_DATABASE_URL is set by the global setup of the tests')
  const name = `nwtest_${randomBytes(6).toString('hex')}`
  await asAdmin(url, `create database ${name} template template0 encoding 'UTF8' locale 'C'`)
  const admin = { ...connectionOf(url), database: name }
  return {
    admin,
    async drop() {
      await asAdmin(url, `drop database if exists ${name} with (force)`)
      for (const role of Object.values(rolesOf(name))) await asAdmin(url, `drop role if exists ${role}`)
    },
  }
}

function connectionOf(url: string): pg.ClientConfig {
  const { host, port, user, password } = new pg.Client({ connectionString: url })
  return {
    host,
    port,
    ...(user === undefined ? {} : { user }),
    ...(password ? { password: password } : {}),
  }
}

async function asAdmin(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
