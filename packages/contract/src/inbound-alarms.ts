import { z } from 'zod'
import { alarmSeverities } from './alarm-values.ts'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { alarmComparisons, inboundKinds, inboundProblems } from './inbound-alarm-values.ts'
import { done, id, instant, name, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { timeZone } from './tenant-values.ts'

const severity = z.enum(alarmSeverities)

const period = {
  /** Of these alone; with `ours`: raised by none of these. */
  sourceId: oneOrMany(id),
  outletId: id.optional(),
  deviceId: id.optional(),
  /** Begun at or after, and before; without a start the last 7 days. */
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
}

const externalAlarm = z.object({
  /** Null for an alarm of ours. */
  id: id.nullable(),
  /** Null for an alarm of theirs. */
  alarmId: id.nullable(),
  sourceId: id.nullable(),
  sourceName: z.string().nullable(),
  severity,
  state: z.enum(['active', 'cleared']),
  /** As the other system writes them: hostile text. */
  host: z.string(),
  name: z.string(),
  text: z.string(),
  /** Of an alarm of ours: its rule, and the name of a rule of the company's own. */
  rule: z.string().nullable(),
  ruleName: z.string().nullable(),
  startedAt: instant,
  endedAt: instant.nullable(),
  /** False: its end arrived, and its beginning has not yet. */
  begun: z.boolean(),
  /** What the host means: a device, a line or an outlet; all null: nothing that is known here. */
  deviceId: id.nullable(),
  deviceName: z.string().nullable(),
  deviceType: z.enum(deviceTypes).nullable(),
  lineId: id.nullable(),
  lineName: z.string().nullable(),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  /** The alarm of ours that is nearest in time. */
  match: z
    .object({ alarmId: id, rule: z.string(), ruleName: z.string().nullable(), raisedAt: instant })
    .nullable(),
})

export const pageExternalAlarms = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/external-alarm/lists',
  access: 'DMS_SERVER_ALARM',
  summary:
    'Alarms that other systems sent to the company acted in; with `ours`, alarms that none of them raised',
  input: pageInput.extend({
    ...period,
    /** Part of a host, a name, or the name of a device, a line or an outlet. */
    search: z.string().trim().max(100).optional(),
    severity: oneOrMany(severity),
    state: z.enum(['active', 'cleared']).optional(),
    comparison: z.enum(alarmComparisons).optional(),
    /** Whether a device, a line or an outlet matches the host. */
    matched: z.enum(['yes', 'no']).optional(),
    sort: z.enum(['startedAt', '-startedAt']).default('-startedAt'),
  }),
  output: pageOf(externalAlarm),
})

const count = z.number().int()

export const compareAlarms = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/external-alarm/comparison',
  access: 'DMS_SERVER_ALARM',
  summary: 'How many alarms both systems raised, and how many only one of them did, by day',
  input: z.object({ ...period, timeZone: timeZone.default('UTC') }),
  output: z.object({
    from: instant,
    to: instant,
    both: count,
    theirs: count,
    ours: count,
    /** Of theirs: nothing matches the host. */
    unmatched: count,
    /** Each day of the period. */
    days: z.array(z.object({ at: instant, both: count, theirs: count, ours: count })),
  }),
})

export const listSources = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/external-alarm/sources',
  access: 'DMS_SERVER_ALARM',
  summary: 'Systems that send alarms to the company acted in; their tokens are never shown',
  input: z.object({}),
  output: z.array(
    z.object({
      id,
      name: z.string(),
      kind: z.enum(inboundKinds),
      /** The last characters of its token; null: revoked. */
      tokenHint: z.string().nullable(),
      /** Alarms that are kept. */
      alarms: count,
      lastAt: instant.nullable(),
      /** Why the last delivery was not taken. */
      problem: z.enum(inboundProblems).nullable(),
      problemAt: instant.nullable(),
      createdAt: instant,
      createdBy: z.string(),
    }),
  ),
})

const access = 'DMS_SERVER_ALARM_EDIT'
const made = z.object({ id, token: z.string() })
const sourceId = z.object({ sourceId: id })
const errors = ['external_alarm.source_not_found', 'external_alarm.whole_company'] as const

export const addSource = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/external-alarm/source',
  access,
  summary: 'Add a system that sends alarms; its token is answered once',
  input: z.object({ name, kind: z.enum(inboundKinds) }),
  output: made,
  errors: [
    'external_alarm.source_name_taken',
    'external_alarm.too_many_sources',
    'external_alarm.whole_company',
  ],
  audit: 'external_alarm.source_added',
})

export const renewToken = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/external-alarm/source/:sourceId/token',
  access,
  summary: 'Give a source a new token, which is answered once; the old one ends at once',
  input: sourceId,
  output: made,
  errors,
  audit: 'external_alarm.token_renewed',
})

export const revokeToken = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/external-alarm/source/:sourceId/revoke',
  access,
  summary: 'End the token of a source: nothing more is taken from it',
  input: sourceId,
  output: done,
  errors,
  audit: 'external_alarm.token_revoked',
})

export const testSource = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/external-alarm/source/:sourceId/test',
  access,
  summary: 'Take a delivery such as the system sends: an alarm that begins and ends at once',
  input: sourceId,
  output: done,
  errors,
  audit: 'external_alarm.source_tested',
})

export const deleteSource = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/external-alarm/source/:sourceId',
  access,
  summary: 'Delete a source with all that it sent',
  inputKind: 'query',
  input: sourceId,
  output: done,
  errors,
  audit: 'external_alarm.source_deleted',
})
