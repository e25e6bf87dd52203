/** What a minute of an availability bar was: `late` counts as up, and only `up`, `late` and `down` count. */
export const spanStates = ['up', 'late', 'down', 'blind', 'maintenance', 'closed', 'none'] as const
export type SpanState = (typeof spanStates)[number]

/** Days that an availability bar may cover. */
export const availabilityDays = [1, 7, 30] as const
