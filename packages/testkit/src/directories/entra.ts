import { createHash } from 'node:crypto'
import { type FakeAnswer, type FakeRequest, startFake } from '../sign-on/http-fake.ts'
import { EntraSubscriptions } from './entra-subscriptions.ts'
import { generatedCompany } from './generated.ts'

export interface EntraUser {
  readonly id: string
  readonly displayName?: string
  readonly userPrincipalName?: string
  readonly userType?: 'Member' | 'Guest'
  readonly accountEnabled?: boolean
  readonly mail?: string | null
  readonly mobilePhone?: string | null
  readonly jobTitle?: string | null
  readonly department?: string | null
}

export interface EntraGroup {
  readonly id: string
  readonly displayName: string
  readonly members: readonly string[]
}

interface Change {
  readonly list: 'users' | 'groups'
  readonly row: Readonly<Record<string, unknown>>
}

export interface EntraDirectory {
  readonly url: string
  users: EntraUser[]
  groups: EntraGroup[]
  /** Application permissions with consent. */
  readonly permissions: Set<string>
  /** Rows on a page, whatever is asked for. */
  pageSize: number
  /** So many calls of Graph are answered with 429 before the next that works, with this Retry-After. */
  busy: number
  retryAfter: string
  /** Pages begin with the last row of the one before. */
  repeats: boolean
  /** A nextLink of this address instead. */
  strangeLink: string | null
  readonly calls: string[]
  readonly subscriptions: EntraSubscriptions
  changeUser(id: string, changes: Partial<EntraUser>): void
  removeUser(id: string): void
  changeMembers(groupId: string, changes: { add?: readonly string[]; remove?: readonly string[] }): void
  removeGroup(id: string): void
  /** Delta links of before are not known any more. */
  forget(): void
  endToken(): void
  generate(count: number): void
  stop(): Promise<void>
}

const userProperties = new Set([
  'id',
  'displayName',
  'userPrincipalName',
  'userType',
  'accountEnabled',
  'mail',
  'mobilePhone',
  'jobTitle',
  'department',
])

/** A GUID that belongs to a name. */
export const entraId = (name: string): string =>
  createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/**
 * Microsoft Graph v1.0 with the token endpoint of its tenant, written from learn.microsoft.com/graph (user-delta, group-delta,
 * delta-query-overview, paging, throttling, errors, user-list-memberof, as of 2025-06). A row of a change holds what changed
 * alone; links that are too old answer 410.
 */
