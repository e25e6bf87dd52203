import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'
import type { AgreementPrice } from './work-order-values.ts'

const day = z.iso.date().meta({ examples: ['2026-12-01'] })

const target = z.object({
  /** At most 90 days. */
  minutes: z.number().int().min(1).max(129_600),
  /** Round the clock; else in service hours. */
  always: z.boolean(),
})

const level = z.object({
  calendar: z.object({
    /** IANA name. */
    timeZone: z
      .string()
      .min(1)
      .max(60)
      .meta({ examples: ['Asia/Shanghai'] }),
    hours: z
      .array(
        z.object({
          /** ISO weekday. */
          day: z.number().int().min(1).max(7),
          from: z.number().int().min(0).max(1439),
          to: z.number().int().min(1).max(1440),
        }),
      )
      .min(1)
      .max(70),
    /** `off`: public holidays of China have no service hours, and days worked instead have those of Monday. */
    holidays: z.enum(['off', 'ignored']),
  }),
  /** By priority, P1 first. */
  targets: z.array(z.object({ respond: target, resolve: target })).length(4),
})

/** Yuan; null: none is agreed. */
const price = z.number().min(0).max(9_999_999).multipleOf(0.01).nullable().default(null)
const prices = z.object({ order: price, visit: price, overtime: price, part: price } satisfies Record<
  AgreementPrice,
  z.ZodType
>)

const agreementInput = z.object({
  name,
  startsOn: day,
  /** The last day; null: without end. */
  endsOn: day.nullable(),
  note: z.string().trim().max(2000).default(''),
  level,
  prices: prices.prefault({}),
})

const agreement = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  name: z.string(),
  startsOn: z.string(),
  endsOn: z.string().nullable(),
  note: z.string(),
  version: z.number().int(),
  level,
  prices,
  editedAt: instant,
  editedBy: z.string(),
  /** This version, by the customer's own people. */
  agreedAt: instant.nullable(),
  agreedBy: z.string().nullable(),
})

export const pageAgreements = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/agreement/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Service agreements of the company acted in, or of all below it',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    companyId: id.optional(),
    sort: z.enum(['startsOn', '-startsOn', 'name', '-name']).default('-startsOn'),
  }),
  output: pageOf(agreement),
})

export const addAgreement = endpoint({
  method: 'POST',
  path: '/api/v1/work/agreement',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Add a service agreement of the company acted in',
  input: agreementInput,
  output: z.object({ id }),
  errors: [
    'service_agreement.name_taken',
    'service_agreement.too_many',
    'service_agreement.overlaps',
    'service_agreement.dates_swapped',
    'service_agreement.time_zone_unknown',
    'service_agreement.hours_overlap',
  ],
  audit: 'service_agreement.added',
})

export const editAgreement = endpoint({
  method: 'PUT',
  path: '/api/v1/work/agreement/:agreementId',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Change a service agreement: a new version, by which open work orders are computed again',
  input: agreementInput.extend({ agreementId: id, version: z.number().int().min(1) }),
  output: z.object({ version: z.number().int() }),
  errors: [
    'service_agreement.not_found',
    'service_agreement.changed',
    'service_agreement.name_taken',
    'service_agreement.overlaps',
    'service_agreement.dates_swapped',
    'service_agreement.time_zone_unknown',
    'service_agreement.hours_overlap',
  ],
  audit: 'service_agreement.edited',
})

export const agreeAgreement = endpoint({
  method: 'POST',
  path: '/api/v1/work/agreement/:agreementId/agree',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Agree to the current version, as a member of the customer itself',
  input: z.object({ agreementId: id, version: z.number().int().min(1) }),
  output: done,
  errors: [
    'service_agreement.not_found',
    'service_agreement.changed',
    'service_agreement.not_yours',
    'service_agreement.agreed',
  ],
  audit: 'service_agreement.agreed',
})

export const deleteAgreement = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/agreement/:agreementId',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Delete a service agreement; open work orders fall back to the usual targets',
  input: z.object({ agreementId: id }),
  output: done,
  errors: ['service_agreement.not_found'],
  audit: 'service_agreement.deleted',
})
