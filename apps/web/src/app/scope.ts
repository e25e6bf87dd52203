import { addressOf, currentPrefix } from '../lib/prefix.ts'
import { type Acting, keepActing, sessionStore } from '../lib/session.ts'
import { local, perTab } from '../lib/storage.ts'
import { storageKeys, tabKeys } from '../lib/storage-keys.ts'
import { keepOpen, openPages } from './layout/open-pages-store.ts'
import { loadSession } from './load-session.ts'
import { router } from './router.tsx'

/**
 * Starts or stops acting in a tenant: reloads the user's rights for it and closes pages of the other company.
 */
export async function actIn(acting: Acting | null): Promise<void> {
  keepActing(acting)
  keepOpen([])
  try {
    await loadSession()
  } catch {
    keepActing(null)
    sessionStore.set(null)
  }
  await router.invalidate()
  await router.navigate({ href: '/' })
  // The current page may have been recorded again on the way.
  const { pathname } = router.state.location
  keepOpen(openPages.get().filter(({ path }) => path === pathname))
}

/**
 * Switches to another company that the user is a member of. Reloads the page: everything shown depends on it.
 */
export function switchCompany(companyId: string): void {
  local.write(storageKeys.company, companyId)
  keepActing(null)
  perTab.write(tabKeys.openPages, null)
  window.history.replaceState(null, '', addressOf(currentPrefix()))
  window.location.reload()
}
