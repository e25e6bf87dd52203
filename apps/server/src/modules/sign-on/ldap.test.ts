import { type LdapDirectory, startLdapDirectory } from '@netward/testkit'
import { testCertificate } from '@netward/testkit/tls-identity'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import { createSignOnApp, type MadeChannel, makeChannel, memberIdOf } from '../../../test/sign-on-fixture.ts'

let t: TestApp
let directory: LdapDirectory
const ranges: string[] = []
let administrator: TestPerson
let channel: MadeChannel
const bindDn = 'CN=netward,OU=Service,DC=example,DC=com'
const baseDn = 'OU=People,DC=example,DC=com'

const guid = Buffer.from('00112233445566778899aabbccddeeff', 'hex')
const entry = (name: string, more: Record<string, string | Buffer> = {}) => ({
  dn: `CN=${name},${baseDn}`,
  password: `${name}-password`,
  attributes: {
    objectClass: 'person',
    sAMAccountName: name,
    displayName: `Display ${name}`,
    mail: `${name}@corp.example`,
    userAccountControl: '512',
    objectGUID: guid,
    ...more,
  },
})

beforeAll(async () => {
  t = await createSignOnApp(ranges)
  directory = await startLdapDirectory({ bindDn, password: 'reader-secret', baseDn })
})
afterAll(async () => {
  await t.stop()
  await directory.stop()
})
beforeEach(async () => {
  const company = await t.company('company')
  administrator = await t.person(company.id, 'administrator')
  ranges.splice(0, ranges.length, `127.0.0.0/8=${company.code}`, `::1/128=${company.code}`)
  directory.entries = [
    entry('liwei'),
    entry('gone', { userAccountControl: '514', objectGUID: Buffer.alloc(16, 2) }),
    entry('outside', { objectGUID: Buffer.alloc(16, 3) }),
  ]
  directory.searchResult = 0
  directory.binds.length = 0
  channel = await makeChannel(t, administrator, ldapOf())
  await administrator.call('POST /api/v1/integration/:channelId/links', {
    channelId: channel.id,
    memberId: await memberIdOf(t, await t.person(company.id, 'engineer')),
    subject: '33221100-5544-7766-8899-AABBCCDDEEFF',
  })
})

const ldapOf = (more: Record<string, unknown> = {}) => ({
  kind: 9 as const,
  ldap: {
    host: '127.0.0.1',
    port: directory.port,
    bindDn,
    baseDn,
    secret: 'reader-secret',
    ca: testCertificate,
    ...more,
  },
  signIn: { offered: true, admits: 'linked' as const, defaultRole: 'user_layer' },
})

let source = 0
const enter = (username: string, password: string) =>
  t.raw({
    method: 'POST',
    url: `/api/v1/auth/sso/${channel.publicId}/password`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ username, password }).toString(),
    from: `10.9.${Math.floor(++source / 250)}.${source % 250}`,
  })

test('a linked member comes in by the password of the directory, known by their objectGUID', async () => {
  expect((await enter('LiWei', 'liwei-password')).code).toBe(0)
  expect((await enter('liwei', 'wrong')).code).toBe('sign_in.wrong')
})

test('nobody comes in by a name without a password, a pattern, or an account that is disabled or not linked', async () => {
  directory.binds.length = 0
  expect((await enter('liwei', '')).code).toBe('request.invalid')
  expect(directory.binds).toEqual([])
  for (const name of ['*', 'liw*', 'liwei)(cn=*', 'nobody', 'gone'])
    expect((await enter(name, 'liwei-password')).code).toBe('sign_in.wrong')
  expect((await enter('liwei\0', 'liwei-password')).code).toBe('request.invalid')
  expect((await enter('gone', 'gone-password')).code).toBe('sign_in.wrong')
  expect((await enter('outside', 'outside-password')).code).toBe('sign_on.not_linked')
  expect(directory.binds).not.toContain('')
})

test('two entries of one name are nobody', async () => {
  directory.entries.push({ ...entry('liwei'), dn: `CN=liwei,OU=Sub,${baseDn}` })
  expect((await enter('liwei', 'liwei-password')).code).toBe('sign_in.wrong')
})

test('guesses are counted and delayed', async () => {
  const codes: (string | number)[] = []
  for (let n = 0; n < 8; n++) codes.push((await enter('liwei', `guess-${n}`)).code)
  expect(codes).toContain('sign_in.image_code_needed')
})

test('its test binds, searches, and says in words what is wrong', async () => {
  const tried = async (more: Record<string, unknown> = {}) => {
    const { ldap, ...rest } = ldapOf(more)
    await administrator.call('PUT /api/v1/integration/:channelId', {
      channelId: channel.id,
      name: 'Work',
      ldap,
      ...rest,
    })
    const { data } = await administrator.call('POST /api/v1/integration/:channelId/test', {
      channelId: channel.id,
    })
    return data.failure?.reason ?? data.checked
  }
  expect(await tried()).toEqual([bindDn, 'liwei'])
  expect(await tried({ secret: 'another' })).toBe('credentials')
  expect(await tried({ ca: '' })).toBe('certificate')
  directory.searchResult = 50
  expect(await tried()).toBe('permission_missing')
  ranges.splice(0, ranges.length)
  expect(await tried()).toBe('address_refused')
})

test('a condition must be one', async () => {
  for (const filter of ['(a=b)(c=d)', 'a=b', '(a=b', '(a=b))'])
    expect(
      (await administrator.call('POST /api/v1/integration', { ...ldapOf({ filter }), name: 'x' })).code,
    ).toBe('sign_on.filter_wrong')
})
