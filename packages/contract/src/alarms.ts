import { z } from 'zod'
import { alarmClearings, alarmEventKinds, alarmSeverities } from './alarm-values.ts'
import { ruleTraps } from './alarm-events.ts'
import { alarmSubject } from './alarm-rules.ts'
import { endpoint } from './endpoint.ts'
import { noRegion } from './outlet-region.ts'
import { outletRegion } from './outlets.ts'
import { metricNames, metricUnits } from './metric-catalogue.ts'
import { failedItem, id, ids, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'

const severity = z.enum(alarmSeverities)

const filters = z.object({
  /** Part of a device's or line's name, a part's name or a rule's. */
  search: z.string().trim().max(100).optional(),
  severity: oneOrMany(severity),
  /** The code of a shipped rule, or the id of an own one. */
  rule: oneOrMany(z.string().max(40)),
  companyId: id.optional(),
  outletId: id.optional(),
  /** In a site of that region or below it; `/`: sites without a region. */
  region: z.literal(noRegion).or(outletRegion).optional(),
  /** In a site of that department. */
  departmentId: id.optional(),
  deviceId: id.optional(),
  lineId: id.optional(),
  /** Of devices, lines and outlets that the caller follows. */
  followed: z.literal('yes').optional(),
  acknowledged: z.enum(['yes', 'no']).optional(),
  /** Whether announced work covers the device. */
  maintenance: z.enum(['yes', 'no']).optional(),
  /** Whether the alarm of a device on the path explains it. */
  suppressed: z.enum(['no', 'yes', 'all']).default('no'),
  /** `me`: assigned to the caller; an id: to that person. */
  assignee: z.union([z.enum(['me', 'nobody']), id]).optional(),
  /** Each alarm, or of each group the worst one in this state. */
  group: z.enum(['each', 'worst']).default('each'),
  groupId: id.optional(),
})

const sortColumns = ['raisedAt', 'severity', 'clearedAt'] as const

const alarmQuery = pageInput.extend({
  ...filters.shape,
  /** Current alarms, cleared ones, or both. */
  state: z.enum(['active', 'cleared', 'all']).default('active'),
  /** Raised at or after, and before. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  sort: z.enum(sortColumns.flatMap((column) => [column, `-${column}`] as const)).default('-raisedAt'),
})

const alarmRow = z.object({
  id,
  companyId: id,
  companyName: z.string(),
  ...alarmSubject,
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  /** The code of a shipped rule, or the id of the company's own. */
  rule: z.string(),
  /** Of a company's own rule. */
  ruleName: z.string().nullable(),
  metric: z.enum(metricNames).nullable(),
  /** The part of the device or line, empty: itself. Of the company: the kind of quota, or the campaign. */
  instance: z.string(),
  label: z.string(),
  unit: z.enum(metricUnits).nullable(),
  /** When it was raised, and the limit that it crossed. */
  value: z.number().nullable(),
  threshold: z.number().nullable(),
  severity,
  severityByHand: z.boolean(),
  state: z.enum(['active', 'cleared']),
  raisedAt: instant,
  clearedAt: instant.nullable(),
  clearedBecause: z.enum(alarmClearings).nullable(),
  flapping: z.boolean(),
  /** Since when nothing was measured. */
  noDataSince: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  acknowledgedBy: z.string().nullable(),
  acknowledgedUntil: instant.nullable(),
  muted: z.boolean(),
  inMaintenance: z.boolean(),
  assigneeId: id.nullable(),
  assigneeName: z.string().nullable(),
  /** The alarm of the device or line that cuts this one off, and its name if the caller sees it. */
  behindId: id.nullable(),
  behindName: z.string().nullable(),
  /** How many active alarms are behind this one. */
  behindIt: z.number().int(),
  /** Alarms of a site that follow each other within four hours; and how many of them are in this state. */
  groupId: id,
  groupSize: z.number().int(),
})

/** Another alarm on the page of one. */
const relatedAlarm = z.object({
  id,
  severity,
  rule: z.string(),
  ruleName: z.string().nullable(),
  ...alarmSubject,
  state: z.enum(['active', 'cleared']),
  raisedAt: instant,
  clearedAt: instant.nullable(),
})

export const pageAlarms = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/alarm/lists',
  access: 'DMS_SERVER_ALARM',
  summary: 'Alarms, current or cleared, of the company acted in, or of all below it',
  input: alarmQuery,
  output: pageOf(alarmRow),
})

