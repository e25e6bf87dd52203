import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/test-app.ts'
import { openMetricStore } from '../../../platform/metrics/open-store.ts'
import { equipmentRoutes } from '../../equipment/index.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp((app, deps) =>
    equipmentRoutes(app, { deviceRanges: [], store: openMetricStore(deps.scopes) }),
  )
})
afterAll(() => t.stop())

test('a page of targets counts devices that are polled, not those that are released', async () => {
  const admin = await t.person((await t.company('company')).id, 'administrator')
  const add = async (at: number) =>
    (await admin.call('POST /monitor/api/v1/device', { name: `Device ${at}`, ipAddress: `203.0.114.${at}` }))
      .data.id
  const released = await add(1)
  const polled = await add(2)
  await t.adminPool.query(`update device set state = 'released' where id = $1`, [released])
  const { rows } = await t.adminPool.query<{ device_id: string }>(
    `select device_id::text from poller_targets(array(select generate_series(0, 63))::smallint[], null, array[$1::bigint], 0, 1)`,
    [admin.companyId],
  )
  expect(rows).toEqual([{ device_id: polled }])
})
