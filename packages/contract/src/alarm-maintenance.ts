import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'

const reason = z.string().trim().min(1).max(500)
const places = z.array(z.object({ id, name: z.string() }))

const window = z.object({
  id,
  name: z.string(),
  reason: z.string(),
  wholeCompany: z.boolean(),
  outlets: places,
  devices: places,
  startsAt: instant,
  endsAt: instant,
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
      startsAt: z.iso.datetime({ offset: true }).meta({ examples: ['2026-12-01T22:00:00+08:00'] }),
      endsAt: z.iso.datetime({ offset: true }).meta({ examples: ['2026-12-02T02:00:00+08:00'] }),
    })
    .superRefine(({ wholeCompany, outletIds, deviceIds, startsAt, endsAt }, context) => {
      const wrong = (field: string, message: string) =>
        context.addIssue({ code: 'custom', path: [field], message })
      const named = outletIds.length + deviceIds.length
      if (wholeCompany && named > 0) wrong('wholeCompany', 'validation.format')
      if (!wholeCompany && named === 0) wrong('outletIds', 'validation.missing')
      if (Date.parse(endsAt) <= Date.parse(startsAt)) wrong('endsAt', 'validation.format')
    }),
  output: z.object({ id }),
  errors: ['alarm.maintenance_over', 'outlet.not_found', 'device.not_found', 'permission.denied'],
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
  summary: 'End a window that is in force',
  input: z.object({ windowId: id }),
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
