import type { ErrorCode, FailedItem, InputOf, OutputOf, tenantMoveApi } from '@netward/contract'
import {
  afterMove,
  type CompanyMove,
  companyMoves,
  type CompanySituation,
  endNeeded,
} from '@netward/contract/states/company'
import { AppError, batchOutcome } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { requirePackages } from './tenant-rules.ts'
import { trialExtensionDays } from './tenant-view.ts'
import { type LockedTenant, tenantRepo } from './tenant.repo.ts'

const dayMs = 86_400_000
/** Clocks of the browser and the server may differ by so much. */
const clockTolerance = 5 * 60_000

type Move = Exclude<CompanyMove, 'edit' | 'delete' | 'cancelDeletion'>

/** Name of each move in the audit log and notices. */
const actions = {
  freeze: 'frozen',
  thaw: 'thawed',
  deactivate: 'deactivated',
  reactivate: 'reactivated',
  convert: 'converted',
  extend: 'extended',
} as const satisfies Record<Move, string>

interface Refusal {
  readonly code: ErrorCode
  readonly params?: Record<string, string | number>
}

interface Given {
  /** Of a conversion: the package of the formal tenant. */
  readonly packageId?: string | undefined
  readonly reason?: string | undefined
  /**
   * For a conversion: null means no end. For other moves: the new end, required only once the old one has
   * passed.
   */
  readonly end?: string | undefined
}

export function situationOf(ctx: Pick<RequestContext, 'scope'>, tenant: LockedTenant): CompanySituation {
  const end = tenant.standing === 'trial' ? tenant.trial_ends_at : tenant.contract_ends_at
  return {
    kind: tenant.kind,
    status: tenant.status,
    frozenBecause: tenant.frozen_because,
    standing: tenant.standing,
    hasEnd: end !== null,
    trialSpent: tenant.standing === 'trial' && trialExtensionDays(ctx, tenant) === 0,
    isOver: end !== null && Date.parse(end) <= Date.now(),
    hasChildren: tenant.has_children,
    deletion: tenant.deletion_due_at === null ? 'none' : tenant.deletion_started ? 'started' : 'counting',
    stateIsAbove: tenant.state_author?.above ?? false,
    deletionIsAbove: tenant.deletion_author?.above ?? false,
  }
}

/** Why the move table refuses a move, in words; null if allowed. */
export function refusalOf(ctx: RequestContext, move: CompanyMove, tenant: LockedTenant): string | null {
  const refusal = companyMoves[move](situationOf(ctx, tenant))
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
  const moved = move === 'extend' || endNeeded(move, situationOf(ctx, tenant))
  await tenantRepo.move(
    ctx,
    tenant.id,
    actions[move],
    {
      ...after,
      trialEndsAt: isTrial && moved ? end : tenant.trial_ends_at,
      contractEndsAt: move === 'convert' || (moved && !isTrial) ? end : tenant.contract_ends_at,
      trialExtended: isTrial && moved && ctx.scope.kind !== 'platform',
    },
    given.reason ?? '',
  )
}

const extendCode = 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT'

/** A different end is an extension, whatever the move. @throws AppError permission.denied */
async function requireExtend(ctx: RequestContext, move: Move, { end }: Given): Promise<void> {
  if (end === undefined || (move !== 'thaw' && move !== 'reactivate')) return
  if (!(await tenantRepo.holds(ctx, extendCode))) throw new AppError('permission.denied')
}

/** Why a new end is refused; null when it is not. */
function endRefusal(ctx: RequestContext, move: Move, tenant: LockedTenant, { end }: Given): Refusal | null {
  const days = tenant.standing === 'trial' && move !== 'convert' ? trialExtensionDays(ctx, tenant) : null
  if (end === undefined || days === null) return null
  const latest = Math.max(Date.parse(tenant.trial_ends_at ?? ''), Date.now()) + days * dayMs
  if (Date.parse(end) <= latest + clockTolerance) return null
  return {
    code: 'company.trial_extension_too_long',
    params: { days, until: new Date(latest).toISOString().slice(0, 16).replace('T', ' ') },
  }
}

/** Why a package is no choice for a conversion; null when it may be assigned. */
async function packageRefusal(
  ctx: RequestContext,
  move: Move,
  { packageId }: Given,
): Promise<Refusal | null> {
  if (move !== 'convert') return null
  if (packageId === undefined)
    return (await tenantRepo.licenceMode(ctx)) === 'files' ? null : { code: 'company.package_needed' }
  await requirePackages(ctx)
  return (await tenantRepo.packageCode(ctx, packageId)) === 'trial' ? { code: 'package.trial_only' } : null
}

async function moveOne(ctx: RequestContext, id: string, move: Move, given: Given = {}): Promise<null> {
  await requireExtend(ctx, move, given)
  const tenant = await tenantRepo.lock(ctx, id)
  const why = refusalOf(ctx, move, tenant)
  if (why !== null) throw new AppError('company.move_not_allowed', { params: { why } })
  if (given.end === undefined && endNeeded(move, situationOf(ctx, tenant)))
    throw wrongField(ctx, 'company.end_needed', 'until')
  const wrongEnd = endRefusal(ctx, move, tenant, given)
  if (wrongEnd !== null) throw wrongField(ctx, wrongEnd.code, 'until', wrongEnd.params)
  const wrongPackage = await packageRefusal(ctx, move, given)
  if (wrongPackage !== null) throw wrongField(ctx, wrongPackage.code, 'packageId')
  if (given.packageId !== undefined) await tenantRepo.updatePackage(ctx, id, given.packageId)
  await carryOut(ctx, tenant, move, given)
  return null
}

