import type { inboundAlarmApi, InputOf, OutputOf } from '@netward/contract'
import { inboundLimits, inboundTokenPrefix } from '@netward/contract/inbound-alarm-values'
import { randomBytes } from 'node:crypto'
import { hashToken, type Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { namingConstraint } from '../../platform/http/wrong-field.ts'
import { inboundRepo } from './inbound.repo.ts'
import { readDelivery } from './read/read-delivery.ts'
import { sampleDeliveries } from './sample-delivery.ts'
import { sourceRepo, type SourceRow } from './source.repo.ts'

const taken = { inbound_source_name: ['external_alarm.source_name_taken', 'name'] } as const

type Named = { sourceId: string }

export const listSources = (ctx: RequestContext): Promise<OutputOf<typeof inboundAlarmApi.listSources>> =>
  sourceRepo.all(ctx)

export async function addSource(
  ctx: RequestContext,
  { name, kind }: InputOf<typeof inboundAlarmApi.addSource>,
): Promise<OutputOf<typeof inboundAlarmApi.addSource>> {
  requireWholeCompany(ctx)
  const others = await sourceRepo.all(ctx)
  if (others.length >= inboundLimits.sources)
    throw new AppError('external_alarm.too_many_sources', { params: { most: inboundLimits.sources } })
  const { token, hash, hint } = newToken()
  const id = await namingConstraint(ctx, taken, () => sourceRepo.insert(ctx, { name, kind, hash, hint }))
  await audit(ctx, 'source_added', { id, name }, { after: { name, kind, hint } })
  return { id, token }
}

export async function renewToken(
  ctx: RequestContext,
  { sourceId }: Named,
): Promise<OutputOf<typeof inboundAlarmApi.renewToken>> {
  const source = await locked(ctx, sourceId)
  const { token, hash, hint } = newToken()
  await sourceRepo.setToken(ctx, sourceId, { hash, hint })
  await audit(ctx, 'token_renewed', source, { before: { hint: source.tokenHint }, after: { hint } })
  return { id: sourceId, token }
}

export async function revokeToken(ctx: RequestContext, { sourceId }: Named): Promise<null> {
  const source = await locked(ctx, sourceId)
  if (source.tokenHint === null) return null
  await sourceRepo.setToken(ctx, sourceId, null)
  await audit(ctx, 'token_revoked', source, { before: { hint: source.tokenHint }, after: { hint: null } })
  return null
}

export async function deleteSource(ctx: RequestContext, { sourceId }: Named): Promise<null> {
  const source = await locked(ctx, sourceId)
  await sourceRepo.delete(ctx, sourceId)
  const { name, kind, alarms } = source
  await audit(ctx, 'source_deleted', source, { before: { name, kind, alarms } })
  return null
}

/** The way of a real delivery but for its token: the sample of the kind is read and taken, its end included. */
export async function testSource(
  ctx: SeveralTransactions,
  { sourceId }: Named,
  scopes: Scopes,
): Promise<null> {
  const { kind } = await ctx.inTransaction(null, async (inside) => {
    const source = await locked(inside, sourceId)
    await audit(inside, 'source_tested', source, {})
    return source
  })
  const now = Date.now()
  for (const sample of sampleDeliveries(kind, ctx.phrase('externalAlarms.testName'), now))
    await inboundRepo.take(scopes, sourceId, readDelivery(kind, sample, now))
  return null
}

/** 256 bits: a plain hash suffices. */
function newToken(): { token: string; hash: Buffer; hint: string } {
  const token = `${inboundTokenPrefix}${randomBytes(32).toString('base64url')}`
  return { token, hash: hashToken(token), hint: token.slice(-4) }
}

async function locked(ctx: RequestContext, id: string): Promise<SourceRow> {
  const source = await sourceRepo.lock(ctx, id)
  if (!source) throw new AppError('external_alarm.source_not_found')
  requireWholeCompany(ctx)
  return source
}

function requireWholeCompany({ scope }: RequestContext): void {
  if (scope.isPartial) throw new AppError('external_alarm.whole_company')
}

async function audit(
  ctx: RequestContext,
  act: 'source_added' | 'source_deleted' | 'source_tested' | 'token_renewed' | 'token_revoked',
  { id, name }: Pick<SourceRow, 'id' | 'name'>,
  detail: Record<string, unknown>,
): Promise<void> {
  await ctx.audit({
    action: `external_alarm.${act}`,
    subjectKind: 'inbound_source',
    subjectId: id,
    detail: { name, ...detail },
  })
}
