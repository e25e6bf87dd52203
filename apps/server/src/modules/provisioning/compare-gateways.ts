import {
  compare,
  type Declaration,
  type Difference,
  instancesOf,
  type KnownValues,
  objectId,
  type Resolved,
  resolvePath,
  resolveTemplates,
  type TemplateContent,
} from '@netward/cwmp'
import type { RequestContext } from '../../platform/http/context.ts'
import { type Candidate, configurationRepo } from './configuration.repo.ts'
import { toRead } from './known-values.ts'

export interface ComparedGateway {
  device: Candidate
  differences: Difference[]
  /** What of the version they are, however the gateway numbers its instances; its notifications too. */
  parameters: string[]
  /** Instances to add or to delete. */
  objects: number
  /** What the version declares and nobody has read, or the gateway does not have. */
  unread: boolean
  /** A variable is missing, or the instance that a path names: nothing is begun. */
  impossible: boolean
  /** Secrets are set anew, whatever the gateway has. */
  secrets: boolean
}

interface Wanted {
  device: Candidate
  resolved: Resolved
}

/** What a version of a template would change on gateways, by what is known of them. */
export async function compareGateways(
  { db }: Pick<RequestContext, 'db'>,
  devices: readonly Candidate[],
  templateId: string,
  { content, objectsStay }: { content: TemplateContent; objectsStay: boolean },
): Promise<ComparedGateway[]> {
  const ids = devices.map(({ id }) => id)
  const wanted = devices.map((device) => ({
    device,
    resolved: resolveTemplates([{ name: templateId, content }], {
      root: device.root ?? 'Device.',
      variables: device.variables,
      secret: () => '',
    }),
  }))
  const reads = wanted.map(({ resolved }) => toRead(resolved.declaration))
  const tables = [...new Set(reads.flatMap((read) => read.tables))]
  const paths = [...new Set(reads.flatMap((read) => read.paths)), ...tables.map(entriesOf)]
  const known = await configurationRepo.known({ db }, ids, paths, tables)
  const levels = await knownLevels({ db }, wanted, known)
  const added = objectsStay ? [] : await configurationRepo.added({ db }, ids, templateId)
  const addedTo = Map.groupBy(added, ({ device_id }) => device_id)
  return wanted.map(({ device, resolved }) => {
    const { declaration } = resolved
    const values = known.get(device.id) ?? nothing
    const told = compare(declaration, values)
    const isUnread = (table: string) => !wasRead(values, table)
    const missing = Map.groupBy(told.missing, (index) => isUnread(declaration.objects[index]!.table))
    const unreadAliases = told.problems.filter(
      ({ path, code }) => code === 'no_instance' && isUnread(tableOf(path)),
    )
    const impossible =
      told.problems.filter(({ code }) => code === 'no_instance').length > unreadAliases.length
    const notified = notificationsOf(declaration, values, levels.get(device.id) ?? new Map())
    const declared = new Set(declaration.objects.map(objectId))
    const retired = (addedTo.get(device.id) ?? []).filter(
      ({ table_path: table, key }) => !declared.has(objectId({ table, key })),
    )
    return {
      device,
      differences: told.differences,
      parameters: [...told.declared, ...notified.differing],
      objects: (missing.get(false)?.length ?? 0) + told.surplus.length + retired.length,
      unread:
        unreadAliases.length > 0 ||
        missing.has(true) ||
        notified.unread ||
        told.problems.some(({ code }) => code === '9005'),
      impossible: impossible || resolved.problems.length > 0,
      secrets: told.unknowable.length > 0,
    }
  })
}

const nothing: KnownValues = new Map()

/** How many instances a table has (TR-106 §3.2.3): of an empty one nothing else tells that it was read. */
const entriesOf = (table: string) => `${table.slice(0, -1)}NumberOfEntries`
const wasRead = (known: KnownValues, table: string) =>
  instancesOf(known, table).length > 0 || known.get(entriesOf(table))?.value === '0'
const tableOf = (alias: string) => alias.slice(0, alias.indexOf('['))

async function knownLevels(
  { db }: Pick<RequestContext, 'db'>,
  wanted: readonly Wanted[],
  known: ReadonlyMap<string, KnownValues>,
) {
  const paths = wanted.flatMap(({ device, resolved }) =>
    resolved.declaration.notifications.map(
      ({ path }) => resolvePath(known.get(device.id) ?? nothing, path) ?? path,
    ),
  )
  if (paths.length === 0) return new Map<string, ReadonlyMap<string, number>>()
  return configurationRepo.levels(
    { db },
    wanted.map(({ device }) => device.id),
    [...new Set(paths)],
  )
}

function notificationsOf(
  { notifications }: Declaration,
  known: KnownValues,
  levels: ReadonlyMap<string, number>,
): { differing: string[]; unread: boolean } {
  const beside = notifications.map(({ path, level }) => ({
    path,
    level,
    now: levels.get(resolvePath(known, path) ?? path),
  }))
  return {
    differing: beside
      .filter(({ level, now }) => now !== undefined && now !== level)
      .map(({ path }) => `${path} @`),
    unread: beside.some(({ now }) => now === undefined),
  }
}
