import { setTimeout as delay } from 'node:timers/promises'

/** Polls every 10 ms; false when the condition did not hold within `milliseconds`. */
export async function until(condition: () => boolean, milliseconds: number): Promise<boolean> {
  const end = Date.now() + milliseconds
  while (!condition()) {
    if (Date.now() >= end) return false
    await delay(10)
  }
  return true
}
