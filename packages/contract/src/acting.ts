import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { done, id, instant, pageInput, pageOf } from './schemas.ts'

/** Maximum hours that one request may ask for or one approval may grant. */
export const maxActingHours = 72

const hours = z.number().int().min(1).max(maxActingHours)
const reason = z.string().trim().min(1, 'validation.actingReasonEmpty').max(500)

/**
 * The tenant's answer to a person who wants to act in it now: `free`, `approved` on request, `break_glass`,
 * or the code of the refusal.
 */
const entry = z.enum([
  'free',
  'approved',
  'break_glass',
  'acting.consent_needed',
  'acting.outside_hours',
  'acting.never',
  'acting.ended',
])

const tenantToEnter = z.object({
  companyId: id,
  name: z.string(),
  code: z.string(),
  /** 1 platform administrator, 8 MSP, 16 final customer. */
  type: z.number().int(),
  status: z.enum(['active', 'frozen', 'deactivated']),
  entry,
  /** A request is pending. */
  waiting: z.boolean(),
})

export const tenantsToEnter = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/acting/tenants',
  access: 'own',
  summary: 'The tenants that the person may act in (the first 100 by name), and those where they were lately',
  input: z.object({
    search: z.string().trim().max(100).default(''),
    /** This tenant only, instead of a search; no row when the person may not act in it. */
    companyId: id.optional(),
  }),
  output: z.object({ recent: z.array(tenantToEnter), tenants: z.array(tenantToEnter) }),
})

export const askToEnter = endpoint({
  method: 'POST',
  path: '/api/v1/auth/acting/request',
  access: 'own',
  summary: "Ask a tenant's administrator to be let in for some hours",
  input: z.object({ companyId: id, reason, hours }),
  output: done,
  errors: ['company.not_found', 'acting.open', 'acting.never'],
  audit: 'acting.asked',
})

export const breakGlass = endpoint({
  method: 'POST',
  path: '/api/v1/auth/acting/break-glass',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_BREAK_GLASS',
  summary: 'Enter a tenant for an hour whatever it says; its administrators are notified with the reason',
  input: z.object({ companyId: id, reason }),
  output: z.object({ until: instant }),
  errors: ['company.not_found'],
  audit: 'acting.glass_broken',
})

export const leaveTenant = endpoint({
  method: 'POST',
  path: '/api/v1/auth/acting/leave',
  access: 'session',
  summary: 'Say that the session leaves the tenant that it acts in',
  input: z.object({}),
  output: done,
  audit: 'acting.left',
})

const consent = z.object({
  /** People from above enter freely, on request only, or not at all. */
  mode: z.enum(['free', 'request', 'never']),
  /** Minutes of the day in the company's time zone, over midnight too; both or none. */
  fromMinute: z
    .number()
    .int()
    .min(0)
    .max(1439)
    .nullable()
    .meta({ examples: [480] }),
  untilMinute: z
    .number()
    .int()
    .min(0)
    .max(1439)
    .nullable()
    .meta({ examples: [1080] }),
  /** A person acting here may do no more than this built-in role. */
  ceiling: z.enum(['administrator', 'engineer', 'management_layer', 'execution_layer', 'user_layer']),
})

export const actingOverview = endpoint({
  method: 'GET',
  path: '/api/v1/auth/acting',
  access: 'DMS_SERVER_AUTH_MANAGE_ACTING',
  summary: 'What the company says about those who act in it, who is inside now, and who was sent out',
  input: z.object({}),
  output: consent.extend({
    timeZone: z.string(),
    /** False for a person acting here: only the company's own people decide. */
    atHome: z.boolean(),
    /** Companies above whose people this setting applies to; none above the platform. */
    above: z.array(z.string()),
    inside: z.array(
      z.object({
        personId: id,
        name: z.string(),
        companyName: z.string(),
        beganAt: instant,
        lastSeenAt: instant,
        how: z.enum(['free', 'approved', 'break_glass']),
      }),
    ),
    sentOut: z.array(
      z.object({
        id,
        /** Null: all people from above. */
        name: z.string().nullable(),
        companyName: z.string().nullable(),
        endedAt: instant,
        endedBy: z.string(),
        /** Null: until readmitted. */
        until: instant.nullable(),
      }),
    ),
  }),
})

