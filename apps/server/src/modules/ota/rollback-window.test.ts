import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf, hoursFrom } from '../../../test/campaign-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, setHours, summary, targetsOf, upgraded } = campaignsOf(() => f)

const rollBack = 'POST /ota/api/v2/ota/campaign/:campaignId/rollback'

/** Two upgraded gateways, with hours that are over. */
async function upgradedInTime(productClass: string, window: 'any' | 'daily' = 'daily') {
  const { companyId, admin, campaignId, deviceIds } = await upgraded(productClass, 2, {
    window,
    ...(window === 'daily' && hoursFrom(-1)),
    timeZone: 'UTC',
  })
  if (window === 'daily') await setHours(campaignId, 1)
  const targets = () => targetsOf(admin, campaignId)
  const states = async () => (await targets()).map(({ rollback }) => rollback)
  const sent = (deviceId: string) =>
    f.sql<{ state: string; expires_at: Date }>(
      `select state, expires_at from device_command where device_id = $1 and request->>'version' = '1.0' order by id`,
      [deviceId],
    )
  /** Simulates the window opening for those that wait. */
  const later = () =>
    f.sql(
      'update campaign_target set rollback_from = now() where campaign_id = $1 and rollback_from > now()',
      [campaignId],
    )
  const back = (more: object) => admin.call(rollBack, { campaignId, ...more })
  return {
    companyId,
    admin,
    campaignId,
    deviceIds,
    targets,
    states,
    sent,
    later,
    back,
  }
}

const hoursLeft = (one: { expires_at: Date }) => (one.expires_at.getTime() - Date.now()) / 3_600_000

test('a rollback waits for the hours of its campaign unless immediate, and ends with them', async () => {
  const { campaignId, deviceIds, targets, states, sent, later, back } = await upgradedInTime('RW1')
  const [first, second] = deviceIds as [string, string]
  expect((await back({ deviceId: first, when: 'now' })).data).toEqual({ gateways: 1, asked: false })
  expect((await back({})).data).toEqual({ gateways: 1, asked: false })
  await step()
  expect(await states()).toEqual(['fetching', 'wanted'])
  expect(hoursLeft((await sent(first))[0]!)).toBeGreaterThan(23)
  const due = Date.parse((await targets())[1]!.dueAt!) - Date.now()
  expect(due).toBeGreaterThan(58 * 60_000)
  expect(due).toBeLessThanOrEqual(60 * 60_000)
  // No gateway is looked at before.
  await step()
  expect(await sent(second)).toEqual([])
  await setHours(campaignId, -1)
  await later()
  await step()
  expect(await states()).toEqual(['fetching', 'fetching'])
  const [ordered] = await sent(second)
  expect(hoursLeft(ordered!)).toBeLessThanOrEqual(1)
  expect(hoursLeft(ordered!)).toBeGreaterThan(0.9)
  // It was away until the hours ended.
  await setHours(campaignId, 1)
  const miss = async () => {
    await f.sql("update device_command set expires_at = now() where device_id = $1 and state = 'waiting'", [
      second,
    ])
    await f.sql('select command_expire(100)')
    await step()
  }
  await miss()
  expect(await targets()).toMatchObject([
    { rollback: 'fetching' },
    { rollback: 'wanted', rollbackFault: null },
  ])
  expect((await targets())[1]!.dueAt).not.toBeNull()
  await setHours(campaignId, -1)
  await later()
  await step()
  expect((await sent(second)).map(({ state }) => state)).toEqual(['expired', 'waiting'])
  // However many windows it misses, it waits no longer than offline gateways do.
  await f.sql('update campaign_target set rollback_until = now() where device_id = $1', [second])
  await miss()
  expect((await targets())[1]).toMatchObject({ rollback: 'failed', rollbackFault: 'offline' })
}, 60_000)

test('one whose partition was switched does not restart once the hours are over', async () => {
  const { campaignId, deviceIds, companyId, states, back, later } = await upgradedInTime('RW2')
  await back({})
  await f.sql(
    `with c as (insert into device_command (company_id, device_id, kind, request, state, finished_at, expires_at)
       values ($1, $2, 'set_parameter_values', '{}', 'done', now(), now() + interval '1 day') returning id)
     update campaign_target set rollback = 'switching', rollback_due = null, rollback_command_id = (select id from c)
     where device_id = $2`,
    [companyId, deviceIds[0]],
  )
  const restarts = () =>
    f.sql<{ expires_at: Date }>(
      "select expires_at from device_command where device_id = $1 and kind = 'reboot'",
      [deviceIds[0]],
    )
  await step()
  expect(await states()).toEqual(['wanted', 'wanted'])
  expect(await restarts()).toEqual([])
  await setHours(campaignId, -1)
  await later()
  await f.sql("update campaign_target set rollback = 'switching', rollback_due = null where device_id = $1", [
    deviceIds[0],
  ])
  await f.sql(
    `update campaign_target set rollback_command_id = (select max(id) from device_command where device_id = $1 and state = 'done')
     where device_id = $1`,
    [deviceIds[0]],
  )
  await step()
  const [restart] = await restarts()
  expect(hoursLeft(restart!)).toBeLessThanOrEqual(1)
}, 60_000)

test('starts a rollback immediately if the campaign has no hours', async () => {
  const { states, back } = await upgradedInTime('RW3', 'any')
  await back({})
  await step()
  expect(await states()).toEqual(['fetching', 'fetching'])
}, 60_000)

test('confirming a rollback shows whether it waits for the hours of the campaign', async () => {
  const { admin, campaignId, deviceIds } = await upgradedInTime('RW4')
  const asked = async (inWindow: boolean[]) => {
    await f.sql(
      `update campaign_target t set rollback = 'asked', rollback_in_window = u.w
       from unnest($2::bigint[], $3::boolean[]) u (id, w) where t.campaign_id = $1 and t.device_id = u.id`,
      [campaignId, deviceIds, inWindow],
    )
    return summary(admin, campaignId)
  }
  expect(await asked([true, true])).toMatchObject({ rollbacks: { asked: 2 }, rollbackAskedAtOnce: false })
  expect(await asked([true, false])).toMatchObject({ rollbackAskedAtOnce: true })
})
