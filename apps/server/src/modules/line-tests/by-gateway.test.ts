import { shippedProfiles } from '@netward/contract/line-profiles'
import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { runDiagnosticJobs } from '../../../test/diagnosed-gateway.ts'
import { gatewayLine, ofJobs, runLineJobs } from '../../../test/gateway-line.ts'
import { oneSession } from '../../../test/one-session.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { scheduleThroughput } from './throughput-schedule.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

/** Sent, carried out, reported, and read. */
async function carriedOut(gateway: SimulatedGateway, companyId: string): Promise<void> {
  await oneSession(gateway)
  await vi.waitFor(async () => expect(await runDiagnosticJobs(f, companyId)).toBe(1), 15_000)
}

const start = (who: TestPerson, lineId: string, order: Record<string, unknown>) =>
  who.call('POST /dial/api/v1/line/:lineId/test', { lineId, ...order } as never)
const read = async (who: TestPerson, testId: string) =>
  (await who.call('GET /dial/api/v1/test/:testId', { testId })).data

test('a gateway pings by the line, and its test says so', async () => {
  const { admin, gateway, companyId, lineId } = await gatewayLine(f)
  const { data: vantages } = await admin.call('GET /dial/api/v1/line/:lineId/test/vantage', { lineId })
  expect(vantages.items.map(({ vantage, refusal }) => [vantage, refusal])).toEqual([
    ['probe', 'no_probe'],
    ['server', 'no_address'],
    ['gateway', null],
  ])
  const { data } = await start(admin, lineId, { kind: 'icmp', host: '198.51.100.1', packets: 5 })
  expect(await read(admin, data.testId)).toMatchObject({ state: 'waiting', vantage: 'gateway', result: null })
  expect((await start(admin, lineId, { kind: 'icmp', host: '198.51.100.2' })).code).toBe(
    'diagnostic.under_way',
  )
  await carriedOut(gateway, companyId)
  const found = await read(admin, data.testId)
  expect(found).toMatchObject({
    state: 'done',
    result: { method: 'gateway', passed: true, pings: { sent: 5, times: [], median: null, jitter: null } },
  })
  expect(found.result!.pings!.avg).toBeGreaterThan(0)
})

test('an answer that is not expected fails, with its reason and what was answered', async () => {
  const { admin, gateway, companyId, lineId } = await gatewayLine(f)
  const lookup = { kind: 'dns', host: 'www.example.com' }
  const { data: first } = await start(admin, lineId, lookup)
  await carriedOut(gateway, companyId)
  const { result } = await read(admin, first.testId)
  expect(result).toMatchObject({ passed: true, problem: null })
  const answers = result!.answers!
  for (const [expected, passed] of [
    [answers, true],
    // Each answer is judged.
    [answers.slice(1), false],
    [['0.0.0.0/0'], true],
    [['192.0.2.1', '2001:db8::/32'], false],
  ] as const) {
    const { data } = await start(admin, lineId, { ...lookup, expected })
    await carriedOut(gateway, companyId)
    expect(await read(admin, data.testId)).toMatchObject({
      state: 'done',
      result: { passed, problem: passed ? null : 'answer', answers },
    })
  }
  expect(await start(admin, lineId, { ...lookup, expected: ['10.0.0.300'] })).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ field: 'expected.0' }] },
  })
})

test('one line of many is tested by its gateway, and counts as passed only once it did', async () => {
  const { admin, gateway, companyId, lineId, outletId } = await gatewayLine(f)
  const { data } = await admin.call('POST /dial/api/v1/test/batch', {
    filter: { outletId },
    kind: 'icmp',
    host: '198.51.100.1',
  })
  const { batchId } = data
  const head = async () => (await admin.call('GET /dial/api/v1/test/batch/:batchId', { batchId })).data
  expect(await head()).toMatchObject({ lines: 1, passed: 0, states: { waiting: 1 } })
  await carriedOut(gateway, companyId)
  expect(await head()).toMatchObject({ passed: 1, states: { done: 1 } })
  const { data: list } = await admin.call('POST /dial/api/v1/test/batch/:batchId/lists', { batchId })
  expect(list.items).toMatchObject([{ lineId, vantage: 'gateway', result: { method: 'gateway' } }])
})

test('throughput is tested by the schedule of the profile, each direction once, within the budget of the month', async () => {
  const { admin, gateway, companyId, lineId } = await gatewayLine(f, { network: { mbitPerSecond: 40 } })
  const run = (now = Date.now()) =>
    scheduleThroughput({ secrets: f.t.secrets, acsUrl: () => f.url }, ofJobs(f), now)
  const line = async () => (await admin.call('GET /dial/api/v1/line/:lineId', { lineId })).data
  expect(await line()).toMatchObject({ throughput: { down: null, up: null }, throughputPlan: null })
  expect(await run()).toBe(0)
  await admin.call('PUT /dial/api/v1/profile/:kind', {
    ...shippedProfiles.broadband,
    kind: 'broadband',
    throughputDays: 1,
    throughputMegabytes: 1,
    throughputMonthMegabytes: 2,
  })
  // Planned, not begun: its moment lies outside of business hours.
  expect(await run()).toBe(1)
  const { throughputPlan: plan } = await line()
  expect(Date.parse(plan!.nextAt!)).toBeGreaterThan(Date.now())
  expect(plan).toMatchObject({ everyDays: 1, monthMegabytes: 2, movedMegabytes: 0 })
  // The shop is closed all the week.
  await f.sql(`update outlet set business_hours = '2020-01-01 09:00-10:00' where company_id = $1`, [
    companyId,
  ])
  const due = () => f.sql('update line_standing set throughput_at = now() where line_id = $1', [lineId])
  for (const [direction, moved] of [
    ['down', 1],
    ['up', 2],
  ] as const) {
    await due()
    expect(await run()).toBe(1)
    await carriedOut(gateway, companyId)
    await runLineJobs(f, companyId)
    const [latest] = (await admin.call('POST /dial/api/v1/line/:lineId/test/lists', { lineId })).data.items
    expect(latest).toMatchObject({ state: 'done', problem: null, result: { passed: true } })
    const { throughput, throughputPlan } = await line()
    expect(throughput[direction]).toMatchObject({ by: 'gateway', bitsPerSecond: expect.any(Number) })
    expect(throughputPlan!.movedMegabytes).toBeCloseTo(moved, 1)
  }
  const { data: tests } = await admin.call('POST /dial/api/v1/line/:lineId/test/lists', { lineId })
  expect(tests.items).toMatchObject([
    { kind: 'throughput', scheduled: true, createdByName: null, state: 'done' },
    { kind: 'throughput', scheduled: true },
  ])
  // Nothing is left of the budget; the next one is planned for tomorrow at the earliest.
  await due()
  await run()
  expect((await admin.call('POST /dial/api/v1/line/:lineId/test/lists', { lineId })).data.total).toBe(2)
  expect(Date.parse((await line()).throughputPlan!.nextAt!)).toBeGreaterThan(Date.now())
})
