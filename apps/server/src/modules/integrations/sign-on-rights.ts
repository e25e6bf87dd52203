import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { offeredRoles, requireGrantable } from '../members/index.ts'
import { getCompany } from '../organisations/index.ts'
import type { SignInRules } from '@netward/contract/sign-on-settings'
import { channelRepo } from './channel.repo.ts'

/** Who says who people are could become any of them: only those who may make administrators. */
export async function mayDecideSignIn(ctx: RequestContext): Promise<boolean> {
  const { kind } = await getCompany(ctx, ctx.scope.companyId)
  const role = kind === 'op' ? 'platform_administrator' : 'administrator'
  return (await offeredRoles(ctx)).some((offered) => offered.role === role && offered.mayGive)
}

/** @throws AppError sign_on.administrators_only */
export async function requireSignInRight(ctx: RequestContext): Promise<void> {
  if (!(await mayDecideSignIn(ctx))) throw new AppError('sign_on.administrators_only')
}

/** @throws AppError for a role that the caller may not give, and where nobody could come in by password */
export async function checkSignIn(
  ctx: RequestContext,
  { admits, defaultRole, passwordOff, breakGlassId }: SignInRules,
  channelId: string | null,
): Promise<void> {
  if (admits === 'new') await requireGrantable(ctx, [defaultRole])
  if (!passwordOff) return
  const fits = breakGlassId !== null && (await channelRepo.isBreakGlass(ctx, breakGlassId, channelId))
  if (!fits) throw wrongField(ctx, 'sign_on.break_glass_missing', 'signIn.breakGlassId')
}
