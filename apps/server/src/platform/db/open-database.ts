import type pg from 'pg'
import type { Config } from '../config/config.ts'
import { connectionOf } from './connection.ts'
import { type EmbeddedLog, startEmbedded } from './embedded/index.ts'

export interface OpenDatabase {
  admin: pg.ClientConfig
  /** Shown to the person: which database it is. */
  name: string
  stop(): Promise<void>
}

/** Opens the configured database; starts the embedded one. */
export async function openDatabase(
  { databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: EmbeddedLog,
): Promise<OpenDatabase> {
  if (databaseUrl !== null) {
    const admin = connectionOf(databaseUrl)
    return { admin, name: `${admin.database} on ${admin.host}`, stop: async () => {} }
  }
  const embedded = await startEmbedded({ dataDir, log })
  return {
    admin: { ...embedded.connection },
    name: `the database in ${dataDir}`,
    stop: () => embedded.stop(),
  }
}
