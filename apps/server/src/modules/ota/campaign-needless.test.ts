import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, summary, targetsOf, until, running } = campaignsOf(() => f)

/** A gateway whose Download is queued returns with the version already installed by another means. */
async function backWith(version: string, more: Parameters<typeof running>[1] = {}, prepare = '') {
  const asked: string[] = []
  const it = await running(
    {
      intercept: ({ method }) => {
        asked.push(method)
        return undefined
      },
    },
    more,
  )
  it.gateway.stop()
  await step()
  await step()
  expect(await it.state()).toBe('queued')
  if (prepare !== '') await f.sql(prepare, [it.campaignId])
  asked.length = 0
  it.gateway.start()
  it.gateway.changeValue('DeviceInfo.SoftwareVersion', version)
  const ended = async () => (await summary(it.admin, it.campaignId)).endedAt !== null
  const command = async () =>
    (
      await f.sql<{ state: string; sends: number; fault_code: string | null; secret: Buffer | null }>(
        `select state, sends, fault_code, secret from device_command where device_id = $1 and kind = 'download'`,
        [it.deviceId],
      )
    )[0]!
  return { ...it, asked, ended, command }
}

test('a gateway that reports the target version is verified without an attempt', async () => {
  const it = await backWith('9.9.1')
  await until([it.gateway], async () => (await it.command()).state !== 'waiting')
  expect(await it.command()).toEqual({
    state: 'cancelled',
    sends: 0,
    fault_code: 'already_there',
    secret: null,
  })
  await until([it.gateway], it.ended)
  expect(it.asked).not.toContain('Download')
  expect(await targetsOf(it.admin, it.campaignId)).toMatchObject([
    { state: 'verified', attempts: 0, faultCode: null },
  ])
  const { data } = await it.admin.call('GET /api/v1/device/:deviceId/commands', { deviceId: it.deviceId })
  expect(data.items.find(({ kind }) => kind === 'download')).toMatchObject({
    state: 'cancelled',
    fault: { code: 'already_there' },
  })
}, 60_000)

test('a gateway that reports a newer version is skipped, unless downgrades are allowed', async () => {
  const it = await backWith('10.0.0')
  await until([it.gateway], it.ended)
  expect(it.asked).not.toContain('Download')
  expect(await targetsOf(it.admin, it.campaignId)).toMatchObject([
    { state: 'aborted', attempts: 0, faultCode: 'newer_version' },
  ])
  const down = await backWith('10.0.0', { allowDowngrade: true })
  await until([down.gateway], async () => (await down.state()) === 'verified')
  expect(down.asked).toContain('Download')
  expect(await targetsOf(down.admin, down.campaignId)).toMatchObject([{ attempts: 1 }])
}, 60_000)

test('fails a gateway that was attempted and then reports a newer version', async () => {
  const again = 'update campaign_target set attempts = 2 where campaign_id = $1'
  const it = await backWith('10.0.0', { retries: 1 }, again)
  await until([it.gateway], async () => (await it.state()) === 'failed')
  expect(await targetsOf(it.admin, it.campaignId)).toMatchObject([
    { state: 'failed', attempts: 1, faultCode: 'newer_version' },
  ])
}, 60_000)

test('a sent Download without an answer is complete once its version is reported', async () => {
  const sent = `update device_command set state = 'sent', sends = 1, sent_at = now() - interval '1 minute'
    where kind = 'download' and device_id in (select device_id from campaign_target where campaign_id = $1)`
  const it = await backWith('9.9.1', {}, sent)
  await until([it.gateway], async () => (await it.command()).state === 'done')
  await until([it.gateway], it.ended)
  expect(it.asked).not.toContain('Download')
  expect(await targetsOf(it.admin, it.campaignId)).toMatchObject([{ state: 'verified', attempts: 1 }])
}, 60_000)
