import type { InputOf, OutputOf, PreviewFound, provisioningApi } from '@netward/contract'
import { countCap } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { type ComparedVersion, compareGateways } from './compare-gateways.ts'
import { configurationRepo } from './configuration.repo.ts'
import { differenceOf } from './known-values.ts'
import { previewAllRepo } from './preview-all.repo.ts'
import { PreviewTally } from './preview-tally.ts'
import { readableOf } from './readable.ts'
import { readRepo } from './reads.repo.ts'
import { templateRepo } from './template.repo.ts'

const maxCompared = 500
const shownDevices = 20

export async function previewTemplate(
  ctx: RequestContext,
  { templateId, version: number }: InputOf<typeof provisioningApi.previewTemplate>,
): Promise<OutputOf<typeof provisioningApi.previewTemplate>> {
  const version = await comparedVersion(ctx, templateId, number)
  const { matching, compared } = await compareFirst(ctx, version, number)
  const answered = await readRepo.answered(ctx, templateId, number)
  const tally = new PreviewTally()
  const changing = compared.filter((gateway) => tally.add(gateway) === 'changing')
  return {
    matching,
    compared: compared.length,
    ...tally.found(await templateRepo.owners(ctx, tally.contradicting())),
    readable: readableOf(compared, answered).length,
    items: changing.slice(0, shownDevices).map(({ device, differences, objects }) => ({
      deviceId: device.id,
      name: device.name,
      differences: differences.map(differenceOf),
      objects,
    })),
  }
}

/** Counts from before templates had settings name none. */
const wholeFound = ({ conflicts, ...found }: PreviewFound): PreviewFound => ({
  ...found,
  conflicts: conflicts.map((conflict) => ({ ...conflict, setting: conflict.setting ?? null })),
})

/** For the company acted in. @throws AppError template.not_found */
export async function comparedVersion(
  ctx: RequestContext,
  templateId: string,
  number: number,
): Promise<ComparedVersion> {
  const template = await templateRepo.find(ctx, templateId)
  const version = await templateRepo.findVersion(ctx, templateId, number)
  if (!template || !version) throw new AppError('template.not_found')
  const { content, objects_stay: objectsStay } = version
  return { id: templateId, name: template.name, content, objectsStay }
}

export async function compareFirst(ctx: RequestContext, version: ComparedVersion, number: number) {
  const { matching, devices } = await configurationRepo.candidates(
    ctx,
    version.id,
    number,
    maxCompared,
    countCap,
  )
  return { matching, compared: await compareGateways(ctx, devices, version) }
}

/** For all of them, by a job: a running one continues, a failed one restarts. */
export async function startPreview(
  ctx: RequestContext,
  { templateId, version }: InputOf<typeof provisioningApi.startPreview>,
): Promise<null> {
  const template = await templateRepo.find(ctx, templateId)
  if (!template || !(await templateRepo.findVersion(ctx, templateId, version))) {
    throw new AppError('template.not_found')
  }
  if (!(await previewAllRepo.begin(ctx, templateId, version))) return null
  // The sweep uses its name to see whether it still runs; queueing again replaces a pending retry.
  const key = `provision.preview:${ctx.scope.companyId}:${templateId}:${version}`
  await ctx.enqueue('provision.preview', { templateId, version }, { key })
  await ctx.audit({
    action: 'template.previewed',
    subjectKind: 'template',
    subjectId: templateId,
    detail: { name: template.name, version },
  })
  return null
}

export async function getPreview(
  ctx: RequestContext,
  { templateId, version }: InputOf<typeof provisioningApi.getPreview>,
): Promise<OutputOf<typeof provisioningApi.getPreview>> {
  if (!(await templateRepo.findVersion(ctx, templateId, version))) throw new AppError('template.not_found')
  const row = await previewAllRepo.find(ctx, templateId, version)
  if (!row) return { preview: null }
  const {
    started_at: startedAt,
    started_by_name: startedByName,
    finished_at: finishedAt,
    found,
    unread,
    ...rest
  } = row
  return {
    preview: {
      ...rest,
      ...wholeFound(found ?? new PreviewTally().found(new Map())),
      readable: unread.length,
      startedAt,
      startedByName,
      finishedAt,
    },
  }
}
