import type { accountApi, InputOf, OutputOf } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { ownAccountRepo } from './own-account.repo.ts'

export async function ownSessions(ctx: RequestContext): Promise<OutputOf<typeof accountApi.ownSessions>> {
  return (await ownAccountRepo.sessions(ctx)).map((row) => ({
    id: row.id,
    current: row.id === ctx.scope.sessionId,
    companyName: row.company_name,
    remoteAddress: row.remote_address,
    userAgent: row.user_agent,
    createdAt: row.created_at,
    lastSeenAt: row.last_seen_at,
    expiresAt: row.expires_at,
  }))
}

/** Another person's session is reported as not found. */
export async function endOwnSession(
  ctx: RequestContext,
  { sessionId }: InputOf<typeof accountApi.endOwnSession>,
): Promise<null> {
  const ended = await ownAccountRepo.endSessions(ctx, { only: sessionId, but: null })
  if (ended === 0) throw new AppError('session.not_found')
  await ctx.audit({ action: 'session.ended', subjectKind: 'session', subjectId: sessionId })
  return null
}

export async function endOtherSessions(
  ctx: RequestContext,
): Promise<OutputOf<typeof accountApi.endOtherSessions>> {
  const ended = await ownAccountRepo.endSessions(ctx, { only: null, but: ctx.scope.sessionId })
  if (ended > 0) await ctx.audit({ action: 'session.ended', detail: { others: ended } })
  return { ended }
}
