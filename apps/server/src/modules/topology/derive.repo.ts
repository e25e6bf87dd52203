import type { Scopes } from '../../platform/db/scope.ts'
import type { TopologyFacts } from './derive/facts.ts'
import type { FollowedGraph, TopologyEvent } from './derive/follow.ts'

interface Written {
  readonly outletId: string
  readonly taken: string | null
  readonly facts: TopologyFacts
  readonly graph: FollowedGraph
  readonly events: readonly TopologyEvent[]
  readonly pending: boolean
}

/** Of all companies: what the sweep reads and writes (db/functions/topology). */
export const deriveRepo = {
  async take(scopes: Scopes, most: number): Promise<{ outletId: string; at: string | null }[]> {
    const rows = await scopes.asLoginRole<{ outlet_id: string; at: string | null }>(
      'select outlet_id, at::text from topology_take($1)',
      [most],
    )
    return rows.map(({ outlet_id: outletId, at }) => ({ outletId, at }))
  },

  /** Null: the outlet is gone. */
  async facts(
    scopes: Scopes,
    outletId: string,
  ): Promise<{ facts: TopologyFacts; before: FollowedGraph | null } | null> {
    const [row] = await scopes.asLoginRole<{
      facts: (TopologyFacts & { before: FollowedGraph | null }) | null
    }>('select topology_facts($1) as facts', [outletId])
    if (!row?.facts) return null
    const { before, ...facts } = row.facts
    return { facts, before }
  },

  async failed(scopes: Scopes, outletId: string, taken: string | null): Promise<void> {
    await scopes.asLoginRole('select topology_failed($1, $2)', [outletId, taken])
  },

  async write(scopes: Scopes, { outletId, taken, facts, graph, events, pending }: Written): Promise<void> {
    const counts = {
      devices: facts.devices.length,
      links: graph.links.length,
      strangers: graph.others.filter(({ kind }) => kind === 'neighbour').length + graph.folded,
      pending,
    }
    await scopes.asLoginRole('select topology_write($1, $2, $3, $4, $5)', [
      outletId,
      taken,
      JSON.stringify(graph),
      JSON.stringify(counts),
      JSON.stringify(events),
    ])
  },
}
