import { z } from 'zod'
import { phoneProblem } from './field-rules.ts'
import { hoursLimit, hoursText, parseHours } from './business-hours.ts'
import { endpoint } from './endpoint.ts'
import { settingChoices } from './gateway-setting-values.ts'
import { noRegion, regionOf } from './outlet-region.ts'
import {
  addressings,
  healths,
  isps,
  linePassword,
  lineTypes,
  mostContacts,
  type OutletHealth,
  wanStates,
} from './outlet-values.ts'
import { done, id, instant, name, oneOrMany, pageInput, pageOf } from './schemas.ts'

type HealthCounts = Record<OutletHealth, z.ZodNumber>

/** How the gateways of an outlet are: derived from their presence, never stored. */
export const outletHealth = z.enum(healths)

function isTimeZone(value: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const line = (max: number) => z.string().trim().max(max)

/** Short, for lists and for imports; unique within the company when it is given. */
const outletCode = z
  .string()
  .trim()
  .max(40)
  .regex(/^[A-Za-z0-9._-]*$/)

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

/** A path as its company divides its outlets, the widest first; kept without what makes two of one. */
export const outletRegion = z
  .string()
  .max(400)
  .refine((value) => regionOf(value) !== null, 'validation.region')
  .transform((value) => regionOf(value) ?? '')
  .meta({ examples: ['East/Shanghai/Pudong'] })

/** In the notation of business-hours.ts, in the time zone of the outlet; empty: not known. */
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

/** What a person writes of an outlet. */
const outletFields = {
  name,
  code: outletCode.default(''),
  region: outletRegion.default(''),
  address: line(200).default(''),
  latitude: z.number().min(-90).max(90).nullable().default(null),
  longitude: z.number().min(-180).max(180).nullable().default(null),
  /** IANA name; that of the company when left out. */
  timeZone: timeZone.optional(),
  businessHours: businessHours.default(''),
  contacts: z.array(outletContact).max(mostContacts).default([]),
  departmentId: id.nullable().default(null),
  note: z.string().max(2000).default(''),
}

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
  name: z.string(),
  code: z.string(),
  region: z.string(),
  address: z.string(),
  timeZone: z.string(),
  businessHours: z.string(),
  contacts: z.array(z.object({ name: z.string(), phone: z.string() })),
  departmentId: id.nullable(),
  departmentName: z.string().nullable(),
  lines: z.number().int(),
  devices: z.number().int(),
  online: z.number().int(),
  offline: z.number().int(),
  health: outletHealth,
  createdAt: instant,
})

const outletDetail = outletRow.extend({
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  note: z.string(),
})

export const outletSortColumns = ['name', 'code', 'region', 'createdAt'] as const

