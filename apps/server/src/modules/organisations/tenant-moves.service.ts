import type { FailedItem, InputOf, OutputOf, tenantMoveApi } from '@netward/contract'
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
  /** Of a conversion: none means no end; of other moves: the new one, which those that are not over do not need. */
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
  const moved = move === 'extend' || endNeeded(move, situationOf(tenant))
  await tenantRepo.move(
    ctx,
    tenant.id,
    actions[move],
    {
      ...after,
      trialEndsAt: isTrial && moved ? end : tenant.trial_ends_at,
      contractEndsAt: move === 'convert' || (moved && !isTrial) ? end : tenant.contract_ends_at,
    },
    given.reason ?? '',
  )
}

const extendCode = 'DMS_SERVER_ORGANIZATION_MANAGE_TENANT_CONVERT'

/** Another end is an extension, whatever move it comes with. @throws AppError permission.denied */
async function requireExtend(ctx: RequestContext, move: Move, { end }: Given): Promise<void> {
  if (end === undefined || (move !== 'thaw' && move !== 'reactivate')) return
  if (!(await tenantRepo.holds(ctx, extendCode))) throw new AppError('permission.denied')
}

async function moveOne(ctx: RequestContext, id: string, move: Move, given: Given = {}): Promise<null> {
  await requireExtend(ctx, move, given)
  const tenant = await tenantRepo.lock(ctx, id)
  const why = refusalOf(ctx, move, tenant)
  if (why !== null) throw new AppError('company.move_not_allowed', { params: { why } })
  if (given.end === undefined && endNeeded(move, situationOf(tenant)))
    throw wrongField(ctx, 'company.end_needed', 'until')
  await carryOut(ctx, tenant, move, given)
  return null
}

/** Each by itself, in the order of their ids so that two batches cannot wait for each other crosswise. */
async function moveSeveral(
  ctx: RequestContext,
  ids: readonly string[],
  move: Move,
  given: Given = {},
): Promise<Batch> {
  await requireExtend(ctx, move, given)
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
    const lacksEnd = given.end === undefined && endNeeded(move, situationOf(tenant))
    const why = refusalOf(ctx, move, tenant) ?? (lacksEnd ? ctx.phrase('errors.company.end_needed') : null)
    if (why === null) {
      await carryOut(ctx, tenant, move, given)
      accepted += 1
    } else failed.push({ ip: tenant.name, reason: why })
  }
  return { accepted, failed }
}

type Batch = OutputOf<typeof tenantMoveApi.freezeTenants>

/** One tenant, as the endpoint of each move takes it. */
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
    { companyId, contractEndsAt }: InputOf<typeof tenantMoveApi.convertTenant>,
  ) => moveOne(ctx, companyId, 'convert', { end: contractEndsAt }),
  extend: (ctx: RequestContext, { companyId, until, reason }: InputOf<typeof tenantMoveApi.extendTenant>) =>
    moveOne(ctx, companyId, 'extend', { end: until, reason }),
} satisfies Record<Move, unknown>

/** Several tenants. What was accepted is committed before the refused ones are told. @throws AppError 50001 or 50002. */
const inOneTransaction = async (
  ctx: SeveralTransactions,
  ids: readonly string[],
  move: Move,
  given: Given,
): Promise<Batch> => {
  const { accepted, failed } = await ctx.inTransaction(null, (inside) =>
    moveSeveral(inside, ids, move, given),
  )
  return batchOutcome(accepted, failed)
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
    { companyIds, contractEndsAt }: InputOf<typeof tenantMoveApi.convertTenants>,
  ) => inOneTransaction(ctx, companyIds, 'convert', { end: contractEndsAt }),
  extend: (
    ctx: SeveralTransactions,
    { companyIds, until, reason }: InputOf<typeof tenantMoveApi.extendTenants>,
  ) => inOneTransaction(ctx, companyIds, 'extend', { end: until, reason }),
} satisfies Record<Move, unknown>
