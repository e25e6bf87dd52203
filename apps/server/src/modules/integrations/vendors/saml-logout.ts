import { inflateRawSync } from 'node:zlib'
import type { Profile } from '@node-saml/node-saml'
import { saidBy } from '../senders/sender.ts'
import { providerOf, type SamlSettings, signOutUrlOf } from './saml.ts'
import { failure } from './vendor.ts'

/** A LogoutRequest as a browser brings it: a posted field, or the query as it was signed. */
export type GivenLogout =
  | { readonly binding: 'post'; readonly request: string; readonly relayState: string }
  | { readonly binding: 'redirect'; readonly query: string }

interface SamlLogout {
  readonly id: string
  readonly subject: string
  /** SessionIndex; null: all sessions of the person. */
  readonly sid: string | null
  /** Where the browser takes the answer; null: the provider takes none. */
  readonly answerUrl: string | null
}

const most = 20_000

/**
 * Single logout that the identity provider begins (saml-profiles-2.0-os §4.4, HTTP-Redirect or HTTP-POST): signed, made for this
 * address, by the provider of the channel. Whether it is a repetition is for the caller to see.
 * @throws SendFailure
 */
export async function readSamlLogout(
  settings: SamlSettings,
  callbackUrl: string,
  given: GivenLogout,
): Promise<SamlLogout> {
  const provider = providerOf(settings, callbackUrl, { id: undefined })
  const { profile, relayState } = await verified(provider, given)
  const id = profile.ID ?? ''
  if (profile.issuer !== settings.entityId) throw failure('claims', 'Issuer')
  if (id === '' || profile.nameID === '') throw failure('claims', 'ID')
  // Signed messages name the address that they are for (saml-bindings-2.0-os §3.4.5.2, §3.5.5.2).
  if (destinationIn(given) !== signOutUrlOf(callbackUrl)) throw failure('claims', 'Destination')
  const answerUrl = settings.signOutUrl
    ? await provider.getLogoutResponseUrlAsync(profile, relayState, {}, true)
    : null
  return { id, subject: profile.nameID, sid: profile.sessionIndex ?? null, answerUrl }
}

async function verified(
  provider: ReturnType<typeof providerOf>,
  given: GivenLogout,
): Promise<{ profile: Profile; relayState: string }> {
  try {
    if (given.binding === 'post') {
      const xml = decoded(given)
      // SHA-1 no longer proves who signed (NIST SP 800-131A).
      if (/xmldsig#(?:rsa-|dsa-|hmac-)?sha1/.test(xml)) throw new Error('signature SHA-1')
      const { profile } = await provider.validatePostRequestAsync({ SAMLRequest: given.request })
      if (profile !== null) return { profile, relayState: given.relayState }
    } else {
      const fields = signedFields(given.query)
      const { profile } = await provider.validateRedirectAsync(fields, given.query)
      if (profile !== null) return { profile, relayState: fields['RelayState'] ?? '' }
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : ''
    throw failure(/signature|certificate|digest/i.test(text) ? 'signature' : 'claims', saidBy(text), error)
  }
  throw failure('claims', 'LogoutRequest')
}

/**
 * The fields of a signed query. The library finds them by a part of their name, and lets a query without a signature pass: each
 * has to be there once, in the order in which it is signed.
 */
function signedFields(query: string): Record<string, string> {
  if (query.length > most) throw new Error('too long')
  const names = query.split('&').map((part) => part.split('=', 1)[0])
  const wanted = ['SAMLRequest', ...(names[1] === 'RelayState' ? ['RelayState'] : []), 'SigAlg', 'Signature']
  if (names.join() !== wanted.join()) throw new Error('signature of the query')
  const fields = Object.fromEntries(new URLSearchParams(query))
  if (
    !/^http:\/\/www\.w3\.org\/2001\/04\/xmldsig-more#(?:rsa|ecdsa)-sha(?:256|384|512)$/.test(
      fields['SigAlg'] ?? '',
    )
  )
    throw new Error('signature algorithm')
  if (fields['Signature'] === '') throw new Error('signature missing')
  return fields
}

function decoded(given: GivenLogout): string {
  if (given.binding === 'post') {
    if (given.request.length > most) throw new Error('too long')
    return Buffer.from(given.request, 'base64').toString('utf8')
  }
  const request = new URLSearchParams(given.query).get('SAMLRequest') ?? ''
  return inflateRawSync(Buffer.from(request, 'base64'), { maxOutputLength: most }).toString('utf8')
}

/** Of the root element, which the signature covers. */
const destinationIn = (given: GivenLogout): string =>
  /^\s*(?:<\?xml[^>]*>\s*)?<(?:\w+:)?LogoutRequest\s[^>]*?Destination="([^"]*)"/.exec(decoded(given))?.[1] ??
  ''
