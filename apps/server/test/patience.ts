import { vi } from 'vitest'

/** Conditions are polled for as long as a loaded machine may need; vitest's default is one second. */
const { waitFor } = vi
vi.waitFor = (condition, options) =>
  waitFor(condition, typeof options === 'number' ? options : { timeout: 20_000, ...options })
