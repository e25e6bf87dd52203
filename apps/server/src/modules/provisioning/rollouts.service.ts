import type { InputOf, OutputOf, provisioningRolloutApi } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { shownPath, wordedFault } from '../devices/index.ts'
import { rolloutRepo } from './rollout.repo.ts'
import { templateRepo } from './template.repo.ts'
import { requireApproved } from './template-approval.ts'
import { locked, spread } from './templates.service.ts'

type Api = typeof provisioningRolloutApi

export async function startRollout(
  ctx: RequestContext,
  { templateId, version, devices, percent, mostFailedPercent }: InputOf<Api['startRollout']>,
): Promise<{ rolloutId: string }> {
  const template = await locked(ctx, templateId)
  if (!(await templateRepo.findVersion(ctx, templateId, version))) throw new AppError('template.not_found')
  if (template.applied_version === version) throw new AppError('template.version_applied')
  if (await rolloutRepo.findOpen(ctx, templateId)) throw new AppError('template.rollout_open')
  await requireApproved(ctx, template, version)
  const rolloutId = await rolloutRepo.insert(ctx, {
    templateId,
    version,
    beforeVersion: template.applied_version,
    devices,
    percent,
    mostFailedPercent,
  })
  await ctx.enqueue('provision.try', { rolloutId })
  await ctx.audit({
    action: 'template.rollout_started',
    subjectKind: 'template',
    subjectId: templateId,
    detail: { name: template.name, version, devices, percent, mostFailedPercent },
  })
  await ctx.emit('template.changed', templateId)
  return { rolloutId }
}

export async function getRollout(
  ctx: RequestContext,
  { templateId }: InputOf<Api['getRollout']>,
): Promise<OutputOf<Api['getRollout']>> {
  if (!(await templateRepo.find(ctx, templateId))) throw new AppError('template.not_found')
  const row = await rolloutRepo.findLast(ctx, templateId)
  if (!row) return { rollout: null }
  return {
    rollout: {
      id: row.id,
      version: row.version,
      beforeVersion: row.before_version,
      state: row.state,
      mostFailedPercent: row.most_failed_percent,
      devices: row.devices,
      ...(await rolloutRepo.outcomes(ctx, row.id)),
      startedAt: row.started_at,
      startedByName: row.started_by_name,
      endedAt: row.ended_at,
    },
  }
}

export async function pageRollout(
  ctx: RequestContext,
  { templateId, outcome, page, pageSize }: InputOf<Api['pageRollout']>,
): Promise<OutputOf<Api['pageRollout']>> {
  if (!(await templateRepo.find(ctx, templateId))) throw new AppError('template.not_found')
  const open = await rolloutRepo.findOpen(ctx, templateId)
  if (!open) return { items: [], ...capped(0) }
  const { rows, total } = await rolloutRepo.devices(ctx, open.id, outcome, pageSize, (page - 1) * pageSize)
  return {
    items: rows.map((row) => ({
      deviceId: row.id,
      name: row.name,
      companyName: row.company_name,
      outcome: row.outcome,
      problem:
        row.problem === null ? null : { ...shownPath(row.problem.path), ...wordedFault(ctx, row.problem) },
    })),
    ...capped(total),
  }
}

/** The others apply it too. Trial gateways already have it. */
export async function finishRollout(
  ctx: RequestContext,
  { templateId }: InputOf<Api['finishRollout']>,
): Promise<null> {
  const { template, open } = await lockedOpen(ctx, templateId)
  await rolloutRepo.end(ctx, open.id, 'applied')
  await templateRepo.update(ctx, templateId, { applied_version: open.version })
  await ctx.enqueue('provision.untry', { rolloutId: open.id })
  await spread(ctx, template, open.version)
  await note(ctx, 'template.applied', templateId, { name: template.name, version: open.version })
  return null
}

export async function revertRollout(
  ctx: RequestContext,
  { templateId }: InputOf<Api['revertRollout']>,
): Promise<null> {
  const { template, open } = await lockedOpen(ctx, templateId)
  await rolloutRepo.end(ctx, open.id, 'reverted')
  await ctx.enqueue('provision.untry', { rolloutId: open.id })
  await note(ctx, 'template.rollout_reverted', templateId, { name: template.name, version: open.version })
  return null
}

async function lockedOpen(ctx: RequestContext, templateId: string) {
  const template = await locked(ctx, templateId)
  const open = await rolloutRepo.findOpen(ctx, templateId)
  if (!open) throw new AppError('template.no_rollout')
  return { template, open }
}

async function note(
  ctx: RequestContext,
  action: 'template.applied' | 'template.rollout_reverted',
  subjectId: string,
  detail: { name: string; version: number },
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'template', subjectId, detail })
  await ctx.emit('template.changed', subjectId)
}
