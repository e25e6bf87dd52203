/** `lines`: evidence for the ISP. `outlet`: the lines of one site. `comparison`: lines beside each other. */
export const reportKinds = ['lines', 'outlet', 'comparison'] as const
export type ReportKind = (typeof reportKinds)[number]

export const reportLanguages = ['zh', 'en'] as const

/** Of a report. Outages are found by the minute, so that its period is short enough to read every minute. */
export const reportLimits = { lines: 20, compared: 4, days: 31 } as const
