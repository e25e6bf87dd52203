/** Closed lists and bounds of topology, without a library. */

/** `line`: internet line; `neighbour`: names itself and is no device here; `switch`: unmanaged, betrayed by its stations. */
export const topologyNodeKinds = ['device', 'line', 'neighbour', 'switch'] as const
export type TopologyNodeKind = (typeof topologyNodeKinds)[number]

/** By what a link is known. */
export const linkEvidences = ['lldp', 'cdp', 'fdb', 'hosts', 'line'] as const
export type LinkEvidence = (typeof linkEvidences)[number]

/** Drawn at once (operations.md §2). */
export const mostNodes = 200

export const topologyChangeKinds = ['neighbour.new', 'neighbour.gone', 'neighbour.moved'] as const
