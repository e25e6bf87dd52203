import type { identityApi, OutputOf, PermissionCode } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import { cursorNow } from '../../platform/live/cursor.ts'
import { getCompany } from '../organisations/index.ts'
import { sessionRepo } from './session.repo.ts'

export async function signOut(ctx: RequestContext): Promise<null> {
  await sessionRepo.end(ctx, '40005')
  await ctx.audit({ action: 'session.ended', subjectKind: 'session', subjectId: ctx.scope.sessionId })
  return null
}

export async function userInfo(ctx: RequestContext): Promise<OutputOf<typeof identityApi.userInfo>> {
  const account = await sessionRepo.account(ctx)
  const company = await getCompany(ctx, ctx.scope.companyId)
  const habits = await sessionRepo.habits(ctx)
  return {
    userCode: ctx.scope.personId,
    osId: ctx.scope.osId,
    companyId: ctx.scope.homeCompanyId,
    userIdentity: ctx.scope.identity,
    userName: account?.user_name ?? '',
    displayName: ctx.scope.actorName,
    companyName: company.name,
    companyCode: company.code,
    companyPrefix: company.prefix,
    language: habits?.language ?? null,
    timeZone: habits?.time_zone || null,
    liveCursor: await cursorNow(ctx.db),
  }
}

/**
 * From here on the transaction uses this right's scope: for a response that includes what another right
 * opens.
 */
export function narrowTo(ctx: RequestContext, code: PermissionCode): Promise<void> {
  return sessionRepo.narrowTo(ctx, code)
}

/** Permission codes that the session holds in the company acted in. */
export function heldPermissions(ctx: Pick<RequestContext, 'db'>): Promise<string[]> {
  return sessionRepo.heldPermissions(ctx)
}
