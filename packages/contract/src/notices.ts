import { z } from 'zod'
import { alarmSeverities } from './alarm-values.ts'
import { endpoint } from './endpoint.ts'
import { channelKinds, channelStates, sendFailures } from './integration-values.ts'
import {
  approvalNotices,
  coverages,
  deliveryStates,
  dropReasons,
  fallbackReasons,
  noticeEvents,
  orderNotices,
  receiptStates,
  assignmentNotices,
  engineerNotices,
  ownRouteEvents,
  partNotices,
  reportNotices,
  rotaNotices,
  routeEvents,
} from './notice-values.ts'
import { done, id, instant, name, nothing, pageInput, pageOf } from './schemas.ts'

const severity = z.enum(alarmSeverities)
/** Of a shipped rule its code, of a company's own its id. */
const rule = z.string().regex(/^[a-z0-9_]{1,60}$/)
const clock = z
  .string()
  .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/)
  .meta({ examples: ['22:00'] })

const commonInput = {
  enabled: z.boolean().default(true),
  events: z.array(z.enum(routeEvents)).min(1).max(routeEvents.length),
  /** Of alarms, and of orders by their priority. Empty: all of them. */
  severities: z.array(severity).max(5).default([]),
  /** Null: the bell of the console. */
  channelId: id.nullable().default(null),
  /** By a call instead of an SMS. Nobody is called about what is cleared or acknowledged. */
  byVoice: z.boolean().default(false),
  /** Between these times of the time zone all but critical alarms wait. Both or none. */
  quietFrom: clock.nullable().default(null),
  quietUntil: clock.nullable().default(null),
  timeZone: z
    .string()
    .min(1)
    .max(60)
    .meta({ examples: ['Asia/Shanghai'] }),
}

const routeInput = {
  ...commonInput,
  name,
  covers: z.enum(coverages).default('own'),
  /** Of `chosen`: companies below, and named groups of them as they are when an alarm is raised. */
  customerIds: z.array(id).max(200).default([]),
  customerGroupIds: z.array(id).max(50).default([]),
  /** Empty: all of them. So are the sites, which are the company's own. */
  rules: z.array(rule).max(100).default([]),
  outletIds: z.array(id).max(200).default([]),
  /** Of the bell, mail, SMS and applications. */
  memberIds: z.array(id).max(200).default([]),
  /** Who is on call by this rota is notified too. */
  rotaId: id.nullable().default(null),
  /** Minutes after which it notifies, if nobody has acknowledged the alarm by then; null: at once. */
  afterMinutes: z.number().int().min(1).max(1440).nullable().default(null),
}

/** A person's own: it notifies them alone. */
const ownInput = {
  ...commonInput,
  events: z.array(z.enum(ownRouteEvents)).min(1).max(ownRouteEvents.length),
  /** `below`: of all companies whose alarms the caller's rights there show. */
  covers: z.enum(['own', 'below']).default('own'),
  /** All but critical ones are sent together at this time of the day; null: at once. */
  digestAt: clock.nullable().default(null),
}

function bothTimes(
  { quietFrom, quietUntil }: { quietFrom: string | null; quietUntil: string | null },
  context: z.RefinementCtx,
) {
  if ((quietFrom === null) !== (quietUntil === null))
    context.addIssue({ code: 'custom', path: ['quietUntil'], message: 'validation.missing' })
}

const named = z.array(z.object({ id, name: z.string() }))
const channelName = z.object({
  id,
  kind: z.literal(channelKinds),
  name: z.string(),
  state: z.enum(channelStates),
  /** It can also call. */
  calls: z.boolean(),
})

const routeRow = z.object({
  id,
  name: z.string(),
  enabled: z.boolean(),
  covers: z.enum(coverages),
  customers: named,
  customerGroups: named,
  events: z.array(z.enum(routeEvents)),
  severities: z.array(severity),
  rules: z.array(z.string()),
  outlets: named,
  channel: channelName.nullable(),
  byVoice: z.boolean(),
  members: named,
  rota: z.object({ id, name: z.string() }).nullable(),
  afterMinutes: z.number().int().nullable(),
  quietFrom: clock.nullable(),
  quietUntil: clock.nullable(),
  timeZone: z.string(),
  editedAt: instant,
  editedBy: z.string(),
})

export const pageNoticeRoutes = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/notice/route/lists',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Who is notified of which alarms of the company acted in, and by what',
  input: pageInput.extend({
    search: z.string().trim().max(100).optional(),
    sort: z.enum(['name', '-name']).default('name'),
  }),
  output: pageOf(routeRow),
})

