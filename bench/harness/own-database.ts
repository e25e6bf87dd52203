import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type EmbeddedDatabase, startEmbedded } from '../../apps/server/src/platform/db/embedded/index.ts'

/** A database with the settings of the product, which nothing else writes to, for `createTestApp`. */
export async function withOwnDatabase<T>(work: (database: EmbeddedDatabase) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(path.join(tmpdir(), 'netward-bench-'))
  chmodSync(directory, 0o755)
  const quiet = { debug() {}, info() {}, warn() {}, error() {} }
  const database = await startEmbedded({ dataDir: path.join(directory, 'data'), log: quiet })
  const { host, port, user } = database.connection
  process.env['TEST_DATABASE_URL'] =
    `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  process.env['TEST_DATABASE_RUN'] = 'bench'
  try {
    return await work(database)
  } finally {
    delete process.env['TEST_DATABASE_URL']
    delete process.env['TEST_DATABASE_RUN']
    await database.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}
