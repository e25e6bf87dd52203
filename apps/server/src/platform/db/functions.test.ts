import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'
import { applyFunctions, readFunctions } from './functions.ts'

let t: TestApp
let client: pg.PoolClient
beforeAll(async () => {
  t = await createTestApp()
  client = await t.adminPool.connect()
})
afterAll(async () => {
  client.release()
  await t.stop()
})

async function queried<Row>(sql: string): Promise<Row[]> {
  return (await client.query(sql)).rows as Row[]
}

/** Functions of the schema, without those of extensions. */
const functions = () =>
  queried<{ name: string; text: string }>(`
    select p.proname as name, pg_get_functiondef(p.oid) as text from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`)

const wordsOf = (text: string) => new Set(text.match(/[a-z_][a-z0-9_]*/g))

test('every function of the database is in one file, and files hold only functions and their grants', async () => {
  const files = await readFunctions()
  const written = files.flatMap(({ sql }) =>
    [...sql.matchAll(/^create or replace function ([a-z0-9_]+)\(/gm)].map(([, name = '']) => name),
  )
  expect(written.toSorted()).toEqual((await functions()).map(({ name }) => name).toSorted())
  const other =
    /^(?!create or replace function|grant execute on function)(?:create|alter|drop|grant|revoke)\b/m
  expect(files.filter(({ sql }) => other.test(sql)).map(({ name }) => name)).toEqual([])
})

test('no function is longer than 80 lines', async () => {
  const files = await readFunctions()
  const long = files.flatMap(({ name, sql }) =>
    sql
      .split(/^(?=create or replace function )/m)
      .slice(1)
      // Without what follows the function: the comment of the next one, grants.
      .map((text) => text.replace(/(?<=\$\$;|;\n)\n(?:\/\*\*|--|grant )[\s\S]*$/, '').trimEnd())
      .filter((text) => text.split('\n').length > 80)
      .map((text) => `${name}: ${text.split('\n')[0]} (${text.split('\n').length} lines)`),
  )
  expect(long).toEqual([])
})

test('every function is called somewhere', async () => {
  const root = new URL('../../', import.meta.url)
  const sources = (await readdir(root, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  )
  const texts = await Promise.all(sources.map((name) => readFile(new URL(name, root), 'utf8')))
  const schema = await queried<{ text: string }>(`
    select pg_get_triggerdef(oid) as text from pg_trigger where not tgisinternal
    union all select concat(qual, with_check) from pg_policies where schemaname = 'public'
    union all select pg_get_constraintdef(oid) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_expr(adbin, adrelid) from pg_attrdef
    union all select indexdef from pg_indexes where schemaname = 'public'`)
  const outside = wordsOf([...texts, ...schema.map(({ text }) => text)].join('\n'))
  const all = await functions()
  const calls = all.map(({ name, text }) => ({ name, words: wordsOf(text) }))
  const uncalled = all
    .map(({ name }) => name)
    // Migrations call these.
    .filter((name) => !name.startsWith('netward_'))
    .filter((name) => !outside.has(name))
    .filter((name) => !calls.some((caller) => caller.name !== name && caller.words.has(name)))
  expect(uncalled).toEqual([])
})

test('another version brings its functions; a refused one is named, and none of them is applied', async () => {
  const files = await readFunctions()
  const other = (sql: string) =>
    files.map((file) => (file.name === 'devices/lock.sql' ? { ...file, sql } : file))
  const body = async () => (await functions()).find(({ name }) => name === 'lock_device')?.text
  const before = await body()
  const next = `create or replace function lock_device(device_in bigint) returns void language sql as 'select 1'`
  const wrong = `${next}; create or replace function lock_device(d bigint) returns void language sql as 'select 2'`
  await expect(applyFunctions(client, t.roles, false, other(wrong))).rejects.toThrow(
    /^devices\/lock\.sql: cannot change name of input parameter/,
  )
  expect(await body()).toBe(before)
  await applyFunctions(client, t.roles, false, other(next))
  expect(await body()).toContain('select 1')
  await applyFunctions(client, t.roles, false)
  expect(await body()).toBe(before)
})

test('after a migration all of them are made again: it may have dropped one', async () => {
  await client.query('drop function prune_acting')
  const isThere = async () => (await functions()).some(({ name }) => name === 'prune_acting')
  await applyFunctions(client, t.roles, false)
  expect(await isThere()).toBe(false)
  await applyFunctions(client, t.roles, true)
  expect(await isThere()).toBe(true)
})
