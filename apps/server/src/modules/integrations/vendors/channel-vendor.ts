import type { SignOnKind } from '@netward/contract/sign-on-values'
import type { ChannelSecrets, StoredSettings } from '../channel-settings.ts'
import { type DingtalkSettings, dingtalkVendor } from './dingtalk.ts'
import { entraOidc, type EntraSettings, entraVendor } from './entra.ts'
import { type FeishuSettings, feishuVendor } from './feishu.ts'
import { type LdapSettings, ldapVendor } from './ldap.ts'
import { type OidcSettings, oidcVendor } from './oidc.ts'
import { type SamlSettings, samlVendor } from './saml.ts'
import type { SignInVendor, VendorSurroundings } from './vendor.ts'
import { type WecomSettings, wecomVendor } from './wecom.ts'

/** A sign-in channel with its secrets. */
export interface OpenSignOnChannel {
  readonly kind: SignOnKind
  readonly settings: StoredSettings
  readonly secrets: ChannelSecrets
}

/** The vendor behind a channel; null: a directory, which has no page of its own. */
export function signInVendor(
  { kind, settings, secrets }: OpenSignOnChannel,
  surroundings: VendorSurroundings,
): SignInVendor | null {
  const secret = secrets['secret'] ?? ''
  const given: unknown = settings
  switch (kind) {
    case 1:
      return wecomVendor(given as WecomSettings, secret, surroundings)
    case 2:
      return dingtalkVendor(given as DingtalkSettings, secret, surroundings)
    case 3:
      return entraVendor(given as EntraSettings, secret, surroundings)
    case 6:
      return oidcVendor(given as OidcSettings, secret, surroundings)
    case 7:
      return samlVendor(given as SamlSettings)
    case 8:
      return feishuVendor(given as FeishuSettings, secret, surroundings)
    case 9:
      return null
  }
}

export function directoryOf({ settings, secrets }: OpenSignOnChannel, surroundings: VendorSurroundings) {
  const given: unknown = settings
  return ldapVendor(given as LdapSettings, secrets['secret'] ?? '', surroundings)
}

/** The OpenID Connect client of a channel, whose service may say that people signed out; null: it cannot. */
export function oidcOf({ kind, settings }: OpenSignOnChannel): OidcSettings | null {
  const given: unknown = settings
  if (kind === 3) return entraOidc(given as EntraSettings)
  return kind === 6 ? (given as OidcSettings) : null
}

/** Tries what the channel will do. @throws SendFailure */
export function tryChannel(
  channel: OpenSignOnChannel,
  callbackUrl: string,
  surroundings: VendorSurroundings,
): Promise<readonly string[]> {
  const vendor = signInVendor(channel, surroundings)
  return vendor === null ? directoryOf(channel, surroundings).test() : vendor.test(callbackUrl)
}
