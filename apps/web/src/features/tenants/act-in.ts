import { addressOf, currentPrefix } from '../../lib/prefix.ts'
import { keepActing } from '../../lib/session.ts'
import { perTab } from '../../lib/storage.ts'
import { tabKeys } from '../../lib/storage-keys.ts'
import type { Tenant } from './tenant.ts'

/** Starts acting in a tenant. Reloads the page: everything shown depends on the company. */
export function actIn({ id: companyId, name }: Tenant): void {
  keepActing({ companyId, name })
  perTab.write(tabKeys.openPages, null)
  window.history.replaceState(null, '', addressOf(currentPrefix()))
  window.location.reload()
}
