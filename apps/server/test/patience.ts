import { vi } from 'vitest'

/** A condition is waited for as long as a loaded machine may need; of itself vitest gives up after a second. */
const { waitFor } = vi
vi.waitFor = (condition, options) =>
  waitFor(condition, typeof options === 'number' ? options : { timeout: 20_000, ...options })
