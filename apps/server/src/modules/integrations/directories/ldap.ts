import type { Client, Entry } from 'ldapts'
import {
  directoryFailure,
  filterValue,
  identifiers,
  type LdapSettings,
  openDirectory,
} from '../vendors/ldap.ts'
import type { VendorSurroundings } from '../vendors/vendor.ts'
import type {
  DirectoryDepartment,
  DirectoryEnd,
  DirectoryPage,
  DirectoryPerson,
  DirectoryReader,
} from './directory.ts'
import { type LdapGroups, readGroups } from './ldap-groups.ts'
import {
  comparedDn,
  digitsOf,
  guidInFilter,
  minutesBefore,
  nameInDn,
  parentDn,
  textAt,
  timeDigits,
  valuesAt,
} from './ldap-names.ts'
import { identifierOf, pagesOf } from './ldap-pages.ts'
import { chunksOf, lineOf, Reading, stopIfAborted, definedOf, treeOf } from './reading.ts'

/** The search base. */
const rootId = 'root'
/** What else changed while a reading went on, and how much clocks of domain controllers may differ. */
const overlapMinutes = 10

const changedAt = { ad: 'whenChanged', openldap: 'modifyTimestamp' } as const
const accountDisabled = 2

/**
 * A directory by LDAP: searches in pages (RFC 2696), organizational units as departments, people as sign-on knows them. Changes
 * are read by time; who left is known by a full reading alone, since deleted entries are not shown.
 */
export function ldapReader(
  settings: LdapSettings,
  secret: string,
  surroundings: VendorSurroundings,
): DirectoryReader {
  async function* within<T, R>(
    signal: AbortSignal,
    work: (client: Client, reading: Reading) => AsyncGenerator<T, R>,
  ): AsyncGenerator<T, R> {
    stopIfAborted(signal)
    const client = await openDirectory(settings, secret, { ...surroundings, signal })
    const stop = () => void client.unbind().catch(() => {})
    signal.addEventListener('abort', stop, { once: true })
    try {
      return yield* work(client, new Reading(signal))
    } catch (error) {
      stopIfAborted(signal)
      throw directoryFailure(error, secret)
    } finally {
      signal.removeEventListener('abort', stop)
      await client.unbind().catch(() => {})
    }
  }

  return {
    read: (position, signal) =>
      within(signal, async function* (client, reading): AsyncGenerator<DirectoryPage, DirectoryEnd> {
        const { departments, byDn } = await readDepartments(client, settings, reading)
        for (const part of chunksOf(departments)) yield { departments: part }
        const groups = await readGroups(client, settings, reading)
        const since = position !== null && /^\d{14}$/.test(position) ? position : null
        const tomorrow = digitsOf(new Date(Date.now() + 86_400_000))
        let latest = since ?? ''
        for await (const entries of pagesOf(client, reading, settings.baseDn, {
          filter: personFilter(settings, since === null ? '' : changedFilter(settings, since)),
          attributes: personAttributes(settings),
        })) {
          const people: DirectoryPerson[] = []
          for (const entry of entries) {
            const person = personIn(entry, settings, byDn, groups)
            if (person !== null && reading.isNewPerson(person.subject)) people.push(person)
            const at = timeDigits(textAt(entry, changedAt[settings.schema])) ?? ''
            if (at > latest && at < tomorrow) latest = at
          }
          if (people.length > 0) yield { people }
        }
        return { isFull: since === null, position: latest === '' ? null : latest }
      }),

    async readPeople(subjects, signal) {
      const people: DirectoryPerson[] = []
      const known = subjects.filter((one) => /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(one))
      const reading = within(signal, async function* (client, one) {
        const { byDn } = await readDepartments(client, settings, one)
        const groups = await readGroups(client, settings, one)
        for (const part of chunksOf(known, 50))
          for await (const entries of pagesOf(client, one, settings.baseDn, {
            filter: personFilter(settings, `(|${part.map((id) => identifierFilter(settings, id)).join('')})`),
            attributes: personAttributes(settings),
          }))
            yield entries.flatMap((entry) => personIn(entry, settings, byDn, groups) ?? [])
      })
      for await (const found of reading) people.push(...found)
      const found = new Set(people.map(({ subject }) => subject))
      return { people, gonePeople: subjects.filter((one) => !found.has(one)) }
    },

    async groups(search, signal) {
      const found: { id: string; name: string }[] = []
      const reading = within(signal, async function* (client, one) {
        const { names } = await readGroups(client, settings, one, `(cn=*${filterValue(search)}*)`)
        yield names
      })
      for await (const names of reading) found.push(...names)
      return found
    },
  }
}

