import type { LinkEvidence } from '@netward/contract/topology-values'

/** One end of a link. `port` is the key of an interface where the device has it, else what its neighbour says; may be empty. */
export interface End {
  readonly node: string
  readonly port: string
}

export interface Link {
  readonly a: End
  readonly b: End
  readonly by: LinkEvidence
}

/** What is no device of the outlet: a neighbour that names itself, or a switch that only its ports' stations betray. */
export interface OtherNode {
  readonly key: string
  readonly kind: 'neighbour' | 'switch'
  readonly name: string
  readonly address: string | null
}

/** Stations behind a port that are no devices. */
export interface ClientCount {
  readonly node: string
  readonly port: string
  readonly known: number
  /** With random MACs. */
  readonly random: number
}

export interface Graph {
  readonly others: readonly OtherNode[]
  readonly links: readonly Link[]
  readonly clients: readonly ClientCount[]
  /** Neighbours beyond the bound: counted, not drawn. */
  readonly folded: number
}

export const deviceNode = (id: string): string => `d${id}`
export const lineNode = (id: string): string => `l${id}`

/** The same link whichever end comes first. */
export function linkKey({ a, b }: Pick<Link, 'a' | 'b'>): string {
  const ends = [`${a.node} ${a.port}`, `${b.node} ${b.port}`].toSorted()
  return ends.join(' — ')
}
