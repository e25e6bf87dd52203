import { addressOf, currentPrefix } from '../../lib/prefix.ts'
import { keepActing } from '../../lib/session.ts'
import { perTab } from '../../lib/storage.ts'
import { tabKeys } from '../../lib/storage-keys.ts'
import type { Tenant } from './tenant.ts'

/** Goes on inside a tenant. The page is loaded anew: everything shown depends on whose it is. */
export function actIn({ id: companyId, name }: Tenant): void {
  keepActing({ companyId, name })
  perTab.write(tabKeys.openPages, null)
  window.history.replaceState(null, '', addressOf(currentPrefix()))
  window.location.reload()
}
