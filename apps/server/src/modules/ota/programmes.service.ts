import type { InputOf, otaProgrammeApi, OutputOf } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import { RefusedRequest } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { createCampaign, moveCampaign } from './campaigns.service.ts'
import { dryRunRepo } from './dry-run.repo.ts'
import { firmwareRepo } from './firmware.repo.ts'
import { requireFound as thereIsFirmware } from './firmware.service.ts'
import { programmeRepo, type ProgrammeRow } from './programme.repo.ts'

const maxTenants = 500

export async function dryRunProgramme(
  ctx: RequestContext,
  { firmwareId, filters, allowDowngrade }: InputOf<typeof otaProgrammeApi.dryRunProgramme>,
): Promise<OutputOf<typeof otaProgrammeApi.dryRunProgramme>> {
  onlyAbove(ctx)
  const firmware = thereIsFirmware(await firmwareRepo.find(ctx, firmwareId))
  const found = await dryRunRepo.byCompany(
    ctx,
    firmware,
    { filters: { ...filters, type: ['smart_cpe'] }, allowDowngrade },
    maxTenants + 1,
  )
  return {
    items: found.slice(0, maxTenants).map((row) => ({
      companyId: row.company_id,
      companyName: row.company_name,
      fits: row.n,
      withoutHours: row.without_hours,
    })),
    more: found.length > maxTenants,
  }
}

export async function createProgramme(
  ctx: RequestContext,
  input: InputOf<typeof otaProgrammeApi.createProgramme>,
): Promise<OutputOf<typeof otaProgrammeApi.createProgramme>> {
  onlyAbove(ctx)
  const firmware = thereIsFirmware(await firmwareRepo.find(ctx, input.firmwareId))
  if (firmware.state !== 'released') throw new AppError('firmware.not_found')
  const programmeId = await programmeRepo.insert(ctx, firmware, input)
  await note(ctx, 'programme.created', programmeId, {
    after: { name: input.name, version: firmware.version },
  })
  return { programmeId }
}

/** A programme and its tenants, seen from above, before entering each tenant in its own transaction. */
function tenantsOf(ctx: SeveralTransactions, programmeId: string, companyIds: readonly string[]) {
  return ctx.inTransaction(null, async (outside) => {
    onlyAbove(outside)
    const programme = requireFound(await programmeRepo.find(outside, programmeId))
    const tenants = await programmeRepo.tenants(outside, programmeId, companyIds)
    return { programme, ownId: outside.scope.companyId, tenants }
  })
}

/**
 * Each tenant's campaign is created inside it by a user acting there: consent and approval apply as usual.
 */
export async function addProgrammeTenants(
  ctx: SeveralTransactions,
  { programmeId, companyIds }: InputOf<typeof otaProgrammeApi.addProgrammeTenants>,
): Promise<OutputOf<typeof otaProgrammeApi.addProgrammeTenants>> {
  const { programme, ownId, tenants } = await tenantsOf(ctx, programmeId, companyIds)
  let started = 0
  let refused = 0
  for (const tenant of tenants) {
    if (tenant.campaign_id !== null) continue
    const outcome = await startIn(ctx, programme, ownId, tenant.id)
    if (outcome.refusal === null) started++
    else refused++
    await ctx.inTransaction(null, (outside) => programmeRepo.setTenant(outside, programmeId, tenant, outcome))
  }
  await ctx.inTransaction(null, (outside) =>
    note(outside, 'programme.tenants_added', programmeId, { name: programme.name, started, refused }),
  )
  return { started, refused }
}

async function startIn(
  ctx: SeveralTransactions,
  programme: ProgrammeRow,
  ownId: string,
  tenantId: string,
): Promise<{ campaignId: string | null; refusal: string | null }> {
  const { name, firmware_id: firmwareId, filters, plan, id } = programme
  return refusable(async () =>
    ctx.inTransaction(tenantId === ownId ? null : tenantId, async (inside) => {
      // It was created, but the caller never got the response.
      const there = await programmeRepo.campaignOf(inside, ownId, id)
      if (there !== undefined) return { campaignId: there, refusal: null }
      const asked = { ...plan, name, firmwareId, filters: { ...filters, type: ['smart_cpe' as const] } }
      const { campaignId } = await createCampaign(inside, asked, { companyId: ownId, id })
      await moveCampaign(inside, { campaignId, move: 'start' })
      return { campaignId, refusal: null }
    }),
  )
}

