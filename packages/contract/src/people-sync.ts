import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { sendFailures } from './integration-values.ts'
import {
  changeStates,
  countBounds,
  fieldWinners,
  leaverRules,
  mostRoleRules,
  questionAnswers,
  questionKinds,
  shareBounds,
  syncActs,
  syncCauses,
  syncEventStates,
  syncReadings,
  syncReasons,
  syncStates,
  syncWaits,
} from './people-sync-values.ts'
import { roleRef } from './roles.ts'
import { done, id, ids, instant, oneOrMany, pageInput, pageOf } from './schemas.ts'
import { syncIntervals } from './setting-values.ts'

const access = 'DMS_SERVER_SYSTEM_THIRD_MANAGER'
const base = '/api/v1/integration/:channelId/sync'
const channelId = { channelId: id }

/** Of a service: never interpreted here. */
const outsideId = z.string().trim().min(1).max(500)
const roleRule = z.object({
  by: z.enum(['department', 'group']),
  /** Of the department, which holds those below it, or of the group, at the service. */
  outsideId,
  /** As it was when the rule was made. */
  name: z.string().trim().max(200).default(''),
  role: roleRef,
})

const winner = z.enum(fieldWinners)
const { least: leastShare, most: mostShare, usual: usualShare } = shareBounds
const { least: leastCount, most: mostCount, usual: usualCount } = countBounds

const settings = z.object({
  /** By the clock and by events; a run by hand needs neither. */
  enabled: z.boolean(),
  /** Null: that of the platform. */
  interval: z.enum(syncIntervals).nullable(),
  /** False: only people who are linked are followed. */
  addsPeople: z.boolean(),
  /** Departments are made below it. Null: below the company. */
  departmentId: id.nullable(),
  winners: z.object({ name: winner, department: winner, roles: winner }),
  roleRules: z.array(roleRule).max(mostRoleRules),
  /** Of people whom no rule fits. Null: the default role of the company. */
  defaultRole: roleRef.nullable(),
  leaverRule: z.enum(leaverRules),
  leaverMemberId: id.nullable(),
  /** A run asks for a confirmation when more than this share of its people leave, in percent, … */
  stopShare: z.number().int().min(leastShare).max(mostShare).default(usualShare),
  /** … or more than so many. */
  stopCount: z.number().int().min(leastCount).max(mostCount).default(usualCount),
})

const run = z.object({
  id,
  cause: z.enum(syncCauses),
  reading: z.enum(syncReadings),
  state: z.enum(syncStates),
  dry: z.boolean(),
  waits: z.enum(syncWaits).nullable(),
  /** Why it failed or was stopped: a value of `syncEnds`, or a reason of the channel. */
  why: z.string().nullable(),
  /** In the words of the service. */
  detail: z.string(),
  departments: z.number().int(),
  people: z.number().int(),
  /** Differences by what they are. */
  counts: z.partialRecord(z.enum(syncActs), z.number().int()),
  planned: z.number().int(),
  applied: z.number().int(),
  failed: z.number().int(),
  startedBy: z.string(),
  startedAt: instant,
  confirmedBy: z.string().nullable(),
  finishedAt: instant.nullable(),
})

export const getPeopleSync = endpoint({
  method: 'GET',
  path: base,
  access,
  summary: 'How a channel keeps members in step with its directory, and its last run',
  input: z.object(channelId),
  output: z.object({
    channelName: z.string(),
    kind: z.number().int(),
    paused: z.boolean(),
    settings,
    /** The path of `departmentId`, and the name of the leavers' successor. */
    department: z.array(z.string()),
    leaverName: z.string().nullable(),
    platformInterval: z.enum(syncIntervals),
    companyDefaultRole: z.string(),
    mayEdit: z.boolean(),
    confirmedAt: instant.nullable(),
    confirmedBy: z.string().nullable(),
    nextAt: instant.nullable(),
    /** Members whom it made or linked. */
    members: z.number().int(),
    questions: z.number().int(),
    /** How changes are reported. `until`: the end of a subscription, which is renewed before. */
    events: z.object({
      state: z.enum(syncEventStates),
      until: instant.nullable(),
      failure: z.object({ reason: z.enum(sendFailures), detail: z.string() }).nullable(),
    }),
    lastRun: run.nullable(),
  }),
  errors: ['integration.not_found', 'people_sync.no_directory'],
})

export const savePeopleSync = endpoint({
  method: 'PUT',
  path: base,
  access,
  summary: 'Change how a channel keeps members in step with its directory',
  input: settings.extend(channelId),
  output: done,
  errors: [
    'integration.not_found',
    'people_sync.no_directory',
    'sign_on.administrators_only',
    'permission.denied',
    'role.not_found',
    'department.not_found',
    'people_sync.successor_missing',
    'member.not_found',
  ],
  audit: 'people_sync.saved',
})

export const startPeopleSync = endpoint({
  method: 'POST',
  path: `${base}/start`,
  access,
  summary:
    'Read the directory and compare; without `dry` the differences are carried out unless they must wait',
  input: z.object({
    ...channelId,
    dry: z.boolean(),
    reading: z.enum(['full', 'incremental']).default('full'),
  }),
  output: z.object({ runId: id }),
  errors: [
    'integration.not_found',
    'people_sync.no_directory',
    'people_sync.running',
    'people_sync.not_confirmed',
    'people_sync.channel_paused',
    'sign_on.administrators_only',
  ],
  audit: 'people_sync.started',
})

const one = { ...channelId, runId: id }

