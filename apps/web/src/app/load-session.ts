import { api } from '../lib/api-client.ts'
import { ApiError } from '../lib/api-errors.ts'
import { offerLanguage } from '../lib/i18n.ts'
import {
  actingStore,
  chosenCompany,
  keepActing,
  keepSession,
  leaveTo,
  type Session,
  sessionStore,
} from '../lib/session.ts'
import { local } from '../lib/storage.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { keepTimeZone } from '../lib/time-zone.ts'

const readCodes = () =>
  api('POST /api/v1/auth/frontend/menu/code/lists', { appCode: 'DMS_SERVER' }, { errors: 'caller' })

/**
 * If the user was removed from a company, nothing more is requested there: the session continues in the
 * company where it was opened, or ends if that is the one.
 */
async function ownCodes(): Promise<readonly string[]> {
  try {
    return await readCodes()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'company.not_found') throw error
    if (chosenCompany() === null) {
      leaveTo('/login')
      throw error
    }
    local.write(storageKeys.company, null)
    if (sessionStore.get() === null) return await ownCodes()
    // All displayed data belongs to that company.
    window.location.reload()
    throw error
  }
}

/** The permission list for the current company; leaves a tenant that is closed to the user. */
export async function permissionCodes(): Promise<readonly string[]> {
  if (actingStore.get() === null) return await ownCodes()
  try {
    return await readCodes()
  } catch (error) {
    // The tenant from before a reload may since be closed to the user: returns to their own company.
    const refused =
      error instanceof ApiError &&
      (['permission.denied', 'company.not_found', '40027', '40031'].includes(error.code) ||
        error.code.startsWith('acting.'))
    if (!refused) throw error
    keepActing(null)
    return await ownCodes()
  }
}

/**
 * Without it the user cannot act in tenants; the rest of the console works, so the failure is only reported.
 */
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
  keepTimeZone(user.timeZone)
  if (user.language !== null) await offerLanguage(user.language)
  const { identity } = await api('POST /api/v1/auth/org/struct/check/identity', {}, { errors: 'caller' })
  const tenants = await tenantsOf(user.companyId)
  const session: Session = { permissions, user, identity, tenants }
  keepSession(session)
  return session
}
