import { dingtalkClient, type DingtalkSettings } from '../vendors/dingtalk.ts'
import { partOf, partsOf } from '../vendors/json-calls.ts'
import { numberOf, type VendorSurroundings } from '../vendors/vendor.ts'
import type {
  DirectoryDepartment,
  DirectoryEnd,
  DirectoryPage,
  DirectoryPerson,
  DirectoryReader,
} from './directory.ts'
import { rolesOf, searchedRoles } from './dingtalk-roles.ts'
import { idOf, lineOf, type Pause, readEach, Reading, definedOf } from './reading.ts'

/** The whole company. */
const rootId = '1'
const peopleAtOnce = 100
/** No such department, or one outside of what the application may see (document/orgapp/server-api-error-codes-1). */
const departmentGone = new Set([60003, 50004])

type Client = ReturnType<typeof dingtalkClient>

/**
 * DingTalk by its earlier API (document/orgapp/obtain-the-department-list-v2, queries-the-complete-information-of-a-department-user,
 * obtain-corpsecret-authorization-scope, as of 2025-06). Department by department: there is no list of all people.
 */
export function dingtalkReader(
  settings: Pick<DingtalkSettings, 'clientId' | 'apiBase' | 'directoryBase'>,
  secret: string,
  surroundings: VendorSurroundings,
  pause?: Pause,
): DirectoryReader {
  const opened = (signal: AbortSignal) => ({
    reading: new Reading(signal, pause),
    api: dingtalkClient(settings, secret, { ...surroundings, signal }),
  })
  return {
    async *read(_position, signal): AsyncGenerator<DirectoryPage, DirectoryEnd> {
      const { reading, api } = opened(signal)
      const scope = partOf(
        (await reading.ask(() => api.earlier('/auth/scopes', undefined)))['auth_org_scopes'],
      )
      const tops = idsIn(scope['authed_dept'])
      const departmentIds: string[] = []
      for await (const departments of departmentsBelow(api, reading, tops)) {
        yield { departments }
        departmentIds.push(...departments.map(({ id }) => id))
      }
      const roles = await rolesOf(api, reading)
      const finished = (person: DirectoryPerson): DirectoryPerson =>
        roles === null ? person : { ...person, groupIds: roles.get(person.subject) ?? [] }
      const isSeen = new Set(tops).has(rootId)
      for (const id of departmentIds)
        // The root of a company of which the application sees parts alone.
        if (id !== rootId || isSeen)
          for await (const people of membersOf(api, reading, id))
            yield { people: people.filter(({ subject }) => reading.isNewPerson(subject)).map(finished) }
      for (const id of idsIn(scope['authed_user'])) {
        if (reading.hasPerson(id)) continue
        const person = await memberOf(api, reading, id)
        if (person !== null && reading.isNewPerson(person.subject)) yield { people: [finished(person)] }
      }
      return { isFull: true, position: null }
    },

    async readPeople(subjects, signal) {
      const { reading, api } = opened(signal)
      return readEach(subjects, async (subject) => (await memberOf(api, reading, subject)) ?? 'gone')
    },

    groups: (search, signal) => {
      const { reading, api } = opened(signal)
      return searchedRoles(api, reading, search)
    },
  }
}

/** Level by level; one that was seen is not asked again, so that circles end. */
async function* departmentsBelow(
  api: Client,
  reading: Reading,
  tops: readonly string[],
): AsyncGenerator<DirectoryDepartment[]> {
  const waiting: string[] = []
  const found: DirectoryDepartment[] = []
  if (reading.isNewDepartment(rootId)) found.push(await departmentOf(api, reading, rootId))
  for (const id of tops)
    if (id === rootId) waiting.push(id)
    else if (reading.isNewDepartment(id)) {
      found.push(await departmentOf(api, reading, id))
      waiting.push(id)
    }
  yield found
  for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
    const parentId = id
    const body = await reading
      .ask(() => api.earlier('/topapi/v2/department/listsub', { dept_id: Number(parentId) }))
      .catch(unlessGone)
    const below = partsOf(body['result']).flatMap((row) => {
      const own = idOf(row['dept_id'])
      if (own === undefined || !reading.isNewDepartment(own)) return []
      return [definedOf<DirectoryDepartment>({ id: own, parentId, name: lineOf(row['name']) })]
    })
    waiting.push(...below.map((one) => one.id))
    if (below.length > 0) yield below
  }
}

/** One at the top of what is seen: it stands below the company. */
async function departmentOf(api: Client, reading: Reading, id: string): Promise<DirectoryDepartment> {
  const body = await reading
    .ask(() => api.earlier('/topapi/v2/department/get', { dept_id: Number(id) }))
    .catch(unlessGone)
  const parentId = id === rootId ? null : rootId
  return definedOf<DirectoryDepartment>({ id, parentId, name: lineOf(partOf(body['result'])['name']) })
}

async function* membersOf(
  api: Client,
  reading: Reading,
  departmentId: string,
): AsyncGenerator<DirectoryPerson[]> {
  for (let cursor = 0; ;) {
    const at = cursor
    const body = await reading
      .ask(() =>
        api.earlier('/topapi/v2/user/list', {
          dept_id: Number(departmentId),
          cursor: at,
          size: peopleAtOnce,
        }),
      )
      .catch(unlessGone)
    const result = partOf(body['result'])
    yield partsOf(result['list']).flatMap((row) => personIn(row) ?? [])
    if (result['has_more'] !== true) return
    cursor = Number(reading.nextCursor(departmentId, String(Number(result['next_cursor']))))
  }
}

async function memberOf(api: Client, reading: Reading, userId: string): Promise<DirectoryPerson | null> {
  const row = await reading.ask(() => api.directory('/topapi/v2/user/get', { userid: userId }))
  const person = row === null ? null : personIn(row)
  if (row === null || person === null || !Array.isArray(row['role_list'])) return person
  return { ...person, groupIds: partsOf(row['role_list']).flatMap((role) => idOf(role['id']) ?? []) }
}

function personIn(row: Readonly<Record<string, unknown>>): DirectoryPerson | null {
  const subject = idOf(row['userid'])
  if (subject === undefined) return null
  return definedOf<DirectoryPerson>({
    subject,
    identity: idOf(row['unionid']),
    name: lineOf(row['name']),
    userName: subject,
    departmentIds: Array.isArray(row['dept_id_list']) ? idsIn(row['dept_id_list']) : undefined,
    groupIds: undefined,
    mobile: lineOf(row['mobile'], 40),
    mail: lineOf(row['org_email'], 200) ?? lineOf(row['email'], 200),
    title: lineOf(row['title']),
    // False: not yet a user of DingTalk.
    isActive: row['active'] !== false,
  })
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, 20_000) : []).flatMap((one) => idOf(one) ?? [])

/** A department that was deleted meanwhile has nobody. */
function unlessGone(error: unknown): Readonly<Record<string, unknown>> {
  if (departmentGone.has(numberOf(error) ?? 0)) return {}
  throw error
}
