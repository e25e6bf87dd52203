import { isCity } from './cities.ts'
import { z } from 'zod'
import { isTimeZone } from './clock.ts'
import { phoneProblem } from './field-rules.ts'
import { hoursLimit, hoursText, parseHours } from './business-hours.ts'
import { endpoint } from './endpoint.ts'
import { importErrors, importInput, importPreview, importResult } from './imports.ts'
import { settingChoices } from './gateway-setting-values.ts'
import { noRegion, regionOf } from './outlet-region.ts'
import { sortableKeys } from './entity-fields.ts'
import { detailRules, inputRules, rowRules } from './entity-rules.ts'
import { outletColumns, outletEntity } from './outlet-fields.ts'
import { healthBands } from './outlet-health-values.ts'
import { healths, maxContacts, type OutletHealth } from './outlet-values.ts'
import { id, instant, name, oneOrMany, pageInput, pageOf } from './schemas.ts'

const searchText = z.string().trim().max(100)

type HealthCounts = Record<OutletHealth, z.ZodNumber>

/** How the gateways of an outlet are: derived from their presence, never stored. */
export const outletHealth = z.enum(healths)

const timeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, 'validation.format')
  .meta({ examples: ['Asia/Shanghai'] })

const outletContact = z.object({
  name: name,
  phone: z
    .string()
    .trim()
    .max(40)
    .refine(
      // A landline too: 0571-88880000, with or without an extension.
      (value) =>
        value === '' || phoneProblem(value) === null || /^[+0-9][0-9 ()-]{5,24}(?:[x#]\d{1,6})?$/.test(value),
      'validation.format',
    )
    .default(''),
})

/** A path of regions, widest first; stored in canonical form. */
export const outletRegion = z
  .string()
  .max(400)
  .refine((value) => regionOf(value) !== null, 'validation.region')
  .transform((value) => regionOf(value) ?? '')
  .meta({ examples: ['East/Shanghai/Pudong'] })

/** In the notation of business-hours.ts, in the time zone of the outlet; empty: unknown. */
const businessHours = z
  .string()
  .trim()
  .max(hoursLimit)
  .refine((value) => value === '' || parseHours(value) !== null, 'validation.businessHours')
  .transform((value) => {
    const hours = parseHours(value)
    return hours === null ? '' : hoursText(hours)
  })
  .meta({ examples: ['Mo-Fr 09:00-18:00; Sa 10:00-16:00'] })

const customInputs = {
  region: outletRegion.default(''),
  /** IANA name; omitted: the company's. */
  timeZone: timeZone.optional(),
  /** GB/T 2260, city level; null: guessed from region and address. */
  cityCode: z
    .string()
    .refine(isCity, 'validation.city')
    .meta({ examples: ['310000'] })
    .nullable()
    .default(null),
  businessHours: businessHours.default(''),
  contacts: z.array(outletContact).max(maxContacts).default([]),
  departmentId: id.nullable().default(null),
}

const customOutputs = {
  region: z.string(),
  timeZone: z.string(),
  cityCode: z.string().nullable(),
  businessHours: z.string(),
  contacts: z.array(z.object({ name: z.string(), phone: z.string() })),
  departmentId: id.nullable(),
}

/** Fields that users enter; a code is unique within the company. */
const outletInput = inputRules(outletEntity, customInputs)

function bothCoordinates(
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
  context: z.RefinementCtx,
): void {
  if ((latitude === null) === (longitude === null)) return
  const path = [latitude === null ? 'latitude' : 'longitude']
  context.addIssue({ code: 'custom', path, message: 'validation.missing' })
}

/** One row of the list. */
export const outletRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  ...rowRules(outletEntity, customOutputs),
  departmentName: z.string().nullable(),
  lines: z.number().int(),
  devices: z.number().int(),
  online: z.number().int(),
  overdue: z.number().int(),
  offline: z.number().int(),
  health: outletHealth,
  /** Its health, 0 to 100; null: fewer than two parts of it have data. */
  score: z.number().int().nullable(),
  band: z.enum(healthBands),
  createdAt: instant,
})

const outletDetail = outletRow.extend(detailRules(outletEntity, customOutputs))

const outletSortColumns = sortableKeys(outletColumns)

export const outletQuery = pageInput.extend({
  /** Part of a name, a code, an address or a contact. */
  search: searchText.optional(),
  health: oneOrMany(outletHealth),
  band: oneOrMany(z.enum(healthBands)),
  /** That region and all below it; `/`: outlets without a region. */
  region: z.literal(noRegion).or(outletRegion).optional(),
  departmentId: id.optional(),
  companyId: id.optional(),
  sort: z.enum(outletSortColumns.flatMap((column) => [column, `-${column}`] as const)).default('name'),
})

export const pageOutlets = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/outlet/lists',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'Outlets of the company acted in, or of all below it',
  input: outletQuery,
  output: pageOf(outletRow),
})

export const exportOutlets = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/export',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: outletQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'outlet.exported',
})

export const outletChoices = endpoint({
  method: 'GET',
  path: '/api/v1/outlet/choices',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'The first 50 outlets that fit, for a field that chooses one; with `outletId` that one',
  input: z.object({ search: searchText.optional(), companyId: id.optional(), outletId: id.optional() }),
  output: z.array(z.object({ id, name: z.string(), code: z.string(), companyName: z.string() })),
})

