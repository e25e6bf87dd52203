import type { advisoryApi, InputOf, OutputOf } from '@netward/contract'
import { advisorySeverities, mostAdvisories, mostAdvisoryBuilds } from '@netward/contract/advisory-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields, columnValues } from '../../platform/entity/changed-fields.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { affectedRepo, type CountedBuild } from './affected.repo.ts'
import { affects, fitsModel, isAffectedVersion, isOfVendor } from './affects.ts'
import { advisoryRepo, type AdvisoryRow, type AdvisoryValues } from './advisory.repo.ts'
import { normalised, problemOf, refusalOfWrite } from './advisory-rules.ts'
import { compareVersions } from './version-order.ts'

export async function pageAdvisories(
  ctx: RequestContext,
  query: InputOf<typeof advisoryApi.pageAdvisories>,
): Promise<OutputOf<typeof advisoryApi.pageAdvisories>> {
  const { page, pageSize } = query
  const { items, total } = await advisoryRepo.page(ctx, query, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { items, ...capped(total) }
}

export async function summariseAdvisories(
  ctx: RequestContext,
): Promise<OutputOf<typeof advisoryApi.summariseAdvisories>> {
  const found = new Map((await advisoryRepo.summary(ctx)).map((one) => [one.severity, one]))
  return {
    severities: advisorySeverities.map(
      (severity) => found.get(severity) ?? { severity, advisories: 0, devices: 0 },
    ),
  }
}

export async function getAdvisory(
  ctx: RequestContext,
  { advisoryId }: InputOf<typeof advisoryApi.getAdvisory>,
): Promise<OutputOf<typeof advisoryApi.getAdvisory>> {
  const advisory = there(await advisoryRepo.find(ctx, advisoryId))
  const builds = await affectedRepo.builds(ctx, advisoryId)
  const gateways = builds.reduce((sum, one) => sum + one.gateways, 0)
  return {
    ...advisory,
    builds: builds.slice(0, mostAdvisoryBuilds).map(presented),
    course: ctx.scope.isPartial ? [] : await affectedRepo.course(ctx, advisoryId),
    gateways,
    firmware: gateways === 0 ? null : await remedy(ctx, advisory, builds),
  }
}

const presented = ({ gateways: _gateways, ...build }: CountedBuild) => build

/** The newest released firmware for one of the affected gateways' models that is not affected itself. */
async function remedy(
  ctx: RequestContext,
  advisory: AdvisoryValues,
  builds: readonly CountedBuild[],
): Promise<{ id: string; version: string } | null> {
  const ofGateways = builds.filter(({ gateways }) => gateways > 0)
  const usable = (await affectedRepo.released(ctx)).filter(
    ({ manufacturer, models, version }) =>
      !isAffectedVersion(advisory, version) &&
      ofGateways.some(
        (build) =>
          (manufacturer === '' || isOfVendor(manufacturer, build.manufacturer)) &&
          models.some((model) => fitsModel(model, build.modelName)) &&
          compareVersions(version, build.softwareVersion) > 0,
      ),
  )
  const [newest] = usable.toSorted((a, b) => compareVersions(b.version, a.version))
  return newest === undefined ? null : { id: newest.id, version: newest.version }
}

export async function createAdvisory(ctx: RequestContext, input: AdvisoryValues): Promise<AdvisoryRow> {
  requireWholeCompany(ctx)
  const values = checked(ctx, input)
  if ((await advisoryRepo.countOwn(ctx)) >= mostAdvisories) throw new AppError('advisory.too_many')
  const [id = ''] = await refusalOfWrite(ctx, () => advisoryRepo.insert(ctx, [values]))
  await ctx.audit({
    action: 'advisory.created',
    subjectKind: 'advisory',
    subjectId: id,
    detail: { name: values.code, after: columnValues(noted(values)) },
  })
  await ctx.emit('advisory.changed', null)
  await queueSettling(ctx)
  return there(await advisoryRepo.find(ctx, id))
}

export async function editAdvisory(
  ctx: RequestContext,
  { advisoryId, ...input }: InputOf<typeof advisoryApi.editAdvisory>,
): Promise<AdvisoryRow> {
  requireWholeCompany(ctx)
  const before = there(await advisoryRepo.lockOwn(ctx, advisoryId))
  await changeAdvisory(ctx, advisoryId, before, checked(ctx, input))
  return there(await advisoryRepo.find(ctx, advisoryId))
}

/** Writes what differs, with its entry in the audit log. */
export async function changeAdvisory(
  ctx: RequestContext,
  id: string,
  before: AdvisoryValues,
  values: AdvisoryValues,
): Promise<void> {
  const changed = changedFields(noted(before), noted(values))
  if (changed === null) return
  await refusalOfWrite(ctx, () => advisoryRepo.update(ctx, id, values))
  await ctx.audit({
    action: 'advisory.edited',
    subjectKind: 'advisory',
    subjectId: id,
    detail: { name: values.code, ...changed },
  })
  await ctx.emit('advisory.changed', null)
  await queueSettling(ctx)
}

export async function deleteAdvisory(
  ctx: RequestContext,
  { advisoryId }: InputOf<typeof advisoryApi.deleteAdvisory>,
): Promise<null> {
  requireWholeCompany(ctx)
  const { code } = there(await advisoryRepo.lockOwn(ctx, advisoryId))
  await advisoryRepo.delete(ctx, advisoryId)
  await ctx.audit({
    action: 'advisory.deleted',
    subjectKind: 'advisory',
    subjectId: advisoryId,
    detail: { name: code },
  })
  await ctx.emit('advisory.changed', null)
  return null
}

export async function tryAdvisory(
  ctx: RequestContext,
  advisory: InputOf<typeof advisoryApi.tryAdvisory>,
): Promise<OutputOf<typeof advisoryApi.tryAdvisory>> {
  const builds = await affectedRepo.allBuilds(ctx)
  const bounded = advisory.lastVersion !== '' || advisory.fixedVersion !== ''
  const affected = bounded ? builds.filter((build) => affects(advisory, build)) : []
  const devices = (of: readonly CountedBuild[]) => of.reduce((sum, one) => sum + one.devices, 0)
  return {
    devices: devices(affected),
    builds: affected.slice(0, mostAdvisoryBuilds).map(presented),
    ofVendor: devices(builds.filter(({ manufacturer }) => isOfVendor(advisory.vendor, manufacturer))),
  }
}

export async function pageAdvisoryCompanies(
  ctx: RequestContext,
  { advisoryId, page, pageSize }: InputOf<typeof advisoryApi.pageAdvisoryCompanies>,
): Promise<OutputOf<typeof advisoryApi.pageAdvisoryCompanies>> {
  there(await advisoryRepo.find(ctx, advisoryId))
  const { items, total } = await affectedRepo.companies(ctx, advisoryId, {
    limit: pageSize,
    offset: (page - 1) * pageSize,
  })
  return { items, ...capped(total) }
}

export async function deviceAdvisories(
  ctx: RequestContext,
  { deviceId }: InputOf<typeof advisoryApi.deviceAdvisories>,
): Promise<OutputOf<typeof advisoryApi.deviceAdvisories>> {
  const softwareVersion = await affectedRepo.versionOf(ctx, deviceId)
  if (softwareVersion === null) throw new AppError('device.not_found')
  const items = await affectedRepo.ofDevice(ctx, deviceId)
  return {
    items: items.map((one) => ({
      ...one,
      severity: one.severity as AdvisoryRow['severity'],
      softwareVersion,
    })),
  }
}

export function requireWholeCompany({ scope }: RequestContext): void {
  if (scope.isPartial) throw new AppError('permission.denied')
}

/** At once, where the sweep would wait. */
export async function queueSettling(ctx: RequestContext): Promise<void> {
  await ctx.enqueue('advisory.settle', {}, { key: 'advisory.settle' })
}

function there<T>(advisory: T | undefined): T {
  if (advisory === undefined) throw new AppError('advisory.not_found')
  return advisory
}

function checked(ctx: RequestContext, input: AdvisoryValues): AdvisoryValues {
  const problem = problemOf(input)
  if (problem !== null) throw wrongField(ctx, problem.code, problem.field)
  return normalised(input)
}

/** As the audit log holds it. */
const noted = ({
  code,
  title,
  vendor,
  models,
  firstVersion,
  lastVersion,
  fixedVersion,
  severity,
  cvss,
  url,
  note,
  publishedOn,
}: AdvisoryValues) => ({
  code,
  title,
  vendor,
  models: models.join(' '),
  firstVersion,
  lastVersion,
  fixedVersion,
  severity,
  cvss,
  url,
  note,
  publishedOn,
})
