import type { actingApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type MessageDeps, sendMessage } from '../messages/index.ts'
import { type AccessRow, consentRepo } from './consent.repo.ts'

type Ceiling = OutputOf<typeof actingApi.actingOverview>['ceiling']

const hourMilliseconds = 3_600_000

/** Default of a company that has set nothing yet. */
const unsaid = { mode: 'free', from_minute: null, until_minute: null, ceiling: 'administrator' } as const

export async function actingOverview(
  ctx: RequestContext,
): Promise<OutputOf<typeof actingApi.actingOverview>> {
  const said = (await consentRepo.find(ctx)) ?? unsaid
  return {
    ...presentConsent(said),
    timeZone: await consentRepo.timeZone(ctx),
    atHome: !ctx.scope.acting,
    above: await consentRepo.above(ctx),
    inside: (await consentRepo.inside(ctx)).map((row) => ({
      personId: row.person_id,
      name: row.actor_name,
      companyName: row.actor_company_name,
      beganAt: row.began_at,
      lastSeenAt: row.last_seen_at,
      how: row.how,
    })),
    sentOut: (await consentRepo.sentOut(ctx)).map((row) => ({
      id: row.id,
      name: row.actor_name,
      companyName: row.actor_company_name,
      endedAt: row.ended_at,
      endedBy: row.ended_by,
      until: row.until,
    })),
  }
}

export async function setActingConsent(
  ctx: RequestContext,
  input: InputOf<typeof actingApi.setActingConsent>,
): Promise<null> {
  onlyAtHome(ctx)
  const before = (await consentRepo.lock(ctx)) ?? unsaid
  await consentRepo.write(ctx, input)
  await ctx.audit({
    action: 'acting.consent_changed',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: { before: presentConsent(before), after: input },
  })
  await ctx.emit('acting.changed', null)
  return null
}

export async function pageAccesses(
  ctx: RequestContext,
  input: InputOf<typeof actingApi.pageAccesses>,
): Promise<OutputOf<typeof actingApi.pageAccesses>> {
  const found = await consentRepo.pageAccesses(ctx, input)
  return { ...found, items: found.items.map(presentAccess) }
}

/** The requester gets the decision on screen at once, and by mail. */
export async function approveAccess(
  deps: MessageDeps,
  ctx: RequestContext,
  { accessId, hours }: InputOf<typeof actingApi.approveAccess>,
): Promise<OutputOf<typeof actingApi.approveAccess>> {
  onlyAtHome(ctx)
  const { until } = await consentRepo.decide(ctx, accessId, hours)
  await notifyAsker(deps, ctx, accessId, { hours: String(hours) })
  return { until: until! }
}

export async function refuseAccess(
  deps: MessageDeps,
  ctx: RequestContext,
  { accessId }: InputOf<typeof actingApi.refuseAccess>,
): Promise<null> {
  onlyAtHome(ctx)
  await consentRepo.decide(ctx, accessId, null)
  await notifyAsker(deps, ctx, accessId, null)
  return null
}

async function notifyAsker(
  deps: MessageDeps,
  ctx: RequestContext,
  accessId: string,
  approved: { hours: string } | null,
): Promise<void> {
  const asker = await consentRepo.asker(ctx, accessId)
  if (!asker) return
  const companyName = asker.tenant_name
  await sendMessage(deps, ctx.db, {
    to: { email: asker.email },
    language: asker.language,
    ...(approved === null
      ? { kind: 'acting_refused', params: { companyName } }
      : { kind: 'acting_approved', params: { companyName, ...approved } }),
  })
}

export async function sendOut(
  ctx: RequestContext,
  { personId, hours }: InputOf<typeof actingApi.sendOut>,
): Promise<OutputOf<typeof actingApi.sendOut>> {
  onlyAtHome(ctx)
  const until = hours === undefined ? null : new Date(Date.now() + hours * hourMilliseconds)
  return { ended: await consentRepo.sendOut(ctx, personId ?? null, until) }
}

export async function admitAgain(
  ctx: RequestContext,
  { endId }: InputOf<typeof actingApi.admitAgain>,
): Promise<null> {
  onlyAtHome(ctx)
  const ended = await consentRepo.deleteEnd(ctx, endId)
  if (!ended) throw new AppError('acting.end_not_found')
  await ctx.audit({
    action: 'acting.admitted',
    subjectKind: 'company',
    subjectId: ctx.scope.companyId,
    detail: ended.actor_name === null ? {} : { name: ended.actor_name },
  })
  await ctx.emit('acting.changed', null)
  return null
}

/** The database refuses it too: users from above cannot change a tenant's rules about them. */
function onlyAtHome({ scope }: RequestContext): void {
  if (scope.companyId !== scope.homeCompanyId) throw new AppError('acting.only_at_home')
}

function presentConsent(row: {
  mode: 'free' | 'request' | 'never'
  from_minute: number | null
  until_minute: number | null
  ceiling: string
}) {
  return {
    mode: row.mode,
    fromMinute: row.from_minute,
    untilMinute: row.until_minute,
    ceiling: row.ceiling as Ceiling,
  }
}

function presentAccess(row: AccessRow): OutputOf<typeof actingApi.pageAccesses>['items'][number] {
  return {
    id: row.id,
    name: row.actor_name,
    companyName: row.actor_company_name,
    how: row.how,
    state: row.state,
    reason: row.reason,
    hours: row.hours,
    askedAt: row.asked_at,
    decidedAt: row.decided_at,
    decidedBy: row.decided_by,
    until: row.until,
  }
}