export const exportAlarms = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/export',
  access: 'DMS_SERVER_ALARM',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  input: alarmQuery,
  output: z.null(),
  answer: 'csv',
  audit: 'alarm.exported',
})

export const countAlarms = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/alarm/count',
  access: 'DMS_SERVER_ALARM',
  summary: 'How many alarms are active, by severity; each stops at 10,000',
  input: filters.omit({ severity: true }),
  output: z.object({
    severities: z.array(z.object({ severity, count: z.number().int(), unacknowledged: z.number().int() })),
  }),
})

export const getAlarm = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/:alarmId',
  access: 'DMS_SERVER_ALARM',
  summary: 'One alarm with its timeline and earlier ones of the same kind and subject',
  input: z.object({ alarmId: id }),
  output: alarmRow.extend({
    /** Newest first, at most 200. */
    timeline: z.array(
      z.object({
        id,
        at: instant,
        kind: z.enum(alarmEventKinds),
        value: z.number().nullable(),
        /** Of an event that raised it what it said, hostile text of the device. */
        text: z.string().nullable(),
        /** Of a trap that raised or cleared it what it means. */
        trap: z.enum(ruleTraps).nullable(),
        because: z.enum(alarmClearings).nullable(),
        severity: severity.nullable(),
        comment: z.string().nullable(),
        assigneeName: z.string().nullable(),
        actorName: z.string().nullable(),
        actorCompanyName: z.string().nullable(),
      }),
    ),
    /** Alarms suppressed behind it, oldest first, at most 50: its device or line cuts theirs off. */
    suppressed: z.array(relatedAlarm),
    /** Others of its group, cleared ones too, oldest first, at most 50. */
    group: z.array(relatedAlarm),
    /** The last ten before it, newest first. */
    earlier: z.array(
      z.object({ id, severity, label: z.string(), raisedAt: instant, clearedAt: instant.nullable() }),
    ),
  }),
  errors: ['alarm.not_found'],
})

const comment = z.string().trim().min(1).max(1000)

export const actOnAlarms = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/batch/act',
  access: 'DMS_SERVER_ALARM_EDIT',
  summary:
    'Acknowledge alarms (for 24 hours), withdraw it, mute until cleared, comment, assign, or set the severity by hand',
  input: z.object({
    alarmIds: ids,
    act: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('acknowledge'), comment: comment.optional() }),
      z.object({ kind: z.literal('unacknowledge') }),
      z.object({ kind: z.literal('mute'), muted: z.boolean() }),
      z.object({ kind: z.literal('comment'), comment }),
      /** The caller, a member of the alarm's company, or nobody. */
      z.object({ kind: z.literal('assign'), to: z.union([id, z.enum(['me', 'nobody'])]) }),
      z.object({ kind: z.literal('severity'), severity }),
    ]),
  }),
  output: z.object({ accepted: z.number().int(), failed: z.array(failedItem) }),
  errors: ['50001', '50002'],
  audit: 'alarm.acted_on',
})

export const alarmAssignees = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/assignees',
  access: 'DMS_SERVER_ALARM_EDIT',
  summary: 'Members to whom alarms of the company acted in may be assigned; the first 50 by name',
  input: z.object({ search: z.string().trim().max(100).optional() }),
  output: z.array(z.object({ id, name: z.string() })),
})
