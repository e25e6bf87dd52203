import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../test/test-database.ts'
import { migrate } from './db/migrate.ts'
import { keepFingerprint, MasterKeyError, refuseOtherKey } from './master-key.ts'
import { Secrets } from './secrets.ts'

let database: TestDatabase
afterEach(() => database.drop())

/** A starter as server.ts has it, up to the roles that it would serve with. */
function starter() {
  const secrets = new Secrets(randomBytes(32))
  const password = secrets.derive('database login').toString('base64url')
  return {
    password,
    start: () =>
      migrate(database.admin, password, {
        mayStart: (client, roles) => refuseOtherKey(client, roles, secrets),
        settle: (client, roles) => keepFingerprint(client, roles, secrets),
      }),
  }
}

/** The hash of the password of the login role: the only trace of who set it. */
async function loginSecret(role: string): Promise<string> {
  const client = new pg.Client(database.admin)
  await client.connect()
  const { rows } = await client.query<{ rolpassword: string }>(
    'select rolpassword from pg_authid where rolname = $1',
    [role],
  )
  await client.end()
  return rows[0]!.rolpassword
}

test("one of two concurrent first starts with different keys is refused, and the password is the other one's", async () => {
  database = await createTestDatabase()
  const starters = [starter(), starter()]
  const [one, two] = await Promise.allSettled(starters.map(({ start }) => start()))
  const winner = one?.status === 'fulfilled' ? one : two
  const loser = one?.status === 'fulfilled' ? two : one
  if (winner?.status !== 'fulfilled' || loser?.status !== 'rejected') throw new Error('one of two starts')
  expect(loser.reason).toBeInstanceOf(MasterKeyError)
  const { login } = winner.value.roles
  const before = await loginSecret(login)
  // The winner's own next start sets the same password anew; a third stranger none.
  await expect(starter().start()).rejects.toThrow(MasterKeyError)
  expect(await loginSecret(login)).toBe(before)
  const owner = starters[winner === one ? 0 : 1]!
  const client = new pg.Client({ ...database.admin, user: login, password: owner.password })
  await client.connect()
  await client.end()
  await expect(owner.start()).resolves.toMatchObject({ applied: [] })
})
