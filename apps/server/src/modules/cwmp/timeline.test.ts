import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import { stranger } from '../../../test/stranger.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { applyTemplate } from '../../../test/till-template.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

type Company = Awaited<ReturnType<AcsFixture['company']>>

async function online(company: Company) {
  const { username, password } = company
  const gateway = f.gateway({ username, password, timeScale: 0.1, rebootSeconds: 0.5 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, 15_000)
  await oneSession(gateway)
  const { id: deviceId } = (await f.deviceOf(gateway)) as { id: string }
  return { gateway, deviceId }
}

const timeline = async (person: TestPerson, deviceId: string) =>
  (await person.call('GET /api/v1/device/:deviceId/timeline', { deviceId })).data.items

const commands = async (person: TestPerson, deviceId: string) =>
  (await person.call('GET /api/v1/device/:deviceId/commands', { deviceId })).data.items

/** Display names in their company. */
async function named({ personId, companyId }: TestPerson, name: string) {
  await f.sql('update member set display_name = $3 where person_id = $1 and company_id = $2', [
    personId,
    companyId,
    name,
  ])
}

const hostile = '<img src=x onerror=alert(1)> =1+1'

test('a transfer shows which configuration it restored or stored, and who asked for it', async () => {
  const company = await f.company()
  const { admin } = company
  await named(admin, hostile)
  const { gateway, deviceId } = await online(company)
  const backups = async () =>
    (await admin.call('GET /ota/api/v2/ota/device/:deviceId/backups', { deviceId })).data.items
  const over = (state: string) =>
    vi.waitFor(async () => {
      gateway.informNow()
      const [backup] = await backups()
      expect([backup?.state, backup?.restore]).toContain(state)
      return backup!
    }, 20_000)
  await admin.call('POST /ota/api/v2/ota/device/:deviceId/backup', { deviceId })
  const { id: backupId, storedAt } = await over('stored')
  await admin.call('POST /ota/api/v2/ota/device/:deviceId/backup/:backupId/restore', {
    deviceId,
    backupId,
    reason: 'Lost settings',
  })
  await over('transferred')
  const [restored, kept] = (await timeline(admin, deviceId)).filter(({ kind }) => kind === 'command.done')
  const actor = { name: hostile, companyName: null }
  expect(restored).toMatchObject({
    detail: { kind: 'download', fileType: '3 Vendor Configuration File', takenAt: storedAt },
    actor,
  })
  expect(kept).toMatchObject({
    detail: { kind: 'upload', fileType: '1 Vendor Configuration File' },
    actor,
  })
  expect(kept!.detail).not.toHaveProperty('takenAt')
  const [asked] = await commands(admin, deviceId)
  expect(asked).toMatchObject({ kind: 'download', request: { takenAt: storedAt } })
})

test('the person who moves, sets, replaces or releases a gateway is named, with their company', async () => {
  const company = await f.company()
  const { admin } = company
  await named(admin, hostile)
  const { gateway, deviceId } = await online(company)
  const [first, second] = [await online(company), await online(company)]
  const outsider = f.t.operator.actingIn(company.id)
  const [outlet] = await f.sql<{ id: string }>(
    `insert into outlet (company_id, name) values ($1, 'Shop') returning id::text`,
    [company.id],
  )
  await admin.call('POST /api/v1/device/batch/outlet', { deviceIds: [deviceId], outletId: outlet!.id })
  await outsider.call('POST /api/v1/device/:deviceId/parameters/set', {
    deviceId,
    values: [{ path: 'Device.WiFi.SSID.1.SSID', value: 'shop' }],
  })
  await oneSession(gateway)
  await outsider.call('POST /api/v1/device/:deviceId/replace', { deviceId, newDeviceId: first.deviceId })
  await admin.call('POST /api/v1/device/:deviceId/release', { deviceId: second.deviceId })
  const [audited] = await f.sql<{ actor_name: string; acting_company_name: string }>(
    `select actor_name, acting_company_name from audit_log where company_id = $1 and action = 'device.replaced'`,
    [company.id],
  )
  const fromOutside = { name: audited!.actor_name, companyName: audited!.acting_company_name }
  expect(fromOutside.companyName).not.toBeNull()
  const of = async (id: string, wanted: string) =>
    (await timeline(admin, id)).find(({ kind }) => kind === wanted)?.actor
  const own = { name: hostile, companyName: null }
  expect(await of(deviceId, 'placed')).toEqual(own)
  expect(await of(deviceId, 'command.done')).toEqual(fromOutside)
  expect(await of(deviceId, 'replaced')).toEqual(fromOutside)
  expect(await of(first.deviceId, 'replaces')).toEqual(fromOutside)
  expect(await of(second.deviceId, 'released')).toEqual(own)
  // An act without an author names none.
  expect(await of(deviceId, 'online')).toBeNull()
  const [set] = (await commands(admin, deviceId)).filter(({ kind }) => kind === 'set_parameter_values')
  expect(set).toMatchObject({
    createdByName: fromOutside.name,
    createdByCompanyName: fromOutside.companyName,
  })
})

test('a gateway of the pool that takes a place names the person who claimed it', async () => {
  const company = await f.company()
  const { deviceId } = await online(company)
  const { gateway, poolId, claimer } = await stranger(f, company.id)
  expect((await claimer.call('POST /api/v1/device/:deviceId/replace', { deviceId, poolId })).code).toBe(0)
  await vi.waitFor(async () => {
    gateway.informNow()
    const [replaced] = await timeline(company.admin, deviceId)
    expect(replaced).toMatchObject({
      kind: 'replaced',
      actor: { name: expect.any(String), companyName: expect.any(String) },
    })
  }, 20_000)
})

test('the outcome of templates names which and who asked, a drift its first values and their number', async () => {
  const company = await f.company()
  const { admin } = company
  await named(admin, hostile)
  const names = ['Time.NTPServer1', 'Time.NTPServer2', 'WiFi.SSID.1.SSID', 'WiFi.SSID.2.SSID']
  const paths = names.map((name) => `Device.${name}`)
  await applyTemplate(admin, { values: paths.map((path) => ({ path, value: 'shop' })) }, { name: hostile })
  const { gateway, deviceId } = await online(company)
  const templates = [{ name: hostile, version: 1, ownerName: null, own: true }]
  const newest = async (kind: string) => (await timeline(admin, deviceId)).find((one) => one.kind === kind)!
  expect(await newest('provision.applied')).toMatchObject({ templates, actor: null, drift: null })
  for (const name of names) gateway.changeValue(name, '<b>mine</b>')
  const apply = async (check: boolean) => {
    await admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check })
    const [asked] = await commands(admin, deviceId)
    expect(asked).toMatchObject({ kind: 'provision', createdByName: hostile, createdByCompanyName: null })
    await oneSession(gateway)
  }
  await apply(true)
  const drifted = await newest('provision.drifted')
  expect(drifted).toMatchObject({ templates, detail: { changed: 4 } })
  expect(drifted.drift).toEqual({
    values: paths
      .slice(0, 3)
      .map((path) => ({ path, actual: '<b>mine</b>', desired: 'shop', secret: false })),
    total: 4,
  })
  expect(drifted.detail).not.toHaveProperty('drift')
  expect(await newest('command.done')).toMatchObject({ detail: { kind: 'provision', check: true } })
  await apply(false)
  expect(await newest('command.done')).toMatchObject({ detail: { kind: 'provision', check: false } })
  expect(await newest('provision.applied')).toMatchObject({
    templates,
    actor: { name: hostile, companyName: null },
  })
})

test('the person who reapplies a pending comparison is the requester', async () => {
  const company = await f.company()
  const { admin } = company
  await applyTemplate(admin, { values: [{ path: 'Device.WiFi.SSID.1.SSID', value: 'shop' }] })
  const { gateway, deviceId } = await online(company)
  gateway.stop()
  await f.sql('select queue_provision(array[$1::bigint], true)', [deviceId])
  expect((await commands(admin, deviceId))[0]).toMatchObject({ kind: 'provision', createdByName: null })
  await named(admin, 'Li Lei')
  await admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check: false })
  const asked = { kind: 'provision', request: { check: false }, createdByName: 'Li Lei' }
  expect((await commands(admin, deviceId))[0]).toMatchObject(asked)
  await f.sql('select queue_provision(array[$1::bigint], false)', [deviceId])
  expect((await commands(admin, deviceId))[0]).toMatchObject(asked)
})
