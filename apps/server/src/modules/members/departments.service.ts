import type { AuditAction, InputOf, memberApi, OutputOf } from '@netward/contract'
import { deepestDepartment } from '@netward/contract/field-rules'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { type Department, departmentRepo } from './department.repo.ts'
import { requireGrantable } from './granting.ts'

/** Maximum departments of one company: its whole tree is sent at once. */
const most = 2_000

type Tree = OutputOf<typeof memberApi.departments>

/** Parents before children, siblings by name. */
export async function departments(ctx: RequestContext): Promise<Tree> {
  const found = await departmentRepo.list(ctx)
  const known = new Set(found.map(({ id }) => id))
  const above = (department: Department) =>
    department.parent_id !== null && known.has(department.parent_id) ? department.parent_id : null
  const below = Map.groupBy(found, above)
  const byName = new Intl.Collator(ctx.language === 'en' ? 'en' : 'zh-Hans', { numeric: true })
  const tree: Tree = []
  const add = (parentId: string | null): number => {
    let total = 0
    const here = (below.get(parentId) ?? []).toSorted((a, b) => byName.compare(a.name, b.name))
    for (const { id, name, parent_id, members, head_id, head_name } of here) {
      const head = head_id === null ? null : { memberId: head_id, name: head_name ?? '' }
      const entry = { id, parentId, name, isRoot: parent_id === null, head, members, membersBelow: members }
      tree.push(entry)
      entry.membersBelow += add(id)
      total += entry.membersBelow
    }
    return total
  }
  add(null)
  return tree
}

/**
 * Target of a placement: a department, or the company itself by default. @throws AppError
 * department.not_found
 */
export async function destination(ctx: RequestContext, id: string | undefined): Promise<Department> {
  const found = await departmentRepo.find(ctx, id)
  if (!found) throw new AppError('department.not_found')
  return found
}

export async function createDepartment(
  ctx: RequestContext,
  { name, parentId }: InputOf<typeof memberApi.createDepartment>,
): Promise<OutputOf<typeof memberApi.createDepartment>> {
  await departmentRepo.lockAll(ctx)
  await destination(ctx, parentId)
  if ((await departmentRepo.count(ctx)) >= most) throw new AppError('department.limit', { params: { most } })
  await refuseTooDeep(ctx, parentId, 1)
  await refuseTaken(ctx, parentId, name, null)
  const departmentId = await departmentRepo.insert(ctx, parentId, name)
  await note(ctx, 'department.created', departmentId, { path: await departmentRepo.path(ctx, departmentId) })
  return { departmentId }
}

export async function renameDepartment(
  ctx: RequestContext,
  { departmentId, name }: InputOf<typeof memberApi.renameDepartment>,
): Promise<null> {
  await departmentRepo.lockAll(ctx)
  const department = await belowCompany(ctx, departmentId)
  await refuseTaken(ctx, department.parent_id, name, departmentId)
  await departmentRepo.updateName(ctx, departmentId, name)
  await note(ctx, 'department.renamed', departmentId, {
    before: { name: department.name },
    after: { name },
  })
  return null
}

/** Serialised per company: two moves, each valid alone, could together make a cycle. */
export async function moveDepartment(
  ctx: RequestContext,
  { departmentId, parentId }: InputOf<typeof memberApi.moveDepartment>,
): Promise<null> {
  await departmentRepo.lockAll(ctx)
  const department = await belowCompany(ctx, departmentId)
  await destination(ctx, parentId)
  if (department.parent_id === parentId) return null
  if ((await departmentRepo.below(ctx, departmentId)).includes(parentId))
    throw wrongField(ctx, 'department.below_itself', 'parentId')
  await refuseTooDeep(ctx, parentId, await departmentRepo.height(ctx, departmentId))
  await refuseTaken(ctx, parentId, department.name, departmentId)
  // Members above it now see what belongs to it: the mover grants them that.
  await requireGrantable(ctx, await departmentRepo.widened(ctx, departmentId, parentId))
  const before = await departmentRepo.path(ctx, departmentId)
  await departmentRepo.updateParent(ctx, departmentId, parentId)
  await note(ctx, 'department.moved', departmentId, {
    before: { path: before },
    after: { path: await departmentRepo.path(ctx, departmentId) },
  })
  return null
}

/** Approvals that wait for the head follow at once. */
export async function setDepartmentHead(
  ctx: RequestContext,
  { departmentId, memberId }: InputOf<typeof memberApi.setDepartmentHead>,
): Promise<null> {
  await departmentRepo.lockAll(ctx)
  const { name, head_name: before } = await destination(ctx, departmentId)
  const after = memberId === null ? null : await departmentRepo.memberName(ctx, memberId)
  if (after === undefined) throw wrongField(ctx, 'member.not_found', 'memberId')
  await departmentRepo.updateHead(ctx, departmentId, memberId)
  await note(ctx, 'department.head_set', departmentId, {
    name,
    before: { head: before },
    after: { head: after },
  })
  return null
}

export async function deleteDepartment(
  ctx: RequestContext,
  { departmentId }: InputOf<typeof memberApi.deleteDepartment>,
): Promise<null> {
  await departmentRepo.lockAll(ctx)
  await belowCompany(ctx, departmentId)
  const path = await departmentRepo.path(ctx, departmentId)
  await departmentRepo.delete(ctx, departmentId)
  await note(ctx, 'department.deleted', departmentId, { path })
  return null
}

/** A department that can be changed; the company's own node cannot. */
async function belowCompany(
  ctx: RequestContext,
  id: string,
): Promise<Department & { readonly parent_id: string }> {
  const { parent_id: parentId, ...found } = await destination(ctx, id)
  if (parentId === null) throw new AppError('department.not_found')
  return { ...found, parent_id: parentId }
}

async function refuseTaken(
  ctx: RequestContext,
  parentId: string,
  name: string,
  but: string | null,
): Promise<void> {
  if (await departmentRepo.hasChild(ctx, parentId, name, but))
    throw wrongField(ctx, 'department.name_taken', 'name')
}

async function refuseTooDeep(ctx: RequestContext, parentId: string, levels: number): Promise<void> {
  const above = (await departmentRepo.path(ctx, parentId)).length
  if (above + levels > deepestDepartment)
    throw wrongField(ctx, 'department.too_deep', 'parentId', { most: deepestDepartment })
}

async function note(
  ctx: RequestContext,
  action: AuditAction,
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'department', subjectId: id, detail })
  await ctx.emit('member.changed', null)
}
