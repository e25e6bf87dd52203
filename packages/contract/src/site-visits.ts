import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mostTravelMinutes, ratingSmsStates, visitStates } from './field-work-values.ts'
import { done, id, instant, name } from './schemas.ts'
import { orderStates } from './states/work-order.ts'
import { orderTypes } from './work-order-values.ts'

const moment = z.iso.datetime({ offset: true }).meta({ examples: ['2026-12-01T10:00:00+08:00'] })
const reason = z.string().trim().min(1).max(1000)
const version = z.number().int().min(1)

const visit = z.object({
  id,
  state: z.enum(visitStates),
  startsAt: instant,
  endsAt: instant,
  travelMinutes: z.number().int(),
  engineerId: id,
  engineerName: z.string(),
  arrivedAt: instant.nullable(),
  /** Only where the engineer allowed it. */
  place: z.object({ latitude: z.number(), longitude: z.number(), accuracyMetres: z.number() }).nullable(),
})

export const getSite = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/site',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Work on site: appointment and arrivals, helpers, the signature and the rating of the customer',
  input: z.object({ orderId: id }),
  output: z.object({
    /** Newest first, at most 50. */
    visits: z.array(visit),
    helpers: z.array(z.object({ personId: id, name: z.string() })),
    /** Of the site, in which appointments lie; empty: not known. */
    businessHours: z.string(),
    timeZone: z.string(),
    address: z.string(),
    signature: z
      .object({
        signer: z.string(),
        signedAt: instant,
        takenBy: z.string(),
        /** A PNG as a data URL. */
        picture: z.string(),
      })
      .nullable(),
    rating: z.object({ score: z.number().int(), comment: z.string(), ratedAt: instant }).nullable(),
    /** When a link to rate was last made. */
    ratingAskedAt: instant.nullable(),
    /** What became of the SMS that asks for it; null: none was sent. */
    ratingSms: z.enum(ratingSmsStates).nullable(),
    ratingMailed: z.boolean(),
    /** Until when a link shows the order to people without an account; null: none is in force. */
    linkUntil: instant.nullable(),
  }),
  errors: ['work_order.not_found'],
})

export const planVisit = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/visit',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Make an appointment of the assignee with the contact, in business hours of the site; or move it',
  input: z.object({
    orderId: id,
    version,
    startsAt: moment,
    endsAt: moment,
    travelMinutes: z.number().int().min(0).max(mostTravelMinutes).default(30),
    /** Needed to move an appointment. */
    reason: reason.optional(),
  }),
  output: z.object({ version }),
  errors: [
    'work_order.not_found',
    'work_order.changed',
    'work_order.over',
    'visit.assignee_needed',
    'visit.past',
    'visit.times_swapped',
    'visit.too_long',
    'visit.outside_hours',
    'visit.overlaps',
    'visit.reason_needed',
  ],
  audit: 'work_order.visit_planned',
})

export const cancelVisit = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/visit/cancel',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Cancel the appointment',
  input: z.object({ orderId: id, version, reason }),
  output: z.object({ version }),
  errors: ['work_order.not_found', 'work_order.changed', 'visit.not_found'],
  audit: 'work_order.visit_cancelled',
})

export const checkIn = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/check-in',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'The assignee or a helper arrives on site; an accepted order is then in progress',
  input: z.object({
    orderId: id,
    version,
    place: z
      .object({
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        accuracyMetres: z.number().min(0).max(1_000_000),
      })
      .optional(),
  }),
  output: z.object({ version }),
  errors: [
    'work_order.not_found',
    'work_order.changed',
    'work_order.wrong_state',
    'work_order.not_assignee',
    'approval.needed',
  ],
  audit: 'work_order.arrived',
})

export const signOrder = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/signature/file',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: "The customer's signature as an image; another one replaces it",
  inputKind: 'multipart',
  fileLimit: 1,
  input: z.object({ orderId: id, signer: name }),
  output: done,
  errors: [
    'work_order.not_found',
    'work_order.wrong_state',
    'image.type',
    'image.too_large',
    'image.dimensions',
    'file.empty',
  ],
  audit: 'work_order.signed',
})

export const listVisits = endpoint({
  method: 'GET',
  path: '/api/v1/work/visit',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Appointments and arrivals of at most 45 days, by engineer and time; at most 2,000',
  input: z.object({ from: moment, to: moment }),
  output: z.object({
    items: z.array(
      visit.extend({
        orderId: id,
        number: z.number().int(),
        title: z.string(),
        type: z.enum(orderTypes),
        orderState: z.enum(orderStates),
        priority: z.number().int(),
        outletName: z.string().nullable(),
        companyName: z.string(),
      }),
    ),
    cut: z.boolean(),
  }),
  errors: ['visit.range_too_wide', 'visit.times_swapped'],
})
