import { beforeEach, expect, test, vi } from 'vitest'
import { denials, rightsNews, type Session, sessionStore } from '../lib/session.ts'
import { followRights } from './follow-rights.ts'

const permissionCodes = vi.hoisted(() => vi.fn<() => Promise<readonly string[]>>())
vi.mock('./load-session.ts', () => ({ permissionCodes }))

const changed = vi.fn()
followRights(changed)

let now = 0
const deny = () => denials.update((count) => count + 1)

beforeEach(() => {
  now += 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  changed.mockClear()
  permissionCodes.mockReset().mockResolvedValue(['A'])
  sessionStore.set({
    permissions: new Set(['A', 'B']),
    user: {},
    identity: 4,
    tenants: [],
  } as unknown as Session)
})

test('a refusal reloads the rights, and the menu follows', async () => {
  deny()
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
  expect(sessionStore.get()?.permissions).toEqual(new Set(['A']))
})

test('a burst of refusals asks once, and the same rights change nothing', async () => {
  permissionCodes.mockResolvedValue(['B', 'A'])
  deny()
  deny()
  await vi.waitFor(() => expect(permissionCodes).toHaveBeenCalledOnce())
  await Promise.resolve()
  deny()
  expect(permissionCodes).toHaveBeenCalledOnce()
  expect(changed).not.toHaveBeenCalled()
})

test('a change of a role is followed, also one that comes right after the rights were read', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  rightsNews.update((count) => count + 1)
  await vi.waitFor(() => expect(changed).toHaveBeenCalledOnce())
  permissionCodes.mockResolvedValue(['A', 'C'])
  const wait = vi.spyOn(globalThis, 'setTimeout').mockImplementationOnce(((act: () => void) => {
    now += 2_000
    act()
    return 0
  }) as never)
  rightsNews.update((count) => count + 1)
  expect(wait).toHaveBeenCalledWith(expect.any(Function), 2_000)
  await vi.waitFor(() => expect(sessionStore.get()?.permissions).toEqual(new Set(['A', 'C'])))
})

test('a session that ended meanwhile is not brought back', async () => {
  deny()
  sessionStore.set(null)
  await vi.waitFor(() => expect(permissionCodes).toHaveBeenCalledOnce())
  await Promise.resolve()
  expect(sessionStore.get()).toBeNull()
  expect(changed).not.toHaveBeenCalled()
})
