import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'
import { settingName } from './template-content.ts'

export const commandState = z.enum(['waiting', 'sent', 'done', 'failed', 'expired', 'cancelled'])

export const command = z.object({
  id,
  kind: z.enum([
    'reboot',
    'factory_reset',
    'get_parameter_names',
    'get_parameter_values',
    'set_parameter_values',
    'get_parameter_attributes',
    'set_parameter_attributes',
    'set_credentials',
    'add_object',
    'delete_object',
    'schedule_inform',
    'get_queued_transfers',
    'get_rpc_methods',
    'download',
    'upload',
    'provision',
    'change_settings',
  ]),
  state: commandState,
  /** The request, without secrets. */
  request: z.record(z.string(), z.unknown()),
  /** The result, by kind: such as `instanceNumber` of an object, or the queued `transfers`. */
  result: z.record(z.string(), z.unknown()).nullable(),
  /** Accepted, effective after a restart (TR-069 A.3.2.1, A.3.2.6 and A.3.2.7: status 1). */
  appliesLater: z.boolean(),
  /** CWMP fault with its text in the caller's language, and the device's own words as `detail`. */
  fault: z
    .object({
      code: z.string(),
      text: z.string(),
      detail: z.string(),
      /** One for each parameter of a SetParameterValues that was refused. */
      parameters: z.array(
        z.object({
          path: z.string(),
          /** The part of a template, in place of a path. */
          setting: settingName.nullable(),
          code: z.string(),
          text: z.string(),
          detail: z.string(),
        }),
      ),
    })
    .nullable(),
  createdAt: instant,
  createdByName: z.string().nullable(),
  /** The actor's company, if it differs from the device's. */
  createdByCompanyName: z.string().nullable(),
  sentAt: instant.nullable(),
  finishedAt: instant.nullable(),
  expiresAt: instant,
})

export const pageCommands = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/commands',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'The command queue of a device, newest first',
  input: pageInput.extend({ deviceId: id }),
  output: pageOf(command),
  errors: ['device.not_found'],
})

export const cancelCommand = endpoint({
  method: 'POST',
  path: '/api/v1/device/:deviceId/commands/:commandId/cancel',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Cancel a command that has not been sent',
  input: z.object({ deviceId: id, commandId: id }),
  output: done,
  errors: ['device.not_found', 'command.not_found', 'command.not_cancellable'],
  audit: 'command.cancelled',
})

export const timelineEntry = z.object({
  id,
  at: instant,
  /** Such as `online`, `offline`, `inform.boot`, `command.done`: texts in phrases under `timeline.<kind>`. */
  kind: z.string(),
  /**
   * For a command that carried a file its `fileType`, and the `version` of firmware or the time of a
   * configuration, `takenAt`; for one of templates whether it only compares, `check`.
   */
  detail: z.record(z.string(), z.unknown()),
  /** The actor or requester; their company if it differs from the device's. */
  actor: z.object({ name: z.string(), companyName: z.string().nullable() }).nullable(),
  /** Templates concerned. */
  templates: z.array(
    z.object({
      name: z.string(),
      version: z.number().int(),
      /** The company above that owns it. */
      ownerName: z.string().nullable(),
      /** It belongs to the company acted in. */
      own: z.boolean(),
    }),
  ),
  /**
   * Of a drift: the first differing values, and their number. `actual` and `desired` are null for secrets.
   */
  drift: z
    .object({
      values: z.array(
        z.object({
          path: z.string(),
          actual: z.string().nullable(),
          desired: z.string().nullable(),
          secret: z.boolean(),
        }),
      ),
      total: z.number().int(),
    })
    .nullable(),
})

export const pageTimeline = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/timeline',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'What happened to a device, newest first',
  input: pageInput.extend({ deviceId: id }),
  output: pageOf(timelineEntry),
  errors: ['device.not_found'],
})

const exchangeRow = z.object({
  id,
  at: instant,
  direction: z.enum(['received', 'sent']),
  /** The RPC method, or `empty`, `fault`. */
  method: z.string(),
  failed: z.boolean(),
  reason: z.string().nullable(),
  bytes: z.number().int(),
})

export const listExchanges = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/exchanges',
  access: 'DMS_SERVER_DEVICE_EXCHANGE_VIEW',
  summary: 'The last 20 raw CWMP exchanges and the failed ones',
  input: z.object({ deviceId: id }),
  output: z.array(exchangeRow),
  errors: ['device.not_found'],
})

export const getExchange = endpoint({
  method: 'GET',
  path: '/api/v1/device/:deviceId/exchanges/:exchangeId',
  access: 'DMS_SERVER_DEVICE_EXCHANGE_VIEW',
  summary: 'One raw exchange; secrets are masked when it is stored',
  input: z.object({ deviceId: id, exchangeId: id }),
  output: exchangeRow.extend({ body: z.string() }),
  errors: ['device.not_found', 'exchange.not_found'],
})
