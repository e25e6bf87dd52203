import type { EndpointInput } from '@netward/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'
import { otherPartition } from './partitions.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, move, summary, targetsOf, until, running } = campaignsOf(() => f)

/** One gateway first, the others an hour later. */
const oneThenAll: EndpointInput<'POST /ota/api/v2/ota/campaign'>['rings'] = [
  { kind: 'count', value: 1, soakMinutes: 60 },
  { kind: 'percent', value: 100, soakMinutes: 0 },
]
const rollBack = 'POST /ota/api/v2/ota/campaign/:campaignId/rollback'

test('by hand a gateway of two partitions starts from the other one and is verified by its version', async () => {
  const { admin, gateway, campaignId, state } = await running({ model: 'lanyon-lr200', partitions: 2 })
  expect((await admin.call(rollBack, { campaignId })).code).toBe('campaign.move_not_allowed')
  await until([gateway], async () => (await state()) === 'verified')
  await until([], async () => (await summary(admin, campaignId)).state === 'completed')
  expect((await admin.call(rollBack, { campaignId })).data).toEqual({ gateways: 1, asked: false })
  expect((await admin.call(rollBack, { campaignId })).code).toBe('campaign.nothing_to_roll_back')
  const seen = new Set<string | null>()
  await until([gateway], async () => {
    const [target] = await targetsOf(admin, campaignId)
    seen.add(target!.rollback)
    return target!.rollback === 'done'
  })
  expect([...seen]).toEqual(expect.arrayContaining(['reading', 'switching', 'done']))
  expect(await targetsOf(admin, campaignId)).toMatchObject([
    { state: 'rolled_back', faultCode: null, softwareVersion: '4.2.1', fromVersion: '4.2.1' },
  ])
  expect(await summary(admin, campaignId)).toMatchObject({
    state: 'completed_with_failures',
    verified: 0,
    failed: 0,
    rolledBack: 1,
    rings: [{ states: [{ state: 'rolled_back', count: 1 }], lost: 0 }],
    rollbacks: { asked: 0, open: 0, done: 1, failed: 0 },
  })
}, 60_000)

test('one partition: the earlier file of the library is fetched, and without it nothing is done', async () => {
  const first = await running({ model: 'lanyon-lr200', partitions: 1 })
  await until([first.gateway], async () => (await first.state()) === 'verified')
  await until([], async () => (await summary(first.admin, first.campaignId)).state === 'completed')
  const { admin, campaignId, gateway, deviceId } = first
  await admin.call(rollBack, { campaignId, deviceId })
  await until([gateway], async () => (await targetsOf(admin, campaignId))[0]!.rollback === 'failed')
  expect(await targetsOf(admin, campaignId)).toMatchObject([
    { state: 'verified', rollbackFault: 'no_way_back' },
  ])
  await released(admin, first.productClass, '4.2.1')
  expect((await admin.call(rollBack, { campaignId, deviceId })).data).toEqual({ gateways: 1, asked: false })
  await until([gateway], async () => (await targetsOf(admin, campaignId))[0]!.rollback === 'done')
  expect(await targetsOf(admin, campaignId)).toMatchObject([{ softwareVersion: '4.2.1' }])
}, 60_000)

test('a gateway that comes back with an unknown version rolls back automatically if configured', async () => {
  const { admin, gateway, campaignId, state, overdue } = await running(
    { model: 'lanyon-lr200', partitions: 2, odd: { afterUpgrade: 'other_version' } },
    { autoRollback: true, retries: 3, maxFailurePercent: 100 },
  )
  await until([gateway], async () => (await state()) === 'transferred')
  await until([gateway], async () => gateway.value('DeviceInfo.SoftwareVersion') === '9.9.1-x')
  const before = gateway.state.sessions
  await until([gateway], async () => gateway.state.sessions > before + 1)
  await f.acs.flush()
  await overdue()
  await until([gateway], async () => (await targetsOf(admin, campaignId))[0]!.rollback === 'done')
  expect(await targetsOf(admin, campaignId)).toMatchObject([
    { state: 'rolled_back', faultCode: 'wrong_version', softwareVersion: '4.2.1' },
  ])
}, 60_000)

test('a gateway that repeatedly goes offline after its upgrade counts against its ring', async () => {
  const { admin, gateway, deviceId, campaignId, state } = await running({}, { rings: oneThenAll })
  await until([gateway], async () => (await state()) === 'verified')
  gateway.stop()
  for (const presence of ['offline', 'online', 'offline', 'online'])
    await f.sql('update device set presence = $2 where id = $1', [deviceId, presence])
  await step()
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({
    state: 'paused',
    stopReason: 'failures',
    rings: [{ states: [{ state: 'verified', count: 1 }], lost: 1 }, { lost: 0 }],
  })
  expect((await move(admin, campaignId, 'resume')).code).toBe(0)
})

test('one that returned to its earlier version counts against its ring, apart from failures', async () => {
  const { admin, gateway, deviceId, campaignId, state } = await running({}, { rings: oneThenAll })
  await until([gateway], async () => (await state()) === 'verified')
  gateway.stop()
  expect((await move(admin, campaignId, 'pause')).code).toBe(0)
  expect((await admin.call(rollBack, { campaignId })).data).toEqual({ gateways: 1, asked: false })
  await move(admin, campaignId, 'resume')
  await f.sql('update device set software_version = $2 where id = $1', [deviceId, '4.2.1'])
  await until([], async () => (await summary(admin, campaignId)).state === 'paused')
  expect(await summary(admin, campaignId)).toMatchObject({
    stopReason: 'failures',
    verified: 0,
    failed: 0,
    rolledBack: 1,
    rings: [{ states: [{ state: 'rolled_back', count: 1 }] }, {}],
  })
  // A user who continues knows of it.
  await move(admin, campaignId, 'resume')
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'running', stopReason: null })
})

const image = 'Device.DeviceInfo.FirmwareImage.'
test.each([
  ['the other one', { 1: '2.0', 2: '1.0' }, {}, `${image}2`],
  ['none of that version', { 1: '2.0', 2: '1.5' }, {}, null],
  ['the active one alone', { 1: '1.0', 2: '2.0' }, {}, null],
  ['one that is broken', { 1: '2.0', 2: '1.0' }, { [`${image}2.Status`]: 'ValidationFailed' }, null],
  ['one that is not to be started', { 1: '2.0', 2: '1.0' }, { [`${image}2.Available`]: 'false' }, null],
])('which partition has the earlier version: %s', (_, versions, more, found) => {
  const values = new Map(Object.entries(more))
  values.set('Device.DeviceInfo.ActiveFirmwareImage', `${image}1.`)
  for (const [index, version] of Object.entries(versions)) values.set(`${image}${index}.Version`, version)
  expect(otherPartition(values, '1.0')).toBe(found)
})
