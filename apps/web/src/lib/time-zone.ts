import { createStore, useStore } from './store.ts'

/** The time zone for display: the user's, or null for the browser's. */
export const timeZoneStore = createStore<string | null>(null)

/** A zone that this browser does not know falls back to the browser's own. */
export function keepTimeZone(zone: string | null): void {
  timeZoneStore.set(zone !== null && isKnown(zone) ? zone : null)
}

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const useTimeZone = (): string | null => useStore(timeZoneStore)
