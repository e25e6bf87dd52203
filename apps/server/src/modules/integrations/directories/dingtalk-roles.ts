import { SendFailure } from '../senders/sender.ts'
import type { dingtalkClient } from '../vendors/dingtalk.ts'
import { partOf, partsOf } from '../vendors/json-calls.ts'
import { failure } from '../vendors/vendor.ts'
import { idOf, lineOf, type Reading } from './reading.ts'

type Client = ReturnType<typeof dingtalkClient>

const atOnce = 200
const mostRoles = 500
const mostPages = 2000

/** Roles of people by userid (document/orgapp/obtain-the-list-of-employees-of-a-role). Null: they may not be read. */
export async function rolesOf(api: Client, reading: Reading): Promise<Map<string, string[]> | null> {
  try {
    const roles = await allRoles(api, reading)
    if (roles.length > mostRoles) return null
    const found = new Map<string, string[]>()
    for (const { id } of roles)
      for await (const rows of pagesOf(api, reading, '/topapi/role/simplelist', { role_id: Number(id) }))
        for (const row of rows) {
          const userId = idOf(row['userid'])
          if (userId !== undefined) found.set(userId, [...new Set([...(found.get(userId) ?? []), id])])
        }
    return found
  } catch (error) {
    if (error instanceof SendFailure && error.reason === 'permission_missing') return null
    throw error
  }
}

export async function searchedRoles(api: Client, reading: Reading, search: string) {
  const roles = await allRoles(api, reading)
  return roles.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase()))
}

/** document/orgapp/obtains-a-list-of-enterprise-roles: groups of roles with their roles. */
async function allRoles(api: Client, reading: Reading): Promise<{ id: string; name: string }[]> {
  const found = new Map<string, string>()
  for await (const rows of pagesOf(api, reading, '/topapi/role/list', {}))
    for (const role of rows.flatMap((group) => partsOf(group['roles']))) {
      const id = idOf(role['id'])
      if (id !== undefined) found.set(id, lineOf(role['name']) ?? id)
    }
  return [...found].map(([id, name]) => ({ id, name }))
}

async function* pagesOf(
  api: Client,
  reading: Reading,
  path: string,
  json: Readonly<Record<string, unknown>>,
) {
  for (let page = 0; ; page++) {
    if (page >= mostPages) throw failure('answer', `> ${mostPages} pages`)
    const offset = page * atOnce
    const body = await reading.ask(() => api.earlier(path, { ...json, size: atOnce, offset }))
    const result = partOf(body['result'])
    yield partsOf(result['list'])
    if (result['hasMore'] !== true) return
  }
}
