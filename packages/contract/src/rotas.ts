import { z } from 'zod'
import { alarmSeverities } from './alarm-values.ts'
import { endpoint } from './endpoint.ts'
import { importErrors, importResult } from './imports.ts'
import {
  changeStates,
  mostLayers,
  mostScheduleDays,
  mostTurns,
  rotaCalendars,
  rotaPeriods,
} from './rota-values.ts'
import { done, id, instant, name, pageInput, pageOf } from './schemas.ts'
import { orderStates } from './states/work-order.ts'

const moment = z.iso.datetime({ offset: true }).meta({ examples: ['2026-12-01T22:00:00+08:00'] })
const minute = z.number().int().min(0).max(1439)

const layer = z.object({
  name,
  /** Day of the first turn, by the clock of the rota. */
  startsOn: z.iso.date().meta({ examples: ['2026-01-05'] }),
  /** Minute of the day at which one turn ends and the next begins. */
  handoverMinute: minute.default(540),
  period: z.enum(rotaPeriods).default('week'),
  /** Days or weeks of a turn. */
  length: z.number().int().min(1).max(52).default(1),
  /** ISO weekdays that the layer covers; empty: all. */
  days: z.array(z.number().int().min(1).max(7)).max(7).default([]),
  calendar: z.enum(rotaCalendars).default('all'),
  /** Hours that it covers; null: the whole day. Over midnight if the end is not later. */
  fromMinute: minute.nullable().default(null),
  toMinute: minute.nullable().default(null),
  /** In the order of their turns. */
  memberIds: z.array(id).min(1).max(mostTurns),
})

const rotaInput = z.object({
  name,
  /** IANA name. */
  timeZone: z
    .string()
    .min(1)
    .max(60)
    .meta({ examples: ['Asia/Shanghai'] }),
  note: z.string().trim().max(500).default(''),
  /** The first that covers a moment decides. */
  layers: z.array(layer).min(1).max(mostLayers),
})

const person = z.object({ memberId: id, name: z.string() })

const segment = z.object({
  from: instant,
  to: instant,
  /** Null: nobody is on call. */
  member: person.nullable(),
  /** Position of the layer, or null: a change, or nobody. */
  layer: z.number().int().nullable(),
  changeId: id.nullable(),
})

const change = z.object({
  id,
  startsAt: instant,
  endsAt: instant,
  /** Who stands in. */
  member: person,
  /** Who asked for it; null: entered by an editor. */
  askedBy: person.nullable(),
  state: z.enum(changeStates),
  reason: z.string(),
  enteredBy: z.string(),
  /** The caller may answer it. */
  mayAnswer: z.boolean(),
})

const rota = z.object({
  id,
  name: z.string(),
  timeZone: z.string(),
  note: z.string(),
  onDuty: person.extend({ until: instant }).nullable(),
  next: person.extend({ from: instant }).nullable(),
  /** Minutes of the next 14 days at which nobody is on call, and when they begin. */
  gapMinutes: z.number().int(),
  gapFrom: instant.nullable(),
  editedAt: instant,
  editedBy: z.string(),
})

export const pageRotas = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/alarm/rota/lists',
  access: 'DMS_SERVER_ALARM',
  summary: 'On-call rotas of the company acted in: who is on duty, who is next, and uncovered hours ahead',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['name', '-name']).default('name'),
  }),
  output: pageOf(rota),
})

