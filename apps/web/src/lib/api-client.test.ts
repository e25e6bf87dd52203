import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest'
import { api, apiDownload } from './api-client.ts'
import { ApiError } from './api-errors.ts'
import { notices } from './notify.ts'
import { denials, sessionStore } from './session.ts'

const page = 'http://localhost:8080/acme/#/equipmentManagement/intelligence'
let fetched: ReturnType<typeof vi.fn<(path: string, init: RequestInit) => Promise<Response>>>
let timeouts: MockInstance<typeof AbortSignal.timeout>

const answer = (body: unknown, init: ResponseInit = {}) => Promise.resolve(Response.json(body, init))

beforeEach(() => {
  fetched = vi.fn(() => answer({ code: 0, data: [] }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('document', { cookie: 'sstoken=abc' })
  vi.stubGlobal('window', { location: new URL(page) })
  timeouts = vi.spyOn(AbortSignal, 'timeout')
  notices.set([])
  sessionStore.set(null)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const lists = () =>
  api('POST /api/v1/auth/frontend/menu/code/lists', { appCode: 'DMS_SERVER' }, { errors: 'caller' })

describe('a call (specification §7)', () => {
  test('goes to its own host, with the token of the cookie, and may take 180,000 ms', async () => {
    await lists()
    const [path, init] = fetched.mock.calls[0] ?? []
    expect(path).toBe('/api/v1/auth/frontend/menu/code/lists')
    expect(init?.headers).toMatchObject({ Authorization: 'Bearer abc', 'Accept-Language': 'zh-cn' })
    expect(timeouts).toHaveBeenCalledWith(180_000)
  })

  test.each([1, 2])('of identity %i carries the tenant and whether it is a proxy', async (identity) => {
    sessionStore.set({
      permissions: new Set(),
      identity,
      tenants: [],
      user: { companyId: '7' } as never,
    })
    await lists()
    expect(fetched.mock.calls[0]?.[1].headers).toMatchObject({
      'X-Company-Id': '7',
      'X-Tenant-Company-Id': '7',
      'X-Proxy': '0',
      'X-App-Code': 'DMS_SERVER',
    })
  })

  test('that takes too long says so', async () => {
    timeouts.mockReturnValue(AbortSignal.abort())
    fetched.mockRejectedValue(new DOMException('', 'AbortError'))
    await expect(lists()).rejects.toMatchObject({ code: 'timeout' })
  })

  test('that is refused makes the rights be read anew', async () => {
    const before = denials.get()
    fetched.mockReturnValue(answer({ code: 'permission.denied', message: 'no' }, { status: 403 }))
    await expect(lists()).rejects.toBeInstanceOf(ApiError)
    expect(denials.get()).toBe(before + 1)
  })
})

describe('an export (specification §7)', () => {
  const click = vi.fn()
  const link = { click, remove: vi.fn(), download: '' }

  beforeEach(() => {
    vi.stubGlobal('document', {
      cookie: 'sstoken=abc',
      createElement: () => link,
      body: { append: vi.fn() },
    })
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  })

  test('posts the filters with page 1 and is saved under its label', async () => {
    fetched.mockReturnValue(Promise.resolve(new Response('a,b', { headers: { 'content-type': 'text/csv' } })))
    await apiDownload('POST /api/v1/device/export', { search: 'x', page: 7 }, '智能CPE列表')
    const [path, init] = fetched.mock.calls[0] ?? []
    expect([path, init?.method]).toEqual(['/api/v1/device/export', 'POST'])
    expect(init?.body).toBe('{"search":"x","page":1}')
    expect(link.download).toBe('智能CPE列表.csv')
    expect(click).toHaveBeenCalledOnce()
  })

  test('that is answered by an error is not saved', async () => {
    click.mockClear()
    fetched.mockReturnValue(answer({ code: 'request.too_many', message: 'slow down' }, { status: 429 }))
    await expect(apiDownload('POST /api/v1/device/export', {}, 'x')).rejects.toMatchObject({
      code: 'request.too_many',
    })
    expect(click).not.toHaveBeenCalled()
    expect(notices.get().map(({ text }) => text)).toEqual(['slow down'])
  })
})
