import pg from 'pg'
import type { Logger } from '../log.ts'
import { logOutage, logRecovery } from './outage.ts'

/** `2026-11-21 02:31:32.123456+00` → `2026-11-21T02:31:32.123Z`, without Date. Sessions are in UTC. */
export function instantFromPostgres(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString()
  if (text[19] === '.' && text.length >= 26) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const milliseconds = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

type Parser = (text: string) => unknown

const parserOf = pg.types.getTypeParser as (oid: number) => Parser
/** text[]: the driver's list of types has no arrays. */
const textArray = 1009
const parseTextArray = parserOf(textArray)

const parsers = new Map<number, Parser>([
  [pg.types.builtins.TIMESTAMPTZ, instantFromPostgres],
  // int8 as text: ids do not fit a JavaScript number.
  [pg.types.builtins.INT8, (text) => text],
  // Most text arrays are empty: tags.
  [textArray, (text) => (text === '{}' ? [] : parseTextArray(text))],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: Parameters<typeof pg.types.getTypeParser>[0]): Parser =>
    parsers.get(oid) ?? (pg.types.getTypeParser(oid) as Parser),
}

/** A pool of the login role: its connections own nothing until scope.ts sets a role for one transaction. */
export function createPool(connection: pg.ClientConfig, log: Logger, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    types,
    max,
    // Statements of one transaction are sent without waiting for each other's answers.
    pipeline: true,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'netward',
    // No parallel workers: other requests use the other processors.
    options:
      '-c timezone=UTC -c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s -c jit=off -c max_parallel_workers_per_gather=0',
  } satisfies pg.PoolConfig & { pipeline: boolean })
  pool.on('error', (error) => {
    if (!logOutage(log, error)) log.warn({ err: error }, 'an idle database connection was lost')
  })
  // A connection in use emits its end twice, and its user hears only the first: the second would be
  // unhandled, and end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    logRecovery(log)
  })
  return pool
}
