import { api } from '../lib/api-client.ts'
import { ApiError } from '../lib/api-errors.ts'
import { actingStore, keepActing, keepSession, type Session } from '../lib/session.ts'

const readCodes = () =>
  api('POST /api/v1/auth/frontend/menu/code/lists', { appCode: 'DMS_SERVER' }, { errors: 'caller' })

/** The permission list for the company acted in; one that may no longer be acted in is left. */
export async function permissionCodes(): Promise<readonly string[]> {
  try {
    return await readCodes()
  } catch (error) {
    // The tenant acted in before a reload may have ended the grant since: the person's own company is left.
    const refused =
      error instanceof ApiError && ['permission.denied', 'company.not_found'].includes(error.code)
    if (!refused || actingStore.get() === null) throw error
    keepActing(null)
    return await readCodes()
  }
}

/** Without it nobody acts in a tenant; the rest of the console works, so what failed is said and that is all. */
async function tenantsOf(companyId: string): Promise<Session['tenants']> {
  try {
    return await api('POST /api/v1/auth/company/tenant/all', { companyId })
  } catch {
    return []
  }
}

/** The permission list, then user info, identity and tenant list, in this order (specification §4). */
export async function loadSession(): Promise<Session> {
  const permissions = new Set(await permissionCodes())
  const user = await api('GET /api/v1/auth/user/simple/info', {}, { errors: 'caller' })
  const { identity } = await api('POST /api/v1/auth/org/struct/check/identity', {}, { errors: 'caller' })
  const tenants = await tenantsOf(user.companyId)
  const session: Session = { permissions, user, identity, tenants }
  keepSession(session)
  return session
}
