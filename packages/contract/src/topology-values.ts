/** Closed lists and bounds of topology, without a library. */

/** `line`: internet line; `neighbour`: names itself and is no device here; `switch`: unmanaged, betrayed by its stations. */
export const topologyNodeKinds = ['device', 'line', 'neighbour', 'switch'] as const
export type TopologyNodeKind = (typeof topologyNodeKinds)[number]

/** By what a link is known. */
export const linkEvidences = ['lldp', 'cdp', 'fdb', 'hosts', 'line'] as const
export type LinkEvidence = (typeof linkEvidences)[number]

const ranks: Readonly<Record<string, number>> = {
  line: 0,
  smart_cpe: 1,
  firewall: 2,
  security_gateway: 2,
  router: 3,
  switch: 4,
  wireless_controller: 5,
  wireless_ap: 6,
}

/** Layers from the line down (operations.md §2): the lower, the nearer to it and the sooner drawn. */
export const topologyRank = ({ kind, type }: { kind: TopologyNodeKind; type: string | null }): number =>
  ranks[kind] ?? ranks[type ?? ''] ?? 9

/** Drawn at once (operations.md §2). */
export const mostNodes = 200

export const topologyChangeKinds = ['neighbour.new', 'neighbour.gone', 'neighbour.moved'] as const
