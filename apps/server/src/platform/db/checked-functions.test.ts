import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'

/**
 * plpgsql_check reads the functions of the database as a compiler would: names, types, what is never used. Only a server
 * that has the extension can run it (Debian: postgresql-15-plpgsql-check); the embedded PostgreSQL has none.
 */

let t: TestApp
let client: pg.PoolClient
let isThere = false
beforeAll(async () => {
  t = await createTestApp()
  client = await t.adminPool.connect()
  const found = await client.query(`select from pg_available_extensions where name = 'plpgsql_check'`)
  isThere = found.rowCount === 1
  if (isThere) await client.query('create extension plpgsql_check')
})
afterAll(async () => {
  client.release()
  await t.stop()
})

const accepted = [
  // An application is no member and has no part of a company: its columns stay null.
  'begin_application_request: unmodified OUT variable "member_id"',
  'begin_application_request: unmodified OUT variable "os_id"',
  'begin_application_request: unmodified OUT variable "outlet_ids"',
  'begin_application_request: unmodified OUT variable "department_ids"',
  // PL/pgSQL wants a target for the result of a statement that changes rows in a WITH.
  'acs_credentials_answered: never read variable "jobs"',
  'acs_informed: never read variable "jobs"',
]

test('plpgsql_check finds nothing in the functions of the database', async ({ skip }) => {
  skip(!isThere, 'the server has no plpgsql_check')
  const { rows } = await client.query<{ finding: string }>(`
    with functions as (
      select p.oid, p.proname, (select min(t.tgrelid::oid) from pg_trigger t where t.tgfoid = p.oid) as "table",
        -- A function of several triggers has the transition tables of one of them at a time.
        (select max(t.tgoldtable) from pg_trigger t where t.tgfoid = p.oid) as old_rows,
        (select max(t.tgnewtable) from pg_trigger t where t.tgfoid = p.oid) as new_rows
      from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and l.lanname = 'plpgsql')
    select format('%s: %s', f.proname, concat_ws(', ', c.message, c.detail)) as finding
    from functions f cross join lateral plpgsql_check_function_tb(f.oid, coalesce(f."table", 0),
      oldtable => f.old_rows, newtable => f.new_rows, fatal_errors => false, performance_warnings => false) c`)
  expect(rows.map(({ finding }) => finding).filter((finding) => !accepted.includes(finding))).toEqual([])
})
