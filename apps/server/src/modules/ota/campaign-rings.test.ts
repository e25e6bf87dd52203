import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, campaignOf, move, summary, targetsOf } = campaignsOf(() => f)

/** A campaign of two rings of ten gateways; two of the first ring are offline. */
async function twoRings(more: Parameters<typeof campaignOf>[2]) {
  const { id, admin } = await f.company()
  await f.sql(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
     select $1::bigint, 'g' || n, 'smart_cpe', 'AABBCC', 'TR1', $1::text || '-' || n, 'Two rings', '1.0', 'online'
     from generate_series(1, 20) n`,
    [id],
  )
  const firmwareId = await released(admin, 'TR1', '2.0')
  const campaignId = await campaignOf(admin, firmwareId, {
    filters: { type: ['smart_cpe'] },
    rings: [
      { kind: 'percent', value: 50, soakMinutes: 0 },
      { kind: 'percent', value: 100, soakMinutes: 0 },
    ],
    retries: 0,
    ...more,
  })
  const away = (await targetsOf(admin, campaignId)).filter(({ ring }) => ring === 0).slice(0, 2)
  const [first, second] = away.map(({ deviceId }) => deviceId) as [string, string]
  const setPresence = (presence: 'online' | 'offline', deviceIds: readonly string[]) =>
    f.sql('update device set presence = $1 where id = any ($2)', [presence, deviceIds])
  await setPresence('offline', [first, second])
  await move(admin, campaignId, 'start')
  const arrive = () =>
    f.sql(
      `update device set software_version = '2.0' where id in (
         select device_id from campaign_target where campaign_id = $1 and state = 'queued')`,
      [campaignId],
    )
  /** Its transfer reports a fault. */
  const fails = (deviceId: string) =>
    f.sql(
      `update device_command set state = 'failed', fault_code = '9010', finished_at = now()
       where device_id = $1 and kind = 'download' and state = 'waiting'`,
      [deviceId],
    )
  const steps = async (count: number) => {
    for (let n = 0; n < count; n++) await step()
  }
  const stateOf = async (deviceId: string) =>
    (await targetsOf(admin, campaignId)).find((target) => target.deviceId === deviceId)!.state
  await steps(2)
  await arrive()
  await steps(2)
  return { admin, campaignId, first, second, setPresence, arrive, fails, steps, stateOf }
}

test('the next ring opens once enough gateways are verified; the others are upgraded later', async () => {
  const it = await twoRings({ advancePercent: 80 })
  const { admin, campaignId, first, second } = it
  expect(await summary(admin, campaignId)).toMatchObject({ ring: 1, verified: 8, advancePercent: 80 })
  await it.steps(1)
  const queued = (await targetsOf(admin, campaignId)).filter(({ state }) => state === 'queued')
  expect(queued.map(({ ring }) => ring)).toEqual(Array(10).fill(1))
  await it.setPresence('online', [first])
  await it.steps(1)
  expect(await it.stateOf(first)).toBe('queued')
  await it.arrive()
  await it.steps(2)
  // The last ring is complete; one gateway of the first is still pending.
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'running', verified: 19 })
  expect(await it.stateOf(second)).toBe('waiting')
  await f.sql("update campaign set ring_opened_at = now() - interval '100 hours' where id = $1", [campaignId])
  await it.steps(1)
  expect(await it.stateOf(second)).toBe('aborted')
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'completed_with_failures', verified: 19 })
})

test('a ring waits for offline gateways until enough are verified, or all have ended if so configured', async () => {
  for (const advancePercent of [81, undefined]) {
    const { admin, campaignId } = await twoRings(advancePercent === undefined ? {} : { advancePercent })
    expect(await summary(admin, campaignId)).toMatchObject({ ring: 0, verified: 8 })
  }
})

test('a late failure counts against its ring until a user continues the campaign', async () => {
  const it = await twoRings({ advancePercent: 80, maxFailurePercent: 10 })
  const { admin, campaignId, first, second } = it
  await it.setPresence('online', [first, second])
  await it.steps(1)
  await it.fails(first)
  await it.steps(1)
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'running', failed: 1 })
  await it.fails(second)
  await it.steps(1)
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'paused', stopReason: 'failures', ring: 1 })
  await move(admin, campaignId, 'resume')
  await it.steps(2)
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'running', ring: 1 })
  await it.arrive()
  await it.steps(2)
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'completed_with_failures', verified: 18 })
})

test('a share that is none is refused by its name', async () => {
  const { admin } = await f.company()
  for (const advancePercent of [0, 101, 99.5]) {
    const refused = await admin.call('POST /ota/api/v2/ota/campaign', {
      name: 'x',
      firmwareId: '1',
      deviceIds: ['1'],
      rings: [{ kind: 'percent', value: 100, soakMinutes: 0 }],
      timeZone: 'UTC',
      advancePercent,
    })
    expect(refused.code).toBe('request.invalid')
    expect(JSON.stringify(refused.data)).toContain('advancePercent')
  }
})
