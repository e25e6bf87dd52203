import { builtInRoles, type InputOf, type OutputOf, type staffGrantApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { allowToGive } from './staff-grants.service.ts'
import { staffGrantRepo } from './staff-grant.repo.ts'
import { tenantGroupRepo } from './tenant-group.repo.ts'

export async function pageTenantGroups(
  ctx: RequestContext,
  { page, pageSize, search }: InputOf<typeof staffGrantApi.pageTenantGroups>,
): Promise<OutputOf<typeof staffGrantApi.pageTenantGroups>> {
  const found = await tenantGroupRepo.page(ctx, { page, pageSize, search })
  return {
    ...found,
    items: found.items.map(({ created_at, ...group }) => ({ ...group, createdAt: created_at })),
  }
}

export async function pageGroupTenants(
  ctx: RequestContext,
  { groupId, page, pageSize }: InputOf<typeof staffGrantApi.pageGroupTenants>,
): Promise<OutputOf<typeof staffGrantApi.pageGroupTenants>> {
  if (!(await tenantGroupRepo.find(ctx, groupId))) throw new AppError('tenant_group.not_found')
  return tenantGroupRepo.pageTenants(ctx, groupId, { page, pageSize })
}

export async function createTenantGroup(
  ctx: RequestContext,
  { name, add }: InputOf<typeof staffGrantApi.createTenantGroup>,
): Promise<OutputOf<typeof staffGrantApi.createTenantGroup>> {
  if (await tenantGroupRepo.isNameTaken(ctx, name, null)) throw new AppError('tenant_group.name_taken')
  await allowToGive(ctx, add, [])
  const groupId = await tenantGroupRepo.insert(ctx, name)
  await tenantGroupRepo.add(ctx, groupId, add)
  await ctx.audit({
    action: 'tenant_group.created',
    subjectKind: 'tenant_group',
    subjectId: groupId,
    detail: { name, companyIds: add.slice(0, 50), count: add.length },
  })
  return { groupId }
}

/** Adding a tenant to a group grants the group's rights in it. */
export async function editTenantGroup(
  ctx: RequestContext,
  { groupId, name, add, remove }: InputOf<typeof staffGrantApi.editTenantGroup>,
): Promise<null> {
  const group = await tenantGroupRepo.lock(ctx, groupId)
  if (!group) throw new AppError('tenant_group.not_found')
  if (await tenantGroupRepo.isNameTaken(ctx, name, groupId)) throw new AppError('tenant_group.name_taken')
  const given = await tenantGroupRepo.rolesOf(ctx, groupId)
  await allowToGive(
    ctx,
    add,
    given.map(({ built_in, permissions, until }) => ({
      codes: built_in === null ? (permissions ?? []) : builtInRoles[built_in],
      until,
    })),
  )
  await tenantGroupRepo.rename(ctx, groupId, name)
  await tenantGroupRepo.remove(ctx, groupId, remove)
  await tenantGroupRepo.add(ctx, groupId, add)
  await ctx.audit({
    action: 'tenant_group.changed',
    subjectKind: 'tenant_group',
    subjectId: groupId,
    detail: {
      before: { name: group.name },
      after: { name },
      added: add.slice(0, 50),
      removed: remove.slice(0, 50),
    },
  })
  await ctx.emit('acting.changed', null)
  return null
}

export async function deleteTenantGroup(
  ctx: RequestContext,
  { groupId }: InputOf<typeof staffGrantApi.deleteTenantGroup>,
): Promise<OutputOf<typeof staffGrantApi.deleteTenantGroup>> {
  const group = await tenantGroupRepo.lock(ctx, groupId)
  if (!group) throw new AppError('tenant_group.not_found')
  const revoked = await tenantGroupRepo.delete(ctx, groupId)
  await ctx.audit({
    action: 'tenant_group.deleted',
    subjectKind: 'tenant_group',
    subjectId: groupId,
    detail: { name: group.name, grants: revoked },
  })
  await ctx.emit('acting.changed', null)
  return { revoked }
}

/** Tenants that the caller may act in, and groups of them: the first 50 of each that hold `search`. */
export async function customerChoices(
  ctx: RequestContext,
  search: string,
): Promise<{ customers: { id: string; name: string }[]; groups: { id: string; name: string }[] }> {
  const [customers, groups] = await Promise.all([
    staffGrantRepo.tenants(ctx, search, 50),
    tenantGroupRepo.choices(ctx, search, 50),
  ])
  return {
    customers: customers.map(({ value, name }) => ({ id: value, name })),
    groups: groups.map(({ value, name }) => ({ id: value, name })),
  }
}

export const groupNames = (...args: Parameters<typeof tenantGroupRepo.names>) =>
  tenantGroupRepo.names(...args)
