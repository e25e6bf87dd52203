import { z } from 'zod'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { importErrors, importPreview, importResult } from './imports.ts'
import {
  mostSerialsAtOnce,
  partActs,
  partCategories,
  partMovementKinds,
  partSerialStates,
} from './part-values.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const search = z.string().trim().max(100).optional()
const note = z.string().trim().max(1000).default('')
const day = z.iso.date().meta({ examples: ['2026-12-01'] })
export const partSerial = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N} ./:_#+-]*$/u)
  .meta({ examples: ['2102351BTL10K5000123'] })
const serials = z.array(partSerial).max(mostSerialsAtOnce).default([])
const quantity = z.number().int().min(1).max(100_000)

const stockQuery = pageInput.extend({
  search,
  warehouseId: id.optional(),
  modelId: id.optional(),
  category: oneOrMany(z.enum(partCategories)),
  short: z.enum(['yes']).optional(),
  sort: z.enum(['short', 'available', '-available']).default('short'),
})

export const pagePartStock = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/stock/lists',
  access: 'DMS_SERVER_PART',
  summary: 'Stock by model and warehouse: what is under its minimum first',
  input: stockQuery,
  output: pageOf(
    z.object({
      warehouseId: id,
      warehouseName: z.string(),
      modelId: id,
      brand: z.string(),
      modelName: z.string(),
      category: z.enum(partCategories),
      serialised: z.boolean(),
      onHand: z.number().int(),
      reserved: z.number().int(),
      available: z.number().int(),
      defective: z.number().int(),
      inTransit: z.number().int(),
      inRepair: z.number().int(),
      minimum: z.number().int(),
      short: z.number().int(),
    }),
  ),
})

export const exportPartStock = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/stock/export',
  access: 'DMS_SERVER_PART',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: stockQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'part_stock.exported',
})

const receiveErrors = [
  'warehouse.not_found',
  'part_model.not_found',
  'part.serial_needed',
  'part.quantity_needed',
  'part.serial_known',
  'part.serial_twice',
] as const

export const receiveParts = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/receive',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Receive parts of a model into a warehouse, by serial numbers or by quantity',
  input: z.object({
    warehouseId: id,
    modelId: id,
    serials,
    quantity: quantity.optional(),
    supplier: z.string().trim().max(100).default(''),
    reference: z.string().trim().max(100).default(''),
    purchasedOn: day.optional(),
    /** Without it: the purchase and the warranty of the model. */
    warrantyUntil: day.optional(),
    unitPrice: z.number().min(0).max(99_999_999).nullable().default(null),
    note,
  }),
  output: z.object({ received: z.number().int() }),
  errors: [...receiveErrors],
  audit: 'part.received',
})

export const importParts = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/receive/import',
  access: 'DMS_SERVER_PART_EDIT',
  summary:
    'Receive parts into a warehouse from a CSV (model; optional brand, serial, quantity, supplier, reference, purchasedOn, warrantyUntil, price, note): all rows or none, at most 2,000',
  inputKind: 'multipart',
  input: z.object({ warehouseId: id }),
  output: importResult,
  errors: [...importErrors, 'warehouse.not_found'],
  audit: 'part.imported',
})

export const previewParts = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/receive/import/preview',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'What a file of receipts would receive and refuse',
  inputKind: 'multipart',
  input: z.object({ warehouseId: id }),
  output: importPreview,
  errors: [...importErrors, 'warehouse.not_found'],
})

export const moveParts = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/move',
  access: 'DMS_SERVER_PART_EDIT',
  summary:
    'Return parts from use, scrap them, set them as defective or good again, or correct their count, by serial numbers or by model and quantity',
  input: z
    .object({
      act: z.enum(partActs),
      warehouseId: id,
      serials,
      modelId: id.optional(),
      /** Of a correction: what is added, or missing if negative. */
      quantity: z.number().int().min(-100_000).max(100_000).optional(),
      /** Of a return: in which condition; of scrap and correction of counted parts: of which. */
      defective: z.boolean().default(false),
      note,
    })
    .superRefine(({ act, note: reason, quantity: given }, context) => {
      if ((act === 'scrap' || act === 'correct') && reason === '')
        context.addIssue({ code: 'custom', path: ['note'], message: 'validation.missing' })
      if (given !== undefined && (given === 0 || (given < 0 && act !== 'correct')))
        context.addIssue({ code: 'custom', path: ['quantity'], message: 'validation.format' })
    }),
  output: z.object({ moved: z.number().int() }),
  errors: [
    'warehouse.not_found',
    'part_model.not_found',
    'part.serial_needed',
    'part.quantity_needed',
    'part.serial_unknown',
    'part.serial_twice',
    'part.serial_elsewhere',
    'part.not_enough',
  ],
  audit: 'part.moved',
})