export const outletValues = endpoint({
  method: 'GET',
  path: '/api/v1/outlet/values',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary:
    'Regions in use with those above them (the first 1,000), and the departments of a company (the one acted in when left out): what filters and forms offer',
  input: z.object({ companyId: id.optional() }),
  output: z.object({
    regions: z.array(z.string()),
    departments: z.array(z.object({ id, name: z.string() })),
  }),
})

export const outletRegions = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/outlet/regions',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary:
    'How many outlets each region has, and how they are: each with what is below it, in the order of a tree. Above 10,000 outlets nothing is counted, `tooMany` says so',
  input: outletQuery.pick({ departmentId: true, companyId: true, region: true }),
  output: z.object({
    tooMany: z.boolean(),
    items: z.array(
      z.object({
        /** `/`: the outlets without a region. */
        region: z.string(),
        outlets: z.number().int(),
        health: z.object(Object.fromEntries(healths.map((one) => [one, z.number().int()])) as HealthCounts),
      }),
    ),
    /** Of all of them. */
    total: z.number().int(),
  }),
})

export const outletWans = endpoint({
  method: 'GET',
  path: '/api/v1/outlet/:outletId/wans',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'The gateways of an outlet with the WANs that they report, for a line that one of them carries',
  input: z.object({ outletId: id }),
  output: z.array(
    z.object({
      deviceId: id,
      name: z.string(),
      serialNumber: z.string(),
      wans: z.array(
        z.object({
          name: z.string(),
          /** The gateway's own words, and the term for them. */
          status: z.string().nullable(),
          state: z.enum(settingChoices.state).nullable(),
          ipAddress: z.string().nullable(),
          /** The line that is registered on it. */
          lineId: id.nullable(),
          lineName: z.string().nullable(),
        }),
      ),
    }),
  ),
  errors: ['outlet.not_found'],
})

export const getOutlet = endpoint({
  method: 'GET',
  path: '/api/v1/outlet/:outletId',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'One outlet',
  input: z.object({ outletId: id }),
  output: outletDetail,
  errors: ['outlet.not_found'],
})

const writeErrors = ['outlet.code_taken', 'department.not_found'] as const

export const createOutlet = endpoint({
  method: 'POST',
  path: '/api/v1/outlet',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Create an outlet in the company acted in',
  input: z.object(outletInput).superRefine(bothCoordinates),
  output: outletDetail,
  errors: [...writeErrors, 'outlet.outside_scope'],
  audit: 'outlet.created',
})

export const editOutlet = endpoint({
  method: 'PUT',
  path: '/api/v1/outlet/:outletId',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Change an outlet: all fields are given',
  input: z.object({ outletId: id, ...outletInput }).superRefine(bothCoordinates),
  output: outletDetail,
  errors: ['outlet.not_found', 'outlet.outside_scope', 'permission.denied', ...writeErrors],
  audit: 'outlet.edited',
})

export const deleteOutlet = endpoint({
  method: 'DELETE',
  path: '/api/v1/outlet/:outletId',
  access: 'DMS_SERVER_OUTLET_DELETE',
  summary: 'Delete an outlet without devices: its lines go with it',
  inputKind: 'query',
  input: z.object({ outletId: id }),
  output: z.object({ lines: z.number().int() }),
  errors: ['outlet.not_found', 'outlet.has_devices'],
  audit: 'outlet.deleted',
})

export const importOutlets = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/import',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary:
    'Import outlets from a CSV (name; optional the other columns of the export): all rows or none; rows that exist are refused, or updated with existing=update, at most 10,000',
  inputKind: 'multipart',
  input: importInput,
  output: importResult,
  errors: importErrors,
  audit: 'outlet.imported',
})

export const previewOutlets = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/import/preview',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'What an import of outlets would add, change (by code) and refuse',
  inputKind: 'multipart',
  input: z.object({}),
  output: importPreview,
  errors: importErrors,
})

export const pageOutletPeople = endpoint({
  method: 'GET',
  path: '/api/v1/outlet/:outletId/people',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'The members of the department of an outlet and of those below it',
  input: pageInput.extend({ outletId: id }),
  output: pageOf(
    z.object({
      memberId: id,
      displayName: z.string(),
      departmentName: z.string(),
      status: z.enum(['enabled', 'disabled']),
    }),
  ),
  errors: ['outlet.not_found'],
})

export const outletTimeline = endpoint({
  method: 'GET',
  path: '/api/v1/outlet/:outletId/timeline',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'What happened to the devices of an outlet and who changed it, newest first',
  input: pageInput.extend({ outletId: id }),
  output: pageOf(
    z.object({
      id: z.string(),
      at: instant,
      /** `device`: an entry of a device's timeline. `outlet`: an act of the audit log. */
      source: z.enum(['device', 'outlet']),
      kind: z.string(),
      deviceId: id.nullable(),
      deviceName: z.string().nullable(),
      actorName: z.string().nullable(),
      /** The actor's company, if it differs from the outlet's. */
      actorCompanyName: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  errors: ['outlet.not_found'],
})
