import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { readBaseline } from './baseline.ts'
import { setAside } from './embedded/index.ts'
import { migrate } from './migrate.ts'
import { SchemaError } from './migration-error.ts'

const databases: TestDatabase[] = []
const directory = mkdtempSync(path.join(os.tmpdir(), 'netward-baseline-'))
afterAll(async () => {
  for (const database of databases) await database.drop()
  rmSync(directory, { recursive: true })
})

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  databases.push(database)
  return database
}

async function query(database: TestDatabase, sql: string): Promise<unknown[]> {
  const client = new pg.Client(database.admin)
  await client.connect()
  try {
    return (await client.query(sql)).rows as unknown[]
  } finally {
    await client.end()
  }
}

test('a new database records the schema that it was made with, and starts again with it', async () => {
  const database = await emptyDatabase()
  await migrate(database.admin, 'login')
  const { checksum } = await readBaseline()
  expect(await query(database, 'select checksum from schema_applied')).toEqual([{ checksum }])
  await expect(migrate(database.admin, 'login')).resolves.toMatchObject({ applied: [] })
})

test.each([
  ['with another schema', `update schema_applied set checksum = 'another'`],
  ['before schemas were recorded', 'drop table schema_applied'],
])('a database that was made %s is refused, and nothing in it changes', async (_how, change) => {
  const database = await emptyDatabase()
  await migrate(database.admin, 'login')
  await query(database, change)
  await query(database, 'drop function prune_acting')
  let asked = false
  const mayStart = async () => {
    asked = true
  }
  await expect(migrate(database.admin, 'other', { mayStart })).rejects.toThrow(SchemaError)
  expect(asked).toBe(false)
  expect(await query(database, `select 1 from pg_proc where proname = 'prune_acting'`)).toEqual([])
})

test('a data directory is set aside under the date, with a number from the second on, and with a database elsewhere', async () => {
  const dataDir = path.join(directory, 'demo')
  const elsewhere = path.join(directory, 'elsewhere')
  const made = (content: string) => {
    mkdirSync(dataDir)
    mkdirSync(elsewhere)
    writeFileSync(path.join(elsewhere, 'rows'), content)
    symlinkSync(elsewhere, path.join(dataDir, 'database'))
  }
  made('first')
  expect(await setAside(dataDir, '2026-11-23')).toBe(`${dataDir}-2026-11-23`)
  made('second')
  expect(await setAside(dataDir, '2026-11-23')).toBe(`${dataDir}-2026-11-23-2`)
  expect(readFileSync(path.join(`${dataDir}-2026-11-23`, 'database', 'rows'), 'utf8')).toBe('first')
  expect(readFileSync(path.join(`${dataDir}-2026-11-23-2`, 'database', 'rows'), 'utf8')).toBe('second')
  expect(readlinkSync(path.join(`${dataDir}-2026-11-23`, 'database'))).toBe(`${elsewhere}-2026-11-23`)
})
