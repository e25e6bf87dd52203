import { serialsIn } from './serials-in.ts'

/** The fields of `AmountItems`. */
export interface Amount {
  by: 'serial' | 'model'
  serials?: string
  modelId?: string
  quantity?: number | null
}

/** As the endpoints take it. */
export function sentAmount({ by, serials = '', modelId, quantity }: Amount) {
  if (by === 'serial') return { serials: serialsIn(serials) }
  return { ...(modelId !== undefined && { modelId }), ...(quantity != null && { quantity }) }
}
