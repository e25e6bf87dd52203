import {
  compare,
  type DataModelRoot,
  type Declaration,
  type Difference,
  entriesOf,
  type KnownValues,
  objectId,
  resolvePath,
  type TemplateContent,
} from '@netward/cwmp'
import type { RequestContext } from '../../platform/http/context.ts'
import { type Candidate, configurationRepo } from './configuration.repo.ts'
import { toRead } from './known-values.ts'
import { besides, type Contradiction } from './other-templates.ts'
import { countOf, tableOf, type Unread, unreadOf, wasRead } from './unread.ts'
import { type Wanted, wantedOf } from './wanted.ts'

export interface ComparedGateway {
  device: Candidate
  differences: Difference[]
  /**
   * Which of the version's declarations already match, however the gateway numbers its instances; each
   * setting once; includes notifications.
   */
  parameters: string[]
  /** Instances to add or to delete. */
  objects: number
  /** Declared by the version, but never read or absent on the gateway. */
  unread: Unread
  /** A variable is missing, or the instance that a path names: nothing starts. */
  impossible: boolean
  /** Secrets are always rewritten. */
  secrets: boolean
  /** Contradictions among its templates, this version included: nothing starts. */
  contradictions: Contradiction[]
  /** How much of it belongs to the other data model; null while the gateway's is unknown. */
  model: { root: DataModelRoot; entries: number; foreign: number } | null
}

/** A version of the template `id`. */
export interface ComparedVersion {
  id: string
  name: string
  content: TemplateContent
  objectsStay: boolean
}

/** What a template version would change on gateways, by known values. */
export async function compareGateways(
  { db }: Pick<RequestContext, 'db'>,
  devices: readonly Candidate[],
  version: ComparedVersion,
): Promise<ComparedGateway[]> {
  const ids = devices.map(({ id }) => id)
  const others = await configurationRepo.others({ db }, ids, version.id)
  const wanted = await wantedOf({ db }, devices, version, others)
  const reads = wanted.map(({ declaration }) => toRead(declaration))
  const tables = [...new Set(reads.flatMap((read) => read.tables))]
  const paths = [...new Set(reads.flatMap((read) => read.paths)), ...tables.map(countOf)]
  const known = await configurationRepo.known({ db }, ids, paths, tables)
  const levels = await knownLevels({ db }, wanted, known)
  const added = version.objectsStay ? [] : await configurationRepo.added({ db }, ids, version.id)
  const addedTo = Map.groupBy(added, ({ device_id }) => device_id)
  return wanted.map(({ device, declaration, together, ...own }) => {
    const values = known.get(device.id) ?? nothing
    const { objects } = declaration
    const comparison = compare(
      { ...declaration, objects: [...objects, ...besides(objects, together)] },
      values,
    )
    const isUnread = (table: string) => !wasRead(values, table)
    const missing = Map.groupBy(
      objects.filter((_, index) => comparison.missing.includes(index)),
      ({ table }) => isUnread(table),
    )
    const nameless = Map.groupBy(
      comparison.problems.filter(({ code }) => code === 'no_instance'),
      ({ path }) => isUnread(tableOf(path)),
    )
    const levelsOf = levels.get(device.id) ?? new Map<string, number>()
    const declared = new Set(together.objects.map(objectId))
    const retired = (addedTo.get(device.id) ?? []).filter(
      ({ table_path: table, key }) => !declared.has(objectId({ table, key })),
    )
    return {
      device,
      differences: comparison.differences,
      parameters: [...comparison.declared, ...differingLevels(declaration, values, levelsOf)],
      objects:
        (missing.get(false)?.length ?? 0) +
        comparison.surplus.length +
        (declaration.absent?.length ?? 0) +
        retired.length,
      unread: unreadOf(declaration, comparison, values, levelsOf, own.unread),
      impossible: nameless.has(false) || together.impossible,
      secrets: comparison.unknowable.length > 0,
      contradictions: together.contradictions,
      model: device.root === null ? null : { root: device.root, ...entriesOf(version.content, device.root) },
    }
  })
}

const nothing: KnownValues = new Map()

async function knownLevels(
  { db }: Pick<RequestContext, 'db'>,
  wanted: readonly Pick<Wanted, 'device' | 'declaration'>[],
  known: ReadonlyMap<string, KnownValues>,
) {
  const paths = wanted.flatMap(({ device, declaration }) =>
    declaration.notifications.map(({ path }) => resolvePath(known.get(device.id) ?? nothing, path) ?? path),
  )
  if (paths.length === 0) return new Map<string, ReadonlyMap<string, number>>()
  return configurationRepo.levels(
    { db },
    wanted.map(({ device }) => device.id),
    [...new Set(paths)],
  )
}

function differingLevels(
  { notifications }: Declaration,
  known: KnownValues,
  levels: ReadonlyMap<string, number>,
): string[] {
  return notifications
    .filter(({ path, level }) => (levels.get(resolvePath(known, path) ?? path) ?? level) !== level)
    .map(({ path }) => `${path} @`)
}
