import type { InputOf, settingsApi } from '@netward/contract'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type PlatformSettings, platformSettingRepo } from './platform-setting.repo.ts'

/** What the installation is set to: before anybody signed in, or inside a request. */
export function platformSettings(reader: Scopes | Pick<RequestContext, 'db'>): Promise<PlatformSettings> {
  return platformSettingRepo.get(reader)
}

/** @throws AppError permission.denied outside of the platform's own company. */
export async function editPlatformSettings(
  ctx: RequestContext,
  wanted: InputOf<typeof settingsApi.editPlatformSettings>,
): Promise<PlatformSettings> {
  const before = await platformSettingRepo.get(ctx)
  const after: PlatformSettings = {
    registration: wanted.registration ?? before.registration,
    imageLimit: wanted.imageLimit ?? before.imageLimit,
  }
  await platformSettingRepo.update(ctx, after)
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    const { companyId: subjectId } = ctx.scope
    await ctx.audit({
      action: 'settings.platform_changed',
      subjectKind: 'company',
      subjectId,
      detail: { before, after },
    })
  }
  return after
}
