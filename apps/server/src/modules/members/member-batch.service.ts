import type { AuditAction, FailedItem, InputOf, memberApi, OutputOf } from '@netward/contract'
import { batchOutcome } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { departmentRepo } from './department.repo.ts'
import { offeredRoles, requireGrantable } from './granting.ts'
import { type HeldRoles, memberRepo, type Touched } from './member.repo.ts'

type Outcome = OutputOf<typeof memberApi.moveMembers>

/** Disabling takes effect at once: the next request is refused, and live streams end. */
export function setMemberStatus(
  ctx: SeveralTransactions,
  { memberIds, status }: InputOf<typeof memberApi.setMemberStatus>,
): Promise<Outcome> {
  return onMembers(ctx, memberIds, async (inside, known) => {
    const { ids, refused } = await apart(inside, known, ({ role_refs: refs }) => refs)
    const touched = await memberRepo.updateStatus(inside, ids, status)
    const before = status === 'enabled' ? 'disabled' : 'enabled'
    await noteEach(
      inside,
      'member.status_changed',
      touched.filter(isDone),
      () => ({ before: { status: before }, after: { status } }),
      { out: status === 'disabled' },
    )
    return [...refused, ...refusals(inside, touched)]
  })
}

/** A department decides what a role that is limited to departments opens: a move gives it anew. */
export function moveMembers(
  ctx: SeveralTransactions,
  { memberIds, departmentId }: InputOf<typeof memberApi.moveMembers>,
): Promise<Outcome> {
  return onMembers(ctx, memberIds, async (inside, known) => {
    const { ids, refused } = await apart(inside, known, reachOf(inside))
    const moved = await memberRepo.updateDepartment(inside, ids, departmentId)
    const department = await departmentRepo.path(inside, departmentId)
    await noteEach(inside, 'member.moved', moved, (row) => ({
      before: { department: row.before },
      after: { department },
    }))
    return refused
  })
}

/** Revoking a role requires the right to grant it. */
export function changeMemberRoles(
  ctx: SeveralTransactions,
  { memberIds, give, take }: InputOf<typeof memberApi.changeMemberRoles>,
): Promise<Outcome> {
  return onMembers(ctx, memberIds, async (inside, known) => {
    await requireGrantable(inside, [...give, ...take])
    const { ids, refused } = await apart(inside, known, reachOf(inside))
    const touched = await memberRepo.changeRoles(inside, ids, give, take)
    await noteEach(inside, 'member.changed', touched.filter(isDone), ({ before, after }) => ({
      before: { roles: before },
      after: { roles: after },
    }))
    return [...refused, ...refusals(inside, touched)]
  })
}

export function removeMembers(
  ctx: SeveralTransactions,
  { memberIds }: InputOf<typeof memberApi.removeMembers>,
): Promise<Outcome> {
  return onMembers(ctx, memberIds, async (inside, known) => {
    const { ids, refused, held } = await apart(inside, known, ({ role_refs: refs }) => refs)
    const touched = await memberRepo.deleteAll(inside, ids)
    await noteEach(
      inside,
      'member.removed',
      touched.filter(isDone),
      ({ member_id: id, display_name: displayName }) => {
        const { roles = [], department = [] } = held.get(id) ?? {}
        return { before: { displayName, roles, department } }
      },
      { out: true },
    )
    return [...refused, ...refusals(inside, touched)]
  })
}

/** Nobody edits a person who holds more than they do; one's own roles are one's own. */
const reachOf =
  ({ scope }: RequestContext) =>
  (held: HeldRoles): string[] =>
    held.member_id === scope.memberId ? held.placed_refs : held.role_refs

/**
 * Splits these members into those with a role, among `asked`, that the caller may not grant or revoke, and
 * the others.
 */
async function apart(ctx: RequestContext, known: readonly string[], asked: (held: HeldRoles) => string[]) {
  const mine = new Set((await offeredRoles(ctx)).filter(({ mayGive }) => mayGive).map(({ role }) => role))
  const rows = await memberRepo.rolesOf(ctx, known)
  const untouchable = rows.filter((row) => asked(row).some((role) => !mine.has(role)))
  const without = new Set(untouchable.map(({ member_id: id }) => id))
  return {
    ids: known.filter((id) => !without.has(id)),
    held: new Map(rows.map((row) => [row.member_id, row])),
    refused: untouchable.map(({ display_name: ip }) => ({
      ip,
      reason: ctx.phrase('errors.permission.denied'),
    })),
  }
}

const isDone = ({ refusal }: Touched) => refusal === null

function refusals(ctx: RequestContext, touched: readonly Touched[]): FailedItem[] {
  return touched.flatMap(({ display_name: ip, refusal }) =>
    refusal === null ? [] : [{ ip, reason: ctx.phrase(`errors.${refusal}`) }],
  )
}

/**
 * One transaction for the allowed ones; refused members are listed with the reason. @throws AppError 50001,
 * 50002
 */
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
  return batchOutcome('members', wanted.length - failed.length, failed)
}

/** One entry per member, so that each member's log is complete. */
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
