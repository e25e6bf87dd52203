import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { certificateFileLimits } from './engineer-values.ts'
import { engineerHours } from './field-work-values.ts'
import { outletRegion } from './outlets.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'
import { orderCategories } from './work-order-values.ts'

const day = z.iso.date().meta({ examples: ['2026-12-01'] })
const skills = z.array(z.enum(orderCategories)).max(20).default([])
const text = z.string().trim().max(100).default('')

/** Answers of customers within the last 12 months. */
export const engineerRating = z.object({
  /** Mean of 1 to 5; null: fewer than five answers. */
  mean: z.number().nullable(),
  count: z.number().int(),
})

const certificate = z.object({
  id,
  name: z.string(),
  number: z.string(),
  issuer: z.string(),
  categories: z.array(z.enum(orderCategories)),
  validFrom: z.string().nullable(),
  validUntil: z.string().nullable(),
  /** Days from today, of the company, to the last day; negative once it has ended. */
  daysLeft: z.number().int().nullable(),
  /** Empty: none. */
  fileName: z.string(),
  addedAt: instant,
  addedBy: z.string(),
})

export const getEngineer = endpoint({
  method: 'GET',
  path: '/api/v1/work/engineer/:personId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary:
    'How an engineer does now, then what they are: load, rating, duty, absence, appointments and certificates',
  input: z.object({ personId: id }),
  output: z.object({
    personId: id,
    name: z.string(),
    skills: z.array(z.enum(orderCategories)),
    regions: z.array(z.string()),
    mostOpen: z.number().int(),
    hours: z.enum(engineerHours),
    awayFrom: z.string().nullable(),
    awayUntil: z.string().nullable(),
    away: z.boolean(),
    openOrders: z.number().int(),
    dueToday: z.number().int(),
    overdue: z.number().int(),
    rating: engineerRating,
    /** Rotas on which they are on call now. */
    duties: z.array(z.object({ rotaId: id, name: z.string(), until: instant.nullable() })),
    visits: z.array(
      z.object({
        orderId: id,
        number: z.number().int(),
        title: z.string(),
        startsAt: instant,
        endsAt: instant,
      }),
    ),
    certificates: z.array(certificate),
    /** The caller may add and change certificates. */
    mayEdit: z.boolean(),
  }),
  errors: ['engineer.not_found'],
})

const certificateFields = {
  name,
  number: text,
  issuer: text,
  categories: skills,
  validFrom: day.nullable().default(null),
  /** The last day; null: for ever. */
  validUntil: day.nullable().default(null),
}
const writeErrors = ['engineer.not_member', 'certificate.not_yours', 'certificate.dates_swapped'] as const

export const addCertificate = endpoint({
  method: 'POST',
  path: '/api/v1/work/engineer/:personId/certificate',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Add a certificate of a member: of oneself, or by those who set up engineers',
  input: z.object({ personId: id, ...certificateFields }),
  output: z.object({ id }),
  errors: [...writeErrors, 'certificate.too_many'],
  audit: 'certificate.added',
})

export const editCertificate = endpoint({
  method: 'PUT',
  path: '/api/v1/work/certificate/:certificateId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Change a certificate',
  input: z.object({ certificateId: id, ...certificateFields }),
  output: done,
  errors: ['certificate.not_found', ...writeErrors],
  audit: 'certificate.edited',
})

export const removeCertificate = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/certificate/:certificateId',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Remove a certificate',
  input: z.object({ certificateId: id }),
  output: done,
  errors: ['certificate.not_found', 'certificate.not_yours'],
  audit: 'certificate.removed',
})

export const putCertificateFile = endpoint({
  method: 'POST',
  path: '/api/v1/work/certificate/:certificateId/file',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Store the picture (JPEG or PNG, without its metadata) or the PDF of a certificate',
  inputKind: 'multipart',
  fileLimit: certificateFileLimits.megabytes,
  input: z.object({ certificateId: id }),
  output: done,
  errors: [
    'certificate.not_found',
    'certificate.not_yours',
    'certificate.file_type',
    'file.empty',
    'file.too_large',
    'image.type',
    'image.dimensions',
  ],
  audit: 'certificate.file_stored',
})

export const readCertificateFile = endpoint({
  method: 'GET',
  path: '/api/v1/work/certificate/:certificateId/file',
  access: 'DMS_SERVER_WORK_ORDER',
  summary:
    'The picture or PDF of a certificate as Base64, for its person and those who set up engineers: no browser shows it as a page of this server',
  input: z.object({ certificateId: id }),
  output: z.object({ name: z.string(), mediaType: z.string(), content: z.base64() }),
  errors: ['certificate.not_found', 'certificate.not_yours', 'certificate.file_not_found'],
})

const externalFields = {
  name,
  /** Their company. */
  partner: z.string().trim().min(1).max(100),
  phone: z.string().trim().max(40).default(''),
  skills,
  regions: z.array(outletRegion).max(50).default([]),
  note: z.string().trim().max(1000).default(''),
}

export const pageExternalEngineers = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/work/external-engineer/lists',
  access: 'DMS_SERVER_WORK_ORDER',
  summary: 'Engineers of partner companies, who work on orders without an account',
  input: pageInput.extend({
    /** Part of a name, a company or a phone number. */
    search: z.string().trim().max(100).optional(),
    skill: z.enum(orderCategories).optional(),
    sort: z.enum(['name', '-name']).default('name'),
  }),
  output: pageOf(z.object({ id, ...externalFields })),
})

export const addExternalEngineer = endpoint({
  method: 'POST',
  path: '/api/v1/work/external-engineer',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Add an engineer of a partner company',
  input: z.object(externalFields),
  output: z.object({ id }),
  errors: ['external_engineer.too_many'],
  audit: 'external_engineer.added',
})

export const editExternalEngineer = endpoint({
  method: 'PUT',
  path: '/api/v1/work/external-engineer/:externalId',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Change an engineer of a partner company; orders keep the copy that they have',
  input: z.object({ externalId: id, ...externalFields }),
  output: done,
  errors: ['external_engineer.not_found'],
  audit: 'external_engineer.edited',
})

export const removeExternalEngineer = endpoint({
  method: 'DELETE',
  path: '/api/v1/work/external-engineer/:externalId',
  access: 'DMS_SERVER_SERVICE_LEVEL',
  summary: 'Remove an engineer of a partner company; orders keep the copy that they have',
  input: z.object({ externalId: id }),
  output: done,
  errors: ['external_engineer.not_found'],
  audit: 'external_engineer.removed',
})
