import { saidBy, type SendFailure } from '../senders/sender.ts'
import { callJson, type JsonAnswer, partOf, textOf } from './json-calls.ts'
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

export interface DingtalkSettings {
  readonly clientId: string
  readonly corpId: string
  readonly sendsMessages?: boolean
  /** Of messages. */
  readonly agentId?: string
  readonly signInBase: string
  readonly apiBase: string
  readonly directoryBase: string
}

/** Error codes of the earlier API, inside HTTP 200 (open.dingtalk.com/document/orgapp/server-api-error-codes-1). */
const reasons: Readonly<Record<number, SendFailure['reason']>> = {
  88: 'permission_missing',
  40035: 'answer',
  40078: 'credentials',
  40089: 'credentials',
  60011: 'permission_missing',
  60020: 'trusted_address',
  90002: 'too_many',
  90004: 'too_many',
  90005: 'too_many',
  90018: 'too_many',
}
const tokenEnded = new Set([40001, 40014, 42001])
/** A person who is no member, or has left. */
const notFound = new Set([33012, 60121])
/** One outside of what the application may see. */
const outOfRange = new Set([50002])

/** The two APIs of one application, with one access token for both (document/orgapp/obtain-the-access_token-of-an-internal-app). */
export function dingtalkClient(
  settings: Pick<DingtalkSettings, 'clientId' | 'apiBase' | 'directoryBase'>,
  secret: string,
  surroundings: VendorSurroundings,
) {
  const { clientId, apiBase, directoryBase } = settings
  const key = tokenKey('dingtalk', apiBase, clientId, secret, surroundings.caller.companyCode)

  /** A call of the current API, whose errors have an HTTP status of their own. */
  async function current(path: string, request: Parameters<typeof callJson>[2]): Promise<JsonAnswer['body']> {
    const { status, body } = await callJson(`${apiBase}${path}`, surroundings, request)
    if (status < 400) return body
    const code = textOf(body['code'])
    const scopes = partOf(body['accessdenieddetail'])['requiredScopes']
    const detail = saidBy(`${code}: ${Array.isArray(scopes) ? scopes.join(' ') : textOf(body['message'])}`, [
      secret,
    ])
    if (/AccessTokenPermissionDenied|Forbidden\.AccessDenied/.test(code))
      throw failure('permission_missing', detail)
    if (/IpNotInWhiteList|IpNotWhite/i.test(code)) throw failure('trusted_address', detail)
    if (/invalidAuthCode|InvalidCode|40078|authCode/i.test(code)) throw new SignOnRefused('expired', detail)
    if (/invalidClient|invalidAppKey|InvalidAuthentication|appSecret|clientSecret/i.test(code))
      throw failure('credentials', detail)
    if (status === 429 || /Throttling/.test(code)) throw failure('too_many', detail)
    throw failure('refused', detail)
  }

  const token = () =>
    keptToken(key, async () => {
      const body = await current('/v1.0/oauth2/accessToken', {
        json: { appKey: clientId, appSecret: secret },
      })
      return { value: textOf(body['accessToken']), seconds: Number(body['expireIn']) || 7200 }
    })

  /** A call of the earlier API, with its whole answer. @throws SendFailure with the vendor's number */
  async function earlier(
    path: string,
    json: Readonly<Record<string, unknown>> | undefined,
    isRepeat = false,
  ): Promise<JsonAnswer['body']> {
    const value = await token()
    const { body } = await callJson(
      `${directoryBase}${path}?${new URLSearchParams({ access_token: value }).toString()}`,
      surroundings,
      json === undefined ? {} : { json },
    )
    const given = Number(body['errcode'] ?? 0)
    if (given === 0) return body
    // 88: the gateway says why in a code of its own.
    const code = given === 88 ? Number(body['sub_code']) || given : given
    if (tokenEnded.has(code) && !isRepeat) {
      await forgetToken(key, value)
      return earlier(path, json, true)
    }
    const missing = textOf(body['sub_msg']) || textOf(body['errmsg'])
    throw numbered(code, reasons[code] ?? 'refused', saidBy(`${code}: ${missing}`, [secret]))
  }

  /** As `earlier`; null: the person is not there. */
  async function topapi(
    path: string,
    json: Readonly<Record<string, unknown>>,
  ): Promise<JsonAnswer['body'] | null> {
    try {
      return await earlier(path, json)
    } catch (error) {
      if (notFound.has(numberOf(error) ?? 0)) return null
      throw error
    }
  }

  const directory = async (path: string, json: Readonly<Record<string, unknown>>) => {
    const body = await topapi(path, json)
    return body === null ? null : partOf(body['result'])
  }
  return { current, directory, earlier, token, topapi }
}

function unlessOutsider(error: unknown): never {
  const code = numberOf(error) ?? 0
  throw outOfRange.has(code) ? new SignOnRefused('outsider', String(code)) : error
}

/**
 * DingTalk: sign-in by its page with QR code (document/orgapp/tutorial-obtaining-user-personal-information), which answers
 * `authCode`. The unionid that the person's token names is looked up in the directory: outsiders have one too.
 */
export function dingtalkVendor(
  settings: DingtalkSettings,
  secret: string,
  surroundings: VendorSurroundings,
): SignInVendor {
  const { clientId, corpId, signInBase } = settings
  const api = dingtalkClient(settings, secret, surroundings)
  return {
    async begin({ state, callbackUrl }) {
      const query = new URLSearchParams({
        redirect_uri: callbackUrl,
        response_type: 'code',
        client_id: clientId,
        scope: 'openid corpid',
        state,
        prompt: 'consent',
        org_type: 'management',
        corpId,
        exclusiveLogin: 'true',
        exclusiveCorpId: corpId,
      })
      return { location: `${signInBase}/oauth2/auth?${query.toString()}` }
    },
    async finish(parameters): Promise<Identity> {
      const code = parameters['authCode'] ?? parameters['code'] ?? ''
      if (code === '') throw new SignOnRefused('denied')
      const granted = await api.current('/v1.0/oauth2/userAccessToken', {
        json: { clientId, clientSecret: secret, code, grantType: 'authorization_code' },
      })
      const chosen = textOf(granted['corpId'])
      if (chosen !== '' && chosen !== corpId) throw new SignOnRefused('outsider', 'corpId')
      const self = await api.current('/v1.0/contact/users/me', {
        headers: { 'x-acs-dingtalk-access-token': textOf(granted['accessToken']) },
      })
      const unionId = textOf(self['unionId'])
      if (unionId === '') throw new SignOnRefused('no_subject')
      const found = await api
        .directory('/topapi/user/getbyunionid', { unionid: unionId })
        .catch(unlessOutsider)
      const userId = textOf(found?.['userid'])
      // 1: an external contact of the company, who is no member.
      if (userId === '' || Number(found?.['contact_type'] ?? 0) !== 0) throw new SignOnRefused('outsider')
      const person = await api.directory('/topapi/v2/user/get', { userid: userId }).catch(unlessOutsider)
      if (person === null || person['active'] === false) throw new SignOnRefused('outsider')
      return {
        subject: userId,
        displayName: textOf(person['name']) || textOf(self['nick']) || userId,
        userName: userId,
        email: textOf(person['org_email']) || null,
        sid: null,
        methods: [],
      }
    },
    async test() {
      await api.token()
      // The root department exists in every company: the answer says whether the directory may be read.
      const root = await api.directory('/topapi/v2/department/get', { dept_id: 1 })
      return [clientId, textOf(root?.['name'])].filter((part) => part !== '')
    },
  }
}
