import { openSignInPhrases } from '../../lib/i18n.ts'
import { createStore, useStore } from '../../lib/store.ts'
import type * as more from './more/index.ts'

type MoreViews = typeof more

const store = createStore<MoreViews | 'failed' | null>(null)

/** Everything except password sign-in is loaded on demand, with its phrases. */
export async function openMoreViews(): Promise<void> {
  if (shownMoreViews() !== null) return
  store.set(null)
  try {
    const [views] = await Promise.all([import('./more/index.ts'), openSignInPhrases()])
    store.set(views)
  } catch {
    store.set('failed')
  }
}

export function shownMoreViews(): MoreViews | null {
  const views = store.get()
  return views === 'failed' ? null : views
}

export const useMoreViews = (): MoreViews | 'failed' | null => useStore(store)
