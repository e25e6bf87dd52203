import { z } from 'zod'
import {
  configurationProfiles,
  configurationReasons,
  configurationStates,
  configuredTypes,
  lineChanges,
} from './configuration-values.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const standing = {
  deviceId: id,
  deviceName: z.string(),
  deviceType: z.enum(configuredTypes),
  state: z.enum(configurationStates),
  /** Of the last attempt. */
  reason: z.enum(configurationReasons).nullable(),
  /** No backup is made by the clock. */
  enabled: z.boolean(),
  lastAt: instant.nullable(),
  lastOkAt: instant.nullable(),
  /** The running configuration differed from the version before. */
  changedAt: instant.nullable(),
  nextAt: instant.nullable(),
  /** Stored versions. */
  versions: z.number().int(),
}

const row = z.object({
  ...standing,
  companyId: id,
  companyName: z.string(),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  brand: z.string(),
  modelName: z.string(),
})

const filters = z.object({
  search: z.string().trim().max(100).optional(),
  companyId: id.optional(),
  /** `0`: in no outlet. */
  outletId: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,17})$/)
    .optional(),
  type: oneOrMany(z.enum(configuredTypes)),
  state: oneOrMany(z.enum(configurationStates)),
  reason: oneOrMany(z.enum(configurationReasons)),
  /** Changed at this time or later. */
  changedSince: z.iso.datetime().optional(),
})

const sorts = ['name', 'lastOkAt', 'changedAt'] as const

export const pageConfigurations = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/configuration/lists',
  access: 'DMS_SERVER_DEVICE_CONFIG_VIEW',
  summary:
    'Configuration backups of switches, routers and firewalls: the last one, its result, the last change',
  input: pageInput.extend({
    ...filters.shape,
    sort: z.enum(sorts.flatMap((column) => [column, `-${column}`] as const)).default('name'),
  }),
  output: pageOf(row),
})

export const summariseConfigurations = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/configuration/summary',
  access: 'DMS_SERVER_DEVICE_CONFIG_VIEW',
  summary: 'How many devices there are in each state of backup, and how many changed in the last 7 days',
  input: z.object({ companyId: id.optional() }),
  output: z.object({
    states: z.array(z.object({ state: z.enum(configurationStates), count: z.number().int() })),
    withoutCredential: z.number().int(),
    changed: z.number().int(),
  }),
})

export const getConfigurationBackup = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/configuration/:deviceId',
  access: 'DMS_SERVER_DEVICE_CONFIG_VIEW',
  summary: 'Configuration backup of one device',
  input: z.object({ deviceId: id }),
  output: z.object({
    ...standing,
    /** Chosen by a person; null: by maker and model. */
    profile: z.enum(configurationProfiles).nullable(),
    /** That reads it now; null: the maker is not known. */
    effectiveProfile: z.enum(configurationProfiles).nullable(),
    /** A sign-in with a secret applies to the device. */
    hasCredential: z.boolean(),
    /** The key that was refused. */
    offeredHostKey: z.string().nullable(),
    hostKey: z.string().nullable(),
  }),
  errors: ['configuration.not_found', 'device.not_found'],
})

export const editConfiguration = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/configuration/:deviceId',
  access: 'DMS_SERVER_DEVICE_CONFIG_BACKUP',
  summary: 'Choose the terminal profile of a device, and whether it is backed up by the clock',
  input: z.object({
    deviceId: id,
    enabled: z.boolean(),
    profile: z.enum(configurationProfiles).nullable().default(null),
  }),
  output: done,
  errors: ['configuration.not_found', 'device.not_found', 'device.move_not_allowed'],
  audit: 'configuration.edited',
})

export const backUpConfiguration = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/configuration/:deviceId/back-up',
  access: 'DMS_SERVER_DEVICE_CONFIG_BACKUP',
  summary: 'Read the running configuration now; the events `configuration.changed` report its progress',
  input: z.object({ deviceId: id }),
  output: done,
  errors: [
    'configuration.not_found',
    'configuration.under_way',
    'configuration.no_credential',
    'device.not_found',
    'device.move_not_allowed',
  ],
  audit: 'configuration.backed_up',
})

const version = z.object({
  id,
  /** When it was read first and last. */
  firstAt: instant,
  lastAt: instant,
  bytes: z.number().int(),
  lines: z.number().int(),
  profile: z.enum(configurationProfiles),
  /** Who asked for it; null: by the clock. */
  byName: z.string().nullable(),
})

export const pageConfigurationVersions = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/configuration/:deviceId/versions/lists',
  access: 'DMS_SERVER_DEVICE_CONFIG_VIEW',
  summary: 'Stored versions of the configuration of a device, the newest first',
  input: pageInput.omit({ sort: true }).extend({ deviceId: id }),
  output: pageOf(version),
  errors: ['configuration.not_found', 'device.not_found'],
})

const oneVersion = { deviceId: id, versionId: id }

export const readConfiguration = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/configuration/:deviceId/versions/:versionId',
  access: 'DMS_SERVER_DEVICE_CONFIG_VIEW',
  summary: 'One version with its secrets masked; each reading is written to the audit log',
  reads: false,
  input: z.object(oneVersion),
  output: version.extend({ content: z.string(), masked: z.number().int() }),
  errors: ['configuration.version_not_found', 'device.not_found'],
  audit: 'configuration.read',
})

export const revealConfiguration = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/configuration/:deviceId/versions/:versionId/secrets',
  access: 'DMS_SERVER_DEVICE_CONFIG_SECRETS',
  summary: 'One version with its secrets; each reading is written to the audit log',
  reads: false,
  input: z.object(oneVersion),
  output: version.extend({ content: z.string(), masked: z.number().int() }),
  errors: ['configuration.version_not_found', 'device.not_found'],
  audit: 'configuration.revealed',
})

export const compareConfigurations = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/configuration/:deviceId/compare',
  access: 'DMS_SERVER_DEVICE_CONFIG_VIEW',
  summary: 'What differs between two versions, with three lines around each change; secrets are masked',
  reads: false,
  input: z.object({ deviceId: id, from: id, to: id }),
  output: z.object({
    from: version,
    to: version,
    added: z.number().int(),
    removed: z.number().int(),
    /** Lines in order; a jump of the numbers leaves equal lines out. At most 10,000. */
    lines: z.array(
      z.object({
        change: z.enum(lineChanges),
        /** Line numbers; null: not in this version. */
        before: z.number().int().nullable(),
        after: z.number().int().nullable(),
        text: z.string(),
      }),
    ),
    truncated: z.boolean(),
  }),
  errors: ['configuration.version_not_found', 'device.not_found'],
  audit: 'configuration.compared',
})
