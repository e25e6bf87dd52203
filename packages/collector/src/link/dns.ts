import { Resolver } from 'node:dns/promises'
import { BlockList, isIPv6 } from 'node:net'
import type { DnsTest, LinkProblem } from '@netward/contract/link-tests'

export interface DnsFinding {
  readonly problem: LinkProblem | null
  readonly time: number | null
  readonly answers: readonly string[]
}

const mostAnswers = 20

/** @param server literal, and checked, with a port where it is not 53; null: those of the machine */
export async function askDns(
  { name, record, expected, timeoutMs }: DnsTest,
  server: string | null,
  source: string | null,
  signal?: AbortSignal,
): Promise<DnsFinding> {
  const resolver = new Resolver({ timeout: Math.ceil(timeoutMs / 2), tries: 2 })
  if (server !== null) resolver.setServers([server])
  if (source !== null) setSource(resolver, source)
  const began = performance.now()
  const timer = setTimeout(() => resolver.cancel(), timeoutMs)
  const cancel = () => resolver.cancel()
  signal?.addEventListener('abort', cancel, { once: true })
  try {
    const found = await (record === 'A' ? resolver.resolve4(name) : resolver.resolve6(name))
    const time = performance.now() - began
    const problem = areExpected(found, expected) ? null : 'answer'
    return { problem, time, answers: found.slice(0, mostAnswers) }
  } catch (error) {
    const problem = problemOf((error as NodeJS.ErrnoException).code)
    // "No such name" is an answer, and took its time.
    const time = problem === 'answer' ? performance.now() - began : null
    return { problem, time, answers: [] }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
  }
}

function setSource(resolver: Resolver, source: string): void {
  if (isIPv6(source)) resolver.setLocalAddress(undefined, source)
  else resolver.setLocalAddress(source)
}

function problemOf(code: string | undefined): LinkProblem {
  switch (code) {
    case 'ENOTFOUND':
    case 'ENODATA':
      return 'answer'
    case 'EREFUSED':
    case 'ESERVFAIL':
      return 'refused'
    case 'ECONNREFUSED':
      return 'unreachable'
    case 'ETIMEOUT':
    case 'ECANCELLED':
      return 'timeout'
    default:
      return 'broken'
  }
}

/** One answer that lies outside is enough: who forges answers may add theirs to the right ones. */
function areExpected(found: readonly string[], expected: readonly string[]): boolean {
  if (expected.length === 0) return true
  const known = new BlockList()
  for (const range of expected) {
    const [address = '', bits] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    if (bits === undefined) known.addAddress(address, family)
    else known.addSubnet(address, Number(bits), family)
  }
  return found.length > 0 && found.every((address) => known.check(address, isIPv6(address) ? 'ipv6' : 'ipv4'))
}
