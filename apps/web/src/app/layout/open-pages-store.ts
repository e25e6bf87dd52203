import { perTab } from '../../lib/storage.ts'
import { tabKeys } from '../../lib/storage-keys.ts'
import { createStore } from '../../lib/store.ts'
import { isOpenPages, type OpenPage } from './open-pages.ts'

/** The open pages of this browser tab; they survive a reload. */
export const openPages = createStore<readonly OpenPage[]>(
  perTab.readJson(tabKeys.openPages, isOpenPages) ?? [],
)

export function keepOpen(pages: readonly OpenPage[]): void {
  perTab.write(tabKeys.openPages, JSON.stringify(pages))
  openPages.set(pages)
}
