import type { mailClouds, mailIssuers } from '@netward/contract/integration-values'
import { importPKCS8, SignJWT } from 'jose'
import { callService } from '../../../platform/outgoing-service.ts'
import { microsoftReason } from '../vendors/microsoft-reason.ts'
import { forgetToken, keptToken, tokenKey } from '../vendors/token-cache.ts'
import { networkFailure } from './network-failure.ts'
import { saidBy, SendFailure, type Surroundings } from './sender.ts'
import { objectOf } from './sms-vendors.ts'

export interface MailOauth {
  readonly issuer: (typeof mailIssuers)[number]
  /** Of Microsoft. */
  readonly tenantId: string
  /** Application ID of Microsoft; client e-mail of a Google service account. */
  readonly clientId: string
  readonly cloud: (typeof mailClouds)[number]
}

export interface MailToken {
  readonly value: string
  /** The mail server refused it before its time. */
  forget(): Promise<void>
}

/** Where tokens are issued, other than in tests. */
export interface TokenUrls {
  readonly microsoft: string
  readonly google: string
}

/**
 * learn.microsoft.com/exchange/client-developer/legacy-protocols/how-to-authenticate-an-imap-pop-smtp-application-by-using-oauth,
 * and learn.microsoft.com/entra/identity-platform/authentication-national-cloud.
 */
const microsoft = {
  global: ['https://login.microsoftonline.com', 'https://outlook.office365.com/.default'],
  china: ['https://login.partner.microsoftonline.cn', 'https://partner.outlook.cn/.default'],
  usgov: ['https://login.microsoftonline.us', 'https://outlook.office365.us/.default'],
} as const

/**
 * A token for one mailbox: of Microsoft by client credentials (RFC 6749 §4.4), of Google by an assertion of the service account in
 * the name of the mailbox's user (RFC 7523; developers.google.com/identity/protocols/oauth2/service-account).
 * @throws SendFailure
 */
export async function mailToken(
  oauth: MailOauth,
  secret: string,
  user: string,
  surroundings: Pick<Surroundings, 'caller' | 'timeoutMilliseconds'> & { readonly tokenUrls?: TokenUrls },
): Promise<MailToken> {
  const { issuer, tenantId, clientId, cloud } = oauth
  // Tokens of Microsoft are the application's; those of Google are a mailbox's.
  const key = tokenKey('mail', issuer, tenantId, clientId, cloud, secret, issuer === 'google' ? user : '')
  const value = await keptToken(key, async () =>
    issuer === 'microsoft'
      ? asked(
          `${surroundings.tokenUrls?.microsoft ?? microsoft[cloud][0]}/${tenantId}/oauth2/v2.0/token`,
          secret,
          surroundings,
          {
            grant_type: 'client_credentials',
            client_id: clientId,
            client_secret: secret,
            scope: microsoft[cloud][1],
          },
        )
      : askedOfGoogle(oauth, secret, user, surroundings),
  )
  return { value, forget: () => forgetToken(key, value) }
}

async function askedOfGoogle(
  { clientId }: MailOauth,
  secret: string,
  user: string,
  surroundings: Parameters<typeof mailToken>[3],
) {
  const url = surroundings.tokenUrls?.google ?? 'https://oauth2.googleapis.com/token'
  const assertion = await new SignJWT({ scope: 'https://mail.google.com/' })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
    .setIssuer(clientId)
    .setSubject(user)
    .setAudience(url)
    .setIssuedAt()
    .setExpirationTime('10m')
    .sign(await importPKCS8(secret, 'RS256'))
  return asked(url, secret, surroundings, {
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion,
  })
}

async function asked(
  url: string,
  secret: string,
  { caller, timeoutMilliseconds }: Pick<Surroundings, 'caller' | 'timeoutMilliseconds'>,
  parameters: Readonly<Record<string, string>>,
): Promise<{ value: string; seconds: number }> {
  const answer = await callService(url, caller, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(parameters).toString(),
    timeoutMilliseconds,
  }).catch((error: unknown) => {
    throw networkFailure(error)
  })
  const said = objectOf(answer.body)
  const token = said?.['access_token']
  if (answer.status === 200 && typeof token === 'string' && token !== '')
    return { value: token, seconds: Number(said?.['expires_in']) || 3600 }
  if (said === null || answer.status >= 500 || answer.status === 429)
    throw new SendFailure(answer.status === 429 ? 'too_many' : 'answer', `HTTP ${answer.status}`, {
      isFinal: false,
    })
  const detail = saidBy(
    [said['error'], said['error_description']].filter((part) => typeof part === 'string').join(': '),
    [secret],
  )
  throw new SendFailure(microsoftReason(detail) ?? 'credentials', detail, { isFinal: false })
}
