import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { importErrors, importInput, importPreview, importResult } from './imports.ts'
import { mostSitesAtOnce, openingSteps } from './opening-values.ts'
import { outletRegion } from './outlets.ts'
import { done, failedItem, id, instant, name, pageInput, pageOf } from './schemas.ts'
import { orderStates } from './states/work-order.ts'

const day = z.iso.date().meta({ examples: ['2026-12-01'] })
const note = z.string().trim().max(2000).default('')
const siteIds = z.array(id).min(1).max(mostSitesAtOnce)
const missing = ['opening.not_found'] as const
const outcome = z.object({ accepted: z.number().int(), failed: z.array(failedItem) })

const opening = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  name: z.string(),
  note: z.string(),
  createdAt: instant,
  createdBy: z.string(),
  /** The earliest planned day of a site that is not accepted. */
  nextOn: z.string().nullable(),
  /** Sites that the caller sees; of them with an order, and not accepted after their planned day. */
  sites: z.number().int(),
  orders: z.number().int(),
  late: z.number().int(),
  /** How many sites each step is done at. */
  steps: z.record(z.enum(openingSteps), z.number().int()),
})

export const pageOpenings = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/opening/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Opening projects of the company acted in, or of all below it: those that are late first',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    /** With sites that are not accepted, or without. */
    standing: z.enum(['running', 'over']).optional(),
    companyId: id.optional(),
    sort: z.enum(['nextOn', '-nextOn', 'createdAt', '-createdAt']).default('nextOn'),
  }),
  output: pageOf(opening),
})

export const getOpening = endpoint({
  method: 'GET',
  path: '/api/v1/work/opening/:openingId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'One opening project with its progress',
  input: z.object({ openingId: id }),
  output: opening,
  errors: [...missing],
})

export const addOpening = endpoint({
  method: 'POST',
  path: '/api/v1/work/opening',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Begin an opening project in the company acted in; its sites come by selection or by file',
  input: z.object({ name, note }),
  output: z.object({ id }),
  audit: 'opening.added',
})

export const editOpening = endpoint({
  method: 'PUT',
  path: '/api/v1/work/opening/:openingId',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Change name and note of an opening project',
  input: z.object({ openingId: id, name, note }),
  output: done,
  errors: [...missing],
  audit: 'opening.edited',
})

export const deleteOpening = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/opening/:openingId',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Delete an opening project that has no orders yet',
  input: z.object({ openingId: id }),
  output: done,
  errors: [...missing, 'opening.has_orders'],
  audit: 'opening.deleted',
})

export const addOpeningSites = endpoint({
  method: 'POST',
  path: '/api/v1/work/opening/:openingId/site',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Add sites to an opening project: chosen ones, or all of a region and below; those in it stay as they are',
  input: z.object({
    openingId: id,
    outletIds: z.array(id).max(mostSitesAtOnce).default([]),
    region: outletRegion.optional(),
    plannedOn: day,
  }),
  output: z.object({ added: z.number().int() }),
  errors: [...missing, 'opening.nothing', 'opening.outlet_not_found', 'opening.too_many_sites'],
  audit: 'opening.sites_added',
})

export const importOpeningSites = endpoint({
  method: 'POST',
  path: '/api/v1/work/opening/:openingId/site/import',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Import sites of an opening project from a CSV (code, plannedOn; of sites that are new also name, and optionally region, address, contacts): all rows or none, at most 2,000',
  inputKind: 'multipart',
  input: importInput.extend({ openingId: id }),
  output: importResult,
  errors: [...importErrors, ...missing, 'opening.too_many_sites'],
  audit: 'opening.sites_imported',
})

export const previewOpeningSites = endpoint({
  method: 'POST',
  path: '/api/v1/work/opening/:openingId/site/import/preview',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'What an import of sites of an opening project would add, change and refuse',
  inputKind: 'multipart',
  input: z.object({ openingId: id }),
  output: importPreview,
  errors: [...importErrors, ...missing, 'opening.too_many_sites'],
})

