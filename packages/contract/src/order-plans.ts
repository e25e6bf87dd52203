import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { repeatRule } from './maintenance-values.ts'
import { planLimits } from './order-form-values.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'

const day = z.iso.date().meta({ examples: ['2026-12-01'] })
const text = (most: number) => z.string().trim().max(most)

/** Where orders are made each time: as it is on that date, so that a new site of the region has one too. */
const planScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  /** That region and all below it. */
  z.object({ kind: z.literal('region'), region: text(200).min(1) }),
  z.object({ kind: z.literal('outlets'), outletIds: z.array(id).min(1).max(planLimits.chosen) }),
  z.object({ kind: z.literal('devices'), deviceIds: z.array(id).min(1).max(planLimits.chosen) }),
  z.object({ kind: z.literal('tag'), tag: text(100).min(1) }),
])

const times = {
  /** RRULE of RFC 5545 over days: daily, weekly or monthly. */
  rule: repeatRule.meta({ examples: ['FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=1'] }),
  startsOn: day,
  /** The last possible date; null: without end. */
  endsOn: day.nullable().default(null),
}

const planInput = {
  name,
  templateId: id,
  scope: planScope,
  ...times,
  /** Of each date, by the clock of the site. */
  dueTime: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
    .default('18:00')
    .meta({ examples: ['18:00'] }),
  /** So many days before each date its orders are made, at midnight of the site. */
  leadDays: z.number().int().min(0).max(planLimits.leadDays).default(7),
  /** None is made where the one before is open. */
  skipOpen: z.boolean().default(true),
}

const run = z.object({
  occursOn: z.string(),
  targets: z.number().int(),
  made: z.number().int(),
  skipped: z.number().int(),
  startedAt: instant,
  finishedAt: instant.nullable(),
})

const plan = z.object({
  id,
  name: z.string(),
  templateId: id,
  templateName: z.string(),
  scope: planScope,
  rule: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  dueTime: z.string(),
  leadDays: z.number().int(),
  skipOpen: z.boolean(),
  pausedAt: instant.nullable(),
  /** Null: it is over. */
  nextOn: z.string().nullable(),
  editedAt: instant,
  editedBy: z.string(),
  /** Of the last date. */
  lastRun: run.nullable(),
})

const inputErrors = [
  'order_plan.name_taken',
  'order_plan.dates_swapped',
  'order_plan.never',
  'order_template.not_found',
  'outlet.not_found',
  'device.not_found',
] as const

export const pageOrderPlans = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/plan/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Plans of recurring work orders of the company acted in',
  input: pageInput.extend({
    /** Part of the name. */
    search: text(100).optional(),
    state: z.enum(['active', 'paused', 'over']).optional(),
    sort: z.enum(['name', '-name', 'nextOn', '-nextOn']).default('nextOn'),
  }),
  output: pageOf(plan),
})

export const getOrderPlan = endpoint({
  method: 'GET',
  path: '/api/v1/work/plan/:planId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'One plan with its next ten dates and its last fifty',
  input: z.object({ planId: id }),
  output: plan.extend({
    dates: z.array(z.string()),
    /** Sites or devices of its scope now. */
    targets: z.number().int(),
    places: z.array(z.object({ id, name: z.string() })),
    runs: z.array(run),
  }),
  errors: ['order_plan.not_found'],
})

export const orderDevices = endpoint({
  method: 'GET',
  path: '/api/v1/work/device/choices',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Devices at sites of the company acted in, of every type; the first 50 by name',
  input: z.object({ search: text(100).optional() }),
  output: z.array(z.object({ id, name: z.string(), outletName: z.string().nullable() })),
})

export const previewOrderPlan = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/plan/preview',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'The next ten dates of a plan',
  input: z.object(times),
  output: z.array(z.string()),
})

export const addOrderPlan = endpoint({
  method: 'POST',
  path: '/api/v1/work/plan',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Make work orders again and again from a template, one for each site or device of the scope',
  input: z.object(planInput),
  output: z.object({ id }),
  errors: ['order_plan.too_many', ...inputErrors],
  audit: 'order_plan.added',
})

export const editOrderPlan = endpoint({
  method: 'PUT',
  path: '/api/v1/work/plan/:planId',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Change a plan; work orders that it made stay as they are',
  input: z.object({ planId: id, ...planInput }),
  output: done,
  errors: ['order_plan.not_found', ...inputErrors],
  audit: 'order_plan.edited',
})

export const pauseOrderPlan = endpoint({
  method: 'POST',
  path: '/api/v1/work/plan/:planId/pause',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Pause a plan, or go on with its next date; dates that passed meanwhile are left out',
  input: z.object({ planId: id, paused: z.boolean() }),
  output: done,
  errors: ['order_plan.not_found'],
  audit: 'order_plan.paused',
})

export const deleteOrderPlan = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/plan/:planId',
  access: 'DMS_SERVER_WORK_ORDER_SETUP',
  summary: 'Delete a plan; work orders that it made stay',
  input: z.object({ planId: id }),
  output: done,
  errors: ['order_plan.not_found'],
  audit: 'order_plan.deleted',
})
