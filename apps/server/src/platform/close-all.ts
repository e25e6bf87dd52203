import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from './log.ts'

/**
 * Closes one after the other, last first. A failure is logged; a timeout is logged and abandoned, so that the
 * rest is closed: a process that hangs would be killed in the middle of something else.
 */
export async function closeAll(
  closers: readonly (() => Promise<unknown>)[],
  log: Logger,
  milliseconds = 15_000,
): Promise<void> {
  for (const close of closers.toReversed()) {
    const waiting = new AbortController()
    const ended = close()
      .catch((error: unknown) => log.error({ err: error }, 'stopping'))
      .then(() => true)
    const late = delay(milliseconds, false, { signal: waiting.signal }).catch(() => false)
    if (!(await Promise.race([ended, late]))) log.error({ milliseconds }, 'a part of the server did not stop')
    waiting.abort()
  }
}
