import { numberOf, type VendorSurroundings } from '../vendors/vendor.ts'
import { partOf, partsOf } from '../vendors/json-calls.ts'
import { wecomClient, type WecomSettings } from '../vendors/wecom.ts'
import { SendFailure } from '../senders/sender.ts'
import type {
  DirectoryDepartment,
  DirectoryEnd,
  DirectoryPage,
  DirectoryPerson,
  DirectoryReader,
} from './directory.ts'
import { chunksOf, idOf, lineOf, type Pause, readEach, Reading, definedOf, treeOf } from './reading.ts'
import { wecomTags } from './wecom-tags.ts'

/** The whole company (path/90208). */
const rootId = '1'
/** 10,000 departments, or members of one, with what the vendor says of them. */
const mostBytes = 64 * 1024 * 1024
const idsAtOnce = 10_000
/** path/90313: the member, the department does not exist. */
const memberGone = new Set([60111, 46004])
const departmentGone = new Set([60003, 60123])

type Client = ReturnType<typeof wecomClient>

/**
 * WeCom, as of 2025-06. Since 20 June 2022 an application gets no mobile number and mail of members, and since 15 August 2022
 * the secret of contact sync gives identifiers alone (path/96067 user/list_id, path/95350 department/simplelist) unless the
 * address was known before. So names come by the application, of what it may see, and who is there by contact sync where it is set.
 */
export function wecomReader(
  settings: Pick<WecomSettings, 'corpId' | 'agentId' | 'apiBase'>,
  secrets: { readonly secret: string; readonly contactSecret: string | null },
  surroundings: VendorSurroundings,
  pause?: Pause,
): DirectoryReader {
  const opened = (signal: AbortSignal) => {
    const around = { ...surroundings, signal }
    return {
      reading: new Reading(signal, pause),
      app: wecomClient(settings, secrets.secret, around),
      contacts: secrets.contactSecret === null ? null : wecomClient(settings, secrets.contactSecret, around),
    }
  }
  return {
    async *read(_position, signal): AsyncGenerator<DirectoryPage, DirectoryEnd> {
      const { reading, app, contacts } = opened(signal)
      const ids = contacts === null ? [] : await allDepartments(reading, contacts)
      const named = contacts === null ? null : await namedDepartments(reading, contacts).catch(unlessNetwork)
      // Contact sync that still tells names tells more than the application.
      const details = contacts !== null && named !== null ? contacts : app
      const seen = named ?? (await namedDepartments(reading, details))
      const departments = treeOf(united(reading, ids, seen), rootId)
      for (const part of chunksOf(departments)) yield { departments: part }

      const members = contacts === null ? null : await memberIds(reading, contacts)
      const tags = await wecomTags(reading, app, departments)
      const finished = (person: DirectoryPerson): DirectoryPerson => {
        const also = members?.get(person.subject)?.departmentIds ?? []
        const departmentIds = [...new Set([...(person.departmentIds ?? []), ...also])]
        const all = { ...person, departmentIds }
        const groupIds = tags?.(person.subject, departmentIds)
        return groupIds === undefined ? all : { ...all, groupIds }
      }
      for (const { id } of seen) {
        const people = await membersOf(reading, details, id)
        yield { people: people.filter(({ subject }) => reading.isNewPerson(subject)).map(finished) }
      }
      for (const id of details === app ? await singleMembers(reading, app, settings.agentId) : []) {
        if (reading.hasPerson(id.toLowerCase())) continue
        const person = await memberOf(reading, app, id)
        if (person !== null && person !== 'gone' && reading.isNewPerson(person.subject))
          yield { people: [finished(person)] }
      }
      // Who is not seen by the application is known by the identifier alone.
      const others = [...(members?.values() ?? [])].filter(({ subject }) => reading.isNewPerson(subject))
      for (const part of chunksOf(others)) yield { people: part.map(finished) }
      return { isFull: true, position: null }
    },

    async readPeople(subjects, signal) {
      const { reading, app } = opened(signal)
      return readEach(subjects, (subject) => memberOf(reading, app, subject))
    },

    async groups(search, signal) {
      const { reading, app } = opened(signal)
      const body = await reading.ask(() => app.get('/cgi-bin/tag/list', {}))
      return partsOf(body['taglist']).flatMap((tag) => {
        const id = idOf(tag['tagid'])
        const name = lineOf(tag['tagname'])
        return id !== undefined && name?.toLowerCase().includes(search.toLowerCase()) === true
          ? [{ id, name }]
          : []
      })
    },
  }
}

/** path/95350: identifiers and parents of all. */
async function allDepartments(reading: Reading, contacts: Client): Promise<DirectoryDepartment[]> {
  const body = await reading.ask(() => contacts.get('/cgi-bin/department/simplelist', {}, { mostBytes }))
  return partsOf(body['department_id']).flatMap(departmentIn)
}

