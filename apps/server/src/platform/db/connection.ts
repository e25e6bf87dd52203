import pg from 'pg'

/**
 * The parts of a database URL. A client that is given the URL itself would not let user or database be replaced: the
 * URL goes before everything beside it.
 */
export function connectionOf(url: string): pg.ClientConfig {
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url })
  return {
    host,
    port,
    ssl,
    ...(user === undefined ? {} : { user }),
    ...(database === undefined ? {} : { database }),
    ...(password ? { password } : {}),
  }
}
