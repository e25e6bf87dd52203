import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

test('an Inform updates the value of a known parameter; unknown, secret and quarantined ones are ignored', async () => {
  const { username, password } = await f.company()
  const gateway = f.gateway({ username, password, timeScale: 0.1 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1 && g.state.phase === 'idle', 15_000)
  const device = (await f.deviceOf(gateway)) as { id: string; company_id: string }
  const path = 'Device.DeviceInfo.ProvisioningCode'
  await f.sql(
    `insert into device_parameter (company_id, device_id, path, parent, value, read_at)
     values ($1, $2, $3, 'Device.DeviceInfo.', 'before', now())
     on conflict (device_id, path) do update set value = 'before'`,
    [device.company_id, device.id, path],
  )
  const rows = async () =>
    f.sql<{ path: string; value: string }>(
      `select path, value from device_parameter where device_id = $1 and path in ($2, 'Device.Never.Known')`,
      [device.id, path],
    )
  const informed = (...reported: [path: string, value: string, age: number][]) =>
    f.t.scopes.asLoginRole('select acs_informed($1::bigint[], $2, $3, $4::int[])', [
      reported.map(() => device.id),
      ...[0, 1, 2].map((field) => reported.map((one) => one[field])),
    ])
  // Reported before a session wrote the value: the later value stays.
  await informed([path, 'older', 60_000])
  expect(await rows()).toEqual([{ path, value: 'before' }])
  await informed([path, 'older', 0], ['Device.Never.Known', 'x', 0], [path, 'reported', 0])
  expect(await rows()).toEqual([{ path, value: 'reported' }])
  await f.sql(`update device set guard = 'quarantined' where id = $1`, [device.id])
  await informed([path, 'hostile', 0])
  expect(await rows()).toEqual([{ path, value: 'reported' }])
  await f.sql(`update device set guard = 'none' where id = $1`, [device.id])

  const root = 'Device.DeviceInfo.SoftwareVersion'
  await f.sql(`update device_parameter set value = 'stale' where device_id = $1 and path = $2`, [
    device.id,
    root,
  ])
  gateway.changeValue('DeviceInfo.SoftwareVersion', '99.1')
  await oneSession(gateway)
  await f.acs.flush()
  const [kept] = await f.sql<{ value: string }>(
    `select value from device_parameter where device_id = $1 and path = $2`,
    [device.id, root],
  )
  expect(kept?.value).toBe('99.1')
})
