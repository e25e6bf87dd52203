import { z } from 'zod'
import { advisorySeverities, advisoryStates, mostAdvisoryModels } from './advisory-values.ts'
import { endpoint } from './endpoint.ts'
import { importErrors, importInput, importPreview, importResult } from './imports.ts'
import { deviceText, done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const version = z.string().trim().max(100).default('')

const affects = {
  /** First words of the brand that devices report. */
  vendor: z.string().trim().min(1).max(100),
  /** Models, with `*` as wildcard; empty: all of the vendor. */
  models: z.array(z.string().trim().min(1).max(100)).max(mostAdvisoryModels).default([]),
  /** The first affected version, and the last; empty: no bound. */
  firstVersion: version,
  lastVersion: version,
  /** The first version that is no longer affected. */
  fixedVersion: version,
}

export const advisoryInput = z.object({
  /** Number of the flaw: CVE-2024-12345, or the vendor's own. */
  code: z.string().trim().min(1).max(60),
  title: z.string().trim().min(1).max(200),
  ...affects,
  severity: z.enum(advisorySeverities),
  /** With one digit. In binary 8.6 is no multiple of 0.1, so that a JSON schema with `multipleOf` would refuse it. */
  cvss: z
    .number()
    .min(0)
    .max(10)
    .refine((score) => Math.abs(10 * score - Math.round(10 * score)) < 1e-9)
    .nullable()
    .default(null),
  url: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
    .default('')
    .meta({ examples: ['https://vendor.test/advisories/1'] }),
  note: z.string().trim().max(2000).default(''),
  publishedOn: z.iso.date().nullable().default(null),
})

const advisory = z.object({
  id,
  /** The company that published it; null where the caller does not see that company. */
  companyName: z.string().nullable(),
  /** Of the company acted in, which may change it. */
  own: z.boolean(),
  ...advisoryInput.shape,
  state: z.enum(advisoryStates),
  /** Devices in sight that report an affected version. */
  affected: z.number().int(),
  /** Companies with such devices. */
  companies: z.number().int(),
  /** When the first of them was seen; null: none is affected, or the caller does not see the whole company. */
  openedAt: instant.nullable(),
  /** When the last of them reported another version. */
  closedAt: instant.nullable(),
  editedAt: instant,
  editedBy: z.string(),
})

/** Devices of one brand, model and version. */
const build = z.object({
  manufacturer: z.string(),
  modelName: z.string(),
  softwareVersion: z.string(),
  devices: z.number().int(),
})

const filters = {
  /** Part of a code, a title, a vendor or a model. */
  search: z.string().trim().max(100).optional(),
  severity: oneOrMany(z.enum(advisorySeverities)),
  state: z.enum(advisoryStates).optional(),
}

const sorts = ['code', 'severity', 'publishedOn', 'affected'] as const
const advisoryQuery = pageInput.extend({
  ...filters,
  sort: z.enum(sorts.flatMap((column) => [column, `-${column}`] as const)).default('-affected'),
})

export const pageAdvisories = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/advisory/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Advisories of the company acted in, of those above it and of those below it in sight',
  input: advisoryQuery,
  output: pageOf(advisory),
})

export const summariseAdvisories = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/advisory/summary',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'How many advisories of each severity are open, and how many devices they affect',
  input: z.object({}),
  output: z.object({
    severities: z.array(
      z.object({
        severity: z.enum(advisorySeverities),
        advisories: z.number().int(),
        /** A device that several advisories affect counts once for each. */
        devices: z.number().int(),
      }),
    ),
  }),
})

export const getAdvisory = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/advisory/:advisoryId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'One advisory, the versions in use that it affects, and its course',
  input: z.object({ advisoryId: id }),
  output: advisory.extend({
    /** The 12 most frequent. */
    builds: z.array(build),
    /** Affected devices at each change, at most 200; empty where the caller does not see the whole company. */
    course: z.array(z.object({ at: instant, affected: z.number().int() })),
    /** Affected gateways, which a campaign can upgrade. */
    gateways: z.number().int(),
    /** The newest released firmware for them that is not affected. */
    firmware: z.object({ id, version: z.string() }).nullable(),
  }),
  errors: ['advisory.not_found'],
})

const wrongInput = [
  'advisory.taken',
  'advisory.versions_missing',
  'advisory.versions_swapped',
  'advisory.version_unreadable',
] as const

export const createAdvisory = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/advisory',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary:
    'Publish an advisory to the company acted in and all below it; the event `advisory.changed` follows',
  input: advisoryInput,
  output: advisory,
  errors: [...wrongInput, 'advisory.too_many'],
  audit: 'advisory.created',
})

export const editAdvisory = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/advisory/:advisoryId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Change an advisory of the company acted in: all fields are given',
  input: advisoryInput.extend({ advisoryId: id }),
  output: advisory,
  errors: [...wrongInput, 'advisory.not_found'],
  audit: 'advisory.edited',
})

export const deleteAdvisory = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/advisory/:advisoryId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Delete an advisory of the company acted in',
  inputKind: 'query',
  input: z.object({ advisoryId: id }),
  output: done,
  errors: ['advisory.not_found'],
  audit: 'advisory.deleted',
})

export const tryAdvisory = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/advisory/try',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Devices in sight that an advisory would affect',
  input: z.object(affects),
  output: z.object({
    devices: z.number().int(),
    /** The 12 most frequent. */
    builds: z.array(build),
    /** Brands in sight that begin with the vendor, where nothing is affected: is the model or the version wrong? */
    ofVendor: z.number().int(),
  }),
})

export const pageAdvisoryCompanies = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/advisory/company/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Companies that an advisory affects or has affected, the most affected first',
  input: pageInput.omit({ sort: true }).extend({ advisoryId: id }),
  output: pageOf(
    z.object({
      companyId: id,
      companyName: z.string(),
      affected: z.number().int(),
      openedAt: instant,
      closedAt: instant.nullable(),
    }),
  ),
  errors: ['advisory.not_found'],
})

export const deviceAdvisories = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/advisory/device/:deviceId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Advisories that affect a device, the worst first (at most 50)',
  input: z.object({ deviceId: id }),
  output: z.object({
    items: z.array(
      advisory.pick({ id: true, code: true, title: true, severity: true, fixedVersion: true }).extend({
        softwareVersion: deviceText,
      }),
    ),
  }),
  errors: ['device.not_found'],
})

export const exportAdvisories = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/advisory/export',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'The list as CSV, in the columns of the import (filters with page 1)',
  input: advisoryQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'advisory.exported',
})

export const importAdvisories = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/advisory/import',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary:
    'Import advisories from a CSV (code, title, vendor, severity, fixedVersion or lastVersion; optional the other columns of the export): all rows or none; rows that exist (code, vendor and models) are refused, or updated with existing=update, at most 5,000',
  inputKind: 'multipart',
  input: importInput,
  output: importResult,
  errors: [...importErrors, 'advisory.too_many'],
  audit: 'advisory.imported',
})

export const previewAdvisories = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/advisory/import/preview',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'What an import of advisories would add, change and refuse',
  inputKind: 'multipart',
  input: z.object({}),
  output: importPreview,
  errors: [...importErrors, 'advisory.too_many'],
})
