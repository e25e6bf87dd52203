import type { discoveryApi, FailedItem, InputOf, OutputOf } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError, batchOutcome } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { namingField, wrongField } from '../../platform/http/wrong-field.ts'
import { attempts } from '../../platform/import/attempt.ts'
import { findOutlet } from '../outlets/index.ts'
import { findRepo, type TakenFind } from './find.repo.ts'
import { getDiscovery } from './jobs.service.ts'
import { asItIs, takeFindAs } from './take.ts'

export async function pageFinds(
  ctx: RequestContext,
  query: InputOf<typeof discoveryApi.pageFinds>,
): Promise<OutputOf<typeof discoveryApi.pageFinds>> {
  await getDiscovery(ctx, query)
  const { items, total } = await findRepo.page(ctx, query)
  return { items, ...capped(total) }
}

export async function summariseFinds(
  ctx: RequestContext,
  { jobId }: InputOf<typeof discoveryApi.summariseFinds>,
): Promise<OutputOf<typeof discoveryApi.summariseFinds>> {
  await getDiscovery(ctx, { jobId })
  return {
    states: await findRepo.counts(ctx, jobId, 'state'),
    types: await findRepo.counts(ctx, jobId, 'type'),
    vendors: await findRepo.counts(ctx, jobId, 'vendor'),
  }
}

export async function takeFind(
  ctx: RequestContext,
  { findId, ...wish }: InputOf<typeof discoveryApi.takeFind>,
): Promise<OutputOf<typeof discoveryApi.takeFind>> {
  const find = await lockedFind(ctx, findId)
  const outletName = await placeName(ctx, wish.outletId)
  const deviceId = await namingField(ctx, 'outletId', ['outlet.outside_scope'], () =>
    takeFindAs(ctx, find, { ...wish, outletName }),
  )
  await ctx.emit('discovery.changed', find.jobId)
  return { deviceId }
}

/** Each by itself: what is refused costs the others nothing. */
export async function takeFinds(
  ctx: SeveralTransactions,
  { jobId, findIds, outletId, tags }: InputOf<typeof discoveryApi.takeFinds>,
): Promise<OutputOf<typeof discoveryApi.takeFinds>> {
  const { accepted, failed } = await ctx.inTransaction(null, async (inside) => {
    await getDiscovery(inside, { jobId })
    const outletName = outletId === null ? null : await placeName(inside, outletId)
    const refused: FailedItem[] = []
    const finds = await findRepo.lock(inside, jobId, findIds)
    for (const find of finds) {
      const own = asItIs(find)
      const wish = { ...own, tags, ...(outletId !== null && { outletId, outletName }) }
      const reason = await attempts.refusalOf(inside, () => takeFindAs(inside, find, wish))
      if (reason !== null) refused.push({ ip: find.address, name: wish.name, reason, id: find.id })
    }
    await inside.emit('discovery.changed', jobId)
    return { accepted: finds.length - refused.length, failed: refused }
  })
  return batchOutcome('devices', accepted, failed)
}

export async function ignoreFinds(
  ctx: RequestContext,
  { jobId, findIds, ignored }: InputOf<typeof discoveryApi.ignoreFinds>,
): Promise<OutputOf<typeof discoveryApi.ignoreFinds>> {
  const { name } = await getDiscovery(ctx, { jobId })
  const accepted = await findRepo.ignore(ctx, jobId, findIds, ignored)
  await ctx.audit({
    action: 'discovery.ignored',
    subjectKind: 'discovery_job',
    subjectId: jobId,
    detail: { name, finds: accepted, ignored },
  })
  await ctx.emit('discovery.changed', jobId)
  return { accepted }
}

/** Only a device that claims its identity: nothing else is merged. */
export async function linkFind(
  ctx: RequestContext,
  { findId, deviceId }: InputOf<typeof discoveryApi.linkFind>,
): Promise<null> {
  const find = await lockedFind(ctx, findId)
  if (find.state === 'taken' || find.state === 'known') throw new AppError('discovery.is_device')
  const device = await findRepo.claimant(ctx, findId, deviceId)
  if (device === undefined) throw new AppError('device.not_found')
  await findRepo.is(ctx, findId, deviceId)
  await ctx.audit({
    action: 'discovery.linked',
    subjectKind: 'device',
    subjectId: deviceId,
    detail: { name: device.name, address: find.address },
  })
  await ctx.emit('discovery.changed', find.jobId)
  return null
}

async function lockedFind(ctx: RequestContext, findId: string): Promise<TakenFind> {
  const [find] = await findRepo.lock(ctx, null, [findId])
  if (find === undefined) throw new AppError('discovery.find_not_found')
  return find
}

async function placeName(ctx: RequestContext, outletId: string | null): Promise<string | null> {
  if (outletId === null) return null
  const outlet = await findOutlet(ctx, outletId)
  if (outlet === null) throw wrongField(ctx, 'outlet.not_found', 'outletId')
  return outlet.name
}
