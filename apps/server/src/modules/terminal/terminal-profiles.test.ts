import { generateKeyPairSync } from 'node:crypto'
import { type SshDevice, startSshDevice } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { TerminalFixture } from '../../../test/terminal-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

/** Number of devices with the same access settings. */

let fixture: TerminalFixture
let device: SshDevice
beforeAll(async () => {
  fixture = await TerminalFixture.start()
  device = await startSshDevice({ username: 'root', password: 'right-pass' })
})
afterAll(async () => {
  await device.stop()
  await fixture.stop()
})

const way = (password = 'right-pass') => ({
  protocol: 'ssh' as const,
  port: device.port,
  encoding: 'utf8' as const,
  username: 'root',
  secret: { kind: 'password' as const, password },
})

const add = (
  person: TestPerson,
  name: string,
  fits: { model?: string; tag?: string } = {},
  password?: string,
) => person.call('POST /api/v1/device/terminal/profiles', { name, ...fits, ...way(password) })

const access = async (person: TestPerson, deviceId: string) =>
  (await person.call('GET /api/v1/device/:deviceId/terminal/access', { deviceId })).data

test('what fits most closely counts: the device itself, tag and model, tag, model, all', async () => {
  const person = await fixture.administrator()
  const deviceId = await fixture.gateway(person.companyId)
  await fixture.t.adminPool.query(`update device set model_name = 'NX-20', tags = '{lobby}' where id = $1`, [
    deviceId,
  ])
  expect(await access(person, deviceId)).toMatchObject({ source: 'none', port: 22, secretKind: null })
  const seen: string[] = []
  for (const [name, fits] of [
    ['all', {}],
    ['another model', { model: 'NX-21' }],
    ['model', { model: 'nx-20' }],
    ['tag', { tag: 'lobby' }],
    ['both', { model: 'NX-20', tag: 'lobby' }],
  ] as const) {
    expect((await add(person, name, fits)).code).toBe(0)
    const now = await access(person, deviceId)
    expect(now).toMatchObject({ source: 'profile', port: device.port, secretKind: 'password' })
    seen.push(now.profileName!)
  }
  expect(seen).toEqual(['all', 'all', 'model', 'tag', 'both'])
  const { data } = await person.call('GET /api/v1/device/terminal/profiles', {})
  expect(data.map(({ name }) => name)).toEqual(['both', 'tag', 'another model', 'model', 'all'])
  const terminal = await fixture.open(person, deviceId)
  await terminal.shows('gateway# ')
  terminal.say({ type: 'end' })
  await fixture.record(person, terminal.terminalId)
  // A pinned host key is not a device setting.
  expect(await access(person, deviceId)).toMatchObject({ source: 'profile', hostKey: expect.any(String) })

  const { secret: _secret, ...withoutSecret } = way()
  await person.call('PUT /api/v1/device/:deviceId/terminal/access', { deviceId, ...withoutSecret })
  expect(await access(person, deviceId)).toMatchObject({ source: 'device', secretKind: null })
  const removed = await person.call('DELETE /api/v1/device/:deviceId/terminal/access', { deviceId })
  expect(removed.data).toMatchObject({ source: 'profile', profileName: 'both', hostKey: expect.any(String) })
})

test('a secret is sealed, never returned, and signs in the terminal that requested it', async () => {
  const person = await fixture.administrator()
  const deviceId = await fixture.gateway(person.companyId)
  const { data, body } = await add(person, 'all', {}, 'right-pass')
  expect(body).not.toContain('right-pass')
  const { rows } = await fixture.t.adminPool.query('select * from terminal_profile where id = $1', [data.id])
  expect(JSON.stringify(rows)).not.toContain('right-pass')
  const log = await fixture.t.adminPool.query('select detail from audit_log where company_id = $1', [
    person.companyId,
  ])
  expect(JSON.stringify(log.rows)).not.toContain('right-pass')
  const { secret: _secret, ...kept } = way()
  const edited = await person.call('PUT /api/v1/device/terminal/profiles/:profileId', {
    profileId: data.id,
    name: 'all of them',
    ...kept,
  })
  expect(edited.data).toMatchObject({ name: 'all of them', secretKind: 'password' })
  const terminal = await fixture.open(person, deviceId)
  await terminal.shows('gateway# ')
  terminal.say({ type: 'end' })
  const remove = () =>
    person.call('DELETE /api/v1/device/terminal/profiles/:profileId', { profileId: data.id })
  expect((await remove()).code).toBe(0)
  expect(await remove()).toMatchObject({ code: 'terminal.profile_not_found' })
  expect(await access(person, deviceId)).toMatchObject({ source: 'none' })
})

test('each refusal: a twin, a key that is none, another company’s, a role for a part of the company, a name of two lines', async () => {
  const person = await fixture.administrator()
  const stranger = await fixture.administrator()
  const { data } = await add(person, 'of a model', { model: 'NX-20' })
  expect(await add(person, 'again', { model: 'nx-20' })).toMatchObject({ code: 'terminal.profile_taken' })
  const second = await add(person, 'all')
  const put = (who: TestPerson, profileId: string, model: string) =>
    who.call('PUT /api/v1/device/terminal/profiles/:profileId', { profileId, name: 'x', model, ...way() })
  expect(await put(person, second.data.id, 'NX-20')).toMatchObject({ code: 'terminal.profile_taken' })
  expect(await put(stranger, data.id, '')).toMatchObject({ code: 'terminal.profile_not_found' })
  expect((await stranger.call('GET /api/v1/device/terminal/profiles', {})).data).toEqual([])
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const sealed = privateKey
    .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' })
    .toString()
  expect(
    await person.call('POST /api/v1/device/terminal/profiles', {
      ...way(),
      name: 'key',
      tag: 'key',
      secret: { kind: 'key', privateKey: sealed, passphrase: 'wrong' },
    }),
  ).toMatchObject({ code: 'terminal.bad_key' })
  expect(await add(person, 'two\nlines')).toMatchObject({
    code: 'request.invalid',
    data: { fields: [expect.objectContaining({ field: 'name' })] },
  })
  const engineer = await fixture.t.person(person.companyId, 'engineer')
  expect(await add(engineer, 'mine')).toMatchObject({ code: 'permission.denied' })
})
