import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { asOptions, ensureCluster, writeSettings } from './cluster.ts'
import { lockDirectory } from './directory-lock.ts'
import { type EmbeddedConnection, embeddedDatabaseName } from './connection.ts'
import type { EmbeddedLog } from './embedded-error.ts'
import { stopOrphan } from './orphan.ts'
import { placeBinaries, placeDatabase } from './placement.ts'
import { startPostmaster } from './postmaster.ts'
import { Supervisor } from './supervisor.ts'

export { attachEmbedded } from './attach.ts'
export { EmbeddedDatabaseError, type EmbeddedLog } from './embedded-error.ts'
export { setAside } from './set-aside.ts'

export interface EmbeddedDatabase {
  /** The superuser, in the database of the server. Any role signs in the same way, without a password. */
  readonly connection: EmbeddedConnection
  /** Process number of the running postmaster, 0 during a restart. */
  readonly pid: number
  /** Called after each restart that followed a crash, when connections are accepted again. */
  onRestart(listener: () => void): void
  /** Fast shutdown: open transactions are rolled back. Call it after the server's own drain. */
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Belongs to this process from now until `stop`. */
  dataDir: string
  log: EmbeddedLog
  /** More PostgreSQL settings, for tests: `{ fsync: 'off' }`. */
  settings?: Record<string, string>
}

/**
 * PostgreSQL as a child process, its data in `dataDir/database`. Returns when it accepts connections.
 * @throws EmbeddedDatabaseError
 */
export async function startEmbedded({
  dataDir,
  log,
  settings = {},
}: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const directory = path.resolve(dataDir)
  const locks = [lockDirectory(directory)]
  const release = () => locks.splice(0).forEach((lock) => lock.release())
  try {
    const [binaries, account] = await Promise.all([
      findBinaries(),
      chooseAccount(path.join(directory, 'database', 'cluster'), log),
    ])
    const placement = await placeDatabase(directory, account, log)
    // A copied data directory may link to the same database.
    locks.push(lockDirectory(placement.home))
    const programs = await placeBinaries(binaries, account, log)
    await ensureCluster(binaries, programs, placement, account)
    await stopOrphan(placement.cluster, log)
    const options = [...(await writeSettings(placement, account)), ...asOptions(settings)]
    const supervisor = new Supervisor(() => startPostmaster(programs, options, account, log), log, delay)
    await supervisor.start()
    const connection = {
      host: placement.socketDirectory,
      port: 5432,
      user: 'postgres',
      database: embeddedDatabaseName,
    }
    await ensureDatabase(connection)
    return {
      connection,
      get pid() {
        return supervisor.pid
      },
      onRestart: (listener) => supervisor.onRestart(listener),
      stop: async () => {
        await supervisor.stop()
        if (path.dirname(placement.socketDirectory) !== placement.home) {
          await rm(placement.socketDirectory, { recursive: true, force: true })
        }
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}

async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  const found = await client.query('select 1 from pg_database where datname = $1', [connection.database])
  if (found.rowCount === 0) await client.query(`create database ${connection.database}`)
  await client.end()
}
