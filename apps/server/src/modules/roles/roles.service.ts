import {
  builtInRoles,
  futurePermissions,
  type InputOf,
  type OutputOf,
  permissionCodes,
  type PermissionCode,
  type roleApi,
} from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { publicationRepo } from './publication.repo.ts'
import { builtInRolesOf, codesOfUse, isBuiltIn, type RoleRef, roleRefOf } from './role-ref.ts'
import { builtInName, builtInView, type ListedRole, roleView } from './role-view.ts'
import { roleRepo, type RoleRow } from './role.repo.ts'

/** Roles that a company creates itself or receives by publication. */
const most = 10_000

/** Built-in roles come before custom ones, whatever the sort order. */
export async function pageRoles(
  ctx: RequestContext,
  { page, pageSize, sort, search, affiliation, permission }: InputOf<typeof roleApi.pageRoles>,
): Promise<OutputOf<typeof roleApi.pageRoles>> {
  const builtIn =
    affiliation === undefined || affiliation === 'builtIn'
      ? await builtInMatching(ctx, search?.toLowerCase() ?? '', permission)
      : []
  const from = (page - 1) * pageSize
  const first = builtIn.slice(from, from + pageSize)
  if (affiliation === 'builtIn') return { items: first, total: builtIn.length, totalCapped: false }
  const own = await roleRepo.page(ctx, {
    search,
    affiliation,
    permission,
    sort,
    limit: pageSize - first.length,
    offset: Math.max(from - builtIn.length, 0),
  })
  return {
    items: [...first, ...own.items.map(roleView)],
    total: own.total + builtIn.length,
    totalCapped: own.totalCapped,
  }
}

/** All filtered roles, in list order. A company has some hundreds at most. */
export async function allRoles(
  ctx: RequestContext,
  { sort, search, affiliation, permission }: Omit<InputOf<typeof roleApi.pageRoles>, 'page' | 'pageSize'>,
): Promise<ListedRole[]> {
  const builtIn =
    affiliation === undefined || affiliation === 'builtIn'
      ? await builtInMatching(ctx, search?.toLowerCase() ?? '', permission)
      : []
  if (affiliation === 'builtIn') return builtIn
  const own = await roleRepo.page(ctx, { search, affiliation, permission, sort, limit: most, offset: 0 })
  return [...builtIn, ...own.items.map(roleView)]
}

async function builtInMatching(
  ctx: RequestContext,
  search: string,
  permission: PermissionCode | undefined,
): Promise<ListedRole[]> {
  const kind = await roleRepo.companyKind(ctx)
  const keys = builtInRolesOf(kind)
  const members = await roleRepo.countBuiltIn(ctx, keys)
  return keys
    .filter((key) => permission === undefined || builtInRoles[key].includes(permission))
    .map((key) => ({
      ...builtInView(ctx, key, members.get(key) ?? 0),
      permissions: codesOfUse(builtInRoles[key], kind).length,
    }))
    .filter(({ name, description }) => `${name}\n${description}`.toLowerCase().includes(search))
}

export async function getRole(
  ctx: RequestContext,
  { role }: InputOf<typeof roleApi.getRole>,
): Promise<OutputOf<typeof roleApi.getRole>> {
  const chosen = await chosenDefault(ctx)
  if (isBuiltIn(role)) {
    const kind = await roleRepo.companyKind(ctx)
    if (!builtInRolesOf(kind).includes(role)) throw new AppError('role.not_found')
    const members = await roleRepo.countBuiltIn(ctx, [role])
    const codes = codesOfUse(builtInRoles[role], kind)
    return {
      ...builtInView(ctx, role, members.get(role) ?? 0),
      permissions: codes.length,
      codes,
      outletList: [],
      outletsUnseen: [],
      companies: [],
      version: 0,
      updatedBy: null,
      isDefault: chosen.role === role,
    }
  }
  const row = await ownRole(ctx, role)
  const outletList = await roleRepo.findOutlets(ctx, row.outlet_ids)
  return {
    ...roleView(row),
    codes: knownCodes(row.permissions),
    outletList,
    outletsUnseen: row.outlet_ids.filter((outlet) => outletList.every(({ id }) => id !== outlet)),
    companies: row.to_all === false ? await publicationRepo.findTargets(ctx, row.id) : [],
    version: row.version,
    updatedBy: row.updated_by,
    isDefault: chosen.role === row.id,
  }
}

