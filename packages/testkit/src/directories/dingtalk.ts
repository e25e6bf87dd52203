import type { FakeAnswer } from '../sign-on/http-fake.ts'
import { generatedCompany } from './generated.ts'

export interface DingtalkMember {
  readonly userid: string
  readonly name: string
  readonly dept_id_list: readonly number[]
  readonly mobile?: string
  readonly org_email?: string
  readonly title?: string
  readonly active?: boolean
}

export interface DingtalkDepartment {
  readonly dept_id: number
  readonly parent_id: number | null
  readonly name: string
}

/** What a company holds, and how its DingTalk behaves. */
export class DingtalkDirectory {
  departments: DingtalkDepartment[] = [{ dept_id: 1, parent_id: null, name: 'Example' }]
  members: DingtalkMember[] = []
  roles: { readonly id: number; readonly name: string; readonly users: readonly string[] }[] = []
  authorised: { departments: number[]; users: string[] } = { departments: [1], users: [] }
  /** Scopes: qyapi_get_department_list, qyapi_get_department_member, fieldMobile, qyapi_get_role. */
  readonly scopes = new Set([
    'qyapi_get_department_list',
    'qyapi_get_department_member',
    'fieldMobile',
    'qyapi_get_role',
  ])
  /** So many calls are refused with 88 and 90018 before the next that works. */
  busy = 0
  /** Cursors of user/list begin again. */
  isEndless = false

  /** Fills it with `count` people. */
  generate(count: number, departmentCount?: number): void {
    const { departments, people } = generatedCompany(count, departmentCount)
    this.departments = departments.map(({ id, parentId, name }) => ({
      dept_id: id,
      parent_id: parentId,
      name,
    }))
    this.members = people.map((one) => ({
      userid: one.id,
      name: one.name,
      dept_id_list: [one.departmentId],
      mobile: one.mobile,
      org_email: one.mail,
      title: one.title,
      active: true,
    }))
  }
}

const ok = (more: Readonly<Record<string, unknown>>): FakeAnswer => ({
  json: { errcode: 0, errmsg: 'ok', request_id: 'R', ...more },
})
const failed = (errcode: number, errmsg: string): FakeAnswer => ({
  json: { errcode, errmsg, request_id: 'R' },
})
const refused = (subCode: string, subMessage: string): FakeAnswer => ({
  json: { errcode: 88, errmsg: 'ding talk error', sub_code: subCode, sub_msg: subMessage, request_id: 'R' },
})

/**
 * The directory of DingTalk by its earlier API, written from open.dingtalk.com (obtain-corpsecret-authorization-scope,
 * obtain-the-department-list-v2, queries-the-complete-information-of-a-department-user, query-user-details,
 * obtains-a-list-of-enterprise-roles, as of 2025-06). Null: another path.
 */
export function dingtalkDirectoryAnswer(
  directory: DingtalkDirectory,
  path: string,
  json: Readonly<Record<string, unknown>>,
): FakeAnswer | null {
  const { departments, members, roles, authorised, scopes, isEndless } = directory
  const isKnown =
    /^\/(?:auth\/scopes|topapi\/(?:v2\/(?:department|user)\/(?:listsub|list|get)|role\/(?:list|simplelist)))$/.test(
      path,
    )
  if (!isKnown) return null
  if (directory.busy > 0) {
    directory.busy -= 1
    return refused('90018', 'the calls of this API are limited')
  }
  if (path === '/auth/scopes')
    return ok({ auth_org_scopes: { authed_dept: authorised.departments, authed_user: authorised.users } })
  const needed = path.includes('/department/')
    ? 'qyapi_get_department_list'
    : path.includes('/role/')
      ? 'qyapi_get_role'
      : path.endsWith('/user/list')
        ? 'qyapi_get_department_member'
        : null
  if (needed !== null && !scopes.has(needed)) return refused('60011', `requires ${needed}`)
  const isSeen = (id: number): boolean => {
    for (let at: number | null = id, hops = 0; at !== null && hops < 100; hops++) {
      if (authorised.departments.includes(at)) return true
      at = departments.find(({ dept_id }) => dept_id === at)?.parent_id ?? null
    }
    return false
  }
  const shown = ({ mobile, ...member }: DingtalkMember) => ({
    active: true,
    ...member,
    ...(scopes.has('fieldMobile') && { mobile }),
  })
  const id = Number(json['dept_id'])
  if (path.includes('/department/') || path.endsWith('/user/list')) {
    const own = departments.find(({ dept_id }) => dept_id === id)
    if (own === undefined) return failed(60003, 'department not found')
    if (!isSeen(id)) return failed(50004, 'the department is not in the authorised scope')
    if (path.endsWith('/listsub'))
      return ok({ result: departments.filter(({ parent_id }) => parent_id === id) })
    if (path.endsWith('/get')) return ok({ result: own })
    const size = Number(json['size'])
    const cursor = Number(json['cursor'])
    if (!(size >= 1 && size <= 100) || !(cursor >= 0)) return failed(40035, 'invalid size or cursor')
    const all = members.filter(({ dept_id_list: ids }) => ids.includes(id))
    const isMore = cursor + size < all.length
    return ok({
      result: {
        has_more: isMore || isEndless,
        ...(isMore ? { next_cursor: cursor + size } : isEndless && { next_cursor: size }),
        list: all.slice(cursor, cursor + size).map(shown),
      },
    })
  }
  if (path === '/topapi/role/list')
    return ok({
      result: {
        hasMore: false,
        list: [
          { name: 'Default', groupId: 1, roles: roles.map((role) => ({ id: role.id, name: role.name })) },
        ],
      },
    })
  if (path === '/topapi/role/simplelist') {
    const role = roles.find((one) => one.id === json['role_id'])
    return role === undefined
      ? failed(400002, 'role not found')
      : ok({ result: { hasMore: false, list: role.users.map((userid) => ({ userid })) } })
  }
  const member = members.find(({ userid }) => userid === json['userid'])
  if (member === undefined) return null
  const own = roles.filter(({ users }) => users.includes(member.userid))
  return ok({
    result: { ...shown(member), role_list: own.map((role) => ({ id: role.id, name: role.name })) },
  })
}
