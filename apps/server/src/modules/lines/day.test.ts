import type { MetricPoll } from '@netward/contract/metric-batch'
import { SimulatedProbe } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { comeDue, sendAll, sweepNotices } from '../../../test/notice-fixture.ts'
import { passHours } from '../../../test/passing-time.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { lookNow } from '../alarms/alarm-fixture.ts'
import { takeFacts } from '../alarms/evaluation/facts.ts'
import { watchSamples } from '../alarms/index.ts'
import { writeMetrics } from '../metrics/index.ts'
import { findCarrierOutages, guessCities } from './carrier/carrier.service.ts'
import { createLineWorld, type LineWorld, deliver, minute, tests } from '../../../test/line-world.ts'
import { findCauses, advanceLedger } from './ledger/ledger-sweep.ts'
import { ledgerRepo } from './ledger/ledger.repo.ts'

/**
 * A day of internet lines in fast time: the ledger of outages, the figures and the messages are exactly those that are expected.
 * Hours pass by moving back what happened (`passHours`).
 */

const hour = 60 * minute
let w: LineWorld
let sequence = 0

beforeAll(async () => {
  w = await createLineWorld()
})
afterAll(() => w.stop())

const thisMinute = () => Math.floor(Date.now() / minute) * minute

/** What the poller measured. */
async function measured(...polls: MetricPoll[][]): Promise<void> {
  const batch = { collector: 'poller', epoch: 'day', sequence: ++sequence, sentAt: Date.now() }
  await writeMetrics(w.t.scopes, { ...batch, polls: polls.flat() })
}

/** Hours later, after a restart of the server. @returns the minute that it is, and that of before as it lies now */
async function later(hours: number, before: number): Promise<{ now: number; before: number }> {
  await passHours(w.t, hours)
  watchSamples(w.t.scopes)
  return { now: thisMinute(), before: before - hours * hour }
}

/** The sweeps run, and what waits comes due. @returns titles of what the group received, and how many alarms stand behind */
async function heard(): Promise<string[]> {
  const { t, service } = w
  await advanceLedger(t.scopes, Date.now())
  await findCarrierOutages(t.scopes)
  await findCauses(t.scopes)
  await takeFacts(t.scopes, 1000)
  await lookNow(t)
  for (let round = 0; round < 2; round++) {
    await sweepNotices(t)
    await comeDue(t)
    await sendAll(t, w.ranges)
  }
  return service.heard.splice(0).map(({ body }) => {
    const { content } = body['text'] as { content: string }
    const behind = /影响[^\d]*\d+[^\d\s]*/.exec(content)?.[0]
    return (
      content.split('\n')[0]!.replace(/Company \w+/, 'Company') + (behind === undefined ? '' : ` (${behind})`)
    )
  })
}

const findings = async (who: TestPerson) =>
  (await who.call('GET /dial/api/v1/carrierOutage')).data.items.map(
    ({ isp, cityCode, endedAt, lines, companies, own }) => ({
      of: `${isp} ${cityCode} ${endedAt === null ? 'lasts' : 'is over'}`,
      counts: [lines, companies],
      own: own.map(({ lineName }) => lineName).toSorted(),
    }),
  )

/** Outages with cause, responsibility and the rule that set them. */
const ledger = async (lineId: string) =>
  (await w.chain.call('POST /dial/api/v1/line/:lineId/outage/lists', { lineId })).data.items.map((one) => {
    const cause = `${one.cause} ${one.responsibility} ${one.causeRule ?? '-'}`
    return [Date.parse(one.beganAt), Date.parse(one.endedAt ?? ''), one.downMinutes, cause]
  })

async function blocksOf(
  period: { from: string; to: string },
  more: { lineIds: string[] } | { outletId: string },
) {
  const kind = 'outletId' in more ? 'outlet' : 'lines'
  const { data } = await w.chain.call('POST /dial/api/v1/report', {
    kind,
    language: 'en',
    ...period,
    ...more,
  })
  return (await w.chain.call('GET /dial/api/v1/report/:reportId', { reportId: data.id })).data.blocks
}