const step = z.object({ at: instant, by: z.string() }).nullable()
const site = z.object({
  id,
  openingId: id,
  outletId: id,
  outletName: z.string(),
  outletCode: z.string(),
  region: z.string(),
  plannedOn: z.string(),
  /** Not accepted, and its planned day is over. */
  late: z.boolean(),
  orderId: id.nullable(),
  orderNumber: z.number().int().nullable(),
  orderState: z.enum(orderStates).nullable(),
  assigneeName: z.string().nullable(),
  /** Null: not done. By nobody: the console saw it. */
  steps: z.record(z.enum(openingSteps), step),
})

export const pageOpeningSites = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/opening/:openingId/site/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Sites of an opening project: those that are late first',
  input: pageInput.extend({
    openingId: id,
    search: z.string().trim().max(100).optional(),
    /** Whose next step is this one. */
    waitsFor: z.enum(openingSteps).optional(),
    late: z.enum(['yes']).optional(),
    sort: z.enum(['plannedOn', '-plannedOn']).default('plannedOn'),
  }),
  output: pageOf(site),
  errors: [...missing],
})

export const setOpeningStep = endpoint({
  method: 'POST',
  path: '/api/v1/work/opening/:openingId/step',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Set a step of several sites as done, or as not done; a site is accepted after all other steps',
  input: z.object({ openingId: id, siteIds, step: z.enum(openingSteps), done: z.boolean().default(true) }),
  output: outcome,
  errors: [...missing, '50001', '50002'],
  audit: 'opening.step_set',
})

export const planOpeningSites = endpoint({
  method: 'POST',
  path: '/api/v1/work/opening/:openingId/plan',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Plan several sites for another day; the deadlines of their orders follow',
  input: z.object({ openingId: id, siteIds, plannedOn: day }),
  output: outcome,
  errors: [...missing, '50001', '50002'],
  audit: 'opening.sites_planned',
})

export const removeOpeningSites = endpoint({
  method: 'POST',
  path: '/api/v1/work/opening/:openingId/remove',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Take sites without an order out of an opening project',
  input: z.object({ openingId: id, siteIds }),
  output: outcome,
  errors: [...missing, '50001', '50002'],
  audit: 'opening.sites_removed',
})

export const makeOpeningOrders = endpoint({
  method: 'POST',
  path: '/api/v1/work/opening/:openingId/order',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Make the installation order of each site that has none; a job makes them, due on the planned day',
  input: z.object({ openingId: id }),
  output: z.object({ waiting: z.number().int() }),
  errors: [...missing, 'opening.orders_made'],
  audit: 'opening.orders_asked',
})

export const getOpeningSite = endpoint({
  method: 'GET',
  path: '/api/v1/work/opening/site/:siteId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'What the acceptance sheet of a site shows: steps, devices and the link test',
  input: z.object({ siteId: id }),
  output: site.extend({
    openingName: z.string(),
    companyName: z.string(),
    address: z.string(),
    /** At most 200. */
    devices: z.array(
      z.object({
        name: z.string(),
        type: z.string(),
        model: z.string(),
        serialNumber: z.string(),
        presence: z.enum(['online', 'overdue', 'offline', 'unknown']),
      }),
    ),
    /** When the step was done; until then as of now. */
    linkTest: z.array(
      z.object({
        line: z.string(),
        state: z.enum(['up', 'down', 'blind', 'unmeasured']),
        loss: z.number().nullable(),
        rtt: z.number().nullable(),
        jitter: z.number().nullable(),
        at: instant.nullable(),
        by: z.enum(['probe', 'server', 'gateway']).nullable(),
      }),
    ),
  }),
  errors: ['opening.site_not_found'],
})

export const openingOfOrder = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/opening',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'The site of an opening project that an order is for; null: none',
  input: z.object({ orderId: id }),
  output: site.extend({ openingName: z.string() }).nullable(),
  errors: ['work_order.not_found'],
})
