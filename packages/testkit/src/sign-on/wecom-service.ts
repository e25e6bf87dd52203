import { WecomDirectory, wecomDirectoryAnswer, type WecomMember } from '../directories/wecom.ts'
import { type FakeAnswer, startFake } from './http-fake.ts'
import { wecomMessages, type WecomMessages } from './wecom-messages.ts'

export interface WecomService {
  readonly url: string
  secret: string
  /** Of contact sync; null: it is off. */
  contactSecret: string | null
  members: WecomMember[]
  readonly directory: WecomDirectory
  /** So many calls are answered with 45009 before the next that works. */
  busy: number
  redirectDomain: string
  /** The next error that a call answers, by the end of its path; it stays until it is taken away. */
  readonly errors: Map<string, readonly [number, string]>
  /** Ends the token before its time. */
  endToken(): void
  /** How often a token was asked for. */
  readonly tokenRequests: number
  /** A code as the page of WeCom hands it out: for a member, or an outsider (null). */
  code(userid: string | null): string
  /** Messages of the application. */
  readonly inbox: WecomMessages
  stop(): Promise<void>
}

/**
 * WeCom, written from its server API (developer.work.weixin.qq.com, documents 91039 access_token, 98176 getuserinfo, 90227
 * agent/get and 90313 error codes, as of 2025-06; its contacts in `directories/wecom.ts`). Errors stand inside HTTP 200; a code is good once, for 5
 * minutes; one token of each secret is valid at a time.
 */
export async function startWecomService(app: {
  readonly corpId: string
  readonly agentId: string
  readonly secret: string
}): Promise<WecomService> {
  const codes = new Map<string, string | null>()
  const tokens = new Map<'app' | 'contacts', string>()
  let requests = 0
  const failed = (errcode: number, errmsg: string): FakeAnswer => ({ json: { errcode, errmsg } })
  const ok = (more: Readonly<Record<string, unknown>>): FakeAnswer => ({
    json: { errcode: 0, errmsg: 'ok', ...more },
  })
  const { fake: inbox, answer: messageAnswer } = wecomMessages(app.agentId, (userid) =>
    fake.members.some((member) => member.userid.toLowerCase() === userid.toLowerCase()),
  )
  const server = await startFake((asked) => {
    const { method, url, fields, json } = asked
    const path = url.pathname
    const isMessage = method === 'POST' && path.startsWith('/cgi-bin/message/')
    if (method !== 'GET' && !isMessage && path !== '/cgi-bin/user/list_id')
      return failed(43001, 'require GET method')
    const wrong = [...fake.errors].find(([end]) => path.endsWith(end))
    if (wrong !== undefined) return failed(...wrong[1])
    if (path === '/cgi-bin/gettoken') {
      requests += 1
      if (fields['corpid'] !== app.corpId) return failed(40013, 'invalid corpid')
      const holder = { app: fake.secret, contacts: fake.contactSecret }
      const of = (['app', 'contacts'] as const).find((one) => holder[one] === fields['corpsecret'])
      if (of === undefined) return failed(40001, `invalid credential, hint: [secret ${fields['corpsecret']}]`)
      const token = `token-${requests}`
      tokens.set(of, token)
      return ok({ access_token: token, expires_in: 7200 })
    }
    const given = url.searchParams.get('access_token')
    if (given === null) return failed(41001, 'access_token missing')
    const [caller] = [...tokens].find(([, token]) => token === given) ?? []
    if (caller === undefined) return failed(40014, 'invalid access_token')
    if (fake.busy > 0) {
      fake.busy -= 1
      return failed(45009, 'api freq out of limit')
    }
    if (isMessage)
      return caller === 'app' ? (messageAnswer(asked) ?? { status: 404 }) : failed(48002, 'api forbidden')
    if (path === '/cgi-bin/auth/getuserinfo') {
      const code = fields['code'] ?? ''
      if (!codes.has(code)) return failed(40029, 'invalid code')
      const userid = codes.get(code) ?? null
      codes.delete(code)
      return userid === null ? ok({ openid: 'o_outsider' }) : ok({ userid })
    }
    if (path === '/cgi-bin/agent/get') {
      if (fields['agentid'] !== app.agentId)
        return failed(301002, 'not allow to operate another agent with this accesstoken')
      return ok({
        name: 'Netward',
        redirect_domain: fake.redirectDomain,
        allow_userinfos: { user: fake.members.map(({ userid }) => ({ userid })) },
      })
    }
    const request = { method, path, fields, json }
    return wecomDirectoryAnswer(fake.directory, fake.members, caller, request) ?? { status: 404 }
  })
  const fake = {
    url: server.url,
    secret: app.secret,
    contactSecret: null as string | null,
    directory: new WecomDirectory(),
    busy: 0,
    members: [] as WecomMember[],
    redirectDomain: '',
    errors: new Map<string, readonly [number, string]>(),
    endToken() {
      tokens.clear()
    },
    get tokenRequests() {
      return requests
    },
    code(userid: string | null) {
      const code = `code-${codes.size}-${Math.random().toString(36).slice(2)}`
      codes.set(code, userid)
      return code
    },
    inbox,
    stop: () => server.stop(),
  }
  return fake
}
