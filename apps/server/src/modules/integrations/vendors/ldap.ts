import { Client, InvalidCredentialsError, type Entry, ResultCodeError } from 'ldapts'
import { findService, type ServiceAddress, withDeadline } from '../../../platform/outgoing-service.ts'
import { OutgoingRefused } from '../../../platform/outgoing.ts'
import { networkFailure } from '../senders/network-failure.ts'
import { saidBy, SendFailure } from '../senders/sender.ts'
import { failure, type Identity, SignOnRefused, type VendorSurroundings } from './vendor.ts'

export interface LdapSettings {
  readonly host: string
  readonly port: number
  readonly security: 'tls' | 'starttls' | 'none'
  readonly schema: 'ad' | 'openldap'
  readonly bindDn: string
  readonly baseDn: string
  readonly nameAttribute: string
  readonly filter: string
  /** Of the directory's own authority, in PEM; empty: those that the system trusts. */
  readonly ca: string
  /** A further condition for organizational units; absent or empty: all of them. */
  readonly departmentFilter?: string
  /** Where groups are that roles follow; absent or empty: none. */
  readonly groupBaseDn?: string
}

export const identifiers = { ad: 'objectGUID', openldap: 'entryUUID' } as const
/** Never values of a directory that Active Directory keeps for accounts that may not sign in: ADS_UF_ACCOUNTDISABLE. */
const enabledInAd = '(!(userAccountControl:1.2.840.113556.1.4.803:=2))'

/** Characters that mean something in a filter, as RFC 4515 §3 writes them. */
export const filterValue = (text: string): string =>
  text.replace(/[\\*()\0]/g, (one) => `\\${one.charCodeAt(0).toString(16).padStart(2, '0')}`)

/** Whether a condition is one pair of parentheses around others. */
export function isFilter(text: string): boolean {
  let depth = 0
  for (const [index, one] of Array.from(text).entries()) {
    depth += one === '(' ? 1 : one === ')' ? -1 : 0
    if (depth < 0 || (depth === 0 && index < text.length - 1)) return false
  }
  return depth === 0 && text.startsWith('(')
}

/** The names of people in a directory, and one check of a password: LDAP v3 (RFC 4511, RFC 4513 §5.1). */
export function ldapVendor(settings: LdapSettings, secret: string, surroundings: VendorSurroundings) {
  return {
    /** @throws SignOnRefused refused: unknown name or wrong password; SendFailure */
    check: (name: string, password: string) =>
      connected(settings, secret, surroundings, (client) => checkPassword(client, settings, name, password)),
    async test(): Promise<readonly string[]> {
      return connected(settings, secret, surroundings, async (client) => {
        const { searchEntries } = await client
          .search(settings.baseDn, {
            scope: 'sub',
            filter: personFilter(settings, null),
            sizeLimit: 1,
            attributes: [settings.nameAttribute],
          })
          .catch((error: unknown) => {
            // The limit that was asked for (RFC 4511 §4.1.9, 4).
            if (error instanceof ResultCodeError && error.code === 4) return { searchEntries: [] as Entry[] }
            throw error
          })
        return [settings.bindDn, ...searchEntries.map((entry) => textAt(entry, settings.nameAttribute))]
      })
    },
  }
}

const personFilter = ({ schema, nameAttribute, filter }: LdapSettings, name: string | null) =>
  `(&(objectClass=person)(${nameAttribute}=${name === null ? '*' : filterValue(name)})${schema === 'ad' ? enabledInAd : ''}${filter})`

