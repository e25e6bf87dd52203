import { z } from 'zod'
import { eventLimits, ruleTraps } from './alarm-events.ts'
import {
  alarmFacts,
  alarmSeverities,
  flapLimit,
  metricsWithOwnLimit,
  ruleOrders,
  watchedStates,
} from './alarm-values.ts'
import { deviceTypes } from './device-values.ts'
import { endpoint } from './endpoint.ts'
import { lineProfileKinds } from './line-profiles.ts'
import { metricNames } from './metric-catalogue.ts'
import { done, id, instant, name } from './schemas.ts'
import { syslogFacilities, syslogSeverities } from './syslog-values.ts'

const metricCondition = z.object({
  kind: z.literal('metric'),
  metric: z.enum(metricNames),
  parts: z.enum(['each', 'mean']).default('each'),
  ports: z.enum(['all', 'connected']).default('all'),
  compare: z.enum(['above', 'below', 'equal']),
  raise: z.number().min(-1e15).max(1e15).nullable(),
  clear: z.number().min(-1e15).max(1e15).nullable().default(null),
})

const pattern = z.string().trim().max(eventLimits.pattern).default('')

const trapMatch = z.object({
  traps: z.array(z.enum(ruleTraps)).max(ruleTraps.length).default([]),
  oid: z
    .string()
    .trim()
    .max(200)
    .regex(/^(\d{1,10}(\.\d{1,10})*)?$/, 'validation.oid')
    .default(''),
  text: pattern,
})

const syslogMatch = z.object({
  severity: z.enum(syslogSeverities).nullable().default(null),
  facilities: z.array(z.enum(syslogFacilities)).max(syslogFacilities.length).default([]),
  app: pattern,
  text: pattern,
})

/** The shape of `RuleDefinition` in alarm-values.ts. */
const definitionShape = {
  of: z.discriminatedUnion('kind', [
    metricCondition,
    z.object({ kind: z.literal('state'), state: z.enum(watchedStates) }),
    z.object({ kind: z.literal('fact'), fact: z.enum(alarmFacts) }),
    z.object({ kind: z.literal('trap'), when: trapMatch, clearWhen: trapMatch.nullable().default(null) }),
    z.object({
      kind: z.literal('syslog'),
      when: syslogMatch,
      clearWhen: syslogMatch.nullable().default(null),
    }),
  ]),
  minutes: z.number().int().min(0).max(1440).default(0),
  bad: z.number().int().min(1).max(20).default(1),
  last: z.number().int().min(1).max(20).default(1),
  clearMinutes: z.number().int().min(0).max(1440).default(0),
  flapping: z.number().int().min(10).max(100).default(flapLimit),
  severity: z.enum(alarmSeverities),
  types: z.array(z.enum(deviceTypes)).max(20).default([]),
  tags: z.array(z.string().trim().min(1).max(50)).max(20).default([]),
  outletIds: z.array(id).max(50).default([]),
  order: z.enum(ruleOrders).default('none'),
  lineProfiles: z.array(z.enum(lineProfileKinds)).max(lineProfileKinds.length).default([]),
  runbook: z.string().trim().max(4000).default(''),
}

export const ruleDefinition = z.object(definitionShape)

/** A match that says nothing would hold for every event. */
const saysNothing = (match: object): boolean =>
  Object.values(match).every((stated) => stated === null || stated.length === 0)

const definitionInput = ruleDefinition.superRefine(({ of, bad, last, minutes, clearMinutes }, context) => {
  const refuse = (path: string[], message: string) =>
    context.addIssue({ code: 'custom', path, message: `validation.${message}` })
  if (of.kind === 'trap' || of.kind === 'syslog') {
    if (saysNothing(of.when)) refuse(['of', 'when', 'text'], 'eventOpen')
    if (of.clearWhen !== null && saysNothing(of.clearWhen)) refuse(['of', 'clearWhen', 'text'], 'eventOpen')
    if (of.clearWhen === null && clearMinutes === 0) refuse(['clearMinutes'], 'eventClears')
    if (bad > 1 && minutes === 0) refuse(['minutes'], 'missing')
    return
  }
  if (bad > last) refuse(['bad'], 'format')
  if (of.kind !== 'metric') return
  const { raise, clear, compare } = of
  if (raise === null && (!metricsWithOwnLimit.has(of.metric) || compare !== 'above'))
    refuse(['of', 'raise'], 'missing')
  if (raise === null || clear === null || compare === 'equal') return
  if (compare === 'above' ? clear > raise : clear < raise) refuse(['of', 'clear'], 'clearSide')
})

const rule = z.object({
  /** The code of a shipped rule, or the id of an own one. */
  key: z.string(),
  shipped: z.boolean(),
  /** Of an own rule. */
  name: z.string().nullable(),
  enabled: z.boolean(),
  /** It notes what it would raise, and raises nothing; how many it has noted. */
  watch: z.boolean(),
  watched: z.number().int(),
  /** A new rule and one from above raise alarms from then on; null: once somebody lets it. */
  watchUntil: instant.nullable(),
  definition: ruleDefinition,
  /** The names of its sites, in the order of their ids. */
  outletNames: z.array(z.string()),
  /** Of a changed copy: what the release ships or the company above publishes, and which fields differ. */
  original: ruleDefinition.nullable(),
  differs: z.array(z.string()),
  /** The release changed its rule after the company's copy was made. */
  shippedNewer: z.boolean(),
  /**
   * An update brought or changed this shipped rule: it watches until then, and raises meanwhile as it was before, if it was
   * there. `everywhere`: a confirmation here is one for all companies.
   */
  updated: z
    .object({ until: instant, before: ruleDefinition.nullable(), everywhere: z.boolean() })
    .nullable(),
  active: z.number().int(),
  /** Whether anybody of the company is notified of what it raises. */
  notified: z.boolean(),
  /** Of a copy of a rule from above: whose it is, and whether it follows. */
  fromAbove: z.object({ companyName: z.string(), follows: z.boolean() }).nullable(),
  /** Of a published one: how many companies below follow it, and how many have changed their copy. */
  published: z.object({ follow: z.number().int(), changed: z.number().int() }).nullable(),
  mayPublish: z.boolean(),
  editedAt: instant.nullable(),
  editedBy: z.string().nullable(),
})

