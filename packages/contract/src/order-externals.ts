import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './schemas.ts'

export const orderExternal = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/external',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'The engineer of a partner company who works on an order; null: nobody',
  input: z.object({ orderId: id }),
  output: z
    .object({
      name: z.string(),
      partner: z.string(),
      phone: z.string(),
      assignedAt: instant,
      assignedBy: z.string(),
    })
    .nullable(),
  errors: ['work_order.not_found'],
})

export const setOrderExternal = endpoint({
  method: 'PUT',
  path: '/api/v1/work/order/:orderId/external',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Say which engineer of a partner company works on an order; its assignee stays responsible and acts for them here. Null: nobody',
  input: z.object({
    orderId: id,
    /** Of the company acted in. */
    externalId: id.nullable(),
  }),
  output: done,
  errors: ['work_order.not_found', 'work_order.over', 'external_engineer.not_found'],
  audit: 'work_order.external_set',
})
