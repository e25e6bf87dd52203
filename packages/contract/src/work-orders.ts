import { z } from 'zod'
import { approvalShown } from './approval-schemas.ts'
import { approvalRisks, approvalStandings } from './approval-values.ts'
import { endpoint } from './endpoint.ts'
import { orderCost, orderPrice } from './order-allowance.ts'
import { carrierFields, carrierShown } from './order-carrier.ts'
import { importErrors, importPreview, importResult } from './imports.ts'
import { orderCheckLimits } from './order-form-values.ts'
import { checkInput } from './order-templates.ts'
import { done, email, failedItem, id, instant, name, nothing, pageOf } from './schemas.ts'
import { openOrderStates, orderMoveNames, orderStates } from './states/work-order.ts'
import {
  customValues,
  draftKey,
  orderFilters,
  orderQuery,
  orderRow,
  orderTag,
  orderVersion,
} from './work-order-schemas.ts'
import {
  orderCategories,
  orderCauses,
  orderClocks,
  orderEventKinds,
  orderFileSources,
  orderImpacts,
  orderRelations,
  orderTypes,
  orderUrgencies,
  suspensionReasons,
} from './work-order-values.ts'

const text = (most: number) => z.string().trim().max(most)
const note = z.string().trim().min(1).max(4000)
const future = z.iso.datetime({ offset: true }).meta({ examples: ['2026-12-01T10:00:00+08:00'] })
const order = { orderId: id, version: orderVersion }

const orderFields = {
  type: z.enum(orderTypes).default('fault'),
  category: z.enum(orderCategories).default('other'),
  title: name,
  description: text(8000).default(''),
  impact: z.enum(orderImpacts).default('medium'),
  urgency: z.enum(orderUrgencies).default('medium'),
  contactName: text(100).default(''),
  contactPhone: text(40).default(''),
  /** Where the rating is asked for, beside the phone. */
  contactEmail: email.or(z.literal('')).default(''),
  tags: z.array(orderTag).max(20).default([]),
  /** Of a change: how likely it does harm, and what it costs; both decide who approves it. */
  risk: z.enum(approvalRisks).nullable().default(null),
  amount: z.number().min(0).max(99_999_999).nullable().default(null),
  /** Of the type's custom fields (`GET /api/v1/work/field`). A change without it leaves them. */
  custom: customValues.optional(),
}

const customErrors = [
  'order_field.value_missing',
  'order_field.value_text',
  'order_field.value_number',
  'order_field.value_date',
  'order_field.value_choice',
  'order_field.value_elsewhere',
] as const

export const pageOrders = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/order/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Work orders of the company acted in, or of all below it',
  input: orderQuery,
  output: pageOf(orderRow),
})

export const exportOrders = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/export',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: orderQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'work_order.exported',
})

export const importOrders = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/import',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Import work orders into the company acted in from a CSV (title; optional reference, type, category, impact, urgency, outlet, description, contactName, contactPhone, contactEmail, tags), or with source=glpi from the export of tickets of GLPI (English, French, Chinese): all rows or none, at most 2,000; those imported before, by reference or id, stay as they are',
  inputKind: 'multipart',
  input: z.object({ source: z.enum(orderFileSources).default('plain') }),
  output: importResult,
  errors: [...importErrors],
  audit: 'work_order.imported',
})

export const previewImportedOrders = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/import/preview',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'What an import of work orders would add and refuse',
  inputKind: 'multipart',
  input: z.object({ source: z.enum(orderFileSources).default('plain') }),
  output: importPreview,
  errors: [...importErrors],
})

export const boardOrders = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/order/board',
  access: 'DMS_SERVER_WORK_ORDER',
  summary:
    'Open work orders by state: the first of each, those due first, and how many there are (to 10,000)',
  input: orderFilters.omit({ standing: true, state: true }).extend({
    most: z.coerce.number().int().min(1).max(50).default(20),
  }),
  output: z.array(
    z.object({
      state: z.enum(openOrderStates),
      items: z.array(orderRow),
      total: z.number().int(),
      totalCapped: z.boolean(),
    }),
  ),
})

const counted = z.object({
  from: instant,
  to: instant,
})

const clock = z.object({
  clock: z.enum(orderClocks),
  minutes: z.number().int(),
  /** Round the clock, or in service hours. */
  always: z.boolean(),
  due: instant.nullable(),
  byHand: z.boolean(),
  /** When it stopped: somebody responded, or resolved. */
  stoppedAt: instant.nullable(),
  /** Of the target, up to now or its stop. */
  usedMinutes: z.number(),
  /** Every interval that counts up to the deadline, at most 200; and those that do not, with why. */
  counted: z.array(counted),
  left: z.array(
    counted.extend({ to: instant.nullable(), reason: z.enum([...suspensionReasons, 'resolved']) }),
  ),
})