/** A code unknown to this version grants nothing and is hidden. */
export const knownCodes = (codes: readonly string[]): PermissionCode[] =>
  permissionCodes.filter((code) => codes.includes(code))

export async function ownRole(ctx: RequestContext, roleId: string): Promise<RoleRow> {
  const row = await roleRepo.find(ctx, roleId)
  if (!row) throw new AppError('role.not_found')
  return row
}

/** A role that can be granted in the company acted in. */
export async function getRef(ctx: RequestContext, role: string): Promise<{ ref: RoleRef; name: string }> {
  const ref = roleRefOf(role)
  if (ref.builtIn === null) return { ref, name: (await ownRole(ctx, role)).name }
  const kind = await roleRepo.companyKind(ctx)
  if (!builtInRolesOf(kind).includes(ref.builtIn)) throw new AppError('role.not_found')
  return { ref, name: builtInName(ctx, ref.builtIn) }
}

export async function pageRoleMembers(
  ctx: RequestContext,
  { role, search, page, pageSize }: InputOf<typeof roleApi.pageRoleMembers>,
): Promise<OutputOf<typeof roleApi.pageRoleMembers>> {
  const ref = role === undefined ? null : (await getRef(ctx, role)).ref
  const found = await roleRepo.pageMembers(ctx, { ref, search, page, pageSize })
  return {
    ...found,
    items: found.items.map((row) => ({
      memberId: row.id,
      displayName: row.display_name,
      department: row.department,
      status: row.status,
    })),
  }
}

export function roleOutlets(
  ctx: RequestContext,
  { search }: InputOf<typeof roleApi.roleOutlets>,
): Promise<OutputOf<typeof roleApi.roleOutlets>> {
  return roleRepo.searchOutlets(ctx, search)
}

export async function rolesToGrant(ctx: RequestContext): Promise<OutputOf<typeof roleApi.rolesToGrant>> {
  const kind = await roleRepo.companyKind(ctx)
  const reach = await roleRepo.reach(ctx)
  const held = reach.map(({ code }) => code)
  return {
    offered: codesOfUse(permissionCodes, kind).filter((code) => !futurePermissions.includes(code)),
    held,
    heldEverywhere: reach.filter(({ everywhere }) => everywhere).map(({ code }) => code),
    mayPublish: held.includes('DMS_SERVER_AUTH_MANAGE_ROLE_PUBLISH'),
  }
}

/** Role of members created by a synchronisation; the narrowest built-in role by default. */
async function chosenDefault(ctx: RequestContext): Promise<OutputOf<typeof roleApi.defaultRole>> {
  const found = await roleRepo.findDefault(ctx)
  if (found?.role_id != null) return { role: found.role_id, name: found.name ?? '' }
  const key = found?.built_in ?? 'user_layer'
  return { role: key, name: builtInName(ctx, key) }
}

export const defaultRole = (ctx: RequestContext): Promise<OutputOf<typeof roleApi.defaultRole>> =>
  chosenDefault(ctx)

export async function chooseDefaultRole(
  ctx: RequestContext,
  { role }: InputOf<typeof roleApi.chooseDefaultRole>,
): Promise<null> {
  const before = await chosenDefault(ctx)
  const after = await getRef(ctx, role)
  await roleRepo.updateDefault(ctx, after.ref)
  await ctx.audit({
    action: 'role.default_chosen',
    subjectKind: 'role',
    subjectId: role,
    detail: { before: before.name, after: after.name },
  })
  await ctx.emit('role.changed', after.ref.roleId)
  return null
}
