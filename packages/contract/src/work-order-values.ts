import type { AlarmSeverity } from './alarm-values.ts'

export const orderTypes = [
  'fault',
  'carrier_fault',
  'change',
  'installation',
  'inspection',
  'request',
] as const
export type OrderType = (typeof orderTypes)[number]

export const orderCategories = [
  'internet_line',
  'gateway',
  'switching',
  'wireless',
  'power',
  'cabling',
  'terminal',
  'application',
  'other',
] as const

/** Whom it stops, and how soon it must be better: the most first. */
export const orderImpacts = ['high', 'medium', 'low'] as const
export type OrderImpact = (typeof orderImpacts)[number]
export const orderUrgencies = ['high', 'medium', 'low'] as const
export type OrderUrgency = (typeof orderUrgencies)[number]

/** P1 is the highest. */
export const orderPriorities = [1, 2, 3, 4] as const
export type OrderPriority = (typeof orderPriorities)[number]

const priorities: Record<OrderImpact, Record<OrderUrgency, OrderPriority>> = {
  high: { high: 1, medium: 2, low: 3 },
  medium: { high: 2, medium: 3, low: 4 },
  low: { high: 3, medium: 4, low: 4 },
}

/** Impact and urgency of an order that a rule opens. */
export const levelOfSeverity: Record<AlarmSeverity, { impact: OrderImpact; urgency: OrderUrgency }> = {
  critical: { impact: 'high', urgency: 'high' },
  major: { impact: 'high', urgency: 'medium' },
  minor: { impact: 'medium', urgency: 'medium' },
  warning: { impact: 'medium', urgency: 'low' },
  indeterminate: { impact: 'medium', urgency: 'medium' },
}

/** Impact × urgency. */
export const priorityOf = (impact: OrderImpact, urgency: OrderUrgency): OrderPriority =>
  priorities[impact][urgency]

export const orderCauses = [
  'isp',
  'power',
  'equipment',
  'configuration',
  'cabling',
  'our_change',
  'user',
  'no_fault_found',
  'other',
] as const

/** What an order waits for while it is suspended. Only the first two stop its clocks. */
export const suspensionReasons = ['customer', 'carrier', 'parts', 'other'] as const
export type SuspensionReason = (typeof suspensionReasons)[number]
export const stopsClocks = (reason: SuspensionReason): boolean =>
  reason === 'customer' || reason === 'carrier'

export const orderRelations = ['duplicate_of', 'caused_by', 'parent'] as const

/** What the history of an order holds, beside the names of its moves. */
export const orderEventKinds = [
  'created',
  'edited',
  // Of its checklist: its name is the point.
  'checked',
  'unchecked',
  'note',
  // A reply by mail.
  'mailed',
  'due_set',
  'due_reset',
  'watched',
  'unwatched',
  'related',
  'unrelated',
  'warned',
  'closed_itself',
  /** It was suspended until then. */
  'resumed_itself',
  // Of the alarms that a rule opened it for.
  'alarm_joined',
  'alarm_cleared',
  'closed_by_alarm',
  'reopened_by_alarm',
  'help',
  'visit_planned',
  'visit_moved',
  'visit_cancelled',
  'arrived',
  'photographed',
  'file_added',
  'file_removed',
  'signed',
  // An engineer of a partner company: who it is; without a name nobody any longer.
  'external_set',
  'rating_asked',
  'rating_sent',
  'links_ended',
  'rated',
  'reported',
  'imported',
  // Of its opening project.
  'step_done',
  'step_undone',
  'carrier_set',
  /** The ISP did not keep its promise. */
  'carrier_late',
  'approval_asked',
  'approval_approved',
  'approval_refused',
  'approval_withdrawn',
  /** The key of another company ended, whose engineer gave the order back. */
  'sharing_ended',
] as const

export const orderClocks = ['respond', 'resolve'] as const
export type OrderClock = (typeof orderClocks)[number]
/** Parts of a target, in percent, at which a warning goes out. */
export const warningPercents = [50, 80, 100] as const

/** Why a reply by mail waits: its sender takes no part in the order, or may be another. */
export const mailDoubts = ['stranger', 'unproved'] as const

/** Hours after which a resolved order closes by itself. */
export const closesAfterHours = 72
/** Hours after its end in which an order is reopened if its alarm comes back. */
export const reopensWithinHours = 24
export const mostWatchers = 50
/** Of an order: how many pictures and files, and how large each may be. */
export const orderFileLimits = { files: 50, megabytes: 8, pixels: 2048 } as const
/** Rows of a file of orders. */
export const mostImportedOrders = 2000
/** What a file of orders comes from: this console's own columns, or the export of tickets of GLPI. */
export const orderFileSources = ['plain', 'glpi'] as const
export const mostRelations = 50
export const mostAgreements = 20

/** Service hours of a week, several ranges a day; and whether public holidays of China and days worked instead count. */
export interface ServiceCalendar {
  readonly timeZone: string
  /** Minutes of a day from its midnight, `to` up to 1440; ISO weekdays. */
  readonly hours: readonly { readonly day: number; readonly from: number; readonly to: number }[]
  readonly holidays: 'off' | 'ignored'
}

/** Minutes of a clock: round the clock, or only those of the calendar. */
export interface ServiceTarget {
  readonly minutes: number
  readonly always: boolean
}

export interface ServiceLevel {
  readonly calendar: ServiceCalendar
  /** By priority, P1 first. */
  readonly targets: readonly Readonly<Record<OrderClock, ServiceTarget>>[]
}

/** What an agreement sets a price for: an order beyond the package, a visit, an hour of overtime, a part that is fitted. */
export const agreementPrices = ['order', 'visit', 'overtime', 'part'] as const
export type AgreementPrice = (typeof agreementPrices)[number]

const workdays = [1, 2, 3, 4, 5]
const everyDay = [1, 2, 3, 4, 5, 6, 7]
const each = (days: readonly number[], ...ranges: readonly (readonly [number, number])[]) =>
  days.flatMap((day) => ranges.map(([from, to]) => ({ day, from, to })))

/** What agreements begin with. */
export const calendarShapes = {
  '5x8': { hours: each(workdays, [540, 720], [780, 1080]), holidays: 'off' },
  '7x12': { hours: each(everyDay, [480, 1200]), holidays: 'ignored' },
  '7x24': { hours: each(everyDay, [0, 1440]), holidays: 'ignored' },
} as const satisfies Record<string, Omit<ServiceCalendar, 'timeZone'>>
export type CalendarShape = keyof typeof calendarShapes

const always = (minutes: number): ServiceTarget => ({ minutes, always: true })
const inHours = (minutes: number): ServiceTarget => ({ minutes, always: false })

/** Without an agreement; 480 minutes are a working day of its calendar. */
export const usualTargets: ServiceLevel['targets'] = [
  { respond: always(15), resolve: always(240) },
  { respond: inHours(30), resolve: inHours(480) },
  { respond: inHours(120), resolve: inHours(480) },
  { respond: inHours(480), resolve: inHours(1440) },
]

export const usualLevel = (timeZone: string): ServiceLevel => ({
  calendar: { timeZone, ...calendarShapes['5x8'] },
  targets: usualTargets,
})
