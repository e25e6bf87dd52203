import { randomUUID } from 'node:crypto'
import { eventCode } from '@netward/cwmp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import { turnsRepo } from './exchange.repo.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const waiting = { timeout: 15_000 }

async function online(options: Parameters<AcsFixture['gateway']>[0] = {}) {
  const company = await f.company()
  const { username, password, admin } = company
  const gateway = f.gateway({ username, password, timeScale: 0.1, rebootSeconds: 0.5, ...options })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, waiting.timeout)
  await oneSession(gateway)
  const { id } = (await f.deviceOf(gateway)) as { id: string }
  return { company, admin, gateway, deviceId: id }
}

type Admin = Awaited<ReturnType<typeof online>>['admin']

async function commandBy(admin: Admin, deviceId: string, commandId: string) {
  const { data } = await admin.call('GET /api/v1/device/:deviceId/commands', { deviceId })
  return data.items.find(({ id }) => id === commandId)
}

async function known(admin: Admin, deviceId: string, parent: string) {
  const { data } = await admin.call('GET /api/v1/device/:deviceId/parameters', { deviceId, parent })
  return data.items
}

const table = 'Device.NAT.PortMapping.'

test('an instance is added, read and deleted again; the tree follows', async () => {
  const { admin, gateway, deviceId } = await online()
  const added = await admin.call('POST /api/v1/device/:deviceId/objects/add', { deviceId, path: table })
  expect(added).toMatchObject({ code: 0 })
  await oneSession(gateway)
  expect(await commandBy(admin, deviceId, added.data.commandId)).toMatchObject({
    kind: 'add_object',
    state: 'done',
    result: { instanceNumber: 6, status: 0 },
  })
  const paths = async () => (await known(admin, deviceId, table)).map(({ path }) => path)
  expect(await paths()).toEqual([`${table}2.`, `${table}5.`, `${table}6.`])
  expect(await known(admin, deviceId, `${table}6.`)).toContainEqual(
    expect.objectContaining({ path: `${table}6.Protocol`, value: 'TCP', notification: null }),
  )
  const path = `${table}6.`
  await admin.call('POST /api/v1/device/:deviceId/objects/delete', { deviceId, path })
  await oneSession(gateway)
  expect(await paths()).toEqual([`${table}2.`, `${table}5.`])
  expect(gateway.tree.has(`${path}Protocol`)).toBe(false)
  const audit = await f.sql(
    `select action, detail->>'path' as path from audit_log where subject_id = $1 and action like 'device.object%' order by id`,
    [deviceId],
  )
  expect(audit).toEqual([
    { action: 'device.object_added', path: table },
    { action: 'device.object_deleted', path },
  ])
})

test('what a restart will add or delete is marked until then', async () => {
  const { admin, gateway, deviceId } = await online({
    intercept: ({ method }) =>
      method === 'AddObject'
        ? { method: 'AddObjectResponse', instanceNumber: 9, status: 1 }
        : method === 'DeleteObject'
          ? { method: 'DeleteObjectResponse', status: 1 }
          : undefined,
  })
  const { data } = await admin.call('POST /api/v1/device/:deviceId/objects/add', { deviceId, path: table })
  await admin.call('POST /api/v1/device/:deviceId/objects/delete', { deviceId, path: `${table}5.` })
  await oneSession(gateway)
  expect(await commandBy(admin, deviceId, data.commandId)).toMatchObject({ appliesLater: true })
  const marked = async () =>
    (await known(admin, deviceId, table))
      .filter(({ later }) => later !== null)
      .map(({ path, isObject, later }) => [path, isObject, later])
  expect(await marked()).toEqual([
    [`${table}5.`, true, 'deleted'],
    [`${table}9.`, true, 'added'],
  ])
  await oneSession(gateway, [eventCode.boot])
  expect(await marked()).toEqual([])
})

