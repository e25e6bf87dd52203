import type { AuditAction, InputOf, otaCampaignApi, OutputOf } from '@netward/contract'
import {
  afterCampaignMove,
  type CampaignMove,
  type CampaignState,
  mayRollBack,
  misfits,
} from '@netward/contract/states/campaign'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import { isAtHome, type RequestContext } from '../../platform/http/context.ts'
import { approvalApplies, approvalOf, askApproval, decideFor, dropApproval } from '../approvals/index.ts'
import { noteForOrder } from '../order-acts/index.ts'
import { ringSizes } from './campaign-plan.ts'
import { enqueuePreparing, prepareSome } from './campaign-preparing.ts'
import { campaignRepo, type CampaignRow } from './campaign.repo.ts'
import { dryRunRepo } from './dry-run.repo.ts'
import { firmwareRepo } from './firmware.repo.ts'
import { requireFound as thereIsFirmware } from './firmware.service.ts'
import { liveRepo } from './live.repo.ts'
import { preparationRepo } from './preparation.repo.ts'
import { rollbackRepo } from './rollback.repo.ts'

export async function dryRun(
  ctx: RequestContext,
  input: InputOf<typeof otaCampaignApi.dryRun>,
): Promise<OutputOf<typeof otaCampaignApi.dryRun>> {
  const firmware = thereIsFirmware(await firmwareRepo.find(ctx, input.firmwareId))
  const counts = await dryRunRepo.counts(ctx, firmware, input)
  const countOf = (misfit: string | null) => counts.find((one) => one.misfit === misfit)?.n ?? 0
  const all = counts.reduce((sum, { n }) => sum + n, 0)
  const shown = input.show === undefined ? all : countOf(input.show === 'fits' ? null : input.show)
  const rows = await dryRunRepo.page(ctx, firmware, input)
  return {
    items: rows.map((row) => ({
      deviceId: row.id,
      name: row.name,
      modelName: row.model_name,
      softwareVersion: row.software_version,
      hardwareVersion: row.hardware_version,
      misfit: row.misfit,
    })),
    ...capped(shown),
    fits: countOf(null),
    withoutHours: counts.find(({ misfit }) => misfit === null)?.without_hours ?? 0,
    misfits: misfits.map((misfit) => ({ misfit, count: countOf(misfit) })).filter(({ count }) => count > 0),
  }
}

export async function createCampaign(
  ctx: RequestContext,
  input: InputOf<typeof otaCampaignApi.createCampaign>,
  programme: { companyId: string; id: string } | null = null,
): Promise<OutputOf<typeof otaCampaignApi.createCampaign>> {
  const firmware = thereIsFirmware(await firmwareRepo.find(ctx, input.firmwareId))
  if (firmware.state !== 'released') throw new AppError('firmware.not_found')
  const live = input.liveUntil !== undefined
  if (live && !(await liveRepo.seesWhole(ctx.db))) throw new AppError('campaign.live_for_whole')
  const campaignId = await campaignRepo.insert(ctx, firmware, input, programme)
  const targets = await preparationRepo.insert(ctx, firmware, input, campaignId)
  if (targets === 0 && !live) throw new AppError('campaign.no_targets')
  await preparationRepo.setPlanned(ctx, campaignId, ringSizes(input.rings, targets), targets)
  // For few gateways that is all of them, with no wait for a job.
  const more = await prepareSome(ctx, campaignId)
  if (more) await enqueuePreparing(ctx, campaignId)
  await noteForOrder(ctx, input.orderId, { kind: 'firmware', refId: campaignId, name: input.name })
  await note(ctx, 'campaign.created', campaignId, {
    after: { name: input.name, version: firmware.version, targets },
  })
  return { campaignId, targets, state: more ? 'preparing' : 'draft' }
}

export async function pageCampaigns(
  ctx: RequestContext,
  input: InputOf<typeof otaCampaignApi.pageCampaigns>,
): Promise<OutputOf<typeof otaCampaignApi.pageCampaigns>> {
  const found = await campaignRepo.page(ctx, input)
  return { ...found, items: found.items.map(present) }
}

