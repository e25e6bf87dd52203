import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { syslogFacilities, syslogSeverities } from './syslog-values.ts'

const message = z.object({
  id,
  /** When it arrived: clocks of devices are not trusted. */
  at: instant,
  /** As the device says, where it names its time zone. */
  saidAt: instant.nullable(),
  companyId: id,
  companyName: z.string(),
  deviceId: id,
  deviceName: z.string(),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  severity: z.enum(syslogSeverities),
  facility: z.enum(syslogFacilities),
  /** Hostile text, as the next. */
  app: z.string(),
  text: z.string(),
})

const place = {
  deviceId: id.optional(),
  companyId: id.optional(),
  /** `0`: in no outlet. */
  outletId: z
    .string()
    .regex(/^(?:0|[1-9][0-9]{0,17})$/)
    .optional(),
  /** Without it the last 24 hours. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
}

export const pageSyslog = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/syslog/lists',
  access: 'DMS_SERVER_DEVICE_SYSLOG',
  summary: 'Syslog messages of devices, kept for 7 days',
  input: pageInput.extend({
    ...place,
    /** Part of the text or of the application, without case. */
    search: z.string().trim().max(100).optional(),
    severity: oneOrMany(z.enum(syslogSeverities)),
    facility: oneOrMany(z.enum(syslogFacilities)),
    sort: z.enum(['at', '-at']).default('-at'),
  }),
  output: pageOf(message),
})

export const chartSyslog = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/syslog/chart',
  access: 'DMS_SERVER_DEVICE_SYSLOG',
  summary: 'Messages by severity and hour, and how many were dropped because a device sent too many',
  input: z.object(place),
  output: z.object({
    /** Of each hour with messages; `counts` by severity. */
    hours: z.array(z.object({ at: instant, counts: z.array(z.number().int()).length(8) })),
    dropped: z.number().int(),
  }),
})
