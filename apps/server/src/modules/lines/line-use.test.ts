import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { intakeOf, openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { deriveLineUse, keepUseDays } from './index.ts'
import { type Reading, useOf } from './line-use.ts'

let t: TestApp
let engineer: TestPerson
let gateway: string
let line: string

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
    deriveLineUse(scopes)
  })
  const companyId = (await t.company('company')).id
  await t.adminPool.query(
    `update company set products = array['device_management', 'monitoring', 'link_testing'] where id = $1`,
    [companyId],
  )
  engineer = await t.person(companyId, 'engineer')
  gateway = await arrangeDevice(t, companyId, { name: 'Gateway', type: 'smart_cpe', presence: 'online' })
  const { rows } = await t.adminPool.query<{ id: string }>(
    `with o as (insert into outlet (company_id, name) values ($1, 'Shop') returning id)
     insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, device_id, wan_name)
     select $1, o.id, 'Fibre', 'telecom', 'broadband', 100, 20, $2, 'WAN1' from o returning id::text`,
    [companyId, gateway],
  )
  line = rows[0]!.id
})
afterAll(() => t.stop())

const reading = (at: number, octets: bigint, more: Partial<Reading> = {}): Reading => ({
  at,
  octets,
  upTime: undefined,
  discontinuity: undefined,
  ...more,
})
const minute = 60_000

test.each([
  ['half of 100 Mbit/s', reading(0, 0n), reading(5 * minute, 1_875_000_000n), 50],
  ['nothing', reading(0, 7n), reading(5 * minute, 7n), 0],
  ['a counter that fell', reading(0, 9n), reading(5 * minute, 3n), null],
  [
    'an agent that started anew',
    reading(0, 1n, { upTime: 900 }),
    reading(5 * minute, 9n, { upTime: 3 }),
    null,
  ],
  [
    'a discontinuity',
    reading(0, 1n, { discontinuity: 1 }),
    reading(5 * minute, 9n, { discontinuity: 2 }),
    null,
  ],
  ['readings 5 s apart', reading(0, 0n), reading(5_000, 10n), null],
  ['readings an hour apart', reading(0, 0n), reading(60 * minute, 10n), null],
])('the use of a line: %s', (_what, before, now, expected) => {
  expect(useOf(before, now, 100)).toBe(expected)
})

test('octets of the WAN become the use of its line in the same batch, and raise after 15 minutes', async () => {
  const start = Date.now() - 30 * minute
  let octets = 0n
  const count = async (sequence: number, mbps: number) => {
    octets += BigInt(mbps * 125_000 * 300)
    return intakeOf(t.scopes).write(
      {
        collector: 'gateway:test',
        epoch: 'one',
        sequence,
        sentAt: start + sequence * 5 * minute,
        polls: [
          {
            deviceId: gateway,
            at: start + sequence * 5 * minute,
            values: [
              ['interface_in_octets', 'WAN1', String(octets)],
              ['interface_out_octets', 'WAN1', '0'],
              ['interface_in_octets', 'LAN1', String(octets * 9n)],
            ],
          },
        ],
      },
      start + sequence * 5 * minute,
    )
  }
  for (let sequence = 0; sequence < 5; sequence++) await count(sequence, 90)
  expect(await count(4, 90)).toMatchObject({ repeated: true })
  const { data } = await engineer.call('POST /monitor/api/v1/alarm/lists', { lineId: line })
  expect(data.items).toMatchObject([
    { rule: 'line_busy', instance: 'down', value: 90, threshold: 80, subjectName: 'Fibre', deviceId: null },
  ])
  await count(5, 10)
  const kept = await t.adminPool.query(
    `select metric, instance from metric_series where subject_id = $1 order by instance`,
    [line],
  )
  expect(kept.rows).toEqual([
    { metric: 'line_use', instance: 'down' },
    { metric: 'line_use', instance: 'up' },
  ])
})

test('the 95th percentile of a day is kept once it has ended, once', async () => {
  const store = openMetricStore(t.scopes)
  const tools = { scopes: t.scopes, signal: new AbortController().signal }
  const kept = async () =>
    (
      await t.adminPool.query<{ day: string; down: number | null; up: number | null }>(
        `select day::text as day, down, up from line_use_day where line_id = $1 order by day`,
        [line],
      )
    ).rows
  const day = 86_400_000
  // Three hours after the end of the day of the last samples.
  const ended = (Math.floor(Date.now() / day) + 1) * day + 3 * 60 * minute
  await keepUseDays(tools, store, ended)
  await keepUseDays(tools, store, ended)
  const days = await kept()
  expect(days).toHaveLength(3)
  // Samples of the last half hour may lie in two days.
  const measured = days.filter(({ down }) => down !== null)
  expect(measured.length).toBeGreaterThan(0)
  const highest = Math.max(...measured.map(({ down }) => down!))
  // A batch that was written twice lies between two readings: 90 and 10 Mbit/s in one interval.
  expect(highest >= 90 && highest <= 100).toBe(true)
  expect(measured.every(({ up }) => up === 0)).toBe(true)
})
