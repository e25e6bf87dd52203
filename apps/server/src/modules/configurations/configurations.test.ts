import { type SshDevice, startSshDevice, vrpAnswers, vrpConfiguration, vrpPrompt } from '@netward/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { terminalRoutes, TerminalKeeper } from '../terminal/index.ts'
import { BackupRunner, configurationRoutes } from './index.ts'
import { runnerRepo } from './runner.repo.ts'

let t: TestApp
let runner: BackupRunner
let admin: TestPerson
let ssh: SshDevice
let running = ''
const ranges: string[] = []

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    configurationRoutes(app, deps)
    const keeper = new TerminalKeeper({ ...deps, deviceRanges: ranges }, deps.log)
    terminalRoutes(app, { ...deps, keeper })
  })
  const { scopes, secrets, log } = t
  runner = new BackupRunner({
    scopes,
    secrets,
    log,
    deviceRanges: ranges,
    pauseMilliseconds: 20,
    times: { most: 10_000, silence: 1_000, settle: 20 },
  })
  runner.start()
  ssh = await startSshDevice({
    username: 'admin',
    password: 'right-pass',
    prompt: vrpPrompt('core'),
    answers: vrpAnswers(() => running),
  })
})
afterAll(async () => {
  await runner.stop()
  await ssh.stop()
  await t.stop()
})

beforeEach(async () => {
  running = vrpConfiguration('core')
  const company = await t.company('company', (await t.company('middleman')).id)
  admin = await t.person(company.id, 'administrator')
  ranges.splice(0, ranges.length, `127.0.0.0/8=${company.code}`)
})
afterEach(() => {
  ranges.length = 0
})

async function arranged(password = 'right-pass'): Promise<string> {
  const deviceId = await bare()
  const set = await admin.call('PUT /api/v1/device/:deviceId/terminal/access', {
    deviceId,
    protocol: 'ssh',
    port: ssh.port,
    encoding: 'utf8',
    username: 'admin',
    secret: { kind: 'password', password },
  })
  expect(set.code).toBe(0)
  return deviceId
}

const bare = (more: object = {}) =>
  arrangeDevice(t, admin.companyId, {
    name: 'Core',
    type: 'switch',
    manufacturer: 'Huawei',
    model_name: 'S5735',
    ip_address: '127.0.0.1',
    ...more,
  })

const get = async (deviceId: string, who = admin) =>
  (await who.call('GET /monitor/api/v1/configuration/:deviceId', { deviceId })).data

async function backedUp(deviceId: string, state: 'ok' | 'failed' = 'ok') {
  const { code } = await admin.call('POST /monitor/api/v1/configuration/:deviceId/back-up', { deviceId })
  expect(code).toBe(0)
  await vi.waitFor(async () => expect((await get(deviceId)).state).toBe(state), 10_000)
  return get(deviceId)
}

const versionsOf = async (deviceId: string, who = admin) =>
  (await who.call('POST /monitor/api/v1/configuration/:deviceId/versions/lists', { deviceId })).data.items

test('a configuration is read over SSH, sealed, and kept once until it changes', async () => {
  const deviceId = await arranged()
  expect(await get(deviceId)).toMatchObject({
    state: 'waiting',
    hasCredential: true,
    profile: null,
    effectiveProfile: 'huawei_vrp',
  })
  expect(await backedUp(deviceId)).toMatchObject({ versions: 1, changedAt: null, reason: null })
  // Only a date differs.
  running = vrpConfiguration('core', { saved: '2026-01-06 03:00:00' })
  expect(await backedUp(deviceId)).toMatchObject({ versions: 1, changedAt: null })
  running = vrpConfiguration('core', { vlans: [10, 20] })
  const { changedAt, versions } = await backedUp(deviceId)
  expect(versions).toBe(2)
  expect(changedAt).not.toBeNull()
  const { rows } = await t.adminPool.query('select content from configuration_version where device_id = $1', [
    deviceId,
  ])
  expect(rows.length).toBe(2)
  for (const { content } of rows) expect(content.includes('sysname')).toBe(false)
  const timeline = await t.adminPool.query(
    `select kind from device_timeline where device_id = $1 and kind like 'configuration.%'`,
    [deviceId],
  )
  expect(timeline.rows).toEqual([{ kind: 'configuration.changed' }])

  const [newest, oldest] = await versionsOf(deviceId)
  const compared = await admin.call('GET /monitor/api/v1/configuration/:deviceId/compare', {
    deviceId,
    from: oldest!.id,
    to: newest!.id,
  })
  expect(compared.data.lines.filter(({ change }) => change !== 'same').map(({ text }) => text)).toEqual(
    expect.arrayContaining(['vlan batch 10', 'vlan batch 10 20', 'interface Vlanif20']),
  )
  expect(compared.data).toMatchObject({ removed: 1, added: 4, truncated: false })
})

