import { type ApprovalStanding, isAllowed } from '../approval-values.ts'

export const orderStates = [
  'new',
  'assigned',
  'accepted',
  'in_progress',
  'suspended',
  'resolved',
  'closed',
  'cancelled',
] as const
export type OrderState = (typeof orderStates)[number]

/** Somebody has to do something about it; the board has a column for each. */
export const openOrderStates = [
  'new',
  'assigned',
  'accepted',
  'in_progress',
  'suspended',
  'resolved',
] as const satisfies readonly OrderState[]

/** Nobody works on it any more. */
export const isEnded = (state: OrderState): boolean =>
  state === 'resolved' || state === 'closed' || state === 'cancelled'

interface Move {
  readonly from: readonly OrderState[]
  readonly to: OrderState
  /** `assignee`: the person to whom it is assigned alone; `editor`: who may change work orders. */
  readonly by: 'assignee' | 'editor'
  /** What the move must say. */
  readonly needs?: 'assignee' | 'transfer' | 'note' | 'suspension' | 'solution'
  /** It carries a change out, which is approved before. */
  readonly approved?: true
}

/**
 * Moves of a work order, and the states that each leads from and to. The assignee alone carries it out; people who may
 * change orders can assign it to another, or take it over.
 */
export const orderMoves = {
  assign: {
    from: ['new', 'assigned', 'accepted', 'in_progress', 'suspended'],
    to: 'assigned',
    by: 'editor',
    needs: 'assignee',
  },
  take: {
    from: ['new', 'assigned', 'accepted', 'in_progress', 'suspended'],
    to: 'accepted',
    by: 'editor',
  },
  /** Offered to all engineers who fit: the first who claims it has it. */
  pool: { from: ['new', 'assigned', 'accepted'], to: 'new', by: 'editor' },
  claim: { from: ['new'], to: 'accepted', by: 'editor' },
  /** To the engineer who fits best. */
  dispatch: { from: ['new', 'assigned'], to: 'assigned', by: 'editor' },
  accept: { from: ['assigned'], to: 'accepted', by: 'assignee' },
  refuse: { from: ['assigned'], to: 'new', by: 'assignee', needs: 'note' },
  transfer: {
    from: ['assigned', 'accepted', 'in_progress', 'suspended'],
    to: 'assigned',
    by: 'assignee',
    needs: 'transfer',
  },
  start: { from: ['accepted'], to: 'in_progress', by: 'assignee', approved: true },
  suspend: { from: ['accepted', 'in_progress'], to: 'suspended', by: 'assignee', needs: 'suspension' },
  resume: { from: ['suspended'], to: 'in_progress', by: 'assignee', approved: true },
  resolve: {
    from: ['accepted', 'in_progress'],
    to: 'resolved',
    by: 'assignee',
    needs: 'solution',
    approved: true,
  },
  reopen: { from: ['resolved'], to: 'in_progress', by: 'editor', needs: 'note' },
  close: { from: ['resolved'], to: 'closed', by: 'editor' },
  cancel: {
    from: ['new', 'assigned', 'accepted', 'in_progress', 'suspended'],
    to: 'cancelled',
    by: 'editor',
    needs: 'note',
  },
} as const satisfies Record<string, Move>

export type OrderMove = keyof typeof orderMoves
export const orderMoveNames = Object.keys(orderMoves) as OrderMove[]

/** Why a move is refused; the texts are `orders.refusals.<why>`. */
export type OrderRefusal =
  | 'state'
  | 'not_assignee'
  | 'own_already'
  | 'not_pooled'
  | 'pooled_already'
  | 'approval'
  | 'checks'

export interface OrderStanding {
  readonly state: OrderState
  /** A person. */
  readonly assigneeId: string | null
  /** Offered to engineers to take. */
  readonly pooled: boolean
  /** Of a change. */
  readonly approval: ApprovalStanding
  /** Required points of its checklist that nobody has ticked. */
  readonly openChecks: number
}

/** Null: the person may make the move. The server and the buttons ask this alone. */
export function orderRefusal(
  move: OrderMove,
  { state, assigneeId, pooled, approval, openChecks }: OrderStanding,
  personId: string,
): OrderRefusal | null {
  const { from, by, approved }: Move = orderMoves[move]
  if (!from.includes(state)) return 'state'
  if (by === 'assignee' && assigneeId !== personId) return 'not_assignee'
  // What one has accepted already, one does not take over.
  if (move === 'take' && assigneeId === personId && state !== 'assigned') return 'own_already'
  if (move === 'claim' && !pooled) return 'not_pooled'
  if (move === 'pool' && pooled) return 'pooled_already'
  if (move === 'resolve' && openChecks > 0) return 'checks'
  if (approved && !isAllowed(approval)) return 'approval'
  return null
}
