import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createLogger } from '../log.ts'
import { createPool } from './pool.ts'

let database: TestDatabase
let pool: pg.Pool
beforeAll(async () => {
  database = await createTestDatabase()
  pool = createPool(database.admin, createLogger('silent'), 8)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

describe('a client of the pool', () => {
  test('queries with values, by name, and by callback', async () => {
    const client = await pool.connect()
    expect((await client.query('select $1::int as n', [1])).rows).toEqual([{ n: 1 }])
    const named = { name: 'one', text: 'select $1::int as n', values: [2] }
    expect((await client.query(named)).rows).toEqual([{ n: 2 }])
    const reported = await new Promise((resolve, reject) => {
      client.query(named, (error, result) => (error ? reject(error) : resolve(result.rows)))
    })
    expect(reported).toEqual([{ n: 2 }])
    client.release()
    expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }])
  })

  test('reports an error with the stack of its caller', async () => {
    const client = await pool.connect()
    const refused = await client.query('select nothing').catch((error: unknown) => error)
    client.release()
    expect(refused).toMatchObject({ code: '42703' })
    expect((refused as Error).stack).not.toContain('Socket')
  })
})