test('secrets are masked, shown to those who may, and each reading is audited', async () => {
  const deviceId = await arranged()
  await backedUp(deviceId)
  const versionId = (await versionsOf(deviceId))[0]!.id
  const engineer = await t.person(admin.companyId, 'engineer')
  const read = await engineer.call('GET /monitor/api/v1/configuration/:deviceId/versions/:versionId', {
    deviceId,
    versionId,
  })
  expect(read.data.content).toContain('sysname core')
  expect(read.data.content).not.toContain('$1c$')
  expect(read.data.masked).toBe(2)
  const secrets = 'GET /monitor/api/v1/configuration/:deviceId/versions/:versionId/secrets'
  expect((await engineer.call(secrets, { deviceId, versionId })).code).toBe('permission.denied')
  expect((await admin.call(secrets, { deviceId, versionId })).data.content).toBe(running)
  const { rows } = await t.adminPool.query(
    `select action, detail->>'name' as name from audit_log where company_id = $1 and action like 'configuration.%' order by id`,
    [admin.companyId],
  )
  expect(rows).toEqual([
    { action: 'configuration.backed_up', name: 'Core' },
    { action: 'configuration.read', name: 'Core' },
    { action: 'configuration.revealed', name: 'Core' },
  ])
})

test('another company, and another device, see no version', async () => {
  const deviceId = await arranged()
  await backedUp(deviceId)
  const versionId = (await versionsOf(deviceId))[0]!.id
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const version = 'GET /monitor/api/v1/configuration/:deviceId/versions/:versionId'
  expect((await stranger.call(version, { deviceId, versionId })).code).toBe('device.not_found')
  expect((await stranger.call('GET /monitor/api/v1/configuration/:deviceId', { deviceId })).code).toBe(
    'device.not_found',
  )
  expect((await stranger.call('POST /monitor/api/v1/configuration/lists', {})).data.items).toEqual([])
  expect(
    (await stranger.call('POST /monitor/api/v1/configuration/:deviceId/back-up', { deviceId })).code,
  ).toBe('device.not_found')
  const other = await bare({ name: 'Other' })
  expect((await admin.call(version, { deviceId: other, versionId })).code).toBe(
    'configuration.version_not_found',
  )
})

test('each refusal has its reason, and no device is entered without a range of its company', async () => {
  expect(await backedUp(await arranged('wrong-pass'), 'failed')).toMatchObject({ reason: 'authentication' })
  const deviceId = await arranged()
  ranges.length = 0
  expect(await backedUp(deviceId, 'failed')).toMatchObject({ reason: 'address_refused' })
  ranges.push('127.0.0.0/8')
  expect(await backedUp(deviceId, 'failed')).toMatchObject({ reason: 'address_refused' })
  const without = await bare()
  expect(
    (await admin.call('POST /monitor/api/v1/configuration/:deviceId/back-up', { deviceId: without })).code,
  ).toBe('configuration.no_credential')
  const gateway = await arrangeDevice(t, admin.companyId)
  expect((await admin.call('GET /monitor/api/v1/configuration/:deviceId', { deviceId: gateway })).code).toBe(
    'configuration.not_found',
  )
})

test('another host key is refused until a person trusts it', async () => {
  const deviceId = await arranged()
  await backedUp(deviceId)
  ssh.changeHostKey()
  const { reason, offeredHostKey } = await backedUp(deviceId, 'failed')
  expect(reason).toBe('host_key_changed')
  await admin.call('POST /api/v1/device/:deviceId/terminal/host-key', {
    deviceId,
    fingerprint: offeredHostKey!,
  })
  await backedUp(deviceId)
})

test('one at a time, and a profile that does not fit is a failure that says so', async () => {
  const deviceId = await arranged()
  await t.adminPool.query(
    `update configuration_backup set state = 'running', started_at = now() where device_id = $1`,
    [deviceId],
  )
  expect((await admin.call('POST /monitor/api/v1/configuration/:deviceId/back-up', { deviceId })).code).toBe(
    'configuration.under_way',
  )
  await t.adminPool.query(`update configuration_backup set state = 'waiting' where device_id = $1`, [
    deviceId,
  ])
  const edit = { deviceId, enabled: false, profile: 'mikrotik_routeros' as const }
  expect((await admin.call('PUT /monitor/api/v1/configuration/:deviceId', edit)).code).toBe(0)
  expect(await get(deviceId)).toMatchObject({ enabled: false, effectiveProfile: 'mikrotik_routeros' })
  // The user name has a suffix there, which this device does not know.
  expect(await backedUp(deviceId, 'failed')).toMatchObject({ reason: 'authentication' })
})

