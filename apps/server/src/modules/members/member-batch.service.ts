import type { AuditAction, FailedItem, InputOf, memberApi, OutputOf } from '@netward/contract'
import { batchOutcome } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { departmentRepo } from './department.repo.ts'
import { offeredRoles } from './granting.ts'
import { memberRepo } from './member.repo.ts'

type Outcome = OutputOf<typeof memberApi.moveMembers>

/** Whoever is disabled is out at once: the next request is refused, and their live streams end. */
export function setMemberStatus(
  ctx: SeveralTransactions,
  { memberIds, status }: InputOf<typeof memberApi.setMemberStatus>,
): Promise<Outcome> {
  return onMembers(ctx, memberIds, async (inside, known) => {
    const untouchable = await holdingMore(inside, known)
    const ids = known.filter((id) => !untouchable.has(id))
    const touched = await memberRepo.updateStatus(inside, ids, status)
    const before = status === 'enabled' ? 'disabled' : 'enabled'
    await noteEach(
      inside,
      'member.status_changed',
      touched.filter(({ refusal }) => refusal === null),
      () => ({ before: { status: before }, after: { status } }),
      { out: status === 'disabled' },
    )
    return [
      ...Array.from(untouchable.values(), (ip) => ({
        ip,
        reason: inside.phrase('errors.permission.denied'),
      })),
      ...touched.flatMap(({ display_name: ip, refusal }) =>
        refusal === null ? [] : [{ ip, reason: inside.phrase(`errors.${refusal}`) }],
      ),
    ]
  })
}

export function moveMembers(
  ctx: SeveralTransactions,
  { memberIds, departmentId }: InputOf<typeof memberApi.moveMembers>,
): Promise<Outcome> {
  return onMembers(ctx, memberIds, async (inside, ids) => {
    const moved = await memberRepo.updateDepartment(inside, ids, departmentId)
    const department = await departmentRepo.path(inside, departmentId)
    await noteEach(inside, 'member.moved', moved, (row) => ({
      before: { department: row.before },
      after: { department },
    }))
    return []
  })
}

/** Of these members those with a role that is not the caller's to give or to take, with their names. */
async function holdingMore(ctx: RequestContext, ids: readonly string[]): Promise<Map<string, string>> {
  const mine = (await offeredRoles(ctx)).filter(({ mayGive }) => mayGive).map(({ role }) => role)
  const held = await memberRepo.rolesOf(ctx, ids)
  return new Map(
    held
      .filter(({ role_refs: roles }) => roles.some((role) => !mine.includes(role)))
      .map(({ member_id: id, display_name: name }) => [id, name]),
  )
}

/** One transaction for those that can be; whoever cannot be is listed with why. @throws AppError 50001, 50002 */
async function onMembers(
  ctx: SeveralTransactions,
  memberIds: readonly string[],
  act: (inside: RequestContext, ids: readonly string[]) => Promise<FailedItem[]>,
): Promise<Outcome> {
  const wanted = [...new Set(memberIds)]
  const failed = await ctx.inTransaction(null, async (inside) => {
    const known = await memberRepo.known(inside, wanted)
    const absent = wanted
      .filter((id) => !known.has(id))
      .map((id) => ({ ip: id, reason: inside.phrase('errors.member.not_found') }))
    return [...absent, ...(await act(inside, [...known]))]
  })
  return batchOutcome(wanted.length - failed.length, failed)
}

/** One entry a member, so that the log of each tells its own story. */
async function noteEach<Row extends { member_id: string; display_name: string }>(
  ctx: RequestContext,
  action: AuditAction,
  rows: readonly Row[],
  detail: (row: Row) => Record<string, unknown>,
  data: Record<string, unknown> = {},
): Promise<void> {
  await Promise.all(
    rows.map((row) =>
      ctx.audit({
        action,
        subjectKind: 'member',
        subjectId: row.member_id,
        detail: { displayName: row.display_name, ...detail(row) },
      }),
    ),
  )
  const [only] = rows
  if (only !== undefined) await ctx.emit('member.changed', rows.length === 1 ? only.member_id : null, data)
}