test('refuses non-tables, missing or fixed instances and the uplink before anything is sent', async () => {
  const { admin, deviceId } = await online()
  const add = (path: string, confirmed = false) =>
    admin.call('POST /api/v1/device/:deviceId/objects/add', { deviceId, path, confirmed })
  const remove = (path: string) =>
    admin.call('POST /api/v1/device/:deviceId/objects/delete', { deviceId, path })
  const field = (name: string) => ({ code: 'request.invalid', data: { fields: [{ field: name }] } })
  expect(await add(`${table}5.`)).toMatchObject(field('path'))
  expect(await add('Device.NAT.PortMapping')).toMatchObject(field('path'))
  expect(await remove(table)).toMatchObject(field('path'))
  expect(await remove('Device.WiFi.Radio.1.')).toMatchObject(field('path'))
  const routes = 'Device.Routing.Router.1.IPv4Forwarding.'
  expect(await add(routes)).toMatchObject(field('confirmed'))
  expect(await add(routes, true)).toMatchObject({ code: 0 })
})

test('an object whose answer was lost is not added twice', async () => {
  const { admin, gateway, deviceId } = await online()
  gateway.stop()
  const { data } = await admin.call('POST /api/v1/device/:deviceId/objects/add', { deviceId, path: table })
  await f.sql(`update device_command set state = 'sent', sends = 1, sent_at = now() where id = $1`, [
    data.commandId,
  ])
  const since = new Date(Date.now() + 60_000).toISOString()
  await turnsRepo(f.t.scopes).turn(
    deviceId,
    randomUUID(),
    { learned: { rows: [], reported: {} }, news: { ended: [] } },
    { since },
  )
  expect(await commandBy(admin, deviceId, data.commandId)).toMatchObject({
    state: 'failed',
    fault: { code: 'no_answer' },
  })
})

test('notification settings are set, read, and shown beside the parameter', async () => {
  const { admin, gateway, deviceId } = await online()
  const path = 'Device.WiFi.SSID.1.SSID'
  const changes = [{ path, notification: 2 as const }]
  await admin.call('POST /api/v1/device/:deviceId/parameters/attributes/set', { deviceId, changes })
  await admin.call('POST /api/v1/device/:deviceId/parameters/read', {
    deviceId,
    paths: ['Device.WiFi.SSID.1.'],
  })
  await admin.call('POST /api/v1/device/:deviceId/parameters/attributes/read', {
    deviceId,
    paths: ['Device.WiFi.SSID.1.'],
  })
  await oneSession(gateway)
  const rows = await known(admin, deviceId, 'Device.WiFi.SSID.1.')
  expect(rows.find((row) => row.path === path)).toMatchObject({ notification: 2 })
  expect(rows.find((row) => row.path.endsWith('.Enable'))).toMatchObject({ notification: 0 })
  gateway.changeValue(path, 'renamed')
  await vi.waitFor(async () => expect(await f.timelineOf(gateway)).toContain('inform.value_change'), waiting)
})

test('a scheduled Inform has event 3', async () => {
  const { admin, gateway, deviceId } = await online()
  await admin.call('POST /api/v1/device/:deviceId/schedule-inform', { deviceId, delaySeconds: 1 })
  await oneSession(gateway)
  await vi.waitFor(async () => expect(await f.timelineOf(gateway)).toContain('inform.scheduled'), waiting)
})

test('pending transfers are queried', async () => {
  const { admin, gateway, deviceId } = await online()
  const { data } = await admin.call('POST /api/v1/device/:deviceId/queued-transfers', { deviceId })
  await oneSession(gateway)
  expect(await commandBy(admin, deviceId, data.commandId)).toMatchObject({
    state: 'done',
    result: { transfers: [] },
  })
})

test('the supported methods are queried, and the list is the result', async () => {
  const { admin, gateway, deviceId, company } = await online()
  const viewer = await f.t.person(company.id, 'user_layer')
  const { data } = await viewer.call('POST /api/v1/device/:deviceId/rpc-methods', { deviceId })
  await oneSession(gateway)
  const command = await commandBy(admin, deviceId, data.commandId)
  expect(command).toMatchObject({ kind: 'get_rpc_methods', state: 'done', fault: null })
  expect(command?.result?.['methods']).toEqual(
    expect.arrayContaining(['GetRPCMethods', 'SetParameterValues', 'Reboot', 'Download']),
  )
  const log = await f.sql(`select actor_name from audit_log where company_id = $1 and action = $2`, [
    company.id,
    'device.methods_queried',
  ])
  expect(log).toHaveLength(1)
})

