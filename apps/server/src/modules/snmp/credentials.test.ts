import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { outletRoutes } from '../outlets/index.ts'
import { snmpRoutes } from './index.ts'
import { openSecret } from './secret.ts'

let t: TestApp
let admin: TestPerson

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    outletRoutes(app, deps)
    snmpRoutes(app, deps)
  })
  admin = await t.person((await t.company('company')).id, 'administrator')
})
afterAll(() => t.stop())

const create = (input: object, who = admin) =>
  who.call('POST /monitor/api/v1/snmp/credential', input as { name: string; version: 'v1' })
const order = async (who = admin) =>
  (await who.call('POST /monitor/api/v1/snmp/credential/lists', {})).data.items.map(({ name, position }) => [
    position,
    name,
  ])
const secretOf = async (id: string) => {
  const { rows } = await t.adminPool.query('select sealed from snmp_credential where id = $1', [id])
  return openSecret(t.secrets, admin.companyId, rows[0].sealed)
}

test('sets are kept in an order, sealed for their company, and their secrets are shown to no one', async () => {
  const v2c = await create({ name: 'Public', version: 'v2c', community: 'hidden-1' })
  const v3 = await create({
    name: 'Strong',
    version: 'v3',
    userName: 'monitor',
    auth: 'sha256',
    authPassphrase: 'hidden-22',
    privacy: 'aes',
    privacyPassphrase: 'hidden-33',
  })
  await create({ name: 'Third', version: 'v1', community: 'hidden-4' })
  expect(v3.data).toMatchObject({
    userName: 'monitor',
    auth: 'sha256',
    privacy: 'aes',
    position: 2,
    devices: 0,
  })
  await admin.call('POST /monitor/api/v1/snmp/credential/:credentialId/move', {
    credentialId: v3.data.id,
    position: 1,
  })
  expect(await order()).toEqual([
    [1, 'Strong'],
    [2, 'Public'],
    [3, 'Third'],
  ])
  const { credentialId, ...rest } = { credentialId: v3.data.id, name: 'Stronger', version: 'v3' as const }
  const edited = await admin.call('PUT /monitor/api/v1/snmp/credential/:credentialId', {
    ...rest,
    credentialId,
    userName: 'monitor',
    auth: 'sha512',
    privacy: 'aes',
    privacyPassphrase: 'hidden-55',
  })
  expect(edited.data).toMatchObject({ name: 'Stronger', auth: 'sha512' })
  expect(await secretOf(credentialId)).toEqual({
    authPassphrase: 'hidden-22',
    privacyPassphrase: 'hidden-55',
  })
  const page = await admin.call('POST /monitor/api/v1/snmp/credential/lists', {})
  const { rows } = await t.adminPool.query(
    `select detail from audit_log where action like 'snmp.credential%'`,
  )
  expect(page.body + JSON.stringify(rows)).not.toContain('hidden-')
  expect(rows).toContainEqual({
    detail: {
      name: 'Stronger',
      before: { name: 'Strong', auth: 'sha256' },
      after: { name: 'Stronger', auth: 'sha512' },
      secretChanged: true,
    },
  })
  const gone = await admin.call('DELETE /monitor/api/v1/snmp/credential/:credentialId', {
    credentialId: v2c.data.id,
  })
  expect(gone.data).toEqual({ devices: 0 })
  expect((await order()).map(([, name]) => name)).toEqual(['Stronger', 'Third'])
})

test('what is missing, taken or elsewhere is refused', async () => {
  await create({ name: 'Taken', version: 'v1', community: 'c' })
  expect((await create({ name: 'taken', version: 'v1', community: 'c' })).code).toBe(
    'snmp.credential_name_taken',
  )
  for (const input of [
    { version: 'v2c' },
    { version: 'v3', auth: 'sha' },
    { version: 'v3', auth: 'sha', authPassphrase: 'long-enough', privacy: 'aes' },
    { version: 'v3', privacy: 'aes', privacyPassphrase: 'long-enough' },
  ])
    expect((await create({ name: 'Missing', ...input })).code).toBe('snmp.secret_missing')
  expect((await create({ name: 'Where', version: 'v1', community: 'c', outletId: '99999' })).code).toBe(
    'outlet.not_found',
  )
  const trial = { ipAddress: '203.0.114.1' }
  expect((await admin.call('POST /monitor/api/v1/snmp/trial', { ...trial, credentialId: '9999' })).code).toBe(
    'snmp.credential_not_found',
  )
  expect((await admin.call('POST /monitor/api/v1/snmp/trial', { ...trial, outletId: '9999' })).code).toBe(
    'outlet.not_found',
  )
})

test('no one else reads, changes, moves, deletes or chooses a set of a company', async () => {
  const { data } = await create({ name: 'Ours', version: 'v1', community: 'c' })
  const credentialId = data.id
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const edit = { credentialId, name: 'Theirs', version: 'v1' as const, community: 'x' }
  const codes = [
    await stranger.call('PUT /monitor/api/v1/snmp/credential/:credentialId', edit),
    await stranger.call('POST /monitor/api/v1/snmp/credential/:credentialId/move', {
      credentialId,
      position: 1,
    }),
    await stranger.call('DELETE /monitor/api/v1/snmp/credential/:credentialId', { credentialId }),
    await stranger.call('POST /monitor/api/v1/snmp/trial', { ipAddress: '203.0.114.1', credentialId }),
  ].map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set(['snmp.credential_not_found']))
  expect((await stranger.call('GET /monitor/api/v1/snmp/credential/choices')).data).toEqual([])
  const choices = (await admin.call('GET /monitor/api/v1/snmp/credential/choices')).data
  expect(choices).toContainEqual({ id: credentialId, name: 'Ours', version: 'v1' })
  expect(() => openSecret(t.secrets, stranger.companyId, Buffer.alloc(40))).toThrow()
})

test('a company runs five trials at once', async () => {
  const begin = () => admin.call('POST /monitor/api/v1/snmp/trial', { ipAddress: '203.0.114.1' })
  for (let n = 0; n < 5; n += 1) expect((await begin()).code).toBe(0)
  expect((await begin()).code).toBe('snmp.too_many_trials')
  const unknown = await admin.call('GET /monitor/api/v1/snmp/trial/:trialId', { trialId: '999999' })
  expect(unknown.code).toBe('snmp.trial_not_found')
})
