import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { mostStickersAtOnce } from './field-work-values.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'

export const pageStickers = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/sticker/lists',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'QR stickers of sites and devices of the company acted in, with the tickets that they carry',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    outletId: id.optional(),
    ended: z.enum(['yes']).optional(),
    sort: z.enum(['-createdAt', 'createdAt']).default('-createdAt'),
  }),
  output: pageOf(
    z.object({
      id,
      outletId: id,
      outletName: z.string(),
      deviceId: id.nullable(),
      deviceName: z.string().nullable(),
      createdAt: instant,
      createdBy: z.string(),
      endedAt: instant.nullable(),
      /** Work orders that were reported by it. */
      reports: z.number().int(),
      /** Part of the address that the sticker leads to; null: it has ended. */
      ticket: z.string().nullable(),
    }),
  ),
})

export const makeStickers = endpoint({
  method: 'POST',
  path: '/api/v1/work/sticker',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Make QR stickers of sites or devices; those that have one keep it',
  input: z.object({
    outletIds: z.array(id).max(mostStickersAtOnce).default([]),
    deviceIds: z.array(id).max(mostStickersAtOnce).default([]),
  }),
  output: z.object({ made: z.number().int() }),
  errors: ['work_sticker.nothing', 'work_sticker.subject_not_found'],
  audit: 'work_sticker.made',
})

export const endSticker = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/sticker/:stickerId',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'End a sticker, for instance one that was abused; another one has another ticket',
  input: z.object({ stickerId: id }),
  output: done,
  errors: ['work_sticker.not_found'],
  audit: 'work_sticker.ended',
})

export const askRating = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/rating-link',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'The link by which the customer rates a resolved order: the same until it ends, by itself or by hand',
  input: z.object({ orderId: id }),
  output: z.object({ ticket: z.string() }),
  errors: ['work_order.not_found', 'work_order.not_resolved', 'work_order.rated'],
  audit: 'work_order.rating_asked',
})

export const endOrderLinks = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/order/:orderId/rating-link',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'End the links of an order for people without an account, those of its rating and of its report; a rating link made afterwards is another one',
  input: z.object({ orderId: id }),
  output: done,
  errors: ['work_order.not_found', 'work_order.no_link'],
  audit: 'work_order.links_ended',
})
