import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copied } from './copied.ts'
import { notices } from './notify.ts'

// Notices of other files: they share the modules of their worker.
beforeEach(() => notices.set([]))
afterEach(() => {
  vi.unstubAllGlobals()
  notices.set([])
})

test('what the clipboard takes is copied, and nothing is said', async () => {
  const writeText = vi.fn(() => Promise.resolve())
  const byHand = vi.fn()
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  expect(await copied('gateway# ', byHand)).toBe(true)
  expect(writeText).toHaveBeenCalledExactlyOnceWith('gateway# ')
  expect(byHand).not.toHaveBeenCalled()
  expect(notices.get()).toEqual([])
})

test.each([
  ['is absent, as on a page that is not served securely', {}],
  ['refuses', { clipboard: { writeText: () => Promise.reject(new Error('NotAllowedError')) } }],
])('where the clipboard %s, it is said and the text is selected', async (_which, navigator) => {
  const byHand = vi.fn()
  vi.stubGlobal('navigator', navigator)
  expect(await copied('gateway# ', byHand)).toBe(false)
  expect(byHand).toHaveBeenCalledOnce()
  expect(notices.get()).toMatchObject([{ kind: 'error' }])
})
