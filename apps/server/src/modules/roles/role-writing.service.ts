import type { InputOf, OutputOf, PermissionCode, roleApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { publicationRepo } from './publication.repo.ts'
import { continuePublication } from './publishing.service.ts'
import { roleRefOf } from './role-ref.ts'
import { type DataScope, roleRepo, type RoleRow } from './role.repo.ts'
import { getRef, knownCodes, ownRole } from './roles.service.ts'

/** Role fields stored in the audit log. */
const kept = (role: {
  name: string
  description: string
  codes: readonly string[]
  dataScope: DataScope
  outletIds: readonly string[]
}) => ({
  name: role.name,
  description: role.description,
  permissions: role.codes.toSorted(),
  dataScope: role.dataScope,
  outletIds: role.outletIds,
})

const keptOf = (row: RoleRow) =>
  kept({ ...row, codes: row.permissions, dataScope: row.data_scope, outletIds: row.outlet_ids })

export async function createRole(
  ctx: RequestContext,
  input: InputOf<typeof roleApi.createRole>,
): Promise<OutputOf<typeof roleApi.createRole>> {
  await refuseGrant(ctx, input.codes, input)
  const made = await roleRepo.write(ctx, { ...input, roleId: null, version: 0 })
  await ctx.audit({
    action: 'role.created',
    subjectKind: 'role',
    subjectId: made.id,
    detail: { before: null, after: kept({ ...input, outletIds: made.outlet_ids }) },
  })
  await ctx.emit('role.changed', made.id)
  return { roleId: made.id }
}

export async function editRole(
  ctx: RequestContext,
  { roleId, version, ...input }: InputOf<typeof roleApi.editRole>,
): Promise<OutputOf<typeof roleApi.editRole>> {
  const before = await ownRole(ctx, roleId)
  await refuseEdit(ctx, before, input)
  const made = await roleRepo.write(ctx, { ...input, roleId, version })
  await ctx.audit({
    action: 'role.changed',
    subjectKind: 'role',
    subjectId: roleId,
    detail: { before: keptOf(before), after: kept({ ...input, outletIds: made.outlet_ids }) },
  })
  await ctx.emit('role.changed', roleId)
  if (before.to_all !== null) await continuePublication(ctx, roleId)
  return { version: made.version }
}

export async function deleteRole(
  ctx: RequestContext,
  { roleId, replacement }: InputOf<typeof roleApi.deleteRole>,
): Promise<OutputOf<typeof roleApi.deleteRole>> {
  const before = await ownRole(ctx, roleId)
  const other = replacement === undefined ? null : await getRef(ctx, replacement)
  const moved = await roleRepo.delete(ctx, roleId, other?.ref ?? roleRefOf(undefined))
  await ctx.audit({
    action: 'role.deleted',
    subjectKind: 'role',
    subjectId: roleId,
    detail: { before: keptOf(before), after: null, replacement: other?.name ?? null, members: moved },
  })
  await ctx.emit('role.changed', roleId)
  return { moved }
}

const none = { copies: 0, holders: 0 }

/** Preview of who gains and who loses what. */
export async function previewRole(
  ctx: RequestContext,
  input: InputOf<typeof roleApi.previewRole>,
): Promise<OutputOf<typeof roleApi.previewRole>> {
  const { roleId, deleted, replacement, codes } = input
  const before = await ownRole(ctx, roleId)
  if (replacement !== undefined && !deleted) await getRef(ctx, replacement)
  const { gains, losses, holders } = await roleRepo.preview(ctx, {
    roleId,
    deleted,
    replacement: roleRefOf(replacement),
    codes,
  })
  const had = capped(holders)
  const below = before.to_all === null ? none : await publicationRepo.countCopies(ctx, roleId)
  const copied = capped(below.holders)
  return {
    gains,
    losses,
    scope: scopeChange(before, deleted ? await scopeAfterDeletion(ctx, before, replacement) : input),
    holders: had.total,
    holdersCapped: had.totalCapped,
    copies: below.copies,
    copyHolders: copied.total,
    copyHoldersCapped: copied.totalCapped,
  }
}

/** That of the replacement: a built-in role reaches the whole company. Without one nobody has the role. */
async function scopeAfterDeletion(
  ctx: RequestContext,
  before: RoleRow,
  replacement: string | undefined,
): Promise<{ dataScope: DataScope; outletIds: readonly string[] }> {
  if (replacement === undefined) return { dataScope: before.data_scope, outletIds: before.outlet_ids }
  const { ref } = await getRef(ctx, replacement)
  if (ref.roleId === null) return { dataScope: 'company', outletIds: [] }
  const other = await ownRole(ctx, ref.roleId)
  return { dataScope: other.data_scope, outletIds: other.outlet_ids }
}

function scopeChange(
  before: RoleRow,
  after: { dataScope: DataScope; outletIds: readonly string[] },
): OutputOf<typeof roleApi.previewRole>['scope'] {
  if (before.data_scope !== after.dataScope)
    return after.dataScope === 'company' ? 'wider' : before.data_scope === 'company' ? 'narrower' : 'other'
  if (after.dataScope !== 'outlets') return 'same'
  const gained = after.outletIds.some((outlet) => !before.outlet_ids.includes(outlet))
  const lost = before.outlet_ids.some((outlet) => !after.outletIds.includes(outlet))
  return gained && lost ? 'other' : gained ? 'wider' : lost ? 'narrower' : 'same'
}

/** As write_role checks it, but naming the codes: added or changed in reach, and removed. */
async function refuseEdit(
  ctx: RequestContext,
  before: RoleRow,
  input: { codes: readonly PermissionCode[]; dataScope: DataScope; outletIds: readonly string[] },
): Promise<void> {
  const added = input.codes.filter((code) => !before.permissions.includes(code))
  await refuseGrant(ctx, scopeChange(before, input) === 'same' ? added : input.codes, input)
}

async function refuseGrant(
  ctx: RequestContext,
  codes: readonly PermissionCode[],
  { dataScope, outletIds }: { dataScope: DataScope; outletIds: readonly string[] },
): Promise<void> {
  const refused = await roleRepo.findRefused(ctx, codes, dataScope, dataScope === 'outlets' ? outletIds : [])
  const [first] = refused
  if (first === undefined) return
  const named = refused.filter(({ because }) => because === first.because).map(({ code }) => code)
  throw new AppError(first.because, { data: { codes: knownCodes(named) } })
}
