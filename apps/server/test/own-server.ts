import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { urlOf } from './installation.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { createMigratedDatabase } from './test-database.ts'

/** A server process with its own database, which the test can read and arrange freely. */
export interface OwnServer {
  readonly server: ServerProcess
  readonly sql: pg.Client
  readonly stop: () => Promise<void>
}

export async function startOwnServer(env: Record<string, string> = {}): Promise<OwnServer> {
  const database = await createMigratedDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'netward-'))
  const server = await startServerProcess({
    NETWARD_DATA_DIR: dataDir,
    DATABASE_URL: urlOf(database.admin),
    ...env,
  })
  const sql = new pg.Client(database.admin)
  await sql.connect()
  return {
    server,
    sql,
    async stop() {
      await sql.end()
      // Killed: other tests cover a graceful end.
      await server.kill('SIGKILL')
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
