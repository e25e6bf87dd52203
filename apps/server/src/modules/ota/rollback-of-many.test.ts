import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, summary, upgraded } = campaignsOf(() => f)

/** Upgraded gateways, all to be rolled back. */
async function goingBack(productClass: string, count: number, presence: 'online' | 'offline') {
  const { companyId, admin, campaignId, deviceIds } = await upgraded(productClass, count, {
    maxConcurrent: 2,
  })
  await f.sql('update device set presence = $2 where company_id = $1', [companyId, presence])
  const back = await admin.call('POST /ota/api/v2/ota/campaign/:campaignId/rollback', { campaignId })
  expect(back.data).toEqual({ gateways: count, asked: false })
  const targets = () =>
    f.sql<{ rollback: string; parked: boolean; fault: string | null }>(
      `select rollback, rollback_parked as parked, rollback_fault as fault from campaign_target
       where campaign_id = $1 order by device_id`,
      [campaignId],
    )
  return { companyId, admin, campaignId, targets, devices: deviceIds }
}

test('unreachable gateways of a rollback are not examined again before they report', async () => {
  const { campaignId, targets, devices } = await goingBack('R1', 4, 'offline')
  await step()
  expect(await targets()).toEqual(devices.map(() => ({ rollback: 'wanted', parked: true, fault: null })))
  const reported = () => f.sql('select 1 from campaign_news where campaign_id = $1', [campaignId])
  expect(await reported()).toEqual([])
  // The campaign is over but still receives their reports.
  await f.sql("update device set presence = 'online' where id = $1", [devices[2]])
  expect(await reported()).toHaveLength(1)
  await step()
  expect(await reported()).toEqual([])
  expect((await targets()).map(({ rollback }) => rollback)).toEqual([
    'wanted',
    'wanted',
    'fetching',
    'wanted',
  ])
  // One reverted by itself, one was released, one waited too long.
  await f.sql("update device set software_version = '1.0' where id = $1", [devices[0]])
  await f.sql("update device set state = 'released' where id = $1", [devices[1]])
  await f.sql(
    `update campaign_target set rollback_due = now() - interval '1 second' where campaign_id = $1 and device_id = $2`,
    [campaignId, devices[3]],
  )
  await step()
  expect((await targets()).map(({ rollback, fault }) => [rollback, fault])).toEqual([
    ['done', null],
    ['failed', 'released'],
    ['fetching', null],
    ['failed', 'offline'],
  ])
  // The outcome of a transfer is reported too.
  await f.sql(
    `update device_transfer set state = 'failed', fault_code = '9010', ended_at = now()
     where id = (select transfer_id from campaign_target where campaign_id = $1 and device_id = $2)`,
    [campaignId, devices[2]],
  )
  expect(await reported()).toHaveLength(1)
  await step()
  expect((await targets())[2]).toMatchObject({ rollback: 'failed', fault: '9010' })
}, 60_000)

test('the campaign limits concurrent rollbacks, regardless of the queue', async () => {
  const { companyId, targets, devices } = await goingBack('R2', 5, 'online')
  await f.sql("update device set presence = 'offline' where company_id = $1 and id <= $2", [
    companyId,
    devices[1],
  ])
  const states = async () => (await targets()).map(({ rollback }) => rollback)
  await step()
  expect(await states()).toEqual(['wanted', 'wanted', 'fetching', 'fetching', 'wanted'])
  await step()
  expect(await states()).toEqual(['wanted', 'wanted', 'fetching', 'fetching', 'wanted'])
  await f.sql("update device set software_version = '1.0' where id = $1", [devices[2]])
  await step()
  expect(await states()).toEqual(['wanted', 'wanted', 'done', 'fetching', 'fetching'])
}, 60_000)

test('counts of backed-up and returning gateways follow every change of a target', async () => {
  const { admin, campaignId, devices } = await goingBack('R9', 5, 'offline')
  const reported = async () => {
    const { backups, rollbacks } = await summary(admin, campaignId)
    return { ...backups, ...rollbacks }
  }
  const set = (change: string, which: readonly number[]) =>
    f.sql(`update campaign_target set ${change} where campaign_id = $1 and device_id = any ($2)`, [
      campaignId,
      which.map((index) => devices[index]),
    ])
  const none = { stored: 0, lacking: 0, asked: 0, open: 0, done: 0, failed: 0 }
  expect(await reported()).toEqual({ ...none, open: 5 })
  await set("rollback = 'asked', backup = 'stored'", [0, 1])
  await set("rollback = 'reading', backup = 'lacking'", [2])
  await set("rollback = 'fetching'", [2])
  expect(await reported()).toEqual({ ...none, stored: 2, lacking: 1, asked: 2, open: 3 })
  await set("rollback = 'done'", [1, 2])
  await set("rollback = 'failed'", [3])
  await set('rollback = null', [0])
  expect(await reported()).toEqual({ ...none, stored: 2, lacking: 1, open: 1, done: 2, failed: 1 })
  await f.sql('delete from device where id = $1', [devices[1]])
  expect(await reported()).toEqual({ ...none, stored: 1, lacking: 1, open: 1, done: 1, failed: 1 })
})