export async function summariseCampaign(
  ctx: RequestContext,
  campaignId: string,
): Promise<OutputOf<typeof otaCampaignApi.summariseCampaign>> {
  const row = requireFound(await campaignRepo.find(ctx, campaignId))
  const counts = await campaignRepo.counts(ctx, campaignId)
  const { stored, lacking, ...rollbacks } = await campaignRepo.asides(ctx, campaignId)
  const rollbackAskedAtOnce = await rollbackRepo.askedAtOnce(ctx, campaignId)
  return {
    ...present(row),
    firmwareId: row.firmware_id,
    approvedByName: row.approved_by_name,
    approvalAsked: await approvalOf(ctx, row.company_id, 'campaign', campaignId),
    rollbackApproval: await approvalOf(ctx, row.company_id, 'rollback', campaignId),
    ring: row.ring,
    ringSettledAt: row.ring_settled_at,
    rings: row.rings.map((ring, index) => ({
      ...ring,
      size: row.ring_sizes[index] ?? 0,
      states: counts.filter((one) => one.ring === index).map(({ state, n }) => ({ state, count: n })),
      lost: counts.reduce((sum, one) => sum + (one.ring === index ? one.lost : 0), 0),
      worse: counts.reduce((sum, one) => sum + (one.ring === index ? one.worse : 0), 0),
    })),
    window: row.upgrade_window,
    fromMinute: row.from_minute,
    toMinute: row.to_minute,
    timeZone: row.time_zone,
    maxConcurrent: row.max_concurrent,
    perMinute: row.per_minute,
    retries: row.retries,
    retryMinutes: row.retry_minutes,
    offlineHours: row.offline_hours,
    verifyMinutes: row.verify_minutes,
    maxFailurePercent: row.max_failure_percent,
    advancePercent: row.advance_percent,
    backup: row.backup,
    autoRollback: row.auto_rollback,
    allowDowngrade: row.allow_downgrade,
    backups: { stored, lacking },
    rollbacks,
    rollbackAskedAtOnce,
  }
}

export async function moveCampaign(
  ctx: RequestContext,
  { campaignId, move: asked }: InputOf<typeof otaCampaignApi.moveCampaign>,
): Promise<OutputOf<typeof otaCampaignApi.moveCampaign>> {
  const move = asked as CampaignMove
  const before = requireFound(await campaignRepo.lock(ctx, campaignId))
  if (!(await campaignRepo.isSeenWhole(ctx, campaignId))) throw new AppError('campaign.beyond_role')
  let state = afterCampaignMove(before, move)
  if (state === null) throw new AppError('campaign.move_not_allowed')
  if ((move === 'approve' || move === 'reject') && !isAtHome(ctx)) throw new AppError('campaign.only_at_home')
  if (move === 'approve' || move === 'reject') {
    await decideFor(ctx, 'campaign', campaignId, move === 'approve')
    const after = requireFound(await campaignRepo.find(ctx, campaignId))
    state = after.becomes ?? after.state
  } else {
    if (move === 'start' && (await waitsForApproval(ctx, before))) state = 'awaiting_approval'
    if (move === 'resume') await campaignRepo.forgive(ctx, campaignId)
    if (move === 'cancel') await dropApproval(ctx, 'campaign', campaignId)
    await setStanding(ctx, before, move, state)
  }
  await note(ctx, 'campaign.moved', campaignId, {
    move,
    before: { name: before.name, state: before.state },
    after: { name: before.name, state },
  })
  return { state }
}

/** Whether it waits for approval: by a policy, or since the company's own people decide on what starts from above. */
async function waitsForApproval(ctx: RequestContext, { id, name, targets }: CampaignRow): Promise<boolean> {
  const ownPeople = await mustAsk(ctx)
  return (
    (await askApproval(ctx, { kind: 'campaign', id, amount: targets }, { title: name, ownPeople })) !== null
  )
}

