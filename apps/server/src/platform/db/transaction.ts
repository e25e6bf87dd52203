import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Database } from './tables.ts'

export type Db = Kysely<Database>

/**
 * Statements prepared once per connection, by their text and the role they are planned for: row-level
 * security makes planning cost more than execution. Bounded, since filters produce many texts.
 */
const statementNames = new Map<string, string>()
const maxStatements = 300

function statementName(role: string, sql: string): string | undefined {
  const key = `${role} ${sql}`
  const known = statementNames.get(key)
  if (known !== undefined || statementNames.size >= maxStatements) return known
  const name = `s${statementNames.size}`
  statementNames.set(key, name)
  return name
}

/** Transactions that a connection has ended. */
const openings = new WeakMap<pg.PoolClient, number>()

/** Makes every Db over this connection refuse: its transaction is over. */
export function closeDatabase(client: pg.PoolClient): void {
  openings.set(client, (openings.get(client) ?? 0) + 1)
}

/** A Kysely over one connection inside a transaction: it can run statements, but not begin or end one. */
export function databaseOver(client: pg.PoolClient, role: string): Db {
  const opened = openings.get(client) ?? 0
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      // A statement that a handler did not await must not run in the transaction of the next request.
      if ((openings.get(client) ?? 0) !== opened) throw new Error('the transaction is over')
      const name = statementName(role, query.sql)
      const result = await client.query({
        ...(name === undefined ? {} : { name }),
        text: query.sql,
        values: query.parameters as unknown[],
      })
      return {
        rows: (result.rows ?? []) as R[],
        ...(result.command === 'SELECT' ? {} : { numAffectedRows: BigInt(result.rowCount ?? 0) }),
      }
    },
    // oxlint-disable-next-line require-yield -- the interface asks for a generator
    async *streamQuery(): AsyncIterableIterator<never> {
      throw new Error('streaming is not offered: page instead')
    },
  }
  return new Kysely<Database>({ dialect: new OpenTransactionDialect(connection) })
}

class OpenTransactionDialect implements Dialect {
  readonly #connection: DatabaseConnection
  constructor(connection: DatabaseConnection) {
    this.#connection = connection
  }
  createDriver(): Driver {
    const refuse = async () => {
      throw new Error('a transaction is already open: it is begun and ended by scope.ts')
    }
    const connection = this.#connection
    return {
      init: async () => {},
      acquireConnection: async () => connection,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => {},
      destroy: async () => {},
    }
  }
  createQueryCompiler() {
    return new PostgresQueryCompiler()
  }
  createAdapter() {
    return new PostgresAdapter()
  }
  createIntrospector(db: Kysely<unknown>) {
    return new PostgresIntrospector(db)
  }
}
