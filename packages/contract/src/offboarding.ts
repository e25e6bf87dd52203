import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { handedKinds, heldKinds } from './offboarding-values.ts'
import { id, ids, instant, pageInput, pageOf } from './schemas.ts'
import { terminalProtocols } from './terminal-values.ts'

export const memberHoldings = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/member/holding/lists',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE',
  summary:
    'What members hold that others depend on, before they are disabled or removed: orders, alarms, turns, approvals, reports, keys',
  input: z.object({ memberIds: ids }),
  output: z.array(
    z.object({
      memberId: id,
      userCode: id,
      displayName: z.string(),
      /** Only kinds that are not empty. */
      holdings: z.array(
        z.object({
          kind: z.enum(heldKinds),
          count: z.number().int(),
          /** The first ten. */
          names: z.array(z.string()),
        }),
      ),
      /** Devices whose credentials the person used in terminal sessions of the last year. */
      credentials: z.number().int(),
    }),
  ),
})

export const handOver = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/:memberId/hand-over',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE',
  summary:
    'Give what a member holds to others, and list the device credentials that they know; the membership stays',
  input: z.object({
    memberId: id,
    successors: z
      .array(
        z.object({
          kind: z.enum(handedKinds),
          /** Null: nobody; an approval then falls to the administrators. */
          to: id.nullable(),
        }),
      )
      .max(handedKinds.length),
  }),
  output: z.object({
    handed: z.array(z.object({ kind: z.enum(handedKinds), count: z.number().int() })),
    /** Newly listed as to be changed. */
    credentials: z.number().int(),
  }),
  errors: ['member.not_found', 'member.successor_wrong', 'permission.denied'],
  audit: 'member.handed_over',
})

const credentialQuery = pageInput.extend({
  /** Part of a person's, a company's or a device's name. */
  search: z.string().trim().max(100).optional(),
  state: z.enum(['open', 'changed']).optional(),
  sort: z.enum(['lastUsedAt', '-lastUsedAt', 'deviceName', '-deviceName']).default('-lastUsedAt'),
})

export const pageExposedCredentials = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/member/credential/lists',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE',
  summary: 'Device credentials that people who left used in terminal sessions, until they are changed',
  input: credentialQuery,
  output: pageOf(
    z.object({
      id,
      personName: z.string(),
      companyId: id,
      companyName: z.string(),
      deviceId: id,
      deviceName: z.string(),
      isGateway: z.boolean(),
      protocol: z.enum(terminalProtocols),
      port: z.number().int(),
      username: z.string(),
      lastUsedAt: instant,
      changedAt: instant.nullable(),
      changedBy: z.string().nullable(),
    }),
  ),
})

export const exportExposedCredentials = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/credential/export',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE',
  summary: 'The same list as CSV (filters with page 1; at most 100,000 rows)',
  answer: 'csv',
  input: credentialQuery,
  output: z.string(),
  audit: 'member.credentials_exported',
})

export const markCredentialsChanged = endpoint({
  method: 'POST',
  path: '/api/v1/auth/member/credential/changed',
  access: 'DMS_SERVER_AUTH_MANAGE_MEMBER_DISABLE',
  summary: 'Record that device credentials of people who left have been changed',
  input: z.object({ credentialIds: ids }),
  output: z.object({ changed: z.number().int() }),
  audit: 'member.credentials_changed',
})
