import { createHash, randomBytes } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, SignJWT, UnsecuredJWT } from 'jose'
import { type FakeAnswer, type FakeRequest, startFake } from './http-fake.ts'

/** A person who is signed in at the provider. */
export interface OidcPerson {
  readonly sub: string
  readonly [claim: string]: unknown
}

/** What the provider does wrong. */
export interface OidcFaults {
  audience?: string
  issuer?: string
  nonce?: string
  /** The ID token carries no signature (alg none). */
  unsigned?: boolean
  /** Signed by a key that is not published. */
  foreignKey?: boolean
  /** Issued this many seconds ago; it is good for 300. */
  ageSeconds?: number
  /** The `iss` of the authorization response (RFC 9207). */
  answerIssuer?: string
  /** An error instead of a code. */
  error?: string
  /** The token endpoint refuses the client with this error and description. */
  tokenError?: readonly [string, string]
}

export interface OidcProvider {
  readonly url: string
  readonly issuer: string
  /** Who is signed in there. */
  person: OidcPerson
  faults: OidcFaults
  /** Addresses that codes are sent to: registered exactly (RFC 9700 §4.1.3). */
  readonly redirectUris: string[]
  secret: string
  /** Calls of the token endpoint and what they answered. */
  readonly tokenCalls: string[]
  /** Publishes another key and signs with it; the earlier one is gone. */
  rotate(): Promise<void>
  /** A logout token (OpenID Connect Back-Channel Logout 1.0 §2.4); `more` replaces claims. */
  logoutToken(
    claims: { sub?: string; sid?: string },
    more?: Readonly<Record<string, unknown>>,
  ): Promise<string>
  stop(): Promise<void>
}

interface Grant {
  readonly redirectUri: string
  readonly challenge: string
  readonly nonce: string
  readonly person: OidcPerson
}

/**
 * An OpenID provider, written from OpenID Connect Core 1.0 (errata 2), Discovery 1.0, RFC 6749, RFC 7636 and RFC 9207. It takes
 * the code flow with PKCE S256 alone, exact redirect addresses, one use of a code, and client_secret_post or _basic.
 * `path` puts its issuer below the address, as Microsoft Entra does.
 */