export const noticeChoices = endpoint({
  method: 'GET',
  path: '/api/v1/notice/route/choices',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Channels and members that a route can name',
  input: nothing,
  output: z.object({
    channels: z.array(
      channelName.extend({
        /** Of an application: those of the members who are not linked to it, whom it cannot reach. */
        unlinked: z.array(id),
      }),
    ),
    members: named,
    rotas: named,
  }),
})

export const noticeCustomers = endpoint({
  method: 'GET',
  path: '/api/v1/notice/route/customers',
  access: 'DMS_SERVER_ALARM_RULE',
  summary:
    'Companies below and groups of them that an administrator can name in a route; the first 50 of each by name',
  input: z.object({ search: z.string().trim().max(100).default('') }),
  output: z.object({
    /** Whether the caller may add and change routes that cover companies below. */
    mayChoose: z.boolean(),
    customers: named,
    groups: named,
  }),
})

export const addNoticeRoute = endpoint({
  method: 'POST',
  path: '/api/v1/notice/route',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Notify people or a group of alarms',
  input: z.object(routeInput).superRefine(bothTimes),
  output: z.object({ id }),
  errors: [
    'notice.route_name_taken',
    'notice.too_many_routes',
    'notice.customers_by_administrators',
    'notice.customers_missing',
    'company.not_found',
    'tenant_group.not_found',
    'notice.members_missing',
    'notice.member_not_found',
    'rota.not_found',
    'integration.not_found',
    'notice.no_calls',
    'notice.call_without_escalation',
    'outlet.not_found',
    'settings.time_zone_unknown',
  ],
  audit: 'notice_route.added',
})

export const editNoticeRoute = endpoint({
  method: 'PUT',
  path: '/api/v1/notice/route/:routeId',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Change a route',
  input: z.object({ routeId: id, ...routeInput }).superRefine(bothTimes),
  output: done,
  errors: [
    'notice.route_not_found',
    'notice.route_name_taken',
    'notice.customers_by_administrators',
    'notice.customers_missing',
    'company.not_found',
    'tenant_group.not_found',
    'notice.members_missing',
    'notice.member_not_found',
    'rota.not_found',
    'integration.not_found',
    'notice.no_calls',
    'notice.call_without_escalation',
    'outlet.not_found',
    'settings.time_zone_unknown',
  ],
  audit: 'notice_route.edited',
})

export const deleteNoticeRoute = endpoint({
  method: 'DELETE',
  path: '/api/v1/notice/route/:routeId',
  access: 'DMS_SERVER_ALARM_RULE',
  summary: 'Delete a route',
  inputKind: 'query',
  input: z.object({ routeId: id }),
  output: done,
  errors: ['notice.route_not_found', 'notice.customers_by_administrators'],
  audit: 'notice_route.deleted',
})

export const pageDeliveries = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/notice/delivery/lists',
  access: 'DMS_SERVER_SYSTEM_THIRD_MANAGER',
  summary: 'What one channel was asked to send, and what came of it; kept for 90 days',
  input: pageInput.extend({
    channelId: id,
    state: z.enum(deliveryStates).optional(),
    sort: z.enum(['createdAt', '-createdAt']).default('-createdAt'),
  }),
  output: pageOf(
    z.object({
      id,
      createdAt: instant,
      /** Null: it is about work. */
      alarmId: id.nullable(),
      work: z
        .object({
          kind: z.enum(['order', 'approval', 'rota', 'part', 'engineer', 'assignment', 'report']),
          subjectId: id,
          number: z.number().int().nullable(),
        })
        .nullable(),
      /** Of a company below. */
      companyName: z.string().nullable(),
      /** Of work: its title. */
      deviceName: z.string(),
      outletName: z.string().nullable(),
      rule: z.string().nullable(),
      ruleName: z.string().nullable(),
      label: z.string(),
      severity,
      transition: z.enum(routeEvents),
      /** Null: the group or the program behind the channel. */
      recipientName: z.string().nullable(),
      state: z.enum(deliveryStates),
      byVoice: z.boolean(),
      droppedBecause: z.enum(dropReasons).nullable(),
      dueAt: instant,
      sentAt: instant.nullable(),
      attempts: z.number().int(),
      nextAt: instant.nullable(),
      failure: z.object({ reason: z.enum(sendFailures), detail: z.string() }).nullable(),
      /** The same for all that one message held. */
      messageId: z.string().nullable(),
      /** Of an SMS. */
      receipt: z.enum(receiptStates).nullable(),
      receiptAt: instant.nullable(),
      /** As the carrier or the vendor writes it. */
      receiptCode: z.string().nullable(),
      /** Gateways that it went through before the last one. */
      trail: z.array(
        z.object({ name: z.string(), why: z.enum(fallbackReasons), detail: z.string(), at: instant }),
      ),
      /** The gateway that it was handed to; null: the channel itself. */
      throughName: z.string().nullable(),
    }),
  ),
})

