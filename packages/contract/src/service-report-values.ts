/** A whole week from Monday, a calendar month, or a calendar quarter. */
export const servicePeriods = ['weekly', 'monthly', 'quarterly'] as const
export type ServicePeriod = (typeof servicePeriods)[number]

/** `issued`: the customer sees it, and it never changes again. */
export const serviceReportStates = ['draft', 'issued'] as const
export type ServiceReportState = (typeof serviceReportStates)[number]

export const serviceReportLimits = {
  /** Characters of what the author writes on the first page. */
  text: 1000,
  comment: 500,
  comments: 100,
  recipients: 20,
  /** Of one company. */
  schedules: 10,
  /** Rows of each table of the workbook. */
  rows: 5000,
} as const

/** What the rules recommend, the most urgent first. */
export const recommendations = [
  'worst_outlet',
  'isp_share',
  'power_share',
  'repeated_faults',
  'late_orders',
  'quota_near',
  'no_backup_line',
] as const
export type Recommendation = (typeof recommendations)[number]