export const setActingConsent = endpoint({
  method: 'PUT',
  path: '/api/v1/auth/acting',
  access: 'DMS_SERVER_AUTH_MANAGE_ACTING',
  summary: 'Say who from above may enter, when, and what they may do at most',
  input: consent.superRefine(({ fromMinute, untilMinute }, context) => {
    if (
      (fromMinute === null) !== (untilMinute === null) ||
      (fromMinute !== null && fromMinute === untilMinute)
    )
      context.addIssue({ code: 'custom', path: ['untilMinute'], message: 'validation.actingHours' })
  }),
  output: done,
  errors: ['acting.only_at_home'],
  audit: 'acting.consent_changed',
})

export const pageAccesses = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/acting/request/lists',
  access: 'DMS_SERVER_AUTH_MANAGE_ACTING',
  summary: 'Who asked to be let in and what was answered, and who broke the glass; newest first',
  input: pageInput.extend({
    state: z.enum(['waiting', 'approved', 'refused', 'ended']).optional(),
    how: z.enum(['request', 'break_glass']).optional(),
  }),
  output: pageOf(
    z.object({
      id,
      name: z.string(),
      companyName: z.string(),
      how: z.enum(['request', 'break_glass']),
      /** Also `ended` after its time is over. */
      state: z.enum(['waiting', 'approved', 'refused', 'ended']),
      reason: z.string(),
      hours: z.number().int(),
      askedAt: instant,
      decidedAt: instant.nullable(),
      decidedBy: z.string().nullable(),
      until: instant.nullable(),
    }),
  ),
})

const decisionErrors = ['acting.only_at_home', 'acting.request_not_found', 'acting.request_decided'] as const

export const approveAccess = endpoint({
  method: 'POST',
  path: '/api/v1/auth/acting/request/:accessId/approve',
  access: 'DMS_SERVER_AUTH_MANAGE_ACTING',
  summary: 'Let somebody in for some hours, at whatever time of the day',
  input: z.object({ accessId: id, hours }),
  output: z.object({ until: instant }),
  errors: decisionErrors,
  audit: 'acting.approved',
})

export const refuseAccess = endpoint({
  method: 'POST',
  path: '/api/v1/auth/acting/request/:accessId/refuse',
  access: 'DMS_SERVER_AUTH_MANAGE_ACTING',
  summary: 'Do not let somebody in',
  input: z.object({ accessId: id }),
  output: done,
  errors: decisionErrors,
  audit: 'acting.refused',
})

export const sendOut = endpoint({
  method: 'POST',
  path: '/api/v1/auth/acting/end',
  access: 'DMS_SERVER_AUTH_MANAGE_ACTING',
  summary: 'End what a person from above, or everybody, does here; in force with their next request',
  input: z
    .object({
      personId: id.optional(),
      /** In place of `personId`. Never implied: an empty body ends nobody's access. */
      everyone: z.literal(true).optional(),
      /** How long they stay excluded; omitted: until readmitted. */
      hours: hours.optional(),
    })
    .superRefine(({ personId, everyone }, context) => {
      if ((personId === undefined) === (everyone === undefined))
        context.addIssue({ code: 'custom', path: ['personId'], message: 'validation.required' })
    }),
  output: z.object({ ended: z.number().int() }),
  errors: ['acting.only_at_home', 'acting.nobody_inside'],
  audit: 'acting.sent_out',
})

export const admitAgain = endpoint({
  method: 'POST',
  path: '/api/v1/auth/acting/end/:endId/lift',
  access: 'DMS_SERVER_AUTH_MANAGE_ACTING',
  summary: 'Let those enter again whom the company has sent out',
  input: z.object({ endId: id }),
  output: done,
  errors: ['acting.only_at_home', 'acting.end_not_found'],
  audit: 'acting.admitted',
})