export const getRota = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/rota/:rotaId',
  access: 'DMS_SERVER_ALARM',
  summary: 'A rota with its layers and its schedule from a day on',
  input: z.object({
    rotaId: id,
    /** By the clock of the rota; without it, today. */
    day: z.iso.date().optional(),
    days: z.coerce.number().int().min(1).max(mostScheduleDays).default(14),
  }),
  output: rota.extend({
    layers: z.array(
      layer.extend({
        /** Empty if all have left the company. */
        memberIds: z.array(id),
        members: z.array(person.extend({ active: z.boolean() })),
        schedule: z.array(segment),
      }),
    ),
    from: instant,
    to: instant,
    /** Who is on call in the end: contiguous from `from` to `to`. */
    schedule: z.array(segment),
    /** Those that overlap the time shown or wait for an answer. */
    changes: z.array(change),
    /** Days off and days worked instead, in the time shown. */
    holidays: z.array(z.object({ day: z.string(), off: z.boolean(), name: z.string() })),
    /** Years in the time shown whose holidays are not known yet. */
    unknownYears: z.array(z.number().int()),
  }),
  errors: ['rota.not_found'],
})

const inputErrors = [
  'rota.name_taken',
  'rota.member_not_found',
  'rota.hours_empty',
  'rota.time_zone_unknown',
] as const

export const createRota = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Add an on-call rota',
  input: rotaInput,
  output: z.object({ id }),
  errors: [...inputErrors, 'rota.too_many'],
  audit: 'rota.created',
})

export const editRota = endpoint({
  method: 'PUT',
  path: '/monitor/api/v1/alarm/rota/:rotaId',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Change a rota: all fields are given; changes of shifts stay',
  input: rotaInput.extend({ rotaId: id }),
  output: done,
  errors: [...inputErrors, 'rota.not_found'],
  audit: 'rota.edited',
})

export const deleteRota = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/alarm/rota/:rotaId',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Delete a rota with its changes and hand-overs',
  inputKind: 'query',
  input: z.object({ rotaId: id }),
  output: done,
  errors: ['rota.not_found', 'rota.in_use'],
  audit: 'rota.deleted',
})

const shift = {
  rotaId: id,
  memberId: id,
  startsAt: moment,
  endsAt: moment,
  reason: z.string().trim().max(200).default(''),
}

export const overrideShift = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/:rotaId/override',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Put somebody on call for a time, before all layers and earlier changes',
  input: z.object(shift),
  output: z.object({ id }),
  errors: [
    'rota.not_found',
    'rota.member_not_found',
    'rota.times_swapped',
    'rota.change_over',
    'rota.too_many_changes',
  ],
  audit: 'rota.overridden',
})

export const askSwap = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/:rotaId/swap',
  access: 'DMS_SERVER_ALARM',
  summary: 'Ask a colleague to take hours of one’s own: it counts once the colleague accepts',
  input: z.object(shift),
  output: z.object({ id }),
  errors: [
    'rota.not_found',
    'rota.member_not_found',
    'rota.times_swapped',
    'rota.change_over',
    'rota.not_your_shift',
    'rota.asked_yourself',
    'rota.too_many_changes',
  ],
  audit: 'rota.swap_asked',
})

export const answerSwap = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/change/:changeId/answer',
  access: 'DMS_SERVER_ALARM',
  summary: 'Accept or decline hours that a colleague asked one to take',
  input: z.object({ changeId: id, accept: z.boolean() }),
  output: done,
  errors: ['rota.change_not_found', 'rota.change_over', 'rota.not_asked', 'rota.not_your_shift'],
  audit: 'rota.swap_answered',
})

export const withdrawSwap = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/change/:changeId/withdraw',
  access: 'DMS_SERVER_ALARM',
  summary: 'Withdraw what one asked a colleague, before the answer',
  input: z.object({ changeId: id }),
  output: done,
  errors: ['rota.change_not_found', 'rota.change_over', 'rota.not_asked'],
  audit: 'rota.change_withdrawn',
})

export const endChange = endpoint({
  method: 'DELETE',
  path: '/monitor/api/v1/alarm/rota/change/:changeId',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'End a change that is not over: the layers count again',
  inputKind: 'query',
  input: z.object({ changeId: id }),
  output: done,
  errors: ['rota.change_not_found', 'rota.change_over'],
  audit: 'rota.change_ended',
})

