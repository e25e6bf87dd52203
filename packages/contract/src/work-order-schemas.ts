import { z } from 'zod'
import { orderFieldLimits } from './order-form-values.ts'
import { id, instant, oneOrMany, pageInput } from './schemas.ts'
import { orderStates } from './states/work-order.ts'
import { orderCategories, orderImpacts, orderTypes, orderUrgencies } from './work-order-values.ts'

const text = (most: number) => z.string().trim().max(most)
export const orderTag = z.string().trim().min(1).max(40)
/** Of custom fields: null or an empty text takes the value away. */
export const customValues = z
  .record(id, z.string().trim().max(orderFieldLimits.text).nullable())
  .refine((all) => Object.keys(all).length <= 100, 'validation.tooManyItems')
  .meta({ examples: [{}] })
/** As the reader saw it: a change by somebody else meanwhile is a conflict. */
export const orderVersion = z.number().int().min(1)
/** Of a note or a file that a phone keeps until it is sent: sent again, it is taken once. */
export const draftKey = z.uuid().optional()

/** What the list and the board are narrowed by. */
export const orderFilters = z.object({
  /** Part of the title, the contact, the site or the device, or the number. */
  search: text(100).optional(),
  /** Open ones, those that are closed or cancelled, or both. */
  standing: z.enum(['open', 'ended', 'all']).default('open'),
  state: oneOrMany(z.enum(orderStates)),
  type: oneOrMany(z.enum(orderTypes)),
  priority: oneOrMany(z.enum(['1', '2', '3', '4'])),
  category: oneOrMany(z.enum(orderCategories)),
  assignee: z.union([z.enum(['me', 'nobody']), id]).optional(),
  /** Whether the caller watches it. */
  watched: z.enum(['yes']).optional(),
  overdue: z.enum(['yes']).optional(),
  /** In the pool; `mine`: those that fit the caller as an engineer. */
  pool: z.enum(['any', 'mine']).optional(),
  /** Of its site: that region and all below it; `/`: sites without a region. */
  region: text(200).optional(),
  /** Of its site. */
  departmentId: id.optional(),
  /** Rated by the customer with at most so many stars. */
  scoreUpTo: z.enum(['1', '2', '3', '4', '5']).optional(),
  tag: orderTag.optional(),
  /** Values of custom fields, by the id of the field: those that are equal. */
  custom: z
    .record(id, text(500))
    .optional()
    .meta({ examples: [{ 12: 'yes' }] }),
  companyId: id.optional(),
  outletId: id.optional(),
  deviceId: id.optional(),
  lineId: id.optional(),
  alarmId: id.optional(),
  /** Made by a plan. */
  planId: id.optional(),
  /** Created at or after, and before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** Resolved at or after, and before. */
  resolvedFrom: z.iso.datetime().optional(),
  resolvedTo: z.iso.datetime().optional(),
  /** To be resolved at or after, and before. */
  dueFrom: z.iso.datetime().optional(),
  dueTo: z.iso.datetime().optional(),
  /** Whether it was resolved by its deadline, which has passed. */
  inTime: z.enum(['yes', 'no']).optional(),
  /** To be responded to at or after, and before; and whether it was by then. */
  respondDueFrom: z.iso.datetime().optional(),
  respondDueTo: z.iso.datetime().optional(),
  respondedInTime: z.enum(['yes', 'no']).optional(),
  /** Whether the customer rated it. */
  rated: z.enum(['yes']).optional(),
})

const sortColumns = ['createdAt', 'resolveDue', 'priority'] as const

export const orderQuery = pageInput.extend({
  ...orderFilters.shape,
  sort: z.enum(sortColumns.flatMap((column) => [column, `-${column}`] as const)).default('-createdAt'),
})

export const orderRow = z.object({
  id,
  /** Counts up within its company. */
  number: z.number().int(),
  companyId: id,
  companyName: z.string(),
  version: orderVersion,
  type: z.enum(orderTypes),
  category: z.enum(orderCategories),
  title: z.string(),
  impact: z.enum(orderImpacts),
  urgency: z.enum(orderUrgencies),
  /** 1 is the highest: impact × urgency. */
  priority: z.number().int(),
  state: z.enum(orderStates),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  deviceId: id.nullable(),
  lineId: id.nullable(),
  /** Of the device or the line, when the order was made. */
  subjectName: z.string(),
  /** Whether the device is a smart CPE, whose page is another. */
  isGateway: z.boolean(),
  alarmId: id.nullable(),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  /** Offered to engineers to take. */
  pooled: z.boolean(),
  /** Of the customer, 1 to 5. */
  score: z.number().int().nullable(),
  tags: z.array(z.string()),
  /** Values of custom fields, by the id of the field. */
  custom: z.record(z.string(), z.string()),
  createdAt: instant,
  createdBy: z.string(),
  /** Null: the clock stands. */
  respondDue: instant.nullable(),
  resolveDue: instant.nullable(),
  /** Set by hand: it does not move. */
  dueByHand: z.boolean(),
  respondedAt: instant.nullable(),
  resolvedAt: instant.nullable(),
  suspendedUntil: instant.nullable(),
})