test('a day in fast time', async () => {
  const { t, chain, hub, server } = w
  const [xuhui, pudong, minhang] = [
    await w.outlet(chain.companyId, 'Xuhui'),
    await w.outlet(chain.companyId, 'Pudong'),
    await w.outlet(chain.companyId, 'Minhang'),
  ]
  const fibre = await w.line(xuhui, 'Fibre', 'telecom')
  const backup = await w.line(xuhui, '5G backup', 'mobile', '5g')
  const single = await w.line(pudong, 'Only line', 'telecom')
  const inside = await w.line(minhang, 'Tested by a probe', 'unicom')
  const others: string[] = []
  for (const name of ['B', 'C', 'D'])
    others.push(await w.line(await w.outlet((await w.customer()).id, name), `Line ${name}`, 'telecom'))
  await guessCities(t.scopes)
  const gateway = await arrangeDevice(t, chain.companyId, { name: 'Minhang gateway', type: 'smart_cpe' })
  const gatewayIs = (presence: string) =>
    t.adminPool.query('update device set outlet_id = $2, presence = $3 where id = $1', [
      gateway,
      minhang,
      presence,
    ])
  await gatewayIs('online')
  const { data: made } = await chain.call('POST /dial/api/v1/probe', {
    name: 'Minhang probe',
    outlets: [{ outletId: minhang, ranges: ['192.168.1.0/24'], isSite: true }],
  })
  let probe = await SimulatedProbe.connect({ server, token: made.token })
  const known = probe.identity
  await t.adminPool.query(`update probe_hold set since = now() - interval '2 days'`)
  const allDay = (from: number, to: number) => [
    tests(fibre, from, to, true),
    tests(single, from, to, true),
    tests(backup, from, to, true, 5),
  ]

  // 08:00 to 09:00. At 08:47 the ISP fails in the city, for eight minutes; the 5G backup goes on.
  const nine = thisMinute()
  const [opened, failed, mended] = [nine - 66 * minute, nine - 13 * minute, nine - 5 * minute]
  await deliver(probe, tests(inside, opened, nine, true))
  await measured(...allDay(opened, failed), ...others.map((line) => tests(line, opened, failed, true)))
  const city = [fibre, single, ...others]
  await measured(
    ...city.map((line) => tests(line, failed, mended, false)),
    tests(backup, failed, mended, true, 5),
  )
  const ispFails = await heard()
  const seen = [await findings(w.platform), await findings(w.msp), await findings(chain)]
  await measured(...city.map((line) => tests(line, mended, nine, true)), tests(backup, mended, nine, true, 5))
  const ispIsBack = await heard()

  // 14:00, a probe loses its own first hop for 17 minutes.
  const two = await later(5, nine)
  const lost = two.now - 17 * minute
  await measured(...allDay(two.before, two.now))
  await deliver(probe, tests(inside, two.before, lost, true))
  await probe.writeLineFacts([
    { kind: 'blind', lineId: inside, at: lost, until: two.now, reason: 'first_hop' },
  ])
  const probeIsBlind = await heard()
  await deliver(probe, tests(inside, two.now, two.now + 1, true))
  const probeSees = await heard()

  // 23:00, an outlet loses its only line: no message reaches the server from there, neither of the gateway nor of the probe.
  probe.close()
  await vi.waitFor(() => expect(hub.linkOf(known.probeId)).toBeUndefined(), { timeout: 30_000, interval: 20 })
  const night = await later(9, two.now)
  await gatewayIs('offline')
  await t.adminPool.query(`update probe set seen_at = now() - interval '9 hours'`)
  await ledgerRepo.blindOfSilentProbes(t.scopes)
  const outletIsDark = await heard()

  // 08:00, the line is back since six, and the probe delivers the night.
  const morning = await later(9, night.now)
  const back = morning.before + 7 * hour
  await gatewayIs('online')
  probe = await SimulatedProbe.connect({ server, known })
  await deliver(
    probe,
    tests(inside, night.before - 9 * hour + minute, morning.before, true),
    tests(inside, morning.before, back, false),
    tests(inside, back, morning.now, true),
  )
  probe.close()
  await measured(...allDay(night.before - 9 * hour, morning.now))
  const nightIsDelivered = await heard()

  expect({ ispFails, ispIsBack, probeIsBlind, probeSees, outletIsDark, nightIsDelivered }).toEqual({
    ispFails: ['[紧急] Company 运营商在本市出现网络故障 (影响线路 2 条) (影响线路 2)'],
    ispIsBack: ['[紧急] Company 运营商在本市出现网络故障 已清除'],
    probeIsBlind: ['[提示] Tested by a probe 线路处于监测盲区'],
    probeSees: ['[提示] Tested by a probe 线路处于监测盲区 已清除'],
    outletIsDark: ['[紧急] Minhang gateway 网关离线'],
    nightIsDelivered: ['[紧急] Minhang gateway 网关离线 已清除'],
  })
  const own = ['Fibre', 'Only line']
  const lasts = { of: 'telecom 310000 lasts', own: [], counts: [null, null] }
  expect(seen).toEqual([
    [{ ...lasts, own: [...own, 'Line B', 'Line C', 'Line D'].toSorted(), counts: [5, 4] }],
    [{ ...lasts, own }],
    [lasts],
  ])

  const start = morning.now - 24 * hour
  expect({
    fibre: await ledger(fibre),
    single: await ledger(single),
    backup: await ledger(backup),
    inside: await ledger(inside),
  }).toEqual({
    fibre: [[failed - 23 * hour, mended - 23 * hour, 8, 'isp isp carrier']],
    single: [[failed - 23 * hour, mended - 23 * hour, 8, 'isp isp carrier']],
    backup: [],
    inside: [[morning.before, back, 420, 'unknown unknown -']],
  })
  const period = { from: new Date(start).toISOString(), to: new Date(morning.now).toISOString() }
  const summary = (await blocksOf(period, { lineIds: [fibre, backup, single, inside] })).find(
    ({ kind }) => kind === 'table',
  )
  // Site, line, ISP; availability, coverage, outages, minutes down.
  expect(summary?.kind === 'table' && summary.rows.map((row) => row.slice(0, 7))).toEqual([
    ['Xuhui', 'Fibre', 'China Telecom', '99.44 %', '100.00 %', '1', '8 min'],
    ['Xuhui', '5G backup', 'China Mobile', '100.00 %', '100.00 %', '0', '0 min'],
    ['Pudong', 'Only line', 'China Telecom', '99.44 %', '100.00 %', '1', '8 min'],
    ['Minhang', 'Tested by a probe', 'China Unicom', '70.48 %', '98.82 %', '1', '420 min'],
  ])
  const sites = []
  for (const outletId of [xuhui, pudong, minhang]) {
    const facts = (await blocksOf(period, { outletId }))[0]
    sites.push(facts?.kind === 'facts' && facts.facts.slice(0, 4).map(({ value }) => value))
  }
  // Availability, coverage, outages, time down.
  expect(sites).toEqual([
    ['100.00 %', '100.00 %', '0', '0 min'],
    ['99.44 %', '100.00 %', '1', '8 min'],
    ['70.48 %', '98.82 %', '1', '420 min'],
  ])
})
