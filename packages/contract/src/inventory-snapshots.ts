import { z } from 'zod'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { done, id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const snapshot = z.object({
  id,
  at: instant,
  devices: z.number().int(),
  /** Who took it; null: the clock. */
  byName: z.string().nullable(),
})

export const pageInventorySnapshots = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/inventory/snapshot/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Snapshots of the inventory of the company acted in, the newest first',
  input: pageInput.extend({ sort: z.enum(['at', '-at']).default('-at') }),
  output: pageOf(snapshot),
})

export const takeInventorySnapshot = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/inventory/snapshot',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Take a snapshot now, beside those at the storage interval',
  input: z.object({}),
  output: done,
  errors: ['inventory.snapshot_too_soon'],
  audit: 'inventory.snapshot_taken',
})

const facts = {
  deviceId: id,
  name: z.string(),
  type: z.enum(deviceTypes),
  brand: z.string(),
  modelName: z.string(),
  softwareVersion: z.string(),
  serialNumber: z.string(),
  outletName: z.string().nullable(),
}

const contents = {
  snapshotId: id,
  search: z.string().trim().max(100).optional(),
  type: oneOrMany(z.enum(deviceTypes)),
}

export const pageSnapshotDevices = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/inventory/snapshot/device/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Devices of a snapshot as they were then',
  input: pageInput.extend({ ...contents, sort: z.enum(['name', '-name']).default('name') }),
  output: pageOf(z.object(facts)),
  errors: ['inventory.snapshot_not_found'],
})

export const exportSnapshotDevices = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/inventory/snapshot/device/export',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Devices of a snapshot as CSV (filters with page 1; at most 100,000 rows)',
  input: pageInput.extend({ ...contents, sort: z.enum(['name', '-name']).default('name') }),
  output: z.null(),
  answer: 'csv',
  errors: ['inventory.snapshot_not_found'],
  audit: 'inventory.exported',
})

export const snapshotChanges = ['new', 'gone', 'changed'] as const

const comparison = {
  from: id,
  to: id,
  change: oneOrMany(z.enum(snapshotChanges)),
  search: z.string().trim().max(100).optional(),
}

export const compareSnapshots = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/inventory/snapshot/compare/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'What is new, gone or changed between two snapshots',
  input: pageInput.extend({ ...comparison, sort: z.enum(['name', '-name']).default('name') }),
  output: pageOf(
    z.object({
      ...facts,
      change: z.enum(snapshotChanges),
      /** Of a changed device. */
      before: z
        .object({
          name: z.string(),
          modelName: z.string(),
          softwareVersion: z.string(),
          serialNumber: z.string(),
          outletName: z.string().nullable(),
        })
        .nullable(),
    }),
  ),
  errors: ['inventory.snapshot_not_found'],
})

export const exportSnapshotComparison = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/inventory/snapshot/compare/export',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'The comparison of two snapshots as CSV (filters with page 1; at most 100,000 rows)',
  input: pageInput.extend({ ...comparison, sort: z.enum(['name', '-name']).default('name') }),
  output: z.null(),
  answer: 'csv',
  errors: ['inventory.snapshot_not_found'],
  audit: 'inventory.exported',
})
