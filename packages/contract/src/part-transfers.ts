import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { partSerial } from './part-stock.ts'
import { mostSerialsAtOnce, partTransferStates } from './part-values.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'

const note = z.string().trim().max(1000).default('')
const missing = ['part_transfer.not_found'] as const

const transfer = z.object({
  id,
  state: z.enum(partTransferStates),
  fromId: id,
  fromName: z.string(),
  toId: id,
  toName: z.string(),
  /** Of the carrier. */
  tracking: z.string(),
  note: z.string(),
  sentAt: instant,
  sentBy: z.string(),
  receivedAt: instant.nullable(),
  receivedBy: z.string().nullable(),
  /** Why something is lost. */
  lossReason: z.string(),
  pieces: z.number().int(),
  lost: z.number().int(),
})

const transferQuery = pageInput.extend({
  state: z.enum(partTransferStates).optional(),
  /** From or to it. */
  warehouseId: id.optional(),
  sort: z.enum(['state', 'sentAt', '-sentAt']).default('state'),
})

export const pagePartTransfers = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/transfer/lists',
  access: 'DMS_SERVER_PART',
  summary: 'Transfers between warehouses of the company acted in: those on the way first',
  input: transferQuery,
  output: pageOf(transfer),
})

export const exportPartTransfers = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/transfer/export',
  access: 'DMS_SERVER_PART',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: transferQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'part_transfer.exported',
})

export const getPartTransfer = endpoint({
  method: 'GET',
  path: '/api/v1/work/part/transfer/:transferId',
  access: 'DMS_SERVER_PART',
  summary: 'One transfer with what it carries',
  input: z.object({ transferId: id }),
  output: transfer.extend({
    lines: z.array(
      z.object({
        id,
        modelId: id,
        brand: z.string(),
        modelName: z.string(),
        serialId: id.nullable(),
        serial: z.string().nullable(),
        quantity: z.number().int(),
        received: z.number().int().nullable(),
      }),
    ),
  }),
  errors: [...missing],
})

export const sendPartTransfer = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/transfer',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Send good parts to another warehouse: they are on the way until it receives them',
  input: z.object({
    fromId: id,
    toId: id,
    serials: z.array(partSerial).max(mostSerialsAtOnce).default([]),
    modelId: id.optional(),
    quantity: z.number().int().min(1).max(100_000).optional(),
    tracking: z.string().trim().max(100).default(''),
    note,
  }),
  output: z.object({ id }),
  errors: [
    'warehouse.not_found',
    'part_model.not_found',
    'part_transfer.same_warehouse',
    'part.serial_needed',
    'part.quantity_needed',
    'part.serial_unknown',
    'part.serial_twice',
    'part.serial_elsewhere',
    'part.not_enough',
  ],
  audit: 'part_transfer.sent',
})

export const receivePartTransfer = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/transfer/:transferId/receive',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Receive a transfer: what is missing of it is lost, for a reason',
  input: z.object({
    transferId: id,
    /** What did not arrive, by line; all others arrived whole. */
    missing: z
      .array(z.object({ lineId: id, quantity: z.number().int().min(1).max(100_000) }))
      .max(mostSerialsAtOnce)
      .default([]),
    lossReason: note,
  }),
  output: done,
  errors: [...missing, 'part_transfer.over', 'part_transfer.line_not_found', 'part_transfer.reason_needed'],
  audit: 'part_transfer.received',
})
