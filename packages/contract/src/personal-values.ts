/** What a person can follow, and comes back to. */
export const personalKinds = ['device', 'outlet', 'order', 'line'] as const
export type PersonalKind = (typeof personalKinds)[number]

export const mostStars = 100
/** Things opened last that are remembered. */
export const mostSeen = 20
