import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './schemas.ts'
import { mailDoubts } from './work-order-values.ts'

const one = { orderId: id, mailId: id }

export const listOrderMails = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/mails',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Replies by mail that wait for a person, the oldest first',
  input: z.object({ orderId: id }),
  output: z.array(
    z.object({
      id,
      reason: z.enum(mailDoubts),
      fromAddress: z.string(),
      fromName: z.string(),
      subject: z.string(),
      /** Without what it answers. */
      note: z.string(),
      files: z.array(z.string()),
      /** Attachments that were not kept: too large, too many or of another kind. */
      leftOut: z.array(z.string()),
      receivedAt: instant,
    }),
  ),
  errors: ['work_order.not_found'],
})

export const acceptOrderMail = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/mails/:mailId/accept',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Take a reply that waits into the order, with its attachments',
  input: z.object(one),
  output: done,
  errors: ['work_order.not_found', 'work_order.mail_not_found', 'work_order.too_many_files'],
  audit: 'work_order.mail_accepted',
})

export const discardOrderMail = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/mails/:mailId/discard',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Discard a reply that waits, with its attachments',
  input: z.object(one),
  output: done,
  errors: ['work_order.not_found', 'work_order.mail_not_found'],
  audit: 'work_order.mail_discarded',
})
