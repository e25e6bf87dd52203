import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { partCategories, partReservationStates } from './part-values.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { assignmentMoves, assignmentStates, sharingActs } from './sharing-values.ts'
import { orderCategories, orderCauses } from './work-order-values.ts'

const note = z.string().trim().max(4000).default('')
/** What the company of the redemption calls it: of no use to any other. */
const ref = z
  .string()
  .regex(/^[0-9a-f]{24}$/)
  .meta({ examples: ['0f1e2d3c4b5a69788796a5b4'] })

const engineer = z.object({
  redemptionId: id,
  ref,
  companyName: z.string(),
  /** Without a shared name: a mark that stays the same. */
  name: z.string(),
  phone: z.string().nullable(),
  skills: z.array(z.enum(orderCategories)).nullable(),
  regions: z.array(z.string()).nullable(),
  openOrders: z.number().int().nullable(),
  mostOpen: z.number().int().nullable(),
  /** The key allows to dispatch, and is not used up. */
  usable: z.boolean(),
  /** By skill, region, load and absence. */
  fits: z.boolean(),
})

export const sharedEngineers = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/shared/engineer',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Engineers of other companies for a work order, by redeemed keys; hidden fields are null',
  input: z.object({ orderId: id }),
  output: z.array(engineer),
  errors: ['work_order.not_found'],
})

export const dispatchShared = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/shared/engineer',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Dispatch a work order to an engineer of another company, who gets a copy of what they need',
  input: z.object({ orderId: id, version: z.number().int(), redemptionId: id, ref, note }),
  output: z.object({ version: z.number().int() }),
  errors: [
    'work_order.not_found',
    'work_order.changed',
    'work_order.wrong_state',
    'sharing.gone',
    'sharing.read_only',
    'sharing.used_up',
    'sharing.change_order',
    'sharing.dispatched_already',
  ],
  audit: 'sharing.dispatched',
})

const stock = z.object({
  redemptionId: id,
  ref,
  companyName: z.string(),
  category: z.enum(partCategories),
  model: z.string().nullable(),
  warehouseName: z.string().nullable(),
  address: z.string().nullable(),
  available: z.number().int().nullable(),
  anyLeft: z.boolean(),
  usable: z.boolean(),
})

export const pageSharedStock = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/sharing/stock/lists',
  access: 'DMS_SERVER_PART',
  summary: 'Spare parts of other companies, by redeemed keys; hidden fields are null',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    category: oneOrMany(z.enum(partCategories)),
    usable: z.enum(['yes']).optional(),
    sort: z.enum(['company', '-company']).default('company'),
  }),
  output: pageOf(stock),
})

export const sharedPartsOfOrder = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/shared/part',
  access: 'DMS_SERVER_PART',
  summary: 'Parts of other companies that the company acted in keeps for an order, or used on it',
  input: z.object({ orderId: id }),
  output: z.array(
    z.object({
      id,
      companyName: z.string(),
      category: z.enum(partCategories),
      /** Empty: the key hides it. */
      model: z.string(),
      warehouseName: z.string(),
      address: z.string(),
      serial: z.string().nullable(),
      quantity: z.number().int(),
      used: z.number().int(),
      state: z.enum(partReservationStates),
      reservedAt: instant,
      reservedBy: z.string(),
    }),
  ),
  errors: ['work_order.not_found'],
})

export const reserveShared = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/shared/part',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Reserve parts of another company for an order, in its ledger',
  input: z.object({ orderId: id, redemptionId: id, ref, quantity: z.number().int().min(1).max(100_000) }),
  output: z.object({ reserved: z.number().int() }),
  errors: [
    'work_order.not_found',
    'part.order_over',
    'part.not_enough',
    'sharing.gone',
    'sharing.read_only',
    'sharing.used_up',
  ],
  audit: 'sharing.reserved',
})

export const setSharedUsed = endpoint({
  method: 'PUT',
  path: '/api/v1/work/order/:orderId/shared/part/:partId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Say how many parts of another company the order uses; all unless somebody says less',
  input: z.object({ orderId: id, partId: id, used: z.number().int().min(0).max(100_000) }),
  output: done,
  errors: ['part.reservation_not_found', 'part.reservation_over', 'part.used_too_many'],
  audit: 'sharing.used_set',
})

export const freeShared = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/order/:orderId/shared/part/:partId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Free parts of another company that an order does not need',
  input: z.object({ orderId: id, partId: id }),
  output: done,
  errors: ['part.reservation_not_found', 'part.reservation_over'],
  audit: 'sharing.freed',
})

const assignment = z.object({
  id,
  orderNumber: z.number().int(),
  companyName: z.string(),
  title: z.string(),
  category: z.enum(orderCategories),
  priority: z.number().int(),
  state: z.enum(assignmentStates),
  outletName: z.string(),
  engineerId: id,
  engineerName: z.string(),
  resolveDue: instant.nullable(),
  visitStartsAt: instant.nullable(),
  visitEndsAt: instant.nullable(),
  dispatchedAt: instant,
})

export const pageAssignments = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/sharing/assignment/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Orders of other companies that engineers of the company acted in carry out',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    state: oneOrMany(z.enum(assignmentStates)),
    whose: z.enum(['mine']).optional(),
    sort: z.enum(['dispatchedAt', '-dispatchedAt']).default('-dispatchedAt'),
  }),
  output: pageOf(assignment),
})

export const getAssignment = endpoint({
  method: 'GET',
  path: '/api/v1/work/sharing/assignment/:assignmentId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'One order of another company, as far as the engineer needs it',
  input: z.object({ assignmentId: id }),
  output: assignment.extend({
    description: z.string(),
    address: z.string(),
    contactName: z.string(),
    contactPhone: z.string(),
    dispatchedBy: z.string(),
    endedAt: instant.nullable(),
    /** The caller is its engineer. */
    mine: z.boolean(),
    history: z.array(
      z.object({
        id,
        at: instant,
        act: z.enum(sharingActs),
        byIssuer: z.boolean(),
        actorName: z.string(),
        note: z.string(),
      }),
    ),
  }),
  errors: ['sharing.assignment_not_found'],
})

export const moveAssignment = endpoint({
  method: 'POST',
  path: '/api/v1/work/sharing/assignment/:assignmentId/move',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Accept, refuse, arrive at, note, solve or give back an order of another company; it is written into the order',
  input: z
    .object({
      assignmentId: id,
      move: z.enum(assignmentMoves),
      note,
      cause: z.enum(orderCauses).optional(),
    })
    .superRefine(({ move, note: text, cause }, context) => {
      if (['refuse', 'note', 'resolve', 'give_back'].includes(move) && text === '')
        context.addIssue({ code: 'custom', path: ['note'], message: 'validation.missing' })
      if (move === 'resolve' && cause === undefined)
        context.addIssue({ code: 'custom', path: ['cause'], message: 'validation.missing' })
    }),
  output: z.object({ state: z.enum(assignmentStates) }),
  errors: [
    'sharing.assignment_not_found',
    'sharing.assignment_over',
    'work_order.not_assignee',
    'work_order.wrong_state',
    'work_order.checks_open',
  ],
  audit: 'sharing.moved',
})