export const getOrder = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'One work order with its history, its relations and why its deadlines are what they are',
  input: z.object({ orderId: id }),
  output: orderRow.extend({
    description: z.string(),
    contactName: z.string(),
    contactPhone: z.string(),
    contactEmail: z.string(),
    risk: z.enum(approvalRisks).nullable(),
    amount: z.number().nullable(),
    cost: orderCost,
    /** Whether a change may be carried out. */
    approval: z.enum(approvalStandings),
    checks: z.array(
      z.object({
        id,
        text: z.string(),
        required: z.boolean(),
        doneAt: instant.nullable(),
        doneBy: z.string().nullable(),
      }),
    ),
    /** Required ones that nobody has ticked: it is not resolved before. */
    openChecks: z.number().int(),
    /** Of a carrier fault; null: nothing is written down yet. */
    carrier: carrierShown.nullable(),
    /** The last one asked for. */
    approvalAsked: approvalShown.nullable(),
    cause: z.enum(orderCauses).nullable(),
    solution: z.string(),
    closedAt: instant.nullable(),
    watchers: z.array(z.object({ personId: id, name: z.string() })),
    watching: z.boolean(),
    /** The caller: some moves are the assignee's alone. */
    personId: id,
    relations: z.array(
      z.object({
        kind: z.enum(orderRelations),
        /** The other order says so of this one. */
        inverse: z.boolean(),
        orderId: id,
        number: z.number().int(),
        title: z.string(),
        state: z.enum(orderStates),
      }),
    ),
    agreement: z.object({ id, name: z.string(), version: z.number().int(), timeZone: z.string() }).nullable(),
    timeZone: z.string(),
    clocks: z.array(clock),
    /** Newest first, at most 300. */
    history: z.array(
      z.object({
        id,
        at: instant,
        kind: z.enum([...orderMoveNames, ...orderEventKinds]),
        /** Only the author's own company reads it. */
        internal: z.boolean(),
        note: z.string().nullable(),
        /** To whom it was assigned, who watches, what it is related to. */
        name: z.string().nullable(),
        reason: z.enum(suspensionReasons).nullable(),
        until: instant.nullable(),
        cause: z.enum(orderCauses).nullable(),
        clock: z.enum(orderClocks).nullable(),
        percent: z.number().int().nullable(),
        /** Names of the fields that were changed. */
        fields: z.array(z.string()),
        /** Custom fields that were changed, by their ids. */
        custom: z.array(
          z.object({ fieldId: id, before: z.string().nullable(), after: z.string().nullable() }),
        ),
        /** Attachments of a mail: kept with the order, and left out. */
        files: z.array(z.string()),
        leftOut: z.array(z.string()),
        actorName: z.string().nullable(),
        actorCompanyName: z.string().nullable(),
      }),
    ),
  }),
  errors: ['work_order.not_found'],
})

export const createOrder = endpoint({
  method: 'POST',
  path: '/api/v1/work/order',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Make a work order in the company acted in, or in that of its alarm, device, line or site',
  input: z.object({
    ...orderFields,
    /** Of a carrier fault. */
    carrier: z.object(carrierFields).optional(),
    /** Points that the engineer ticks. */
    checklist: z.array(checkInput).max(orderCheckLimits.points).default([]),
    /** Into the pool, or to a person; without it, as the company dispatches its orders. */
    assign: z.union([z.literal('pool'), id]).optional(),
    /** What it is about: at most one of the three, and the site follows from it. */
    alarmId: id.optional(),
    deviceId: id.optional(),
    lineId: id.optional(),
    outletId: id.optional(),
    /** Of an order beyond the free ones of the package, as the person has confirmed it. */
    price: orderPrice.nullable().default(null),
  }),
  output: z.object({ id, number: z.number().int() }),
  errors: [
    'work_order.price',
    'work_order.subject_not_found',
    'work_order.alarm_not_found',
    'work_order.alarm_has_order',
    'work_order.outlet_needed',
    'work_order.not_carrier',
    'work_order.assignee_not_found',
    ...customErrors,
  ],
  audit: 'work_order.created',
})

export const editOrder = endpoint({
  method: 'PUT',
  path: '/api/v1/work/order/:orderId',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Change what an open work order says; its deadlines follow impact and urgency',
  input: z.object({ ...order, ...orderFields }),
  output: z.object({ version: orderVersion }),
  errors: [
    'work_order.not_found',
    'work_order.changed',
    'work_order.over',
    'approval.pending',
    ...customErrors,
  ],
  audit: 'work_order.edited',
})

