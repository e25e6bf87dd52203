import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventCode, fault } from '@netward/cwmp'
import { ConnectionRequestServer } from '@netward/testkit'
import { informWith, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'

let f: AcsFixture
const calls = new ConnectionRequestServer()
beforeAll(async () => {
  ;[f] = await Promise.all([createAcsFixture(), calls.listen()])
})
afterAll(() => Promise.all([f.stop(), calls.close()]))

test('a gateway that refuses its own credentials still gets its interval, and is shown online', async () => {
  const company = await f.company()
  const gateway = f.gateway({
    username: company.username,
    password: company.password,
    // It cannot report its interval either.
    intercept: (request) =>
      (request.method === 'SetParameterValues' &&
        request.values.some(({ name }) => name.endsWith('.Username'))) ||
      request.method === 'GetParameterValues'
        ? { method: 'Fault', ...fault('9001', 'No') }
        : undefined,
  })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  gateway.stop()
  expect(await f.deviceOf(gateway)).toMatchObject({
    credential_state: 'bootstrap',
    presence: 'online',
    periodic_interval: 60,
  })
  expect(gateway.value('ManagementServer.PeriodicInformInterval')).toBe('60')
  expect(await f.timelineOf(gateway)).toEqual(expect.arrayContaining(['credentials.refused', 'online']))
})

test('a new gateway is online with its first Inform, and unknown again where it refuses an interval', async () => {
  const { username, password } = await f.company()
  const gateway = f.gateway({
    username,
    password,
    intercept: ({ method }) =>
      method === 'SetParameterValues' || method === 'GetParameterValues'
        ? { method: 'Fault', ...fault('9001', 'No') }
        : undefined,
  })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1)
  gateway.stop()
  const device = await f.deviceOf(gateway)
  expect(device).toMatchObject({ presence: 'unknown', periodic_interval: null })
  expect(await f.sql('select due_at from device_presence where device_id = $1', [device!['id']])).toEqual([
    { due_at: null },
  ])
  const reported = await f.sql(
    `select data->>'presence' as presence from live_event where subject_id = $1 and kind = 'device.presence' order by id`,
    [device!['id']],
  )
  expect(reported.map(({ presence }) => presence)).toEqual(['online', 'unknown'])
})

test('a gateway whose sessions break off before it accepts an interval is expected after each Inform', async () => {
  const credentials = await f.company()
  const serialNumber = `BREAKS${process.pid}`
  for (const events of [[eventCode.bootstrap, eventCode.boot], [eventCode.boot], [eventCode.periodic]]) {
    const { cookie } = await informWith(f.url, { serialNumber, events }, credentials)
    // It crashes on the credentials that it receives.
    await post(f.url, '', { headers: { cookie } })
    await f.acs.flush()
    const rows = await f.sql(
      `select d.presence, d.periodic_interval, extract(epoch from p.due_at - p.last_inform_at)::int as wait,
        now() - p.last_inform_at < interval '1 minute' as fresh
      from device d join device_presence p on p.device_id = d.id where d.serial_number = $1`,
      [serialNumber],
    )
    expect(rows).toEqual([{ presence: 'online', periodic_interval: null, wait: 360, fresh: true }])
  }
})

test.each([
  ['takes credentials of its own and goes on with those that it has (cwmp-sim)', false],
  ['refuses them in each session (netcwmp)', true],
] as const)(
  'a gateway that %s is reported once, and not called for it repeatedly',
  async (_habit, refuses) => {
    const { username, password } = await f.company()
    const gateway = f.gateway({
      username,
      password,
      connectionRequests: calls,
      intercept: (request) => {
        if (request.method !== 'SetParameterValues') return undefined
        if (!request.values.some(({ name }) => name.endsWith('.Username'))) return undefined
        if (refuses) return { method: 'Fault', ...fault('9003', 'Invalid arguments') }
        return { method: 'SetParameterValuesResponse', status: 0 }
      },
    })
    gateway.start()
    await gateway.waitFor((g) => g.state.sessions >= 1, 20_000)
    const device = await f.deviceOf(gateway)
    const asked = () =>
      f.sql('delete from graphile_worker._private_jobs where key = $1 returning key', [
        `device.connect:${String(device!['id'])}`,
      ])
    expect(await asked()).toHaveLength(refuses ? 0 : 1)
    for (let time = 0; time < 3; time++) {
      const before = gateway.state.sessions
      gateway.informNow()
      await gateway.waitFor((g) => g.state.sessions > before && g.state.phase === 'idle', 20_000)
    }
    expect(await asked()).toEqual([])
    const reported = (await f.timelineOf(gateway)).filter((kind) => kind.startsWith('credentials.'))
    expect(reported).toEqual([refuses ? 'credentials.refused' : 'credentials.set'])
  },
)
