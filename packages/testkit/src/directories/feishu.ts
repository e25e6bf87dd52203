import { randomUUID } from 'node:crypto'
import { encrypted, type FeishuCallback } from '../sign-on/feishu-messages.ts'
import type { FakeAnswer } from '../sign-on/http-fake.ts'

export interface FeishuMember {
  readonly open_id: string
  readonly name: string
  readonly department_ids: readonly string[]
  readonly primary?: string
  readonly mobile?: string
  readonly enterprise_email?: string
  readonly job_title?: string
  readonly status?: Readonly<Record<string, boolean>>
}

export interface FeishuDepartment {
  readonly open_department_id: string
  readonly parent_department_id: string
  readonly name: string
}

/** What a tenant holds, and how its Feishu behaves. */
export class FeishuDirectory {
  departments: FeishuDepartment[] = []
  members: FeishuMember[] = []
  /** The contact scope of the application; department '0': the whole tenant. */
  scope: { departments: string[]; users: string[] } = { departments: ['0'], users: [] }
  pageSize = 50
  /** So many calls are answered with 99991400 before the next that works. */
  busy = 0
  isEndless = false
}

const ok = (data: unknown): FakeAnswer => ({ json: { code: 0, msg: 'success', data } })
const failed = (code: number, msg: string, status = 400): FakeAnswer => ({ status, json: { code, msg } })

/**
 * Contacts of Feishu, written from open.feishu.cn/document/server-docs/contact-v3 (scope/list, department/get and children,
 * user/find_by_department and get, as of 2025-06). Null: another path.
 */
export function feishuDirectoryAnswer(directory: FeishuDirectory, url: URL): FakeAnswer | null {
  const path = /^\/open-apis\/contact\/v3\/(.+)$/.exec(url.pathname)?.[1]
  if (path === undefined) return null
  if (directory.busy > 0) {
    directory.busy -= 1
    return failed(99991400, 'request trigger frequency limit', 429)
  }
  const { departments, members, scope, pageSize, isEndless } = directory
  const query = url.searchParams
  const size = Number(query.get('page_size') ?? 10)
  if (!(size >= 1 && size <= 50)) return failed(40001, 'invalid page_size')
  const paged = (items: readonly unknown[]): FakeAnswer => {
    const from = Number(query.get('page_token') ?? 0)
    const next = from + Math.min(size, pageSize)
    const isMore = next < items.length
    return ok({
      has_more: isMore || isEndless,
      page_token: isMore ? String(next) : isEndless ? String(pageSize) : '',
      items: items.slice(from, next),
    })
  }
  const isBelow = (id: string, above: string): boolean => {
    for (let at = id, hops = 0; hops < 50; hops++) {
      const parent = departments.find((one) => one.open_department_id === at)?.parent_department_id
      if (parent === undefined) return false
      if (parent === above) return true
      at = parent
    }
    return false
  }
  const isSeen = (id: string) =>
    scope.departments.some((one) => one === '0' || one === id || isBelow(id, one))
  const shown = ({ primary, ...member }: FeishuMember) => ({
    status: { is_frozen: false, is_resigned: false, is_activated: true, is_exited: false, is_unjoin: false },
    orders: member.department_ids.map((id) => ({ department_id: id, is_primary_dept: id === primary })),
    ...member,
  })
  if (path === 'scopes')
    return ok({ has_more: false, department_ids: scope.departments, user_ids: scope.users })
  const [, id = '', children] = /^departments\/([^/]+)(\/children)?$/.exec(path) ?? []
  if (id !== '') {
    if (id !== '0' && !isSeen(id)) return failed(40004, 'no dept authority error')
    if (children !== undefined) return paged(departments.filter((one) => isBelow(one.open_department_id, id)))
    return ok({ department: departments.find((one) => one.open_department_id === id) })
  }
  if (path === 'users/find_by_department') {
    const department = query.get('department_id') ?? ''
    if (!isSeen(department)) return failed(40004, 'no dept authority error')
    const own = members.filter(({ department_ids: ids }) => ids.includes(department))
    return paged(own.map(shown))
  }
  const member = members.find(({ open_id: openId }) => path === `users/${openId}`)
  if (member === undefined) return failed(41012, 'user id invalid error')
  const isVisible = scope.users.includes(member.open_id) || member.department_ids.some(isSeen)
  return isVisible ? ok({ user: shown(member) }) : failed(41050, 'no user authority error')
}

/**
 * A contact event of Feishu in format 2.0, written from open.feishu.cn/document/server-docs/contact-v3/user/events/created and
 * event-subscription-guide/event-subscription-configure- (as of 2025-06): encrypted and signed by the keys of the application.
 * An event that is sent again keeps its `id`.
 */
export function feishuEvent(
  keys: { readonly token: string; readonly encryptKey: string },
  appId: string,
  type: string,
  object: Readonly<Record<string, unknown>>,
  { at = new Date(), id = randomUUID() }: { readonly at?: Date; readonly id?: string } = {},
): FeishuCallback {
  const header = {
    event_id: id,
    event_type: type,
    create_time: String(at.getTime()),
    token: keys.token,
    app_id: appId,
    tenant_key: 'tenant',
  }
  return encrypted({ schema: '2.0', header, event: { object } }, keys.encryptKey, at)
}
