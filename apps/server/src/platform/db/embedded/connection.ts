export interface EmbeddedConnection {
  /** Directory of the unix socket. */
  host: string
  port: number
  user: string
  database: string
}

export const embeddedDatabaseName = 'netward'
