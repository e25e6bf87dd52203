import type { FailedItem, InputOf, OutputOf, tenantApi } from '@netward/contract'
import {
  afterMove,
  type CompanyMove,
  companyMoves,
  type CompanySituation,
} from '@netward/contract/states/company'
import { AppError, batchOutcome } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type LockedTenant, tenantRepo } from './tenant.repo.ts'

type Move = Exclude<CompanyMove, 'edit' | 'delete' | 'cancelDeletion'>

/** What the audit log and the notices call each move. */
const actions = {
  freeze: 'frozen',
  thaw: 'thawed',
  deactivate: 'deactivated',
  reactivate: 'reactivated',
  convert: 'converted',
  extend: 'extended',
} as const satisfies Record<Move, string>

interface Given {
  readonly reason?: string | undefined
  /** Of a conversion: none means no end; of an extension: the new one. */
  readonly end?: string | undefined
}

export function situationOf(tenant: LockedTenant): CompanySituation {
  const end = tenant.standing === 'trial' ? tenant.trial_ends_at : tenant.contract_ends_at
  return {
    kind: tenant.kind,
    status: tenant.status,
    frozenBecause: tenant.frozen_because,
    standing: tenant.standing,
    hasEnd: end !== null,
    isOver: end !== null && Date.parse(end) <= Date.now(),
    hasChildren: tenant.has_children,
    deletion: tenant.deletion_due_at === null ? 'none' : tenant.deletion_started ? 'started' : 'counting',
  }
}

/** Why the table of moves refuses one, in words; null when it does not. */
export function refusalOf(ctx: RequestContext, move: CompanyMove, tenant: LockedTenant): string | null {
  const refusal = companyMoves[move](situationOf(tenant))
  return refusal === null ? null : ctx.phrase(`tenants.refusal.${refusal}`)
}

async function carryOut(ctx: RequestContext, tenant: LockedTenant, move: Move, given: Given): Promise<void> {
  const after = afterMove(move, {
    status: tenant.status,
    frozenBecause: tenant.frozen_because,
    standing: tenant.standing,
  })
  const isTrial = after.standing === 'trial'
  const end = given.end ?? null
  await tenantRepo.move(
    ctx,
    tenant.id,
    actions[move],
    {
      ...after,
      trialEndsAt: isTrial && move === 'extend' ? end : tenant.trial_ends_at,
      contractEndsAt: move === 'convert' || (move === 'extend' && !isTrial) ? end : tenant.contract_ends_at,
    },
    given.reason ?? '',
  )
}

async function moveOne(ctx: RequestContext, id: string, move: Move, given: Given = {}): Promise<null> {
  const tenant = await tenantRepo.lock(ctx, id)
  const why = refusalOf(ctx, move, tenant)
  if (why !== null) throw new AppError('company.move_not_allowed', { params: { why } })
  await carryOut(ctx, tenant, move, given)
  return null
}

/** Each by itself, in the order of their ids so that two batches cannot wait for each other crosswise. */
async function moveSeveral(
  ctx: RequestContext,
  ids: readonly string[],
  move: Move,
  given: Given = {},
): Promise<{ accepted: number; failed: FailedItem[] }> {
  const failed: FailedItem[] = []
  let accepted = 0
  const wanted = [...new Set(ids)].toSorted((a, b) => Number(BigInt(a) - BigInt(b)))
  const known = await tenantRepo.rows(ctx, { ids: wanted }, { sort: 'name', limit: wanted.length, offset: 0 })
  const there = new Set(known.map(({ id }) => id))
  for (const id of wanted) {
    if (!there.has(id)) {
      failed.push({ ip: id, reason: ctx.phrase('errors.company.not_found') })
      continue
    }
    const tenant = await tenantRepo.lock(ctx, id)
    const why = refusalOf(ctx, move, tenant)
    if (why === null) {
      await carryOut(ctx, tenant, move, given)
      accepted += 1
    } else failed.push({ ip: tenant.name, reason: why })
  }
  return { accepted, failed }
}

export const freezeTenant = (
  ctx: RequestContext,
  { companyId, reason }: InputOf<typeof tenantApi.freezeTenant>,
) => moveOne(ctx, companyId, 'freeze', { reason })

export const thawTenant = (ctx: RequestContext, { companyId }: InputOf<typeof tenantApi.thawTenant>) =>
  moveOne(ctx, companyId, 'thaw')

export const deactivateTenant = (
  ctx: RequestContext,
  { companyId, reason }: InputOf<typeof tenantApi.deactivateTenant>,
) => moveOne(ctx, companyId, 'deactivate', { reason })

export const reactivateTenant = (
  ctx: RequestContext,
  { companyId }: InputOf<typeof tenantApi.reactivateTenant>,
) => moveOne(ctx, companyId, 'reactivate')

export const convertTenant = (
  ctx: RequestContext,
  { companyId, contractEndsAt }: InputOf<typeof tenantApi.convertTenant>,
) => moveOne(ctx, companyId, 'convert', { end: contractEndsAt })

export const extendTenant = (
  ctx: RequestContext,
  { companyId, until, reason }: InputOf<typeof tenantApi.extendTenant>,
) => moveOne(ctx, companyId, 'extend', { end: until, reason })

type Batch = OutputOf<typeof tenantApi.freezeTenants>

export const freezeTenants = (
  ctx: RequestContext,
  { companyIds, reason }: InputOf<typeof tenantApi.freezeTenants>,
): Promise<Batch> => moveSeveral(ctx, companyIds, 'freeze', { reason })

export const thawTenants = (
  ctx: RequestContext,
  { companyIds }: InputOf<typeof tenantApi.thawTenants>,
): Promise<Batch> => moveSeveral(ctx, companyIds, 'thaw')

export const convertTenants = (
  ctx: RequestContext,
  { companyIds, contractEndsAt }: InputOf<typeof tenantApi.convertTenants>,
): Promise<Batch> => moveSeveral(ctx, companyIds, 'convert', { end: contractEndsAt })

export const extendTenants = (
  ctx: RequestContext,
  { companyIds, until, reason }: InputOf<typeof tenantApi.extendTenants>,
): Promise<Batch> => moveSeveral(ctx, companyIds, 'extend', { end: until, reason })

/** After the commit: what was accepted stays, and the refused ones are told. @throws AppError 50001 or 50002. */
export const toldOutcome = ({ accepted, failed }: Batch): Batch => batchOutcome(accepted, failed)
