import type { alarmApi, FailedItem, InputOf, OutputOf } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import { AppError, batchOutcome } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { type ActedAlarm, type AlarmChange, alarmRepo } from './alarm.repo.ts'

type Input = InputOf<typeof alarmApi.actOnAlarms>
type Act = Input['act']
type Outcome = OutputOf<typeof alarmApi.actOnAlarms>

/** What an act writes: into the alarm, and into its timeline. */
interface Written {
  readonly set: AlarmChange | null
  readonly kind: string
  readonly detail: Record<string, unknown>
  /** A cleared alarm can only be commented on. */
  readonly whenCleared?: true
}

/** Acts on alarms of one or several companies, each in a transaction of its own. */
export async function actOnAlarms(ctx: SeveralTransactions, { alarmIds, act }: Input): Promise<Outcome> {
  const wanted = [...new Set(alarmIds)]
  const { owners, ownCompany } = await ctx.inTransaction(null, async (outside) => ({
    owners: await alarmRepo.owners(outside, wanted),
    ownCompany: outside.scope.companyId,
  }))
  const known = new Set(owners.map(({ id }) => id))
  const failed: FailedItem[] = wanted.filter((id) => !known.has(id)).map((id) => missing(ctx, id))
  let accepted = 0
  for (const [companyId, members] of Map.groupBy(owners, (owner) => owner.companyId)) {
    const ids = members.map(({ id }) => id)
    const part = await inCompany(ctx, companyId === ownCompany ? null : companyId, ids, act)
    accepted += part.accepted
    failed.push(...part.failed)
  }
  return batchOutcome('alarms', accepted, failed)
}

const missing = (ctx: Pick<SeveralTransactions, 'phrase'>, id: string): FailedItem => ({
  ip: id,
  reason: ctx.phrase('errors.alarm.not_found'),
  id,
})

async function inCompany(
  ctx: SeveralTransactions,
  companyId: string | null,
  ids: readonly string[],
  act: Act,
): Promise<Outcome> {
  try {
    return await ctx.inTransaction(companyId, (inside) => actInside(inside, ids, act))
  } catch (error) {
    // The company itself refuses: frozen, or no right to act there.
    if (!(error instanceof AppError)) throw error
    const reason = ctx.phrase(`errors.${error.code}` as PhraseKey)
    return { accepted: 0, failed: ids.map((id) => ({ ip: id, reason, id })) }
  }
}

async function actInside(inside: RequestContext, ids: readonly string[], act: Act): Promise<Outcome> {
  const alarms = await alarmRepo.lock(inside, ids)
  const found = new Set(alarms.map(({ id }) => id))
  const failed = ids.filter((id) => !found.has(id)).map((id) => missing(inside, id))
  const written = await writtenBy(inside, act)
  const open = alarms.filter(({ state }) => state === 'active' || written.whenCleared)
  for (const alarm of alarms.filter((one) => !open.includes(one)))
    failed.push({
      ip: alarm.subjectName,
      ...(alarm.label !== '' && { name: alarm.label }),
      reason: inside.phrase('errors.alarm.cleared'),
      id: alarm.id,
    })
  const changing = open.filter((alarm) => changes(alarm, act))
  if (changing.length > 0) await write(inside, changing, written)
  return { accepted: open.length, failed }
}

/** Assigns the active alarms of the company acted in that a person has to a member. Returns how many. */
export async function handOverAlarms(
  inside: RequestContext,
  fromPersonId: string,
  toMemberId: string,
): Promise<number> {
  const ids = await alarmRepo.assignedTo(inside, fromPersonId)
  if (ids.length === 0) return 0
  return (await actInside(inside, ids, { kind: 'assign', to: toMemberId })).accepted
}

async function write(inside: RequestContext, alarms: readonly ActedAlarm[], written: Written): Promise<void> {
  const { set, kind, detail } = written
  if (set !== null)
    await alarmRepo.update(
      inside,
      alarms.map(({ id }) => id),
      set,
    )
  await alarmRepo.note(inside, alarms, kind, detail)
  for (const alarm of alarms) {
    await inside.audit({
      action: 'alarm.acted_on',
      subjectKind: 'alarm',
      subjectId: alarm.id,
      detail: { name: alarm.subjectName, act: kind, ...detail },
    })
    await inside.emit('alarm.changed', alarm.subjectId, { alarmId: alarm.id, kind })
  }
}

/** What is so already is accepted, and not noted again. */
function changes(alarm: ActedAlarm, act: Act): boolean {
  if (act.kind === 'unacknowledge') return alarm.acknowledgedAt !== null
  if (act.kind === 'mute') return alarm.muted !== act.muted
  if (act.kind === 'severity') return alarm.severity !== act.severity
  if (act.kind === 'assign') return act.to !== 'nobody' || alarm.assigneeId !== null
  return true
}

async function writtenBy(inside: RequestContext, act: Act): Promise<Written> {
  switch (act.kind) {
    case 'acknowledge':
      return {
        set: { acknowledgedBy: inside.scope.actorName },
        kind: 'acknowledged',
        detail: act.comment === undefined ? {} : { comment: act.comment },
      }
    case 'unacknowledge':
      return {
        set: { acknowledgedBy: null },
        kind: 'unacknowledged',
        detail: {},
      }
    case 'mute':
      return { set: { muted: act.muted }, kind: act.muted ? 'muted' : 'unmuted', detail: {} }
    case 'comment':
      return { set: null, kind: 'commented', detail: { comment: act.comment }, whenCleared: true }
    case 'assign': {
      const { id, name } = await assignee(inside, act.to)
      return {
        set: { assignee: { id, name } },
        kind: 'assigned',
        detail: name === null ? {} : { assigneeName: name },
      }
    }
    case 'severity':
      return {
        set: { severity: act.severity },
        kind: 'severity_set',
        detail: { severity: act.severity },
      }
  }
}

async function assignee(
  inside: RequestContext,
  to: string,
): Promise<{ id: string | null; name: string | null }> {
  if (to === 'nobody') return { id: null, name: null }
  if (to === 'me') return { id: inside.scope.personId, name: inside.scope.actorName }
  const [member] = await alarmRepo.members(inside, { memberId: to })
  if (!member) throw new AppError('alarm.assignee_not_found')
  return { id: member.personId, name: member.name }
}
