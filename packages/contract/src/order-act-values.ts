/** Closed lists of what is done for a work order, without a library. */

export const orderActKinds = ['terminal', 'command', 'template', 'firmware', 'line_test', 'check'] as const
export type OrderActKind = (typeof orderActKinds)[number]

/** Of a test: before the repair, or after it. */
export const orderTestPhases = ['before', 'after'] as const
export type OrderTestPhase = (typeof orderTestPhases)[number]
