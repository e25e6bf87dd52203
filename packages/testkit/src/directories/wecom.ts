import type { FakeAnswer } from '../sign-on/http-fake.ts'
import { generatedCompany } from './generated.ts'

export interface WecomMember {
  readonly userid: string
  readonly name: string
  readonly department?: readonly number[]
  readonly main_department?: number
  readonly position?: string
  readonly mobile?: string
  readonly email?: string
  /** 1 active, 2 suspended, 4 not active yet, 5 left. */
  readonly status?: 1 | 2 | 4 | 5
}

export interface WecomDepartment {
  readonly id: number
  readonly parentid: number
  readonly name: string
}

export interface WecomTag {
  readonly tagid: number
  readonly tagname: string
  readonly users: readonly string[]
  readonly parties: readonly number[]
}

/** What a company holds, and how its WeCom behaves. */
export class WecomDirectory {
  departments: WecomDepartment[] = [{ id: 1, parentid: 0, name: 'Example' }]
  tags: WecomTag[] = []
  /** Departments that the application may see; null: all. */
  visible: Set<number> | null = null
  /** The address called before 15 August 2022, so that contact sync tells names. */
  isKnownAddress = false
  /** Members on one page of list_id. */
  pageSize = 10_000
  /** Pages of list_id begin with the last row of the one before. */
  repeats = false
  /** The list of identifiers comes back to its first cursor. */
  isEndless = false

  /** Fills it with `count` people. */
  generate(count: number, departmentCount?: number): WecomMember[] {
    const { departments, people } = generatedCompany(count, departmentCount)
    this.departments = departments.map(({ id, parentId, name }) => ({ id, parentid: parentId ?? 0, name }))
    return people.map((one) => ({
      userid: one.id,
      name: one.name,
      department: [one.departmentId],
      main_department: one.departmentId,
      position: one.title,
      mobile: one.mobile,
      email: one.mail,
      status: 1,
    }))
  }
}

const ok = (more: Readonly<Record<string, unknown>>): FakeAnswer => ({
  json: { errcode: 0, errmsg: 'ok', ...more },
})
const failed = (errcode: number, errmsg: string): FakeAnswer => ({ json: { errcode, errmsg } })
const forbidden = failed(48002, 'api forbidden')
const unseen = failed(60011, 'no privilege to access/modify contact/party/agent')

/**
 * The contacts of WeCom, written from its server API (developer.work.weixin.qq.com, documents 90208 department/list, 95350
 * department/simplelist, 90201 user/list, 90196 user/get, 96067 user/list_id, 90216 tag/list and 90213 tag/get, as of 2025-06).
 * An application sees its own range without mobile number and mail; contact sync gives identifiers alone to new addresses.
 * Null: another path.
 */
export function wecomDirectoryAnswer(
  { departments, tags, visible, isKnownAddress, pageSize, repeats, isEndless }: WecomDirectory,
  members: readonly WecomMember[],
  caller: 'app' | 'contacts',
  request: {
    method: string
    path: string
    fields: Readonly<Record<string, string>>
    json: Readonly<Record<string, unknown>>
  },
): FakeAnswer | null {
  const { method, path, fields, json } = request
  const isSeen = (id: number) => caller === 'contacts' || visible === null || visible.has(id)
  const homes = (member: WecomMember) => member.department ?? [1]
  const tellsNames = caller === 'app' || isKnownAddress
  const shown = (member: WecomMember) => {
    const { mobile, email, ...rest } = member
    const department = homes(member).filter(isSeen)
    const all = { main_department: homes(member)[0] ?? 1, status: 1, position: '', ...rest, department }
    return caller === 'app' ? all : { ...all, mobile, email }
  }
  if (path === '/cgi-bin/user/list_id') {
    if (method !== 'POST') return failed(43002, 'require POST method')
    if (caller !== 'contacts') return forbidden
    const limit = Number(json['limit'] ?? 10_000)
    if (!(limit >= 1 && limit <= 10_000)) return failed(40058, 'invalid limit')
    const rows = members.flatMap((member) =>
      homes(member).map((department) => ({ userid: member.userid, department })),
    )
    const from = Number(json['cursor'] === '' ? 0 : json['cursor'])
    if (!Number.isInteger(from)) return failed(40058, 'invalid cursor')
    const size = Math.min(limit, pageSize)
    const next = from + size
    return ok({
      next_cursor: next < rows.length ? String(next) : isEndless ? String(pageSize) : '',
      dept_user: rows.slice(repeats ? Math.max(0, from - 1) : from, next),
    })
  }
  if (path === '/cgi-bin/department/simplelist')
    return ok({
      department_id: departments
        .filter(({ id }) => isSeen(id))
        .map(({ id, parentid }) => ({ id, parentid, order: 1 })),
    })
  if (path === '/cgi-bin/department/list')
    return tellsNames ? ok({ department: departments.filter(({ id }) => isSeen(id)) }) : forbidden
  if (path === '/cgi-bin/user/list') {
    if (!tellsNames) return forbidden
    const id = Number(fields['department_id'])
    if (!departments.some((one) => one.id === id)) return failed(60003, 'department not found')
    if (!isSeen(id)) return unseen
    return ok({ userlist: members.filter((member) => homes(member).includes(id)).map(shown) })
  }
  if (path === '/cgi-bin/user/get') {
    if (!tellsNames) return forbidden
    const wanted = fields['userid']?.toLowerCase()
    const member = members.find(({ userid }) => userid.toLowerCase() === wanted)
    if (member === undefined) return failed(60111, 'userid not found')
    return homes(member).some(isSeen) ? ok(shown(member)) : unseen
  }
  if (path === '/cgi-bin/tag/list')
    return ok({ taglist: tags.map(({ tagid, tagname }) => ({ tagid, tagname })) })
  if (path === '/cgi-bin/tag/get') {
    const tag = tags.find(({ tagid }) => String(tagid) === fields['tagid'])
    if (tag === undefined) return failed(40068, 'invalid tagid')
    return ok({
      tagname: tag.tagname,
      userlist: tag.users.map((userid) => ({ userid })),
      partylist: tag.parties,
    })
  }
  return null
}
