import v8 from 'node:v8'
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

const page = `select i, ${Array.from({ length: 20 }, (_, n) => `md5((i * ${n})::text) as c${n}`).join(', ')}
  from generate_series(1, 50) i`

const oldMegabytes = () =>
  v8
    .getHeapSpaceStatistics()
    .filter(({ space_name: name }) => name === 'old_space' || name === 'large_object_space')
    .reduce((sum, { space_used_size: size }) => sum + size, 0) / 1e6

describe('a client of the pool', () => {
  test('asks with values, by name, and by callback', async () => {
    const client = await pool.connect()
    expect((await client.query('select $1::int as n', [1])).rows).toEqual([{ n: 1 }])
    const named = { name: 'one', text: 'select $1::int as n', values: [2] }
    expect((await client.query(named)).rows).toEqual([{ n: 2 }])
    const told = await new Promise((resolve, reject) => {
      client.query(named, (error, result) => (error ? reject(error) : resolve(result.rows)))
    })
    expect(told).toEqual([{ n: 2 }])
    client.release()
    expect((await pool.query('select 3 as n')).rows).toEqual([{ n: 3 }])
  })

  test('tells of an error by the stack of whoever asked', async () => {
    const client = await pool.connect()
    const refused = await client.query('select nothing').catch((error: unknown) => error)
    client.release()
    expect(refused).toMatchObject({ code: '42703' })
    expect((refused as Error).stack).not.toContain('Socket')
  })

  test('leaves its results to the collector of what is young', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => pool.connect()))
    let grown = 0
    const ask = async (client: pg.PoolClient) => {
      for (let n = 0; n < 100; n += 1) {
        const before = oldMegabytes()
        await client.query(page)
        // What is collected meanwhile has grown before.
        grown += Math.max(0, oldMegabytes() - before) / clients.length
      }
    }
    await Promise.all(clients.map(ask))
    grown = 0
    await Promise.all(clients.map(ask))
    for (const client of clients) client.release()
    expect(grown).toBeLessThan(5)
  })
})
