import { type AcsRequest, type CpeMessage, eventCode } from '@netward/cwmp'
import type { GatewayOptions } from '@netward/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { informWith, post } from '../../../test/acs-client.ts'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'

/** Quirks of firmware in the field, each by a gateway that shows it. */

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const patience = 20_000

async function served(options: Partial<GatewayOptions>) {
  const { username, password } = await f.company()
  const gateway = f.gateway({ username, password, timeScale: 0.1, ...options })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, patience)
  await oneSession(gateway, [eventCode.periodic], patience)
  return { gateway, device: (await f.deviceOf(gateway)) as { id: string; company_id: string } }
}

test.each([
  ['array sizes are all wrong', { wrongArraySizes: true }],
  ['bodies come in chunks without a length', { chunked: true }],
  ['cookies are dropped, so that the connection is the session', { noCookies: true }],
  ['the first Inform says 1 BOOT alone', { noBootstrap: true }],
  ['all of it at once', { wrongArraySizes: true, chunked: true, noCookies: true, noBootstrap: true }],
] as const)('%s: it is admitted, gets credentials, and is read', async (_habit, odd) => {
  const { gateway, device } = await served({ odd })
  expect(await f.deviceOf(gateway)).toMatchObject({ credential_state: 'own', guard: 'none' })
  const [read] = await f.sql<{ n: number }>(
    'select count(*)::int as n from device_parameter where device_id = $1 and value is not null',
    [device.id],
  )
  expect(read!.n).toBeGreaterThan(5)
})

const many = Array.from({ length: 10_000 }, (_, index) => ({
  name: `Device.X_0010A4_Log.Entry.${index * 3 + 1}.Text`,
  value: `line ${index}`,
  type: 'string',
}))

test('10,000 vendor parameters in one answer, at instance numbers with gaps, are stored', async () => {
  const { gateway, device } = await served({
    intercept: (request: AcsRequest): CpeMessage | undefined => {
      if (request.method === 'GetParameterNames' && request.path === 'Device.X_0010A4_Log.')
        // It cannot list names, and answers with the values below a partial path instead.
        return { method: 'Fault', code: '9002', text: 'Internal error', parameters: [] }
      if (request.method === 'GetParameterValues' && request.names[0] === 'Device.X_0010A4_Log.')
        return { method: 'GetParameterValuesResponse', parameters: many }
      return undefined
    },
  })
  await f.sql(
    `insert into device_command (company_id, device_id, kind, request, expires_at)
     values ($1, $2, 'get_parameter_values', '{"paths": ["Device.X_0010A4_Log."]}', now() + interval '1 hour')`,
    [device.company_id, device.id],
  )
  await oneSession(gateway, [eventCode.periodic], patience)
  const [stored] = await f.sql(
    `select count(*)::int as n, max(path) as last from device_parameter
     where device_id = $1 and path like 'Device.X\\_0010A4%' and value is not null`,
    [device.id],
  )
  expect(stored).toEqual({ n: 10_000, last: 'Device.X_0010A4_Log.Entry.9997.Text' })
}, 60_000)

test('an answer whose length counts characters (genieacs-sim 0.9) is truncated: the command fails by name, and the next session is served', async () => {
  const { username, password } = await f.company()
  const reported = { serialNumber: 'CHARACTERS1' }
  const { cookie } = await informWith(f.url, reported, { username, password })
  const inSession = (body: string) => post(f.url, body, { headers: { cookie } })
  const set = await inSession('')
  const answered = set.body.replace(
    /<cwmp:SetParameterValues>.*<\/cwmp:SetParameterValues>/s,
    '<cwmp:SetParameterValuesResponse><Status>0</Status></cwmp:SetParameterValuesResponse>',
  )
  expect((await inSession(answered)).body).toContain('Get')
  const reported16Short = answered
    .replace('<Status>0</Status>', '<Status>门店门店门店门店</Status>')
    .slice(0, -16)
  expect((await inSession(reported16Short)).status).toBe(400)
  const [failed] = await f.sql(
    `select o.state, o.fault_code, o.fault_detail from device_command o join device d on d.id = o.device_id
     where d.serial_number = $1 and o.fault_code is not null`,
    [reported.serialNumber],
  )
  expect(failed).toEqual({
    state: 'failed',
    fault_code: 'unreadable_answer',
    fault_detail: 'not_well_formed',
  })
  const again = await informWith(f.url, { ...reported, events: [eventCode.periodic] }, { username, password })
  expect(again.status).toBe(200)
})
