import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { EmbeddedDatabaseError } from './embedded-error.ts'

export interface DirectoryLock {
  release(): void
}

const sqliteBusy = 5

/**
 * Reserves a data directory for this process until it ends, however it ends. Node cannot lock a file, its
 * SQLite can: an exclusive transaction is a kernel lock of the process, so nothing goes stale, unlike a file
 * with a process number, and it holds between containers that share a volume. `server.pid` is for display
 * only.
 * @throws EmbeddedDatabaseError naming the holder.
 */
export function lockDirectory(directory: string): DirectoryLock {
  // The mode applies to the directory itself, not to parents that are created on the way.
  mkdirSync(path.dirname(directory), { recursive: true })
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const real = realpathSync(directory)
  const pidFile = path.join(real, 'server.pid')
  const holder = new DatabaseSync(path.join(real, 'server.lock'))
  try {
    holder.exec('pragma busy_timeout = 0; pragma journal_mode = memory; begin exclusive')
  } catch (error) {
    holder.close()
    if ((error as { errcode?: number }).errcode !== sqliteBusy) throw error
    throw new EmbeddedDatabaseError(`data directory ${directory} is in use by process ${holderOf(pidFile)}`)
  }
  writeFileSync(pidFile, `${process.pid}\n`)
  return { release: () => holder.close() }
}

function holderOf(pidFile: string): string {
  try {
    return readFileSync(pidFile, 'utf8').trim()
  } catch {
    return '(unknown)'
  }
}