const commonNotice = {
  id,
  companyId: id,
  /** Of a company below; null: the caller's own. */
  companyName: z.string().nullable(),
  sentAt: instant,
  readAt: instant.nullable(),
}

const alarmNotice = z.object({
  kind: z.literal('alarm'),
  ...commonNotice,
  alarmId: id,
  transition: z.enum(noticeEvents),
  severity,
  rule: z.string(),
  ruleName: z.string().nullable(),
  label: z.string(),
  deviceName: z.string(),
  outletName: z.string().nullable(),
  /** The alarm still is. */
  active: z.boolean(),
})

const workNotice = <Kind extends string, const Notices extends readonly string[]>(
  kind: Kind,
  notices: Notices,
) =>
  z.object({
    kind: z.literal(kind),
    ...commonNotice,
    notice: z.enum(notices),
    /** The order, the approval, the rota, the warehouse, the person, or the report. */
    subjectId: id,
    /** Of an order. */
    number: z.number().int().nullable(),
    title: z.string(),
    note: z.string(),
    actorName: z.string(),
    /** Of a deadline: how much of its time is used. */
    percent: z.number().int().nullable(),
  })

export const ownNotices = endpoint({
  method: 'GET',
  path: '/api/v1/notice/own',
  access: 'own',
  summary: 'Notices of the caller in their own company, newest first',
  input: z.object({ before: id.optional() }),
  output: z.object({
    items: z.array(
      z.discriminatedUnion('kind', [
        alarmNotice,
        workNotice('order', orderNotices),
        workNotice('approval', approvalNotices),
        workNotice('rota', rotaNotices),
        workNotice('part', partNotices),
        workNotice('engineer', engineerNotices),
        workNotice('assignment', assignmentNotices),
        workNotice('report', reportNotices),
      ]),
    ),
    hasMore: z.boolean(),
    unread: z.number().int(),
  }),
})

export const unreadNotices = endpoint({
  method: 'GET',
  path: '/api/v1/notice/own/unread',
  access: 'own',
  summary: 'How many notices the caller has not read; counts to 1,000',
  input: nothing,
  output: z.object({ unread: z.number().int() }),
})

export const readNotices = endpoint({
  method: 'POST',
  path: '/api/v1/notice/own/read',
  access: 'own',
  summary: 'Mark notices of the caller as read; without ids all of them',
  input: z.object({ ids: z.array(id).max(200).optional() }),
  output: z.object({ read: z.number().int() }),
})

const ownRoute = z.object({
  id,
  enabled: z.boolean(),
  covers: z.enum(['own', 'below']),
  events: z.array(z.enum(routeEvents)),
  severities: z.array(severity),
  channel: channelName.nullable(),
  byVoice: z.boolean(),
  quietFrom: clock.nullable(),
  quietUntil: clock.nullable(),
  digestAt: clock.nullable(),
  timeZone: z.string(),
})

export const ownNoticeRoutes = endpoint({
  method: 'GET',
  path: '/api/v1/notice/own/route',
  access: 'own',
  summary: 'What the caller wants to be notified of in their own company, beside the routes of the company',
  input: nothing,
  output: z.object({
    items: z.array(ownRoute),
    /** Whether there are companies below whose alarms the caller can be notified of. */
    hasCustomers: z.boolean(),
    /** Mail, SMS and applications of the company. */
    channels: z.array(
      channelName.extend({
        /** False: an application that knows no account of the caller. */
        reaches: z.boolean(),
      }),
    ),
  }),
})

const ownErrors = ['integration.not_found', 'notice.no_calls', 'settings.time_zone_unknown'] as const

export const addOwnNoticeRoute = endpoint({
  method: 'POST',
  path: '/api/v1/notice/own/route',
  access: 'own',
  summary: 'Notify the caller of alarms that they may view',
  input: z.object(ownInput).superRefine(bothTimes),
  output: z.object({ id }),
  errors: ['notice.too_many_own_routes', ...ownErrors],
})

export const editOwnNoticeRoute = endpoint({
  method: 'PUT',
  path: '/api/v1/notice/own/route/:routeId',
  access: 'own',
  summary: 'Change a route of the caller',
  input: z.object({ routeId: id, ...ownInput }).superRefine(bothTimes),
  output: done,
  errors: ['notice.route_not_found', ...ownErrors],
})

export const deleteOwnNoticeRoute = endpoint({
  method: 'DELETE',
  path: '/api/v1/notice/own/route/:routeId',
  access: 'own',
  summary: 'Delete a route of the caller',
  inputKind: 'query',
  input: z.object({ routeId: id }),
  output: done,
  errors: ['notice.route_not_found'],
})
