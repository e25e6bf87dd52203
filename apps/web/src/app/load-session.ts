import { api } from '../lib/api-client.ts'
import { ApiError } from '../lib/api-errors.ts'
import { actingStore, keepActing, keepSession, type Session } from '../lib/session.ts'

const readCodes = () =>
  api('POST /api/v1/auth/frontend/menu/code/lists', { appCode: 'DMS_SERVER' }, { errors: 'caller' })

async function permissionCodes(): Promise<readonly string[]> {
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

/** The permission list, then user info, identity and tenant list, in this order (specification §4). */
export async function loadSession(): Promise<Session> {
  const permissions = new Set(await permissionCodes())
  const user = await api('GET /api/v1/auth/user/simple/info', {}, { errors: 'caller' })
  const { identity } = await api('POST /api/v1/auth/org/struct/check/identity', {}, { errors: 'caller' })
  const tenants = await api(
    'POST /api/v1/auth/company/tenant/all',
    { companyId: user.companyId },
    { errors: 'caller' },
  )
  const session: Session = { permissions, user, identity, tenants }
  keepSession(session)
  return session
}
