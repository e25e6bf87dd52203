import { run } from './probe-run.ts'

/** Milliseconds of each packet in order; null: lost, or later than the limit. */
export type PingTimes = readonly (number | null)[]

export const packets = 3
const lateMs = 1000
/** One packet a millisecond leaves, whatever the number of targets. */
const fpingArgs = ['-C', String(packets), '-q', '-i', '1', '-p', '300', '-t', String(lateMs)]

/** Many targets in one call. Addresses must be literal. */
export async function fping(addresses: readonly string[]): Promise<ReadonlyMap<string, PingTimes> | null> {
  const timeoutMs = packets * (300 + addresses.length) + 3 * lateMs
  const result = await run('fping', [...fpingArgs, ...addresses], timeoutMs)
  return result === null ? null : readFping(result.stderr)
}

/** `10.0.0.1 : 0.45 - 0.44`: a line a target, `-` for a lost one. Others, such as ICMP errors, are skipped. */
export function readFping(text: string): ReadonlyMap<string, PingTimes> {
  const found = new Map<string, PingTimes>()
  for (const line of text.split('\n')) {
    const match = /^(\S+)\s+: ((?:(?:\d+(?:\.\d+)?|-)(?: |$))+)$/.exec(line.trimEnd())
    if (match?.[1] === undefined || match[2] === undefined) continue
    const times = match[2].trim().split(' ')
    found.set(
      match[1],
      times.map((time) => (time === '-' ? null : Number(time))),
    )
  }
  return found
}

/** One target, by the ping of iputils, BusyBox or BSD. */
export async function ping(address: string): Promise<PingTimes | null> {
  const result = await run('ping', ['-n', '-c', String(packets), '-W', '1', address], 10_000)
  return result === null ? null : readPing(result.stdout)
}

/** Null: it sent nothing (no permission, no route). */
export function readPing(text: string): PingTimes | null {
  const sent = Number(/(\d+) packets transmitted/.exec(text)?.[1] ?? 0)
  if (sent === 0) return null
  const times = Array.from({ length: sent }, (): number | null => null)
  // The first is 1 in iputils, 0 in BusyBox and BSD.
  const first = /(?:icmp_)?seq=0 /.test(text) ? 0 : 1
  for (const [, sequence, time] of text.matchAll(/(?:icmp_)?seq=(\d+) .*time[=<](\d+(?:\.\d+)?) ms/g)) {
    const at = Number(sequence) - first
    // A duplicate answer counts once.
    if (times[at] === null) times[at] = Number(time)
  }
  return times
}
