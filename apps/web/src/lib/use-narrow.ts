import { useSyncExternalStore } from 'react'

interface Media {
  readonly subscribe: (listener: () => void) => () => void
  readonly matches: () => boolean
}

function media(condition: string): Media {
  const query = typeof window === 'undefined' ? null : window.matchMedia(condition)
  return {
    subscribe(listener) {
      query?.addEventListener('change', listener)
      return () => query?.removeEventListener('change', listener)
    },
    matches: () => query?.matches ?? false,
  }
}

const narrow = media('(max-width: 900px)')
const phone = media('(max-width: 760px)')

/** Whether the sidebar overlays the page. */
export function useNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.matches)
}

/** Whether tables become cards; as in the stylesheets. */
export function usePhone(): boolean {
  return useSyncExternalStore(phone.subscribe, phone.matches)
}
