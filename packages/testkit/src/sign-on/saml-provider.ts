import { createSign, randomBytes } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { SignedXml } from 'xml-crypto'
import { samlCertificate, samlKey, strangeSamlCertificate, strangeSamlKey } from './saml-identity.ts'

export interface SamlPerson {
  readonly nameId: string
  readonly format?: string
  readonly attributes?: Readonly<Record<string, string>>
  readonly contextClass?: string
}

export interface SamlFaults {
  audience?: string
  issuer?: string
  recipient?: string
  inResponseTo?: string
  /** No signature at all. */
  unsigned?: boolean
  /** By a key whose certificate the channel does not have. */
  strangeKey?: boolean
  /** A second, unsigned assertion of this person stands before the signed one (signature wrapping). */
  wrapped?: string
  /** Minutes by which the provider's clock is late. */
  lateMinutes?: number
  /** A status other than success. */
  status?: string
}

/** What came with an AuthnRequest. */
export interface SamlRequest {
  readonly id: string
  readonly issuer: string
  readonly acs: string
  readonly relayState: string
}

export const samlEntityId = 'https://idp.example.test/saml'

const escaped = (text: string) => text.replace(/[<>&"]/g, (one) => `&#${one.charCodeAt(0)};`)

/** Reads what a browser brings to the sign-in address (saml-bindings-2.0-os §3.4, HTTP-Redirect). */
export function readSamlRequest(location: string): SamlRequest {
  const query = new URL(location).searchParams
  const xml = inflateRawSync(Buffer.from(query.get('SAMLRequest') ?? '', 'base64')).toString('utf8')
  const attribute = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(xml)?.[1] ?? ''
  return {
    id: attribute('ID'),
    issuer: /<(?:\w+:)?Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? '',
    acs: attribute('AssertionConsumerServiceURL'),
    relayState: query.get('RelayState') ?? '',
  }
}

/**
 * The form that an identity provider makes a browser post (saml-core-2.0-os, saml-profiles-2.0-os §4.1.4): a response with one
 * assertion, signed by RSA-SHA256 with an enveloped signature and exclusive canonicalisation.
 */
export function samlAnswer(
  request: SamlRequest,
  person: SamlPerson,
  faults: SamlFaults = {},
): Record<string, string> {
  const now = Date.now() - (faults.lateMinutes ?? 0) * 60_000
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  const issuer = `<saml:Issuer>${escaped(faults.issuer ?? samlEntityId)}</saml:Issuer>`
  const inResponseTo = escaped(faults.inResponseTo ?? request.id)
  const recipient = escaped(faults.recipient ?? request.acs)
  const assertionOf = (nameId: string, id: string) =>
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(0)}">${issuer}` +
    `<saml:Subject><saml:NameID Format="${person.format ?? 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'}">${escaped(nameId)}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${at(300)}" Recipient="${recipient}" InResponseTo="${inResponseTo}"/></saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${at(-5)}" NotOnOrAfter="${at(300)}"><saml:AudienceRestriction><saml:Audience>${escaped(faults.audience ?? request.issuer)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${at(0)}" SessionIndex="s-${id}"><saml:AuthnContext><saml:AuthnContextClassRef>${escaped(person.contextClass ?? 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport')}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>` +
    `<saml:AttributeStatement>${Object.entries(person.attributes ?? {})
      .map(
        ([name, value]) =>
          `<saml:Attribute Name="${escaped(name)}"><saml:AttributeValue>${escaped(value)}</saml:AttributeValue></saml:Attribute>`,
      )
      .join('')}</saml:AttributeStatement></saml:Assertion>`
  const signed =
    faults.status === undefined
      ? signedAssertion(assertionOf(person.nameId, `_${randomBytes(8).toString('hex')}`), faults)
      : ''
  const before = faults.wrapped === undefined ? '' : assertionOf(faults.wrapped, '_wrapped')
  const status = faults.status ?? 'urn:oasis:names:tc:SAML:2.0:status:Success'
  const xml =
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="_${randomBytes(8).toString('hex')}" Version="2.0" IssueInstant="${at(0)}" Destination="${recipient}" InResponseTo="${inResponseTo}">${issuer}` +
    `<samlp:Status><samlp:StatusCode Value="${status.startsWith('urn:oasis:names:tc:SAML:2.0:status:Success') ? status : 'urn:oasis:names:tc:SAML:2.0:status:Responder'}">${status.endsWith('Success') ? '' : `<samlp:StatusCode Value="${status}"/>`}</samlp:StatusCode></samlp:Status>${before}${signed}</samlp:Response>`
  return { SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: request.relayState }
}

const signedAssertion = (assertion: string, faults: SamlFaults) =>
  signedElement(assertion, 'Assertion', faults)

function signedElement(
  xml: string,
  name: 'Assertion' | 'LogoutRequest',
  { unsigned, strangeKey }: Pick<SamlFaults, 'unsigned' | 'strangeKey'>,
): string {
  if (unsigned === true) return xml
  const signature = new SignedXml({
    privateKey: strangeKey === true ? strangeSamlKey : samlKey,
    publicCert: strangeKey === true ? strangeSamlCertificate : samlCertificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signature.addReference({
    xpath: `//*[local-name(.)='${name}']`,
    transforms: [
      'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
      'http://www.w3.org/2001/10/xml-exc-c14n#',
    ],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(xml, {
    location: { reference: `//*[local-name(.)='${name}']/*[local-name(.)='Issuer']`, action: 'after' },
  })
  return signature.getSignedXml()
}

export interface SamlLogoutFaults {
  issuer?: string
  destination?: string
  unsigned?: boolean
  strangeKey?: boolean
  lateMinutes?: number
  id?: string
  /** Signed with SHA-1. */
  weak?: boolean
}

interface SamlLogoutOf {
  readonly destination: string
  readonly nameId: string
  readonly sessionIndex?: string
  readonly relayState?: string
}

function logoutRequest(
  { destination, nameId, sessionIndex }: SamlLogoutOf,
  faults: SamlLogoutFaults,
): string {
  const now = Date.now() - (faults.lateMinutes ?? 0) * 60_000
  const at = (seconds: number) => new Date(now + seconds * 1000).toISOString()
  return (
    `<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"` +
    ` ID="${faults.id ?? `_${randomBytes(8).toString('hex')}`}" Version="2.0" IssueInstant="${at(0)}" NotOnOrAfter="${at(300)}" Destination="${escaped(faults.destination ?? destination)}">` +
    `<saml:Issuer>${escaped(faults.issuer ?? samlEntityId)}</saml:Issuer>` +
    `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${escaped(nameId)}</saml:NameID>` +
    `${sessionIndex === undefined ? '' : `<samlp:SessionIndex>${escaped(sessionIndex)}</samlp:SessionIndex>`}</samlp:LogoutRequest>`
  )
}

/** The query with which the provider sends a browser to sign out (saml-bindings-2.0-os §3.4.4.1), signed over its bytes. */
export function samlLogoutQuery(of: SamlLogoutOf, faults: SamlLogoutFaults = {}): string {
  const field = (name: string, value: string) => `${name}=${encodeURIComponent(value)}`
  const request = deflateRawSync(logoutRequest(of, faults)).toString('base64')
  const algorithm =
    faults.weak === true
      ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
      : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'
  const signed = [
    field('SAMLRequest', request),
    ...(of.relayState === undefined ? [] : [field('RelayState', of.relayState)]),
    ...(faults.unsigned === true ? [] : [field('SigAlg', algorithm)]),
  ].join('&')
  if (faults.unsigned === true) return signed
  const signature = createSign(faults.weak === true ? 'RSA-SHA1' : 'RSA-SHA256')
    .update(signed)
    .sign(faults.strangeKey === true ? strangeSamlKey : samlKey, 'base64')
  return `${signed}&${field('Signature', signature)}`
}

/** The form with which the provider makes a browser sign out (saml-bindings-2.0-os §3.5.4), with an enveloped signature. */
export function samlLogoutForm(of: SamlLogoutOf, faults: SamlLogoutFaults = {}): Record<string, string> {
  const xml = signedElement(logoutRequest(of, faults), 'LogoutRequest', faults)
  return {
    SAMLRequest: Buffer.from(xml).toString('base64'),
    ...(of.relayState !== undefined && { RelayState: of.relayState }),
  }
}
