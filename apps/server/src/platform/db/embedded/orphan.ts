import { readFile, readlink, realpath, rm } from 'node:fs/promises'
import path from 'node:path'
import { EmbeddedDatabaseError, type EmbeddedLog } from './embedded-error.ts'
import { until } from './until.ts'

/**
 * Stops a postmaster that outlived its server, and removes a postmaster.pid whose number another program has
 * by now (numbers repeat soon in containers; PostgreSQL then refuses to start). The caller holds the
 * directory's lock, so no other process may use it.
 */
export async function stopOrphan(cluster: string, log: EmbeddedLog): Promise<void> {
  const pidFile = path.join(cluster, 'postmaster.pid')
  const text = await readFile(pidFile, 'utf8').catch(() => null)
  if (text === null) return
  const pid = Number.parseInt(text, 10)
  if (!isAlive(pid)) return
  if (!(await runsIn(pid, cluster))) {
    await rm(pidFile, { force: true })
    return
  }
  log.warn(`stopping the database process ${pid}, which outlived its server`)
  // Fast shutdown first, then the immediate one, from which the next start recovers.
  for (const [signal, seconds] of [
    ['SIGINT', 10],
    ['SIGQUIT', 10],
  ] as const) {
    signalQuietly(pid, signal)
    if (await until(() => !isAlive(pid), seconds * 1000)) return
  }
  throw new EmbeddedDatabaseError(`the database process ${pid}, which outlived its server, does not stop`)
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A postmaster's working directory is its cluster. Where the system hides it, the process counts as one. */
async function runsIn(pid: number, cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const directory = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return directory === (await realpath(cluster))
}

function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Gone meanwhile.
  }
}