async function readDepartments(client: Client, settings: LdapSettings, reading: Reading) {
  const { baseDn, schema, departmentFilter = '' } = settings
  const base = comparedDn(baseDn)
  const byDn = new Map([[base, rootId]])
  const found: { id: string; dn: string; name: string | undefined }[] = []
  for await (const entries of pagesOf(client, reading, baseDn, {
    filter: `(&(objectClass=organizationalUnit)${departmentFilter})`,
    attributes: [identifiers[schema], 'ou'],
  }))
    for (const entry of entries) {
      const dn = comparedDn(entry.dn)
      const id = dn === base ? rootId : identifierOf(entry, schema)
      if (id === '' || !reading.isNewDepartment(id)) continue
      byDn.set(dn, id)
      found.push({ id, dn, name: lineOf(textAt(entry, 'ou')) ?? lineOf(nameInDn(entry.dn)) })
    }
  const all = found.map(({ id, dn, name }) =>
    definedOf<DirectoryDepartment>({ id, parentId: homeOf(parentDn(dn), byDn), name }),
  )
  const root = { id: rootId, parentId: null, name: lineOf(nameInDn(baseDn)) ?? baseDn }
  return { departments: treeOf([...all.filter(({ id }) => id !== rootId), root], rootId), byDn }
}

/** The unit that an entry stands in, through containers that are none. */
function homeOf(dn: string, byDn: ReadonlyMap<string, string>): string {
  for (let at = dn; at !== ''; at = parentDn(at)) {
    const id = byDn.get(at)
    if (id !== undefined) return id
  }
  return rootId
}

const personFilter = ({ schema, nameAttribute, filter }: LdapSettings, more: string) =>
  `(&(objectClass=person)(${nameAttribute}=*)${schema === 'ad' ? '(!(objectClass=computer))' : ''}${filter}${more})`

const changedFilter = ({ schema }: LdapSettings, since: string) =>
  `(${changedAt[schema]}>=${minutesBefore(since, overlapMinutes)}${schema === 'ad' ? '.0Z' : 'Z'})`

const identifierFilter = ({ schema }: LdapSettings, id: string) =>
  `(${identifiers[schema]}=${schema === 'ad' ? guidInFilter(id) : id})`

const personAttributes = ({ schema, nameAttribute }: LdapSettings) => [
  identifiers[schema],
  changedAt[schema],
  nameAttribute,
  'displayName',
  'cn',
  'mail',
  'mobile',
  'title',
  ...(schema === 'ad' ? ['userAccountControl', 'memberOf'] : ['pwdAccountLockedTime']),
]

function personIn(
  entry: Entry,
  { schema, nameAttribute }: LdapSettings,
  departments: ReadonlyMap<string, string>,
  { groupsOf }: LdapGroups,
): DirectoryPerson | null {
  const subject = identifierOf(entry, schema)
  if (subject === '') return null
  const dn = comparedDn(entry.dn)
  return definedOf<DirectoryPerson>({
    subject,
    identity: undefined,
    name: lineOf(textAt(entry, 'displayName')) ?? lineOf(textAt(entry, 'cn')),
    userName: lineOf(textAt(entry, nameAttribute)),
    departmentIds: [homeOf(parentDn(dn), departments)],
    groupIds: groupsOf?.(
      dn,
      valuesAt(entry, 'memberOf').map((one) => comparedDn(one.toString('utf8'))),
    ),
    mobile: lineOf(textAt(entry, 'mobile'), 40),
    mail: lineOf(textAt(entry, 'mail'), 200),
    title: lineOf(textAt(entry, 'title')),
    isActive:
      schema === 'ad'
        ? (Number(textAt(entry, 'userAccountControl')) & accountDisabled) === 0
        : // draft-behera-ldap-password-policy-11 §5.3.3: locked by an administrator, for ever.
          textAt(entry, 'pwdAccountLockedTime') !== '000001010000Z',
  })
}
