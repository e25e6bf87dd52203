import { afterAll, vi } from 'vitest'

/** The next file of a worker starts with its own clock and globals, whatever this file replaced. */
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})
