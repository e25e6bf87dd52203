import { z } from 'zod'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { settingChoices } from './gateway-setting-values.ts'
import { forOrder, forOrderWithReason } from './order-act-schemas.ts'
import {
  deviceText,
  done,
  failedItem,
  id,
  ids,
  instant,
  oneOrMany,
  pageInput,
  pageOf,
  shortText,
} from './schemas.ts'
import { configurationTroubles } from './template-values.ts'

export const deviceType = z.enum(deviceTypes)

/** `unknown` while the periodic Inform interval is unknown. */
export const presence = z.enum(['online', 'overdue', 'offline', 'unknown'])

export const guardState = z.enum(['none', 'quarantined', 'duplicate'])

/** One row of the list. Device strings are hostile: text, never markup. */
export const deviceRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  name: z.string(),
  type: deviceType,
  state: z.enum(['claimed', 'released', 'replaced']),
  guard: guardState,
  presence,
  manufacturer: z.string(),
  oui: z.string(),
  productClass: z.string(),
  serialNumber: z.string(),
  modelName: z.string(),
  softwareVersion: z.string(),
  hardwareVersion: z.string(),
  /** WAN address last seen. */
  ipAddress: z.string().nullable(),
  /** Canonical: lower case, colons. */
  macAddress: z.string().nullable(),
  lastInformAt: instant.nullable(),
  claimedAt: instant,
  tags: z.array(z.string()),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
})

export const deviceFilters = z.object({
  /** Part of a serial number, a MAC address in any notation, an address, or a name. */
  search: z.string().trim().max(100).optional(),
  presence: oneOrMany(presence),
  guard: oneOrMany(guardState),
  tag: oneOrMany(z.string().max(40)),
  companyId: id.optional(),
  modelName: deviceText.optional(),
  softwareVersion: deviceText.optional(),
  type: oneOrMany(deviceType),
  /** Configuration state: what is wrong with its templates. */
  configuration: oneOrMany(z.enum(configurationTroubles)),
  /** `0`: in no outlet. */
  outletId: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,17})$/)
    .optional(),
})

/** Sortable columns; each has an index. */
export const deviceSortColumns = ['name', 'serialNumber', 'modelName', 'lastInformAt', 'claimedAt'] as const
const deviceSort = z
  .enum(deviceSortColumns.flatMap((column) => [column, `-${column}`] as const))
  .default('name')

export const deviceQuery = pageInput.extend({ ...deviceFilters.shape, sort: deviceSort })

export const pageDevices = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Devices of the company acted in, or of all below it',
  input: deviceQuery,
  output: pageOf(deviceRow),
})

export const exportDevices = endpoint({
  method: 'POST',
  path: '/api/v1/device/export',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: deviceQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'device.exported',
})

export const summariseDevices = endpoint({
  method: 'GET',
  path: '/api/v1/device/summary',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'How many devices are online, overdue, offline, unknown, quarantined; the values that filters offer',
  input: z.object({}),
  output: z.object({
    online: z.number().int(),
    overdue: z.number().int(),
    offline: z.number().int(),
    unknown: z.number().int(),
    guarded: z.number().int(),
    models: z.array(z.string()),
    softwareVersions: z.array(z.string()),
    tags: z.array(z.string()),
  }),
})

export const deviceTags = endpoint({
  method: 'GET',
  path: '/api/v1/device/tags',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Tags in use, for the input that completes them',
  input: z.object({ search: shortText.optional() }),
  output: z.array(z.string()),
})

export const deviceModels = endpoint({
  method: 'GET',
  path: '/api/v1/device/models',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Models in use, of the companies below too, for the input that completes them: the first 200',
  input: z.object({ search: shortText.optional() }),
  output: z.array(z.string()),
})

export const deviceDetail = deviceRow.extend({
  dataModelRoot: z.enum(['Device.', 'InternetGatewayDevice.']).nullable(),
  cwmpVersion: z.string().nullable(),
  periodicInformInterval: z.number().int().nullable(),
  connectionRequestUrl: z.string().nullable(),
  /** host:port where it waits behind NAT for connection requests over UDP; null: none. */
  udpRequestAddress: z.string().nullable(),
  credentialState: z.enum(['bootstrap', 'setting', 'own', 'enrolment_url']),
  enrolledBy: z.enum(['bootstrap', 'enrolment_url', 'pre_registration', 'claim', 'certificate']),
  lastBootAt: instant.nullable(),
  firstInformAt: instant.nullable(),
  note: z.string(),
  /** End of the expected-reset window; null: none. */
  resetExpectedUntil: instant.nullable(),
  /** Its replacement; null unless it is `replaced`. */
  replacedBy: z.object({ id, name: z.string(), serialNumber: z.string() }).nullable(),
  /** The gateway that will replace it when it calls in by then. */
  replacementAwaited: z.object({ serialNumber: z.string(), until: instant }).nullable(),
  wan: z.array(
    z.object({
      name: z.string(),
      ipAddress: z.string().nullable(),
      macAddress: z.string().nullable(),
      /** The gateway's own words, and the term for them. */
      status: z.string().nullable(),
      state: z.enum(settingChoices.state).nullable(),
    }),
  ),
})

export const getDevice = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'One device',
  input: z.object({ deviceId: id }),
  output: deviceDetail,
  errors: ['device.not_found'],
})

