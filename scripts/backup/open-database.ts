import process from 'node:process'
import type pg from 'pg'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import { connectionOf } from '../../apps/server/src/platform/db/connection.ts'
import {
  attachEmbedded,
  EmbeddedDatabaseError,
  type EmbeddedLog,
  startEmbedded,
} from '../../apps/server/src/platform/db/embedded/index.ts'

export interface OpenDatabase {
  admin: pg.ClientConfig
  /** For the person: which one it is. */
  name: string
  close(): Promise<void>
}

const log: EmbeddedLog = { debug() {}, info: say, warn: say, error: say }

export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/**
 * The database that `npm start` with the same variables would use.
 * @param beside also the embedded database of a server that is running
 */
export async function openDatabase({ beside }: { beside: boolean }): Promise<OpenDatabase> {
  const config = readConfig(process.env, [])
  if (config.databaseUrl !== null) {
    const admin = connectionOf(config.databaseUrl)
    return { admin, name: `${admin.database} on ${admin.host}`, close: async () => {} }
  }
  const name = `the database in ${config.dataDir}`
  try {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log })
    return { admin: { ...embedded.connection }, name, close: () => embedded.stop() }
  } catch (error) {
    const running =
      beside && error instanceof EmbeddedDatabaseError ? await attachEmbedded(config.dataDir) : null
    if (running === null) throw error
    return { admin: { ...running }, name, close: async () => {} }
  }
}
