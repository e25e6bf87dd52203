import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../src/platform/db/embedded/index.ts'

/**
 * One PostgreSQL for all test files, unless TEST_DATABASE_URL names a server. Each file makes a database of its own on
 * it (test-database.ts).
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Set by hand, or by the setup of another project of this run.
  if (process.env['TEST_DATABASE_URL']) return undefined
  const directory = mkdtempSync(path.join(os.tmpdir(), 'netward-test-'))
  // As root the database runs as another account, which must get in.
  chmodSync(directory, 0o755)
  const database = await startEmbedded({
    dataDir: path.join(directory, 'data'),
    log: { debug() {}, info() {}, warn: say, error: say },
    // Nothing of it is wanted after a crash.
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' },
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

function say(message: string): void {
  process.stderr.write(`${message}\n`)
}
