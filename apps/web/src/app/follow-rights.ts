import { denials, rightsNews, sessionStore } from '../lib/session.ts'
import { permissionCodes } from './load-session.ts'

/** Refusals come in bursts: those of one page trigger one request. */
const quietMs = 2_000

/** A role change reaches all users at once: jitter spreads their requests. */
const spreadMs = 1_000

function areSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((code) => other.has(code))
}

/**
 * Refetches the permission list when roles or members of the company change, or a response reports a missing
 * permission: rights have changed while the console is open, and the menu follows. Calls `changed` if they
 * differ.
 */
export function followRights(changed: () => void): void {
  let reading = false
  let lastRead = Number.NEGATIVE_INFINITY
  const read = async () => {
    const before = sessionStore.get()
    if (reading || before === null || Date.now() - lastRead < quietMs) return
    reading = true
    try {
      const permissions = new Set(await permissionCodes())
      if (sessionStore.get() !== before || areSame(permissions, before.permissions)) return
      sessionStore.set({ ...before, permissions })
      changed()
    } catch {
      // The failure has been reported; the next refusal retries.
    } finally {
      reading = false
      lastRead = Date.now()
    }
  }
  denials.subscribe(() => void read())
  let later: ReturnType<typeof setTimeout> | undefined
  const readLater = () => {
    // Changes during the request, or right after, are not missed.
    later ??= setTimeout(
      () => {
        later = undefined
        if (reading) readLater()
        else void read()
      },
      Math.max(lastRead + quietMs - Date.now(), 0) + Math.random() * spreadMs,
    )
  }
  rightsNews.subscribe(readLater)
}
