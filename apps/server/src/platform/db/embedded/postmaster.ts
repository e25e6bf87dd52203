import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import type { Account } from './account.ts'
import { runAs } from './cluster.ts'
import { EmbeddedDatabaseError, type EmbeddedLog } from './embedded-error.ts'

export interface Postmaster {
  pid: number
  /** Settles with the exit status when the process ends. */
  exited: Promise<string>
  kill(signal: NodeJS.Signals): void
}

const readySign = 'database system is ready to accept connections'
/**
 * PostgreSQL sends this to each connection while it stops, crashed, or starts up: the supervisor logs it
 * once.
 */
const everyConnection =
  /^(terminating (connection|autovacuum process) due to (administrator command|unexpected postmaster exit)|the database system is (starting up|shutting down|in recovery mode|not yet accepting connections))/

/** Starts PostgreSQL and waits until it accepts connections; crash recovery may take as long as it needs. */
export async function startPostmaster(
  programs: string,
  options: string[],
  account: Account | null,
  log: EmbeddedLog,
): Promise<Postmaster> {
  const child = spawn(path.join(programs, 'bin', 'postgres'), options, {
    ...runAs(account),
    // A process group of its own: Ctrl-C in a terminal stops the server, which drains first and stops its
    // database last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(signal ? `signal ${signal}` : `exit code ${code}`))
  })
  const last: string[] = []
  const lines = createInterface({ input: child.stderr })
  const ready = new Promise<void>((resolve) => {
    lines.on('line', (line) => {
      last.push(line)
      if (last.length > 5) last.shift()
      if (line.includes(readySign)) resolve()
      else logLine(line, log)
    })
  })
  const failed = await Promise.race([ready, exited])
  if (failed !== undefined) {
    await Promise.race([once(lines, 'close'), delay(500)])
    throw new EmbeddedDatabaseError(`PostgreSQL did not start (${failed}): ${last.join(' ')}`)
  }
  return { pid: child.pid ?? 0, exited, kill: (signal) => killQuietly(child, signal) }
}

function killQuietly(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.exitCode === null && child.signalCode === null) child.kill(signal)
}

function logLine(line: string, log: EmbeddedLog): void {
  const [, level, message] = /^(\w+): {2}(.*)$/.exec(line) ?? [null, '', line]
  const text = `PostgreSQL: ${message}`
  if (level === 'PANIC') log.error(text)
  // FATAL ends one connection.
  else if (level === 'WARNING' || (level === 'FATAL' && !everyConnection.test(message ?? ''))) log.warn(text)
  // An ERROR belongs to a statement: its sender sees it too.
  else log.debug(text)
}
