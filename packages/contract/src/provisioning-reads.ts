import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { failedItem, id, instant } from './schemas.ts'

const version = z.coerce.number().int().min(1).max(1_000_000)

export const readForPreview = endpoint({
  method: 'POST',
  path: '/api/v1/device/template/:templateId/preview/read',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'Queue reads of what a version declares and nobody has read, on the gateways of its preview, or of the count of all; what waits already is not doubled',
  input: z.object({
    templateId: id,
    version,
    /** Devices in the count of all gateways, of the companies below too. */
    all: z.boolean().default(false),
  }),
  output: z.object({ accepted: z.number().int(), failed: z.array(failedItem) }),
  errors: ['template.not_found', '50001', '50002'],
  audit: 'device.parameters_read',
})

export const getReads = endpoint({
  method: 'GET',
  path: '/api/v1/device/template/:templateId/preview/read',
  access: 'DMS_SERVER_DEVICE_TEMPLATE_VIEW',
  summary: 'How far the reads for a version are that were asked for last; null when nobody has within a week',
  input: z.object({ templateId: id, version }),
  output: z.object({
    reads: z
      .object({
        gateways: z.number().int(),
        /** They answered, possibly that they lack it. */
        done: z.number().int(),
        failed: z.number().int(),
        waiting: z.number().int(),
        /** Waiting devices that are not online. */
        away: z.number().int(),
        /** The first twenty that the caller sees. */
        awayFirst: z.array(z.object({ deviceId: id, name: z.string() })),
        askedAt: instant,
        askedByName: z.string(),
      })
      .nullable(),
  }),
  errors: ['template.not_found'],
})
