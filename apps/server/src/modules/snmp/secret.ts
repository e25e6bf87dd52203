import type { InputOf, snmpApi } from '@netward/contract'
import type { Secrets } from '../../platform/secrets.ts'

export interface CredentialSecret {
  readonly community?: string
  readonly authPassphrase?: string
  readonly privacyPassphrase?: string
}

type Given = Pick<
  InputOf<typeof snmpApi.createCredential>,
  'version' | 'auth' | 'privacy' | 'community' | 'authPassphrase' | 'privacyPassphrase'
>

/** Bound to the company: a row copied into another company's does not open. */
const contextOf = (companyId: string) => `snmp_credential:${companyId}`

export function sealSecret(secrets: Secrets, companyId: string, secret: CredentialSecret): Buffer {
  return secrets.seal(JSON.stringify(secret), contextOf(companyId))
}

/** @throws Error when it was sealed for another company, or with another master key. */
export function openSecret(secrets: Secrets, companyId: string, sealed: Buffer): CredentialSecret {
  return JSON.parse(secrets.open(sealed, contextOf(companyId)).toString()) as CredentialSecret
}

/** The secrets that a version uses, from what is given and what was stored; `missing` names the first that is not there. */
export function mergedSecret(
  given: Given,
  before: CredentialSecret,
): { secret: CredentialSecret; missing: keyof CredentialSecret | null } {
  if (given.version !== 'v3') {
    const community = given.community ?? before.community
    return {
      secret: { ...(community !== undefined && { community }) },
      missing: community === undefined ? 'community' : null,
    }
  }
  const authPassphrase = given.auth === null ? undefined : (given.authPassphrase ?? before.authPassphrase)
  const privacyPassphrase =
    given.privacy === null ? undefined : (given.privacyPassphrase ?? before.privacyPassphrase)
  return {
    secret: {
      ...(authPassphrase !== undefined && { authPassphrase }),
      ...(privacyPassphrase !== undefined && { privacyPassphrase }),
    },
    // Privacy needs authentication (RFC 3411 §5).
    missing:
      (given.auth !== null || given.privacy !== null) && authPassphrase === undefined
        ? 'authPassphrase'
        : given.privacy !== null && privacyPassphrase === undefined
          ? 'privacyPassphrase'
          : null,
  }
}
