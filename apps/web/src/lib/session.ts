import type { EndpointOutput } from '@netward/contract'
import { cookies } from './cookies.ts'
import { addressOf, currentPrefix } from './prefix.ts'
import { local, perTab } from './storage.ts'
import { cookieNames, storageKeys, tabKeys } from './storage-keys.ts'
import { createStore, useStore } from './store.ts'

export type User = EndpointOutput<'GET /api/v1/auth/user/simple/info'>
export type Tenant = EndpointOutput<'POST /api/v1/auth/company/tenant/all'>[number]

/** The tenant that the user acts in. */
export interface Acting {
  companyId: string
  name: string
}

export interface Session {
  permissions: ReadonlySet<string>
  user: User
  identity: number
  tenants: readonly Tenant[]
}

/** Null until the first navigation with a token loads it. */
export const sessionStore = createStore<Session | null>(null)
export const actingStore = createStore<Acting | null>(null)

/** Number of permission refusals: rights have changed since they were loaded. */
export const denials = createStore(0)

/** Number of changes of roles or members of the current company since the console was opened. */
export const rightsNews = createStore(0)

/** A tenant that refused or ended access: the reason, and what to do. */
export interface RefusedEntry {
  readonly tenant: Acting
  readonly code: string
  readonly message: string
}
export const refusedEntry = createStore<RefusedEntry | null>(null)

/** Endpoints that a tenant refuses as unknown only to users who may no longer act in it. */
const entryReads = ['/api/v1/live/ticket', '/api/v1/auth/frontend/menu/code/lists']

/** Records that the current tenant is closed to the user; false if the refusal has another cause. */
export function isEntryRevoked(refusal: { code: string; message: string }, path: string): boolean {
  const tenant = actingStore.get()
  const { code, message } = refusal
  const closed = code.startsWith('acting.') && !['acting.open', 'acting.only_at_home'].includes(code)
  const gone = code === 'company.not_found' && entryReads.includes(path)
  if (tenant === null || !(closed || gone || code === '40027' || code === '40031')) return false
  refusedEntry.set({ tenant, code, message })
  return true
}

const userCodeSeconds = 7 * 24 * 3600

function isActing(value: unknown): value is Acting {
  return (
    typeof value === 'object' &&
    value !== null &&
    'companyId' in value &&
    typeof value.companyId === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  )
}

export const token = {
  read: (): string | null => cookies.read(cookieNames.token),
  keep(accessToken: string, expiresAt: string): void {
    const seconds = Math.floor((Date.parse(expiresAt) - Date.now()) / 1000)
    cookies.write(cookieNames.token, accessToken, Number.isFinite(seconds) ? Math.max(seconds, 1) : undefined)
  },
}

export function restoreActing(): void {
  actingStore.set(perTab.readJson(tabKeys.acting, isActing))
}

export function keepActing(acting: Acting | null): void {
  perTab.write(tabKeys.acting, acting === null ? null : JSON.stringify(acting))
  actingStore.set(acting)
}

export function keepSession(session: Session): void {
  cookies.write(cookieNames.userCode, session.user.userCode, userCodeSeconds)
  sessionStore.set(session)
}

/** The current company: the chosen one, else the server's choice. */
export function chosenCompany(): string | null {
  return sessionStore.get()?.user.companyId ?? local.read(storageKeys.company)
}

/** Clears the signed-in user; preferences stay. */
export function forgetSession(): void {
  cookies.remove(cookieNames.token)
  cookies.remove(cookieNames.userCode)
  local.write(storageKeys.company, null)
  keepActing(null)
  perTab.write(tabKeys.openPages, null)
  sessionStore.set(null)
}

let leaving = false

/** Whether the page is about to reload: failures from now on are ignored. */
export const isLeaving = (): boolean => leaving

/**
 * Logout (specification §4): clears token and cookies, opens the login page and reloads it, so that no user
 * data stays in memory. The company prefix is kept.
 */
export function leaveTo(route: '/login' | '/', wanted?: string): void {
  if (leaving) return
  leaving = true
  forgetSession()
  const query = wanted === undefined ? '' : `?redirect=${encodeURIComponent(wanted)}`
  window.history.replaceState(null, '', addressOf(currentPrefix(), route + query))
  window.location.reload()
}

export const useSession = (): Session | null => useStore(sessionStore)
export const useActing = (): Acting | null => useStore(actingStore)

/** Identities 1 and 2 count as admin (specification §6). */
export const isAdminIdentity = (identity: number): boolean => identity === 1 || identity === 2
