import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../lib/api-errors.ts'
import { actingStore, sessionStore } from '../lib/session.ts'
import { loadSession } from './load-session.ts'

const api = vi.hoisted(() => vi.fn<(key: string) => Promise<unknown>>())
vi.mock('../lib/api-client.ts', () => ({ api }))

const answers: Record<string, unknown> = {
  'POST /api/v1/auth/frontend/menu/code/lists': ['A'],
  'GET /api/v1/auth/user/simple/info': { userCode: '9', companyId: '2', language: null, timeZone: null },
  'POST /api/v1/auth/org/struct/check/identity': { identity: 2 },
  'POST /api/v1/auth/company/tenant/all': [],
}

beforeEach(() => {
  vi.stubGlobal('document', { cookie: '' })
  vi.stubGlobal('window', { location: { protocol: 'http:' } })
  sessionStore.set(null)
  actingStore.set(null)
  api.mockReset().mockImplementation((key) => Promise.resolve(answers[key]))
})

test('permissions, user info, identity, tenants are read in this order (specification §4)', async () => {
  const session = await loadSession()
  expect(api.mock.calls.map(([key]) => key)).toEqual(Object.keys(answers))
  expect(session).toMatchObject({ identity: 2, user: { companyId: '2' } })
  expect(sessionStore.get()).toBe(session)
  expect(document.cookie).toBe('userCode=9; Path=/; SameSite=Strict; Max-Age=604800')
})

test('a tenant that may no longer be acted in is left', async () => {
  actingStore.set({ companyId: '3', name: 'x' })
  api.mockRejectedValueOnce(new ApiError({ code: 'permission.denied', message: '' }))
  await loadSession()
  expect(actingStore.get()).toBeNull()
})

test('a company that the person was taken out of is left for the one that the session opened', async () => {
  const kept = new Map([['netward.company', '7']])
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  vi.stubGlobal('window', { location: { protocol: 'http:' }, localStorage })
  api.mockRejectedValueOnce(new ApiError({ code: 'company.not_found', message: '' }))
  expect(await loadSession()).toMatchObject({ user: { companyId: '2' } })
  expect(kept.size).toBe(0)
})

test('a failure of the tenant list leaves the session without tenants', async () => {
  api.mockImplementation((key) =>
    key.endsWith('/tenant/all')
      ? Promise.reject(new ApiError({ code: 'system.error', message: '' }))
      : Promise.resolve(answers[key]),
  )
  expect(await loadSession()).toMatchObject({ identity: 2, tenants: [] })
})

test.each(['GET /api/v1/auth/user', 'POST /api/v1/auth/org'])(
  'a failure of %s leaves no session',
  async (start) => {
    api.mockImplementation((key) =>
      key.startsWith(start)
        ? Promise.reject(new ApiError({ code: 'system.error', message: '' }))
        : Promise.resolve(answers[key]),
    )
    await expect(loadSession()).rejects.toBeInstanceOf(ApiError)
    expect(sessionStore.get()).toBeNull()
  },
)
