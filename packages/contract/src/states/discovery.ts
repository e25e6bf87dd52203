export const discoveryStates = ['idle', 'waiting', 'running', 'paused', 'done', 'cancelled'] as const
export type DiscoveryState = (typeof discoveryStates)[number]

/**
 * What a person asks of a job, and the states that it leads from and to. A poller takes a waiting job (`running`) and ends it
 * (`done`).
 */
export const discoveryMoves = {
  start: { from: ['idle', 'done', 'cancelled'], to: 'waiting' },
  pause: { from: ['waiting', 'running'], to: 'paused' },
  resume: { from: ['paused'], to: 'waiting' },
  cancel: { from: ['waiting', 'running', 'paused'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly DiscoveryState[]; to: DiscoveryState }>

export type DiscoveryMove = keyof typeof discoveryMoves
export const discoveryMoveNames = Object.keys(discoveryMoves) as DiscoveryMove[]

export const mayMoveDiscovery = (state: DiscoveryState, move: DiscoveryMove): boolean =>
  (discoveryMoves[move].from as readonly DiscoveryState[]).includes(state)

/** What a run works with does not change under it. */
export const mayEditDiscovery = (state: DiscoveryState): boolean =>
  !['waiting', 'running', 'paused'].includes(state)
