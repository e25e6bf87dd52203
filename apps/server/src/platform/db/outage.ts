import { AppError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { isConnectionLost } from './connection-lost.ts'

/** PostgreSQL's SQLSTATEs for "not now": it stops, crashed, starts up, or recovers. */
const notNow = new Set(['57P01', '57P02', '57P03'])

/** Loggers that already reported the outage. */
const away = new WeakSet<Logger>()

/**
 * Logs an outage once for all who meet it: a restart of the database would otherwise fill the log with one
 * line per connection. False: another error, left to the caller.
 */
export function logOutage(log: Logger, error: unknown): boolean {
  if (!isOutage(error)) return false
  const { message } = error as Error
  if (away.has(log)) log.debug({ because: message }, 'the database is still out of reach')
  else {
    away.add(log)
    log.warn({ because: message }, 'the database is out of reach; what needs it waits or is refused')
  }
  return true
}

/** A connection was opened. */
export function logRecovery(log: Logger): void {
  if (away.delete(log)) log.info('the database is back')
}

/** The database cannot be reached now, whatever the statement. */
export function isOutage(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  if (error instanceof AppError) return error.code === 'system.unavailable'
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && notNow.has(code)
}
