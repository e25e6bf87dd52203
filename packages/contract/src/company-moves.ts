import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id } from './schemas.ts'

const reason = z.string().trim().min(1).max(500)
const kind = z.enum(['op', 'middleman', 'company'])

const refusals = [
  'company.not_found',
  'company.parent_not_found',
  'company.parent_cannot_hold',
  'company.parent_not_active',
  'company.move_cycle',
] as const

export const previewMove = endpoint({
  method: 'GET',
  path: '/api/v1/auth/company/:companyId/move',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE',
  summary: 'What moving a company to another parent would change, and how far its last move has come',
  input: z.object({ companyId: id, parentId: id.optional() }),
  output: z.object({
    name: z.string(),
    kind,
    parentId: id,
    parentName: z.string(),
    /** Including all below. */
    gateways: z.number().int(),
    /** Companies below it, and those directly below. */
    below: z.number().int(),
    children: z.number().int(),
    members: z.number().int(),
    /**
     * Companies that lose sight of it, each with the people who could act in it. Empty without `parentId`.
     */
    losing: z.array(z.object({ name: z.string(), people: z.number().int() })),
    /** Between the companies that go and those that lose them: they end. */
    sharingKeys: z.number().int(),
    /** Of those that lose the company, which show it alone. */
    wallScreens: z.number().int(),
    /** Its own last move; `moved` of `devices` have followed. */
    last: z
      .object({
        state: z.enum(['waiting', 'moving', 'done', 'failed']),
        devices: z.number().int(),
        moved: z.number().int(),
        toName: z.string(),
        failure: z.string().nullable(),
      })
      .nullable(),
    /** Companies below it that still wait for their move, because it leaves. */
    leaving: z.number().int(),
  }),
  errors: refusals,
})

export const moveTargets = endpoint({
  method: 'GET',
  path: '/api/v1/auth/company/:companyId/move/targets',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE',
  summary: 'Where a company could move to: the platform and the MSPs that the caller sees, 50 at most',
  input: z.object({ companyId: id, search: z.string().trim().max(100).default('') }),
  output: z.array(z.object({ id, name: z.string(), code: z.string(), kind })),
})

export const moveCompany = endpoint({
  method: 'POST',
  path: '/api/v1/auth/company/:companyId/move',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE',
  summary: 'Move a company, with all below it, to another MSP or directly under the platform',
  input: z.object({ companyId: id, parentId: id, reason }),
  output: z.object({ moveId: id }),
  errors: [...refusals, 'company.move_same', 'company.moving'],
  audit: 'company.moved',
})

export const moveCustomers = endpoint({
  method: 'POST',
  path: '/api/v1/auth/company/:companyId/move/customers',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE',
  summary: 'An MSP leaves: move all companies directly below it to another parent, one after the other',
  input: z.object({ companyId: id, parentId: id, reason }),
  output: z.object({ companies: z.number().int() }),
  errors: [...refusals, 'company.nothing_to_move'],
  audit: 'company.customers_moved',
})