test('devices of one company that stall leave places for those of others', async () => {
  const other = await t.company('company')
  for (let n = 0; n < 6; n += 1) await bare()
  const last = await arrangeDevice(t, other.id, { name: 'Other', type: 'switch', ip_address: '203.0.113.9' })
  // Uncommitted, so that the runner of this test takes none of them.
  const client = await t.adminPool.connect()
  try {
    await client.query('begin')
    await client.query(
      `update configuration_backup set state = 'queued', queued_at = now() - case device_id when $1 then interval '0' else
         interval '1 hour' end where company_id = any ($2)`,
      [last, [admin.companyId, other.id]],
    )
    const taken = async () =>
      (await client.query('select company_id::text from take_configurations(8)')).rows.map(
        (row) => row.company_id,
      )
    const first = await taken()
    expect([first.length, first.filter((id) => id === other.id).length]).toEqual([5, 1])
    expect(await taken()).toEqual([])
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('the clock queues what is due at the storage interval, and no other', async () => {
  const deviceId = await arranged()
  const off = await arranged()
  await admin.call('PUT /monitor/api/v1/configuration/:deviceId', { deviceId: off, enabled: false })
  const due = async (lastOk: string, interval: string) => {
    await t.adminPool.query('update company set storage_interval = $2 where id = $1', [
      admin.companyId,
      interval,
    ])
    await t.adminPool.query(
      `update configuration_backup set state = 'ok', last_at = null, last_ok_at = now() - $2::interval, next_at = now()
       where company_id = $1`,
      [admin.companyId, lastOk],
    )
    await runnerRepo.queueDue(t.scopes, 100)
    const { nextAt, state } = await get(deviceId)
    expect(Date.parse(nextAt!)).toBeGreaterThan(Date.now())
    if (state === 'ok') return false
    await vi.waitFor(async () => expect((await get(deviceId)).lastAt).not.toBeNull(), 10_000)
    return true
  }
  expect(await due('1 day', 'day')).toBe(true)
  expect(await due('6 days', 'week')).toBe(false)
  expect(await due('7 days', 'week')).toBe(true)
  expect(await due('20 days', 'month')).toBe(false)
  expect((await get(off)).lastAt).toBeNull()
})

test('a result counts for its own attempt, once', async () => {
  const deviceId = await arranged()
  await backedUp(deviceId)
  const failed = {
    reason: 'late',
    digest: null,
    content: null,
    bytes: null,
    lines: null,
    profile: null,
  } as const
  const [{ run }] = (
    await t.adminPool.query('select run from configuration_backup where device_id = $1', [deviceId])
  ).rows
  await runnerRepo.store(t.scopes, { device_id: deviceId, run } as never, failed)
  await runnerRepo.store(t.scopes, { device_id: deviceId, run: run - 1 } as never, failed)
  expect((await get(deviceId)).state).toBe('ok')
})

test('the list filters by state and change, and the summary counts', async () => {
  const good = await arranged()
  await backedUp(good)
  running = vrpConfiguration('core', { vlans: [10, 30] })
  await backedUp(good)
  const bad = await arranged('wrong-pass')
  await backedUp(bad, 'failed')
  const ids = async (filter: object) =>
    (await admin.call('POST /monitor/api/v1/configuration/lists', filter)).data.items.map(
      ({ deviceId }) => deviceId,
    )
  expect(await ids({ state: ['failed'] })).toEqual([bad])
  expect(await ids({ reason: ['authentication'] })).toEqual([bad])
  expect(await ids({ changedSince: new Date(Date.now() - 60_000).toISOString() })).toEqual([good])
  expect(await ids({ changedSince: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
  expect(await ids({ sort: '-changedAt', search: 'core' })).toEqual([good, bad])
  const { data } = await admin.call('POST /monitor/api/v1/configuration/summary', {})
  expect(data.changed).toBe(1)
  expect(data.states.find(({ state }) => state === 'failed')?.count).toBe(1)
})

test('versions older than the storage cycle go, the newest of a device stays', async () => {
  const deviceId = await arranged()
  await backedUp(deviceId)
  running = vrpConfiguration('core', { vlans: [10, 40] })
  await backedUp(deviceId)
  await t.adminPool.query(
    `update configuration_version set last_at = now() - interval '13 months' where device_id = $1`,
    [deviceId],
  )
  await runnerRepo.prune(t.scopes, 100)
  expect((await versionsOf(deviceId)).length).toBe(1)
  expect((await get(deviceId)).versions).toBe(1)
})
