import { z } from 'zod'
import { deviceDrivers, deviceTypes, firmwareStandings } from './device-values.ts'
import { guardState, presence } from './devices.ts'
import { endpoint } from './endpoint.ts'
import { sortableKeys } from './entity-fields.ts'
import { detailRules, inputRules } from './entity-rules.ts'
import { equipmentColumns, equipmentEntity } from './equipment-fields.ts'
import { importErrors, importInput, importPreview, importResult } from './imports.ts'
import { metricNames, metricUnits } from './metric-catalogue.ts'
import { noRegion } from './outlet-region.ts'
import { outletRegion } from './outlets.ts'
import { deviceText, failedItem, id, ids, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const address = z.union([z.ipv4(), z.ipv6()])
const mac = z
  .string()
  .trim()
  .regex(/^(?:[0-9a-f]{2}[:-]?){5}[0-9a-f]{2}$/i)
  .transform((value) =>
    value
      .replaceAll(/[:-]/g, '')
      .toLowerCase()
      .replaceAll(/(..)(?=.)/g, '$1:'),
  )
  .meta({ examples: ['00:11:22:33:44:55'] })

const customInputs = {
  ipAddress: address.nullable().default(null),
  credentialId: id.nullable().default(null),
  outletId: id.nullable().default(null),
  macAddress: mac.nullable().default(null),
}

const customOutputs = {
  ipAddress: z.string().nullable(),
  credentialId: id.nullable(),
  outletId: id.nullable(),
  macAddress: z.string().nullable(),
}

/** A smart CPE is in the same list; it has no credentials here and cannot be added. */
const shownType = z.enum(deviceTypes)
const shownDriver = z.enum(deviceDrivers)

/** The value that looks worst now, of those with a limit: CPU, memory, storage, temperature, supplies, UPS. */
const worst = z.object({
  metric: z.enum(metricNames),
  instance: z.string(),
  label: z.string(),
  value: z.number(),
  unit: z.enum(metricUnits),
  level: z.enum(['normal', 'warning', 'critical']),
})

/** What polling says of a device over SNMP or ping; null for smart CPE. */
const polling = z.object({
  state: z.enum([
    /** Never polled yet. */
    'waiting',
    'ok',
    /** Answers ping, but not SNMP. */
    'snmp_silent',
    'unreachable',
    /** Credentials are refused. */
    'auth_failed',
    /** No set of credentials fits. */
    'no_credential',
    /** Its address is outside of the ranges that this installation may reach for its company. */
    'not_allowed',
    /** Monitoring is not activated or stopped for its company. */
    'stopped',
  ]),
  /** Since when it is in that state. */
  since: instant.nullable(),
  lastPollAt: instant.nullable(),
  /** Of the last poll: how long it took, and how many values it brought. */
  lastPollMs: z.number().nullable(),
  lastPollValues: z.number().nullable(),
  /** Takes more than 80 % of its interval. */
  slow: z.boolean(),
  /** The set that answered. */
  credentialName: z.string().nullable(),
})

export const equipmentRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  ...detailRules(equipmentEntity, customOutputs),
  type: shownType,
  driver: shownDriver,
  guard: guardState,
  presence,
  outletName: z.string().nullable(),
  softwareVersion: z.string(),
  /** Last connection time: of the last Inform, or the last answer. */
  lastSeenAt: instant.nullable(),
  tags: z.array(z.string()),
  worst: worst.nullable(),
  /** Another device claims its serial number, MAC address, chassis or SNMP engine id. */
  duplicated: z.boolean(),
  createdAt: instant,
})

const filters = z.object({
  /** Part of a name, a serial number, a model, an address or a MAC. */
  search: z.string().trim().max(100).optional(),
  type: oneOrMany(shownType),
  driver: oneOrMany(shownDriver),
  presence: oneOrMany(presence),
  brand: oneOrMany(deviceText),
  modelName: deviceText.optional(),
  softwareVersion: deviceText.optional(),
  tag: oneOrMany(z.string().max(40)),
  companyId: id.optional(),
  /** `0`: in no outlet. */
  outletId: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,17})$/)
    .optional(),
  /** In an outlet of that region or below it (`/`: in one without a region), or of that department. */
  region: z.literal(noRegion).or(outletRegion).optional(),
  departmentId: id.optional(),
  /** Whether its version is released for its model, another one is, or none is. */
  firmware: oneOrMany(z.enum(firmwareStandings)),
  /** Only devices whose worst value is at that level, or whose polling is in that state. */
  level: z.enum(['warning', 'critical']).optional(),
  polling: oneOrMany(polling.shape.state),
})

const sortColumns = sortableKeys(equipmentColumns)
export const equipmentQuery = pageInput.extend({
  ...filters.shape,
  sort: z.enum(sortColumns.flatMap((column) => [column, `-${column}`] as const)).default('name'),
})

export const pageEquipment = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/device/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Devices of every type, of the company acted in, or of all below it',
  input: equipmentQuery,
  output: pageOf(equipmentRow),
})

export const exportEquipment = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/device/export',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: equipmentQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'equipment.exported',
})

export const summariseEquipment = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/device/summary',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'How many devices of each presence and type there are; brands and models that filters offer',
  input: z.object({}),
  output: z.object({
    online: z.number().int(),
    overdue: z.number().int(),
    offline: z.number().int(),
    unknown: z.number().int(),
    types: z.array(z.object({ type: shownType, total: z.number().int(), online: z.number().int() })),
    brands: z.array(z.string()),
    models: z.array(z.string()),
  }),
})