/** path/90208: those that the caller may see, with names. */
async function namedDepartments(reading: Reading, client: Client): Promise<DirectoryDepartment[]> {
  const body = await reading.ask(() => client.get('/cgi-bin/department/list', {}, { mostBytes }))
  return partsOf(body['department']).flatMap(departmentIn)
}

function departmentIn(row: Readonly<Record<string, unknown>>): DirectoryDepartment[] {
  const id = idOf(row['id'])
  if (id === undefined) return []
  const parentId = id === rootId ? null : (idOf(row['parentid']) ?? rootId)
  return [definedOf<DirectoryDepartment>({ id, parentId, name: lineOf(row['name']) })]
}

function united(
  reading: Reading,
  ...lists: readonly (readonly DirectoryDepartment[])[]
): DirectoryDepartment[] {
  const found = new Map<string, DirectoryDepartment>()
  for (const one of lists.flat()) {
    reading.isNewDepartment(one.id)
    found.set(one.id, { ...found.get(one.id), ...one })
  }
  return [...found.values()]
}

/** path/96067: a row for each department of a member, in pages by cursor. */
async function memberIds(
  reading: Reading,
  contacts: Client,
): Promise<Map<string, DirectoryPerson & { departmentIds: string[] }>> {
  const found = new Map<string, DirectoryPerson & { departmentIds: string[] }>()
  const counted = new Reading(reading.signal)
  for (let cursor = ''; ;) {
    const from = cursor
    const body = await reading.ask(() =>
      contacts.get('/cgi-bin/user/list_id', {}, { json: { cursor: from, limit: idsAtOnce }, mostBytes }),
    )
    for (const row of partsOf(body['dept_user'])) {
      const userName = idOf(row['userid'])
      const departmentId = idOf(row['department'])
      if (userName === undefined) continue
      const subject = userName.toLowerCase()
      if (counted.isNewPerson(subject))
        found.set(subject, { subject, userName, departmentIds: [], isActive: true })
      const { departmentIds: into } = found.get(subject)!
      if (departmentId !== undefined && into.length < 100 && !into.includes(departmentId))
        into.push(departmentId)
    }
    const next = body['next_cursor']
    if (typeof next !== 'string' || next === '') return found
    cursor = reading.nextCursor('list_id', next)
  }
}

/** path/90201: members of one department, without those below it. */
async function membersOf(reading: Reading, client: Client, departmentId: string): Promise<DirectoryPerson[]> {
  const query = { department_id: departmentId, fetch_child: '0' }
  const body = await reading
    .ask(() => client.get('/cgi-bin/user/list', query, { mostBytes }))
    .catch((error: unknown): Readonly<Record<string, unknown>> => {
      // Deleted while the others were read.
      if (departmentGone.has(numberOf(error) ?? 0)) return {}
      throw error
    })
  return partsOf(body['userlist']).flatMap((row) => personIn(row) ?? [])
}

/** path/90196. Null: the application does not see the member (60011), who may well be there. */
async function memberOf(
  reading: Reading,
  client: Client,
  id: string,
): Promise<DirectoryPerson | 'gone' | null> {
  try {
    return personIn(await reading.ask(() => client.get('/cgi-bin/user/get', { userid: id })))
  } catch (error) {
    const code = numberOf(error) ?? 0
    if (memberGone.has(code)) return 'gone'
    if (code === 60011) return null
    throw error
  }
}

/** path/90227: members to whom the application is visible one by one. */
async function singleMembers(reading: Reading, app: Client, agentId: string): Promise<string[]> {
  const agent = await reading.ask(() => app.get('/cgi-bin/agent/get', { agentid: agentId }))
  return partsOf(partOf(agent['allow_userinfos'])['user']).flatMap((row) => idOf(row['userid']) ?? [])
}

function personIn(row: Readonly<Record<string, unknown>>): DirectoryPerson | null {
  const userName = idOf(row['userid'])
  if (userName === undefined) return null
  const main = idOf(row['main_department'])
  const listed: unknown[] = Array.isArray(row['department']) ? row['department'].slice(0, 100) : []
  const departmentIds = listed.flatMap((one) => idOf(one) ?? [])
  return definedOf<DirectoryPerson>({
    subject: userName.toLowerCase(),
    identity: undefined,
    name: lineOf(row['name']),
    userName,
    departmentIds: [
      ...new Set(main === undefined || main === '0' ? departmentIds : [main, ...departmentIds]),
    ],
    groupIds: undefined,
    mobile: lineOf(row['mobile'], 40),
    mail: lineOf(row['email'], 200) ?? lineOf(row['biz_mail'], 200),
    title: lineOf(row['position']),
    // 1 active, 2 suspended, 4 not active yet, 5 left the company.
    isActive: (row['status'] ?? 1) === 1 && row['enable'] !== 0,
  })
}

/** Refused, it is known by the identifiers alone; without an answer nothing is known. */
function unlessNetwork(error: unknown): null {
  if (
    error instanceof SendFailure &&
    ['permission_missing', 'trusted_address', 'refused'].includes(error.reason)
  )
    return null
  throw error
}
