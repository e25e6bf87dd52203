import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { partSerial } from './part-stock.ts'
import { mostSerialsAtOnce, partCountStates, partSerialStates } from './part-values.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'

const missing = ['part_count.not_found'] as const

const count = z.object({
  id,
  state: z.enum(partCountStates),
  warehouseId: id,
  warehouseName: z.string(),
  startedAt: instant,
  startedBy: z.string(),
  endedAt: instant.nullable(),
  endedBy: z.string().nullable(),
  reason: z.string(),
  /** Corrected pieces: found and missing. */
  found: z.number().int(),
  lost: z.number().int(),
})

const countQuery = pageInput.extend({
  state: z.enum(partCountStates).optional(),
  warehouseId: id.optional(),
  sort: z.enum(['state', 'startedAt', '-startedAt']).default('state'),
})

export const pagePartCounts = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/count/lists',
  access: 'DMS_SERVER_PART',
  summary: 'Stocktakings of the company acted in: those that run first',
  input: countQuery,
  output: pageOf(count),
})

export const exportPartCounts = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/count/export',
  access: 'DMS_SERVER_PART',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: countQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'part_count.exported',
})

export const startPartCount = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/count',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Start a stocktaking of a warehouse; parts go on moving meanwhile',
  input: z.object({ warehouseId: id }),
  output: z.object({ id }),
  errors: ['warehouse.not_found', 'part_count.running'],
  audit: 'part_count.started',
})

export const getPartCount = endpoint({
  method: 'GET',
  path: '/api/v1/work/part/count/:countId',
  access: 'DMS_SERVER_PART',
  summary:
    'One stocktaking: what was counted and how it differs; models that nobody counted stay as they are',
  input: z.object({ countId: id }),
  output: count.extend({
    models: z.array(
      z.object({
        modelId: id,
        brand: z.string(),
        modelName: z.string(),
        serialised: z.boolean(),
        expected: z.number().int(),
        /** Null: nobody counted it. */
        counted: z.number().int().nullable(),
      }),
    ),
    /** In stock here by the ledger, of a counted model, and not scanned. */
    missing: z.array(z.object({ serialId: id, serial: z.string(), modelName: z.string() })),
    /** Scanned here, and elsewhere by the ledger; a null state: unknown. */
    unexpected: z.array(
      z.object({
        serialId: id.nullable(),
        serial: z.string(),
        modelName: z.string().nullable(),
        state: z.enum(partSerialStates).nullable(),
        warehouseName: z.string().nullable(),
      }),
    ),
  }),
  errors: [...missing],
})

export const countParts = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/count/:countId/scan',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Enter what was found: good pieces by serial number, or how many of a counted model',
  input: z.object({
    countId: id,
    serials: z.array(partSerial).max(mostSerialsAtOnce).default([]),
    modelId: id.optional(),
    quantity: z.number().int().min(0).max(100_000).optional(),
  }),
  output: done,
  errors: [
    ...missing,
    'part_count.over',
    'part_model.not_found',
    'part.serial_needed',
    'part.quantity_needed',
  ],
  audit: 'part_count.entered',
})

export const endPartCount = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/count/:countId/end',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Confirm a stocktaking with a reason: its differences become corrections; or cancel it',
  input: z.object({
    countId: id,
    act: z.enum(['confirm', 'cancel']),
    reason: z.string().trim().max(1000).default(''),
  }),
  output: z.object({ found: z.number().int(), lost: z.number().int() }),
  errors: [
    ...missing,
    'part_count.over',
    'part_count.reason_needed',
    'part.not_enough',
    'part.serial_elsewhere',
  ],
  audit: 'part_count.ended',
})
