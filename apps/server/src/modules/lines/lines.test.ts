import type { MetricValue } from '@netward/contract/metric-batch'
import { lineProfileKinds, profileOfType, shippedProfiles } from '@netward/contract/line-profiles'
import { lineTypes } from '@netward/contract/outlet-values'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { writeMetrics } from '../metrics/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { keepLedger, lineQualityRoutes, planOfLines, takeLineFacts } from './index.ts'
import { findCauses } from './ledger/ledger-sweep.ts'

let t: TestApp
let admin: TestPerson
let outletId: string
let sequence = 0
const minute = 60_000
const poller = 'lines-test'
const now = () => Math.floor(Date.now() / minute) * minute

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    outletRoutes(app, deps)
    keepLedger(deps.scopes)
    lineQualityRoutes(app)
  })
  admin = await t.person((await t.company('company')).id, 'administrator')
  outletId = (await admin.call('POST /api/v1/outlet', { name: 'Pudong' })).data.id
  await t.adminPool.query(`update poller_share set owner = $1, until = 'infinity'`, [poller])
})
afterAll(() => t.stop())

async function addLine(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await admin.call('POST /api/v1/outlet/:outletId/line', {
    outletId,
    name,
    isp: 'telecom',
    type: 'broadband',
    downMbps: 200,
    upMbps: 50,
    ...more,
  })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data.id
}

/** Minutes of a line, the first so many minutes ago. */
async function measured(lineId: string, letters: string, ago: number): Promise<void> {
  const polls = Array.from(letters, (letter, n) => ({
    deviceId: lineId,
    at: now() - (ago - n) * minute,
    values:
      letter === 'd'
        ? ([
            ['line_up', '', 0],
            ['line_loss', 'isp', 100],
          ] as const)
        : ([
            ['line_up', '', 1],
            ['line_loss', 'isp', letter === 'o' ? 10 : 0],
            ['line_rtt_median', 'isp', 8],
            ['line_rtt_p95', 'isp', 12],
            ['line_jitter', 'isp', 2],
            ['line_mos', 'isp', 4.3],
          ] as const),
  }))
  sequence += 1
  await writeMetrics(t.scopes, { collector: poller, epoch: 'lines', sequence, sentAt: Date.now(), polls })
}

const lineOf = async (lineId: string) => (await admin.call('GET /dial/api/v1/line/:lineId', { lineId })).data
const outagesOf = async (lineId: string) =>
  (await admin.call('POST /dial/api/v1/line/:lineId/outage/lists', { lineId })).data.items

test('minutes become figures, a bar and a ledger, whatever the order in which they arrive', async () => {
  const lineId = await addLine('WAN 1')
  await measured(lineId, 'uuoudduu', 8)
  const outage = (await outagesOf(lineId))[0]!
  expect(outage).toMatchObject({ downMinutes: 2, secondView: 'none', cause: 'unknown' })
  expect(outage.endedAt).not.toBeNull()
  const line = await lineOf(lineId)
  expect(line).toMatchObject({ state: 'up', measuredBy: 'server', now: { loss: 0, rtt: 8 } })
  expect(line.minutes).toContain('uuoudduu')
  expect(line.day.loss).toBeCloseTo(26.25, 2)
  // Late values correct the ledger.
  await measured(lineId, 'd', 9)
  expect(await outagesOf(lineId)).toHaveLength(2)
  expect((await lineOf(lineId)).now.loss).toBe(0)
})

test('an outage lasts until the line answers, and keeps the cause that a person gave it', async () => {
  const lineId = await addLine('WAN 2')
  await measured(lineId, 'uud', 3)
  const open = (await outagesOf(lineId))[0]!
  expect(open.endedAt).toBeNull()
  expect(await lineOf(lineId)).toMatchObject({ state: 'down' })
  const said = { outageId: open.id, cause: 'isp', responsibility: 'isp', note: 'Fibre cut' } as const
  expect(await admin.call('PUT /dial/api/v1/outage/:outageId/cause', said)).toMatchObject({ code: 0 })
  await measured(lineId, 'u', 0)
  const ended = (await outagesOf(lineId))[0]!
  expect(ended).toMatchObject({ id: open.id, cause: 'isp', note: 'Fibre cut', causeBy: expect.any(String) })
  expect(ended.endedAt).not.toBeNull()
})