export const importShifts = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/:rotaId/import',
  access: 'DMS_SERVER_ALARM_RULE',
  summary:
    'Import shifts from a CSV (person, from, to; optional reason) as changes: all rows or none, at most 2,000',
  inputKind: 'multipart',
  input: z.object({ rotaId: id }),
  output: importResult,
  errors: ['rota.not_found', 'rota.too_many_changes', ...importErrors],
  audit: 'rota.imported',
})

export const rotaMembers = endpoint({
  method: 'GET',
  path: '/monitor/api/v1/alarm/rota/members',
  access: 'DMS_SERVER_ALARM',
  summary: 'Members of the company acted in who can be on call',
  input: z.object({}),
  output: z.array(person.extend({ self: z.boolean() })),
})

export const pageHandovers = endpoint({
  method: 'POST',
  reads: true,
  path: '/monitor/api/v1/alarm/rota/handover/lists',
  access: 'DMS_SERVER_ALARM',
  summary: 'Hand-overs of a rota, the last first',
  input: pageInput.omit({ sort: true }).extend({ rotaId: id }),
  output: pageOf(
    z.object({
      id,
      writtenAt: instant,
      /** Of one that was made by itself when a shift ended. */
      shiftEndedAt: instant.nullable(),
      /** When who hands over completed it; null: it holds what was found in the data alone. */
      completedAt: instant.nullable(),
      from: z.string(),
      to: z.string(),
      toMemberId: id.nullable(),
      /** Active alarms when it was written, and those not acknowledged. */
      open: z.number().int(),
      unacknowledged: z.number().int(),
      /** Those of them in sight, at most 100, as they are now; `watched`: acknowledged, muted, flapping, or assigned to who left. */
      alarms: z.array(
        z.object({
          id,
          severity: z.enum(alarmSeverities),
          rule: z.string(),
          ruleName: z.string().nullable(),
          label: z.string(),
          subjectName: z.string(),
          active: z.boolean(),
          watched: z.boolean(),
        }),
      ),
      /** With a promise of the ISP, or assigned to who left; as they are now. */
      orders: z.array(
        z.object({
          id,
          number: z.number().int(),
          title: z.string(),
          state: z.enum(orderStates),
          due: instant.nullable(),
          /** What is due is what the ISP promised. */
          byIsp: z.boolean(),
        }),
      ),
      watched: z.string(),
      promised: z.string(),
      acceptedAt: instant.nullable(),
      mayComplete: z.boolean(),
      mayAccept: z.boolean(),
    }),
  ),
  errors: ['rota.not_found'],
})

export const writeHandover = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/:rotaId/handover',
  access: 'DMS_SERVER_ALARM',
  summary:
    'Hand over to the next: what is open, watched and promised is found, and remarks are written. Completes the hand-over that was made when the shift ended',
  input: z.object({
    rotaId: id,
    memberId: id,
    watched: z.string().trim().max(2000).default(''),
    promised: z.string().trim().max(2000).default(''),
  }),
  output: z.object({ id }),
  errors: ['rota.not_found', 'rota.member_not_found', 'rota.not_on_duty', 'rota.asked_yourself'],
  audit: 'rota.handed_over',
})

export const acceptHandover = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/handover/:handoverId/accept',
  access: 'DMS_SERVER_ALARM',
  summary: 'Accept what was handed over to one',
  input: z.object({ handoverId: id }),
  output: done,
  errors: ['rota.handover_not_found', 'rota.handover_accepted', 'rota.not_asked'],
  audit: 'rota.handover_accepted',
})

export const importHolidays = endpoint({
  method: 'POST',
  path: '/monitor/api/v1/alarm/rota/holidays/import',
  access: 'DMS_SERVER_ALARM_RULE',
  summary:
    'Import days off and days worked instead from a CSV (day, kind, name), by the platform, for everybody',
  inputKind: 'multipart',
  input: z.object({}),
  output: importResult,
  errors: [...importErrors, 'permission.denied'],
  audit: 'rota.holidays_imported',
})
