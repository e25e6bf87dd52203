import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts'
import { migrate } from '../migrate.ts'
import { BackupError, readArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { restore } from './restore.ts'

const hostile = 'tab\tline\nback\\slash "quotes" 网点 \\N \\.'
const directory = mkdtempSync(path.join(os.tmpdir(), 'netward-backup-'))
const file = path.join(directory, 'all.backup')
const databases: TestDatabase[] = []
let source: TestDatabase

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  databases.push(database)
  return database
}

async function query<T extends pg.QueryResultRow>(
  database: TestDatabase,
  sql: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client(database.admin)
  await client.connect()
  try {
    return (await client.query<T>(sql, values)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  source = await emptyDatabase()
  await migrate(source.admin, 'login')
  await query(source, `insert into company (kind, name, code) values ('op', $1, 'op')`, [hostile])
  await query(
    source,
    `insert into company (parent_id, kind, name, code) select 1, 'company', 'c' || i, 'code' || i from generate_series(1, 2000) i`,
  )
  await query(source, `update company set name = name || '!' where id % 7 = 0`)
  await query(source, `delete from company where id = 2001`)
  await query(source, `insert into live_event (company_id, kind, data) values (1, 'seen', '{}')`)
  await query(source, `select graphile_worker.add_job('some.task', '{"a": 1}')`)
  await query(
    source,
    `update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a dead worker'`,
  )
  await backUp(source.admin, file)
})
afterAll(async () => {
  for (const database of databases) await database.drop()
  rmSync(directory, { recursive: true })
})

test('a restored database holds the same rows', async () => {
  const target = await emptyDatabase()
  const summary = await restore(target.admin, file)
  expect(summary).toMatchObject({ jobsLeftOut: false })
  const content =
    'select md5(string_agg(c::text, chr(10) order by id)) as sum, count(*)::int as count from company c'
  expect(await query(target, content)).toEqual(await query(source, content))
  expect(await query(target, 'select name from company where id = 1')).toEqual([{ name: hostile }])
})

test('what protects the rows is restored: policies, references, triggers', async () => {
  const target = await emptyDatabase()
  await restore(target.admin, file)
  const references = `select conrelid::regclass::text as t, conname, pg_get_constraintdef(oid) as d, convalidated
    from pg_constraint where contype = 'f' order by 1, 2`
  const security = `select relname, relrowsecurity, relforcerowsecurity from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`
  const triggers = `select tgrelid::regclass::text as t, tgname, tgenabled from pg_trigger where not tgisinternal order by 1, 2`
  for (const sql of [references, security, triggers]) {
    const expected = await query(source, sql)
    expect(expected.length).toBeGreaterThan(0)
    expect(await query(target, sql)).toEqual(expected)
  }
})

test('new rows get numbers after the old ones, also after deleted ones', async () => {
  const target = await emptyDatabase()
  await restore(target.admin, file)
  const [row] = await query<{ id: string }>(
    target,
    `insert into company (parent_id, kind, name, code) values (1, 'company', 'n', 'n') returning id`,
  )
  expect(Number(row?.id)).toBe(2002)
})

test('a job in progress waits again, since its worker is gone', async () => {
  const target = await emptyDatabase()
  await restore(target.admin, file)
  const jobs =
    'select t.identifier, j.payload, j.locked_by from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id'
  expect(await query(target, jobs)).toEqual([{ identifier: 'some.task', payload: { a: 1 }, locked_by: null }])
})

test('transaction numbers stay behind: they mean nothing in another cluster', async () => {
  const target = await emptyDatabase()
  await restore(target.admin, file)
  expect(await query(target, 'select * from live_event')).toEqual([])
})

test('nothing is overwritten', async () => {
  await expect(restore(source.admin, file)).rejects.toThrow('not empty')
})

test.each([
  ['cut off', (whole: Buffer) => whole.subarray(0, whole.length - 200)],
  ['cut off near its end', (whole: Buffer) => whole.subarray(0, whole.length - 20)],
  [
    'changed',
    (whole: Buffer) =>
      Buffer.concat([whole.subarray(0, 3000), Buffer.from([whole[3000]! ^ 255]), whole.subarray(3001)]),
  ],
  ['not a backup', () => Buffer.from('something else\n')],
  ['empty', () => Buffer.alloc(0)],
])('a file that is %s is refused before the database is touched', async (_how, damage) => {
  const damaged = path.join(directory, 'damaged.backup')
  writeFileSync(damaged, damage(readFileSync(file)))
  const target = await emptyDatabase()
  await expect(restore(target.admin, damaged)).rejects.toThrow(/backup|damaged/)
  expect(await query(target, `select to_regclass('public.company') as t`)).toEqual([{ t: null }])
})

test('a changed byte is detected wherever it stands, unless it changes nothing that is read', async () => {
  const whole = readFileSync(file)
  const plain = zstdDecompressSync(whole)
  const damaged = path.join(directory, 'one-byte.backup')
  const came = { noticed: 0, same: 0, other: 0 }
  for (let at = 0; at < whole.length; at += Math.ceil(whole.length / 100)) {
    const changed = Buffer.from(whole)
    changed[at]! ^= 1
    writeFileSync(damaged, changed)
    const read = await readArchive(damaged, {}).catch((error: unknown) => error)
    if (read instanceof BackupError) came.noticed += 1
    // A padding bit in the last byte of a block has no meaning.
    else came[zstdDecompressSync(changed).equals(plain) ? 'same' : 'other'] += 1
  }
  expect(came.other).toBe(0)
  expect(came.noticed).toBeGreaterThan(90)
})

test('a backup of another schema is refused before the database is touched', async () => {
  const other = await emptyDatabase()
  await migrate(other.admin, 'login')
  await query(other, `update schema_applied set checksum = 'another'`)
  const taken = path.join(directory, 'other-schema.backup')
  await backUp(other.admin, taken)
  const target = await emptyDatabase()
  await expect(restore(target.admin, taken)).rejects.toThrow('restore it with the version that wrote it')
  expect(await query(target, `select to_regclass('public.company') as t`)).toEqual([{ t: null }])
})

test('a database without Netward is not backed up', async () => {
  const empty = await emptyDatabase()
  const unwritten = path.join(directory, 'none.backup')
  await expect(backUp(empty.admin, unwritten)).rejects.toThrow('holds no Netward')
  expect(() => readFileSync(unwritten)).toThrow('ENOENT')
})
