import type { EndpointOutput } from '@netward/contract'
import { cookies } from './cookies.ts'
import { addressOf, currentPrefix } from './prefix.ts'
import { local, perTab } from './storage.ts'
import { cookieNames, storageKeys, tabKeys } from './storage-keys.ts'
import { createStore, useStore } from './store.ts'

export type User = EndpointOutput<'GET /api/v1/auth/user/simple/info'>
export type Tenant = EndpointOutput<'POST /api/v1/auth/company/tenant/all'>[number]

/** The tenant that the person acts in. */
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

/** Null until the first navigation with a token has loaded it. */
export const sessionStore = createStore<Session | null>(null)
export const actingStore = createStore<Acting | null>(null)

/** How often an answer said that something is not permitted: the rights have changed since they were read. */
export const denials = createStore(0)

/** How often roles or members of the company acted in have changed since the console was opened. */
export const rightsNews = createStore(0)

/** A tenant that said no, or ends what one did in it: why, and what can be done about it. */
export interface RefusedEntry {
  readonly tenant: Acting
  readonly code: string
  readonly message: string
}
export const refusedEntry = createStore<RefusedEntry | null>(null)

/** Reads that a tenant refuses as unknown to nobody but those who may not act in it any more. */
const entryReads = ['/api/v1/live/ticket', '/api/v1/auth/frontend/menu/code/lists']

/** Notes that the tenant acted in is closed to the person; false when the refusal is about something else. */
export function isPutOut(refusal: { code: string; message: string }, path: string): boolean {
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

/** The company in use: the one chosen, else the server's choice. */
export function chosenCompany(): string | null {
  return sessionStore.get()?.user.companyId ?? local.read(storageKeys.company)
}

/** Forgets who is signed in; preferences stay. */
export function forgetSession(): void {
  cookies.remove(cookieNames.token)
  cookies.remove(cookieNames.userCode)
  local.write(storageKeys.company, null)
  keepActing(null)
  perTab.write(tabKeys.openPages, null)
  sessionStore.set(null)
}

let leaving = false

/** Whether the page is about to be loaded anew: what fails from now on concerns nobody. */
export const isLeaving = (): boolean => leaving

/**
 * Logout (specification §4): token and cookies go, the login page comes, and the page is loaded anew so that
 * nothing of the person stays in memory. The company prefix is kept.
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
