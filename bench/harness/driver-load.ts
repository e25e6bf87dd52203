import type pg from 'pg'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { serveJobs } from './job-process.ts'
import type { LoadResult } from './http-load.ts'

/** `select 1` through the server's own pool. */
export interface DriverLoad {
  readonly kind: 'select-1'
  readonly connection: pg.ClientConfig
  readonly clients: number
  readonly milliseconds: number
}

async function load({ connection, clients, milliseconds }: DriverLoad): Promise<LoadResult> {
  const pool = createPool(connection, createLogger('silent'), clients)
  const latencies: number[] = []
  await Promise.all(Array.from({ length: clients }, () => pool.query('select 1')))
  const start = performance.now()
  const end = start + milliseconds
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let sent = performance.now(); sent < end; sent = performance.now()) {
        await pool.query({ name: 'one', text: 'select 1' })
        latencies.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  await pool.end()
  return { perSecond: latencies.length / seconds, count: latencies.length, refused: 0, latencies }
}

serveJobs({ 'select-1': load })
