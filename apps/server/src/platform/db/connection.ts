import pg from 'pg'

/**
 * The parts of a database URL. A client with the URL itself would ignore a replaced user or database: the URL
 * takes precedence.
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
