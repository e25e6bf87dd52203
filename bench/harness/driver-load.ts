import type pg from 'pg'
import { deviceListRepo } from '../../apps/server/src/modules/devices/device-list.repo.ts'
import type { DeviceQuery } from '../../apps/server/src/modules/devices/device-rows.repo.ts'
import { createPool } from '../../apps/server/src/platform/db/pool.ts'
import { rolesOf } from '../../apps/server/src/platform/db/roles.ts'
import { type Claims, Scopes } from '../../apps/server/src/platform/db/scope.ts'
import { createLogger } from '../../apps/server/src/platform/log.ts'
import { serveJobs } from './job-process.ts'
import type { LoadResult } from './http-load.ts'

interface Load {
  readonly connection: pg.ClientConfig
  readonly clients: number
  readonly milliseconds: number
}

/** `select 1` through the server's own pool. */
export interface DriverLoad extends Load {
  readonly kind: 'select-1'
}

/** The statements of a list page, all at once, without the rest of the request. */
export interface StatementsLoad extends Load {
  readonly kind: 'statements'
  readonly claims: Claims
  readonly query: DeviceQuery
}

async function selectOne(load: DriverLoad): Promise<LoadResult> {
  const pool = createPool(load.connection, createLogger('silent'), load.clients)
  return repeat(pool, load, () => pool.query({ name: 'one', text: 'select 1' }))
}

async function statements(load: StatementsLoad): Promise<LoadResult> {
  const sent = await statementsOf(load)
  const pool = createPool(load.connection, createLogger('silent'), load.clients)
  return repeat(pool, load, async () => {
    const client = await pool.connect()
    await Promise.all(sent.map((statement) => client.query(statement)))
    client.release()
  })
}

async function statementsOf({ connection, claims, query }: StatementsLoad): Promise<pg.QueryConfig[]> {
  const pool = createPool(connection, createLogger('silent'), 2)
  const sent: pg.QueryConfig[][] = []
  pool.on('connect', (client) => {
    const ofClient: pg.QueryConfig[] = []
    sent.push(ofClient)
    const send = client.query.bind(client) as (statement: string | pg.QueryConfig) => Promise<pg.QueryResult>
    client.query = ((statement: string | pg.QueryConfig) => {
      ofClient.push(typeof statement === 'string' ? { text: statement } : statement)
      return send(statement)
    }) as typeof client.query
  })
  await new Scopes(pool, rolesOf('netward')).withRequest(
    claims,
    { needed: 'DMS_SERVER_DEVICE_VIEW', reads: true },
    ({ db }, scope) => deviceListRepo.page({ db, scope }, query),
  )
  // A second connection records the session's use.
  const ofRequest = [...(sent[0] ?? [])]
  await pool.end()
  return [...ofRequest, { text: 'commit' }]
}

async function repeat(
  pool: pg.Pool,
  { clients, milliseconds }: Load,
  ask: () => Promise<unknown>,
): Promise<LoadResult> {
  const latencies: number[] = []
  await Promise.all(Array.from({ length: clients }, ask))
  const start = performance.now()
  const end = start + milliseconds
  await Promise.all(
    Array.from({ length: clients }, async () => {
      for (let sent = performance.now(); sent < end; sent = performance.now()) {
        await ask()
        latencies.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  await pool.end()
  return { perSecond: latencies.length / seconds, count: latencies.length, refused: 0, latencies }
}

serveJobs({ 'select-1': selectOne, statements })
