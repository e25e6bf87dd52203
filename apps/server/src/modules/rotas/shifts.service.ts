import type { InputOf, rotaApi } from '@netward/contract'
import { mostChanges } from '@netward/contract/rota-values'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { loadRotas, segmentsOf } from './duty.ts'
import { type ChangeRow, type Person, rotaRepo, type RotaRow } from './rota.repo.ts'
import { isSelf, noted, there } from './rotas.service.ts'
import { hasAll } from './schedule.ts'

type Shift = InputOf<typeof rotaApi.overrideShift>

export async function overrideShift(ctx: RequestContext, input: Shift): Promise<{ id: string }> {
  const { rota, person } = await checked(ctx, input)
  await requireRoom(ctx, rota.id, 1)
  const id = await rotaRepo.insertChanges(ctx, rota.id, 'standing', [{ ...input, askedBy: null }])
  await noted(ctx, 'overridden', rota.id, { name: rota.name, after: shown(input, person) })
  return { id }
}

export async function askSwap(ctx: RequestContext, input: Shift): Promise<{ id: string }> {
  await rotaRepo.lock(ctx, input.rotaId)
  const { rota, person } = await checked(ctx, input)
  const { memberId } = ctx.scope
  if (isSelf(ctx, input.memberId)) throw wrongField(ctx, 'rota.asked_yourself', 'memberId')
  if (!isAtHome(ctx) || !(await isOnCall(ctx, rota, memberId, input)))
    throw wrongField(ctx, 'rota.not_your_shift', 'startsAt')
  await requireRoom(ctx, rota.id, 1)
  const id = await rotaRepo.insertChanges(ctx, rota.id, 'asked', [{ ...input, askedBy: memberId }])
  await rotaRepo.reportSwap(ctx, id)
  await noted(ctx, 'swap_asked', rota.id, { name: rota.name, after: shown(input, person) })
  return { id }
}

/** A schedule is computed from all changes that are not over, for all companies in one process. */
export async function requireRoom(ctx: RequestContext, rotaId: string, more: number): Promise<void> {
  await rotaRepo.lock(ctx, rotaId)
  if ((await rotaRepo.countChanges(ctx, rotaId)) + more > mostChanges)
    throw new AppError('rota.too_many_changes')
}

export async function answerSwap(
  ctx: RequestContext,
  { changeId, accept }: InputOf<typeof rotaApi.answerSwap>,
): Promise<null> {
  const change = open(await rotaRepo.lockChange(ctx, changeId))
  if (change.state !== 'asked') throw new AppError('rota.change_over')
  if (!isSelf(ctx, change.memberId)) throw new AppError('rota.not_asked')
  await rotaRepo.lock(ctx, change.rotaId)
  const rota = there(await rotaRepo.find(ctx, change.rotaId))
  // What was changed meanwhile is no longer the asker's to give.
  if (accept && !(await isOnCall(ctx, rota, change.askedBy ?? '', change)))
    throw new AppError('rota.not_your_shift')
  await rotaRepo.moveChange(ctx, changeId, accept ? 'standing' : 'declined')
  await rotaRepo.reportSwap(ctx, changeId)
  await noted(ctx, 'swap_answered', rota.id, {
    name: rota.name,
    after: { accepted: accept, from: change.startsAt, to: change.endsAt },
  })
  return null
}

/** By who asked, before the colleague answers. */
export async function withdrawSwap(
  ctx: RequestContext,
  { changeId }: InputOf<typeof rotaApi.withdrawSwap>,
): Promise<null> {
  const change = open(await rotaRepo.lockChange(ctx, changeId))
  if (change.state !== 'asked') throw new AppError('rota.change_over')
  if (change.askedBy === null || !isSelf(ctx, change.askedBy)) throw new AppError('rota.not_asked')
  return withdraw(ctx, change, 'change_withdrawn')
}

export async function endChange(
  ctx: RequestContext,
  { changeId }: InputOf<typeof rotaApi.endChange>,
): Promise<null> {
  return withdraw(ctx, open(await rotaRepo.lockChange(ctx, changeId)), 'change_ended')
}

async function withdraw(
  ctx: RequestContext,
  { id, rotaId, startsAt, endsAt }: ChangeRow,
  act: 'change_withdrawn' | 'change_ended',
): Promise<null> {
  await rotaRepo.moveChange(ctx, id, 'withdrawn')
  const { name } = there(await rotaRepo.find(ctx, rotaId))
  await noted(ctx, act, rotaId, { name, before: { from: startsAt, to: endsAt } })
  return null
}

async function checked(
  ctx: RequestContext,
  { rotaId, memberId, startsAt, endsAt }: Shift,
): Promise<{ rota: RotaRow; person: Person }> {
  const rota = there(await rotaRepo.find(ctx, rotaId))
  const [person] = await rotaRepo.people(ctx, [memberId])
  if (person?.active !== true) throw wrongField(ctx, 'rota.member_not_found', 'memberId')
  if (Date.parse(endsAt) <= Date.parse(startsAt)) throw wrongField(ctx, 'rota.times_swapped', 'endsAt')
  if (Date.parse(endsAt) <= Date.now()) throw wrongField(ctx, 'rota.change_over', 'endsAt')
  return { rota, person }
}

/** Whether somebody has all of what is still ahead of a shift. */
async function isOnCall(
  ctx: RequestContext,
  rota: RotaRow,
  memberId: string,
  { startsAt, endsAt }: Pick<Shift, 'startsAt' | 'endsAt'>,
): Promise<boolean> {
  const from = Math.max(Date.now(), Date.parse(startsAt))
  const to = Date.parse(endsAt)
  // Nobody plans further ahead, and a schedule of years is not computed for a question.
  if (to - from > 62 * 86_400_000) return false
  const [loaded] = await loadRotas(ctx, [rota], from)
  return hasAll(await segmentsOf(ctx, loaded!, from, to), memberId)
}

function open(change: ChangeRow | undefined): ChangeRow {
  if (change === undefined) throw new AppError('rota.change_not_found')
  const isOpen = change.state === 'asked' || change.state === 'standing'
  if (!isOpen || Date.parse(change.endsAt) <= Date.now()) throw new AppError('rota.change_over')
  return change
}

const shown = ({ startsAt, endsAt, reason }: Shift, person: Person) => ({
  member: person.name,
  from: startsAt,
  to: endsAt,
  reason,
})
