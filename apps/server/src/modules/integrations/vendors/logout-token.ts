import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { partOf, callJson, textOf } from './json-calls.ts'
import { configurationOf, type OidcSettings } from './oidc.ts'
import type { VendorSurroundings } from './vendor.ts'

export interface EndedThere {
  readonly subject: string | null
  readonly sid: string | null
  /** Names the token: it counts once. */
  readonly id: string
}

const event = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * What a logout token says (OpenID Connect Back-Channel Logout 1.0, §2.4 and §2.6). Null: it is not valid.
 * @throws SendFailure when the keys of the service cannot be read
 */
export async function readLogoutToken(
  token: string,
  settings: OidcSettings,
  secret: string,
  surroundings: VendorSurroundings,
): Promise<EndedThere | null> {
  const config = await configurationOf(settings, secret, surroundings)
  const { issuer, jwks_uri: keysUrl } = config.serverMetadata()
  if (keysUrl === undefined) return null
  const { body } = await callJson(keysUrl, surroundings)
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(body as unknown as JSONWebKeySet), {
      issuer,
      audience: settings.clientId,
      clockTolerance: 300,
      maxTokenAge: '10 minutes',
      requiredClaims: ['iat', 'jti', 'events'],
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'],
    })
    const subject = textOf(payload.sub) || null
    const sid = textOf(payload['sid']) || null
    const isLogout = event in partOf(payload['events']) && payload['nonce'] === undefined
    return isLogout && (subject !== null || sid !== null) ? { subject, sid, id: textOf(payload.jti) } : null
  } catch {
    return null
  }
}
