import { LRUCache } from 'lru-cache'
import * as client from 'openid-client'
import { callService } from '../../../platform/outgoing-service.ts'
import { networkFailure } from '../senders/network-failure.ts'
import { saidBy, SendFailure } from '../senders/sender.ts'
import { textOf } from './json-calls.ts'
import { isMicrosoftOutsider, microsoftReason } from './microsoft-reason.ts'
import { tokenKey } from './token-cache.ts'
import {
  type CallbackParameters,
  failure,
  type Identity,
  type Kept,
  SignOnRefused,
  type SignInVendor,
  type VendorSurroundings,
} from './vendor.ts'

export interface OidcSettings {
  readonly issuer: string
  readonly clientId: string
  readonly clientAuthentication: 'post' | 'basic'
  readonly scopes: string
}

type Claims = Readonly<Record<string, unknown>>

/** Minutes that clocks may differ. */
const clockSeconds = 300
const mostBytes = 1024 * 1024

/** Metadata and keys of issuers. Keys are read anew when a token names one that is not known, metadata within the hour. */
const configurations = new LRUCache<string, Promise<client.Configuration>>({ max: 500, ttl: 3600_000 })

/** OpenID Connect Core 1.0 with the code flow, PKCE (RFC 7636) and the issuer in the answer (RFC 9207). */
export function oidcVendor(
  settings: OidcSettings,
  secret: string,
  surroundings: VendorSurroundings,
  identityOf: (claims: Claims) => Identity = plainIdentity,
): SignInVendor {
  return {
    async begin({ state, nonce, verifier, callbackUrl }) {
      const config = await configurationOf(settings, secret, surroundings)
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri: callbackUrl,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      })
      return { location: location.href }
    },
    async finish(parameters, kept) {
      const claims = await claimsOf(
        await configurationOf(settings, secret, surroundings),
        parameters,
        kept,
        secret,
      )
      return identityOf(claims)
    },
    async test(callbackUrl) {
      // Read anew: what is tested is what the service says now.
      configurations.delete(keyOf(settings, secret, surroundings))
      const config = await configurationOf(settings, secret, surroundings)
      await probeClient(config, callbackUrl, secret)
      return [settings.issuer, settings.clientId]
    },
  }
}

const keyOf = (settings: OidcSettings, secret: string, { caller }: VendorSurroundings) =>
  tokenKey(JSON.stringify(settings), secret, caller.companyCode)

/** @throws SendFailure */
export function configurationOf(
  settings: OidcSettings,
  secret: string,
  surroundings: VendorSurroundings,
): Promise<client.Configuration> {
  const key = keyOf(settings, secret, surroundings)
  const known = configurations.get(key)
  if (known !== undefined) return known
  const asked = discover(settings, secret, surroundings)
  configurations.set(key, asked)
  asked.catch(() => {
    if (configurations.peek(key) === asked) configurations.delete(key)
  })
  return asked
}

async function discover(
  { issuer, clientId, clientAuthentication }: OidcSettings,
  secret: string,
  surroundings: VendorSurroundings,
): Promise<client.Configuration> {
  const authentication =
    clientAuthentication === 'basic' ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret)
  try {
    return await client.discovery(
      new URL(issuer),
      clientId,
      { client_secret: secret, [client.clockTolerance]: clockSeconds },
      authentication,
      {
        // The client of the platform reaches http in private ranges alone.
        execute: [client.enableNonRepudiationChecks, client.allowInsecureRequests],
        [client.customFetch]: guardedFetch(surroundings),
        timeout: surroundings.timeoutMilliseconds / 1000,
      },
    )
  } catch (error) {
    throw failureOf(error, secret, 'metadata')
  }
}

/** Every call of the library goes through the guarded client of the platform. */
function guardedFetch({ caller, timeoutMilliseconds }: VendorSurroundings): client.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const answer = await callService(url, caller, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body != null && { body: bodyText(body) }),
      timeoutMilliseconds,
      mostBytes,
      ...(signal && { signal }),
    })
    const kept = Object.entries(answer.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== 'content-encoding' && name !== 'content-length'
        ? [[name, value] as [string, string]]
        : [],
    )
    const isEmpty = answer.status === 204 || answer.status === 304
    return new Response(isEmpty ? null : answer.body, { status: answer.status, headers: kept })
  }
}

function bodyText(body: client.FetchBody): string {
  if (typeof body === 'string') return body
  if (body instanceof URLSearchParams) return body.toString()
  throw new Error('a body of another kind is not sent')
}

