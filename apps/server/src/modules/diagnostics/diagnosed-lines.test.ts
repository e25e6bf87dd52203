import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { onlineGateway, runDiagnosticJobs } from '../../../test/diagnosed-gateway.ts'
import { oneSession } from '../../../test/one-session.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const host = 'www.example.com'

const start = (person: TestPerson, deviceId: string, more: Record<string, unknown> = {}) =>
  person.call('POST /api/v1/device/:deviceId/diagnostics', { deviceId, kind: 'ping', host, ...more } as never)

const linesOf = async (person: TestPerson, deviceId: string) =>
  (await person.call('GET /api/v1/device/:deviceId/diagnostics/interfaces', { deviceId })).data

async function latest(person: TestPerson, deviceId: string) {
  const { data } = await person.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId })
  return data.items[0]!
}

/** Sent, carried out, reported by event 8, and read. */
async function carriedOut(gateway: SimulatedGateway, companyId: string) {
  await oneSession(gateway)
  await vi.waitFor(async () => expect(await runDiagnosticJobs(f, companyId)).toBe(1), 10_000)
}

/** A gateway whose WAN parameters have been read. */
async function known(
  model: 'lanyon-lr200' | 'korvus-edge1',
  options: Parameters<AcsFixture['gateway']>[0] = {},
) {
  const online = await onlineGateway(f, { model, ...options })
  const { admin, deviceId, gateway } = online
  const asked = await admin.call('POST /api/v1/device/:deviceId/settings/refresh', {
    deviceId,
    sections: ['wan'],
  })
  expect(asked).toMatchObject({ code: 0 })
  await oneSession(gateway)
  return online
}

describe.each([
  ['TR-181', 'lanyon-lr200', 'IP.Diagnostics.IPPing.', 'Device.'],
  ['TR-098', 'korvus-edge1', 'IPPingDiagnostics.', 'InternetGatewayDevice.'],
] as const)('a gateway of %s', (_name, model, object, root) => {
  test('uses the chosen line with the DSCP, and its own routing the next time', async () => {
    const { admin, deviceId, companyId, gateway } = await known(model)
    const [line] = await linesOf(admin, deviceId)
    expect(line!.path.startsWith(root)).toBe(true)
    expect(await start(admin, deviceId, { interface: line!.path, dscp: 46 })).toMatchObject({ code: 0 })
    await carriedOut(gateway, companyId)
    expect(await latest(admin, deviceId)).toMatchObject({
      state: 'complete',
      interface: { path: line!.path, label: line!.label },
      dscp: 46,
    })
    // Its references have no trailing dot.
    const reference = gateway.value(`${object}Interface`)
    expect([`${reference}.`, reference]).toContain(line!.path)
    expect(gateway.value(`${object}DSCP`)).toBe('46')

    expect(await start(admin, deviceId)).toMatchObject({ code: 0 })
    await carriedOut(gateway, companyId)
    expect(await latest(admin, deviceId)).toMatchObject({ state: 'complete', interface: null, dscp: null })
    expect([gateway.value(`${object}Interface`), gateway.value(`${object}DSCP`)]).toEqual(['', '0'])
    // Reset values are not reset again: a gateway without these parameters is asked for none of them.
    expect(await start(admin, deviceId)).toMatchObject({ code: 0 })
    const [command] = await f.sql<{ request: object }>(
      `select request from device_command where device_id = $1 and kind = 'set_parameter_values' order by id desc limit 1`,
      [deviceId],
    )
    expect(JSON.stringify(command!.request)).not.toMatch(/Interface|DSCP/)
  })
})

test('accepts only lines of the gateway: refuses other objects, lines of other gateways and invalid ones', async () => {
  const { admin, deviceId } = await known('lanyon-lr200')
  const other = await known('korvus-edge1')
  const [foreign] = await linesOf(other.admin, other.deviceId)
  const [own] = await linesOf(admin, deviceId)
  for (const path of [foreign!.path, 'Device.ManagementServer.', 'Device.IP.Interface.99.', 'Device.LAN.']) {
    expect(await start(admin, deviceId, { interface: path })).toMatchObject({
      status: 409,
      code: 'diagnostic.no_such_line',
      data: { fields: [{ field: 'interface' }] },
    })
  }
  for (const [more, field] of [
    [{ interface: own!.path.slice(0, -1) }, 'interface'],
    [{ interface: "Device.x'; drop table device." }, 'interface'],
    [{ interface: `Device.${'x.'.repeat(200)}` }, 'interface'],
    [{ interface: 7 }, 'interface'],
    [{ dscp: -1 }, 'dscp'],
    [{ dscp: 64 }, 'dscp'],
    [{ dscp: 1.5 }, 'dscp'],
    [{ kind: 'name_lookup', dscp: 1 }, 'dscp'],
  ] as const) {
    expect(await start(admin, deviceId, more)).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field }] },
    })
  }
  expect(
    await other.admin.call('GET /api/v1/device/:deviceId/diagnostics/interfaces', { deviceId }),
  ).toMatchObject({ status: 404, code: 'device.not_found' })
  expect(await start(admin, deviceId, { kind: 'name_lookup', interface: own!.path })).toMatchObject({
    code: 0,
  })
})

