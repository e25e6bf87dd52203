import { feishuClient, type FeishuSettings } from '../vendors/feishu.ts'
import { partOf, partsOf, textOf } from '../vendors/json-calls.ts'
import { numberOf, type VendorSurroundings } from '../vendors/vendor.ts'
import type {
  DirectoryDepartment,
  DirectoryEnd,
  DirectoryPage,
  DirectoryPerson,
  DirectoryReader,
} from './directory.ts'
import { idOf, lineOf, type Pause, readEach, Reading, definedOf } from './reading.ts'

/** The whole company, which has no department of its own. */
const rootId = '0'
const atOnce = '50'
const identifiers = { user_id_type: 'open_id', department_id_type: 'open_department_id' }
/** server-docs/contact-v3/user/get: no such person. */
const personUnknown = 41012
/** One whom the application may not see, who may well be there. */
const personHidden = 41050

type Client = ReturnType<typeof feishuClient>

/**
 * Feishu and Lark by contact v3 (open.feishu.cn/document/server-docs/contact-v3: scope/list, department/children,
 * user/find_by_department, user/get, group/simplelist, as of 2025-06), within the contact scope of the application.
 */
export function feishuReader(
  settings: Pick<FeishuSettings, 'appId' | 'apiBase'>,
  secret: string,
  surroundings: VendorSurroundings,
  pause?: Pause,
): DirectoryReader {
  const opened = (signal: AbortSignal) => ({
    reading: new Reading(signal, pause),
    api: feishuClient(settings, secret, { ...surroundings, signal }),
  })
  return {
    async *read(_position, signal): AsyncGenerator<DirectoryPage, DirectoryEnd> {
      const { reading, api } = opened(signal)
      const tops: string[] = []
      const single: string[] = []
      for await (const data of pagesOf(api, reading, '/open-apis/contact/v3/scopes', identifiers)) {
        tops.push(...idsIn(data['department_ids']))
        single.push(...idsIn(data['user_ids']))
      }
      const departmentIds = new Set<string>()
      for await (const departments of departmentsOf(api, reading, tops)) {
        yield { departments }
        for (const { id } of departments) departmentIds.add(id)
      }
      if (!tops.includes(rootId)) departmentIds.delete(rootId)
      for (const id of departmentIds)
        for await (const people of membersOf(api, reading, id))
          yield { people: people.filter(({ subject }) => reading.isNewPerson(subject)) }
      for (const id of single) {
        const person = reading.hasPerson(id) ? null : await memberOf(api, reading, id)
        if (person !== null && person !== 'gone' && reading.isNewPerson(person.subject))
          yield { people: [person] }
      }
      return { isFull: true, position: null }
    },

    async readPeople(subjects, signal) {
      const { reading, api } = opened(signal)
      return readEach(subjects, (subject) => memberOf(api, reading, subject))
    },

    // Groups of users would be read for each person (group/member_belong): departments do.
    groups: async () => [],
  }
}

/** Departments of the scope with all below them, in pages; one whose parent is not seen stands below the company. */
async function* departmentsOf(
  api: Client,
  reading: Reading,
  tops: readonly string[],
): AsyncGenerator<DirectoryDepartment[]> {
  reading.isNewDepartment(rootId)
  yield [{ id: rootId, parentId: null }]
  for (const top of tops) {
    if (top !== rootId) {
      if (!reading.isNewDepartment(top)) continue
      const data = await reading.ask(() => api.asTenant(`${departmentPath(top)}?${queryOf(identifiers)}`))
      yield [
        definedOf<DirectoryDepartment>({
          id: top,
          parentId: rootId,
          name: lineOf(partOf(data['department'])['name']),
        }),
      ]
    }
    const path = `${departmentPath(top)}/children`
    for await (const data of pagesOf(api, reading, path, { ...identifiers, fetch_child: 'true' }))
      yield partsOf(data['items']).flatMap((row) => {
        const id = idOf(row['open_department_id'])
        if (id === undefined || id === rootId || !reading.isNewDepartment(id)) return []
        const parentId = idOf(row['parent_department_id']) ?? rootId
        return [definedOf<DirectoryDepartment>({ id, parentId, name: lineOf(row['name']) })]
      })
  }
}

const departmentPath = (id: string) => `/open-apis/contact/v3/departments/${encodeURIComponent(id)}`

async function* membersOf(
  api: Client,
  reading: Reading,
  departmentId: string,
): AsyncGenerator<DirectoryPerson[]> {
  const query = { ...identifiers, department_id: departmentId }
  for await (const data of pagesOf(api, reading, '/open-apis/contact/v3/users/find_by_department', query))
    yield partsOf(data['items']).flatMap((row) => personIn(row) ?? [])
}

/** Null: one whom the application may not see, who may well be there. */
async function memberOf(
  api: Client,
  reading: Reading,
  openId: string,
): Promise<DirectoryPerson | 'gone' | null> {
  const path = `/open-apis/contact/v3/users/${encodeURIComponent(openId)}?${queryOf(identifiers)}`
  try {
    return personIn(partOf((await reading.ask(() => api.asTenant(path)))['user'])) ?? 'gone'
  } catch (error) {
    const code = numberOf(error)
    if (code === personHidden) return null
    if (code === personUnknown) return 'gone'
    throw error
  }
}

async function* pagesOf(
  api: Client,
  reading: Reading,
  path: string,
  query: Readonly<Record<string, string>>,
) {
  for (let token = ''; ;) {
    const at = { ...query, page_size: atOnce, ...(token !== '' && { page_token: token }) }
    const data = await reading.ask(() => api.asTenant(`${path}?${queryOf(at)}`))
    yield data
    if (data['has_more'] !== true) return
    token = reading.nextCursor(`${path} ${query['department_id'] ?? ''}`, textOf(data['page_token']))
  }
}

const queryOf = (query: Readonly<Record<string, string>>) => new URLSearchParams(query).toString()

/** Null: nobody, or a person who has left. */
function personIn(row: Readonly<Record<string, unknown>>): DirectoryPerson | null {
  const subject = idOf(row['open_id'])
  const status = partOf(row['status'])
  if (subject === undefined || status['is_resigned'] === true || status['is_exited'] === true) return null
  const mail = lineOf(row['enterprise_email'], 200) ?? lineOf(row['email'], 200)
  return definedOf<DirectoryPerson>({
    subject,
    identity: idOf(row['union_id']),
    name: lineOf(row['name']),
    userName: lineOf(row['enterprise_email'], 200) ?? lineOf(row['user_id']),
    departmentIds: Array.isArray(row['department_ids']) ? inOrder(row) : undefined,
    groupIds: undefined,
    mobile: lineOf(row['mobile'], 40),
    mail,
    title: lineOf(row['job_title']),
    isActive:
      status['is_frozen'] !== true && status['is_activated'] !== false && status['is_unjoin'] !== true,
  })
}

/** The main department first: `orders` says which one it is. */
function inOrder(row: Readonly<Record<string, unknown>>): string[] {
  const main = partsOf(row['orders']).find((order) => order['is_primary_dept'] === true)
  const ids = idsIn(row['department_ids'])
  const first = ids.filter((id) => id === main?.['department_id'])
  return [...new Set([...first, ...ids])]
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value.slice(0, 20_000) : []).flatMap((one) => idOf(one) ?? [])
