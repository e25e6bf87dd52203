import { readFile, realpath } from 'node:fs/promises'
import path from 'node:path'
import { type EmbeddedConnection, embeddedDatabaseName } from './connection.ts'

/**
 * The connection to the embedded database of a running server, or null when none runs: for programs beside
 * it, such as a backup. postmaster.pid holds the address, and shows that it is ready.
 */
export async function attachEmbedded(dataDir: string): Promise<EmbeddedConnection | null> {
  try {
    const home = await realpath(path.join(dataDir, 'database'))
    const lines = (await readFile(path.join(home, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')
    const [, , , port, host, , , state] = lines
    if (!host || state?.trim() !== 'ready') return null
    return { host, port: Number(port), user: 'postgres', database: embeddedDatabaseName }
  } catch {
    return null
  }
}
