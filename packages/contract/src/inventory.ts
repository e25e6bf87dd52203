import { z } from 'zod'
import { advisorySeverities } from './advisory-values.ts'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { equipmentRow } from './equipment.ts'
import { deviceText, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const filters = z.object({
  /** Part of a name, a serial number, a model, an address or a MAC. */
  search: z.string().trim().max(100).optional(),
  type: oneOrMany(z.enum(deviceTypes)),
  brand: oneOrMany(deviceText),
  modelName: deviceText.optional(),
  softwareVersion: deviceText.optional(),
  companyId: id.optional(),
  /** `0`: in no outlet. */
  outletId: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,17})$/)
    .optional(),
  /** Its age: first seen at or after, and before. */
  /** Affected by this advisory. */
  advisoryId: id.optional(),
  firstSeenFrom: z.iso.datetime().optional(),
  firstSeenTo: z.iso.datetime().optional(),
})

const columns = ['name', 'brand', 'modelName', 'serialNumber', 'firstSeenAt', 'lastSeenAt'] as const

const inventoryQuery = pageInput.extend({
  ...filters.shape,
  sort: z.enum(columns.flatMap((column) => [column, `-${column}`] as const)).default('name'),
})

const inventoryRow = equipmentRow
  .pick({
    id: true,
    companyId: true,
    companyName: true,
    name: true,
    type: true,
    presence: true,
    brand: true,
    modelName: true,
    softwareVersion: true,
    serialNumber: true,
    macAddress: true,
    ipAddress: true,
    outletId: true,
    outletName: true,
    lastSeenAt: true,
  })
  .extend({
    hardwareVersion: z.string(),
    /** When it was added or called in first. */
    firstSeenAt: instant,
    /** Advisories that affect its version; null: none. */
    advisories: z.object({ count: z.number().int(), worst: z.enum(advisorySeverities) }).nullable(),
  })

export const pageInventory = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/inventory/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Inventory: devices of every type, of the company acted in, or of all below it',
  input: inventoryQuery,
  output: pageOf(inventoryRow),
})

export const exportInventory = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/inventory/export',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'The inventory as CSV (filters with page 1; at most 100,000 rows, the last line says where more match)',
  input: inventoryQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'inventory.exported',
})

export const exportInventoryWorkbook = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/inventory/export/xlsx',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'The inventory as a workbook (filters with page 1; at most 100,000 rows, the last line says where more match)',
  input: inventoryQuery,
  output: z.null(),
  answer: 'xlsx',
  audit: 'inventory.exported',
})

export const groupInventory = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/inventory/groups',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'How many devices there are of each brand, model or version, the most frequent first',
  input: z.object({ ...filters.shape, by: z.enum(['brand', 'modelName', 'softwareVersion']) }),
  output: z.object({
    /** The 12 most frequent values; an empty one is not known. */
    groups: z.array(z.object({ value: z.string(), count: z.number().int() })),
    /** Of those, and of all values: `total` stops at 10,000 where an outlet, a text or an age filters. */
    total: z.number().int(),
    totalCapped: z.boolean(),
  }),
})