export const moveOrder = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/move',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Move a work order to another state',
  input: z.object({
    ...order,
    move: z.discriminatedUnion('name', [
      /** `me`, or a person that `GET …/assignees` lists. */
      z.object({ name: z.literal('assign'), to: z.union([id, z.literal('me')]), note: note.optional() }),
      z.object({ name: z.literal('take') }),
      z.object({ name: z.literal('pool') }),
      z.object({ name: z.literal('claim') }),
      z.object({ name: z.literal('dispatch') }),
      z.object({ name: z.literal('accept') }),
      z.object({ name: z.literal('refuse'), note }),
      z.object({ name: z.literal('transfer'), to: id, note }),
      z.object({ name: z.literal('start') }),
      z.object({
        name: z.literal('suspend'),
        reason: z.enum(suspensionReasons),
        until: future.optional(),
        note,
      }),
      z.object({ name: z.literal('resume') }),
      z.object({ name: z.literal('resolve'), cause: z.enum(orderCauses), solution: note }),
      z.object({ name: z.literal('reopen'), note }),
      z.object({ name: z.literal('close'), note: note.optional() }),
      z.object({ name: z.literal('cancel'), note }),
    ]),
  }),
  output: z.object({ version: orderVersion, state: z.enum(orderStates) }),
  errors: [
    'work_order.not_found',
    'work_order.changed',
    'work_order.wrong_state',
    'work_order.not_assignee',
    'work_order.own_already',
    'work_order.not_pooled',
    'work_order.pooled_already',
    'work_order.claimed',
    'work_order.no_engineer',
    'work_order.transfer_to_itself',
    'work_order.assignee_not_found',
    'work_order.due_past',
    'approval.needed',
    'work_order.checks_open',
  ],
  audit: 'work_order.moved',
})

export const askOrderApproval = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/approval',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Ask for the approval of a change, by the policy that applies to its amount and risk',
  input: z.object({ ...order, note: text(1000).default('') }),
  output: z.object({ version: orderVersion }),
  errors: [
    'work_order.not_found',
    'work_order.changed',
    'work_order.over',
    'approval.pending',
    'approval.not_needed',
  ],
  audit: 'work_order.approval_asked',
})

export const moveOrders = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/batch/move',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Move several work orders, each as the person saw it; those that refuse it are answered',
  input: z.object({
    orders: z.array(z.object(order)).min(1).max(200),
    move: z.discriminatedUnion('name', [
      z.object({ name: z.literal('assign'), to: z.union([id, z.literal('me')]), note: note.optional() }),
      z.object({ name: z.literal('take') }),
      z.object({ name: z.literal('pool') }),
      z.object({ name: z.literal('close'), note: note.optional() }),
      z.object({ name: z.literal('cancel'), note }),
    ]),
  }),
  output: z.object({ accepted: z.number().int(), failed: z.array(failedItem) }),
  errors: ['50001', '50002'],
  audit: 'work_order.moved',
})

export const noteOrder = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/note',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Write a note for the customer, or an internal one that only the own company reads',
  input: z.object({ orderId: id, note, internal: z.boolean().default(false), key: draftKey }),
  output: done,
  errors: ['work_order.not_found'],
  audit: 'work_order.noted',
})

export const setOrderDue = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/due',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Set the deadline of the solution by hand, after which it does not move; null: computed again',
  input: z.object({ ...order, due: future.nullable(), note }),
  output: z.object({ version: orderVersion }),
  errors: ['work_order.not_found', 'work_order.changed', 'work_order.over', 'work_order.due_past'],
  audit: 'work_order.due_set',
})

export const tickOrderCheck = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/check',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Tick a point of the checklist of a work order, or take that back',
  input: z.object({ orderId: id, checkId: id, done: z.boolean() }),
  output: done,
  errors: ['work_order.not_found', 'work_order.over', 'work_order.check_not_found'],
  audit: 'work_order.checked',
})

export const watchOrder = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/watch',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Watch a work order, or no longer',
  input: z.object({ orderId: id, watch: z.boolean() }),
  output: done,
  errors: ['work_order.not_found', 'work_order.too_many_watchers'],
  audit: 'work_order.watched',
})

export const relateOrders = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/relation',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Relate a work order to another of its company, by its number; or end that',
  input: z.object({
    orderId: id,
    kind: z.enum(orderRelations),
    number: z.number().int().min(1).max(999_999_999),
    related: z.boolean().default(true),
  }),
  output: done,
  errors: [
    'work_order.not_found',
    'work_order.related_not_found',
    'work_order.related_to_itself',
    'work_order.too_many_related',
  ],
  audit: 'work_order.related',
})

export const orderAssignees = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/assignees',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Who can be given a work order: members of its company, and colleagues of the caller who may act there',
  input: z.object({
    /** Without it, members of the company acted in. */
    orderId: id.optional(),
    search: text(100).optional(),
  }),
  output: z.array(
    z.object({ personId: id, name: z.string(), companyName: z.string(), openOrders: z.number().int() }),
  ),
  errors: ['work_order.not_found'],
})

export const countOrders = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/count',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'How many open work orders there are, by what they wait for; each stops at 10,000',
  input: nothing,
  output: z.object({
    open: z.number().int(),
    unassigned: z.number().int(),
    overdue: z.number().int(),
    mine: z.number().int(),
    /** In the pool, for the caller to take. */
    toClaim: z.number().int(),
  }),
})
