import type { InputOf, OutputOf, offboardingApi } from '@netward/contract'
import { type HandedKind, heldKinds, type HeldKind } from '@netward/contract/offboarding-values'
import { AppError } from '../../platform/errors.ts'
import type { Held, Holding, MemberRef } from '../../platform/holding.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { keysHeld } from '../applications/index.ts'
import { approvalsHeld } from '../approvals/index.ts'
import { departmentsHeld, requireGrantable } from '../members/index.ts'
import { routesHeld } from '../notices/index.ts'
import { carsHeld } from '../parts/index.ts'
import { turnsHeld } from '../rotas/index.ts'
import { reportsHeld } from '../service-reports/index.ts'
import { credentialRepo } from './credential.repo.ts'
import { offboardingRepo } from './offboarding.repo.ts'

export const holdings: readonly Holding[] = [
  turnsHeld,
  routesHeld,
  approvalsHeld,
  departmentsHeld,
  carsHeld,
  reportsHeld,
  keysHeld,
]
const namesShown = 10

export async function memberHoldings(
  ctx: RequestContext,
  { memberIds }: InputOf<typeof offboardingApi.memberHoldings>,
): Promise<OutputOf<typeof offboardingApi.memberHoldings>> {
  const members = await offboardingRepo.members(ctx, memberIds)
  const ids = members.map(({ memberId }) => memberId)
  const held = new Map<HeldKind, readonly Held[]>([
    ['orders', await offboardingRepo.orders(ctx, ids)],
    ['alarms', await offboardingRepo.alarms(ctx, ids)],
  ])
  for (const holding of holdings) held.set(holding.kind, await holding.held(ctx, ids))
  const credentials = await credentialRepo.count(ctx, members)
  return members.map(({ memberId, personId, displayName }) => ({
    memberId,
    userCode: personId,
    displayName,
    holdings: heldKinds.flatMap((kind) => {
      const names = (held.get(kind) ?? []).filter((one) => one.memberId === memberId)
      if (names.length === 0) return []
      return { kind, count: names.length, names: names.slice(0, namesShown).map(({ name }) => name) }
    }),
    credentials: credentials.get(personId) ?? 0,
  }))
}

/** All of it in one transaction: a successor who is refused leaves everything where it was. */
export async function handOver(
  ctx: RequestContext,
  { memberId, successors }: InputOf<typeof offboardingApi.handOver>,
): Promise<OutputOf<typeof offboardingApi.handOver>> {
  const [leaver] = await offboardingRepo.members(ctx, [memberId])
  if (!leaver) throw new AppError('member.not_found')
  // As for disabling: nobody takes from a person who holds more than they do.
  await requireGrantable(ctx, leaver.roles)
  const handed: { kind: HandedKind; count: number; to: string | null }[] = []
  for (const { kind, to } of successors) {
    const holding = holdings.find((one) => one.kind === kind)!
    const successor = to === null ? null : await successorOf(ctx, to, leaver)
    const count = await holding.handOver(ctx, leaver, successor)
    handed.push({ kind, count, to: successor?.displayName ?? null })
  }
  const credentials = await credentialRepo.list(ctx, leaver)
  await ctx.audit({
    action: 'member.handed_over',
    subjectKind: 'member',
    subjectId: memberId,
    detail: { displayName: leaver.displayName, handed, credentials },
  })
  await ctx.emit('member.changed', memberId)
  return { handed: handed.map(({ kind, count }) => ({ kind, count })), credentials }
}

async function successorOf(
  ctx: RequestContext,
  memberId: string,
  leaver: MemberRef,
): Promise<MemberRef & { displayName: string }> {
  const [found] = await offboardingRepo.members(ctx, [memberId])
  if (!found?.enabled || found.memberId === leaver.memberId)
    throw wrongField(ctx, 'member.successor_wrong', 'successors')
  return found
}
