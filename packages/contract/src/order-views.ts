import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, name, nothing } from './schemas.ts'

const value = z.string().max(200)
/** As the address of the list has them; the list ignores what it does not know. */
const filters = z
  .record(z.string().regex(/^[a-zA-Z]{1,40}(\.\d{1,18})?$/), z.union([value, z.array(value).max(50)]))
  .refine((all) => Object.keys(all).length <= 30, 'validation.tooManyItems')
  .meta({ examples: [{ state: ['new'] }] })

export const listOrderViews = endpoint({
  method: 'GET',
  path: '/api/v1/work/view',
  access: 'DMS_SERVER_WORK_ORDER',
  summary:
    'Saved views of the list of work orders: the own ones, and those that others share in the company acted in',
  input: nothing,
  output: z.array(
    z.object({
      id,
      name: z.string(),
      shared: z.boolean(),
      mine: z.boolean(),
      personName: z.string(),
      filters,
    }),
  ),
})

export const saveOrderView = endpoint({
  method: 'POST',
  path: '/api/v1/work/view',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Save filters of the list of work orders under a name; the same name replaces the own view',
  input: z.object({ name, shared: z.boolean().default(false), filters }),
  output: z.object({ id }),
  errors: ['order_view.too_many'],
  audit: 'order_view.saved',
})

export const deleteOrderView = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/view/:viewId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Delete an own view, or as somebody who handles orders a shared one',
  input: z.object({ viewId: id }),
  output: done,
  errors: ['order_view.not_found', 'order_view.not_yours'],
  audit: 'order_view.deleted',
})
