import { addressOf, currentPrefix } from './prefix.ts'
import { type Acting, keepActing } from './session.ts'
import { perTab } from './storage.ts'
import { tabKeys } from './storage-keys.ts'

/**
 * Starts acting in a tenant, or with null in the own company, at a page of it. Reloads: everything shown depends on the
 * company.
 */
export function actIn(acting: Acting | null, route?: string): void {
  keepActing(acting)
  perTab.write(tabKeys.openPages, null)
  window.history.replaceState(null, '', addressOf(currentPrefix(), route))
  window.location.reload()
}
