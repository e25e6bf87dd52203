/** What a key shares. */
export const sharingKinds = ['engineers', 'parts'] as const
export type SharingKind = (typeof sharingKinds)[number]

/** Fields that the other company sees, by kind; all others are hidden by the database. */
export const sharingFields = {
  engineers: ['name', 'phone', 'skills', 'regions', 'load'],
  parts: ['model', 'quantity', 'serial', 'warehouse', 'address'],
} as const satisfies Record<SharingKind, readonly string[]>
export const allSharingFields = [...sharingFields.engineers, ...sharingFields.parts] as const
export type SharingField = (typeof allSharingFields)[number]

/** `use`: it may be dispatched to or reserved, beside being seen. */
export const sharingModes = ['read', 'use'] as const
export type SharingMode = (typeof sharingModes)[number]

/** When the key ends: running work is finished, or orders go back to the pool and reservations are released. */
export const sharingRules = ['finish', 'stop'] as const

export const sharingKeyStates = [
  'active',
  'used_up',
  'expired',
  'revoked',
  'paused',
  'given_back',
  'moved',
] as const
export type SharingKeyState = (typeof sharingKeyStates)[number]

/** What is done with a key, as both companies read it. */
export const sharingActs = [
  'redeem',
  'dispatch',
  'accept',
  'refuse',
  'give_back',
  'check_in',
  'note',
  'resolve',
  'reopen',
  'close',
  'withdraw',
  'end',
  'engineer_left',
  'reserve',
  'issue',
  'free',
  'revoke',
  'expire',
  'give_back_key',
] as const

export const assignmentStates = [
  'assigned',
  'accepted',
  'in_progress',
  'resolved',
  'refused',
  'withdrawn',
  'ended',
] as const
export type AssignmentState = (typeof assignmentStates)[number]

/** Moves of the engineer's company. All but `give_back` are the engineer's own. */
export const assignmentMoves = ['accept', 'refuse', 'check_in', 'note', 'resolve', 'give_back'] as const
export type AssignmentMove = (typeof assignmentMoves)[number]

const from: Record<AssignmentMove, readonly AssignmentState[]> = {
  accept: ['assigned'],
  refuse: ['assigned'],
  check_in: ['accepted', 'in_progress'],
  note: ['assigned', 'accepted', 'in_progress'],
  resolve: ['accepted', 'in_progress'],
  give_back: ['assigned', 'accepted', 'in_progress'],
}

/** What a person may do with an assignment now. */
export const possibleMoves = (state: AssignmentState, isEngineer: boolean): AssignmentMove[] =>
  assignmentMoves.filter((move) => from[move].includes(state) && (isEngineer || move === 'give_back'))

export const mostSharingDays = 1095
export const mostSharingKeys = 500
