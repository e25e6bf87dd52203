import type { DepartmentSource, EntraCloud } from '@netward/contract/sign-on-values'
import { textOf } from './json-calls.ts'
import { methodsOf, type OidcSettings, oidcVendor } from './oidc.ts'
import { type Identity, SignOnRefused, type SignInVendor, type VendorSurroundings } from './vendor.ts'

export interface EntraSettings {
  readonly tenantId: string
  readonly clientId: string
  readonly cloud: EntraCloud
  readonly signInBase: string
  /** Of `other` alone; absent or empty: the directory is not read. */
  readonly graphBase?: string
  readonly departmentsFrom?: DepartmentSource
  readonly groupPrefix?: string
}

/** learn.microsoft.com/entra/identity-platform/authentication-national-cloud */
const bases: Readonly<Record<Exclude<EntraCloud, 'other'>, string>> = {
  global: 'https://login.microsoftonline.com',
  china: 'https://login.partner.microsoftonline.cn',
  usgov: 'https://login.microsoftonline.us',
}

const trimmed = (base: string) => base.replace(/\/+$/, '')

export const signInBaseOf = ({ cloud, signInBase }: EntraSettings): string =>
  cloud === 'other' ? trimmed(signInBase) : bases[cloud]

/** The v2.0 issuer of one tenant: `common` and `organizations` would let in every other one. */
export function entraOidc(settings: EntraSettings): OidcSettings {
  return {
    issuer: `${signInBaseOf(settings)}/${settings.tenantId}/v2.0`,
    clientId: settings.clientId,
    clientAuthentication: 'post',
    scopes: 'openid profile email',
  }
}

/**
 * Microsoft Entra ID (learn.microsoft.com/entra/identity-platform/v2-protocols-oidc and id-token-claims-reference). `sub`
 * differs by application, `oid` names the person in the tenant; `email` is not verified, so the user principal name gives the
 * domain, which is always one of the tenant.
 */
export function entraVendor(
  settings: EntraSettings,
  secret: string,
  surroundings: VendorSurroundings,
): SignInVendor {
  return oidcVendor(entraOidc(settings), secret, surroundings, (claims): Identity => {
    if (textOf(claims['tid']).toLowerCase() !== settings.tenantId) throw new SignOnRefused('outsider', 'tid')
    const subject = textOf(claims['oid']).toLowerCase()
    if (subject === '') throw new SignOnRefused('no_subject')
    const principal = textOf(claims['preferred_username'])
    // A guest's name holds the address of another directory: someone_other.com#EXT#@tenant.onmicrosoft.com.
    const isGuest = /#EXT#@/i.test(principal) || Number(claims['acct']) === 1
    return {
      subject,
      displayName: textOf(claims['name']) || principal || subject,
      userName: principal,
      email: !isGuest && principal.includes('@') ? principal : null,
      sid: textOf(claims['sid']) || null,
      methods: methodsOf(claims),
    }
  })
}