const serialRow = z.object({
  id,
  serial: z.string(),
  modelId: id,
  brand: z.string(),
  modelName: z.string(),
  state: z.enum(partSerialStates),
  defective: z.boolean(),
  warehouseId: id.nullable(),
  warehouseName: z.string().nullable(),
  purchasedOn: z.string().nullable(),
  warrantyUntil: z.string().nullable(),
  supplier: z.string(),
  movedAt: instant,
})

const serialQuery = pageInput.extend({
  search,
  state: oneOrMany(z.enum(partSerialStates)),
  warehouseId: id.optional(),
  modelId: id.optional(),
  defective: z.enum(['yes', 'no']).optional(),
  /** Whose warranty ends within so many days, and has not ended. */
  warrantyDays: z.enum(['30', '60', '90']).optional(),
  sort: z
    .enum(['serial', '-serial', 'movedAt', '-movedAt', 'warrantyUntil', '-warrantyUntil'])
    .default('-movedAt'),
})

export const pagePartSerials = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/serial/lists',
  access: 'DMS_SERVER_PART',
  summary: 'Parts with a serial number, wherever they are',
  input: serialQuery,
  output: pageOf(serialRow),
})

export const exportPartSerials = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/serial/export',
  access: 'DMS_SERVER_PART',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: serialQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'part_serial.exported',
})

const movement = z.object({
  id,
  at: instant,
  kind: z.enum(partMovementKinds),
  warehouseId: id,
  warehouseName: z.string(),
  modelId: id,
  modelName: z.string(),
  serialId: id.nullable(),
  serial: z.string().nullable(),
  onHand: z.number().int(),
  reserved: z.number().int(),
  defective: z.number().int(),
  quantity: z.number().int(),
  supplier: z.string(),
  reference: z.string(),
  unitPrice: z.number().nullable(),
  /** Null: none, or not in sight. */
  orderId: id.nullable(),
  orderNumber: z.number().int().nullable(),
  orderOutlet: z.string().nullable(),
  note: z.string(),
  actorName: z.string(),
})

export const lifeOfSerial = endpoint({
  method: 'GET',
  path: '/api/v1/work/part/life',
  access: 'DMS_SERVER_PART',
  summary:
    'The life of a serial number from the purchase on: movements in stock, devices that had it, their orders, and returns to the vendor',
  input: z.object({ serial: z.string().trim().min(1).max(64) }),
  output: z.object({
    /** Null: it never was in stock. */
    part: serialRow.nullable(),
    movements: z.array(movement),
    /** In sight of the caller, the first first. */
    devices: z.array(
      z.object({
        id,
        name: z.string(),
        type: z.enum(deviceTypes),
        companyName: z.string(),
        outletName: z.string().nullable(),
        state: z.enum(['claimed', 'released', 'replaced']),
        from: instant,
        until: instant.nullable(),
        replacedBy: z.object({ id, name: z.string(), serial: z.string() }).nullable(),
        replaces: z.object({ id, name: z.string(), serial: z.string() }).nullable(),
      }),
    ),
    /** About these devices, the last 50. */
    orders: z.array(z.object({ id, number: z.number().int(), title: z.string(), at: instant })),
  }),
})

export const scanParts = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/scan',
  access: 'DMS_SERVER_PART',
  summary: 'What each scanned serial number is, and where; null: unknown',
  input: z.object({ serials: z.array(partSerial).min(1).max(mostSerialsAtOnce) }),
  output: z.array(z.object({ serial: z.string(), part: serialRow.nullable() })),
})

export const getPartSerial = endpoint({
  method: 'GET',
  path: '/api/v1/work/part/serial/:serialId',
  access: 'DMS_SERVER_PART',
  summary: 'One piece with a serial number',
  input: z.object({ serialId: id }),
  output: serialRow,
  errors: ['part.serial_not_found'],
})

export const editPartSerial = endpoint({
  method: 'PUT',
  path: '/api/v1/work/part/serial/:serialId',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Change purchase and warranty of a serial number',
  input: z.object({
    serialId: id,
    purchasedOn: day.nullable(),
    warrantyUntil: day.nullable(),
    supplier: z.string().trim().max(100).default(''),
  }),
  output: done,
  errors: ['part.serial_not_found'],
  audit: 'part_serial.edited',
})

const movementQuery = pageInput.extend({
  search,
  kind: oneOrMany(z.enum(partMovementKinds)),
  warehouseId: id.optional(),
  modelId: id.optional(),
  /** Entered by the caller. */
  actor: z.enum(['me']).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sort: z.enum(['at', '-at']).default('-at'),
})

export const pagePartMovements = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/movement/lists',
  access: 'DMS_SERVER_PART',
  summary: 'The ledger of spare parts: every movement, the last one first',
  input: movementQuery,
  output: pageOf(movement),
})

export const exportPartMovements = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/movement/export',
  access: 'DMS_SERVER_PART',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: movementQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'part_movement.exported',
})
