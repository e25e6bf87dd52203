import { saidBy, SendFailure } from '../senders/sender.ts'
import { type EntraSettings, signInBaseOf } from './entra.ts'
import { callJson, type JsonAnswer, partOf, textOf } from './json-calls.ts'
import { microsoftReason } from './microsoft-reason.ts'
import { forgetToken, keptToken, tokenKey } from './token-cache.ts'
import { failure, type VendorSurroundings } from './vendor.ts'

/** learn.microsoft.com/graph/deployments */
const bases: Readonly<Record<Exclude<EntraSettings['cloud'], 'other'>, string>> = {
  global: 'https://graph.microsoft.com',
  china: 'https://microsoftgraph.chinacloudapi.cn',
  usgov: 'https://graph.microsoft.us',
}

/** A page of 999 people. */
const mostBytes = 16 * 1024 * 1024

/** Where Graph is; empty: nobody has said. */
export const graphBaseOf = ({ cloud, graphBase = '' }: EntraSettings): string =>
  cloud === 'other' ? graphBase.replace(/\/+$/, '') : bases[cloud]

/** The state that a delta link stood for is gone: everything is read again. */
export class ResyncNeeded extends Error {
  override name = 'ResyncNeeded'
}

/** Microsoft Graph in the name of the application (learn.microsoft.com/graph/auth-v2-service, errors, throttling). */
export function graphClient(settings: EntraSettings, secret: string, surroundings: VendorSurroundings) {
  const base = graphBaseOf(settings)
  const { origin } = new URL(base)
  const key = tokenKey(
    'graph',
    base,
    settings.tenantId,
    settings.clientId,
    secret,
    surroundings.caller.companyCode,
  )

  const token = () =>
    keptToken(key, async () => {
      const { status, body, retryAfterSeconds } = await callJson(
        `${signInBaseOf(settings)}/${settings.tenantId}/oauth2/v2.0/token`,
        surroundings,
        {
          form: {
            grant_type: 'client_credentials',
            client_id: settings.clientId,
            client_secret: secret,
            scope: `${base}/.default`,
          },
        },
      )
      const value = textOf(body['access_token'])
      if (status === 200 && value !== '') return { value, seconds: Number(body['expires_in']) || 3600 }
      const detail = saidBy(`${textOf(body['error'])}: ${textOf(body['error_description'])}`, [secret])
      if (status === 429) throw busy(detail, retryAfterSeconds)
      throw failure(microsoftReason(detail) ?? 'credentials', detail)
    })

  /** A read of a path below the base, or of a link that Graph gave. @throws SendFailure, ResyncNeeded */
  const get = (link: string, headers: Readonly<Record<string, string>> = {}) => call(link, { headers })

  /** A change of a path below the base. @throws SendFailure */
  const send = (method: 'POST' | 'PATCH' | 'DELETE', path: string, json?: object) =>
    call(path, { ...(method !== 'POST' && { method }), ...(json && { json }) })

  async function call(
    link: string,
    request: Pick<Parameters<typeof callJson>[2] & {}, 'method' | 'json' | 'headers'>,
    isRepeat = false,
  ): Promise<JsonAnswer['body']> {
    const url = link.startsWith('/') ? `${base}${link}` : link
    // The token goes to Graph alone, whatever a link says.
    if (!isLink(url)) throw failure('answer', saidBy('link leads elsewhere'))
    const value = await token()
    const { status, body, retryAfterSeconds } = await callJson(url, surroundings, {
      ...request,
      headers: { ...request.headers, authorization: `Bearer ${value}` },
      mostBytes,
    })
    if (status < 300) return body
    const error = partOf(body['error'])
    const code = textOf(error['code'])
    const detail = saidBy(`${code}: ${textOf(error['message'])}`, [secret, value])
    if (status === 401 && !isRepeat) {
      await forgetToken(key, value)
      return call(link, request, true)
    }
    if (status === 410 || /resync|syncState|ExpiredPageToken|badly ?formed/i.test(detail))
      throw new ResyncNeeded(detail)
    if (status === 401) throw failure('credentials', detail)
    if (status === 403) throw failure('permission_missing', detail)
    if (status === 404) throw failure('not_found', detail)
    if (status === 429 || status === 503 || status === 504) throw busy(detail, retryAfterSeconds)
    throw failure(isUnreached(detail) ? 'callback_unknown' : 'refused', detail)
  }

  const isLink = (url: string): boolean =>
    URL.canParse(url) && new URL(url).origin === origin && new URL(url).pathname.startsWith('/v1.0/')

  return { get, send, isLink }
}

/** Of a subscription: Graph tried our address in vain (learn.microsoft.com/graph/change-notifications-delivery-webhooks). */
const isUnreached = (detail: string) => /subscription validation request/i.test(detail)

const busy = (detail: string, retryAfterSeconds: number | null) =>
  new SendFailure('too_many', detail, {
    isFinal: false,
    ...(retryAfterSeconds !== null && { retryAfterSeconds }),
  })