/** Requests during preparation apply once it completes; cancel applies at once. */
async function setStanding(
  ctx: RequestContext,
  { id, becomes }: CampaignRow,
  move: CampaignMove,
  state: CampaignState,
): Promise<void> {
  if (move === 'prepare') {
    await campaignRepo.setState(ctx, id, state)
    await enqueuePreparing(ctx, id)
  } else if (becomes === null) await campaignRepo.setState(ctx, id, state)
  else if (move === 'cancel') await preparationRepo.end(ctx, id, state)
  else await campaignRepo.setBecomes(ctx, id, state)
}

/** Rolls its upgraded gateways, or one of them, back to their previous version; they wait if that needs an approval. */
export async function rollBackCampaign(
  ctx: RequestContext,
  { campaignId, deviceId, when }: InputOf<typeof otaCampaignApi.rollBackCampaign>,
): Promise<OutputOf<typeof otaCampaignApi.rollBackCampaign>> {
  const campaign = requireFound(await campaignRepo.lock(ctx, campaignId))
  if (!mayRollBack(campaign.state)) throw new AppError('campaign.move_not_allowed')
  const ownPeople = await mustAsk(ctx)
  const amount = await rollbackRepo.count(ctx, campaign, deviceId ?? null)
  const subject = { kind: 'rollback', id: campaignId, amount } as const
  const asked = ownPeople || (await approvalApplies(ctx, campaign.company_id, subject))
  const inWindow = when === undefined ? campaign.upgrade_window !== 'any' : when === 'window'
  if (asked && (await rollbackRepo.isAsked(ctx, campaign))) throw new AppError('campaign.rollback_pending')
  if (asked) await askApproval(ctx, subject, { title: campaign.name, ownPeople })
  const gateways = await rollbackRepo.want(ctx, campaign, deviceId ?? null, { asked, inWindow })
  if (gateways === 0) throw new AppError('campaign.nothing_to_roll_back')
  if (!asked && !(await rollbackRepo.isAsked(ctx, campaign))) await dropApproval(ctx, 'rollback', campaignId)
  await note(ctx, 'campaign.rolled_back', campaignId, {
    name: campaign.name,
    gateways,
    asked,
    when: inWindow ? 'window' : 'now',
  })
  return { gateways, asked }
}

export async function readOtaSetting(
  ctx: RequestContext,
): Promise<OutputOf<typeof otaCampaignApi.readOtaSetting>> {
  return { approval: await campaignRepo.approvalWanted(ctx), atHome: isAtHome(ctx) }
}

export async function editOtaSetting(ctx: RequestContext, approval: boolean): Promise<null> {
  if (!isAtHome(ctx)) throw new AppError('campaign.only_at_home')
  if (!(await liveRepo.seesWhole(ctx.db))) throw new AppError('campaign.beyond_role')
  await campaignRepo.setApproval(ctx, approval)
  await ctx.audit({
    action: 'campaign.setting_changed',
    subjectKind: 'campaign',
    detail: { after: { approval } },
  })
  return null
}

/** A caller from above in a company that requires approval. */
async function mustAsk(ctx: RequestContext): Promise<boolean> {
  return !isAtHome(ctx) && (await campaignRepo.approvalWanted(ctx))
}

export function requireFound(campaign: CampaignRow | undefined): CampaignRow {
  if (campaign === undefined) throw new AppError('campaign.not_found')
  return campaign
}

async function note(
  ctx: RequestContext,
  action: AuditAction,
  campaignId: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'campaign', subjectId: campaignId, detail })
  await ctx.emit('campaign.changed', campaignId)
}

function present(row: CampaignRow): OutputOf<typeof otaCampaignApi.pageCampaigns>['items'][number] {
  return {
    id: row.id,
    companyId: row.company_id,
    companyName: row.company_name,
    name: row.name,
    state: row.state,
    becomes: row.becomes,
    stopReason: row.stop_reason,
    version: row.version,
    targets: row.targets,
    prepared: row.targets - row.to_take,
    verified: row.verified,
    failed: row.failed,
    rolledBack: row.rolled_back,
    rollbackAsked: row.rollback_asked,
    createdAt: row.created_at,
    createdByName: row.created_by_name,
    startAt: row.start_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    liveUntil: row.live_until,
  }
}