export async function moveProgramme(
  ctx: SeveralTransactions,
  { programmeId, companyIds, move }: InputOf<typeof otaProgrammeApi.moveProgramme>,
): Promise<OutputOf<typeof otaProgrammeApi.moveProgramme>> {
  const { programme, ownId, tenants } = await tenantsOf(ctx, programmeId, companyIds)
  let moved = 0
  for (const { id, campaign_id: campaignId } of tenants) {
    if (campaignId === null) continue
    const { refusal } = await refusable(async () =>
      ctx.inTransaction(id === ownId ? null : id, async (inside) => {
        await moveCampaign(inside, { campaignId, move })
        return { campaignId, refusal: null }
      }),
    )
    if (refusal === null) moved++
  }
  await ctx.inTransaction(null, (outside) =>
    note(outside, 'programme.moved', programmeId, { name: programme.name, move, moved }),
  )
  return { moved }
}

/** One tenant's refusal does not block the others. */
async function refusable(
  work: () => Promise<{ campaignId: string | null; refusal: string | null }>,
): Promise<{ campaignId: string | null; refusal: string | null }> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof AppError || error instanceof RefusedRequest)
      return { campaignId: null, refusal: error.code }
    throw error
  }
}

export async function pageProgrammes(
  ctx: RequestContext,
  input: InputOf<typeof otaProgrammeApi.pageProgrammes>,
): Promise<OutputOf<typeof otaProgrammeApi.pageProgrammes>> {
  const found = await programmeRepo.page(ctx, input)
  return { ...found, items: found.items.map(present) }
}

export async function readProgramme(
  ctx: RequestContext,
  programmeId: string,
): Promise<OutputOf<typeof otaProgrammeApi.readProgramme>> {
  return present(requireFound(await programmeRepo.find(ctx, programmeId)))
}

export async function pageProgrammeTenants(
  ctx: RequestContext,
  input: InputOf<typeof otaProgrammeApi.pageProgrammeTenants>,
): Promise<OutputOf<typeof otaProgrammeApi.pageProgrammeTenants>> {
  requireFound(await programmeRepo.find(ctx, input.programmeId))
  const found = await programmeRepo.pageTenants(ctx, input)
  return {
    ...found,
    items: found.items.map((row) => ({
      companyId: row.tenant_id,
      companyName: row.tenant_name,
      campaignId: row.campaign_id,
      state: row.state,
      refusal: row.refusal,
      reason: row.refusal === null ? null : ctx.phrase(`errors.${row.refusal}` as PhraseKey),
      targets: row.targets,
      prepared: row.prepared,
      verified: row.verified,
      failed: row.failed,
      rolledBack: row.rolled_back,
    })),
  }
}

export async function deleteProgramme(ctx: RequestContext, programmeId: string): Promise<null> {
  const { name } = requireFound(await programmeRepo.find(ctx, programmeId))
  await programmeRepo.remove(ctx, programmeId)
  await note(ctx, 'programme.deleted', programmeId, { before: { name } })
  return null
}

/** Programmes are for users with companies below theirs, not for those acting inside one. */
function onlyAbove({ scope }: RequestContext): void {
  if (scope.kind === 'company') throw new AppError('programme.only_above')
}

function requireFound(programme: ProgrammeRow | undefined): ProgrammeRow {
  if (programme === undefined) throw new AppError('programme.not_found')
  return programme
}

async function note(
  ctx: RequestContext,
  action: 'programme.created' | 'programme.tenants_added' | 'programme.moved' | 'programme.deleted',
  id: string,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({ action, subjectKind: 'programme', subjectId: id, detail })
  await ctx.emit('campaign.changed', null)
}

function present(row: ProgrammeRow): OutputOf<typeof otaProgrammeApi.readProgramme> {
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    createdAt: row.created_at,
    createdByName: row.created_by_name,
    tenants: row.tenants,
    refused: row.refused,
    ended: row.ended,
    targets: row.targets,
    verified: row.verified,
    failed: row.failed,
    rolledBack: row.rolled_back,
  }
}
