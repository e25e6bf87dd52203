import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../src/platform/db/embedded/index.ts'
import { dropPlaces } from './test-database.ts'

/**
 * One PostgreSQL for all test files, unless TEST_DATABASE_URL names a server. Each file has its own database
 * on it (test-database.ts).
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Set up by another project of this run.
  if (process.env['TEST_DATABASE_RUN']) return undefined
  const run = randomBytes(4).toString('hex')
  process.env['TEST_DATABASE_RUN'] = run
  if (process.env['TEST_DATABASE_URL']) return () => dropPlaces(run)
  const directory = mkdtempSync(path.join(memory() ?? os.tmpdir(), 'netward-test-'))
  // As root the database runs as another account, which needs access.
  chmodSync(directory, 0o755)
  const database = await startEmbedded({
    dataDir: path.join(directory, 'data'),
    log: { debug() {}, info() {}, warn: say, error: say },
    // Nothing needs to survive a crash.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      max_connections: '300',
      max_wal_size: '256MB',
    },
  })
  const { host, port, user } = database.connection
  process.env['TEST_DATABASE_URL'] =
    `postgres://${user}@localhost:${port}/postgres?host=${encodeURIComponent(host)}`
  return async () => {
    delete process.env['TEST_DATABASE_URL']
    await database.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * In memory-backed storage, if large enough. A database is a thousand files, and ext4 checks every file of
 * the last seconds before it reuses a deleted file's number: a second of CPU per database.
 */
function memory(): string | null {
  const directory = '/dev/shm'
  if (!existsSync(directory)) return null
  const { bavail, bsize } = statfsSync(directory)
  return Math.min(bavail * bsize, os.freemem()) > 4 * 1024 ** 3 ? directory : null
}

function say(message: string): void {
  process.stderr.write(`${message}\n`)
}
