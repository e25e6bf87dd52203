import { SendFailure } from '../senders/sender.ts'
import type { EntraSettings } from '../vendors/entra.ts'
import { graphClient, ResyncNeeded } from '../vendors/graph.ts'
import { partsOf, textOf } from '../vendors/json-calls.ts'
import { failure, type VendorSurroundings } from '../vendors/vendor.ts'
import type {
  DirectoryDepartment,
  DirectoryEnd,
  DirectoryPage,
  DirectoryPerson,
  DirectoryReader,
} from './directory.ts'
import { type EntraGroups, groupsOf, readGroups } from './entra-groups.ts'
import { deltaPages, type Graph, pagesOf } from './entra-pages.ts'
import { type EntraPosition, positionIn, positionText } from './entra-position.ts'
import { chunksOf, idOf, lineOf, type Pause, Reading, definedOf } from './reading.ts'

/** The tenant. */
const rootId = 'root'
const properties = [
  'id',
  'displayName',
  'userPrincipalName',
  'userType',
  'accountEnabled',
  'mail',
  'mobilePhone',
  'jobTitle',
  'department',
]
const firstUsers = `/v1.0/users/delta?$select=${properties.join(',')}`
/** learn.microsoft.com/graph/filter-query-parameter: values of `in`. */
const mostIds = 15
/** Of more people whose groups changed than that, all are read. */
const mostRegrouped = 1000
const guid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Microsoft Entra ID by Graph v1.0 (learn.microsoft.com/graph/delta-query-users): people by a delta query, whose link is the
 * position. Departments are values of an attribute, or groups. Guests belong to other directories: they are left out, and have not gone.
 */
export function entraReader(
  settings: EntraSettings,
  secret: string,
  surroundings: VendorSurroundings,
  pause?: Pause,
): DirectoryReader {
  const opened = (signal: AbortSignal) => ({
    reading: new Reading(signal, pause),
    api: graphClient(settings, secret, { ...surroundings, signal }),
  })
  return {
    async *read(position, signal): AsyncGenerator<DirectoryPage, DirectoryEnd> {
      const { api } = opened(signal)
      const from = positionIn(position, settings, api.isLink)
      if (from !== null)
        try {
          return yield* readChanges(api, opened(signal).reading, settings, from)
        } catch (error) {
          if (!(error instanceof ResyncNeeded)) throw error
        }
      try {
        return yield* readAll(api, opened(signal).reading, settings)
      } catch (error) {
        // A page of a full reading that is forgotten is a failure; the next attempt begins again.
        throw error instanceof ResyncNeeded ? failure('answer', error.message, error) : error
      }
    },

    async readPeople(subjects, signal) {
      const { api, reading } = opened(signal)
      const people: DirectoryPerson[] = []
      const seen = new Set<string>()
      for (const part of chunksOf(
        subjects.filter((one) => guid.test(one)),
        mostIds,
      ))
        for (const row of await usersOf(api, reading, part)) {
          seen.add(idOf(row['id'])?.toLowerCase() ?? '')
          const person = personIn(row, settings)
          if (person === null) continue
          const groups = await groupsOf(api, reading, person.subject).catch(unlessForbidden(settings))
          people.push(withGroups(person, groups, settings, null))
        }
      return { people, gonePeople: subjects.filter((one) => !seen.has(one)) }
    },

    async groups(search, signal) {
      const { api, reading } = opened(signal)
      const filter =
        search === ''
          ? ''
          : `&$filter=startswith(displayName,'${encodeURIComponent(search.replaceAll("'", "''"))}')`
      const body = await reading.ask(() => api.get(`/v1.0/groups?$select=id,displayName&$top=100${filter}`))
      return partsOf(body['value']).flatMap((row) => {
        const id = idOf(row['id'])?.toLowerCase()
        return id === undefined ? [] : [{ id, name: lineOf(row['displayName']) ?? id }]
      })
    },
  }
}

