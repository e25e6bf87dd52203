import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { longestMaintenanceDays, repeatRule } from './maintenance-values.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'
import { timeZone } from './tenant-values.ts'

const moment = z.iso.datetime({ offset: true })
const repeat = z.object({
  /** RRULE of RFC 5545: daily, weekly or monthly. */
  rule: repeatRule.meta({ examples: ['FREQ=WEEKLY;BYDAY=TU'] }),
  timeZone,
})
const longestMs = longestMaintenanceDays * 86_400_000

const reason = z.string().trim().min(1).max(500)
const places = z.array(z.object({ id, name: z.string() }))

const window = z.object({
  id,
  name: z.string(),
  reason: z.string(),
  wholeCompany: z.boolean(),
  outlets: places,
  devices: places,
  /** Of one that comes again: of the occurrence that is, or comes next. */
  startsAt: instant,
  endsAt: instant,
  /** RRULE, and the time zone in which it is read. */
  repeat: z.object({ rule: z.string(), timeZone: z.string() }).nullable(),
  enteredAt: instant,
  enteredBy: z.string(),
  /** Only if it is not the company itself. */
  enteredByCompanyName: z.string().nullable(),
  /** Entered after it began: it counts once the customer approves it. */
  late: z.boolean(),
  approvedAt: instant.nullable(),
  approvedBy: z.string().nullable(),
  endedBy: z.string().nullable(),
  /** It waits for approval, and the caller is one of the company's own people. */
  mayApprove: z.boolean(),
  state: z.enum(['now', 'coming', 'past']),
})

export const pageMaintenance = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/alarm/maintenance/lists',
  access: 'DMS_SERVER_ALARM',
  summary: 'Maintenance windows of the company acted in',
  input: pageInput.extend({
    /** Part of the name. */
    search: z.string().trim().max(100).optional(),
    state: z.enum(['now', 'coming', 'past']).optional(),
    sort: z.enum(['startsAt', '-startsAt']).default('-startsAt'),
  }),
  output: pageOf(window),
})

export const addMaintenance = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/maintenance',
  access: 'DMS_SERVER_ALARM_EDIT',
  summary:
    'Announce work on the company, on sites or on devices: their alarms are recorded, but neither counted nor sent. ' +
    'Entered by others than the company after it began, it counts once the company approves it',
  input: z
    .object({
      name,
      reason,
      wholeCompany: z.boolean(),
      outletIds: z.array(id).max(200).default([]),
      deviceIds: z.array(id).max(200).default([]),
      /** Null: now. */
      startsAt: moment.nullable().meta({ examples: ['2026-12-01T22:00:00+08:00'] }),
      endsAt: moment.meta({ examples: ['2026-12-02T02:00:00+08:00'] }),
      repeat: repeat.nullable().default(null),
    })
    .superRefine(({ wholeCompany, outletIds, deviceIds, startsAt, endsAt, repeat: again }, context) => {
      const wrong = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      const named = outletIds.length + deviceIds.length
      if (wholeCompany && named > 0) wrong('wholeCompany', 'validation.format')
      if (!wholeCompany && named === 0) wrong('outletIds', 'validation.missing')
      const start = startsAt === null ? Date.now() : Date.parse(startsAt)
      if (Date.parse(endsAt) <= start) wrong('endsAt', 'validation.maintenanceEnd')
      if (Date.parse(endsAt) - start > longestMs) wrong('endsAt', 'validation.maintenanceTooLong')
      if (again !== null && startsAt === null) wrong('startsAt', 'validation.missing')
    }),
  output: z.object({ id }),
  errors: [
    'alarm.maintenance_over',
    'alarm.maintenance_overlaps',
    'alarm.too_many_windows',
    'outlet.not_found',
    'device.not_found',
    'permission.denied',
  ],
  audit: 'alarm_maintenance.added',
})

export const approveMaintenance = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/maintenance/:windowId/approve',
  access: 'DMS_SERVER_ALARM_EDIT',
  summary: 'Approve a window that others entered after it began: by the company’s own people',
  input: z.object({ windowId: id }),
  output: done,
  errors: [
    'alarm.maintenance_not_found',
    'alarm.maintenance_over',
    'alarm.maintenance_approved',
    'alarm.maintenance_not_yours',
  ],
  audit: 'alarm_maintenance.approved',
})

export const endMaintenance = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/maintenance/:windowId/end',
  access: 'DMS_SERVER_ALARM_EDIT',
  summary: 'End a window that is in force; one that comes again does so, unless `series` says otherwise',
  input: z.object({ windowId: id, series: z.boolean().default(false) }),
  output: done,
  errors: ['alarm.maintenance_not_found', 'alarm.maintenance_over'],
  audit: 'alarm_maintenance.ended',
})

export const deleteMaintenance = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/alarm/maintenance/:windowId',
  access: 'DMS_SERVER_ALARM_EDIT',
  summary: 'Delete a window that has not begun',
  inputKind: 'query',
  input: z.object({ windowId: id }),
  output: done,
  errors: ['alarm.maintenance_not_found', 'alarm.maintenance_over'],
  audit: 'alarm_maintenance.deleted',
})

const occurrence = z.object({ startsAt: instant, endsAt: instant })

export const previewMaintenance = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/alarm/maintenance/preview',
  access: 'DMS_SERVER_ALARM_EDIT',
  summary: 'The first five occurrences of work that comes again',
  input: z.object({
    startsAt: moment.meta({ examples: ['2026-12-01T22:00:00+08:00'] }),
    endsAt: moment.meta({ examples: ['2026-12-02T02:00:00+08:00'] }),
    repeat,
  }),
  output: z.array(occurrence),
  errors: ['alarm.maintenance_overlaps'],
})

const covering = z.object({
  id,
  name: z.string(),
  startsAt: instant,
  endsAt: instant,
  state: z.enum(['now', 'coming']),
  /** It waits for approval. */
  waits: z.boolean(),
})

export const maintenanceCalendar = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/maintenance/calendar',
  access: 'DMS_SERVER_ALARM',
  summary: 'Occurrences of the next 14 days in the company acted in, at most 500',
  input: z.object({}),
  output: z.array(covering),
})

export const coveringMaintenance = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/maintenance/covering',
  access: 'DMS_SERVER_ALARM',
  summary: 'Work that covers a device or a site now, or begins within 24 hours; of both the device counts',
  input: z.object({ deviceId: id.optional(), outletId: id.optional() }),
  output: z.array(covering),
})

export const maintenanceDevices = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/maintenance/devices',
  access: 'DMS_SERVER_ALARM_EDIT',
  summary: 'Devices of the company acted in that a window may cover, of every type; the first 50 by name',
  input: z.object({ search: z.string().trim().max(100).optional() }),
  output: z.array(z.object({ id, name: z.string(), outletName: z.string().nullable() })),
})
