import { createHash } from 'node:crypto'
import { FeishuDirectory, feishuDirectoryAnswer } from '../directories/feishu.ts'
import { type FakeAnswer, startFake } from './http-fake.ts'
import { feishuMessages, type FeishuMessages } from './feishu-messages.ts'

export interface FeishuPerson {
  readonly open_id: string
  readonly name: string
  readonly tenant_key: string
  readonly enterprise_email?: string
}

export interface FeishuService {
  readonly url: string
  secret: string
  /** Errors by the end of a path. */
  readonly errors: Map<string, readonly [number, string]>
  readonly tokenRequests: number
  endToken(): void
  /** Goes through the sign-in page as a person: the address with which the browser comes back. */
  authorize(location: string, person: FeishuPerson): string
  readonly directory: FeishuDirectory
  /** Messages of the application. */
  readonly inbox: FeishuMessages
  stop(): Promise<void>
}

/**
 * Feishu, written from open.feishu.cn (obtain-oauth-code, get-user-access-token v2, user_info, tenant_access_token_internal,
 * tenant/v2/tenant/query, generic-error-code, as of 2025-06). Errors stand in `code` beside HTTP 200 or 400; a code is good
 * once and bound to its redirect address and PKCE challenge.
 */
export async function startFeishuService(app: {
  readonly appId: string
  readonly secret: string
  readonly tenantKey: string
}): Promise<FeishuService> {
  const codes = new Map<string, { person: FeishuPerson; redirectUri: string; challenge: string }>()
  const personTokens = new Map<string, FeishuPerson>()
  let token = ''
  let requests = 0
  const failed = (code: number, msg: string, status = 200): FakeAnswer => ({ status, json: { code, msg } })
  const { fake: inbox, answer: messageAnswer } = feishuMessages()
  const server = await startFake((asked) => {
    const { method, url, headers, json } = asked
    const key = `${method} ${url.pathname}`
    const wrong = [...fake.errors].find(([end]) => url.pathname.endsWith(end))
    if (wrong !== undefined) return failed(...wrong[1])
    const bearer = headers.authorization?.replace(/^Bearer /, '') ?? ''
    if (key === 'POST /open-apis/auth/v3/tenant_access_token/internal') {
      requests += 1
      if (json['app_id'] !== app.appId) return failed(10003, 'invalid app_id')
      if (json['app_secret'] !== fake.secret) return failed(10014, 'app secret invalid')
      token = `t-${requests}`
      return { json: { code: 0, msg: 'ok', tenant_access_token: token, expire: 7200 } }
    }
    if (key === 'GET /open-apis/tenant/v2/tenant/query')
      return bearer === token
        ? {
            json: {
              code: 0,
              msg: 'success',
              data: { tenant: { name: 'Example', tenant_key: app.tenantKey } },
            },
          }
        : failed(99991663, 'Invalid access token for authorization', 400)
    if (url.pathname.startsWith('/open-apis/contact/v3/'))
      return bearer === token
        ? (feishuDirectoryAnswer(fake.directory, url) ?? { status: 404 })
        : failed(99991663, 'Invalid access token for authorization', 400)
    if (key === 'POST /open-apis/im/v1/messages')
      return bearer === token
        ? (messageAnswer(asked) ?? { status: 404 })
        : failed(99991663, 'Invalid access token for authorization', 400)
    if (key === 'POST /open-apis/authen/v2/oauth/token') {
      if (json['client_id'] !== app.appId || json['client_secret'] !== fake.secret)
        return failed(20002, 'The client secret is invalid.', 400)
      const granted = codes.get(String(json['code']))
      codes.delete(String(json['code']))
      if (granted === undefined) return failed(20003, 'The authorization code is not found.', 400)
      if (granted.redirectUri !== json['redirect_uri'])
        return failed(20071, 'The redirect_uri does not match.', 400)
      const challenge = createHash('sha256').update(String(json['code_verifier'])).digest('base64url')
      if (challenge !== granted.challenge) return failed(20049, 'PKCE code verification failed.', 400)
      const accessToken = `u-${Math.random()}`
      personTokens.set(accessToken, granted.person)
      return { json: { code: 0, access_token: accessToken, expires_in: 7200, token_type: 'Bearer' } }
    }
    if (key === 'GET /open-apis/authen/v1/user_info') {
      const person = personTokens.get(bearer)
      return person === undefined
        ? failed(99991668, 'Invalid access token for authorization', 400)
        : { json: { code: 0, msg: 'success', data: person } }
    }
    return { status: 404 }
  })
  const fake = {
    url: server.url,
    secret: app.secret,
    directory: new FeishuDirectory(),
    errors: new Map<string, readonly [number, string]>(),
    get tokenRequests() {
      return requests
    },
    endToken() {
      token = ''
    },
    authorize(location: string, person: FeishuPerson) {
      const asked = new URL(location).searchParams
      if (asked.get('client_id') !== app.appId || asked.get('response_type') !== 'code')
        throw new Error('20021')
      if (asked.get('code_challenge_method') !== 'S256') throw new Error('no PKCE')
      const code = `code-${Math.random().toString(36).slice(2)}`
      const redirectUri = asked.get('redirect_uri') ?? ''
      codes.set(code, { person, redirectUri, challenge: asked.get('code_challenge') ?? '' })
      return `${redirectUri}?${new URLSearchParams({ code, state: asked.get('state') ?? '' }).toString()}`
    },
    inbox,
    stop: () => server.stop(),
  }
  return fake
}
