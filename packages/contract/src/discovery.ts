import { z } from 'zod'
import { addableTypes, deviceTypes } from './device-values.ts'
import {
  claimReasons,
  discoveryRate,
  discoverySchedules,
  findAnswers,
  findStates,
  mostRanges,
} from './discovery-values.ts'
import { endpoint } from './endpoint.ts'
import {
  deviceText,
  done,
  failedItem,
  id,
  ids,
  instant,
  name,
  oneOrMany,
  pageInput,
  pageOf,
} from './schemas.ts'
import { discoveryMoveNames, discoveryStates } from './states/discovery.ts'

const range = z.union([z.cidrv4(), z.cidrv6()])
const tag = z.string().trim().min(1).max(40)
/** `HH:MM`, by the clock of the outlet, or else of the company. */
const timeOfDay = z
  .string()
  .regex(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/)
  .meta({ examples: ['02:30'] })

const jobInput = {
  name,
  outletId: id.nullable().default(null),
  /** Each within a range that NETWARD_DEVICE_RANGES gives to the company; together at most a /16. */
  ranges: z.array(range).max(mostRanges).default([]),
  /** Also what known devices and gateways of the outlet see around them, in the same ranges. */
  neighbours: z.boolean().default(false),
  /** SNMP credentials that are tried; none: those that apply to the outlet. */
  credentialIds: z.array(id).max(20).default([]),
  port: z.number().int().min(1).max(65535).default(161),
  /** Packets a second. */
  rate: z.number().int().min(discoveryRate.least).max(discoveryRate.most).default(discoveryRate.usual),
  /** What answers without SNMP is a find too. */
  keepsOthers: z.boolean().default(false),
  schedule: z.enum(discoverySchedules).default('none'),
  scheduleAt: timeOfDay.nullable().default(null),
  /** 1: Monday. */
  scheduleDay: z.number().int().min(1).max(7).nullable().default(null),
}

const job = z.object({
  id,
  name: z.string(),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  ranges: z.array(z.string()),
  neighbours: z.boolean(),
  credentialIds: z.array(id),
  port: z.number().int(),
  rate: z.number().int(),
  keepsOthers: z.boolean(),
  schedule: z.enum(discoverySchedules),
  scheduleAt: z.string().nullable(),
  scheduleDay: z.number().int().nullable(),
  nextAt: instant.nullable(),
  state: z.enum(discoveryStates),
  /** Nothing is open to it any more; its company is stopped; a rule met a quota that is used up. */
  problem: z.enum(['not_allowed', 'stopped', 'quota']).nullable(),
  /** Counts its runs. */
  run: z.number().int(),
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Addresses of the run; null: not known yet. */
  total: z.number().int().nullable(),
  checked: z.number().int(),
  /** Addresses that answered anything. */
  answered: z.number().int(),
  /** Finds of all runs that wait for a person, and those that became devices by the last run's rules. */
  waiting: z.number().int(),
  taken: z.number().int(),
})

const jobErrors = [
  'outlet.not_found',
  'outlet.outside_scope',
  'snmp.credential_not_found',
  'discovery.name_taken',
  'discovery.nothing_to_scan',
  'discovery.range_too_large',
  'discovery.range_not_given',
  'discovery.schedule_missing',
] as const

const jobSorts = ['name', 'endedAt'] as const

export const pageDiscoveries = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/discovery/job/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'Jobs of discovery of the company acted in, with the progress of their last run',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    state: oneOrMany(z.enum(discoveryStates)),
    outletId: id.optional(),
    sort: z.enum(jobSorts.flatMap((column) => [column, `-${column}`] as const)).default('name'),
  }),
  output: pageOf(job),
})

export const getDiscovery = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/discovery/job/:jobId',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'One job of discovery',
  input: z.object({ jobId: id }),
  output: job,
  errors: ['discovery.job_not_found'],
})

export const discoveryRanges = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/discovery/ranges',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Address ranges in which the company may discover devices',
  input: z.object({}),
  output: z.object({ ranges: z.array(z.string()) }),
})

export const createDiscovery = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/job',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Add a job of discovery; it runs when it is started, or by its schedule',
  input: z.object(jobInput),
  output: job,
  errors: [...jobErrors, 'discovery.too_many'],
  audit: 'discovery.job_created',
})