export async function startOidcProvider(client: {
  readonly clientId: string
  readonly secret: string
  readonly path?: string
}): Promise<OidcProvider> {
  const grants = new Map<string, Grant>()
  const spent = new Set<string>()
  const tokens = new Map<string, OidcPerson>()
  let key = await newKey()
  const foreign = await newKey()
  const path = client.path ?? ''
  const answers: Readonly<Record<string, (request: FakeRequest) => FakeAnswer | Promise<FakeAnswer>>> = {
    [`GET ${path}/.well-known/openid-configuration`]: () => ({ json: metadata() }),
    [`GET ${path}/keys`]: () => ({ json: { keys: [key.jwk] } }),
    [`GET ${path}/authorize`]: authorize,
    [`POST ${path}/token`]: token,
    [`GET ${path}/userinfo`]: ({ headers }) => {
      const person = tokens.get(headers.authorization?.replace(/^Bearer /, '') ?? '')
      return person === undefined ? { status: 401, json: { error: 'invalid_token' } } : { json: person }
    },
  }
  const server = await startFake(({ method, url, ...rest }) => {
    const answer = answers[`${method} ${url.pathname}`]
    return answer === undefined
      ? { status: 404, json: { error: 'not_found' } }
      : answer({ method, url, ...rest })
  })
  const issuer = `${server.url}${path}`
  const fake: OidcProvider = {
    url: server.url,
    issuer,
    person: { sub: 'person-1', name: 'Li Wei', email: 'li.wei@corp.example', email_verified: true },
    faults: {},
    redirectUris: [],
    secret: client.secret,
    tokenCalls: [],
    async rotate() {
      key = await newKey()
    },
    logoutToken: (claims, more = {}) =>
      new SignJWT({
        iss: issuer,
        aud: client.clientId,
        jti: randomBytes(8).toString('hex'),
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        ...claims,
        ...more,
      })
        .setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid!, typ: 'logout+jwt' })
        .setIssuedAt()
        .setExpirationTime('2m')
        .sign(key.privateKey),
    stop: () => server.stop(),
  }

  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })

  function authorize({ fields }: FakeRequest): FakeAnswer {
    // Without a known client and address nobody is redirected (RFC 6749 §4.1.2.1).
    if (fields['client_id'] !== client.clientId) return { status: 400, text: 'unknown client' }
    const redirectUri = fields['redirect_uri'] ?? ''
    if (!fake.redirectUris.includes(redirectUri))
      return { status: 400, text: 'redirect_uri is not registered' }
    const state = fields['state'] ?? ''
    const back = (values: Record<string, string>) => {
      const location = new URL(redirectUri)
      for (const [name, value] of Object.entries({
        ...values,
        state,
        iss: fake.faults.answerIssuer ?? issuer,
      }))
        location.searchParams.set(name, value)
      return { location: location.href }
    }
    const problem =
      fields['response_type'] !== 'code'
        ? 'unsupported_response_type'
        : fields['scope']?.split(' ').includes('openid') !== true
          ? 'invalid_scope'
          : fields['code_challenge_method'] !== 'S256' ||
              !/^[\w-]{43}$/.test(fields['code_challenge'] ?? '') ||
              (fields['nonce'] ?? '').length < 16 ||
              state.length < 16
            ? 'invalid_request'
            : (fake.faults.error ?? null)
    if (problem !== null) return back({ error: problem })
    const code = randomBytes(16).toString('hex')
    grants.set(code, {
      redirectUri,
      challenge: fields['code_challenge']!,
      nonce: fields['nonce']!,
      person: fake.person,
    })
    return back({ code })
  }

  async function token({ headers, fields }: FakeRequest): Promise<FakeAnswer> {
    const refuse = (status: number, error: string, description = ''): FakeAnswer => {
      fake.tokenCalls.push(error)
      return { status, json: { error, error_description: description } }
    }
    if (fake.faults.tokenError) return refuse(401, ...fake.faults.tokenError)
    const basic = Buffer.from(headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
    const [id = '', secret = ''] = headers.authorization
      ? basic.split(':').map(decodeURIComponent)
      : [fields['client_id'], fields['client_secret']]
    if (id !== client.clientId || secret !== fake.secret)
      return refuse(401, 'invalid_client', 'wrong client credentials')
    if (fields['grant_type'] !== 'authorization_code') return refuse(400, 'unsupported_grant_type')
    const code = fields['code'] ?? ''
    const grant = grants.get(code)
    if (grant === undefined || spent.has(code))
      return refuse(400, 'invalid_grant', 'the code is unknown or was used')
    spent.add(code)
    if (grant.redirectUri !== fields['redirect_uri'])
      return refuse(400, 'invalid_grant', 'redirect_uri differs')
    const challenge = createHash('sha256')
      .update(fields['code_verifier'] ?? '')
      .digest('base64url')
    if (challenge !== grant.challenge) return refuse(400, 'invalid_grant', 'code_verifier is wrong')
    fake.tokenCalls.push('ok')
    const accessToken = randomBytes(16).toString('hex')
    tokens.set(accessToken, grant.person)
    return {
      json: {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await idToken(grant),
      },
    }
  }

  function idToken({ nonce, person }: Grant): string | Promise<string> {
    const {
      audience,
      issuer: wrongIssuer,
      nonce: wrongNonce,
      unsigned,
      foreignKey,
      ageSeconds = 0,
    } = fake.faults
    const now = Math.floor(Date.now() / 1000) - ageSeconds
    const claims = {
      ...person,
      iss: wrongIssuer ?? issuer,
      aud: audience ?? client.clientId,
      nonce: wrongNonce ?? nonce,
      iat: now,
      exp: now + 300,
    }
    if (unsigned === true) return new UnsecuredJWT(claims).encode()
    const by = foreignKey === true ? foreign : key
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: key.jwk.kid! }).sign(by.privateKey)
  }
  return fake
}

async function newKey(): Promise<{ privateKey: CryptoKey; jwk: JWK }> {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk = {
    ...(await exportJWK(publicKey)),
    kid: randomBytes(6).toString('hex'),
    use: 'sig',
    alg: 'RS256',
  }
  return { privateKey, jwk }
}
