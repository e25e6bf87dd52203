export const campaignStates = [
  'preparing',
  'preparing_failed',
  'draft',
  'awaiting_approval',
  'scheduled',
  'running',
  'paused',
  'completed',
  'completed_with_failures',
  'cancelled',
] as const
export type CampaignState = (typeof campaignStates)[number]

/** Why a campaign stopped automatically; the texts are `ota.stopReasons.<why>`. */
export const stopReasons = ['failures', 'lines', 'withdrawn', 'moved_away'] as const
export type StopReason = (typeof stopReasons)[number]

/**
 * Requested moves, and the states that each leads from and to. `start` leads to `awaiting_approval` where the
 * company requires approval. The other states (prepared, running, completed) follow automatically.
 */
export const campaignMoves = {
  prepare: { from: ['preparing_failed'], to: 'preparing' },
  start: { from: ['draft'], to: 'scheduled' },
  approve: { from: ['awaiting_approval'], to: 'scheduled' },
  reject: { from: ['awaiting_approval'], to: 'draft' },
  pause: { from: ['scheduled', 'running'], to: 'paused' },
  resume: { from: ['paused'], to: 'scheduled' },
  cancel: { from: ['draft', 'awaiting_approval', 'scheduled', 'running', 'paused'], to: 'cancelled' },
} as const satisfies Record<string, { from: readonly CampaignState[]; to: CampaignState }>

export type CampaignMove = keyof typeof campaignMoves
export const campaignMoveNames = Object.keys(campaignMoves) as CampaignMove[]

/** While it asks gateways nothing, those that it upgraded can be rolled back. */
export function mayRollBack(state: CampaignState): boolean {
  return ['paused', 'completed', 'completed_with_failures', 'cancelled'].includes(state)
}

/** During preparation a campaign has a next state, which moves in advance. */
export interface CampaignStanding {
  readonly state: CampaignState
  readonly becomes: CampaignState | null
}

/** The state after a move, or the next state during preparation; null where it is not allowed. */
export function afterCampaignMove(
  { state, becomes }: CampaignStanding,
  move: CampaignMove,
): CampaignState | null {
  const { from, to } = campaignMoves[move]
  const standing = move === 'prepare' ? state : (becomes ?? state)
  return (from as readonly CampaignState[]).includes(standing) ? to : null
}

/**
 * A gateway within a campaign: waits for its turn or to be online, is asked to fetch its file, fetches it,
 * has it, and returned with the new version. `rolled_back` is on its earlier version again; `aborted` was
 * given up by the platform,
 * `cancelled` by a person.
 */
export const targetStates = [
  'waiting',
  'queued',
  'sent',
  'downloading',
  'transferred',
  'verified',
  'failed',
  'rolled_back',
  'aborted',
  'cancelled',
] as const
export type TargetState = (typeof targetStates)[number]

/** Faults of a target beside those of TR-069 and of its transfer; the texts are `ota.faults.<code>`. */
export const targetFaults = [
  'not_back',
  'old_version',
  'wrong_version',
  'offline',
  'released',
  'guarded',
  'no_backup',
  'went_offline',
  'no_way_back',
  'newer_version',
  'hardware_version',
] as const

/** By what a line got worse after an upgrade; the texts are `ota.worsened.<metric>`. */
export const worsenedMetrics = ['line_loss', 'line_rtt_median'] as const

/**
 * Rollback of a gateway; the texts are `ota.rollbacks.<state>`. `asked`: from above, for a company that
 * requires approval.
 */
export const rollbackStates = [
  'asked',
  'wanted',
  'reading',
  'switching',
  'fetching',
  'done',
  'failed',
] as const

/** Default window in minutes of the day for gateways whose outlet has no known hours. */
export const quietNight = { fromMinute: 60, toMinute: 300 } as const

/** Why a gateway is excluded from a campaign; the texts are `ota.misfits.<why>`. */
export const misfits = [
  'other_company',
  'not_gateway',
  'model',
  'hardware',
  'hardware_unknown',
  'at_version',
  'newer_version',
  'below_minimum',
  'guarded',
  'busy',
  'offline_long',
] as const
export type Misfit = (typeof misfits)[number]
