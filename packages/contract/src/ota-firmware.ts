import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf, shortText } from './schemas.ts'
import { firmwareMoveNames, firmwareStates } from './states/firmware.ts'

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((value) => !/\p{Cc}/u.test(value), 'validation.format')

const facts = {
  version: line(256).min(1),
  manufacturer: line(256).default(''),
  /** Names of models or product classes; `*` matches any part. */
  models: z.array(line(256).min(1)).min(1).max(50),
  /** As gateways report them, in any case; empty: every one. */
  hardwareVersions: z.array(line(256).min(1)).max(50).default([]),
  minimumVersion: line(256).default(''),
  notesZh: z.string().trim().max(4000).default(''),
  notesEn: z.string().trim().max(4000).default(''),
  signedBy: line(200).default(''),
}

export const firmware = z.object({
  id,
  companyId: id,
  /** Null for a company above that the caller does not see. */
  companyName: z.string().nullable(),
  /** Library of a company above: usable, not editable. */
  inherited: z.boolean(),
  version: z.string(),
  manufacturer: z.string(),
  models: z.array(z.string()),
  hardwareVersions: z.array(z.string()),
  minimumVersion: z.string(),
  notesZh: z.string(),
  notesEn: z.string(),
  signedBy: z.string(),
  state: z.enum(firmwareStates),
  fileName: z.string(),
  /** Null before its file is uploaded. */
  size: z.number().int().nullable(),
  /** Hexadecimal. */
  sha256: z.string().nullable(),
  createdAt: instant,
  createdByName: z.string(),
})

const firmwareQuery = pageInput.extend({
  search: shortText.optional(),
  /** Firmware for this model, including firmware for every model. */
  hardwareVersion: shortText.optional(),
  state: oneOrMany(z.enum(firmwareStates)),
  companyId: id.optional(),
  /** Only what campaigns of the company acted in can use: nothing of companies below. */
  usable: z.boolean().default(false),
  sort: z.enum(['version', '-version', 'createdAt', '-createdAt']).default('-createdAt'),
})

export const pageFirmware = endpoint({
  method: 'POST',
  reads: true,
  path: '/ota/api/v2/ota/firmware/lists',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary:
    'The firmware library: of the company acted in, what those above it have released, and for an MSP or the platform the libraries below',
  input: firmwareQuery,
  output: pageOf(firmware),
})

/** The form sends a page, as every export: always the first. */
export const exportFirmware = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/firmware/lists/export',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'The firmware library as CSV (filters with page 1; at most 10,000 rows)',
  input: firmwareQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'firmware.list_exported',
})

export const readFirmware = endpoint({
  method: 'GET',
  path: '/ota/api/v2/ota/firmware/:firmwareId',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'One firmware',
  input: z.object({ firmwareId: id }),
  output: firmware,
  errors: ['firmware.not_found'],
})

export const createFirmware = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/firmware',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'Describe a firmware; its file comes by a call of its own',
  input: z.object(facts),
  output: firmware,
  errors: ['firmware.too_many_drafts'],
  audit: 'firmware.created',
})

export const editFirmware = endpoint({
  method: 'PUT',
  path: '/ota/api/v2/ota/firmware/:firmwareId',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'Change what is said of a firmware that is a draft',
  input: z.object({ firmwareId: id, ...facts }),
  output: firmware,
  errors: ['firmware.not_found', 'firmware.not_draft'],
  audit: 'firmware.changed',
})

export const uploadFirmware = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/firmware/:firmwareId/file',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'Upload the file of a draft firmware; answers its SHA-256',
  inputKind: 'multipart',
  input: z.object({ firmwareId: id }),
  output: firmware,
  errors: ['firmware.not_found', 'firmware.not_draft', 'file.too_large', 'file.empty'],
  audit: 'firmware.uploaded',
})

export const moveFirmware = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/firmware/:firmwareId/move',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'Release a firmware for campaigns, or withdraw it: no gateway gets it any more',
  input: z.object({ firmwareId: id, move: z.enum(firmwareMoveNames as [string, ...string[]]) }),
  output: firmware,
  errors: ['firmware.not_found', 'firmware.move_not_allowed', 'firmware.no_file'],
  audit: 'firmware.moved',
})

export const deleteFirmware = endpoint({
  method: 'DELETE',
  path: '/ota/api/v2/ota/firmware/:firmwareId',
  access: 'DMS_SERVER_DEVICE_OTA_FIRMWARE',
  summary: 'Delete a firmware that was never released',
  input: z.object({ firmwareId: id }),
  output: done,
  errors: ['firmware.not_found', 'firmware.not_draft'],
  audit: 'firmware.deleted',
})
