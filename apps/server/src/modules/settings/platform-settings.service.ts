import type { InputOf, OutputOf, settingsApi } from '@netward/contract'
import type { Scopes } from '../../platform/db/scope.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { changedOf } from './changed.ts'
import { type PlatformSettings, platformSettingRepo } from './platform-setting.repo.ts'

/** The installation's settings: before sign-in, or inside a request. */
export function platformSettings(reader: Scopes | Pick<RequestContext, 'db'>): Promise<PlatformSettings> {
  return platformSettingRepo.get(reader)
}

/** @throws AppError permission.denied outside of the platform's own company. */
export async function editPlatformSettings(
  ctx: RequestContext,
  wanted: InputOf<typeof settingsApi.editPlatformSettings>,
): Promise<PlatformSettings> {
  await platformSettingRepo.lock(ctx)
  const before = await platformSettingRepo.get(ctx)
  const changes = changedOf(before, wanted)
  await platformSettingRepo.update(ctx, changes.after)
  if (Object.keys(changes.after).length > 0) {
    const { companyId: subjectId } = ctx.scope
    await ctx.audit({
      action: 'settings.platform_changed',
      subjectKind: 'company',
      subjectId,
      detail: changes,
    })
  }
  return { ...before, ...changes.after }
}

/** Settings that every client needs. */
export async function appliedSettings(
  ctx: RequestContext,
): Promise<OutputOf<typeof settingsApi.appliedSettings>> {
  const { imageLimit, fileLimit, passwordLength, passwordClasses } = await platformSettingRepo.get(ctx)
  return { imageLimit, fileLimit, password: { length: passwordLength, classes: passwordClasses } }
}
