import { denials, rightsNews, sessionStore } from '../lib/session.ts'
import { permissionCodes } from './load-session.ts'

/** Refusals come in bursts: those of one page ask once. */
const quietMs = 2_000

/** A change of a role reaches everybody at the same moment: they do not all ask at once. */
const spreadMs = 1_000

function areSame(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((code) => other.has(code))
}

/**
 * Reads the permission list anew when roles or members of the company changed, or an answer said that something is not
 * permitted: the rights have been changed while the console is open, and the menu follows. `changed` is called when they are others.
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
      // What was refused has been said already; the next refusal asks again.
    } finally {
      reading = false
      lastRead = Date.now()
    }
  }
  denials.subscribe(() => void read())
  let later: ReturnType<typeof setTimeout> | undefined
  const readLater = () => {
    // What changes while they are read, or right after, is not missed.
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