export async function startEntraDirectory(app: {
  readonly tenantId: string
  readonly clientId: string
  readonly secret: string
}): Promise<EntraDirectory> {
  const log: Change[] = []
  let token = ''
  let tokens = 0
  let age = 0
  const failed = (status: number, code: string, message: string): FakeAnswer => ({
    status,
    json: { error: { code, message, innerError: {} } },
  })
  const server = await startFake((request) => {
    const { method, url, fields } = request
    if (method === 'POST' && url.pathname === `/${app.tenantId}/oauth2/v2.0/token`) {
      if (fields['client_id'] !== app.clientId || fields['client_secret'] !== app.secret)
        return {
          status: 401,
          json: {
            error: 'invalid_client',
            error_description: 'AADSTS7000215: Invalid client secret provided.',
          },
        }
      if (fields['grant_type'] !== 'client_credentials' || fields['scope'] !== `${server.url}/.default`)
        return {
          status: 400,
          json: { error: 'invalid_scope', error_description: 'AADSTS1002012: The scope is not valid.' },
        }
      token = `graph-${++tokens}`
      return { json: { token_type: 'Bearer', expires_in: 3599, access_token: token } }
    }
    if (!url.pathname.startsWith('/v1.0/')) return { status: 404 }
    fake.calls.push(`${url.pathname}${url.search}`)
    if (request.headers.authorization !== `Bearer ${token}`)
      return failed(401, 'InvalidAuthenticationToken', 'Access token has expired or is not yet valid.')
    if (fake.busy > 0) {
      fake.busy -= 1
      return {
        ...failed(429, 'TooManyRequests', 'Too many requests'),
        headers: { 'retry-after': fake.retryAfter },
      }
    }
    return graph(request)
  })

  function graph({ method, url, headers, json }: FakeRequest): FakeAnswer | Promise<FakeAnswer> {
    const path = url.pathname.slice('/v1.0'.length)
    const needed =
      path.startsWith('/groups') || path.includes('/memberOf') ? 'GroupMember.Read.All' : 'User.Read.All'
    if (!fake.permissions.has(needed))
      return failed(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.')
    if (path.startsWith('/subscriptions')) return fake.subscriptions.answer(method, path, json)
    if (method !== 'GET') return { status: 405 }
    const select = url.searchParams.get('$select')?.split(',') ?? []
    if (
      path.startsWith('/users') &&
      !path.includes('/memberOf') &&
      !select.every((name) => userProperties.has(name))
    )
      return failed(400, 'BadRequest', 'Could not find a property')
    if (path === '/users/delta' || path === '/groups/delta') {
      const list = path === '/users/delta' ? 'users' : 'groups'
      return delta(list, url, Number(/maxpagesize=(\d+)/.exec(String(headers['prefer']))?.[1] ?? 100))
    }
    if (path === '/users') {
      const ids = /^id in \((.*)\)$/.exec(url.searchParams.get('$filter') ?? '')?.[1]?.split(',') ?? []
      if (ids.length === 0 || ids.length > 15)
        return failed(400, 'BadRequest', 'Too many child clauses specified in search filter expression')
      return { json: { value: fake.users.filter(({ id }) => ids.includes(`'${id}'`)) } }
    }
    if (path === '/groups') {
      const wanted =
        /^startswith\(displayName,'(.*)'\)$/.exec(url.searchParams.get('$filter') ?? '')?.[1] ?? ''
      const value = fake.groups.filter(({ displayName }) =>
        displayName.startsWith(wanted.replaceAll("''", "'")),
      )
      return { json: { value: value.map(({ id, displayName }) => ({ id, displayName })) } }
    }
    const member = /^\/users\/([^/]+)\/memberOf\/microsoft\.graph\.group$/.exec(path)?.[1]
    if (member === undefined) return failed(404, 'Request_ResourceNotFound', 'Resource does not exist')
    return {
      json: {
        value: fake.groups.filter(({ members }) => members.includes(member)).map(({ id }) => ({ id })),
      },
    }
  }

  /** $skiptoken: from which row, and the state at the beginning; $deltatoken: that state. */
  function delta(list: Change['list'], url: URL, size: number): FakeAnswer {
    const query = url.searchParams
    const [from = 0, began = log.length, at = 0, since = -1] = (query.get('$skiptoken') ?? '')
      .split('.')
      .filter(Boolean)
      .map(Number)
    const [born, deltaFrom] = (query.get('$deltatoken') ?? '').split('.').filter(Boolean).map(Number)
    const isChanges = deltaFrom !== undefined || since >= 0
    if ((deltaFrom !== undefined && born !== age) || (query.has('$skiptoken') && at !== age))
      return failed(410, 'SyncStateNotFound', 'Resync is required')
    const start = deltaFrom ?? since
    const rows = isChanges
      ? log
          .slice(start, began)
          .filter((change) => change.list === list)
          .map(({ row }) => row)
      : list === 'users'
        ? fake.users
        : fake.groups.map(groupRow)
    const next = from + Math.min(size, fake.pageSize)
    const value = rows.slice(fake.repeats ? Math.max(0, from - 1) : from, next)
    const base = `${server.url}/v1.0/${list}/delta`
    if (next >= rows.length)
      return { json: { value, '@odata.deltaLink': `${base}?$deltatoken=${age}.${began}` } }
    const link = `${base}?$skiptoken=${next}.${began}.${age}.${isChanges ? start : ''}`
    return { json: { value, '@odata.nextLink': fake.strangeLink ?? link } }
  }

  const groupRow = ({ id, displayName, members }: EntraGroup) => ({
    id,
    displayName,
    'members@delta': members.map((member) => ({ '@odata.type': '#microsoft.graph.user', id: member })),
  })
  const note = (list: Change['list'], row: Change['row']) => log.push({ list, row })

  const fake: EntraDirectory = {
    url: server.url,
    users: [],
    groups: [],
    permissions: new Set(['User.Read.All', 'GroupMember.Read.All']),
    pageSize: 999,
    busy: 0,
    retryAfter: '7',
    repeats: false,
    strangeLink: null,
    calls: [],
    subscriptions: new EntraSubscriptions(app.tenantId),
    changeUser(id, changes) {
      fake.users = [
        ...fake.users.filter((one) => one.id !== id),
        { ...fake.users.find((one) => one.id === id), id, ...changes },
      ]
      note('users', { id, ...changes })
    },
    removeUser(id) {
      fake.users = fake.users.filter((one) => one.id !== id)
      note('users', { id, '@removed': { reason: 'changed' } })
    },
    changeMembers(groupId, { add = [], remove = [] }) {
      fake.groups = fake.groups.map((group) =>
        group.id === groupId
          ? { ...group, members: [...group.members.filter((one) => !remove.includes(one)), ...add] }
          : group,
      )
      const row = (id: string, more = {}) => ({ '@odata.type': '#microsoft.graph.user', id, ...more })
      note('groups', {
        id: groupId,
        'members@delta': [
          ...add.map((id) => row(id)),
          ...remove.map((id) => row(id, { '@removed': { reason: 'deleted' } })),
        ],
      })
    },
    removeGroup(id) {
      fake.groups = fake.groups.filter((one) => one.id !== id)
      note('groups', { id, '@removed': { reason: 'deleted' } })
    },
    forget() {
      age += 1
    },
    endToken() {
      token = ''
    },
    generate(count) {
      const { departments, people } = generatedCompany(count)
      const names = new Map(departments.map(({ id, name }) => [id, name]))
      fake.users = people.map((one) => ({
        id: entraId(one.id),
        displayName: one.name,
        userPrincipalName: one.mail,
        userType: 'Member',
        accountEnabled: true,
        mail: one.mail,
        mobilePhone: one.mobile,
        jobTitle: one.title,
        department: names.get(one.departmentId) ?? null,
      }))
    },
    stop: () => server.stop(),
  }
  return fake
}
