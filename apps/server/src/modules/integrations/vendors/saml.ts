import { X509Certificate } from 'node:crypto'
import { type CacheProvider, type Profile, SAML, ValidateInResponseTo } from '@node-saml/node-saml'
import { saidBy } from '../senders/sender.ts'
import {
  type CallbackParameters,
  failure,
  type Identity,
  type Kept,
  SignOnRefused,
  type SignInVendor,
} from './vendor.ts'

export interface SamlSettings {
  readonly entityId: string
  readonly signInUrl: string
  readonly signOutUrl?: string
  readonly certificates: string
  readonly nameAttribute: string
  readonly mailAttribute: string
}

const clockMilliseconds = 300_000
const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'

/** Certificates in PEM or as metadata has them. Throws where one cannot be read. */
export function certificatesIn(text: string): X509Certificate[] {
  const bodies = text.includes('-----BEGIN')
    ? [...text.matchAll(/-----BEGIN CERTIFICATE-----([\s\S]*?)-----END CERTIFICATE-----/g)].map(
        ([, body]) => body ?? '',
      )
    : text.split(/[,;]|\n\s*\n/)
  const found = bodies.map((body) => body.replace(/\s+/g, '')).filter((body) => body !== '')
  if (found.length === 0) throw new Error('no certificate')
  return found.map((body) => new X509Certificate(Buffer.from(body, 'base64')))
}

/** The entity id of this console for a channel is the address of its metadata. */
export const metadataUrlOf = (callbackUrl: string): string => callbackUrl.replace(/\/callback$/, '/metadata')

/** Where the identity provider sends its logout requests. */
export const signOutUrlOf = (callbackUrl: string): string => callbackUrl.replace(/\/callback$/, '/sign-out')

/** The one request that an answer may belong to. */
function onlyRequest(noted: { id: string | undefined }): CacheProvider {
  return {
    async saveAsync(key, value) {
      noted.id = key
      return { value, createdAt: Date.now() }
    },
    getAsync: async (key) => (key === noted.id ? new Date().toISOString() : null),
    async removeAsync(key) {
      if (key !== null && key === noted.id) noted.id = undefined
      return key
    },
  }
}

export function providerOf(
  settings: SamlSettings,
  callbackUrl: string,
  noted: { id: string | undefined },
): SAML {
  const entityId = metadataUrlOf(callbackUrl)
  return new SAML({
    callbackUrl,
    entryPoint: settings.signInUrl,
    logoutUrl: settings.signOutUrl || settings.signInUrl,
    logoutCallbackUrl: signOutUrlOf(callbackUrl),
    issuer: entityId,
    audience: entityId,
    idpIssuer: settings.entityId,
    idpCert: certificatesIn(settings.certificates).map((certificate) => certificate.toString()),
    // The assertion is what counts; a signature of the response around it alone would do for neither.
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: clockMilliseconds,
    validateInResponseTo: ValidateInResponseTo.always,
    cacheProvider: onlyRequest(noted),
  })
}

export function samlMetadata(settings: SamlSettings, callbackUrl: string): string {
  return providerOf(settings, callbackUrl, { id: undefined }).generateServiceProviderMetadata(null)
}

/** SAML 2.0 Web Browser SSO (saml-profiles-2.0-os §4.1): HTTP-Redirect there, HTTP-POST back, never begun by the provider. */
export function samlVendor(settings: SamlSettings): SignInVendor {
  return {
    async begin({ state, callbackUrl }) {
      const noted: { id: string | undefined } = { id: undefined }
      const location = await providerOf(settings, callbackUrl, noted).getAuthorizeUrlAsync(
        state,
        undefined,
        {},
      )
      return { location, requestId: noted.id ?? '' }
    },
    finish: (parameters, kept) => profileOf(settings, parameters, kept),
    async test() {
      const ended = certificatesIn(settings.certificates).every(
        ({ validTo }) => Date.parse(validTo) < Date.now(),
      )
      if (ended) throw failure('certificate', 'NotAfter')
      return [settings.entityId]
    },
  }
}

async function profileOf(
  settings: SamlSettings,
  parameters: CallbackParameters,
  kept: Kept,
): Promise<Identity> {
  const response = parameters['SAMLResponse'] ?? ''
  const requestId = kept.requestId ?? ''
  if (response === '' || requestId === '') throw new SignOnRefused('denied')
  const xml = Buffer.from(response, 'base64').toString('utf8')
  // SHA-1 no longer proves who signed (NIST SP 800-131A).
  if (/xmldsig#(?:rsa-|dsa-|hmac-)?sha1/.test(xml)) throw failure('signature', 'SHA-1')
  const profile = await validated(settings, response, kept, requestId)
  // The library compares issuers of logout messages alone.
  if (profile.issuer !== settings.entityId) throw failure('claims', 'Issuer')
  // saml-profiles-2.0-os §4.1.4.3: the answer was made for this address.
  const recipient = /<(?:\w+:)?SubjectConfirmationData[^>]*\sRecipient="([^"]*)"/.exec(
    profile.getAssertionXml?.() ?? '',
  )
  if (recipient?.[1] !== kept.callbackUrl) throw failure('claims', 'Recipient')
  const subject = profile.nameID
  if (subject === '' || profile.nameIDFormat === transient)
    throw new SignOnRefused('no_subject', profile.nameIDFormat)
  const email =
    attributeOf(profile, settings.mailAttribute) || (/^[^@\s]+@[^@\s]+$/.test(subject) ? subject : '')
  return {
    subject,
    displayName: attributeOf(profile, settings.nameAttribute) || email || subject,
    userName: email || subject,
    email: email === '' ? null : email,
    sid: profile.sessionIndex ?? null,
    methods: contextOf(profile),
  }
}

async function validated(
  settings: SamlSettings,
  response: string,
  kept: Kept,
  requestId: string,
): Promise<Profile> {
  try {
    const { profile } = await providerOf(settings, kept.callbackUrl, {
      id: requestId,
    }).validatePostResponseAsync({
      SAMLResponse: response,
    })
    if (profile !== null) return profile
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    if (/InResponseTo/i.test(text)) throw new SignOnRefused('expired', saidBy(text))
    if (/AuthnFailed|RequestDenied|NoPassive/.test(text)) throw new SignOnRefused('denied', saidBy(text))
    throw failure(/signature|certificate|digest/i.test(text) ? 'signature' : 'claims', saidBy(text), error)
  }
  throw new SignOnRefused('denied')
}

function attributeOf(profile: Profile, name: string): string {
  if (name === '' || !Object.hasOwn(profile, name)) return ''
  const value = profile[name]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first.trim() : ''
}

/** AuthnContextClassRef of the assertion that was validated. */
function contextOf(profile: Profile): string[] {
  const xml = profile.getAssertionXml?.() ?? ''
  const found = /<(?:\w+:)?AuthnContextClassRef[^>]*>([^<]+)</.exec(xml)
  return found === null ? [] : [`acr:${found[1]!.trim()}`]
}
