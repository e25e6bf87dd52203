import { z } from 'zod'
import { orderTestPhases } from './order-act-values.ts'
import { id } from './schemas.ts'

const reason = z.string().trim().max(500)

/** Of an act on a device: the open work order of its company that it is done for, which lists it, and why it is done. */
export const forOrder = { orderId: id.optional(), reason: reason.optional() }

/** The same of an act that destroys something. */
export const forOrderWithReason = { orderId: id.optional(), reason: reason.min(4) }

/** Of a test: the open work order that keeps its result. */
export const testForOrder = {
  forOrder: z.object({ orderId: id, phase: z.enum(orderTestPhases) }).optional(),
}
