import { generatedEntries, type LdapDirectory, type LdapEntry, startLdapDirectory } from '@netward/testkit'
import { testCertificate } from '@netward/testkit/tls-identity'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { directorySurroundings, failureOf, readAll } from '../../../../test/directory-fixture.ts'
import { ldapReader } from './ldap.ts'
import { comparedDn, nameInDn, parentDn } from './ldap-names.ts'

const bindDn = 'CN=netward,OU=Service,DC=example,DC=com'
const domain = 'DC=example,DC=com'
const baseDn = `OU=People,${domain}`
let directory: LdapDirectory
beforeAll(async () => {
  directory = await startLdapDirectory({ bindDn, password: 'reader-secret', baseDn: domain })
})
afterAll(() => directory.stop())

const guid = (n: number) => Buffer.alloc(16, n)
const guidText = (n: number) => [4, 2, 2, 2, 6].map((size) => Buffer.alloc(size, n).toString('hex')).join('-')
const unit = (name: string, n: number, above = baseDn): LdapEntry => ({
  dn: `OU=${name},${above}`,
  password: '',
  attributes: { objectClass: ['top', 'organizationalUnit'], ou: name, objectGUID: guid(n) },
})
const person = (name: string, n: number, above: string, more: LdapEntry['attributes'] = {}): LdapEntry => ({
  dn: `CN=${name},${above}`,
  password: '',
  attributes: {
    objectClass: ['top', 'person', 'user'],
    sAMAccountName: name,
    displayName: `Display ${name}`,
    mail: `${name}@example.test`,
    mobile: '+8613800000001',
    title: 'Engineer',
    userAccountControl: '512',
    objectGUID: guid(n),
    whenChanged: '20260301120000.0Z',
    ...more,
  },
})

beforeEach(() => {
  Object.assign(directory, { searchResult: 0, mostEntries: 1000, isEndless: false, breaksAtPage: null })
  directory.entries = [
    {
      dn: baseDn,
      password: '',
      attributes: { objectClass: 'organizationalUnit', ou: 'People', objectGUID: guid(90) },
    },
    unit('Network', 91),
    unit('Field', 92, `OU=Network,${baseDn}`),
    person('liwei', 1, `ou=field, OU=Network,${baseDn}`, {
      memberOf: [`cn=Ops,OU=Groups,${domain}`, 'CN=Other,DC=x'],
    }),
    person('gone', 2, `CN=Users,OU=Network,${baseDn}`, { userAccountControl: '514' }),
    person('server', 3, baseDn, { objectClass: ['person', 'computer'] }),
    {
      dn: `CN=Ops,OU=Groups,${domain}`,
      password: '',
      attributes: { objectClass: 'group', cn: 'Ops', objectGUID: guid(70) },
    },
  ]
})

const settings = (more: Record<string, unknown> = {}) => ({
  host: '127.0.0.1',
  port: directory.port,
  security: 'tls' as const,
  schema: 'ad' as const,
  bindDn,
  baseDn,
  nameAttribute: 'sAMAccountName',
  filter: '',
  ca: testCertificate,
  ...more,
})
const reader = (more: Record<string, unknown> = {}, secret = 'reader-secret') =>
  ldapReader(settings(more), secret, directorySurroundings)

test('units are departments, people stand in the nearest one, and computers are no people', async () => {
  const { people, departments, isFull, position } = await readAll(reader())
  expect([isFull, position]).toEqual([true, '20260301120000'])
  expect([...departments.values()]).toEqual([
    { id: 'root', parentId: null, name: 'People' },
    { id: guidText(91), parentId: 'root', name: 'Network' },
    { id: guidText(92), parentId: guidText(91), name: 'Field' },
  ])
  expect([...people.values()]).toEqual([
    {
      subject: guidText(1),
      name: 'Display liwei',
      userName: 'liwei',
      departmentIds: [guidText(92)],
      mobile: '+8613800000001',
      mail: 'liwei@example.test',
      title: 'Engineer',
      isActive: true,
    },
    expect.objectContaining({ subject: guidText(2), departmentIds: [guidText(91)], isActive: false }),
  ])
})

