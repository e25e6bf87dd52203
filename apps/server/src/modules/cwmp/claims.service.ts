import { createHmac } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { gatewayApi, InputOf, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError, batchOutcome } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { getOutlet, seesPart } from '../outlets/index.ts'
import { requireDeviceRoom } from '../licences/index.ts'
import { keyOf } from './callers.ts'
import { claimRepo, type LabelClaim } from './claim.repo.ts'

/** Duration of every claim by label, whatever its outcome. */
export const claimMilliseconds = 150

export async function pagePool(
  ctx: RequestContext,
  { page, pageSize, search }: InputOf<typeof gatewayApi.pagePool>,
): Promise<OutputOf<typeof gatewayApi.pagePool>> {
  const rows = await claimRepo.page(ctx, search || null, pageSize, (page - 1) * pageSize)
  const total = Number(rows[0]?.total ?? 0)
  return {
    items: rows.map((row) => ({
      id: row.id,
      oui: row.oui,
      productClass: row.product_class,
      serialNumber: row.serial_number,
      manufacturer: row.manufacturer,
      remoteAddress: row.remote_address,
      firstSeenAt: row.first_seen_at,
      lastSeenAt: row.last_seen_at,
      informs: row.informs,
      claimOpenUntil: row.claim_open_until,
      seenBy: row.seen_by,
      duplicate: row.duplicate,
      claimAskedAt: row.claim_asked_at,
    })),
    ...capped(total),
  }
}

/** Unknown gateways that the caller may see, 10,000 at most. */
export async function countPool(ctx: RequestContext): Promise<number> {
  const [row] = await claimRepo.page(ctx, null, 1, 0)
  return capped(Number(row?.total ?? 0)).total
}

/** Refused items do not undo accepted ones, so the answer follows the commit. */
export async function claimGateways(
  ctx: SeveralTransactions,
  { poolIds, name, outletId }: InputOf<typeof gatewayApi.claimGateways>,
): Promise<OutputOf<typeof gatewayApi.claimGateways>> {
  const wanted = [...new Set(poolIds)]
  const outcomes = await ctx.inTransaction(null, async (inside) => {
    await checkPlace(inside, outletId)
    await requireDeviceRoom(inside)
    const rows = await claimRepo.claim(inside, wanted, name ?? '', { outletId })
    await Promise.all(
      rows
        .filter((row) => row.accepted)
        .map((row) =>
          inside.audit({
            action: 'gateway.claimed',
            subjectKind: 'pool_entry',
            subjectId: row.id,
            detail: {
              ...(outletId !== undefined && { outletId }),
              ...(row.asked && { asked: true }),
            },
          }),
        ),
    )
    return rows
  })
  const refused = outcomes.filter((row) => !row.accepted)
  const outcome = batchOutcome(
    'devices',
    outcomes.length - refused.length,
    refused.map((row) => ({ ip: row.label, reason: ctx.phrase('errors.gateway.claim_refused') })),
  )
  return { ...outcome, asked: outcomes.filter(({ asked }) => asked).length }
}

export async function pageAskedClaims(
  ctx: RequestContext,
  { page, pageSize }: InputOf<typeof gatewayApi.pageAskedClaims>,
): Promise<OutputOf<typeof gatewayApi.pageAskedClaims>> {
  const rows = await claimRepo.pageAsked(ctx, pageSize, (page - 1) * pageSize)
  return {
    items: rows.map((row) => ({
      id: row.id,
      oui: row.oui,
      productClass: row.product_class,
      serialNumber: row.serial_number,
      manufacturer: row.manufacturer,
      modelName: row.model_name,
      remoteAddress: row.remote_address,
      lastSeenAt: row.last_seen_at,
      companyId: row.company_id,
      companyName: row.company_name,
      askedAt: row.asked_at,
      askedBy: row.asked_by,
    })),
    ...capped(Number(rows[0]?.total ?? 0)),
  }
}

/** @throws AppError gateway.claim_not_asked where none waits, or two use the identity by now. */
export async function decideClaim(
  ctx: RequestContext,
  { poolId, approve }: InputOf<typeof gatewayApi.decideClaim>,
): Promise<null> {
  const decided = await claimRepo.decide(ctx, poolId, approve)
  if (decided === undefined) throw new AppError('gateway.claim_not_asked')
  const { identity, company_name: company } = decided
  await ctx.audit({
    action: 'gateway.claim_decided',
    subjectKind: 'gateway',
    subjectId: identity,
    detail: { approve, company },
  })
  return null
}

/** A person who sees part of the company claims into it: elsewhere the gateway would be invisible to them. */
async function checkPlace(ctx: RequestContext, outletId: string | undefined): Promise<void> {
  if (outletId !== undefined) await getOutlet(ctx, outletId)
  else if (await seesPart(ctx)) throw new AppError('outlet.outside_scope')
}

export function hashLabel(secrets: Secrets, secret: string): Buffer {
  return createHmac('sha256', secrets.derive('label hash')).update(secret).digest()
}

export const isAccepted = (outcome: LabelClaim['outcome']): boolean =>
  outcome === 'claimed' || outcome === 'asked'

/**
 * Throws for a claim that was not accepted. Call after the commit of its audit entry.
 * @throws AppError gateway.claim_refused for every cause except a missing product class, which only the
 * holder of the secret learns.
 */
export function requireClaimed(
  ctx: Pick<RequestContext, 'phrase'>,
  outcome: LabelClaim['outcome'],
  field: string,
): void {
  if (outcome === 'refused') throw new AppError('gateway.claim_refused')
  if (outcome === 'ambiguous') {
    const fields = [{ field, message: ctx.phrase('devices.pool.classNeeded') }]
    throw new AppError('request.invalid', { data: { fields } })
  }
}

/** Every answer takes the same time. */
export async function claimByLabel(
  ctx: SeveralTransactions,
  input: InputOf<typeof gatewayApi.claimByLabel>,
  { secrets }: { secrets: Secrets },
): Promise<OutputOf<typeof gatewayApi.claimByLabel>> {
  const over = wait(claimMilliseconds)
  const key = keyOf(input)
  const outcome = await ctx.inTransaction(null, async (inside) => {
    const hash = hashLabel(secrets, input.labelSecret)
    await checkPlace(inside, input.outletId)
    await requireDeviceRoom(inside)
    const claim = await claimRepo.claimByLabel(inside, key, hash, { outletId: input.outletId })
    await inside.audit({
      action: isAccepted(claim.outcome) ? 'gateway.claimed' : 'gateway.claim_refused',
      subjectKind: 'gateway',
      subjectId: `${key.oui}-${claim.product_class}-${key.serialNumber}`,
      ...(claim.outcome === 'asked' && { detail: { asked: true } }),
    })
    return claim.outcome
  })
  await over
  requireClaimed(ctx, outcome, 'productClass')
  return { asked: outcome === 'asked' }
}
