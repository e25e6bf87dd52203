import type { ReachMethod } from '../protocol.ts'
import { AddressBook } from './address.ts'
import { findFirstHop } from './first-hop.ts'
import { findIcmp } from './icmp.ts'
import { findTracer } from './path.ts'
import type { Means } from './run-test.ts'

const firstHopKeptMs = 30_000

/** What this machine can measure lines with: the first of each ladder that works (operations.md §3). */
export async function findMeans(method: ReachMethod): Promise<Means> {
  const [icmp, tracer] = await Promise.all([findIcmp(method), findTracer()])
  let known: { readonly until: number; readonly hop: Promise<string | null> } | null = null
  return {
    icmp,
    tracer,
    addresses: new AddressBook(),
    // A machine may move to another network.
    firstHop() {
      const now = performance.now()
      if (known === null || known.until < now) known = { until: now + firstHopKeptMs, hop: findFirstHop() }
      return known.hop
    },
  }
}
