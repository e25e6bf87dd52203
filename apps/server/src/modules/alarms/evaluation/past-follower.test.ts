import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangeDevice } from '../../../../test/devices.ts'
import { createTestApp, type TestApp } from '../../../../test/test-app.ts'
import { writeMetrics } from '../../metrics/index.ts'
import { batchOf, minute } from '../alarm-fixture.ts'
import { watchSamples } from '../index.ts'
import { PastFollower } from './past-follower.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp((_app, { scopes }) => watchSamples(scopes))
})
afterAll(() => t.stop())

test('polls of the past raise and clear alarms at their time, and what is new goes on from there', async () => {
  const { id: companyId } = await t.company('company')
  const device = await arrangeDevice(t, companyId, { type: 'switch' })
  const now = Date.now()
  const start = now - 3 * 24 * 60 * minute
  const poll = (index: number, value: number) => ({
    deviceId: device,
    at: start + index * 5 * minute,
    values: [['storage_usage', '/', value] as ['storage_usage', string, number]],
  })
  const past = new PastFollower(t.scopes)
  await past.follow([poll(-1, 99), ...[50, 95, 96, 60, 92].map((value, index) => poll(index, value))], start)
  const alarms = async () =>
    (
      await t.adminPool.query<{ raised: number; cleared: number | null }>(
        `select round(extract(epoch from raised_at - to_timestamp($2)) / 60)::int as raised,
           round(extract(epoch from cleared_at - to_timestamp($2)) / 60)::int as cleared
         from alarm where device_id = $1 order by raised_at`,
        [device, start / 1000],
      )
    ).rows
  expect(await alarms()).toEqual([
    { raised: 5, cleared: 15 },
    { raised: 20, cleared: null },
  ])
  await writeMetrics(t.scopes, batchOf(device, [{ at: now - minute, values: [['storage_usage', '/', 10]] }]))
  expect((await alarms()).map(({ cleared }) => cleared !== null)).toEqual([true, true])
})
