import { AppError } from '../errors.ts'
import type { Logger } from '../log.ts'
import { isConnectionLost } from './connection-lost.ts'

/** The database stops, crashed, starts up, or recovers: PostgreSQL's own words for "not now". */
const notNow = new Set(['57P01', '57P02', '57P03'])

/** Loggers whose database is away: it was said once. */
const away = new WeakSet<Logger>()

/**
 * Tells of an error once for all who meet it while the database is away: a restart of it would otherwise fill the log
 * with the same line from every connection. False: it is another error, and the caller's to tell.
 */
export function tellOutage(log: Logger, error: unknown): boolean {
  if (!isOutage(error)) return false
  const { message } = error as Error
  if (away.has(log)) log.debug({ because: message }, 'the database is still out of reach')
  else {
    away.add(log)
    log.warn({ because: message }, 'the database is out of reach; what needs it waits or is refused')
  }
  return true
}

/** A connection was made. */
export function tellReturn(log: Logger): void {
  if (away.delete(log)) log.info('the database is back')
}

/** The database cannot be reached now, whatever is asked of it. */
export function isOutage(error: unknown): boolean {
  if (isConnectionLost(error)) return true
  if (error instanceof AppError) return error.code === 'system.unavailable'
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && notNow.has(code)
}
