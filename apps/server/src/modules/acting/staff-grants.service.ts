import {
  type BuiltInRole,
  builtInRoles,
  type InputOf,
  type OutputOf,
  type staffGrantApi,
} from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { type GrantedRole, staffGrantRepo } from './staff-grant.repo.ts'
import { tenantGroupRepo } from './tenant-group.repo.ts'

const offered = 50

type RoleInput = InputOf<typeof staffGrantApi.editStaffGrant>['role']

export async function pageStaffGrants(
  ctx: RequestContext,
  { page, pageSize, search, companyId, groupId, state }: InputOf<typeof staffGrantApi.pageStaffGrants>,
): Promise<OutputOf<typeof staffGrantApi.pageStaffGrants>> {
  const found = await staffGrantRepo.page(ctx, { page, pageSize, search, companyId, groupId, state })
  return {
    ...found,
    items: found.items.map((row) => ({
      id: row.id,
      memberId: row.member_id,
      memberName: row.member_name,
      memberStatus: row.member_status,
      company: named(row.target_company_id, row.company_name),
      group: named(row.group_id, row.group_name),
      tenants: row.tenants,
      role: (row.role_id ?? row.built_in) as RoleInput,
      roleName: row.role_name ?? row.built_in ?? '',
      expiresAt: row.expires_at,
      expired: row.expired,
      createdAt: row.created_at,
      createdBy: row.created_by_name,
    })),
  }
}

export function staffChoices(
  ctx: RequestContext,
  { of, search }: InputOf<typeof staffGrantApi.staffChoices>,
): Promise<OutputOf<typeof staffGrantApi.staffChoices>> {
  if (of === 'groups') return tenantGroupRepo.choices(ctx, search, offered)
  return staffGrantRepo[of](ctx, search, offered)
}

export async function createStaffGrants(
  ctx: RequestContext,
  { memberId, role, companyIds, groupIds, expiresAt }: InputOf<typeof staffGrantApi.createStaffGrants>,
): Promise<OutputOf<typeof staffGrantApi.createStaffGrants>> {
  const member = await staffGrantRepo.findMember(ctx, memberId)
  if (!member) throw new AppError('member.not_found')
  if (member.administers) throw new AppError('staff_grant.administrator')
  const companies = [...new Set(companyIds)]
  const groups = [...new Set(groupIds)]
  if ((await tenantGroupRepo.count(ctx, groups)) < groups.length) throw new AppError('tenant_group.not_found')
  const given = await roleToGive(ctx, role)
  const covered = await tenantGroupRepo.tenantIds(ctx, groups)
  await allowToGive(ctx, [...companies, ...covered], [{ codes: given.codes, until: expiresAt }])
  const targets = [
    ...companies.map((companyId) => ({ companyId, groupId: null })),
    ...groups.map((groupId) => ({ companyId: null, groupId })),
  ]
  const created = await staffGrantRepo.insert(ctx, memberId, targets, given.role, expiresAt)
  await ctx.audit({
    action: 'staff_grant.created',
    subjectKind: 'member',
    subjectId: memberId,
    detail: {
      displayName: member.display_name,
      role: given.name,
      companyIds: companies,
      groupIds: groups,
      expiresAt,
    },
  })
  await ctx.emit('acting.changed', null)
  return { created }
}

export async function editStaffGrant(
  ctx: RequestContext,
  { grantId, role, expiresAt }: InputOf<typeof staffGrantApi.editStaffGrant>,
): Promise<null> {
  const grant = await staffGrantRepo.lock(ctx, grantId)
  if (!grant) throw new AppError('staff_grant.not_found')
  const given = await roleToGive(ctx, role)
  const covered =
    grant.group_id === null
      ? [grant.target_company_id!]
      : await tenantGroupRepo.tenantIds(ctx, [grant.group_id])
  await allowToGive(ctx, covered, [{ codes: given.codes, until: expiresAt }])
  if (!(await staffGrantRepo.update(ctx, grantId, given.role, expiresAt)))
    throw new AppError('staff_grant.exists')
  await ctx.audit({
    action: 'staff_grant.changed',
    subjectKind: 'member',
    subjectId: grant.member_id,
    detail: {
      before: { role: grant.built_in ?? grant.role_id, expiresAt: grant.expires_at },
      after: { role: given.name, expiresAt },
    },
  })
  await ctx.emit('acting.changed', null)
  return null
}

export async function revokeStaffGrants(
  ctx: RequestContext,
  { grantIds }: InputOf<typeof staffGrantApi.revokeStaffGrants>,
): Promise<OutputOf<typeof staffGrantApi.revokeStaffGrants>> {
  const gone = await staffGrantRepo.revoke(ctx, grantIds)
  if (gone.length === 0) throw new AppError('staff_grant.not_found')
  await ctx.audit({
    action: 'staff_grant.revoked',
    subjectKind: 'member',
    detail: {
      count: gone.length,
      grants: gone
        .slice(0, 20)
        .map((grant) => ({ displayName: grant.member_name, target: grant.target_name })),
    },
  })
  await ctx.emit('acting.changed', null)
  return { revoked: gone.length }
}

/**
 * Refuses what the person may not grant: tenants that are not below, and codes that they do not hold in each
 * of them for the whole period.
 */
export async function allowToGive(
  ctx: RequestContext,
  tenants: readonly string[],
  roles: readonly { codes: readonly string[]; until: string | null }[],
): Promise<void> {
  if ((await staffGrantRepo.notToGrant(ctx, tenants, [], null)).length > 0)
    throw new AppError('company.not_found')
  for (const { codes, until } of roles)
    if ((await staffGrantRepo.notToGrant(ctx, tenants, codes, until)).length > 0)
      throw new AppError('staff_grant.not_held')
}

async function roleToGive(
  ctx: RequestContext,
  role: RoleInput,
): Promise<{ role: GrantedRole; name: string; codes: readonly string[] }> {
  if (role in builtInRoles) {
    const builtIn = role as BuiltInRole
    return { role: { builtIn, roleId: null }, name: builtIn, codes: builtInRoles[builtIn] }
  }
  const own = await staffGrantRepo.findRole(ctx, role)
  if (!own) throw new AppError('role.not_found')
  // Its outlets and departments belong to this company: it would open nothing in a tenant.
  if (own.data_scope !== 'company') throw wrongField(ctx, 'staff_grant.role_limited', 'role')
  return { role: { builtIn: null, roleId: role }, name: own.name, codes: own.permissions }
}

function named(id: string | null, name: string | null): { id: string; name: string } | null {
  return id === null ? null : { id, name: name ?? '' }
}