/** Why one of several is refused, in words; null when it may move, and its package is assigned. */
async function refusalInBatch(
  ctx: RequestContext,
  move: Move,
  tenant: LockedTenant,
  given: Given,
): Promise<string | null> {
  const why = refusalOf(ctx, move, tenant)
  if (why !== null) return why
  if (given.end === undefined && endNeeded(move, situationOf(ctx, tenant)))
    return ctx.phrase('errors.company.end_needed')
  const refusal =
    endRefusal(ctx, move, tenant, given) ??
    (given.packageId === undefined
      ? null
      : await tenantRepo.tryUpdatePackage(ctx, tenant.id, given.packageId))
  return refusal === null ? null : ctx.phrase(`errors.${refusal.code}`, refusal.params)
}

/** One by one in id order, so that two batches cannot deadlock. */
async function moveSeveral(
  ctx: RequestContext,
  ids: readonly string[],
  move: Move,
  given: Given = {},
): Promise<Batch> {
  await requireExtend(ctx, move, given)
  const wrongPackage = await packageRefusal(ctx, move, given)
  if (wrongPackage !== null) throw wrongField(ctx, wrongPackage.code, 'packageId')
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
    const why = await refusalInBatch(ctx, move, tenant, given)
    if (why === null) {
      await carryOut(ctx, tenant, move, given)
      accepted += 1
    } else failed.push({ ip: tenant.name, reason: why })
  }
  return { accepted, failed }
}

type Batch = OutputOf<typeof tenantMoveApi.freezeTenants>

/** One tenant, as each move's endpoint takes it. */
export const tenantMove = {
  freeze: (ctx: RequestContext, { companyId, reason }: InputOf<typeof tenantMoveApi.freezeTenant>) =>
    moveOne(ctx, companyId, 'freeze', { reason }),
  thaw: (ctx: RequestContext, { companyId, until }: InputOf<typeof tenantMoveApi.thawTenant>) =>
    moveOne(ctx, companyId, 'thaw', { end: until }),
  deactivate: (ctx: RequestContext, { companyId, reason }: InputOf<typeof tenantMoveApi.deactivateTenant>) =>
    moveOne(ctx, companyId, 'deactivate', { reason }),
  reactivate: (
    ctx: RequestContext,
    { companyId, until, reason }: InputOf<typeof tenantMoveApi.reactivateTenant>,
  ) => moveOne(ctx, companyId, 'reactivate', { end: until, reason }),
  convert: (
    ctx: RequestContext,
    { companyId, packageId, contractEndsAt }: InputOf<typeof tenantMoveApi.convertTenant>,
  ) => moveOne(ctx, companyId, 'convert', { packageId, end: contractEndsAt }),
  extend: (ctx: RequestContext, { companyId, until, reason }: InputOf<typeof tenantMoveApi.extendTenant>) =>
    moveOne(ctx, companyId, 'extend', { end: until, reason }),
} satisfies Record<Move, unknown>

/**
 * Several tenants. Accepted ones are committed before the refused ones are reported. @throws AppError 50001
 * or 50002.
 */
const inOneTransaction = async (
  ctx: SeveralTransactions,
  ids: readonly string[],
  move: Move,
  given: Given,
): Promise<Batch> => {
  const { accepted, failed } = await ctx.inTransaction(null, (inside) =>
    moveSeveral(inside, ids, move, given),
  )
  return batchOutcome('tenants', accepted, failed)
}

export const tenantMoves = {
  freeze: (ctx: SeveralTransactions, { companyIds, reason }: InputOf<typeof tenantMoveApi.freezeTenants>) =>
    inOneTransaction(ctx, companyIds, 'freeze', { reason }),
  thaw: (ctx: SeveralTransactions, { companyIds, until }: InputOf<typeof tenantMoveApi.thawTenants>) =>
    inOneTransaction(ctx, companyIds, 'thaw', { end: until }),
  deactivate: (
    ctx: SeveralTransactions,
    { companyIds, reason }: InputOf<typeof tenantMoveApi.deactivateTenants>,
  ) => inOneTransaction(ctx, companyIds, 'deactivate', { reason }),
  reactivate: (
    ctx: SeveralTransactions,
    { companyIds, until, reason }: InputOf<typeof tenantMoveApi.reactivateTenants>,
  ) => inOneTransaction(ctx, companyIds, 'reactivate', { end: until, reason }),
  convert: (
    ctx: SeveralTransactions,
    { companyIds, packageId, contractEndsAt }: InputOf<typeof tenantMoveApi.convertTenants>,
  ) => inOneTransaction(ctx, companyIds, 'convert', { packageId, end: contractEndsAt }),
  extend: (
    ctx: SeveralTransactions,
    { companyIds, until, reason }: InputOf<typeof tenantMoveApi.extendTenants>,
  ) => inOneTransaction(ctx, companyIds, 'extend', { end: until, reason }),
} satisfies Record<Move, unknown>
