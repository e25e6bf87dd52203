import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** After the first jobs and sweeps, before the first sign-in. */
const settledMilliseconds = 3_000

/**
 * Gives back what starting took, once: the heap grows to hold modules while they are compiled, and without traffic
 * nothing would shrink it again (40 MB).
 */
export function releaseMemory(): void {
  const timer = setTimeout(() => {
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as (options: { type: 'major'; flavor: 'last-resort' }) => void
    setFlagsFromString('--no-expose-gc')
    collect({ type: 'major', flavor: 'last-resort' })
  }, settledMilliseconds)
  timer.unref()
}
