import type { InputOf, OutputOf, roleApi } from '@netward/contract'
import type { RequestContext } from '../../platform/http/context.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import { publicationRepo } from './publication.repo.ts'
import { ownRole } from './roles.service.ts'

/** Companies whose copies are created in one transaction. */
const portion = 200

export async function publishRole(
  ctx: RequestContext,
  { roleId, toAll, companyIds }: InputOf<typeof roleApi.publishRole>,
): Promise<null> {
  const role = await ownRole(ctx, roleId)
  const chosen = toAll ? [] : [...new Set(companyIds)]
  await publicationRepo.publish(ctx, { roleId, toAll, companyIds: chosen })
  await ctx.audit({
    action: 'role.published',
    subjectKind: 'role',
    subjectId: roleId,
    detail: { name: role.name, toAll, companies: chosen },
  })
  await ctx.emit('role.changed', roleId)
  await continuePublication(ctx, roleId)
  return null
}

/** One job per role: a change while it runs restarts it. */
export async function continuePublication(ctx: RequestContext, roleId: string): Promise<void> {
  await ctx.enqueue('role.publish', { roleId }, { key: `role.publish:${roleId}` })
}

export async function unpublishRole(
  ctx: RequestContext,
  { roleId }: InputOf<typeof roleApi.unpublishRole>,
): Promise<null> {
  const role = await ownRole(ctx, roleId)
  await publicationRepo.unpublish(ctx, roleId)
  await ctx.audit({
    action: 'role.unpublished',
    subjectKind: 'role',
    subjectId: roleId,
    detail: { name: role.name },
  })
  await ctx.emit('role.changed', roleId)
  return null
}

export async function detachRole(
  ctx: RequestContext,
  { roleId }: InputOf<typeof roleApi.detachRole>,
): Promise<null> {
  const role = await ownRole(ctx, roleId)
  await publicationRepo.detach(ctx, roleId)
  await ctx.audit({
    action: 'role.detached',
    subjectKind: 'role',
    subjectId: roleId,
    detail: { name: role.name, publishedBy: role.published_by },
  })
  await ctx.emit('role.changed', roleId)
  return null
}

export function roleCompanies(
  ctx: RequestContext,
  { search }: InputOf<typeof roleApi.roleCompanies>,
): Promise<OutputOf<typeof roleApi.roleCompanies>> {
  return publicationRepo.searchCompanies(ctx, search)
}

/**
 * `role.publish` {roleId}: copies a role into the companies that it is published to, resuming where it
 * stopped.
 */
export const roleJobs: Record<string, JobHandler> = {
  'role.publish': async ({ companyId, roleId }, { scopes, signal }) => {
    while (await publicationRepo.publishPortion(scopes, companyId, String(roleId), portion))
      signal.throwIfAborted()
  },
}
