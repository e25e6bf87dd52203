import { callJson, type JsonAnswer, partOf, textOf } from './json-calls.ts'
import { saidBy, type SendFailure } from '../senders/sender.ts'
import { forgetToken, keptToken, tokenKey } from './token-cache.ts'
import {
  failure,
  type Identity,
  numbered,
  numberOf,
  SignOnRefused,
  type SignInVendor,
  type VendorSurroundings,
} from './vendor.ts'

export interface WecomSettings {
  readonly corpId: string
  readonly agentId: string
  readonly sendsMessages?: boolean
  readonly apiBase: string
  readonly qrBase: string
  readonly insideBase: string
}

/** Global error codes (developer.work.weixin.qq.com/document/path/90313). */
const reasons: Readonly<Record<number, SendFailure['reason']>> = {
  40001: 'credentials',
  40013: 'application_unknown',
  40056: 'application_unknown',
  45009: 'too_many',
  45011: 'too_many',
  45033: 'too_many',
  48002: 'permission_missing',
  48004: 'permission_missing',
  // Of messages: nobody of those named is a member whom the application may see.
  81013: 'recipient',
  60011: 'permission_missing',
  60020: 'trusted_address',
  301002: 'permission_missing',
}
const tokenEnded = new Set([40014, 42001])
const codeEnded = new Set([40029, 40163, 42003])
/** path/90313: no such member, one who was deleted, and one outside of what the application may see. */
const notAMember = new Set([60111, 46004, 50002])

/** The API of one application, whose access token is asked for once (path/91039). */
export function wecomClient(
  { corpId, apiBase }: Pick<WecomSettings, 'corpId' | 'apiBase'>,
  secret: string,
  surroundings: VendorSurroundings,
) {
  const key = tokenKey('wecom', apiBase, corpId, secret, surroundings.caller.companyCode)
  const said = (code: number, body: JsonAnswer['body']) =>
    saidBy(`${code}: ${textOf(body['errmsg'])}`, [secret])

  const token = () =>
    keptToken(key, async () => {
      const { body } = await callJson(
        `${apiBase}/cgi-bin/gettoken?${new URLSearchParams({ corpid: corpId, corpsecret: secret }).toString()}`,
        surroundings,
      )
      const code = Number(body['errcode'] ?? 0)
      const value = textOf(body['access_token'])
      if (code !== 0 || value === '') throw failure(reasons[code] ?? 'credentials', said(code, body))
      return { value, seconds: Number(body['expires_in']) || 7200 }
    })

  /**
   * A read, by POST where there is something to send; a token that the vendor ended early is asked for once more.
   * @throws SendFailure with the vendor's number, SignOnRefused for a code
   */
  async function get(
    path: string,
    query: Readonly<Record<string, string>>,
    more: Parameters<typeof callJson>[2] = {},
    isRepeat = false,
  ): Promise<JsonAnswer['body']> {
    const value = await token()
    const { body } = await callJson(
      `${apiBase}${path}?${new URLSearchParams({ access_token: value, ...query }).toString()}`,
      surroundings,
      more,
    )
    const code = Number(body['errcode'] ?? 0)
    if (code === 0) return body
    if (tokenEnded.has(code) && !isRepeat) {
      await forgetToken(key, value)
      return get(path, query, more, true)
    }
    if (codeEnded.has(code)) throw new SignOnRefused('expired', said(code, body))
    if (code === 50001) throw failure('callback_unknown', said(code, body))
    throw numbered(code, reasons[code] ?? 'refused', said(code, body))
  }
  return { get }
}

/** A code of a person who left while they signed in: the channel works. */
function unlessOutsider(error: unknown): never {
  const code = numberOf(error) ?? 0
  throw notAMember.has(code) ? new SignOnRefused('outsider', String(code)) : error
}

/**
 * WeCom: sign-in by QR code (path/98152) and inside the client (path/91022); both answer a code, which getuserinfo
 * (path/98176) changes into the userid of a member, or the openid of an outsider.
 */
export function wecomVendor(
  settings: WecomSettings,
  secret: string,
  surroundings: VendorSurroundings,
): SignInVendor {
  const { corpId, agentId, qrBase, insideBase } = settings
  const api = wecomClient(settings, secret, surroundings)
  return {
    async begin({ state, callbackUrl, userAgent }) {
      const inside = /wxwork/i.test(userAgent)
      const location = new URL(
        inside ? `${insideBase}/connect/oauth2/authorize` : `${qrBase}/wwlogin/sso/login`,
      )
      const query = inside
        ? {
            appid: corpId,
            redirect_uri: callbackUrl,
            response_type: 'code',
            scope: 'snsapi_base',
            state,
            agentid: agentId,
          }
        : { login_type: 'CorpApp', appid: corpId, agentid: agentId, redirect_uri: callbackUrl, state }
      location.search = new URLSearchParams(query).toString()
      if (inside) location.hash = 'wechat_redirect'
      return { location: location.href }
    },
    async finish(parameters): Promise<Identity> {
      const code = parameters['code'] ?? ''
      // Somebody who declines comes back without a code.
      if (code === '') throw new SignOnRefused('denied')
      const found = await api.get('/cgi-bin/auth/getuserinfo', { code }).catch(unlessOutsider)
      const userId = textOf(found['userid'])
      if (userId === '') throw new SignOnRefused('outsider', textOf(found['openid']) === '' ? '' : 'openid')
      const person = await api.get('/cgi-bin/user/get', { userid: userId }).catch(unlessOutsider)
      return {
        // WeCom compares them without regard to case.
        subject: userId.toLowerCase(),
        displayName: textOf(person['name']) || userId,
        userName: userId,
        email: null,
        sid: null,
        methods: [],
      }
    },
    async test(callbackUrl) {
      const agent = await api.get('/cgi-bin/agent/get', { agentid: agentId })
      const trusted = textOf(agent['redirect_domain'])
      const { host, hostname } = new URL(callbackUrl)
      if (trusted !== '' && trusted !== host && trusted !== hostname)
        throw failure('callback_unknown', `${trusted} ≠ ${host}`)
      const users = partOf(agent['allow_userinfos'])['user']
      const first = textOf(partOf(Array.isArray(users) ? users[0] : null)['userid'])
      if (first !== '') await api.get('/cgi-bin/user/get', { userid: first })
      return [textOf(agent['name']) || agentId, ...(first === '' ? [] : [first])]
    },
  }
}