export const confirmPeopleSync = endpoint({
  method: 'POST',
  path: `${base}/:runId/confirm`,
  access,
  summary: 'Carry out the differences that wait for a confirmation',
  input: z.object(one),
  output: done,
  errors: [
    'people_sync.run_not_found',
    'people_sync.not_waiting',
    'people_sync.running',
    'people_sync.channel_paused',
    'sign_on.administrators_only',
    'permission.denied',
    'role.not_found',
  ],
  audit: 'people_sync.confirmed',
})

export const stopPeopleSync = endpoint({
  method: 'POST',
  path: `${base}/:runId/stop`,
  access,
  summary: 'Stop a run, or discard the differences that wait; what has been carried out stays',
  input: z.object(one),
  output: done,
  errors: ['people_sync.run_not_found', 'people_sync.over', 'sign_on.administrators_only'],
  audit: 'people_sync.stopped',
})

export const getPeopleSyncRun = endpoint({
  method: 'GET',
  path: `${base}/runs/:runId`,
  access,
  summary: 'A run with its numbers',
  input: z.object(one),
  output: run,
  errors: ['people_sync.run_not_found'],
})

export const pagePeopleSyncRuns = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/runs/lists`,
  access,
  summary: 'Runs of a channel within 90 days, the newest first',
  input: pageInput.extend({
    ...channelId,
    state: oneOrMany(z.enum(syncStates)),
    sort: z.enum(['startedAt', '-startedAt']).default('-startedAt'),
  }),
  output: pageOf(run),
  errors: ['integration.not_found'],
})

const change = z.object({
  n: z.number().int(),
  act: z.enum(syncActs),
  /** Of the person or department. */
  name: z.string(),
  subject: z.string().nullable(),
  memberId: id.nullable(),
  /** Texts in the caller's language. */
  before: z.string(),
  after: z.string(),
  reason: z.enum(syncReasons).nullable(),
  state: z.enum(changeStates),
  /** Why it could not be carried out. */
  failure: z.string().nullable(),
  /** Of a leaver: what went to whom, and what stays with them. */
  handed: z.array(z.object({ kind: z.string(), count: z.number().int(), to: z.string().nullable() })),
})

const changeQuery = pageInput.extend({
  ...one,
  act: oneOrMany(z.enum(syncActs)),
  state: oneOrMany(z.enum(changeStates)),
  search: z.string().trim().max(100).optional(),
  sort: z.enum(['n', '-n']).default('n'),
})

export const pagePeopleSyncChanges = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/runs/:runId/changes/lists`,
  access,
  summary: 'What a run changes or has changed, with reasons',
  input: changeQuery,
  output: pageOf(change),
  errors: ['people_sync.run_not_found'],
})

export const exportPeopleSyncChanges = endpoint({
  method: 'POST',
  path: `${base}/runs/:runId/changes/export`,
  access,
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  answer: 'csv',
  input: changeQuery,
  output: z.string(),
  errors: ['people_sync.run_not_found'],
  audit: 'people_sync.exported',
})

const question = z.object({
  id,
  kind: z.enum(questionKinds),
  subject: z.string(),
  name: z.string(),
  /** Name of the department there. */
  department: z.string(),
  /** Masked: what the service says now. */
  mail: z.string(),
  mobile: z.string(),
  memberId: id.nullable(),
  memberName: z.string().nullable(),
  memberUserName: z.string().nullable(),
  memberDepartment: z.array(z.string()),
  /** Name of the other channel that knows the member. */
  channel: z.string().nullable(),
  /** The account of the member belongs to another company. */
  foreign: z.boolean(),
  askedAt: instant,
  answer: z.enum(questionAnswers).nullable(),
  answeredBy: z.string().nullable(),
  answeredAt: instant.nullable(),
})

export const pagePeopleSyncQuestions = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/questions/lists`,
  access,
  summary: 'Who a person of the directory is: what the synchronisation does not decide by itself',
  input: pageInput.extend({
    ...channelId,
    open: z.boolean().default(true),
    kind: oneOrMany(z.enum(questionKinds)),
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['askedAt', '-askedAt']).default('-askedAt'),
  }),
  output: pageOf(question),
  errors: ['integration.not_found'],
})

export const answerPeopleSyncQuestions = endpoint({
  method: 'POST',
  path: `${base}/questions/answer`,
  access,
  summary: 'Answer questions: the same person, somebody else, or nobody whom the synchronisation follows',
  input: z.object({ ...channelId, questionIds: ids, answer: z.enum(questionAnswers) }),
  output: z.object({ answered: z.number().int() }),
  errors: [
    'integration.not_found',
    'sign_on.administrators_only',
    'people_sync.question_not_found',
    'permission.denied',
    'role.not_found',
  ],
  audit: 'people_sync.answered',
})

export const peopleSyncDepartments = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/departments/lists`,
  access,
  summary: 'Departments of the directory as the last reading found them, the first 50',
  input: z.object({ ...channelId, search: z.string().trim().max(100).default('') }),
  output: z.array(z.object({ id: z.string(), name: z.string() })),
  errors: ['integration.not_found'],
})

export const peopleSyncGroups = endpoint({
  method: 'POST',
  reads: true,
  path: `${base}/groups/lists`,
  access,
  summary: 'Groups of the directory that roles can follow, asked of the service',
  input: z.object({ ...channelId, search: z.string().trim().max(100).default('') }),
  output: z.array(z.object({ id: z.string(), name: z.string() })),
  errors: ['integration.not_found', 'people_sync.no_directory', 'people_sync.unavailable'],
})
