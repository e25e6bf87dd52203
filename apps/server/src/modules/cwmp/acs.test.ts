import { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { informBody, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

test('a gateway with bootstrap credentials gets its own, proves them, and is online', async () => {
  const company = await f.company()
  const gateway = f.gateway({ username: company.username, password: company.password })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  expect(gateway.value('ManagementServer.Username')).toMatch(/^gw-/)
  gateway.informNow()
  await gateway.waitFor((g) => g.state.sessions >= 2)
  expect(await f.deviceOf(gateway)).toMatchObject({
    company_id: company.id,
    credential_state: 'own',
    presence: 'online',
    guard: 'none',
    periodic_interval: 60,
    enrolled_by: 'bootstrap',
  })
  expect(await f.timelineOf(gateway)).toEqual(
    expect.arrayContaining([
      'claimed',
      'inform.bootstrap',
      'online',
      'credentials.set',
      'credentials.proved',
    ]),
  )
})

test('facts of the first Inform are written once, with the admission', async () => {
  const company = await f.company()
  const gateway = f.gateway({ username: company.username, password: company.password })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  expect(await f.deviceOf(gateway)).toMatchObject({
    data_model_root: expect.stringMatching(/Device\.$/),
    cwmp_version: expect.stringMatching(/^1\./),
    connection_request_url: gateway.value('ManagementServer.ConnectionRequestURL') || null,
    last_boot_at: expect.any(Date),
  })
  const kinds = await f.timelineOf(gateway)
  expect(kinds.filter((kind) => kind === 'inform.bootstrap')).toHaveLength(1)
  const [reported] = await f.sql<{ facts: string; parameter_key: string | null }>(
    'select facts, parameter_key from gateway where device_id = $1',
    [(await f.deviceOf(gateway))?.id],
  )
  expect(reported).toEqual({ facts: expect.stringMatching(/^.{16}$/), parameter_key: expect.any(String) })
})

test('a branch whose names a session has read is not listed again', async () => {
  const company = await f.company()
  const gateway = f.gateway({ username: company.username, password: company.password })
  const end = vi.spyOn(ServerResponse.prototype, 'end')
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  const named = end.mock.calls.flatMap(
    ([body]) => /<cwmp:GetParameterNames>.*?ParameterPath[^>]*>([^<]*)/s.exec(String(body))?.[1] ?? [],
  )
  end.mockRestore()
  expect(named.length).toBeGreaterThan(5)
  expect(named).toEqual([...new Set(named)])
})

test('a gateway whose session broke off before it received credentials is not asked for them', async () => {
  const { admin } = await f.company()
  const { data } = await admin.call('POST /api/v1/device/enrolment/rotate', { what: 'url' })
  const options = { path: new URL(data.enrolmentUrl!).pathname }
  const body = informBody({ serialNumber: 'BROKENOFF' })
  const state = () =>
    f.sql(`select d.credential_state, g.pending_ha1 from device d join gateway g on g.device_id = d.id
      where d.serial_number = 'BROKENOFF'`)
  expect(await post(f.url, body, options)).toMatchObject({ status: 200 })
  expect(await state()).toEqual([{ credential_state: 'setting', pending_ha1: null }])
  const again = await post(f.url, body, options)
  expect(again).toMatchObject({ status: 200 })
  const cookie = again.headers['set-cookie']?.[0]?.split(';')[0] ?? ''
  const given = await post(f.url, '', { ...options, headers: { cookie } })
  expect(given.body).toContain('Device.ManagementServer.Username')
  expect(await state()).toMatchObject([{ credential_state: 'setting', pending_ha1: expect.any(Buffer) }])
})