export const editDevice = endpoint({
  method: 'PUT',
  path: '/api/v1/device/:deviceId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Change the name, the note and the tags of a device',
  input: z.object({
    deviceId: id,
    name: z.string().trim().min(1).max(100).optional(),
    note: z.string().max(2000).optional(),
    tags: z.array(z.string().trim().min(1).max(40)).max(20).optional(),
  }),
  output: deviceDetail,
  errors: ['device.not_found', 'tag.limit'],
  audit: 'device.edited',
})

export const releaseDevice = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/release',
  access: 'DMS_SERVER_DEVICE_RELEASE',
  summary: 'Release a device: its history stays, its gateway becomes unknown again',
  input: z.object({ deviceId: id }),
  output: done,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.released',
})

export const approveDevice = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/approve',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary: 'Approve a quarantined or duplicate device: it is given new credentials of its own',
  input: z.object({ deviceId: id }),
  output: done,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.approved',
})

/** Longest and shortest expected-reset window. */
export const resetWindowMinutes = { least: 5, most: 1440 } as const

export const expectReset = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/expected-reset',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary:
    'Expect a factory reset for so many minutes: the gateway then calls in with the bootstrap credentials and is given new ones, without quarantine. One that was claimed or pre-registered: an hour at most',
  input: z.object({
    deviceId: id,
    minutes: z.number().int().min(resetWindowMinutes.least).max(resetWindowMinutes.most),
  }),
  output: z.object({ until: instant }),
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.reset_expected',
})

export const expectNoReset = endpoint({
  method: 'DELETE',
  path: '/api/v1/device/:deviceId/expected-reset',
  access: 'DMS_SERVER_DEVICE_CLAIM',
  summary: 'Expect the factory reset no longer',
  inputKind: 'query',
  input: z.object({ deviceId: id }),
  output: done,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.reset_not_expected',
})

/** Answers 50001 (in part) or 50002 (whole) with the ip:reason list when devices are refused. */
const batchOutput = z.object({ accepted: z.number().int(), failed: z.array(failedItem) })
const batchErrors = ['50001', '50002'] as const

export const rebootDevices = endpoint({
  method: 'POST',
  path: '/api/v1/device/batch/reboot',
  access: 'DMS_SERVER_DEVICE_REBOOT',
  summary: 'Reboot devices: a command waits for each for up to an hour',
  input: z.object({ deviceIds: ids, ...forOrder }),
  output: batchOutput,
  errors: batchErrors,
  audit: 'device.reboot',
})

export const restartProgress = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/batch/restarts',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'How far the last reboot, or factory reset, of each device is',
  input: z.object({
    deviceIds: ids,
    kind: z.enum(['reboot', 'factory_reset']),
    /** Devices of a batch, whatever happened afterwards. */
    commandIds: ids.optional(),
  }),
  output: z.object({
    /** Without devices whose company admits no one. */
    restarts: z.array(
      z.object({
        deviceId: id,
        state: z.enum(['waiting', 'sent', 'done', 'failed', 'expired', 'cancelled']),
        /** In the caller's language. */
        fault: z.string().nullable(),
        createdAt: instant,
        finishedAt: instant.nullable(),
      }),
    ),
  }),
})

export const pageRestartBatches = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/device/batch/restarts/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'Reboots and factory resets of several devices at once that the caller asked for within a week, newest first',
  input: pageInput.omit({ sort: true }),
  output: pageOf(
    z.object({
      id,
      kind: z.enum(['reboot', 'factory_reset']),
      /** Devices for which it was queued, by their names then, and the command. */
      devices: z.array(z.object({ id, name: z.string(), commandId: id })),
      createdAt: instant,
    }),
  ),
})

export const resetDevices = endpoint({
  method: 'POST',
  path: '/api/v1/device/batch/factory-reset',
  access: 'DMS_SERVER_DEVICE_FACTORY_RESET',
  summary:
    'Reset devices to factory settings: a command waits for each for up to an hour. What was configured on them is gone; they are expected back with the bootstrap credentials for an hour',
  input: z.object({ deviceIds: ids, ...forOrderWithReason }),
  output: batchOutput,
  errors: batchErrors,
  audit: 'device.factory_reset',
})

export const tagDevices = endpoint({
  method: 'POST',
  path: '/api/v1/device/batch/tag',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Add and remove tags on devices',
  input: z.object({
    deviceIds: ids,
    add: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
    remove: z.array(z.string().trim().min(1).max(40)).max(20).default([]),
  }),
  output: batchOutput,
  errors: batchErrors,
  audit: 'device.tagged',
})

export const placeDevices = endpoint({
  method: 'POST',
  path: '/api/v1/device/batch/outlet',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Move devices into an outlet of their company, or out of theirs',
  input: z.object({ deviceIds: ids, outletId: id.nullable() }),
  output: batchOutput,
  errors: batchErrors,
  audit: 'device.placed',
})

export const connectDevice = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/connection-request',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Ask the gateway to call in now; the Inform with event 6 is the success',
  input: z.object({ deviceId: id, ...forOrder }),
  output: done,
  errors: ['device.not_found', 'device.not_reachable', 'work_order.not_found'],
  audit: 'device.connection_request',
})
