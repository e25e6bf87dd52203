import { expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { oneCompany } from '../../../test/one-company.ts'
import { acsRepo } from './acs.repo.ts'

const one = oneCompany()

const row = { path: 'Device.X', parent: 'Device.', value: '1', valued: true, type: null, writable: null }

async function known(deviceId: string): Promise<number> {
  const { rows } = await one.t.adminPool.query<{ n: number }>(
    'select count(*)::int as n from device_parameter where device_id = $1',
    [deviceId],
  )
  return rows[0]!.n
}

test('what is known of a device is deleted with it, and nothing else is stored', async () => {
  const repo = acsRepo(one.t.scopes)
  const deviceId = await arrangeDevice(one.t, one.companyId, {}, '2026-01-01T00:00:00Z')
  await repo.apply(deviceId, [row], {})
  expect(await known(deviceId)).toBe(1)
  await one.t.adminPool.query('delete from device where id = $1', [deviceId])
  expect(await known(deviceId)).toBe(0)
  await repo.apply(deviceId, [row], {})
  expect(await known(deviceId)).toBe(0)
})

test('deleting a device waits for writes about it, and removes them', async () => {
  const deviceId = await arrangeDevice(one.t, one.companyId, {}, '2026-01-01T00:00:00Z')
  const session = await one.t.adminPool.connect()
  try {
    await session.query('begin')
    await session.query(
      `select acs_exchange(array[$1::bigint], '{null}', '{"{}"}', array['{"ended": []}'::jsonb], '{null}', '{null}', '{f}',
         '{1}', '{Device.X}', '{Device.}', '{1}', '{t}', '{string}', '{t}', true)`,
      [deviceId],
    )
    const gone = one.t.adminPool.query('delete from device where id = $1', [deviceId])
    await expect
      .poll(async () => {
        const { rows } = await one.t.adminPool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
             and query like 'delete from device where%'`,
        )
        return rows.length
      })
      .toBe(1)
    await session.query('commit')
    await gone
  } finally {
    session.release()
  }
  expect(await known(deviceId)).toBe(0)
})
