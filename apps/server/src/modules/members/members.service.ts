import type { InputOf, memberApi, OutputOf } from '@netward/contract'
import { type MemberField, memberEntity } from '@netward/contract/member-fields'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import { fieldValues } from '../../platform/entity/entity-rows.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import {
  hashPassword,
  type IdentityDeps,
  queueResetLink,
  refuseCommon,
  refuseWeak,
} from '../identity/index.ts'
import { channelOf, hasChannel, type Recipient } from '../messages/index.ts'
import { departmentRepo } from './department.repo.ts'
import { destination } from './departments.service.ts'
import { requireGrantable } from './granting.ts'
import { type LockedMember, memberRepo, type MemberRow } from './member.repo.ts'

type Member = OutputOf<typeof memberApi.pageMembers>['items'][number]
type PlainFields = Pick<Member, Exclude<MemberField, 'roles' | 'departmentId'>>

/** Creates a person in the company acted in. Hashing is slow, so it runs between two transactions. */
export async function createMember(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { userName, password, email, role, departmentId: below, ...fields }: InputOf<typeof memberApi.createMember>,
): Promise<OutputOf<typeof memberApi.createMember>> {
  await ctx.inTransaction(null, (transaction) => requireGrantable(transaction, [role]))
  refuseCommon(ctx, password, [userName, fields.displayName], 'password')
  await refuseWeak(deps.scopes, ctx, password, 'password')
  const passwordHash = await hashPassword(password)
  return ctx.inTransaction(null, async (transaction) => {
    const { id: departmentId } = await destination(transaction, below)
    const made = await memberRepo.insert(transaction, {
      userName,
      displayName: fields.displayName,
      passwordHash,
      email: email ?? null,
      role,
      departmentId,
    })
    await memberRepo.update(transaction, made.member_id, fields)
    await transaction.audit({
      action: 'member.created',
      subjectKind: 'member',
      subjectId: made.member_id,
      detail: {
        userName,
        ...fields,
        role,
        department: await departmentRepo.path(transaction, departmentId),
      },
    })
    await transaction.emit('member.changed', made.member_id)
    return { memberId: made.member_id, userCode: made.person_id }
  })
}

export async function pageMembers(
  ctx: RequestContext,
  { page, pageSize, ...query }: InputOf<typeof memberApi.pageMembers>,
): Promise<OutputOf<typeof memberApi.pageMembers>> {
  const { rows, ...counted } = await memberRepo.page(ctx, query, pageSize, (page - 1) * pageSize)
  return {
    ...counted,
    items: rows.map(presentMember),
  }
}

export function presentMember(row: MemberRow): Member {
  return {
    ...plainFields(row),
    memberId: row.id,
    userCode: row.person_id,
    userName: row.user_name,
    roles: row.roles,
    roleRefs: row.role_refs,
    departmentId: row.department_id,
    department: row.department,
    otherDepartments: row.other_departments,
    status: row.status,
    phone: row.phone,
    email: row.email,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
    lastActiveAt: row.last_active_at,
  }
}

/** Fields of the membership. The account, its name, addresses and password belong to the person. */
export async function editMember(
  ctx: RequestContext,
  { memberId, roles, departmentId, ...fields }: InputOf<typeof memberApi.editMember>,
): Promise<null> {
  const before = await locked(ctx, memberId)
  const wanted = [...new Set<string>(roles)]
  const changed = [
    ...wanted.filter((role) => !before.role_refs.includes(role)),
    ...before.role_refs.filter((role) => !wanted.includes(role)),
  ]
  // Revoking a role requires the right to grant it.
  await requireGrantable(ctx, changed)
  // Nobody edits a person who holds more than they do.
  if (!before.oneself) await requireGrantable(ctx, before.role_refs)
  else if (departmentId !== before.department_id) await requirePlacing(ctx, memberId, wanted)
  if (changedFields(plainFields(before), fields) !== null) await memberRepo.update(ctx, memberId, fields)
  if (changed.length > 0) await memberRepo.updateRoles(ctx, memberId, wanted)
  if (departmentId !== before.department_id) await memberRepo.updateDepartment(ctx, [memberId], departmentId)
  const after = await locked(ctx, memberId)
  await ctx.audit({
    action: 'member.changed',
    subjectKind: 'member',
    subjectId: memberId,
    detail: { displayName: fields.displayName, before: factsOf(before), after: factsOf(after) },
  })
  await ctx.emit('member.changed', memberId)
  return null
}

/** Of two administrators who remove each other at once, one remains. */
export async function removeMember(
  ctx: RequestContext,
  { memberId }: InputOf<typeof memberApi.removeMember>,
): Promise<null> {
  const before = await locked(ctx, memberId)
  await requireGrantable(ctx, before.role_refs)
  await memberRepo.delete(ctx, memberId)
  await ctx.audit({
    action: 'member.removed',
    subjectKind: 'member',
    subjectId: memberId,
    detail: { displayName: before.display_name, before: factsOf(before) },
  })
  await ctx.emit('member.changed', memberId, { out: true })
  return null
}

/** Moving a member grants what their department-scoped roles open. */
async function requirePlacing(
  ctx: RequestContext,
  memberId: string,
  wanted: readonly string[],
): Promise<void> {
  const [held] = await memberRepo.rolesOf(ctx, [memberId])
  await requireGrantable(ctx, held?.placed_refs.filter((role) => wanted.includes(role)) ?? [])
}

/**
 * The link goes to an address verified by its owner, by mail if possible; the requester neither sees nor
 * chooses it.
 */
export async function sendMemberResetLink(
  deps: IdentityDeps,
  ctx: SeveralTransactions,
  { memberId }: InputOf<typeof memberApi.sendMemberResetLink>,
): Promise<null> {
  const { to, name, asker, language } = await ctx.inTransaction(null, async (transaction) => {
    const found = await memberRepo.contact(transaction, memberId)
    if (!found) throw new AppError('member.not_found')
    const { email, phone } = found
    const byPhone = phone !== null && (email === null || !hasChannel(deps.messages, 'mail'))
    const recipient: Recipient | null = byPhone ? { phone } : email === null ? null : { email }
    return {
      to: recipient,
      name: found.display_name,
      asker: transaction.scope.personId,
      language: await memberRepo.language(transaction, memberId),
    }
  })
  if (to === null) throw new AppError('member.no_address')
  await queueResetLink(deps, { to, language, source: `person:${asker}` })
  await ctx.inTransaction(null, (transaction) =>
    transaction.audit({
      action: 'member.reset_link_sent',
      subjectKind: 'member',
      subjectId: memberId,
      detail: { displayName: name, channel: channelOf(to) },
    }),
  )
  return null
}

async function locked(ctx: RequestContext, memberId: string): Promise<LockedMember> {
  const found = await memberRepo.lock(ctx, memberId)
  if (!found) throw new AppError('member.not_found')
  return found
}

/** Values of the fields that are neither roles nor department. */
function plainFields(row: object): PlainFields {
  const { roles: _roles, departmentId: _departmentId, ...plain } = fieldValues(memberEntity, row)
  return plain as unknown as PlainFields
}

function factsOf(member: LockedMember) {
  return { ...plainFields(member), roles: member.roles, department: member.department }
}
