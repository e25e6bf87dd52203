/** States of an application and of a product: the same states, the same moves. */
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
 * Moves of an application and the states that each leads from and to: the server enforces this table, and the
 * console's buttons take their disabled reason from it. `succeed` and `fail` are the activation's own.
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

/** Moves by the edit call; deletion is a separate call. */
export const askedMoves = ['retry', 'enterMaintenance', 'exitMaintenance', 'disable', 'enable'] as const
export type RequestedMove = (typeof askedMoves)[number]

/** The state after a move; null where it is not allowed. */
export function afterMove(state: ServiceState, move: ApplicationMove): ServiceState | null {
  const { from, to } = applicationMoves[move]
  return (from as readonly ServiceState[]).includes(state) ? to : null
}

/** Keys of phrases under `applications.refusal`: why a state refuses a move. */
export type ServiceRefusal =
  | ServiceState
  | 'notInMaintenance'
  | 'notDeactivated'
  | 'notAbnormal'
  | 'stateIsAbove'

/**
 * Why a move is not allowed; null where it is. What a level above did, only that level or one above it undoes: to disable
 * what is in maintenance would be a way round.
 */
export function moveRefusal(
  state: ServiceState,
  move: ApplicationMove,
  stateIsAbove = false,
): ServiceRefusal | null {
  if (afterMove(state, move) !== null) return stateIsAbove ? 'stateIsAbove' : null
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

/** Whether keys can be created and used: an application in maintenance keeps its keys. */
export function hasKeys(state: ServiceState): boolean {
  return state === 'normal' || state === 'maintenance'
}

/** Active keys per application. */
export const maxKeys = 5

/** Steps of an activation, in this order. Each can be repeated. */
export const activationSteps = ['check', 'account', 'selfTest', 'announce'] as const
export type ActivationStep = (typeof activationSteps)[number]

/** A service by people that calls nothing has no account to make and nothing to test. */
export function stepsOf(
  productType: 'console' | 'service',
  permissions: readonly string[],
): readonly ActivationStep[] {
  if (productType === 'console' || permissions.length > 0) return activationSteps
  return activationSteps.filter((step) => step !== 'account' && step !== 'selfTest')
}

/** Why an activation failed; the texts are `applications.failures.<why>`. */
export const activationFailures = [
  'product_unavailable',
  'company_inactive',
  'self_test_failed',
  'timed_out',
] as const
export type ActivationFailure = (typeof activationFailures)[number]
