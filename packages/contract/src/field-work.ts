import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { engineerRating } from './engineers.ts'
import { dispatchModes, engineerHours, engineerRefusals } from './field-work-values.ts'
import { outletRegion } from './outlets.ts'
import { done, id, nothing, pageInput, pageOf } from './schemas.ts'
import { orderCategories } from './work-order-values.ts'

const note = z.string().trim().min(1).max(4000)
const day = z.iso.date().meta({ examples: ['2026-12-01'] })

const engineerFields = {
  /** Categories of work orders; none: all. */
  skills: z.array(z.enum(orderCategories)).max(20).default([]),
  /** Each with all below it; none: everywhere. */
  regions: z.array(outletRegion).max(50).default([]),
  /** No rule assigns more open orders. */
  mostOpen: z.number().int().min(1).max(200).default(10),
  hours: z.enum(engineerHours).default('5x8'),
  awayFrom: day.nullable().default(null),
  /** Inclusive. */
  awayUntil: day.nullable().default(null),
}

export const getDispatch = endpoint({
  method: 'GET',
  path: '/api/v1/work/dispatch',
  access: 'DMS_SERVER_WORK_ORDER',
  summary:
    'What happens to new work orders: the setting of the company acted in, else of the nearest above it',
  input: nothing,
  output: z.object({
    mode: z.enum(dispatchModes),
    /** Of another company, whose name it is. */
    inheritedFrom: z.string().nullable(),
  }),
})

export const setDispatch = endpoint({
  method: 'PUT',
  path: '/api/v1/work/dispatch',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Leave new work orders to people, offer them to engineers, or assign them by rule',
  input: z.object({ mode: z.enum(dispatchModes) }),
  output: done,
  audit: 'work_dispatch.edited',
})

export const pageEngineers = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/dispatch/engineer/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Engineers of the company acted in, with skills, regions and load',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    skill: z.enum(orderCategories).optional(),
    sort: z.enum(['name', '-name']).default('name'),
  }),
  output: pageOf(
    z.object({
      personId: id,
      name: z.string(),
      skills: z.array(z.enum(orderCategories)),
      regions: z.array(z.string()),
      mostOpen: z.number().int(),
      hours: z.enum(engineerHours),
      awayFrom: z.string().nullable(),
      awayUntil: z.string().nullable(),
      openOrders: z.number().int(),
      rating: engineerRating,
      /** The certificate that ends next or ended last; null: none ends. */
      certificateEnds: z.string().nullable(),
    }),
  ),
})

export const saveEngineer = endpoint({
  method: 'PUT',
  path: '/api/v1/work/dispatch/engineer/:personId',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Make a member of the company acted in an engineer, or change what one can do, where and when',
  input: z.object({ personId: id, ...engineerFields }),
  output: done,
  errors: ['engineer.not_member', 'engineer.dates_swapped'],
  audit: 'engineer.saved',
})

export const removeEngineer = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/dispatch/engineer/:personId',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'No longer dispatch work orders to a member; those assigned stay',
  input: z.object({ personId: id }),
  output: done,
  errors: ['engineer.not_found'],
  audit: 'engineer.removed',
})

export const orderEngineers = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/engineers',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Engineers for a work order: those who fit first, in the order of the rule, and why the others do not',
  input: z.object({ orderId: id }),
  output: z.array(
    z.object({
      personId: id,
      name: z.string(),
      companyName: z.string(),
      openOrders: z.number().int(),
      mostOpen: z.number().int(),
      /** Within working hours now, and not on a visit. */
      free: z.boolean(),
      refusals: z.array(z.enum(engineerRefusals)),
    }),
  ),
  errors: ['work_order.not_found'],
})

export const askHelp = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/help',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Ask a person for help with a work order, who watches it from then on',
  input: z.object({ orderId: id, personId: id, note }),
  output: done,
  errors: [
    'work_order.not_found',
    'work_order.over',
    'work_order.assignee_not_found',
    'work_order.helps_already',
    'work_order.too_many_watchers',
  ],
  audit: 'work_order.help_asked',
})

export const orderRegions = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/regions',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Open work orders by the region of their sites, at most 500 regions',
  input: nothing,
  output: z.array(
    z.object({
      /** Empty: without a region or a site. */
      region: z.string(),
      open: z.number().int(),
      unassigned: z.number().int(),
      overdue: z.number().int(),
    }),
  ),
})
