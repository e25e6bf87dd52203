import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { forOrder } from './order-act-schemas.ts'
import { parameterTypes } from './parameter-types.ts'
import { id, instant, pageInput, pageOf } from './schemas.ts'

export const parameter = z.object({
  path: z.string(),
  /** Null for an object and for a value that was never read. */
  value: z.string().nullable(),
  type: z.string().nullable(),
  writable: z.boolean().nullable(),
  isObject: z.boolean(),
  readAt: instant.nullable(),
  /** 0 off, 1 passive, 2 active, 3 to 6 lightweight (TR-069 A.3.2.4); null when it was never read. */
  notification: z.number().int().nullable(),
  /** Value that takes effect after a restart (status 1); '' for a secret too. Null if none is pending. */
  later: z.string().nullable(),
})

export const pageParameters = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/parameters',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Known parameters: the children of `parent`, or all whose path or value holds `search`',
  input: pageInput.extend({
    deviceId: id,
    parent: z.string().max(256).optional(),
    search: z.string().trim().max(100).optional(),
  }),
  output: pageOf(parameter),
  errors: ['device.not_found'],
})

export const parameterPath = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[A-Za-z_][A-Za-z0-9_.{}-]*$/)

export const readParameters = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/parameters/read',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'Queue a read of parameters or partial paths (a path that ends in a dot), with their attributes of writability',
  input: z.object({ deviceId: id, paths: z.array(parameterPath).min(1).max(64) }),
  output: z.object({ commandId: id }),
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.parameters_read',
})

export const setParameters = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/parameters/set',
  access: 'DMS_SERVER_DEVICE_PARAMETER_SET',
  summary:
    'Queue one SetParameterValues: all values or none. ManagementServer and WAN paths need `confirmed`',
  input: z.object({
    deviceId: id,
    values: z
      .array(
        z.object({
          path: parameterPath,
          value: z.string().max(65_536),
          type: z.enum(parameterTypes).optional(),
        }),
      )
      .min(1)
      .max(64),
    /** The person confirmed twice. */
    confirmed: z.boolean().default(false),
    ...forOrder,
  }),
  output: z.object({ commandId: id }),
  errors: ['device.not_found', 'device.move_not_allowed', 'request.invalid', 'work_order.not_found'],
  audit: 'device.parameters_set',
})

/** Ends in a dot. */
const objectPath = z
  .string()
  .min(1)
  .max(256)
  .regex(/^[A-Za-z_][A-Za-z0-9_.{}-]*\.$/)
const queued = z.object({ commandId: id })

export const addObject = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/objects/add',
  access: 'DMS_SERVER_DEVICE_PARAMETER_SET',
  summary: 'Queue an AddObject, and a read of the table with it. WAN paths need `confirmed`',
  input: z.object({ deviceId: id, path: objectPath, confirmed: z.boolean().default(false), ...forOrder }),
  output: queued,
  errors: ['device.not_found', 'device.move_not_allowed', 'request.invalid', 'work_order.not_found'],
  audit: 'device.object_added',
})

export const deleteObject = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/objects/delete',
  access: 'DMS_SERVER_DEVICE_PARAMETER_SET',
  summary: 'Queue a DeleteObject: one instance of a table, with all below it. WAN paths need `confirmed`',
  input: z.object({ deviceId: id, path: objectPath, confirmed: z.boolean().default(false), ...forOrder }),
  output: queued,
  errors: ['device.not_found', 'device.move_not_allowed', 'request.invalid', 'work_order.not_found'],
  audit: 'device.object_deleted',
})

export const readAttributes = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/parameters/attributes/read',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Queue a read of notification settings, of parameters or of all below partial paths',
  input: z.object({ deviceId: id, paths: z.array(parameterPath).min(1).max(64) }),
  output: queued,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.attributes_read',
})

export const setAttributes = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/parameters/attributes/set',
  access: 'DMS_SERVER_DEVICE_PARAMETER_SET',
  summary: 'Queue a change of notification settings: 0 off, 1 with the next session, 2 at once',
  input: z.object({
    deviceId: id,
    changes: z
      .array(z.object({ path: parameterPath, notification: z.literal([0, 1, 2]) }))
      .min(1)
      .max(64),
  }),
  output: queued,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.attributes_set',
})

export const scheduleInform = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/schedule-inform',
  access: 'DMS_SERVER_DEVICE_REBOOT',
  summary:
    'Queue a ScheduleInform: the gateway calls in once more, so many seconds after it took the command',
  input: z.object({ deviceId: id, delaySeconds: z.number().int().min(1).max(604_800) }),
  output: queued,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.inform_scheduled',
})

export const queryTransfers = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/queued-transfers',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'Queue a question for the transfers that the gateway has under way; the command’s result tells them',
  input: z.object({ deviceId: id }),
  output: queued,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.transfers_queried',
})

export const queryMethods = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/rpc-methods',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Queue a question for the CWMP methods that the gateway supports; the command’s result lists them',
  input: z.object({ deviceId: id }),
  output: queued,
  errors: ['device.not_found', 'device.move_not_allowed'],
  audit: 'device.methods_queried',
})