export const equipmentDetail = equipmentRow.extend({
  hardwareVersion: z.string(),
  /** As its agent says; empty if it says nothing. */
  sysName: z.string(),
  sysDescription: z.string(),
  sysLocation: z.string(),
  sysContact: z.string(),
  sysObjectId: z.string(),
  /** What it measures: the charts of its page. */
  metrics: z.array(z.enum(metricNames)),
  interfaces: z.number().int(),
  polling: polling.nullable(),
  state: z.enum(['claimed', 'released', 'replaced']),
  /** The device that took its place on an order, and the one whose place it took. */
  replacedBy: z.object({ id, name: z.string(), serial: z.string() }).nullable(),
  replaces: z.object({ id, name: z.string(), serial: z.string() }).nullable(),
  /** Another device has the same serial number, chassis or MAC: asked, never merged. */
  duplicates: z.array(
    z.object({ id, name: z.string(), because: z.enum(['serial', 'mac', 'chassis', 'engine']) }),
  ),
})

export const getEquipment = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/device/:deviceId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'One device of any type, and how it is polled',
  input: z.object({ deviceId: id }),
  output: equipmentDetail,
  errors: ['device.not_found'],
})

const equipmentInput = inputRules(equipmentEntity, customInputs)
const writeErrors = [
  'outlet.not_found',
  'outlet.outside_scope',
  'snmp.credential_not_found',
  'equipment.address_taken',
  'equipment.address_missing',
] as const

export const addEquipment = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/device',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Add a device by hand in the company acted in; one over SNMP is identified by its first poll',
  input: z.object(equipmentInput),
  output: equipmentDetail,
  errors: writeErrors,
  audit: 'equipment.added',
})

export const editEquipment = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/device/:deviceId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Change a device that was added: all fields are given',
  input: z.object({ deviceId: id, ...equipmentInput }),
  output: equipmentDetail,
  errors: ['device.not_found', 'device.move_not_allowed', ...writeErrors],
  audit: 'equipment.edited',
})

const batchOutput = z.object({ accepted: z.number().int(), failed: z.array(failedItem) })
const batchErrors = ['50001', '50002'] as const

export const deleteEquipment = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/device/batch/delete',
  access: 'DMS_SERVER_DEVICE_RELEASE',
  summary: 'Delete devices that were added, with their measured values; a smart CPE is released instead',
  input: z.object({ deviceIds: ids }),
  output: batchOutput,
  errors: batchErrors,
  audit: 'equipment.deleted',
})

export const pollEquipment = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/device/batch/poll',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Poll devices now, inventory included; the events `device.polled` tell when it is done',
  input: z.object({ deviceIds: ids }),
  output: batchOutput,
  errors: batchErrors,
  audit: 'equipment.poll_requested',
})

export const importEquipment = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/device/import',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary:
    'Import devices from a CSV (name, IP address; optional the other columns of the export): all rows or none; rows that exist are refused, or updated with existing=update, at most 10,000',
  inputKind: 'multipart',
  input: importInput,
  output: importResult,
  errors: importErrors,
  audit: 'equipment.imported',
})

export const previewEquipment = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/device/import/preview',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'What an import of devices would add, change (by address) and refuse',
  inputKind: 'multipart',
  input: z.object({}),
  output: importPreview,
  errors: importErrors,
})

export const pageInterfaces = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/device/:deviceId/interfaces',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Interfaces of a device as last read, with their rates now and over the last 24 hours',
  input: pageInput.extend({
    deviceId: id,
    search: z.string().trim().max(100).optional(),
    state: oneOrMany(z.enum(['up', 'down', 'disabled'])),
    important: z.enum(['yes', 'no']).optional(),
    sort: z
      .enum(
        (['index', 'name', 'inRate', 'outRate', 'use', 'errors'] as const).flatMap(
          (column) => [column, `-${column}`] as const,
        ),
      )
      .default('index'),
  }),
  output: pageOf(
    z.object({
      key: z.string(),
      index: z.number().int(),
      name: z.string(),
      alias: z.string(),
      description: z.string(),
      state: z.enum(['up', 'down', 'disabled', 'unknown']),
      /** Marked by a person: rules for connected ports watch it, whatever is at its other end. */
      important: z.boolean(),
      /** Since when it is in that state, as polls saw it. */
      since: instant.nullable(),
      speed: z.number().nullable(),
      duplex: z.enum(['full', 'half']).nullable(),
      mac: z.string().nullable(),
      addresses: z.array(z.string()),
      vlan: z.number().int().nullable(),
      taggedVlans: z.array(z.number().int()),
      neighbour: z
        .object({
          name: z.string(),
          port: z.string(),
          protocol: z.enum(['lldp', 'cdp']),
          deviceId: id.nullable(),
        })
        .nullable(),
      /** Bits a second, from the last two polls. */
      inRate: z.number().nullable(),
      outRate: z.number().nullable(),
      /** Of its speed, in per cent, the busier direction. */
      use: z.number().nullable(),
      /** A second, both directions. */
      errors: z.number().nullable(),
      poe: z.number().nullable(),
      /** Bits a second, both directions, the last 24 hours in steps of half an hour. */
      trend: z.array(z.number().nullable()),
    }),
  ),
  errors: ['device.not_found', 'metrics.unavailable'],
})

export const markInterfaces = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/device/:deviceId/interfaces/marks',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary:
    'Mark interfaces of a device as important, which alarm rules for ports watch, or take their marks away',
  input: z.object({
    deviceId: id,
    keys: z.array(z.string().min(1).max(256)).min(1).max(1000),
    important: z.boolean(),
  }),
  output: z.object({ changed: z.number().int() }),
  errors: ['device.not_found', 'equipment.interface_not_found'],
  audit: 'equipment.ports_marked',
})
