import { useSyncExternalStore } from 'react'

const query = typeof window === 'undefined' ? null : window.matchMedia('(max-width: 900px)')

/** Whether the sidebar lies over the page instead of beside it. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    (listener) => {
      query?.addEventListener('change', listener)
      return () => query?.removeEventListener('change', listener)
    },
    () => query?.matches ?? false,
  )
}
