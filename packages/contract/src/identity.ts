import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './schemas.ts'

export const signOut = endpoint({
  method: 'POST',
  path: '/api/v1/auth/logout',
  access: 'own',
  summary: 'End the session',
  input: z.object({}),
  output: z.null(),
  audit: 'session.ended',
})

export const userInfo = endpoint({
  method: 'GET',
  path: '/api/v1/auth/user/simple/info',
  access: 'session',
  summary: 'The person of the session, in the company in use',
  input: z.object({}),
  output: z.object({
    userCode: id,
    osId: id,
    companyId: id,
    userIdentity: z.number().int(),
    userName: z.string(),
    displayName: z.string(),
    companyName: z.string(),
    companyCode: z.string(),
    companyPrefix: z.string().nullable(),
    /** The person's choice, else the setting of the company that created the account; null: the browser's. */
    language: z.enum(['zh', 'en']).nullable(),
    timeZone: z.string().nullable(),
    /** Cursor of the live stream: a stream opened with it sends everything from now on. */
    liveCursor: z.string(),
  }),
})

export const checkIdentity = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/org/struct/check/identity',
  access: 'session',
  summary: '1 platform administrator, 2 MSP administrator, 3 tenant administrator, 4 other',
  input: z.object({}),
  output: z.object({ identity: z.number().int() }),
})

const tenant = z.object({
  companyId: id,
  name: z.string(),
  code: z.string(),
  /** 1 platform administrator, 8 MSP, 16 final customer. */
  type: z.number().int(),
  status: z.enum(['active', 'frozen', 'deactivated']),
  parentId: id.nullable(),
})

export const allTenants = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/company/tenant/all',
  access: 'session',
  summary: 'The tenants that this session may act in, the first 200 by name; `search` narrows',
  input: z.object({ companyId: id.optional(), search: z.string().max(100).optional() }),
  output: z.array(tenant),
})

/** The person's companies, for the company switcher. */
export const memberships = endpoint({
  method: 'GET',
  path: '/api/v1/auth/user/companies',
  access: 'session',
  summary: 'The companies that the person is a member of',
  input: z.object({}),
  output: z.array(tenant),
})

export const permissionCodeList = endpoint({
  method: 'POST',
  reads: true,
  path: '/api/v1/auth/frontend/menu/code/lists',
  access: 'session',
  summary: 'The permission codes that the session holds in the company acted in',
  input: z.object({ appCode: z.enum(['DMS_SERVER', 'DMS_MONITOR', 'DMS_DIAL']).default('DMS_SERVER') }),
  output: z.array(z.string()),
})

/** Opens the live stream once: a WebSocket cannot carry the Bearer header. */
export const liveTicket = endpoint({
  method: 'POST',
  path: '/api/v1/live/ticket',
  access: 'session',
  summary: 'A one-time ticket, good for 30 seconds, for the WebSocket /api/v1/live',
  input: z.object({}),
  output: z.object({ ticket: z.string() }),
})
