import type { discoveryApi, InputOf, OutputOf } from '@netward/contract'
import { mostAddresses, mostJobs } from '@netward/contract/discovery-values'
import { discoveryMoves, mayEditDiscovery, mayMoveDiscovery } from '@netward/contract/states/discovery'
import { AddressList, givenRanges, isGiven, plainRange } from '../../platform/address-ranges.ts'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields, columnValues } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { findOutlet } from '../outlets/index.ts'
import { findCredential } from '../snmp/index.ts'
import { jobRepo, type JobRow, type JobValues } from './job.repo.ts'
import { refusalOfWrite } from './write-refusal.ts'

type Job = OutputOf<typeof discoveryApi.getDiscovery>
type Written = InputOf<typeof discoveryApi.createDiscovery>

export interface DiscoveryDeps {
  /** NETWARD_DEVICE_RANGES. */
  readonly deviceRanges: readonly string[]
}

export async function pageDiscoveries(
  ctx: RequestContext,
  { search = '', state = [], outletId, sort, page, pageSize }: InputOf<typeof discoveryApi.pageDiscoveries>,
): Promise<OutputOf<typeof discoveryApi.pageDiscoveries>> {
  const { items, total } = await jobRepo.page(ctx, {
    search,
    state,
    outletId: outletId ?? null,
    sort,
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { items, ...capped(total) }
}

export async function getDiscovery(ctx: RequestContext, { jobId }: { jobId: string }): Promise<Job> {
  return there(await jobRepo.find(ctx, jobId))
}

export async function discoveryRanges(
  ctx: RequestContext,
  { deviceRanges }: DiscoveryDeps,
): Promise<OutputOf<typeof discoveryApi.discoveryRanges>> {
  return { ranges: [...givenRanges(deviceRanges, await jobRepo.companyCode(ctx))] }
}

export async function createDiscovery(
  ctx: RequestContext,
  input: Written,
  deps: DiscoveryDeps,
): Promise<Job> {
  const { values, shown } = await checked(ctx, input, deps)
  if ((await jobRepo.count(ctx)) >= mostJobs) throw new AppError('discovery.too_many')
  const id = await refusalOfWrite(ctx, () => jobRepo.insert(ctx, values))
  await ctx.audit({
    action: 'discovery.job_created',
    subjectKind: 'discovery_job',
    subjectId: id,
    detail: { name: values.name, after: columnValues(shown) },
  })
  await ctx.emit('discovery.changed', id)
  return getDiscovery(ctx, { jobId: id })
}

export async function editDiscovery(
  ctx: RequestContext,
  { jobId, ...input }: InputOf<typeof discoveryApi.editDiscovery>,
  deps: DiscoveryDeps,
): Promise<Job> {
  const before = there(await jobRepo.lock(ctx, jobId))
  if (!mayEditDiscovery(before.state)) throw new AppError('discovery.move_not_allowed')
  const { values, shown } = await checked(ctx, input, deps)
  const changed = changedFields(shownValues(before, before.outletName), shown)
  if (changed === null) return before
  await refusalOfWrite(ctx, () => jobRepo.update(ctx, jobId, values))
  await ctx.audit({
    action: 'discovery.job_edited',
    subjectKind: 'discovery_job',
    subjectId: jobId,
    detail: { name: values.name, ...changed },
  })
  await ctx.emit('discovery.changed', jobId)
  return getDiscovery(ctx, { jobId })
}

export async function deleteDiscovery(
  ctx: RequestContext,
  { jobId }: InputOf<typeof discoveryApi.deleteDiscovery>,
): Promise<null> {
  const { name } = there(await jobRepo.lock(ctx, jobId))
  await jobRepo.delete(ctx, jobId)
  await ctx.audit({
    action: 'discovery.job_deleted',
    subjectKind: 'discovery_job',
    subjectId: jobId,
    detail: { name },
  })
  await ctx.emit('discovery.changed', jobId)
  return null
}

export async function moveDiscovery(
  ctx: RequestContext,
  { jobId, move }: InputOf<typeof discoveryApi.moveDiscovery>,
  { deviceRanges }: DiscoveryDeps,
): Promise<Job> {
  const job = there(await jobRepo.lock(ctx, jobId))
  if (!mayMoveDiscovery(job.state, move)) throw new AppError('discovery.move_not_allowed')
  if (move === 'start') {
    // The installation may have given its ranges to others since.
    await requireGiven(ctx, job.ranges, deviceRanges, job.outletId)
    await jobRepo.begin(ctx, jobId)
  } else await jobRepo.move(ctx, jobId, discoveryMoves[move].to)
  await ctx.audit({
    action: 'discovery.job_moved',
    subjectKind: 'discovery_job',
    subjectId: jobId,
    detail: { name: job.name, move, before: { state: job.state }, after: { state: discoveryMoves[move].to } },
  })
  await ctx.emit('discovery.changed', jobId)
  return getDiscovery(ctx, { jobId })
}

function there(job: JobRow | undefined): JobRow {
  if (job === undefined) throw new AppError('discovery.job_not_found')
  return job
}

/** The values as they are stored, and as the audit log shows them. Each refusal names its field. */
async function checked(
  ctx: RequestContext,
  input: Written,
  { deviceRanges }: DiscoveryDeps,
): Promise<{ values: JobValues; shown: Record<string, unknown> }> {
  const ranges = [...new Set(input.ranges.map((range) => plainRange(range) ?? range))]
  if (ranges.length === 0 && !input.neighbours) throw wrongField(ctx, 'discovery.nothing_to_scan', 'ranges')
  if (new AddressList(ranges).size > mostAddresses)
    throw wrongField(ctx, 'discovery.range_too_large', 'ranges')
  await requireGiven(ctx, ranges, deviceRanges, input.outletId)
  const outlet = input.outletId === null ? null : await findOutlet(ctx, input.outletId)
  if (input.outletId !== null && outlet === null) throw wrongField(ctx, 'outlet.not_found', 'outletId')
  for (const id of input.credentialIds) {
    if ((await findCredential(ctx, id)) === null)
      throw wrongField(ctx, 'snmp.credential_not_found', 'credentialIds')
  }
  const { schedule, scheduleAt, scheduleDay } = input
  if (schedule !== 'none' && scheduleAt === null)
    throw wrongField(ctx, 'discovery.schedule_missing', 'scheduleAt')
  if (schedule === 'weekly' && scheduleDay === null)
    throw wrongField(ctx, 'discovery.schedule_missing', 'scheduleDay')
  const values: JobValues = {
    ...input,
    ranges,
    credentialIds: [...new Set(input.credentialIds)],
    scheduleAt: schedule === 'none' ? null : scheduleAt,
    scheduleDay: schedule === 'weekly' ? scheduleDay : null,
  }
  return { values, shown: shownValues(values, outlet?.name ?? null) }
}

/** The same refusal for what is another company's, ours, or nobody's: it says nothing of others. */
async function requireGiven(
  ctx: RequestContext,
  ranges: readonly string[],
  deviceRanges: readonly string[],
  outletId: string | null,
): Promise<void> {
  // A probe of the outlet reaches what the server may not.
  if (outletId !== null && (await jobRepo.isBehindProbe(ctx, outletId, ranges))) return
  const code = await jobRepo.companyCode(ctx)
  const refused = ranges.find((range) => !isGiven(range, deviceRanges, code))
  if (refused !== undefined) throw wrongField(ctx, 'discovery.range_not_given', 'ranges', { range: refused })
}

function shownValues(values: JobValues, outletName: string | null): Record<string, unknown> {
  const { name, ranges, neighbours, credentialIds, port, rate, keepsOthers } = values
  const { schedule, scheduleAt, scheduleDay } = values
  return {
    name,
    outletId: outletName,
    ranges: ranges.join(' '),
    neighbours,
    credentialIds: credentialIds.length,
    port,
    rate,
    keepsOthers,
    schedule,
    scheduleAt,
    scheduleDay,
  }
}
