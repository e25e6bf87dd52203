import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { AppError } from '../../platform/errors.ts'

/** The library's constant for argon2id: its enum does not exist at run time. */
const argon2id = 2

/** argon2id with the parameters of RFC 9106's second choice scaled to OWASP's minimum: 19 MiB, two passes, one lane. */
const parameters = { algorithm: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing uses at most half the cores, so a flood of sign-ins leaves capacity for the rest of the server. */
const concurrency = Math.max(1, Math.floor(availableParallelism() / 2))
const maxWaiting = 500

let running = 0
const waiting: (() => void)[] = []

async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running >= concurrency) {
    if (waiting.length >= maxWaiting) throw new AppError('system.unavailable')
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, parameters))
}

let decoy: Promise<string> | null = null

/**
 * Takes the same time for an account that does not exist (`stored` null), or has no password, as for one that
 * does.
 */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no such account', parameters)
  const known = stored !== null && stored !== ''
  const against = known ? stored : await decoy
  const matches = await bounded(() => verify(against, password))
  return matches && known
}