test('the ledger names the worst minute of an outage and all targets that failed', async () => {
  const lineId = await addLine('WAN 2b')
  const began = now() - 9 * minute
  const minuteOf = (n: number, values: MetricValue[]) => ({
    deviceId: lineId,
    at: began + n * minute,
    values,
  })
  const write = async (...polls: ReturnType<typeof minuteOf>[]) => {
    sequence += 1
    await writeMetrics(t.scopes, { collector: poller, epoch: 'lines', sequence, sentAt: Date.now(), polls })
  }
  await write(
    minuteOf(-1, [['line_up', '', 1]]),
    // The gateway of the ISP answered yet.
    minuteOf(0, [
      ['line_up', '', 0],
      ['line_loss', 'first_hop', 40],
      ['line_loss', 'business', 90],
      ['line_test_passed', 'web', 0],
    ]),
    minuteOf(1, [
      ['line_up', '', 0],
      ['line_loss', 'isp', 100],
    ]),
    minuteOf(2, [
      ['line_up', '', 0],
      ['line_loss', 'isp', 100],
      ['line_loss', 'first_hop', 50],
      ['line_rtt_median', 'first_hop', 30],
    ]),
  )
  expect((await outagesOf(lineId))[0]).toMatchObject({
    worstAt: new Date(began + 2 * minute).toISOString(),
    worstLoss: 100,
    worstRtt: 30,
    targets: ['isp', 'web'],
  })
  // What follows is compared with the worst so far, and what comes late with all.
  await write(
    minuteOf(4, [
      ['line_up', '', 0],
      ['line_loss', 'line', 100],
    ]),
  )
  await write(
    minuteOf(5, [
      ['line_up', '', 0],
      ['line_loss', 'business', 100],
      ['line_rtt_median', 'first_hop', 20],
    ]),
  )
  expect((await outagesOf(lineId))[0]).toMatchObject({
    worstAt: new Date(began + 2 * minute).toISOString(),
    targets: ['line', 'isp', 'business', 'web'],
  })
  await write(
    minuteOf(3, [
      ['line_up', '', 0],
      ['line_loss', 'isp', 100],
      ['line_rtt_median', 'first_hop', 80],
    ]),
    minuteOf(6, [['line_up', '', 1]]),
  )
  // A page that fails later says nothing of how the line does now.
  await write(minuteOf(7, [['line_test_passed', 'web', 0]]))
  expect(await lineOf(lineId)).toMatchObject({ measuredAt: new Date(began + 6 * minute).toISOString() })
  const [ended, ...others] = await outagesOf(lineId)
  expect(others).toEqual([])
  expect(ended).toMatchObject({ worstAt: new Date(began + 3 * minute).toISOString(), worstRtt: 80 })
  expect(ended!.endedAt).toBe(new Date(began + 6 * minute).toISOString())
})

test('blind minutes are neither up nor down, and a fact that is repeated changes nothing', async () => {
  const lineId = await addLine('WAN 3')
  await measured(lineId, 'uuu', 8)
  const message = {
    epoch: 'e',
    sequence: 1,
    facts: [
      {
        kind: 'blind' as const,
        lineId,
        at: now() - 5 * minute,
        until: now() - 2 * minute,
        reason: 'first_hop' as const,
      },
      {
        kind: 'path' as const,
        lineId,
        at: now(),
        key: 'isp',
        moment: 'onset' as const,
        method: 'mtr' as const,
        path: {
          target: '203.0.113.9',
          reached: true,
          hops: [
            { ttl: 1, address: '<b>', sent: 10, received: 4, rtt: 1 },
            { ttl: 2, address: '203.0.113.9', sent: 10, received: 10, rtt: 9 },
          ],
        },
      },
    ],
  }
  await takeLineFacts(t.scopes, { poller }, message)
  await takeLineFacts(t.scopes, { poller }, message)
  await takeLineFacts(t.scopes, { poller: 'another' }, { ...message, sequence: 2 })
  expect((await lineOf(lineId)).minutes).toContain('uuubbb')
  const { items } = (await admin.call('GET /dial/api/v1/line/:lineId/path', { lineId })).data
  // Hostile text is no address.
  expect(items).toMatchObject([{ moment: 'onset', rateLimited: [1], hops: [{ address: null }, {}] }])
  expect(items).toHaveLength(1)
})

test('the list shows lines with their figures, filtered and sorted by the server', async () => {
  const lineId = await addLine('Backup', { type: '5g', isp: 'mobile' })
  await measured(lineId, 'oo', 2)
  const list = (query: object) => admin.call('POST /dial/api/v1/line/lists', { outletId, ...query })
  const worst = (await list({ sort: '-loss' })).data.items
  expect(worst[0]).toMatchObject({ name: 'Backup', profile: 'mobile', now: { loss: 10 } })
  expect((await list({ profile: ['mobile'] })).data).toMatchObject({ total: 1, items: [{ name: 'Backup' }] })
  expect((await list({ state: ['blind'] })).data).toMatchObject({ total: 1, items: [{ name: 'WAN 3' }] })
  expect((await list({ search: 'backup' })).data.total).toBe(1)
})