export const listAlarmRules = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/rules',
  access: 'DMS_SERVER_ALARM',
  summary:
    'Alarm rules of the company acted in: shipped ones first, then its own; how many alarms each has now',
  input: z.object({}),
  output: z.array(rule),
})

export const addAlarmRule = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rules',
  access: 'DMS_SERVER_ALARM_RULE',
  summary:
    'Add a rule of the company: unless `watch` is false it notes for 7 days what it would raise, and raises nothing',
  input: z.object({ name, watch: z.boolean().default(true), definition: definitionInput }),
  output: rule,
  errors: ['alarm.rule_name_taken', 'alarm.too_many_rules', 'alarm.rule_of_fact', 'outlet.not_found'],
  audit: 'alarm_rule.added',
})

export const editAlarmRule = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/alarm/rules/:key',
  access: 'DMS_SERVER_ALARM_RULE',
  summary:
    'Change a rule: of a shipped one the company gets a copy of its own; the name of a shipped rule stays',
  input: z.object({
    key: z.string().max(40),
    name: name.optional(),
    enabled: z.boolean(),
    watch: z.boolean().default(false),
    definition: definitionInput,
  }),
  output: rule,
  errors: [
    'alarm.rule_not_found',
    'alarm.rule_name_taken',
    'alarm.rule_of_sites',
    'alarm.rule_of_fact',
    'outlet.not_found',
  ],
  audit: 'alarm_rule.edited',
})

export const resetAlarmRule = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rules/:key/reset',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Give up the changes of a copy: it is as shipped, or follows the company above again',
  input: z.object({ key: z.string().max(40) }),
  output: rule,
  errors: ['alarm.rule_not_found'],
  audit: 'alarm_rule.reset',
})

export const deleteAlarmRule = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/alarm/rules/:key',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Delete a rule of the company: its alarms are cleared',
  inputKind: 'query',
  input: z.object({ key: id }),
  output: done,
  errors: ['alarm.rule_not_found', 'alarm.rule_from_above'],
  audit: 'alarm_rule.deleted',
})

export const confirmAlarmRule = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rules/:key/confirm',
  access: 'DMS_SERVER_ALARM_RULE',
  summary:
    'Let a shipped rule that watches since an update raise alarms: in the company acted in, from the platform in every company',
  input: z.object({ key: z.string().max(40) }),
  output: rule,
  errors: ['alarm.rule_not_found'],
  audit: 'alarm_rule.confirmed',
})

export const publishAlarmRule = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rules/:key/publish',
  access: 'DMS_SERVER_ALARM_RULE',
  summary:
    'Publish an own rule to the companies directly below: each gets a copy that follows it, and watches for 7 days first; or withdraw it',
  input: z.object({ key: id, published: z.boolean() }),
  output: rule,
  errors: ['alarm.rule_not_found', 'alarm.rule_of_sites'],
  audit: 'alarm_rule.published',
})

/** What an alarm is about: a device, an internet line, or neither: the company itself. */
export const alarmSubject = {
  deviceId: id.nullable(),
  lineId: id.nullable(),
  /** Of the company itself its name. */
  subjectName: z.string(),
  deviceType: z.enum(deviceTypes).nullable(),
}

/** An alarm that a rule would have raised. */
const wouldBe = z.object({
  ...alarmSubject,
  label: z.string(),
  value: z.number().nullable(),
  /** Of an event what it said, hostile text of the device. */
  text: z.string().nullable(),
  raisedAt: instant,
  clearedAt: instant.nullable(),
})

export const tryAlarmRule = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/alarm/rules/trial',
  access: 'DMS_SERVER_ALARM_RULE',
  summary:
    'Which alarms a rule would have raised in the last 7 days, by the evaluation that raises alarms: over values of 5 minutes, ' +
    'at most 200 devices, of more every n-th, for at most 5 seconds',
  input: z.object({ definition: definitionInput }),
  output: z.object({
    from: instant,
    to: instant,
    /** Values are means of so many seconds. */
    stepSeconds: z.number().int(),
    /** Devices to which the rule applies, and those that were tried. */
    devices: z.number().int(),
    tried: z.number().int(),
    /** Of them with more parts than are tried. */
    cut: z.number().int(),
    count: z.number().int(),
    /** How many would have begun in each period of 6 hours. */
    periods: z.array(z.object({ at: instant, count: z.number().int() })),
    /** The first 20. */
    alarms: z.array(wouldBe),
  }),
  errors: ['outlet.not_found', 'alarm.rule_of_fact'],
})

export const watchedAlarms = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/rules/:key/watched',
  access: 'DMS_SERVER_ALARM',
  summary: 'What a rule that only watches would have raised: the newest 50 of the last 30 days',
  input: z.object({ key: z.string().max(40) }),
  output: z.array(wouldBe),
})
