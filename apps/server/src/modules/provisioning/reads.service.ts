import type { InputOf, OutputOf, provisioningReadApi } from '@netward/contract'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { inSubjectCompany } from '../../platform/http/in-subject-company.ts'
import type { SeveralTransactions } from '../../platform/http/route.ts'
import { onDevices, queueReads, type RequestedRead } from '../devices/index.ts'
import { heldPermissions } from '../identity/index.ts'
import { type ComparedVersion, compareGateways } from './compare-gateways.ts'
import { ownedTemplate } from './owned-template.ts'
import { previewAllRepo } from './preview-all.repo.ts'
import { compareFirst, comparedVersion } from './preview.service.ts'
import { readRepo } from './reads.repo.ts'
import { readableOf } from './readable.ts'
import { templateRepo } from './template.repo.ts'
import type { Unread } from './unread.ts'

const shownAway = 20

/** Reads unknown values from a preview's gateways, each inside its own company. */
export async function readForPreview(
  ctx: SeveralTransactions,
  { templateId, version: number, all }: InputOf<typeof provisioningReadApi.readForPreview>,
): Promise<OutputOf<typeof provisioningReadApi.readForPreview>> {
  const { version, deviceIds, answered, ownerId } = await inSubjectCompany(
    ctx,
    ownedTemplate(templateId),
    async (inside) => {
      if (!(await heldPermissions(inside)).includes('DMS_SERVER_DEVICE_TEMPLATE_VIEW')) {
        throw new AppError('permission.denied')
      }
      return {
        ...(await wantedOf(inside, templateId, number, all)),
        ownerId: inside.scope.companyId,
      }
    },
  )
  const asked = { ownerId, templateId, version: number, at: new Date() }
  return onDevices(ctx, deviceIds, 'readParameters', async (inside, devices) => {
    const candidates = await readRepo.candidates(
      inside,
      devices.map(({ id }) => id),
    )
    const compared = await compareGateways(inside, candidates, version)
    const queued = await queueReads(
      inside,
      readableOf(compared, answered).flatMap(({ id, unread }) => readsOf(id, unread)),
    )
    const commands = Map.groupBy(queued, ({ device_id: id }) => id)
    await readRepo.upsert(
      inside,
      asked,
      new Map([...commands].map(([id, rows]) => [id, rows.map((row) => row.id)])),
    )
    return []
  })
}

async function wantedOf(
  ctx: RequestContext,
  templateId: string,
  number: number,
  all: boolean,
): Promise<{
  version: ComparedVersion
  deviceIds: readonly string[]
  answered: ReadonlyMap<string, Unread>
}> {
  const version = await comparedVersion(ctx, templateId, number)
  const answered = await readRepo.answered(ctx, templateId, number)
  if (all) {
    const counted = await previewAllRepo.find(ctx, templateId, number)
    return { version, answered, deviceIds: counted?.unread ?? [] }
  }
  const { compared } = await compareFirst(ctx, version, number)
  return { version, answered, deviceIds: readableOf(compared, answered).map(({ id }) => id) }
}

const readsOf = (deviceId: string, { values, levels }: Unread): RequestedRead[] => [
  ...(values.length > 0 ? [{ deviceId, kind: 'get_parameter_values' as const, paths: values }] : []),
  ...(levels.length > 0 ? [{ deviceId, kind: 'get_parameter_attributes' as const, paths: levels }] : []),
]

/** The latest request; earlier values that still matter were requested again with it. */
export async function getReads(
  ctx: RequestContext,
  { templateId, version }: InputOf<typeof provisioningReadApi.getReads>,
): Promise<OutputOf<typeof provisioningReadApi.getReads>> {
  if (!(await templateRepo.findVersion(ctx, templateId, version))) throw new AppError('template.not_found')
  const asked = await readRepo.find(ctx, templateId, version)
  const last = asked.toSorted((a, b) => b.asked_at.localeCompare(a.asked_at))[0]
  if (last === undefined) return { reads: null }
  const together = asked.filter((one) => one.asked_at === last.asked_at)
  const count = (state: 'done' | 'failed' | 'waiting') => together.filter((one) => one.state === state).length
  const away = together.filter((one) => one.state === 'waiting' && one.away).map((one) => one.device_id)
  return {
    reads: {
      gateways: together.length,
      done: count('done'),
      failed: count('failed'),
      waiting: count('waiting'),
      away: away.length,
      awayFirst: (await readRepo.named(ctx, away, shownAway)).map(({ id, name }) => ({ deviceId: id, name })),
      askedAt: last.asked_at,
      askedByName: last.asked_by_name,
    },
  }
}
