import process from 'node:process'
import { readConfig } from '../../apps/server/src/platform/config/config.ts'
import {
  attachEmbedded,
  EmbeddedDatabaseError,
  type EmbeddedLog,
} from '../../apps/server/src/platform/db/embedded/index.ts'
import { openDatabase, type OpenDatabase } from '../../apps/server/src/platform/db/open-database.ts'

const log: EmbeddedLog = { debug() {}, info: say, warn: say, error: say }

export function say(text: string): void {
  process.stderr.write(`${text}\n`)
}

/**
 * The database that `npm start` with the same variables would use.
 * @param beside also the embedded database of a running server
 */
export async function openConfigured({ beside }: { beside: boolean }): Promise<OpenDatabase> {
  const config = readConfig(process.env, [])
  try {
    return await openDatabase(config, log)
  } catch (error) {
    const running =
      beside && error instanceof EmbeddedDatabaseError ? await attachEmbedded(config.dataDir) : null
    if (running === null) throw error
    return { admin: { ...running }, name: `the database in ${config.dataDir}`, stop: async () => {} }
  }
}
