import { calculatePKCECodeChallenge } from 'openid-client'
import { saidBy, type SendFailure } from '../senders/sender.ts'
import { callJson, type JsonAnswer, partOf, textOf } from './json-calls.ts'
import { forgetToken, keptToken, tokenKey } from './token-cache.ts'
import {
  type Identity,
  numbered,
  numberOf,
  SignOnRefused,
  type SignInVendor,
  type VendorSurroundings,
} from './vendor.ts'

export interface FeishuSettings {
  readonly appId: string
  readonly sendsMessages?: boolean
  readonly signInBase: string
  readonly apiBase: string
}

/** open.feishu.cn/document/server-docs/api-call-guide/generic-error-code and authentication-management. */
const reasons: Readonly<Record<number, SendFailure['reason']>> = {
  10003: 'application_unknown',
  10014: 'credentials',
  20002: 'credentials',
  20027: 'permission_missing',
  20029: 'callback_unknown',
  20071: 'callback_unknown',
  99991400: 'too_many',
  99991401: 'trusted_address',
  99991672: 'permission_missing',
  99991679: 'permission_missing',
  // Of messages: no account of this application, not in its availability, who has left; no bot.
  230013: 'recipient',
  230018: 'recipient',
  230029: 'recipient',
  99992351: 'recipient',
  99992361: 'recipient',
  230006: 'permission_missing',
  230020: 'too_many',
}
const tokenEnded = new Set([99991661, 99991663, 99991664, 99991668])
/** get-user-access-token v2: not in the availability of the application; unknown, resigned, frozen and not registered people. */
const notAMember = new Set([20008, 20010, 20021, 20022, 20023])
const codeEnded = new Set([20003, 20004, 20024, 20049, 20065])

/** The API of one custom app (server-docs/authentication-management/access-token/tenant_access_token_internal). */
export function feishuClient(
  { appId, apiBase }: Pick<FeishuSettings, 'appId' | 'apiBase'>,
  secret: string,
  surroundings: VendorSurroundings,
) {
  const key = tokenKey('feishu', apiBase, appId, secret, surroundings.caller.companyCode)

  /** Errors stand in `code`, whatever the HTTP status. */
  async function call(
    path: string,
    request: Parameters<typeof callJson>[2] = {},
  ): Promise<JsonAnswer['body']> {
    const { body } = await callJson(`${apiBase}${path}`, surroundings, request)
    const code = Number(body['code'] ?? -1)
    if (code === 0) return body
    const detail = saidBy(`${code}: ${textOf(body['msg']) || textOf(body['error_description'])}`, [secret])
    if (notAMember.has(code)) throw new SignOnRefused('outsider', detail)
    if (codeEnded.has(code)) throw new SignOnRefused('expired', detail)
    if (code === 20008 || code === 20021 || code === 20066) throw new SignOnRefused('outsider', detail)
    throw numbered(code, reasons[code] ?? 'refused', detail)
  }

  const token = () =>
    keptToken(key, async () => {
      const body = await call('/open-apis/auth/v3/tenant_access_token/internal', {
        json: { app_id: appId, app_secret: secret },
      })
      return { value: textOf(body['tenant_access_token']), seconds: Number(body['expire']) || 7200 }
    })

  async function asTenant(
    path: string,
    json?: Readonly<Record<string, unknown>>,
    isRepeat = false,
  ): Promise<Readonly<Record<string, unknown>>> {
    const value = await token()
    try {
      const body = await call(path, { headers: { authorization: `Bearer ${value}` }, json })
      return partOf(body['data'])
    } catch (error) {
      if (!tokenEnded.has(numberOf(error) ?? 0) || isRepeat) throw error
      await forgetToken(key, value)
      return asTenant(path, json, true)
    }
  }
  return { call, asTenant }
}

/** Feishu and Lark: OAuth 2.0 with PKCE (document/authentication-management/access-token/obtain-oauth-code and get-user-access-token). */
export function feishuVendor(
  settings: FeishuSettings,
  secret: string,
  surroundings: VendorSurroundings,
): SignInVendor {
  const { appId, signInBase } = settings
  const api = feishuClient(settings, secret, surroundings)
  const tenant = async () => partOf((await api.asTenant('/open-apis/tenant/v2/tenant/query'))['tenant'])
  return {
    async begin({ state, verifier, callbackUrl }) {
      const query = new URLSearchParams({
        client_id: appId,
        response_type: 'code',
        redirect_uri: callbackUrl,
        state,
        code_challenge: await calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { location: `${signInBase}/open-apis/authen/v1/authorize?${query.toString()}` }
    },
    async finish(parameters, { verifier, callbackUrl }): Promise<Identity> {
      const code = parameters['code'] ?? ''
      if (code === '') throw new SignOnRefused('denied', parameters['error'])
      const granted = await api.call('/open-apis/authen/v2/oauth/token', {
        json: {
          grant_type: 'authorization_code',
          client_id: appId,
          client_secret: secret,
          code,
          redirect_uri: callbackUrl,
          code_verifier: verifier,
        },
      })
      const answer = await api.call('/open-apis/authen/v1/user_info', {
        headers: { authorization: `Bearer ${textOf(granted['access_token'])}` },
      })
      const person = partOf(answer['data'])
      const own = textOf((await tenant())['tenant_key'])
      if (own === '' || textOf(person['tenant_key']) !== own)
        throw new SignOnRefused('outsider', 'tenant_key')
      const subject = textOf(person['open_id'])
      if (subject === '') throw new SignOnRefused('no_subject')
      const email = textOf(person['enterprise_email'])
      return {
        subject,
        displayName: textOf(person['name']) || subject,
        userName: email || textOf(person['user_id']) || 'feishu',
        email: email || null,
        sid: null,
        methods: [],
      }
    },
    async test() {
      const { name, tenant_key: key } = await tenant()
      return [appId, textOf(name) || textOf(key)].filter((part) => part !== '')
    },
  }
}
