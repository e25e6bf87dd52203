import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { partSerial } from './part-stock.ts'
import { mostSerialsAtOnce, partClaimOutcomes, partClaimStates } from './part-values.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const note = z.string().trim().max(1000).default('')
const text = z.string().trim().max(100).default('')
const day = z.iso.date().meta({ examples: ['2026-12-01'] })
const missing = ['part_claim.not_found', 'part_claim.over'] as const

const claimQuery = pageInput.extend({
  /** Part of the vendor, the reference or the model, or the whole serial number. */
  search: z.string().trim().max(100).optional(),
  state: oneOrMany(z.enum(partClaimStates)),
  overdue: z.enum(['yes']).optional(),
  sort: z.enum(['due', 'sentAt', '-sentAt']).default('due'),
})

export const pagePartClaims = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/part/claim/lists',
  access: 'DMS_SERVER_PART',
  summary: 'Defective parts at their vendors under warranty: those that are due first',
  input: claimQuery,
  output: pageOf(
    z.object({
      id,
      state: z.enum(partClaimStates),
      warehouseId: id,
      warehouseName: z.string(),
      modelId: id,
      brand: z.string(),
      modelName: z.string(),
      serialId: id.nullable(),
      serial: z.string().nullable(),
      quantity: z.number().int(),
      vendor: z.string(),
      /** The vendor's number of the return. */
      reference: z.string(),
      tracking: z.string(),
      /** When the vendor should have sent it back. */
      dueOn: z.string().nullable(),
      overdue: z.boolean(),
      note: z.string(),
      sentAt: instant,
      sentBy: z.string(),
      answeredAt: instant.nullable(),
      endedAt: instant.nullable(),
      /** What replaces it. */
      newSerialId: id.nullable(),
      newSerial: z.string().nullable(),
    }),
  ),
})

export const exportPartClaims = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/claim/export',
  access: 'DMS_SERVER_PART',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: claimQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'part_claim.exported',
})

export const sendPartClaims = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/claim',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Send defective parts of a warehouse to their vendor: one return for each serial number',
  input: z.object({
    warehouseId: id,
    serials: z.array(partSerial).max(mostSerialsAtOnce).default([]),
    modelId: id.optional(),
    quantity: z.number().int().min(1).max(100_000).optional(),
    vendor: z.string().trim().min(1).max(100),
    reference: text,
    tracking: text,
    dueOn: day.nullable().default(null),
    note,
  }),
  output: z.object({ sent: z.number().int() }),
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
  audit: 'part_claim.sent',
})

export const answerPartClaim = endpoint({
  method: 'PUT',
  path: '/api/v1/work/part/claim/:claimId/answer',
  access: 'DMS_SERVER_PART_EDIT',
  summary: 'Record what the vendor answered: its number of the return, and until when',
  input: z.object({ claimId: id, reference: text, dueOn: day.nullable().default(null), note }),
  output: done,
  errors: [...missing],
  audit: 'part_claim.answered',
})

export const endPartClaim = endpoint({
  method: 'POST',
  path: '/api/v1/work/part/claim/:claimId/end',
  access: 'DMS_SERVER_PART_EDIT',
  summary:
    'End a return: repaired and good again, replaced (by another serial number), or refused and back as defective',
  input: z.object({
    claimId: id,
    outcome: z.enum(partClaimOutcomes),
    /** Of what replaces a part with a serial number. */
    serial: partSerial.optional(),
    /** Of what replaces it; without it the warranty goes on. */
    warrantyUntil: day.optional(),
    note,
  }),
  output: done,
  errors: [...missing, 'part.serial_needed', 'part.serial_known'],
  audit: 'part_claim.ended',
})
