import { createStore, useStore } from './store.ts'

/** The zone that moments are told in: the person's, or null for that of the browser. */
export const timeZoneStore = createStore<string | null>(null)

/** One that this browser does not know is told in its own. */
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