test('reports what a gateway refuses by the names of the form, and omits it in the next run', async () => {
  const name = 'Device.IP.Diagnostics.IPPing.DSCP'
  const refusing = { once: false }
  const { admin, deviceId, companyId, gateway } = await known('lanyon-lr200', {
    intercept: ({ method }) => {
      if (method !== 'SetParameterValues' || !refusing.once) return undefined
      refusing.once = false
      const parameters = [{ name, code: '9005', text: 'Invalid parameter name' }]
      return { method: 'Fault', code: '9003', text: 'Invalid arguments', parameters }
    },
  })
  const [line] = await linesOf(admin, deviceId)
  const chosen = { interface: line!.path, dscp: 46 }
  refusing.once = true
  await start(admin, deviceId, chosen)
  await oneSession(gateway)
  const named = await latest(admin, deviceId)
  expect(named).toMatchObject({ state: 'failed', fault: { code: '9003' } })
  expect(named.fault!.text).toMatch(/^The gateway refused "DSCP": /)
  gateway.faultNext('SetParameterValues', '9007')
  await start(admin, deviceId, chosen)
  await oneSession(gateway)
  expect((await latest(admin, deviceId)).fault!.text).toMatch(
    /; the gateway may not support "Outgoing line, DSCP"$/,
  )
  // It accepted neither: nothing to reset.
  await start(admin, deviceId)
  const [command] = await f.sql<{ request: object }>(
    `select request from device_command where device_id = $1 and kind = 'set_parameter_values' order by id desc limit 1`,
    [deviceId],
  )
  expect(JSON.stringify(command!.request)).not.toMatch(/Interface|DSCP/)
  await carriedOut(gateway, companyId)
  expect(await latest(admin, deviceId)).toMatchObject({ state: 'complete' })
})

test('runs several gateways with a DSCP, without a line', async () => {
  const { admin, deviceId } = await known('lanyon-lr200')
  const [line] = await linesOf(admin, deviceId)
  const order = { deviceIds: [deviceId], kind: 'ping' as const, host, dscp: 10 }
  const byLine = { ...order, interface: line!.path } as never
  expect(await admin.call('POST /api/v1/device/batch/diagnostics', byLine)).toMatchObject({
    code: 'request.invalid',
  })
  const batch = await admin.call('POST /api/v1/device/batch/diagnostics', order)
  expect(batch).toMatchObject({ code: 0, data: { accepted: 1 } })
  expect(await latest(admin, deviceId)).toMatchObject({ dscp: 10, interface: null })
})

test('runs by different lines are separate curves', async () => {
  const { admin, deviceId, companyId } = await onlineGateway(f)
  await f.sql(
    `insert into diagnostic_run (company_id, device_id, kind, target, request, state, avg_ms, sent, received, interface,
       interface_label, dscp, ended_at)
     select $1, $2, 'ping', k.target, '{}', 'complete', k.ms, 4, 4, k.line, k.label, k.dscp, now()
     from (values ('a', 1, 'W1.', 'old name', null), ('a', 2, 'W1.', '=fibre', 46), ('a', 3, 'W2.', 'mobile', null),
       ('a', 4, null, null, null), ('a', 5, 'W1.', '=fibre', null), ('b', 6, null, null, null))
       k (target, ms, line, label, dscp)`,
    [companyId, deviceId],
  )
  const series = async (more: object) =>
    (
      await admin.call('GET /api/v1/device/:deviceId/diagnostics/series', {
        deviceId,
        kind: 'ping',
        ...more,
      })
    ).data
  const valuesOf = ({ points }: Awaited<ReturnType<typeof series>>) => points.map(({ value }) => value)
  const first = await series({})
  expect(first).toMatchObject({
    target: 'a',
    interface: 'W1.',
    interfaces: [
      { path: 'W1.', label: '=fibre' },
      { path: '', label: '' },
      { path: 'W2.', label: 'mobile' },
    ],
  })
  expect(valuesOf(first)).toEqual([1, 2, 5])
  expect(valuesOf(await series({ interface: 'W2.' }))).toEqual([3])
  expect(valuesOf(await series({ interface: '' }))).toEqual([4])
  expect(await series({ target: 'b' })).toMatchObject({ interface: '', interfaces: [{ path: '' }] })
  const exported = await admin.call('POST /api/v1/device/:deviceId/diagnostics/export', { deviceId })
  expect(exported.body).toContain("'=fibre")
})
