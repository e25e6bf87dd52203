import pg from 'pg'
import type { Logger } from '../log.ts'
import { tellOutage, tellReturn } from './outage.ts'

/** `2026-11-21 02:31:32.123456+00` → `2026-11-21T02:31:32.123Z`, without the detour over Date. Sessions are in UTC. */
export function instantFromPostgres(text: string): string {
  if (!text.endsWith('+00')) return new Date(text).toISOString()
  if (text[19] === '.' && text.length >= 26) return `${text.slice(0, 10)}T${text.slice(11, 23)}Z`
  const milliseconds = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0').slice(0, 3) : '000'
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${milliseconds}Z`
}

type Parser = (text: string) => unknown

const parserOf = pg.types.getTypeParser as (oid: number) => Parser
/** text[]: the driver's list of types knows no arrays. */
const textArray = 1009
const parseTextArray = parserOf(textArray)

const parsers = new Map<number, Parser>([
  [pg.types.builtins.TIMESTAMPTZ, instantFromPostgres],
  // int8 as it comes: ids do not fit a JavaScript number.
  [pg.types.builtins.INT8, (text) => text],
  // Most lists of texts are empty ones: tags.
  [textArray, (text) => (text === '{}' ? [] : parseTextArray(text))],
])

const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: Parameters<typeof pg.types.getTypeParser>[0]): Parser =>
    parsers.get(oid) ?? (pg.types.getTypeParser(oid) as Parser),
}

type Answered = (error: Error | null, result: pg.QueryResult) => void

/**
 * A client whose results are garbage with the request that asked for them. Of a promise the driver sets the callback
 * when the query is made already, and then each result outlives two collections of the young generation and is left to
 * those of the old one (measured with V8 13.6: all of a page's 70 kB; a seventh of the server's processor time went into
 * copying it). A callback that comes with the statement has none of that.
 */
class PromptClient extends pg.Client {
  override query(...given: unknown[]): never {
    const ask = super.query.bind(this) as (...given: unknown[]) => unknown
    const [statement, values] = given
    const answersItself = given.some((one) => typeof one === 'function') || isSubmittable(statement)
    const answer = answersItself
      ? ask(...given)
      : new Promise<pg.QueryResult>((resolve, reject) => {
          const answered: Answered = (error, result) => (error ? reject(error) : resolve(result))
          ask(statement, values, answered)
        }).catch((error: Error) => {
          // As the driver does: the stack is that of whoever asked.
          Error.captureStackTrace(error)
          throw error
        })
    return answer as never
  }
}

function isSubmittable(statement: unknown): boolean {
  return typeof (statement as Partial<pg.Submittable> | null)?.submit === 'function'
}

/** A pool of the login role: what it hands out owns nothing until scope.ts gives it a role for one transaction. */
export function createPool(connection: pg.ClientConfig, log: Logger, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    Client: PromptClient,
    types,
    max,
    // The statements of one transaction are sent without waiting for each other's answers.
    pipeline: true,
    connectionTimeoutMillis: 15_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'netward',
    // No parallel workers: there are other requests for the other processors.
    options:
      '-c timezone=UTC -c statement_timeout=30s -c lock_timeout=10s -c idle_in_transaction_session_timeout=60s -c jit=off -c max_parallel_workers_per_gather=0',
  } satisfies pg.PoolConfig & { pipeline: boolean })
  pool.on('error', (error) => {
    if (!tellOutage(log, error)) log.warn({ err: error }, 'an idle database connection was lost')
  })
  // One that is in use tells of its end twice, and whoever uses it hears the first alone: the second would be nobody's,
  // and end the process.
  pool.on('connect', (client) => {
    client.on('error', () => {})
    tellReturn(log)
  })
  return pool
}
