/** Of a tenant's application, and of a product: the same states, the same moves. */
export const serviceStates = [
  'activating',
  'normal',
  'maintenance',
  'abnormal',
  'deactivated',
  'deleted',
] as const
export type ServiceState = (typeof serviceStates)[number]

/**
 * The moves of an application and the states that each leads from and to: the server enforces this table and the
 * console's buttons ask it why they are disabled. `succeed` and `fail` are the activation's own.
 */
export const applicationMoves = {
  succeed: { from: ['activating'], to: 'normal' },
  fail: { from: ['activating'], to: 'abnormal' },
  retry: { from: ['abnormal'], to: 'activating' },
  enterMaintenance: { from: ['normal'], to: 'maintenance' },
  exitMaintenance: { from: ['maintenance'], to: 'normal' },
  disable: { from: ['normal', 'maintenance', 'abnormal'], to: 'deactivated' },
  enable: { from: ['deactivated'], to: 'activating' },
  delete: { from: ['deactivated'], to: 'deleted' },
} as const satisfies Record<string, { from: readonly ServiceState[]; to: ServiceState }>

export type ApplicationMove = keyof typeof applicationMoves

/** Those that somebody asks for by the edit call; deleting is a call of its own. */
export const askedMoves = ['retry', 'enterMaintenance', 'exitMaintenance', 'disable', 'enable'] as const
export type AskedMove = (typeof askedMoves)[number]

/** The state that a move leads to; null where it is not allowed. */
export function afterMove(state: ServiceState, move: ApplicationMove): ServiceState | null {
  const { from, to } = applicationMoves[move]
  return (from as readonly ServiceState[]).includes(state) ? to : null
}

/** Keys of phrases under `applications.refusal`: what in a state stands against a move. */
export type ServiceRefusal = ServiceState | 'notInMaintenance' | 'notDeactivated' | 'notAbnormal'

/** Why a move is not allowed; null where it is. */
export function moveRefusal(state: ServiceState, move: ApplicationMove): ServiceRefusal | null {
  if (afterMove(state, move) !== null) return null
  if (state === 'activating' || state === 'deleted') return state
  switch (move) {
    case 'exitMaintenance':
      return 'notInMaintenance'
    case 'enable':
    case 'delete':
      return 'notDeactivated'
    case 'retry':
      return 'notAbnormal'
    default:
      return state
  }
}

/** Whether keys can be made and signed in with: what is in maintenance comes back with the same ones. */
export function hasKeys(state: ServiceState): boolean {
  return state === 'normal' || state === 'maintenance'
}

/** Keys of one application that can be signed in with at a time. */
export const mostKeys = 5

/** What an activation does, in this order. Each can be done again. */
export const activationSteps = ['check', 'account', 'selfTest', 'announce'] as const
export type ActivationStep = (typeof activationSteps)[number]

/** Why an activation failed; the texts are `applications.failures.<why>`. */
export const activationFailures = [
  'product_unavailable',
  'company_inactive',
  'self_test_failed',
  'timed_out',
] as const
export type ActivationFailure = (typeof activationFailures)[number]