test('groups of Active Directory stand at the person, others at the group', async () => {
  const groupBaseDn = `OU=Groups,${domain}`
  const { people } = await readAll(reader({ groupBaseDn }))
  expect([people.get(guidText(1))?.groupIds, people.get(guidText(2))?.groupIds]).toEqual([[guidText(70)], []])
  expect(await reader({ groupBaseDn }).groups('OP', AbortSignal.timeout(5000))).toEqual([
    { id: guidText(70), name: 'Ops' },
  ])
  expect(await reader({ groupBaseDn }).groups('*)(cn=*', AbortSignal.timeout(5000))).toEqual([])
  directory.entries = [
    person('uma', 4, baseDn, {
      entryUUID: '11111111-2222-4333-8444-5555555555AA',
      uid: 'uma',
      pwdAccountLockedTime: '000001010000Z',
    }),
    {
      dn: `cn=ops,ou=Groups,${domain}`,
      password: '',
      attributes: {
        objectClass: 'groupOfNames',
        cn: 'ops',
        entryUUID: 'group-1',
        member: [`cn=UMA,${baseDn}`],
      },
    },
  ]
  const open = await readAll(reader({ schema: 'openldap', nameAttribute: 'uid', groupBaseDn }))
  expect(open.people.get('11111111-2222-4333-8444-5555555555aa')).toMatchObject({
    groupIds: ['group-1'],
    isActive: false,
  })
})

test('changes are read by time, from a little before; they say nothing of who left', async () => {
  directory.entries.push(
    person('late', 5, baseDn, { whenChanged: '20260301125500.0Z' }),
    person('later', 6, baseDn, { whenChanged: '20260302000000.0Z' }),
    person('forged', 7, baseDn, { whenChanged: '99990101000000.0Z' }),
  )
  const { people, isFull, position } = await readAll(reader(), '20260301130000')
  expect([...people.keys()]).toEqual([guidText(5), guidText(6), guidText(7)])
  expect([isFull, position]).toEqual([false, '20260302000000'])
  expect((await readAll(reader(), 'nonsense')).isFull).toBe(true)
})

test('a large directory comes in pages, more than the server gives at once', async () => {
  directory.entries = generatedEntries(3000, baseDn, 60)
  const { people, departments, pages } = await readAll(reader())
  expect([people.size, departments.size]).toEqual([3000, 60])
  expect(Math.max(...pages.map((page) => page.people?.length ?? 0))).toBe(500)
})

test('people are read again by their identifiers', async () => {
  const page = await reader().readPeople([guidText(1), guidText(8), '*)(cn=*'], AbortSignal.timeout(5000))
  expect(page).toMatchObject({ people: [{ subject: guidText(1) }], gonePeople: [guidText(8), '*)(cn=*'] })
})

test('failures are named and yield no end', async () => {
  expect(await failureOf(readAll(reader({}, 'wrong')))).toContain('credentials')
  directory.searchResult = 50
  expect(await failureOf(readAll(reader()))).toContain('permission_missing')
  directory.searchResult = 0
  directory.entries = generatedEntries(1500, baseDn, 5)
  directory.breaksAtPage = 2
  expect(await failureOf(readAll(reader()))).toMatch(/unreachable|timeout/)
  directory.breaksAtPage = null
  directory.isEndless = true
  expect(await failureOf(readAll(reader()))).toContain('pages')
})

test('a reading that is stopped ends', async () => {
  const stop = new AbortController()
  const reading = reader().read(null, stop.signal)
  await reading.next()
  stop.abort(new Error('stopped'))
  expect(await failureOf(reading.next())).toBe('stopped')
})

test('names in a directory are compared as it compares them', () => {
  expect(comparedDn('CN=Li\\, Wei , ou = Field,DC=x')).toBe('cn=li\\, wei,ou=field,dc=x')
  expect(parentDn('cn=li\\, wei,ou=field,dc=x')).toBe('ou=field,dc=x')
  expect(nameInDn('OU=R\\, D,DC=x')).toBe('R, D')
  expect(parentDn('dc=x')).toBe('')
})