export const editDiscovery = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/discovery/job/:jobId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Change a job of discovery that does not run: all fields are given',
  input: z.object({ jobId: id, ...jobInput }),
  output: job,
  errors: [...jobErrors, 'discovery.job_not_found', 'discovery.move_not_allowed'],
  audit: 'discovery.job_edited',
})

export const deleteDiscovery = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/discovery/job/:jobId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Delete a job with its finds; devices that were taken in stay',
  inputKind: 'query',
  input: z.object({ jobId: id }),
  output: done,
  errors: ['discovery.job_not_found'],
  audit: 'discovery.job_deleted',
})

export const moveDiscovery = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/job/:jobId/move',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Start, pause, resume or cancel a run; the events `discovery.changed` report its progress',
  input: z.object({ jobId: id, move: z.enum(discoveryMoveNames) }),
  output: job,
  errors: ['discovery.job_not_found', 'discovery.move_not_allowed', 'discovery.range_not_given'],
  audit: 'discovery.job_moved',
})

const find = z.object({
  id,
  jobId: id,
  address: z.string(),
  port: z.number().int(),
  answers: z.enum(findAnswers),
  credentialName: z.string().nullable(),
  mac: z.string().nullable(),
  /** The organisation that made the network card. */
  macVendor: z.string(),
  /** As the agent or a list of hosts says. Hostile text, as all of the next. */
  name: z.string(),
  type: z.enum(deviceTypes),
  vendor: z.string(),
  model: z.string(),
  version: z.string(),
  serialNumber: z.string(),
  description: z.string(),
  state: z.enum(findStates),
  /** The device that it is or became; null also where the caller does not see it. */
  deviceId: id.nullable(),
  deviceName: z.string().nullable(),
  /** Others that claim the same identity. */
  claims: z.array(
    z.object({
      because: z.enum(claimReasons),
      deviceId: id.nullable(),
      findId: id.nullable(),
      /** Name of the device, or address of the find. */
      name: z.string(),
    }),
  ),
  firstAt: instant,
  lastAt: instant,
  /** The last run saw it. */
  seen: z.boolean(),
})

const findFilters = z.object({
  jobId: id,
  /** Part of an address, a MAC, a name, a maker, a model or a serial number. */
  search: z.string().trim().max(100).optional(),
  state: oneOrMany(z.enum(findStates)),
  type: oneOrMany(z.enum(deviceTypes)),
  vendor: oneOrMany(deviceText),
  answers: oneOrMany(z.enum(findAnswers)),
})

const findSorts = ['address', 'name', 'vendor', 'model', 'lastAt'] as const

export const pageFinds = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/discovery/find/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'What a job of discovery has found',
  input: pageInput.extend({
    ...findFilters.shape,
    sort: z.enum(findSorts.flatMap((column) => [column, `-${column}`] as const)).default('address'),
  }),
  output: pageOf(find),
  errors: ['discovery.job_not_found'],
})

const counts = z.array(z.object({ value: z.string(), count: z.number().int() }))

export const summariseFinds = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/discovery/find/summary',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary: 'How many finds of a job there are of each state, type and maker (the 12 most frequent)',
  input: z.object({ jobId: id }),
  output: z.object({ states: counts, types: counts, vendors: counts }),
  errors: ['discovery.job_not_found'],
})

const taken = z.object({ accepted: z.number().int(), failed: z.array(failedItem) })

export const takeFind = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/find/:findId/take',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Take one find in as a device',
  input: z.object({
    findId: id,
    name,
    type: z.enum(addableTypes),
    outletId: id.nullable().default(null),
    tags: z.array(tag).max(20).default([]),
    /** It is another device than those that claim its identity. */
    despiteClaims: z.boolean().default(false),
  }),
  output: z.object({ deviceId: id }),
  errors: [
    'discovery.find_not_found',
    'discovery.is_device',
    'discovery.conflict',
    'outlet.not_found',
    'outlet.outside_scope',
    'equipment.address_taken',
  ],
  audit: 'discovery.taken',
})

