import { limited } from '../limited.ts'
import type { ReachMethod } from '../protocol.ts'
import { fping, ping, type PingTimes } from './ping.ts'

/** Pings addresses by the first means that works on this machine; null where none does (`tcp`). */
export interface Reach {
  readonly method: ReachMethod
  ping(address: string): Promise<PingTimes | null>
}

const oneCall = 300
const callsAtOnce = 4
const pingsAtOnce = 32
/** Targets that come due together share one call. */
const gatherMs = 200

/** Tries each means on loopback, where only permission or the program can be missing. */
export async function findReach(): Promise<Reach> {
  const answersItself = (times: PingTimes | null | undefined) => times?.some((time) => time !== null) === true
  if (answersItself((await fping(['127.0.0.1']))?.get('127.0.0.1'))) return byFping()
  if (answersItself(await ping('127.0.0.1'))) return { method: 'ping', ping: limited(pingsAtOnce, ping) }
  return { method: 'tcp', ping: async () => null }
}

function byFping(): Reach {
  let waiting = new Map<string, ((times: PingTimes | null) => void)[]>()
  let timer: NodeJS.Timeout | null = null
  const call = limited(callsAtOnce, fping)
  const flush = async () => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    const asked = waiting
    waiting = new Map()
    const found = await call([...asked.keys()])
    for (const [address, resolvers] of asked) {
      for (const resolve of resolvers) resolve(found?.get(address) ?? null)
    }
  }
  return {
    method: 'fping',
    ping: (address) =>
      new Promise((resolve) => {
        const others = waiting.get(address)
        if (others === undefined) waiting.set(address, [resolve])
        else others.push(resolve)
        if (waiting.size >= oneCall) void flush()
        else timer ??= setTimeout(() => void flush(), gatherMs)
      }),
  }
}
