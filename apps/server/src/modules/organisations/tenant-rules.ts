import type { ErrorCode } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { MessageDeps } from '../messages/index.ts'
import { getCompany } from './companies.service.ts'
import { tenantRepo } from './tenant.repo.ts'

/** Whether one of two host names is the other, or below it. */
const related = (a: string, b: string) => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)

/**
 * The host of the console itself is nobody's: whoever opens it would be shown one tenant's sign-in page. Names below and
 * above it are the platform's to hand out. Null when a host name may be given.
 */
export async function domainProblem(
  { messages }: MessageDeps,
  ctx: RequestContext,
  domain: string | undefined,
): Promise<ErrorCode | null> {
  const platform = new URL(messages.publicUrl).hostname
  if (domain === undefined || domain === '' || !related(domain, platform)) return null
  const { kind } = await getCompany(ctx, ctx.scope.companyId)
  return domain === platform || kind !== 'op' ? 'company.domain_reserved' : null
}

/** Whoever makes tenants does not sell packages by that. @throws AppError permission.denied */
export async function requirePackages(ctx: RequestContext): Promise<void> {
  if (!(await tenantRepo.holds(ctx, 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE')))
    throw new AppError('permission.denied')
}
