import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf, hoursFrom, oneRing } from '../../../test/campaign-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, setHours, summary, targetsOf, until, running } = campaignsOf(() => f)

async function ofTheNight(options: Parameters<typeof running>[0] = {}, retries = 0) {
  const it = await running(options, { retries, window: 'daily', ...hoursFrom(-1), timeZone: 'UTC' })
  it.gateway.stop()
  await step()
  await step()
  const move = (hours: -1 | 1) => setHours(it.campaignId, hours)
  /** Simulates the end of the hours: what did not start within them has expired. */
  const closes = async () => {
    await move(1)
    await f.sql("update device_command set expires_at = now() where device_id = $1 and kind = 'download'", [
      it.deviceId,
    ])
  }
  const downloads = () =>
    f.sql<{ state: string; sends: number; expires_at: Date; not_after: Date }>(
      `select state, sends, expires_at, (request->>'notAfter')::timestamptz as not_after from device_command where device_id = $1 and kind = 'download' order by id`,
      [it.deviceId],
    )
  return { ...it, opens: () => move(-1), closes, downloads }
}

test('a download that did not start within its window waits for the next one and counts no attempt', async () => {
  const { admin, campaignId, gateway, opens, closes, downloads, overdue, state } = await ofTheNight()
  expect(await state()).toBe('queued')
  const [ordered] = await downloads()
  const left = ordered!.expires_at.getTime() - Date.now()
  expect(left).toBeGreaterThan(58 * 60_000)
  expect(left).toBeLessThanOrEqual(60 * 60_000)
  expect(ordered!.not_after).toEqual(ordered!.expires_at)
  await closes()
  gateway.start()
  const before = gateway.state.sessions
  await gateway.waitFor((g) => g.state.sessions > before + 1, 20_000)
  expect(await downloads()).toMatchObject([{ state: 'waiting', sends: 0 }])
  await f.sql('select command_expire(100)')
  await step()
  await step()
  const [target] = await targetsOf(admin, campaignId)
  expect(target).toMatchObject({ state: 'waiting', attempts: 0, faultCode: null })
  expect(target!.dueAt).not.toBeNull()
  expect(await downloads()).toMatchObject([{ state: 'expired', sends: 0 }])
  await opens()
  await overdue()
  await until([gateway], async () => (await state()) === 'verified')
  expect(await targetsOf(admin, campaignId)).toMatchObject([{ attempts: 1 }])
  // The Inform with the new version precedes TransferComplete in the same session.
  await vi.waitFor(async () =>
    expect(await downloads()).toMatchObject([{ state: 'expired' }, { state: 'done' }]),
  )
}, 60_000)

test('one that misses its windows is given up once offline gateways are no longer waited for', async () => {
  const { admin, campaignId, closes } = await ofTheNight()
  await f.sql("update campaign set ring_opened_at = now() - interval '100 hours' where id = $1", [campaignId])
  await closes()
  await f.sql('select command_expire(100)')
  await step()
  expect(await targetsOf(admin, campaignId)).toMatchObject([
    { state: 'aborted', faultCode: 'offline', attempts: 0 },
  ])
}, 60_000)

test('a failed attempt is repeated within the window only', async () => {
  const odd = { transferFault: '9010' }
  const { admin, campaignId, gateway, closes, opens, overdue, state } = await ofTheNight({ odd }, 1)
  gateway.start()
  await until([gateway], async () => (await targetsOf(admin, campaignId))[0]!.faultCode === '9010')
  await closes()
  await overdue()
  await step()
  await step()
  expect(await targetsOf(admin, campaignId)).toMatchObject([{ state: 'waiting', attempts: 1 }])
  await opens()
  await overdue()
  await until([gateway], async () => (await state()) === 'failed')
  expect(await targetsOf(admin, campaignId)).toMatchObject([{ attempts: 2 }])
}, 60_000)

test('gateways of an outlet without business hours wait for the night window of the campaign', async () => {
  const night = hoursFrom(1)
  const { admin, campaignId, company, deviceId, firmwareId, gateway, overdue, state } = await running(
    {},
    { window: 'closed_hours', ...night, timeZone: 'UTC' },
  )
  gateway.stop()
  await step()
  await step()
  const [target] = await targetsOf(admin, campaignId)
  expect(target!.state).toBe('waiting')
  const left = Date.parse(target!.dueAt!) - Date.now()
  expect(left).toBeGreaterThan(58 * 60_000)
  expect(left).toBeLessThanOrEqual(60 * 60_000)
  expect(await summary(admin, campaignId)).toMatchObject(night)
  const { data } = await admin.call('POST /ota/api/v2/ota/campaign', {
    name: 'By night',
    firmwareId,
    window: 'closed_hours',
    filters: { type: ['smart_cpe'] },
    liveUntil: new Date(Date.now() + 86_400_000).toISOString(),
    ...oneRing,
  })
  expect(await summary(admin, data.campaignId)).toMatchObject({ fromMinute: 60, toMinute: 300 })
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  await f.sql(
    `with o as (insert into outlet (company_id, name, time_zone, business_hours) values ($1, 'Shop', 'UTC', $3) returning id)
     update device set outlet_id = (select id from o) where id = $2`,
    [company.id, deviceId, `00:00-24:00; ${day(-1)}/${day(2)} off`],
  )
  await overdue()
  await step()
  expect(await state()).toBe('queued')
})

test('the dry run counts the gateways without known business hours', async () => {
  const { admin, id } = await f.company()
  await f.sql(
    `with o as (insert into outlet (company_id, name, business_hours)
         values ($1, 'Known', 'Mo-Fr 09:00-18:00'), ($1, 'Unknown', '') returning id, name)
     insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence, outlet_id)
     select $1::bigint, n, 'smart_cpe', 'AABBCC', 'NH1', $1::text || n, 'Night', '1.0', 'online',
       (select id from o where name = n) from unnest(array['Known', 'Unknown', 'None']) n`,
    [id],
  )
  const firmwareId = await released(admin, 'NH1', '2.0')
  const dry = await admin.call('POST /ota/api/v2/ota/dry-run', {
    firmwareId,
    filters: { type: ['smart_cpe'] },
  })
  expect(dry.data).toMatchObject({ fits: 3, withoutHours: 2 })
})
