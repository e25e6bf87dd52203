import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../../test/acs-fixture.ts'
import { runDiagnosticJobs } from '../../../../test/diagnosed-gateway.ts'
import { addGatewayLine, gatewayLine, ofJobs, runLineJobs } from '../../../../test/gateway-line.ts'
import { oneSession } from '../../../../test/one-session.ts'
import { keepLedger } from '../../lines/index.ts'
import { writeMetrics } from '../../metrics/index.ts'
import { askGateways } from './gateway-pings.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
  keepLedger(f.t.scopes)
})
afterAll(() => f.stop())

const deps = () => ({ secrets: f.t.secrets, acsUrl: () => f.url, publicHost: () => 'www.example.com' })
const ask = () => askGateways(deps(), ofJobs(f), Date.now())
const due = (lineId: string) =>
  f.sql('update line_standing set gateway_at = now() where line_id = $1', [lineId])
const minutes = (at: string) => (Date.parse(at) - Date.now()) / 60_000

/** The gateway is asked, carries it out, and what it found is written. */
async function pinged({ gateway, companyId }: Awaited<ReturnType<typeof gatewayLine>>): Promise<void> {
  await oneSession(gateway)
  await vi.waitFor(async () => expect(await runDiagnosticJobs(f, companyId)).toBe(1), 15_000)
  await vi.waitFor(async () => expect(await runLineJobs(f, companyId)).toBe(1), 15_000)
}

test('a line that nothing else can measure is pinged by its gateway every 15 minutes, and labelled so', async () => {
  const own = await gatewayLine(f)
  const { admin, lineId, deviceId } = own
  const [planned] = await f.sql<{ at: string }>(
    'select gateway_at as at from line_standing where line_id = $1',
    [lineId],
  )
  expect(minutes(planned!.at)).toBeLessThan(15)
  await due(lineId)
  expect(await ask()).toBe(1)
  // Taken once.
  expect(await ask()).toBe(0)
  await pinged(own)
  const line = (await admin.call('GET /dial/api/v1/line/:lineId', { lineId })).data
  expect(line).toMatchObject({
    state: 'up',
    measuredBy: 'gateway',
    now: { loss: expect.any(Number), rtt: expect.any(Number), jitter: null },
  })
  // At this resolution it is outside of the share of lines within target.
  expect(line.figures[0]).toMatchObject({ everyMinutes: 15, withinTarget: null })
  // Nothing of it is kept among what people asked for.
  const { data } = await admin.call('POST /api/v1/device/:deviceId/diagnostics/lists', { deviceId })
  expect(data.total).toBe(0)
  expect(
    await f.sql('select from device_command where device_id = $1 and request ? $2', [deviceId, 'diagnostic']),
  ).toEqual([])
  const [next] = await f.sql<{ at: string }>(
    'select gateway_at as at from line_standing where line_id = $1',
    [lineId],
  )
  expect(minutes(next!.at)).toBeGreaterThan(13)
})

test('a gateway that is offline says that its line is down, without a second vantage point', async () => {
  const { admin, lineId, deviceId } = await gatewayLine(f)
  await f.sql(`update device set presence = 'offline' where id = $1`, [deviceId])
  await due(lineId)
  await ask()
  const line = (await admin.call('GET /dial/api/v1/line/:lineId', { lineId })).data
  expect(line).toMatchObject({ state: 'down', measuredBy: 'gateway' })
  const { data } = await admin.call('POST /dial/api/v1/line/:lineId/outage/lists', { lineId })
  expect(data.items).toMatchObject([{ secondView: 'none', endedAt: null }])
})

test('a line with an address or a probe is not pinged until an outage asks for a second vantage point', async () => {
  const own = await gatewayLine(f)
  const { admin, lineId, outletId, deviceId } = own
  await f.sql(`update internet_line set ip_address = '203.0.113.7' where id = $1`, [lineId])
  const at = async () =>
    (
      await f.sql<{ at: string | null }>('select gateway_at as at from line_standing where line_id = $1', [
        lineId,
      ])
    )[0]!.at
  expect(await at()).toBeNull()
  // It carries another line, so that its Inform alone says nothing of this one.
  await addGatewayLine(f, outletId, deviceId, 'Backup', 'elsewhere')
  await writeMetrics(f.t.scopes, {
    collector: 'poller',
    epoch: lineId,
    sequence: 1,
    sentAt: Date.now(),
    polls: [
      {
        deviceId: lineId,
        at: Date.now() - 60_000,
        values: [
          ['line_up', '', 0],
          ['line_loss', 'line', 100],
        ],
      },
    ],
  })
  const outage = async () =>
    (await admin.call('POST /dial/api/v1/line/:lineId/outage/lists', { lineId })).data.items[0]
  expect(await outage()).toMatchObject({ secondView: 'none', endedAt: null })
  expect(await at()).not.toBeNull()
  await f.sql('delete from internet_line where outlet_id = $1 and id <> $2', [outletId, lineId])
  expect(await ask()).toBe(1)
  await pinged(own)
  expect(await outage()).toMatchObject({ secondView: 'disagrees', secondBy: 'ping' })
  expect(await at()).toBeNull()
  // The line comes up at that moment: the ping may have been answered by then only.
  await f.sql(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, device_id)
    select company_id, outlet_id, 'Other', 'unicom', '5g', 10, 10, device_id from internet_line where id = $1`,
    [lineId],
  )
  await writeMetrics(f.t.scopes, {
    collector: 'poller',
    epoch: lineId,
    sequence: 2,
    sentAt: Date.now(),
    polls: [{ deviceId: lineId, at: Date.now(), values: [['line_up', '', 1]] }],
  })
  expect(await outage()).toMatchObject({
    secondView: 'none',
    secondBy: 'inform',
    endedAt: expect.any(String),
  })
})
