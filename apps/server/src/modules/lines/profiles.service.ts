import type { InputOf, lineQualityApi, OutputOf } from '@netward/contract'
import { type LineProfile, lineProfileKinds } from '@netward/contract/line-profiles'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { effectiveProfile } from './line-plan.ts'
import { profileRepo } from './profile.repo.ts'

export async function listLineProfiles(
  ctx: RequestContext,
): Promise<OutputOf<typeof lineQualityApi.listLineProfiles>> {
  const [changed, lines] = [await profileRepo.changed(ctx), await profileRepo.lines(ctx)]
  return {
    items: lineProfileKinds.map((kind) => {
      const own = changed.find((one) => one.kind === kind)
      return {
        kind,
        settings: effectiveProfile(kind, own?.settings ?? null),
        changedAt: own?.changedAt ?? null,
        changedBy: own?.changedBy ?? '',
        lines: lines.get(kind) ?? 0,
      }
    }),
  }
}

export async function editLineProfile(
  ctx: RequestContext,
  { kind, ...settings }: InputOf<typeof lineQualityApi.editLineProfile>,
): Promise<null> {
  const own = (await profileRepo.changed(ctx)).find((one) => one.kind === kind)
  const changed = changedFields(flat(effectiveProfile(kind, own?.settings ?? null)), flat(settings))
  if (changed === null) return null
  await profileRepo.save(ctx, kind, settings)
  await ctx.audit({
    action: 'line_quality.profile_edited',
    subjectKind: 'line_profile',
    detail: { profile: kind, ...changed },
  })
  await ctx.emit('line.changed', null)
  return null
}

const flat = ({ limits, ...settings }: LineProfile) => ({
  ...settings,
  lossLimit: limits.loss,
  rttLimit: limits.rtt,
  jitterLimit: limits.jitter,
})