export const takeFinds = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/find/batch/take',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Take finds in as devices, named as they name themselves; one that is in conflict is refused',
  input: z.object({
    jobId: id,
    findIds: ids.max(500),
    /** Null: that of the job. */
    outletId: id.nullable().default(null),
    tags: z.array(tag).max(20).default([]),
  }),
  output: taken,
  errors: ['50001', '50002', 'discovery.job_not_found', 'outlet.not_found'],
  audit: 'discovery.taken',
})

export const ignoreFinds = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/find/batch/ignore',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Leave finds out of what waits, or put them back',
  input: z.object({ jobId: id, findIds: ids.max(500), ignored: z.boolean().default(true) }),
  output: z.object({ accepted: z.number().int() }),
  errors: ['discovery.job_not_found'],
  audit: 'discovery.ignored',
})

export const linkFind = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/find/:findId/link',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Say that a find is the device that claims its identity: later runs do not ask again',
  input: z.object({ findId: id, deviceId: id }),
  output: done,
  errors: ['discovery.find_not_found', 'discovery.is_device', 'device.not_found'],
  audit: 'discovery.linked',
})

const ruleInput = {
  name,
  enabled: z.boolean().default(true),
  /** What it fits; empty: anything. */
  types: z.array(z.enum(addableTypes)).max(addableTypes.length).default([]),
  vendor: z.string().trim().max(100).default(''),
  range: range.nullable().default(null),
  /** Where the device goes; null: the outlet of the job. */
  outletId: id.nullable().default(null),
  /** `{name}`, `{ip}`, `{vendor}`, `{model}`, `{serial}`, `{site}`; a name that is empty is the address. */
  namePattern: z.string().trim().min(1).max(100).default('{name}'),
  tags: z.array(tag).max(20).default([]),
}

const rule = z.object({
  id,
  position: z.number().int(),
  name: z.string(),
  enabled: z.boolean(),
  types: z.array(z.enum(addableTypes)),
  vendor: z.string(),
  range: z.string().nullable(),
  outletId: id.nullable(),
  outletName: z.string().nullable(),
  namePattern: z.string(),
  tags: z.array(z.string()),
  editedAt: instant,
})

const ruleErrors = ['discovery.rule_name_taken', 'discovery.part_unknown', 'outlet.not_found'] as const

export const pageDiscoveryRules = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/discovery/rule/lists',
  access: 'DMS_SERVER_DEVICE_VIEW',
  summary:
    'Rules by which new finds are taken in after each run, in their order: the first that fits decides',
  input: pageInput.omit({ sort: true }).extend({ search: z.string().trim().max(100).optional() }),
  output: pageOf(rule),
})

export const createDiscoveryRule = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/rule',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Add a rule, as the last one; it needs a role for the whole company',
  input: z.object(ruleInput),
  output: rule,
  errors: [...ruleErrors, 'discovery.too_many'],
  audit: 'discovery.rule_created',
})

export const editDiscoveryRule = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/discovery/rule/:ruleId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Change a rule: all fields are given',
  input: z.object({ ruleId: id, ...ruleInput }),
  output: rule,
  errors: [...ruleErrors, 'discovery.rule_not_found'],
  audit: 'discovery.rule_edited',
})

export const moveDiscoveryRule = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/rule/:ruleId/move',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Ask a rule earlier or later than others',
  input: z.object({ ruleId: id, position: z.number().int().min(1).max(1000) }),
  output: done,
  errors: ['discovery.rule_not_found'],
  audit: 'discovery.rule_moved',
})

export const deleteDiscoveryRule = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/discovery/rule/:ruleId',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Delete a rule',
  inputKind: 'query',
  input: z.object({ ruleId: id }),
  output: done,
  errors: ['discovery.rule_not_found'],
  audit: 'discovery.rule_deleted',
})

export const applyDiscoveryRules = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/discovery/job/:jobId/apply',
  access: 'DMS_SERVER_DEVICE_EDIT',
  summary: 'Take in what waits by the rules now, as after a run; the events `discovery.changed` report it',
  input: z.object({ jobId: id }),
  output: done,
  errors: ['discovery.job_not_found'],
  audit: 'discovery.rules_applied',
})