export const outletQuery = pageInput.extend({
  /** Part of a name, a code, an address or a contact. */
  search: line(100).optional(),
  health: oneOrMany(outletHealth),
  /** That region and all below it; `/`: those in none. */
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
  input: z.object({ search: line(100).optional(), companyId: id.optional(), outletId: id.optional() }),
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
        /** `/`: the outlets that are in none. */
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
  summary: 'The gateways of an outlet with the WANs that they told of, for a line that one of them carries',
  input: z.object({ outletId: id }),
  output: z.array(
    z.object({
      deviceId: id,
      name: z.string(),
      serialNumber: z.string(),
      wans: z.array(
        z.object({
          name: z.string(),
          /** In the gateway's own words, and the term for them. */
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
  input: z.object(outletFields).superRefine(bothCoordinates),
  output: outletDetail,
  errors: [...writeErrors, 'outlet.outside_scope'],
  audit: 'outlet.created',
})

export const editOutlet = endpoint({
  method: 'PUT',
  path: '/api/v1/outlet/:outletId',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Change an outlet: all fields are given',
  input: z.object({ outletId: id, ...outletFields }).superRefine(bothCoordinates),
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

const importErrors = [
  '41033',
  'import.not_csv',
  'import.too_many_rows',
  'file.empty',
  'file.too_large',
] as const

export const importOutlets = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/import',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary:
    'Import outlets from a CSV (name; optional the other columns of the export): all rows or none, at most 10,000',
  inputKind: 'multipart',
  input: z.object({}),
  output: z.object({ imported: z.number().int() }),
  errors: importErrors,
  audit: 'outlet.imported',
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
      /** From which company, where that is another than the one of the outlet. */
      actorCompanyName: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  errors: ['outlet.not_found'],
})

// ─── Internet lines ──────────────────────────────────────────────────────────────────────────────────────────────

const bandwidth = z.number().min(0.1).max(1_000_000)

const lineFields = {
  name,
  isp: z.enum(isps),
  /** Its name, when `isp` is `other`. */
  ispName: line(60).default(''),
  type: z.enum(lineTypes),
  account: line(100).default(''),
  /** Of the account. It goes in and is never told; without it the one that is stored stays, null takes that away. */
  password: z
    .string()
    .min(1)
    .max(linePassword.most)
    .regex(linePassword.pattern, 'validation.unsendable')
    .nullable()
    .optional(),
  /** Bought, in Mbit/s. */
  downMbps: bandwidth,
  upMbps: bandwidth,
  addressing: z.enum(addressings).default('dhcp'),
  /** Of a line with a static address. */
  ipAddress: z.union([z.ipv4(), z.ipv6()]).nullable().default(null),
  /** The gateway of the outlet whose WAN carries the line, and that WAN's name. */
  deviceId: id.nullable().default(null),
  wanName: line(64).default(''),
  /** Yuan. */
  monthlyPrice: z.number().min(0).max(100_000_000).nullable().default(null),
  contractEnd: z.iso.date().nullable().default(null),
  note: z.string().max(2000).default(''),
}

export const lineRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  outletId: id,
  outletName: z.string(),
  name: z.string(),
  isp: z.enum(isps),
  ispName: z.string(),
  type: z.enum(lineTypes),
  account: z.string(),
  passwordSet: z.boolean(),
  downMbps: z.number(),
  upMbps: z.number(),
  addressing: z.enum(addressings),
  ipAddress: z.string().nullable(),
  deviceId: id.nullable(),
  deviceName: z.string().nullable(),
  /** Of that gateway. */
  presence: z.enum(['online', 'offline', 'unknown']).nullable(),
  wanName: z.string(),
  wanState: z.enum(wanStates),
  monthlyPrice: z.number().nullable(),
  contractEnd: z.string().nullable(),
  note: z.string(),
  createdAt: instant,
})

export const lineSortColumns = ['name', 'downMbps', 'contractEnd', 'createdAt'] as const

export const lineQuery = pageInput.extend({
  /** Part of the name or the account of a line, or of the name of its outlet. */
  search: line(100).optional(),
  outletId: id.optional(),
  companyId: id.optional(),
  isp: oneOrMany(z.enum(isps)),
  type: oneOrMany(z.enum(lineTypes)),
  sort: z.enum(lineSortColumns.flatMap((column) => [column, `-${column}`] as const)).default('name'),
})

export const pageLines = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/outlet/line/lists',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'Internet lines of an outlet, of the company acted in, or of all below it',
  input: lineQuery,
  output: pageOf(lineRow),
})

export const exportLines = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/line/export',
  access: 'DMS_SERVER_OUTLET_VIEW',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: lineQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'line.exported',
})

const lineWriteErrors = ['outlet.not_found', 'line.gateway_elsewhere', 'line.wan_taken'] as const

export const createLine = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/:outletId/line',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Add an internet line to an outlet',
  input: z.object({ outletId: id, ...lineFields }),
  output: lineRow,
  errors: lineWriteErrors,
  audit: 'line.created',
})

export const editLine = endpoint({
  method: 'PUT',
  path: '/api/v1/outlet/line/:lineId',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Change an internet line: all fields are given',
  input: z.object({ lineId: id, ...lineFields }),
  output: lineRow,
  errors: ['line.not_found', 'line.gateway_elsewhere', 'line.wan_taken'],
  audit: 'line.edited',
})

export const deleteLine = endpoint({
  method: 'DELETE',
  path: '/api/v1/outlet/line/:lineId',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary: 'Delete an internet line',
  inputKind: 'query',
  input: z.object({ lineId: id }),
  output: done,
  errors: ['line.not_found'],
  audit: 'line.deleted',
})

export const importLines = endpoint({
  method: 'POST',
  path: '/api/v1/outlet/line/import',
  access: 'DMS_SERVER_OUTLET_EDIT',
  summary:
    'Import internet lines from a CSV (outlet, name, isp, type, bandwidth; optional the others): all rows or none, at most 10,000',
  inputKind: 'multipart',
  input: z.object({}),
  output: z.object({ imported: z.number().int() }),
  errors: importErrors,
  audit: 'line.imported',
})
