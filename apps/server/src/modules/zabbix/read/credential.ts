import { passphraseLength, type AuthProtocol, type PrivacyProtocol } from '@netward/contract/snmp-values'
import type { ZabbixFinding } from '@netward/contract/zabbix-values'
import { type Fields, line, scalar } from './fields.ts'
import { expanded } from './macros.ts'

export type SecretName = 'community' | 'authPassphrase' | 'privacyPassphrase'

/** Credentials of an SNMP interface. Secrets whose macro has no value are missing. */
export interface ReadCredential {
  readonly version: 'v1' | 'v2c' | 'v3'
  readonly userName: string
  readonly auth: AuthProtocol | null
  readonly privacy: PrivacyProtocol | null
  readonly context: string
  readonly secrets: Partial<Record<SecretName, string>>
  readonly missing: readonly SecretName[]
  readonly macros: readonly string[]
  /** Why it cannot be used as it stands. */
  readonly problems: readonly ZabbixFinding[]
}

const versions: Readonly<Record<string, ReadCredential['version']>> = {
  SNMPV1: 'v1',
  SNMPV2: 'v2c',
  SNMPV3: 'v3',
}
/** 5.0 and 5.2 write SHA and AES, later versions SHA1 and AES128. */
const authProtocols: Readonly<Record<string, AuthProtocol>> = {
  MD5: 'md5',
  SHA: 'sha',
  SHA1: 'sha',
  SHA224: 'sha224',
  SHA256: 'sha256',
  SHA384: 'sha384',
  SHA512: 'sha512',
}
/** Zabbix reads keys of AES256 by Blumenthal, of AES256C as Cisco does. AES-192 is not offered here. */
const privacyProtocols: Readonly<Record<string, PrivacyProtocol>> = {
  DES: 'des',
  AES: 'aes',
  AES128: 'aes',
  AES256: 'aes256b',
  AES256C: 'aes256r',
}

/**
 * What `interfaces.details` holds (C50XmlValidator to C70XmlValidator of Zabbix): values that equal the default are left
 * out, which are SNMPV2, NOAUTHNOPRIV, MD5 and DES.
 */
export function credentialOf(details: Fields, macros: ReadonlyMap<string, string>): ReadCredential {
  const problems: ZabbixFinding[] = []
  const wrong = (field: string, value: string) =>
    problems.push({ code: 'credential_wrong', field: `interfaces.details.${field}`, value })
  const missing: SecretName[] = []
  const unknown: string[] = []
  const secrets: Partial<Record<SecretName, string>> = {}
  const text = (field: string, most: number): string => {
    const filled = expanded(line(details, field, 255), macros)
    if (filled.missing.length > 0) wrong(field, filled.missing.join(', '))
    else if (filled.text.length > most) wrong(field, '')
    return filled.text.slice(0, most)
  }
  const secret = (field: string, name: SecretName, least: number, most: number) => {
    const filled = expanded(scalar(details, field) ?? '', macros)
    unknown.push(...filled.missing)
    if (filled.missing.length > 0 || filled.text === '') missing.push(name)
    // The value is a secret: only its field is named.
    else if (filled.text.length < least || filled.text.length > most || /\p{Cc}/u.test(filled.text)) {
      problems.push({ code: 'secret_wrong', field: `interfaces.details.${field}`, value: '' })
      missing.push(name)
    } else secrets[name] = filled.text
  }

  const given = scalar(details, 'version') ?? 'SNMPV2'
  const version = versions[given]
  if (version === undefined) wrong('version', line(details, 'version', 40))
  if (version !== 'v3') {
    secret('community', 'community', 1, 255)
    const plain = { userName: '', auth: null, privacy: null, context: '' }
    return { version: version ?? 'v2c', ...plain, secrets, missing, macros: unknown, problems }
  }
  const level = scalar(details, 'securitylevel') ?? 'NOAUTHNOPRIV'
  if (!['NOAUTHNOPRIV', 'AUTHNOPRIV', 'AUTHPRIV'].includes(level))
    wrong('securitylevel', line(details, 'securitylevel', 40))
  const protocol = <T>(known: Readonly<Record<string, T>>, field: string, standard: string): T | null => {
    const name = scalar(details, field) ?? standard
    if (Object.hasOwn(known, name)) return known[name] ?? null
    wrong(field, line(details, field, 40))
    return null
  }
  const auth =
    level === 'AUTHNOPRIV' || level === 'AUTHPRIV' ? protocol(authProtocols, 'authprotocol', 'MD5') : null
  const privacy = level === 'AUTHPRIV' ? protocol(privacyProtocols, 'privprotocol', 'DES') : null
  const { least, most } = passphraseLength
  if (auth !== null) secret('authpassphrase', 'authPassphrase', least, most)
  if (privacy !== null) secret('privpassphrase', 'privacyPassphrase', least, most)
  const userName = text('securityname', 32)
  const context = text('contextname', 32)
  return { version, userName, auth, privacy, context, secrets, missing, macros: unknown, problems }
}