async function claimsOf(
  config: client.Configuration,
  parameters: CallbackParameters,
  { state, nonce, verifier, callbackUrl }: Kept,
  secret: string,
): Promise<Claims> {
  // A mix-up: another service than the one that was asked has answered (RFC 9207). What the browser brings is its own word.
  const { issuer, authorization_response_iss_parameter_supported: namesIssuer } = config.serverMetadata()
  if (parameters['iss'] !== undefined ? parameters['iss'] !== issuer : namesIssuer === true)
    throw new SignOnRefused('expired', 'iss')
  const current = new URL(callbackUrl)
  for (const [name, value] of Object.entries(parameters)) current.searchParams.set(name, value)
  try {
    const tokens = await client.authorizationCodeGrant(config, current, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    })
    const claims: Claims = tokens.claims() ?? {}
    if (textOf(claims['sub']) === '') throw new SignOnRefused('no_subject')
    if (textOf(claims['email']) !== '' || config.serverMetadata().userinfo_endpoint === undefined)
      return claims
    // Some services name the person at the userinfo endpoint alone.
    const more = await client
      .fetchUserInfo(config, tokens.access_token, textOf(claims['sub']))
      .catch(() => ({}))
    return { ...more, ...claims }
  } catch (error) {
    if (error instanceof SignOnRefused) throw error
    throw failureOf(error, secret, 'claims')
  }
}

/** A code that nobody was given: a service that knows client, secret and callback calls it invalid (RFC 6749 §5.2). */
async function probeClient(config: client.Configuration, callbackUrl: string, secret: string): Promise<void> {
  try {
    const current = new URL(callbackUrl)
    current.searchParams.set('code', 'netward-test')
    const { issuer, authorization_response_iss_parameter_supported: namesIssuer } = config.serverMetadata()
    if (namesIssuer === true) current.searchParams.set('iss', issuer)
    await client.authorizationCodeGrant(config, current, {
      pkceCodeVerifier: client.randomPKCECodeVerifier(),
    })
  } catch (error) {
    const found = causesOf(error).find((cause) => cause instanceof client.ResponseBodyError)
    if (found?.error === 'invalid_grant') return
    throw failureOf(error, secret, 'answer')
  }
}

const reasons: Readonly<Record<string, SendFailure['reason']>> = {
  invalid_client: 'credentials',
  unauthorized_client: 'permission_missing',
  invalid_scope: 'permission_missing',
  redirect_uri_mismatch: 'callback_unknown',
  temporarily_unavailable: 'unreachable',
  server_error: 'answer',
}

/** What an error of the library means; a person's own no is a refusal. */
function failureOf(
  error: unknown,
  secret: string,
  usual: SendFailure['reason'],
): SendFailure | SignOnRefused {
  const causes = causesOf(error)
  for (const cause of causes) {
    if (
      (cause instanceof client.AuthorizationResponseError || cause instanceof client.ResponseBodyError) &&
      isMicrosoftOutsider(cause.error_description ?? '')
    )
      return new SignOnRefused('outsider', said(cause.error, cause.error_description, secret))
    if (cause instanceof client.AuthorizationResponseError)
      return cause.error === 'access_denied' || cause.error.endsWith('_required')
        ? new SignOnRefused('denied', said(cause.error, cause.error_description, secret))
        : failure(
            reasons[cause.error] ?? 'refused',
            said(cause.error, cause.error_description, secret),
            error,
          )
    if (cause instanceof client.ResponseBodyError) {
      const detail = said(cause.error, cause.error_description, secret)
      const isAddress = /redirect/i.test(cause.error_description ?? '')
      if (cause.error === 'invalid_grant' && isAddress) return failure('callback_unknown', detail, error)
      if (cause.error === 'invalid_grant') return new SignOnRefused('expired', detail)
      return failure(microsoftReason(detail) ?? reasons[cause.error] ?? 'answer', detail, error)
    }
    if (cause instanceof SendFailure) return cause
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : ''
    if (
      /^OAUTH_(?:JWT|INVALID_RESPONSE|RESPONSE|KEY|ATTRIBUTE|HTTP|JSON|PARSE|UNSUPPORTED|MISSING|DECRYPTION|TIMESTAMP)/.test(
        code,
      )
    )
      return failure(
        /signature|OAUTH_KEY|\bjwks?\b/i.test(causes.map(({ message }) => message).join(' '))
          ? 'signature'
          : usual,
        said(code, cause.message, secret),
        error,
      )
  }
  const network = networkFailure(causes.findLast((cause) => cause.name !== 'ClientError') ?? error)
  return network.reason === 'unreachable' && network.detail === ''
    ? failure(usual, said('', causes.at(-1)?.message, secret), error)
    : network
}

const said = (error: string, description: string | undefined, secret: string) =>
  saidBy([error, description].filter(Boolean).join(': '), [secret])

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error, depth = 0; one instanceof Error && depth < 6; one = one.cause, depth += 1)
    causes.push(one)
  return causes
}

export function methodsOf(claims: Claims): string[] {
  const amr = Array.isArray(claims['amr']) ? claims['amr'].filter((one) => typeof one === 'string') : []
  return [
    ...amr.map((one) => `amr:${one}`),
    ...(textOf(claims['acr']) === '' ? [] : [`acr:${textOf(claims['acr'])}`]),
  ]
}

function plainIdentity(claims: Claims): Identity {
  const email = claims['email_verified'] === true ? textOf(claims['email']) : ''
  const userName = textOf(claims['preferred_username']) || textOf(claims['email'])
  return {
    subject: textOf(claims['sub']),
    displayName: textOf(claims['name']) || userName || textOf(claims['sub']),
    userName,
    email: email === '' ? null : email,
    sid: textOf(claims['sid']) || null,
    methods: methodsOf(claims),
  }
}
