import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp } from '../../../test/test-app.ts'

let t: TestApp

beforeAll(async () => {
  t = await createTestApp(() => {})
})
afterAll(() => t.stop())

const raise = (device: string) =>
  JSON.stringify({
    devices: [{ id: device, revision: 0, writes: true, due: null, events: null }],
    changes: [
      {
        device,
        rule: 'device_offline',
        instance: '',
        machine: null,
        alarm: { metric: null, subject: null, watches: 'offline', threshold: null, severity: 'major' },
        transitions: [{ kind: 'raised', at: Date.now(), value: null, because: null }],
      },
    ],
    places: [],
  })

test('two processes that raise alarms of one site at the same moment begin one group', async () => {
  const company = await t.company('company')
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name) select $1, 'Shop ' || n from generate_series(1, 5) n returning id::text`,
    [company.id],
  )
  for (const { id: outlet } of rows) {
    const devices = [await arrangeDevice(t, company.id, {}), await arrangeDevice(t, company.id, {})]
    await t.adminPool.query('update device set outlet_id = $2 where id = any ($1)', [devices, outlet])
    await t.adminPool.query('delete from alarm_subject where subject_id = any ($1)', [devices])
    const [first, second] = [await t.adminPool.connect(), await t.adminPool.connect()]
    try {
      await first.query('begin')
      await first.query('select alarm_advance($1)', [raise(devices[0]!)])
      const waiting = second.query('select alarm_advance($1)', [raise(devices[1]!)])
      // The second waits for the first to commit: then it sees its alarm.
      await vi.waitFor(async () => {
        const waits = await t.adminPool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(waits.rowCount).toBe(1)
      })
      await first.query('commit')
      await waiting
    } finally {
      first.release()
      second.release()
    }
    const groups = await t.adminPool.query(
      'select count(*)::int as alarms, count(distinct group_id)::int as groups from alarm where outlet_id = $1',
      [outlet],
    )
    expect(groups.rows).toEqual([{ alarms: 2, groups: 1 }])
  }
})
