import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { forOrderWithReason } from './order-act-schemas.ts'
import { done, id, instant } from './schemas.ts'
import { backupStates } from './states/backup.ts'

export const listBackups = endpoint({
  method: 'GET',
  path: '/ota/api/v2/ota/device/:deviceId/backups',
  access: 'DMS_SERVER_DEVICE_OTA_VIEW',
  summary: 'The configurations that are kept of a gateway: the newest ten, and those that are asked for',
  input: z.object({ deviceId: id }),
  output: z.object({
    items: z.array(
      z.object({
        id,
        state: z.enum(backupStates),
        reason: z.enum(['by_hand', 'campaign']),
        softwareVersion: z.string(),
        size: z.number().int().nullable(),
        /** Hexadecimal. */
        sha256: z.string().nullable(),
        faultCode: z.string().nullable(),
        createdAt: instant,
        createdByName: z.string(),
        storedAt: instant.nullable(),
        /** When the gateway last received it back. */
        restore: z
          .enum(['queued', 'sent', 'started', 'transferred', 'failed', 'cancelled', 'expired'])
          .nullable(),
        restoreFault: z.string().nullable(),
      }),
    ),
  }),
  errors: ['device.not_found'],
})

export const makeBackup = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/device/:deviceId/backup',
  access: 'DMS_SERVER_DEVICE_OTA_BACKUP',
  summary: 'Ask a gateway for its configuration file',
  input: z.object({ deviceId: id }),
  output: done,
  errors: ['device.not_found', 'device.move_not_allowed', 'backup.under_way'],
  audit: 'backup.made',
})

export const downloadBackup = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/device/:deviceId/backup/:backupId/download',
  access: 'DMS_SERVER_DEVICE_OTA_BACKUP',
  summary: 'A configuration as its gateway sent it, in a ZIP; it may hold passwords',
  input: z.object({ deviceId: id, backupId: id }),
  output: z.null(),
  answer: 'zip',
  errors: ['device.not_found', 'backup.not_found'],
  audit: 'backup.downloaded',
})

export const restoreBackup = endpoint({
  method: 'POST',
  path: '/ota/api/v2/ota/device/:deviceId/backup/:backupId/restore',
  access: 'DMS_SERVER_DEVICE_OTA_BACKUP',
  summary: 'Give a gateway its configuration back; it restarts with it',
  input: z.object({ deviceId: id, backupId: id, ...forOrderWithReason }),
  output: done,
  errors: [
    'device.not_found',
    'backup.not_found',
    'backup.under_way',
    'device.move_not_allowed',
    'work_order.not_found',
  ],
  audit: 'backup.restored',
})

export const deleteBackup = endpoint({
  method: 'DELETE',
  path: '/ota/api/v2/ota/device/:deviceId/backup/:backupId',
  access: 'DMS_SERVER_DEVICE_OTA_BACKUP',
  summary: 'Delete a configuration that is kept',
  input: z.object({ deviceId: id, backupId: id }),
  output: done,
  errors: ['device.not_found', 'backup.not_found'],
  audit: 'backup.deleted',
})