async function checkPassword(
  client: Client,
  settings: LdapSettings,
  name: string,
  password: string,
): Promise<Identity> {
  // A bind with a name and no password is anonymous, and succeeds (RFC 4513 §5.1.2).
  if (password === '') throw new SignOnRefused('refused')
  const identifier = identifiers[settings.schema]
  const { searchEntries } = await client.search(settings.baseDn, {
    scope: 'sub',
    filter: personFilter(settings, name),
    sizeLimit: 2,
    attributes: [identifier, settings.nameAttribute, 'displayName', 'cn', 'mail'],
    explicitBufferAttributes: ['objectGUID'],
  })
  const [entry] = searchEntries
  // Two people of one name: nobody can say which of them it is.
  if (entry === undefined || searchEntries.length > 1) throw new SignOnRefused('refused')
  try {
    await client.bind(entry.dn, password)
  } catch (error) {
    if (error instanceof InvalidCredentialsError) throw new SignOnRefused('refused')
    throw error
  }
  const raw = entry[identifier]
  const subject = Buffer.isBuffer(raw) ? guidOf(raw) : textAt(entry, identifier).toLowerCase()
  if (subject === '') throw new SignOnRefused('no_subject', identifier)
  const userName = textAt(entry, settings.nameAttribute) || name
  return {
    subject,
    displayName: textAt(entry, 'displayName') || textAt(entry, 'cn') || userName,
    userName,
    email: textAt(entry, 'mail') || null,
    sid: null,
    methods: [],
  }
}

/** As Microsoft writes it: the first three groups are little-endian (MS-DTYP §2.3.4). */
export function guidOf(bytes: Buffer): string {
  const hex = (from: number, to: number) => bytes.subarray(from, to).toString('hex')
  const turned = (from: number, to: number) =>
    Buffer.from([...bytes.subarray(from, to)].toReversed()).toString('hex')
  return [turned(0, 4), turned(4, 6), turned(6, 8), hex(8, 10), hex(10, 16)].join('-')
}

export function textAt(entry: Entry, attribute: string): string {
  const value = entry[attribute]
  const first: unknown = Array.isArray(value) ? value[0] : value
  return typeof first === 'string' ? first : Buffer.isBuffer(first) ? first.toString('utf8') : ''
}

async function connected<T>(
  settings: LdapSettings,
  secret: string,
  surroundings: VendorSurroundings,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = await openDirectory(settings, secret, surroundings)
  try {
    return await work(client)
  } catch (error) {
    throw error instanceof SignOnRefused ? error : directoryFailure(error, secret)
  } finally {
    await client.unbind().catch(() => {})
  }
}

/**
 * Connects to the checked literal address, so that a second resolution cannot move it, and binds the reading account.
 * @throws SendFailure
 */
export async function openDirectory(
  settings: LdapSettings,
  secret: string,
  { caller, timeoutMilliseconds, signal }: VendorSurroundings,
): Promise<Client> {
  const { host, port, security, bindDn, ca } = settings
  let client: Client | undefined
  try {
    const service = await findService(host, caller, withDeadline(timeoutMilliseconds, signal))
    if (security === 'none' && service.isPublic)
      throw new OutgoingRefused('LDAP without encryption reaches private addresses alone')
    const tlsOptions = { servername: host, ...(ca !== '' && { ca }) }
    client = new Client({
      url: `${security === 'tls' ? 'ldaps' : 'ldap'}://${hostOf(service)}:${port}`,
      timeout: timeoutMilliseconds,
      connectTimeout: timeoutMilliseconds,
      ...(security === 'tls' && { tlsOptions }),
    })
    if (security === 'starttls') await client.startTLS(tlsOptions)
    await client.bind(bindDn, secret)
    return client
  } catch (error) {
    await client?.unbind().catch(() => {})
    throw directoryFailure(error, secret)
  }
}

const hostOf = ({ address, family }: ServiceAddress) => (family === 6 ? `[${address}]` : address)

export function directoryFailure(error: unknown, secret: string): SendFailure {
  if (error instanceof SendFailure) return error
  if (error instanceof InvalidCredentialsError) return failure('credentials', '', error)
  if (error instanceof ResultCodeError) {
    const detail = saidBy(`${error.code}: ${error.message}`, [secret])
    // noSuchObject, insufficientAccessRights, strongerAuthRequired, confidentialityRequired.
    if (error.code === 32) return failure('not_found', detail, error)
    if (error.code === 50) return failure('permission_missing', detail, error)
    if (error.code === 8 || error.code === 13) return failure('no_starttls', detail, error)
    return failure('refused', detail, error)
  }
  return networkFailure(error)
}