test('a factory reset brings the gateway back with the bootstrap credentials, and it gets new ones', async () => {
  const { admin, gateway, deviceId } = await online()
  gateway.tree.put('Device.WiFi.SSID.1.SSID', 'ours')
  expect(gateway.value('ManagementServer.Username')).toMatch(/^gw-/)
  const { data } = await admin.call('POST /api/v1/device/batch/factory-reset', {
    deviceIds: [deviceId],
    reason: 'It hangs',
  })
  expect(data).toEqual({ accepted: 1, failed: [] })
  // An open one is not queued twice.
  await admin.call('POST /api/v1/device/batch/factory-reset', { deviceIds: [deviceId], reason: 'It hangs' })
  await oneSession(gateway)
  await vi.waitFor(async () => {
    const commands = await f.sql(
      `select state, result from device_command where device_id = $1 and kind = 'factory_reset'`,
      [deviceId],
    )
    expect(commands).toEqual([{ state: 'done', result: { kind: 'factory_reset', seen: true } }])
  }, waiting)
  expect(gateway.value('WiFi.SSID.1.SSID')).not.toBe('ours')
  await vi.waitFor(() => expect(gateway.value('ManagementServer.Username')).toMatch(/^gw-/), waiting)
  expect(await f.deviceOf(gateway)).toMatchObject({ id: deviceId, guard: 'none' })
  expect(await f.timelineOf(gateway)).toEqual(
    expect.arrayContaining(['reset.expected', 'command.done', 'inform.bootstrap']),
  )
})

test('without the permission, and from another company, nothing is queued', async () => {
  const { company, deviceId } = await online()
  const viewer = await f.t.person(company.id, 'user_layer')
  const stranger = (await f.company()).admin
  const path = table
  const changes = [{ path: 'Device.WiFi.SSID.1.SSID', notification: 1 as const }]
  for (const [person, code] of [
    [viewer, 'permission.denied'],
    [stranger, 'device.not_found'],
  ] as const) {
    expect(await person.call('POST /api/v1/device/:deviceId/objects/add', { deviceId, path })).toMatchObject({
      code,
    })
    expect(
      await person.call('POST /api/v1/device/:deviceId/objects/delete', { deviceId, path: `${path}2.` }),
    ).toMatchObject({ code })
    expect(
      await person.call('POST /api/v1/device/:deviceId/parameters/attributes/set', { deviceId, changes }),
    ).toMatchObject({ code })
    expect(
      await person.call('POST /api/v1/device/:deviceId/schedule-inform', { deviceId, delaySeconds: 60 }),
    ).toMatchObject({ code })
  }
  expect(await stranger.call('POST /api/v1/device/:deviceId/queued-transfers', { deviceId })).toMatchObject({
    code: 'device.not_found',
  })
  expect(await stranger.call('POST /api/v1/device/:deviceId/rpc-methods', { deviceId })).toMatchObject({
    code: 'device.not_found',
  })
  expect(
    await viewer.call('POST /api/v1/device/batch/factory-reset', {
      deviceIds: [deviceId],
      reason: 'It hangs',
    }),
  ).toMatchObject({
    code: 'permission.denied',
  })
  expect(
    await stranger.call('POST /api/v1/device/batch/factory-reset', {
      deviceIds: [deviceId],
      reason: 'It hangs',
    }),
  ).toMatchObject({
    code: 50002,
  })
})

test('a quarantined device receives nothing', async () => {
  const { admin, deviceId } = await online()
  await f.sql(`update device set guard = 'quarantined' where id = $1`, [deviceId])
  expect(
    await admin.call('POST /api/v1/device/:deviceId/objects/add', { deviceId, path: table }),
  ).toMatchObject({
    code: 'device.move_not_allowed',
  })
})