async function* readAll(
  api: Graph,
  reading: Reading,
  settings: EntraSettings,
): AsyncGenerator<DirectoryPage, DirectoryEnd> {
  yield { departments: [{ id: rootId, parentId: null }] }
  const groups = await readGroups(api, reading, null).catch(unlessForbidden(settings))
  const departmentGroups = departmentsAmong(groups?.names ?? new Map(), settings)
  for (const part of chunksOf(departmentGroups)) {
    for (const { id } of part) reading.isNewDepartment(id)
    yield { departments: part }
  }
  const isDepartment = new Set(departmentGroups.map(({ id }) => id))
  const again = new Set<string>()
  const pages = deltaPages(api, reading, firstUsers)
  for (;;) {
    const { done, value } = await pages.next()
    if (done === true) {
      yield* changedPeople(api, reading, settings, [...again], groups, isDepartment, false)
      return {
        isFull: true,
        position: positionText({ users: value, groups: groups?.position ?? null }, settings),
      }
    }
    const people: DirectoryPerson[] = []
    const leftOut: string[] = []
    for (const row of value) {
      const id = idOf(row['id'])?.toLowerCase()
      if (id === undefined) continue
      // It changed while it was read; the row holds what changed alone.
      if (reading.hasPerson(id)) again.add(id)
      else if (row['@removed'] === undefined && reading.isNewPerson(id)) {
        const person = personIn(row, settings)
        const own = groups === null ? null : [...(groups.ofPerson.get(id) ?? [])]
        if (person === null) leftOut.push(id)
        else people.push(withGroups(person, own, settings, isDepartment))
      }
    }
    const departments = namedBy(people, value, reading, settings)
    yield { departments, people, leftOut }
  }
}

async function* readChanges(
  api: Graph,
  reading: Reading,
  settings: EntraSettings,
  from: EntraPosition,
): AsyncGenerator<DirectoryPage, DirectoryEnd> {
  const groups =
    from.groups === null ? null : await readGroups(api, reading, from.groups).catch(unlessForbidden(settings))
  if ((groups?.ofPerson.size ?? 0) > mostRegrouped) throw new ResyncNeeded('many groups changed')
  const departmentGroups = departmentsAmong(groups?.names ?? new Map(), settings)
  if (departmentGroups.length > 0) yield { departments: departmentGroups }
  const changed = new Set(groups?.ofPerson.keys())
  const pages = deltaPages(api, reading, from.users)
  for (;;) {
    const { done, value } = await pages.next()
    if (done === true) {
      yield* changedPeople(api, reading, settings, [...changed], groups, null, true)
      return {
        isFull: false,
        position: positionText({ users: value, groups: groups?.position ?? null }, settings),
      }
    }
    const gonePeople: string[] = []
    for (const row of value) {
      const id = idOf(row['id'])?.toLowerCase()
      if (id === undefined) continue
      reading.isNewPerson(id)
      if (row['@removed'] === undefined) changed.add(id)
      else {
        changed.delete(id)
        gonePeople.push(id)
      }
    }
    if (gonePeople.length > 0) yield { gonePeople }
  }
}

/** Reads people whole: a change names what changed alone. Whom `names` says to have gone is reported so where that is allowed. */
async function* changedPeople(
  api: Graph,
  reading: Reading,
  settings: EntraSettings,
  ids: readonly string[],
  groups: EntraGroups | null,
  isDepartment: ReadonlySet<string> | null,
  reportsGone: boolean,
): AsyncGenerator<DirectoryPage> {
  for (const part of chunksOf(
    ids.filter((id) => guid.test(id)),
    mostIds,
  )) {
    const rows = await usersOf(api, reading, part)
    const found = new Set(rows.map((row) => idOf(row['id'])?.toLowerCase()))
    const people: DirectoryPerson[] = []
    for (const row of rows) {
      const person = personIn(row, settings)
      if (person === null) continue
      const isRegrouped = groups?.ofPerson.has(person.subject) === true
      const own =
        groups === null || (reportsGone && !isRegrouped)
          ? null
          : isDepartment === null
            ? await groupsOf(api, reading, person.subject)
            : [...(groups.ofPerson.get(person.subject) ?? [])]
      people.push(withGroups(person, own, settings, isDepartment))
    }
    const gone = part.filter((id) => !found.has(id))
    const departments = namedBy(people, rows, reading, settings)
    // A full reading names nobody who has gone: who went during it may not be in use, and the next one leaves them out.
    yield reportsGone
      ? { departments, people, gonePeople: gone }
      : { departments, people: [...people, ...gone.map((subject) => ({ subject, isActive: false }))] }
  }
}

