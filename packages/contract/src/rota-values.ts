/** Closed lists and bounds of on-call rotas, without a library. */

export const rotaPeriods = ['day', 'week'] as const
/** Days on which a layer covers: `workdays` and `days_off` follow the calendar of holidays. */
export const rotaCalendars = ['all', 'workdays', 'days_off'] as const
/** `asked`: a colleague has not answered yet; only `standing` counts. */
export const changeStates = ['asked', 'standing', 'declined', 'withdrawn'] as const

export const mostRotas = 50
export const mostLayers = 5
export const mostTurns = 30
/** Overrides and swaps of a rota that are not over. */
export const mostChanges = 3_000
/** Days of a schedule that is shown at once. */
export const mostScheduleDays = 62
/** How far ahead uncovered hours are looked for. */
export const gapDays = 14
