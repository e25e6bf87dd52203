import { mayGrant } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { heldPermissions } from '../identity/index.ts'
import { getCompany } from '../organisations/index.ts'
import { memberRepo } from './member.repo.ts'

export interface OfferedRole {
  /** The key of a built-in role, or the id of a custom one. */
  readonly role: string
  /** The key again, or the company's name for it. */
  readonly name: string
  readonly mayGive: boolean
}

/**
 * Roles of the company acted in. Users cannot grant rights that they lack, or beyond their own data scope.
 */
export async function offeredRoles(ctx: RequestContext): Promise<OfferedRole[]> {
  const held = await heldPermissions(ctx)
  const { kind } = await getCompany(ctx, ctx.scope.companyId)
  return (await memberRepo.rolesToGive(ctx)).map(({ ref, name, permissions, within }) => ({
    role: ref,
    name,
    mayGive: within && mayGrant(held, permissions, kind),
  }))
}

/**
 * @throws AppError role.not_found, permission.denied when the caller may not grant or revoke one of these
 * roles.
 */
export async function requireGrantable(ctx: RequestContext, roles: readonly string[]): Promise<void> {
  if (roles.length === 0) return
  const offered = await offeredRoles(ctx)
  for (const role of roles) {
    const found = offered.find((candidate) => candidate.role === role)
    if (!found && /^\d/.test(role)) throw new AppError('role.not_found')
    if (!found?.mayGive) throw new AppError('permission.denied')
  }
}