async function usersOf(api: Graph, reading: Reading, ids: readonly string[]) {
  const filter = encodeURIComponent(`id in (${ids.map((id) => `'${id}'`).join(',')})`)
  const found: Readonly<Record<string, unknown>>[] = []
  for await (const rows of pagesOf(
    api,
    reading,
    `/v1.0/users?$select=${properties.join(',')}&$filter=${filter}`,
  ))
    found.push(...rows)
  return found
}

function personIn(row: Readonly<Record<string, unknown>>, settings: EntraSettings): DirectoryPerson | null {
  const subject = idOf(row['id'])?.toLowerCase()
  if (subject === undefined || textOf(row['userType']).toLowerCase() === 'guest') return null
  const department = lineOf(row['department'])
  return definedOf<DirectoryPerson>({
    subject,
    identity: undefined,
    name: lineOf(row['displayName']),
    userName: lineOf(row['userPrincipalName'], 200),
    departmentIds:
      settings.departmentsFrom === 'groups'
        ? undefined
        : [department === undefined ? rootId : attributeId(department)],
    groupIds: undefined,
    mobile: lineOf(row['mobilePhone'], 40),
    mail: lineOf(row['mail'], 200),
    title: lineOf(row['jobTitle']),
    isActive: row['accountEnabled'] !== false,
  })
}

/** Null: nobody knows the groups. */
function withGroups(
  person: DirectoryPerson,
  groupIds: readonly string[] | null,
  { departmentsFrom }: EntraSettings,
  isDepartment: ReadonlySet<string> | null,
): DirectoryPerson {
  if (groupIds === null) return person
  if (departmentsFrom !== 'groups' || isDepartment === null) return { ...person, groupIds }
  const own = groupIds.filter((id) => isDepartment.has(id))
  return { ...person, groupIds, departmentIds: own.length === 0 ? [rootId] : own }
}

const attributeId = (name: string) => `department:${name.toLowerCase()}`

/** Departments that people of a page are the first to name. */
function namedBy(
  people: readonly DirectoryPerson[],
  rows: readonly Readonly<Record<string, unknown>>[],
  reading: Reading,
  { departmentsFrom }: EntraSettings,
): DirectoryDepartment[] {
  if (departmentsFrom === 'groups') return []
  const used = new Set(people.flatMap(({ departmentIds = [] }) => departmentIds))
  return rows.flatMap((row) => {
    const name = lineOf(row['department'])
    const id = attributeId(name ?? '')
    return name !== undefined && used.has(id) && reading.isNewDepartment(id)
      ? [{ id, parentId: rootId, name }]
      : []
  })
}

function departmentsAmong(
  names: ReadonlyMap<string, string>,
  { departmentsFrom, groupPrefix = '' }: EntraSettings,
): DirectoryDepartment[] {
  if (departmentsFrom !== 'groups') return []
  return [...names]
    .filter(([, name]) => name.startsWith(groupPrefix))
    .map(([id, name]) => ({ id, parentId: rootId, name: name.slice(groupPrefix.length).trim() || name }))
}

/** Without the permission groups are not known; departments that are groups need it. */
const unlessForbidden =
  ({ departmentsFrom }: EntraSettings) =>
  (error: unknown): null => {
    if (departmentsFrom !== 'groups' && error instanceof SendFailure && error.reason === 'permission_missing')
      return null
    throw error
  }