test('a profile that is edited changes the tests of its lines', async () => {
  const lineId = await addLine('Static', { addressing: 'static', ipAddress: '203.0.113.77' })
  const shares = [(Number(lineId) / 2) % 64]
  const planned = async () => (await planOfLines(t.scopes, { shares })).find((one) => one.lineId === lineId)
  expect(await planned()).toMatchObject({
    from: 'outside',
    tests: [{ kind: 'icmp', host: '203.0.113.77', packets: 20, everySeconds: 60, lateMs: 2000 }],
  })
  const settings = { ...shippedProfiles.broadband, packets: 10 }
  expect(
    await admin.call('PUT /dial/api/v1/profile/:kind', { kind: 'broadband', ...settings }),
  ).toMatchObject({ code: 0 })
  expect(await planned()).toMatchObject({ tests: [{ packets: 10 }] })
  const { items } = (await admin.call('GET /dial/api/v1/profile')).data
  expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(lineProfileKinds)
  expect(items[0]).toMatchObject({ settings: { packets: 10 }, changedAt: expect.any(String) })
  const chosen = { lineId, profile: 'vpn', ispHost: '', businessHost: '' } as const
  expect(await admin.call('PUT /dial/api/v1/line/:lineId/measuring', chosen)).toMatchObject({ code: 0 })
  expect(await lineOf(lineId)).toMatchObject({ profile: 'vpn', chosenProfile: 'vpn' })
})

test('the database and the contract ship the same profiles', async () => {
  const { rows } = await t.adminPool.query('select k, line_limits(k) as limits from unnest($1::text[]) k', [
    lineProfileKinds,
  ])
  for (const { k, limits } of rows)
    expect(limits).toEqual(shippedProfiles[k as (typeof lineProfileKinds)[number]].limits)
  const types = await t.adminPool.query('select k, line_profile_of(k) as kind from unnest($1::text[]) k', [
    lineTypes,
  ])
  for (const { k, kind } of types.rows) expect(kind).toBe(profileOfType(k))
})

test('another company sees neither the line nor its outages', async () => {
  const lineId = await addLine('Private')
  await measured(lineId, 'ud', 2)
  const outage = (await outagesOf(lineId))[0]!
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await stranger.call('GET /dial/api/v1/line/:lineId', { lineId })).toMatchObject({
    status: 404,
  })
  expect(
    await stranger.call('PUT /dial/api/v1/outage/:outageId/cause', {
      outageId: outage.id,
      cause: 'isp',
      responsibility: 'isp',
    }),
  ).toMatchObject({ status: 404 })
})

test('a rule gives a cause by the path, and a person overrules it', async () => {
  const lineId = await addLine('WAN path')
  await measured(lineId, 'uudd', 4)
  const hops = (second: string | null) => [
    { ttl: 1, address: '192.0.2.1', sent: 3, received: 3, rtt: 1 },
    { ttl: 2, address: second, sent: 3, received: second === null ? 0 : 3, rtt: null },
  ]
  const path = (ago: number, moment: string, second: string | null) => ({
    kind: 'path',
    lineId,
    at: now() - ago * minute,
    key: 'isp',
    moment,
    method: 'mtr',
    path: { target: '198.51.100.7', reached: second !== null, hops: hops(second) },
  })
  await t.adminPool.query(`select line_facts('rules', 'e', 1, $1::jsonb, array[$2::bigint])`, [
    JSON.stringify([path(30, 'healthy', '198.51.100.7'), path(2, 'onset', null)]),
    lineId,
  ])
  await t.adminPool.query(`update line_standing set measured_by = 'probe' where line_id = $1`, [lineId])
  await findCauses(t.scopes)
  const outage = (await outagesOf(lineId))[0]!
  expect(outage).toMatchObject({ cause: 'isp', responsibility: 'isp', causeRule: 'path' })
  const said = { outageId: outage.id, cause: 'power', responsibility: 'customer' } as const
  await admin.call('PUT /dial/api/v1/outage/:outageId/cause', said)
  await findCauses(t.scopes)
  expect((await outagesOf(lineId))[0]).toMatchObject({ cause: 'power', causeRule: null })
})

test('a line that is tested every five minutes is down for whole intervals', async () => {
  const lineId = await addLine('5G', { type: '5g' })
  await measured(lineId, 'u', 40)
  for (const ago of [35, 30, 25]) await measured(lineId, 'd', ago)
  await measured(lineId, 'u', 20)
  expect(await outagesOf(lineId)).toMatchObject([{ downMinutes: 15 }])
  expect((await lineOf(lineId)).figures[0]).toMatchObject({ outages: 1 })
})

test('the intervals of shipped profiles are those of the database', async () => {
  for (const kind of lineProfileKinds) {
    const { rows } = await t.adminPool.query<{ n: number }>('select line_every($1) as n', [kind])
    expect(rows[0]!.n).toBe(shippedProfiles[kind].everySeconds)
  }
})
