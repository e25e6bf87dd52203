import { DingtalkDirectory, dingtalkDirectoryAnswer } from '../directories/dingtalk.ts'
import { type FakeAnswer, startFake } from './http-fake.ts'
import { dingtalkNotices, type DingtalkNotices } from './dingtalk-messages.ts'

export interface DingtalkPerson {
  readonly unionId: string
  readonly nick: string
  /** Null: no member of the company. */
  readonly userid: string | null
  /** 1: an external contact. */
  readonly contactType?: 0 | 1
}

export interface DingtalkService {
  readonly url: string
  secret: string
  people: DingtalkPerson[]
  readonly directory: DingtalkDirectory
  /** Scopes that the application was granted. */
  readonly scopes: Set<string>
  readonly errors: Map<string, readonly [number, string]>
  endToken(): void
  readonly tokenRequests: number
  /** A code of the sign-in page; the person chose this company there. */
  code(unionId: string, corpId?: string): string
  /** Work notices of the application. */
  readonly inbox: DingtalkNotices
  stop(): Promise<void>
}

/**
 * DingTalk, written from open.dingtalk.com (obtain-user-token, dingtalk-retrieve-user-information, query-a-user-by-the-union-id,
 * query-user-details, server-api-error-codes-1, as of 2025-06). The current API answers errors with an HTTP status and names
 * missing scopes; the earlier one answers them inside HTTP 200. A code is good once.
 */
export async function startDingtalkService(app: {
  readonly clientId: string
  readonly secret: string
  readonly corpId: string
  /** Of work notices. */
  readonly agentId?: string
}): Promise<DingtalkService> {
  const codes = new Map<string, { unionId: string; corpId: string }>()
  const personTokens = new Map<string, string>()
  let token = ''
  let requests = 0
  const refused = (status: number, code: string, message: string, more = {}): FakeAnswer => ({
    status,
    json: { code, message, requestid: 'R', ...more },
  })
  const failed = (errcode: number, errmsg: string): FakeAnswer => ({
    json: { errcode, errmsg, request_id: 'R' },
  })
  const ok = (result: unknown): FakeAnswer => ({
    json: { errcode: 0, errmsg: 'ok', result, request_id: 'R' },
  })
  const missing = (scope: string) =>
    refused(403, 'Forbidden.AccessDenied.AccessTokenPermissionDenied', 'no permission', {
      accessdenieddetail: { requiredScopes: [scope] },
    })
  const { fake: notices, answer: noticeAnswer } = dingtalkNotices(app.agentId ?? '1', (userid) =>
    fake.people.some((person) => person.userid === userid),
  )
  const server = await startFake((asked) => {
    const { method, url, headers, json, fields } = asked
    const key = `${method} ${url.pathname}`
    if (key === 'POST /v1.0/oauth2/accessToken') {
      requests += 1
      if (json['appKey'] !== app.clientId || json['appSecret'] !== fake.secret)
        return refused(400, 'invalidClientIdOrSecret', 'invalid clientId or clientSecret')
      token = `app-${requests}`
      return { json: { accessToken: token, expireIn: 7200 } }
    }
    if (key === 'POST /v1.0/oauth2/userAccessToken') {
      if (json['clientId'] !== app.clientId || json['clientSecret'] !== fake.secret)
        return refused(400, 'invalidClientIdOrSecret', 'invalid clientId or clientSecret')
      const granted = json['grantType'] === 'authorization_code' ? codes.get(String(json['code'])) : undefined
      if (granted === undefined) return refused(400, 'invalidAuthCode', 'the code is invalid or was used')
      codes.delete(String(json['code']))
      const accessToken = `person-${Math.random()}`
      personTokens.set(accessToken, granted.unionId)
      return { json: { accessToken, refreshToken: 'r', expireIn: 7200, corpId: granted.corpId } }
    }
    if (key === 'GET /v1.0/contact/users/me') {
      const unionId = personTokens.get(String(headers['x-acs-dingtalk-access-token']))
      const person = fake.people.find((one) => one.unionId === unionId)
      if (person === undefined) return refused(401, 'InvalidAuthentication', 'invalid access token')
      if (!fake.scopes.has('Contact.User.Read')) return missing('Contact.User.Read')
      return { json: { nick: person.nick, unionId: person.unionId, openId: `open-${person.unionId}` } }
    }
    const wrong = [...fake.errors].find(([end]) => url.pathname.endsWith(end))
    if (wrong !== undefined) return failed(...wrong[1])
    if (method !== 'POST' && url.pathname !== '/auth/scopes') return failed(43002, 'require POST method')
    const given = url.searchParams.get('access_token') ?? fields['access_token']
    if (given !== token) return failed(40014, 'invalid access_token')
    const noticed = noticeAnswer(asked)
    if (noticed !== null) return noticed
    if (!fake.scopes.has('qyapi_get_member'))
      return {
        json: {
          errcode: 88,
          errmsg: 'ding talk error',
          sub_code: '60011',
          sub_msg: 'requires qyapi_get_member',
        },
      }
    if (url.pathname === '/topapi/user/getbyunionid') {
      const person = fake.people.find(({ unionId }) => unionId === json['unionid'])
      if (person?.userid == null) return failed(60121, 'user not found')
      return ok({ userid: person.userid, contact_type: person.contactType ?? 0 })
    }
    const found = dingtalkDirectoryAnswer(fake.directory, url.pathname, json)
    if (found !== null) return found
    if (url.pathname === '/topapi/v2/user/get') {
      const person = fake.people.find(({ userid }) => userid !== null && userid === json['userid'])
      return person === undefined
        ? failed(60121, 'user not found')
        : ok({ userid: person.userid, name: person.nick, active: true })
    }
    return { status: 404 }
  })
  const fake = {
    url: server.url,
    secret: app.secret,
    people: [] as DingtalkPerson[],
    directory: new DingtalkDirectory(),
    scopes: new Set(['Contact.User.Read', 'qyapi_get_member']),
    errors: new Map<string, readonly [number, string]>(),
    endToken() {
      token = ''
    },
    get tokenRequests() {
      return requests
    },
    code(unionId: string, corpId = app.corpId) {
      const code = `code-${Math.random().toString(36).slice(2)}`
      codes.set(code, { unionId, corpId })
      return code
    },
    inbox: notices,
    stop: () => server.stop(),
  }
  return fake
}
