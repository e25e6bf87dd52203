import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant } from './schemas.ts'
import { draftKey } from './work-order-schemas.ts'
import { orderFileLimits } from './work-order-values.ts'

const path = '/api/v1/work/order/:orderId/files'
const one = { orderId: id, fileId: id }

const file = z.object({
  id,
  /** With the ending of what it holds, whatever its name said. */
  name: z.string(),
  mediaType: z.string(),
  isPicture: z.boolean(),
  /** Bytes, as it is stored. */
  size: z.number().int(),
  addedAt: instant,
  addedBy: z.string(),
})

export const listOrderFiles = endpoint({
  method: 'GET',
  path,
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Pictures and files of a work order, the oldest first',
  input: z.object({ orderId: id }),
  output: z.array(file),
  errors: ['work_order.not_found'],
})

export const addOrderFile = endpoint({
  method: 'POST',
  path: '/api/v1/work/order/:orderId/file',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary:
    'Add a picture (JPEG or PNG, stored without its metadata) or a file (PDF, Word, Excel without macros, or text) to a work order',
  inputKind: 'multipart',
  fileLimit: orderFileLimits.megabytes,
  input: z.object({ orderId: id, key: draftKey }),
  output: file,
  errors: [
    'work_order.not_found',
    // It came before by the same key, and was removed since.
    'work_order.file_not_found',
    'work_order.too_many_files',
    'work_order.file_type',
    'file.empty',
    'file.too_large',
    'image.type',
    'image.dimensions',
  ],
  audit: 'work_order.file_added',
})

export const readOrderFile = endpoint({
  method: 'GET',
  path: '/api/v1/work/order/:orderId/files/:fileId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary:
    'A picture or a file of a work order with its content as Base64: no browser shows it as a page of this server',
  input: z.object(one),
  output: file.extend({ content: z.base64() }),
  errors: ['work_order.file_not_found'],
})

export const removeOrderFile = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/order/:orderId/files/:fileId',
  access: 'DMS_SERVER_WORK_ORDER_EDIT',
  summary: 'Remove a picture or a file from an open work order',
  inputKind: 'query',
  input: z.object(one),
  output: done,
  errors: ['work_order.not_found', 'work_order.file_not_found', 'work_order.over'],
  audit: 'work_order.file_removed',
})
