import type { ReachMethod } from '../protocol.ts'
import { readFping, readPing } from './ping.ts'
import { run } from './probe-run.ts'

/**
 * Sends one packet to each address, `betweenMs` apart.
 * @param addresses literal, and checked
 * @returns those that answered within a second
 */
export type PingOnce = (addresses: readonly string[], betweenMs: number) => Promise<ReadonlySet<string>>

const lateMs = 1000

/** By the means that works on this machine; null where none pings. */
export function pingOnceBy(method: ReachMethod): PingOnce | null {
  if (method === 'tcp') return null
  return method === 'fping' ? fpingOnce : pingEachOnce
}

async function fpingOnce(addresses: readonly string[], betweenMs: number): Promise<ReadonlySet<string>> {
  const between = Math.max(1, Math.ceil(betweenMs))
  const args = ['-C', '1', '-q', '-r', '0', '-i', String(between), '-t', String(lateMs), ...addresses]
  const result = await run('fping', args, addresses.length * between + 5 * lateMs)
  if (result === null) return new Set()
  const found = readFping(result.stderr)
  return new Set(addresses.filter((address) => found.get(address)?.some((time) => time !== null) === true))
}

async function pingEachOnce(addresses: readonly string[], betweenMs: number): Promise<ReadonlySet<string>> {
  const answered = await Promise.all(
    addresses.map(async (address, at) => {
      await new Promise((resolve) => {
        setTimeout(resolve, at * betweenMs)
      })
      const result = await run('ping', ['-n', '-c', '1', '-W', '1', address], 5 * lateMs)
      const times = result === null ? null : readPing(result.stdout)
      return times?.some((time) => time !== null) === true ? [address] : []
    }),
  )
  return new Set(answered.flat())
}
