import { compare, type Difference, objectId, resolveTemplates, type TemplateContent } from '@netward/cwmp'
import type { RequestContext } from '../../platform/http/context.ts'
import { type Candidate, configurationRepo } from './configuration.repo.ts'
import { toRead } from './known-values.ts'

export interface ComparedGateway {
  device: Candidate
  differences: Difference[]
  /** Instances to add or to delete. */
  objects: number
  /** Something that the template declares is not known, or cannot be had. */
  unclear: boolean
}

/** What a version of a template would change on gateways, by what is known of them. */
export async function compareGateways(
  { db }: Pick<RequestContext, 'db'>,
  devices: readonly Candidate[],
  templateId: string,
  { content, objectsStay }: { content: TemplateContent; objectsStay: boolean },
): Promise<ComparedGateway[]> {
  const wanted = devices.map((device) => ({
    device,
    ...resolveTemplates([{ name: '', content }], {
      root: device.root ?? 'Device.',
      variables: device.variables,
      secret: () => '',
    }),
  }))
  const reads = wanted.map(({ declaration }) => toRead(declaration))
  const known = await configurationRepo.known(
    { db },
    devices.map(({ id }) => id),
    [...new Set(reads.flatMap(({ paths }) => paths))],
    [...new Set(reads.flatMap(({ tables }) => tables))],
  )
  const added = objectsStay
    ? []
    : await configurationRepo.added(
        { db },
        devices.map(({ id }) => id),
        templateId,
      )
  const addedTo = Map.groupBy(added, ({ device_id }) => device_id)
  return wanted.map(({ device, declaration, problems }) => {
    const values = known.get(device.id)
    // Of which nothing is known, nobody knows what is missing.
    if (values === undefined) return { device, differences: [], objects: 0, unclear: true }
    const { differences, missing, surplus, problems: unread } = compare(declaration, values)
    const declared = new Set(declaration.objects.map(objectId))
    const retired = (addedTo.get(device.id) ?? []).filter(
      ({ table_path: table, key }) => !declared.has(objectId({ table, key })),
    )
    return {
      device,
      differences,
      objects: missing.length + surplus.length + retired.length,
      unclear: problems.length + unread.length > 0,
    }
  })
}

export const changes = ({ differences, objects }: ComparedGateway) => differences.length + objects > 0
