import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { informBody, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

/** An expected factory reset, and an unexpected one. */

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

type Company = Awaited<ReturnType<AcsFixture['company']>>

const ownPassword = (gateway: SimulatedGateway) => gateway.value('ManagementServer.Password')

/** Runs sessions until the gateway has proved its own credentials. */
async function untilOwn(gateway: SimulatedGateway): Promise<string> {
  await vi.waitFor(
    async () => {
      gateway.informNow()
      expect(await f.deviceOf(gateway)).toMatchObject({ credential_state: 'own' })
    },
    { timeout: 10_000, interval: 100 },
  )
  const [device] = await f.sql<{ id: string }>(
    `select id::text from device where serial_number = $1 and state = 'claimed'`,
    [gateway.factory.deviceId.serialNumber],
  )
  return device!.id
}

async function online(company: Company, url?: string) {
  const gateway = f.gateway({
    username: company.username,
    password: company.password,
    ...(url === undefined ? {} : { url, username: '', password: '' }),
  })
  gateway.start()
  return { gateway, deviceId: await untilOwn(gateway) }
}

const expectReset = (company: Company, deviceId: string, minutes = 30) =>
  company.admin.call('POST /api/v1/device/:deviceId/expected-reset', { deviceId, minutes })

/** The gateway is back with credentials set after the reset, and was not quarantined. */
async function expectTaken(gateway: SimulatedGateway, before: string): Promise<void> {
  await vi.waitFor(
    async () => {
      gateway.informNow()
      expect(await f.deviceOf(gateway)).toMatchObject({ credential_state: 'own', guard: 'none' })
      expect(ownPassword(gateway)).toMatch(/^[\w-]{24}$/)
      expect(ownPassword(gateway)).not.toBe(before)
      expect(await f.timelineOf(gateway)).toContain('reset.taken')
    },
    { timeout: 10_000, interval: 100 },
  )
}

test('inside the window the gateway is admitted with new credentials, once; the next reset quarantines', async () => {
  const company = await f.company()
  const { gateway, deviceId } = await online(company)
  const before = ownPassword(gateway)
  const opened = await expectReset(company, deviceId)
  expect(opened.code).toBe(0)
  expect(Date.parse(opened.data.until) - Date.now()).toBeGreaterThan(29 * 60_000)
  gateway.factoryReset()
  await expectTaken(gateway, before)
  const shown = await company.admin.call('POST /api/v1/device/:deviceId/expected-reset', {
    deviceId,
    minutes: 5,
  })
  expect(shown.code).toBe(0)
  const cancelled = await company.admin.call('DELETE /api/v1/device/:deviceId/expected-reset', { deviceId })
  expect(cancelled.code).toBe(0)
  gateway.factoryReset()
  await vi.waitFor(
    async () => expect(await f.deviceOf(gateway)).toMatchObject({ guard: 'quarantined' }),
    10_000,
  )
})

test('outside it the gateway is quarantined and receives no secret', async () => {
  const company = await f.company()
  const { gateway, deviceId } = await online(company)
  await expectReset(company, deviceId)
  await f.sql(`update gateway set expected_reset_until = now() - interval '1 second' where device_id = $1`, [
    deviceId,
  ])
  gateway.factoryReset()
  await vi.waitFor(
    async () => expect(await f.deviceOf(gateway)).toMatchObject({ guard: 'quarantined' }),
    10_000,
  )
  expect(ownPassword(gateway)).toBe(company.password)
})

test('a gateway of an enrolment URL is admitted, too', async () => {
  const company = await f.company()
  const { data } = await company.admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
  const { gateway, deviceId } = await online(
    company,
    new URL(new URL(data.enrolmentUrl!).pathname, f.url).href,
  )
  const before = ownPassword(gateway)
  await expectReset(company, deviceId)
  gateway.factoryReset()
  await expectTaken(gateway, before)
})

test('a claimed gateway has nothing to present: it is admitted from its last address, with 0 BOOTSTRAP, for an hour at most', async () => {
  const company = await f.company()
  const { gateway, deviceId } = await online(company)
  gateway.stop()
  await f.sql(`update device set enrolled_by = 'claim' where id = $1`, [deviceId])
  const opened = await expectReset(company, deviceId, 1440)
  expect(Date.parse(opened.data.until) - Date.now()).toBeLessThanOrEqual(3_600_000)
  const identity = { ...gateway.factory.deviceId }
  // The process's list of open claims is up to a second old.
  await expect.poll(async () => (await post(f.url, informBody(identity))).status).toBe(200)
  expect((await post(f.url, informBody({ ...identity, events: ['2 PERIODIC'] }))).status).toBe(401)
  expect((await post(f.url, informBody(identity), { from: '127.0.0.7' })).status).toBe(401)
  const taken = await post(f.url, informBody(identity))
  const cookie = taken.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const call = await post(f.url, '', { headers: { cookie } })
  expect(call.body).toContain('ManagementServer.Password')
  // From here on it is asked for its new credentials.
  expect((await post(f.url, informBody(identity))).status).toBe(401)
})

test('the device shows until when, its timeline who opened it, and the audit log too', async () => {
  const company = await f.company()
  const { gateway, deviceId } = await online(company)
  const none = await company.admin.call('GET /api/v1/device/:deviceId', { deviceId })
  expect(none.data.resetExpectedUntil).toBeNull()
  const opened = await expectReset(company, deviceId)
  const some = await company.admin.call('GET /api/v1/device/:deviceId', { deviceId })
  expect(some.data.resetExpectedUntil).toBe(opened.data.until)
  await company.admin.call('DELETE /api/v1/device/:deviceId/expected-reset', { deviceId })
  expect(
    (await company.admin.call('GET /api/v1/device/:deviceId', { deviceId })).data.resetExpectedUntil,
  ).toBeNull()
  expect((await f.timelineOf(gateway)).slice(-2)).toEqual(['reset.expected', 'reset.unexpected'])
  const audited = await f.sql(
    `select action, subject_id, detail->'minutes' as minutes from audit_log where company_id = $1 and action like 'device.reset%' order by id`,
    [company.id],
  )
  expect(audited).toEqual([
    { action: 'device.reset_expected', subject_id: deviceId, minutes: 30 },
    { action: 'device.reset_not_expected', subject_id: deviceId, minutes: null },
  ])
})

test('it cannot be opened for a gateway of another company, a guarded or released one, for no time or more than a day', async () => {
  const [company, stranger] = [await f.company(), await f.company()]
  const { deviceId } = await online(company)
  expect((await expectReset(stranger, deviceId)).code).toBe('device.not_found')
  const foreign = await stranger.admin.call('DELETE /api/v1/device/:deviceId/expected-reset', { deviceId })
  expect(foreign.code).toBe('device.not_found')
  for (const minutes of [0, 4, 1441, 5.5]) {
    expect((await expectReset(company, deviceId, minutes)).code).toBe('request.invalid')
  }
  await f.sql(`update device set guard = 'quarantined' where id = $1`, [deviceId])
  expect((await expectReset(company, deviceId)).code).toBe('device.move_not_allowed')
  const viewer = await f.t.person(company.id, 'user_layer')
  const refused = await viewer.call('POST /api/v1/device/:deviceId/expected-reset', { deviceId, minutes: 30 })
  expect(refused.code).toBe('permission.denied')
  await company.admin.call('POST /api/v1/device/:deviceId/release', { deviceId })
  expect((await expectReset(company, deviceId)).code).toBe('device.move_not_allowed')
})
