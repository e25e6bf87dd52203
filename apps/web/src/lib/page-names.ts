import { useEffect } from 'react'
import { createStore } from './store.ts'

/** Names of open pages that the route's title does not distinguish, by path: e.g. a device's name. */
export const pageNames = createStore<Readonly<Record<string, string>>>({})

/** Names the page's tab while the console is open. */
export function usePageName(path: string, name: string | undefined): void {
  useEffect(() => {
    if (name !== undefined) pageNames.update((names) => ({ ...names, [path]: name }))
  }, [path, name])
}
