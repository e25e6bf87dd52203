import type { InputOf, OutputOf, provisioningApi } from '@netward/contract'
import { compare, resolveTemplates } from '@netward/cwmp'
import { countCap } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { configurationRepo } from './configuration.repo.ts'
import { differenceOf, toRead } from './known-values.ts'
import { templateRepo } from './template.repo.ts'

const mostCompared = 500
const shownDevices = 20

export async function previewTemplate(
  ctx: RequestContext,
  { templateId, version: number }: InputOf<typeof provisioningApi.previewTemplate>,
): Promise<OutputOf<typeof provisioningApi.previewTemplate>> {
  const version = await templateRepo.findVersion(ctx, templateId, number)
  if (!version) throw new AppError('template.not_found')
  const { matching, devices } = await configurationRepo.candidates(
    ctx,
    templateId,
    version,
    mostCompared,
    countCap,
  )
  const wanted = devices.map((device) => ({
    device,
    ...resolveTemplates([{ name: '', content: version.content }], {
      root: device.root ?? 'Device.',
      variables: device.variables,
      secret: () => '',
    }),
  }))
  const reads = wanted.map(({ declaration }) => toRead(declaration))
  const known = await configurationRepo.known(
    ctx,
    devices.map(({ id }) => id),
    [...new Set(reads.flatMap(({ paths }) => paths))],
    [...new Set(reads.flatMap(({ tables }) => tables))],
  )
  const compared = wanted.map(({ device, declaration, problems }) => {
    const values = known.get(device.id)
    // Of which nothing is known, nobody knows what is missing.
    if (values === undefined) return { device, differences: [], objects: 0, unclear: true }
    const { differences, missing, surplus, problems: unread } = compare(declaration, values)
    return {
      device,
      differences,
      objects: missing.length + surplus.length,
      unclear: problems.length + unread.length > 0,
    }
  })
  const changing = compared.filter(({ differences, objects }) => differences.length + objects > 0)
  return {
    matching,
    compared: devices.length,
    changing: changing.length,
    parameters: changing.reduce((sum, { differences }) => sum + differences.length, 0),
    objects: changing.reduce((sum, { objects }) => sum + objects, 0),
    unclear: compared.filter(({ unclear }) => unclear).length,
    items: changing.slice(0, shownDevices).map(({ device, differences, objects }) => ({
      deviceId: device.id,
      name: device.name,
      differences: differences.map(differenceOf),
      objects,
    })),
  }
}
