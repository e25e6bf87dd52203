import type { FastifyRequest } from 'fastify'

export interface ClientCredentials {
  readonly appId: string
  readonly key: string
}

/** Token endpoint errors of RFC 6749 §5.2 that can occur here. */
export type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'unsupported_grant_type'
  | 'temporarily_unavailable'
  | 'server_error'

/**
 * Client credentials, by HTTP Basic or in the form (RFC 6749 §2.3.1), never both. In Basic both parts are
 * form-encoded first; our app IDs and keys contain nothing that this would change.
 */
export function credentialsOf(request: FastifyRequest): ClientCredentials | TokenError {
  const form = formOf(request.body)
  const basic = basicOf(request.headers.authorization)
  if (form['grant_type'] === undefined) return 'invalid_request'
  if (form['grant_type'] !== 'client_credentials') return 'unsupported_grant_type'
  const { client_id: appId, client_secret: key } = form
  if (basic !== null) {
    // More than one authentication method must not be used.
    const contradicts =
      key !== undefined || (appId !== undefined && basic !== 'wrong' && appId !== basic.appId)
    if (contradicts) return 'invalid_request'
    return basic === 'wrong' ? 'invalid_client' : basic
  }
  if (appId === undefined || key === undefined) return 'invalid_client'
  return fits(appId, key) ? { appId, key } : 'invalid_client'
}

function formOf(body: unknown): Record<string, string | undefined> {
  if (typeof body !== 'object' || body === null) return {}
  // A repeated parameter counts as missing.
  return Object.fromEntries(
    Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

function basicOf(header: string | undefined): ClientCredentials | 'wrong' | null {
  const encoded = /^Basic +([A-Za-z0-9+/=]{1,400})$/i.exec(header ?? '')?.[1]
  if (encoded === undefined) return null
  const [appId, key] = split(Buffer.from(encoded, 'base64').toString('utf8'))
  return fits(appId, key) ? { appId, key } : 'wrong'
}

function split(text: string): [string, string] {
  const colon = text.indexOf(':')
  return colon < 0 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)]
}

/** Anything else was never issued: no lookup and no attempt row. */
function fits(appId: string, key: string): boolean {
  return /^app-[a-z0-9]{16}$/.test(appId) && /^[\w-]{1,100}$/.test(key)
}
