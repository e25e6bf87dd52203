import type { ServiceState } from './application.ts'

/**
 * Moves of a product. `publish` checks whether this installation implements the product: it goes through
 * `activating` to `normal`, or to `abnormal` with the reason.
 */
export const productMoves = {
  publish: { from: ['activating', 'abnormal', 'deactivated'], to: ['normal', 'abnormal'] },
  enterMaintenance: { from: ['normal'], to: ['maintenance'] },
  exitMaintenance: { from: ['maintenance'], to: ['normal'] },
  deactivate: { from: ['normal', 'maintenance', 'abnormal'], to: ['deactivated'] },
  delete: { from: ['deactivated'], to: ['deleted'] },
} as const satisfies Record<string, { from: readonly ServiceState[]; to: readonly ServiceState[] }>

export type ProductMove = keyof typeof productMoves
export const productMoveNames = Object.keys(productMoves) as [ProductMove, ...ProductMove[]]

/** Keys of phrases under `products.refusal`. */
export type ProductRefusal = ServiceState | 'notInMaintenance' | 'notDeactivated' | 'inUse'

/** Why a move is not allowed; null where it is. A product with applications cannot be deleted. */
export function productMoveRefusal(
  { state, applications }: { state: ServiceState; applications: number },
  move: ProductMove,
): ProductRefusal | null {
  if (allowsProductMove(state, move)) return move === 'delete' && applications > 0 ? 'inUse' : null
  if (state === 'activating' || state === 'deleted') return state
  if (move === 'exitMaintenance') return 'notInMaintenance'
  return move === 'delete' ? 'notDeactivated' : state
}

export function allowsProductMove(state: ServiceState, move: ProductMove): boolean {
  return (productMoves[move].from as readonly ServiceState[]).includes(state)
}
