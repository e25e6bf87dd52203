import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from './errors.ts'
import { assignRefusals } from './packages.ts'
import type { PermissionCode } from './permissions.ts'
import { done, failedItem, id, ids } from './schemas.ts'
import { end, reason, refusals } from './tenant-values.ts'

interface Move<M extends string, I extends z.ZodRawShape, A extends string> {
  readonly move: M
  readonly access: PermissionCode
  readonly input: I
  readonly audit: A
  /** Of one tenant, beside those of every move. */
  readonly errors?: readonly ErrorCode[]
}

const move = <const M extends string, I extends z.ZodRawShape, const A extends string>(
  declared: Move<M, I, A>,
) => declared

/** A move of one tenant. */
const one = <const M extends string, I extends z.ZodRawShape, const A extends string>(
  { move: name, access, input, audit, errors = [] }: Move<M, I, A>,
  summary: string,
) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/auth/tenant/:companyId/${name}` as const,
    access,
    summary,
    input: z.object({ companyId: id }).extend(input),
    output: done,
    errors: [...refusals, ...errors],
    audit,
  })

/** The same move of several tenants: each separately, with refusals and their reasons. */
const several = <const M extends string, I extends z.ZodRawShape, const A extends string>(
  { move: name, access, input, audit }: Move<M, I, A>,
  summary: string,
) =>
  endpoint({
    method: 'POST',
    path: `/api/v1/auth/tenant/batch/${name}` as const,
    access,
    summary,
    input: z.object({ companyIds: ids }).extend(input),
    output: z.object({ accepted: z.number().int(), failed: z.array(failedItem) }),
    errors: ['50001', '50002'],
    audit,
  })

const needsEnd = ['company.end_needed', 'company.trial_extension_too_long'] as const

const freeze = move({
  move: 'freeze',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE',
  input: { reason },
  audit: 'company.frozen',
})
/**
 * `until` is for tenants whose trial or contract is over: without a new end they would be frozen again at
 * once.
 */
const thaw = move({
  move: 'thaw',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_FREEZE',
  input: { until: end.optional() },
  audit: 'company.thawed',
  errors: needsEnd,
})
const deactivate = move({
  move: 'deactivate',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DEACTIVATE',
  input: { reason },
  audit: 'company.deactivated',
})
const reactivate = move({
  move: 'reactivate',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_DEACTIVATE',
  input: { until: end.optional(), reason },
  audit: 'company.reactivated',
  errors: needsEnd,
})
const convert = move({
  move: 'convert',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT',
  input: {
    /** Left out only where files license the installation: there are no packages to assign. */
    packageId: id.optional(),
    contractEndsAt: end.optional(),
  },
  audit: 'company.converted',
  errors: ['company.package_needed', 'package.trial_only', ...assignRefusals],
})
const extend = move({
  move: 'extend',
  access: 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT',
  input: { until: end, reason: z.string().trim().max(500).default('') },
  audit: 'company.extended',
  errors: ['company.trial_extension_too_long'],
})

export const freezeTenant = one(
  freeze,
  'Freeze: its people are out on their next request, its gateways keep working, commands wait',
)
export const thawTenant = one(thaw, 'Lift a freeze; of what is over with another end')
export const deactivateTenant = one(
  deactivate,
  'Deactivate: nobody works there, and of its gateways only the last contact is kept',
)
export const reactivateTenant = one(
  reactivate,
  'Take a deactivated tenant into service again; what is over with another end',
)
export const convertTenant = one(
  convert,
  'Make a trial or POC formal with a package, all data kept, with or without an end of the contract',
)
export const extendTenant = one(
  extend,
  'Another end of the trial or the contract; an MSP extends a trial once, by 15 days',
)

export const freezeTenants = several(freeze, 'Freeze several tenants; which were refused, and why')
export const thawTenants = several(thaw, 'Lift the freeze of several tenants')
export const deactivateTenants = several(deactivate, 'Deactivate several tenants')
export const reactivateTenants = several(reactivate, 'Take several tenants into service again')
export const convertTenants = several(convert, 'Make several trials or POCs formal')
export const extendTenants = several(extend, 'Another end for several trials or contracts')
