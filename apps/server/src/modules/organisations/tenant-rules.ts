import type { ErrorCode } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { MessageDeps } from '../messages/index.ts'
import { getCompany } from './companies.service.ts'
import { tenantRepo } from './tenant.repo.ts'

/** Whether two host names are equal or one is below the other. */
const related = (a: string, b: string) => a === b || a.endsWith(`.${b}`) || b.endsWith(`.${a}`)

/**
 * The console's own host cannot be assigned: its visitors would see one tenant's sign-in page. Names below
 * and above it are assigned by the platform. Null when a host name is allowed.
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

/** The right to create tenants does not include selling packages. @throws AppError permission.denied */
export async function requirePackages(ctx: RequestContext): Promise<void> {
  if (!(await tenantRepo.holds(ctx, 'DMS_SERVER_ORGANIZATION_MANAGE_PACKAGE')))
    throw new AppError('permission.denied')
}
