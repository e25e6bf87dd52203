import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf, oneRing } from '../../../test/campaign-fixture.ts'
import { upload } from '../../../test/upload.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const { step, online, released, campaignOf, move, summary, targetsOf, until, running } = campaignsOf(() => f)

test('a gateway fetches its file in ranges, restarts and is verified by its new version; its URL is then over', async () => {
  const company = await f.company()
  const { gateway, deviceId, productClass } = await online(company, { rangeBytes: 100_000 })
  const firmwareId = await released(company.admin, productClass)
  const dry = await company.admin.call('POST /ota/api/v2/ota/dry-run', { firmwareId, deviceIds: [deviceId] })
  expect(dry.data).toMatchObject({ fits: 1, misfits: [], total: 1, items: [{ deviceId, misfit: null }] })
  const campaignId = await campaignOf(company.admin, firmwareId, { deviceIds: [deviceId] })
  expect(await summary(company.admin, campaignId)).toMatchObject({ state: 'draft', targets: 1, ring: null })
  expect((await move(company.admin, campaignId, 'start')).data).toEqual({ state: 'scheduled' })
  const seen = new Set<string>()
  await until([gateway], async () => {
    const [target] = await targetsOf(company.admin, campaignId)
    seen.add(target!.state)
    return target!.state === 'verified'
  })
  await until([], async () => (await summary(company.admin, campaignId)).state === 'completed')
  expect(await targetsOf(company.admin, campaignId)).toMatchObject([
    { state: 'verified', softwareVersion: '9.9.1', attempts: 1, progress: 100, faultCode: null },
  ])
  const csv = await company.admin.call('POST /ota/api/v2/ota/export', { campaignId })
  expect(csv.body).toContain('9.9.1')
  const [row] = await f.sql<{ token_hash: Buffer | null }>(
    'select token_hash from campaign_target where campaign_id = $1',
    [campaignId],
  )
  expect(row?.token_hash).toBeNull()
  const again = await company.admin.call('POST /ota/api/v2/ota/dry-run', {
    firmwareId,
    deviceIds: [deviceId],
  })
  expect(again.data).toMatchObject({ fits: 0, misfits: [{ misfit: 'at_version', count: 1 }] })
})

test('stores a fault of the gateway, retries as configured, and stops the ring', async () => {
  const { admin, gateway, campaignId, state, overdue } = await running(
    { odd: { transferFault: '9010' } },
    { retries: 1 },
  )
  await until([gateway], async () => {
    const [target] = await targetsOf(admin, campaignId)
    return target!.state === 'waiting' && target!.faultCode === '9010'
  })
  await overdue()
  await until([gateway], async () => (await state()) === 'failed')
  expect(await targetsOf(admin, campaignId)).toMatchObject([{ faultCode: '9010', attempts: 2 }])
  const { body } = await admin.call('POST /ota/api/v2/ota/export', { campaignId })
  expect(body).toContain(',File transfer failed (9010),')
  await until([], async () => (await summary(admin, campaignId)).state === 'paused')
  expect(await summary(admin, campaignId)).toMatchObject({ stopReason: 'failures', failed: 1 })
  // A user continues despite the failures: nothing is left to do.
  expect((await move(admin, campaignId, 'resume')).data).toEqual({ state: 'scheduled' })
  await until([], async () => (await summary(admin, campaignId)).state === 'completed_with_failures')
})

test('a gateway that starts with its old version has failed, and so has one that does not come back', async () => {
  const old = await running({ odd: { afterUpgrade: 'old_version' } })
  await until([old.gateway], async () => (await old.state()) === 'transferred')
  const before = old.gateway.state.sessions
  await until([old.gateway], async () => old.gateway.state.sessions > before + 1)
  await f.acs.flush()
  await old.overdue()
  await until([], async () => (await old.state()) === 'failed')
  expect(await targetsOf(old.admin, old.campaignId)).toMatchObject([{ faultCode: 'old_version' }])
  const gone = await running()
  gone.gateway.stop()
  await step()
  await step()
  await f.sql(
    "update campaign_target set state = 'transferred', due_at = now() - interval '1 second', changed_at = now() + interval '1 hour' where campaign_id = $1",
    [gone.campaignId],
  )
  await step()
  expect(await targetsOf(gone.admin, gone.campaignId)).toMatchObject([
    { state: 'failed', faultCode: 'not_back' },
  ])
})

test('pausing a campaign withdraws unsent commands; resuming sends them again', async () => {
  const { admin, gateway, campaignId, state } = await running()
  gateway.stop()
  await step()
  await step()
  expect(await state()).toBe('queued')
  expect((await move(admin, campaignId, 'pause')).data).toEqual({ state: 'paused' })
  await step()
  expect(await targetsOf(admin, campaignId)).toMatchObject([{ state: 'waiting', attempts: 0 }])
  await step()
  expect(await state()).toBe('waiting')
  await move(admin, campaignId, 'resume')
  await step()
  await step()
  expect(await state()).toBe('queued')
  expect((await move(admin, campaignId, 'cancel')).data).toEqual({ state: 'cancelled' })
  await step()
  expect(await state()).toBe('cancelled')
  expect((await summary(admin, campaignId)).endedAt).not.toBeNull()
  expect((await move(admin, campaignId, 'resume')).code).toBe('campaign.move_not_allowed')
})

test('waits for an offline gateway, and gives it up after the configured time', async () => {
  const { admin, gateway, deviceId, campaignId, state } = await running()
  gateway.stop()
  await f.sql("update device set presence = 'offline' where id = $1", [deviceId])
  await step()
  await step()
  expect(await state()).toBe('waiting')
  await f.sql("update campaign set ring_opened_at = now() - interval '100 hours' where id = $1", [campaignId])
  await step()
  expect(await targetsOf(admin, campaignId)).toMatchObject([{ state: 'aborted', faultCode: 'offline' }])
})

test('rings open one after the other, once the one before was watched', async () => {
  const company = await f.company()
  const { admin } = company
  const { rows } = await f.t.adminPool.query<{ id: string }>(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
     select $1::bigint, 'g' || n, 'smart_cpe', 'AABBCC', 'R1', $1::text || '-' || n, 'Ring One', '1.0', 'online' from generate_series(1, 10) n
     returning id::text`,
    [company.id],
  )
  const firmwareId = await released(admin, 'ring*', '2.0')
  const campaignId = await campaignOf(admin, firmwareId, {
    deviceIds: rows.map(({ id }) => id),
    rings: [
      { kind: 'percent', value: 20, soakMinutes: 30 },
      { kind: 'count', value: 3, soakMinutes: 0 },
      { kind: 'percent', value: 100, soakMinutes: 0 },
    ],
    maxConcurrent: 2,
  })
  await move(admin, campaignId, 'start')
  const sizes = (await summary(admin, campaignId)).rings.map(({ size }) => size)
  expect(sizes).toEqual([2, 3, 5])
  await step()
  await step()
  const queued = async () => {
    const { data } = await admin.call('POST /ota/api/v2/ota/targets/lists', { campaignId, state: ['queued'] })
    return data.items.map(({ ring }) => ring)
  }
  expect(await queued()).toEqual([0, 0])
  const arrive = () =>
    f.sql(
      `update device set software_version = '2.0' where id in (
         select device_id from campaign_target where campaign_id = $1 and state = 'queued')`,
      [campaignId],
    )
  await arrive()
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({ ring: 0, verified: 2 })
  expect((await summary(admin, campaignId)).ringSettledAt).not.toBeNull()
  await step()
  expect(await queued()).toEqual([])
  await f.sql("update campaign set ring_settled_at = now() - interval '31 minutes' where id = $1", [
    campaignId,
  ])
  await step()
  await step()
  // Two at a time, out of three.
  expect(await queued()).toEqual([1, 1])
  for (let steps = 0; steps < 12; steps++) {
    await arrive()
    await step()
  }
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'completed', verified: 10, ring: 2 })
})

test('files are served by range until the transfer ends, and only with the token', async () => {
  const { gateway, campaignId, firmwareId, admin } = await running()
  gateway.stop()
  await step()
  await step()
  const token = 'a'.repeat(43)
  const hash = createHash('sha256').update(token).digest()
  await f.sql('update campaign_target set token_hash = $2 where campaign_id = $1', [campaignId, hash])
  const get = (headers: Record<string, string> = {}, of = token, method = 'GET') =>
    fetch(`${f.url}f/${of}`, { method, headers })
  const whole = await get()
  expect(whole.status).toBe(200)
  const content = Buffer.from(await whole.arrayBuffer())
  expect(content.length).toBe(600_000)
  const tag = whole.headers.get('etag')!
  const part = await get({ range: 'bytes=262000-262999', 'if-range': tag })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe('bytes 262000-262999/600000')
  expect(Buffer.from(await part.arrayBuffer())).toEqual(content.subarray(262_000, 263_000))
  expect((await get({ range: 'bytes=0-9', 'if-range': '"another"' })).status).toBe(200)
  expect((await get({ range: 'bytes=600000-' })).status).toBe(416)
  expect((await get({}, token, 'HEAD')).headers.get('content-length')).toBe('600000')
  expect((await get({}, token, 'DELETE')).status).toBe(405)
  // Nothing is pending there.
  expect((await get({}, token, 'POST')).status).toBe(404)
  expect((await get({}, 'b'.repeat(43))).status).toBe(404)
  expect(await targetsOf(admin, campaignId)).toMatchObject([{ state: 'downloading', progress: 100 }])
  await admin.call('POST /ota/api/v2/ota/firmware/:firmwareId/move', { firmwareId, move: 'withdraw' })
  expect((await get()).status).toBe(404)
  await admin.call('POST /ota/api/v2/ota/firmware/:firmwareId/move', { firmwareId, move: 'release' })
  await f.sql("update campaign_target set state = 'transferred' where campaign_id = $1", [campaignId])
  expect((await get()).status).toBe(404)
})

test('a tenant with approval approves what starts from above, and no one else does', async () => {
  const msp = await f.t.company('middleman')
  const tenant = await f.t.company('company', msp.id)
  const own = await f.t.person(tenant.id, 'administrator')
  const above = (await f.t.person(msp.id, 'administrator')).actingIn(tenant.id)
  await f.sql(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version)
     values ($1, 'g', 'smart_cpe', 'AABBCC', 'AP1', 'AP-' || $1::bigint, 'Approved', '1.0')`,
    [tenant.id],
  )
  expect((await own.call('PUT /ota/api/v2/ota/setting', { approval: true })).code).toBe(0)
  expect((await above.call('PUT /ota/api/v2/ota/setting', { approval: false })).code).toBe(
    'campaign.only_at_home',
  )
  // The tenant may use the MSP's firmware but not change it.
  const mspPerson = await f.t.person(msp.id, 'administrator')
  const firmwareId = await released(mspPerson, 'AP1', '3.0')
  const seen = await own.call('GET /ota/api/v2/ota/firmware/:firmwareId', { firmwareId })
  expect(seen.data).toMatchObject({ inherited: true, version: '3.0' })
  const withdraw = { firmwareId, move: 'withdraw' }
  expect((await own.call('POST /ota/api/v2/ota/firmware/:firmwareId/move', withdraw)).code).toBe(
    'firmware.not_found',
  )
  const made = await above.call('POST /ota/api/v2/ota/campaign', {
    name: 'From above',
    firmwareId,
    filters: { type: ['smart_cpe'] },
    ...oneRing,
  })
  expect(made.data).toMatchObject({ targets: 1 })
  const { campaignId } = made.data
  expect((await move(above, campaignId, 'start')).data).toEqual({ state: 'awaiting_approval' })
  await step()
  expect((await summary(own, campaignId)).state).toBe('awaiting_approval')
  expect((await move(above, campaignId, 'approve')).code).toBe('campaign.only_at_home')
  expect((await move(own, campaignId, 'approve')).data).toEqual({ state: 'scheduled' })
  // So is a rollback: requests from above wait for the tenant's own users.
  const back = (person: typeof own) =>
    person.call('POST /ota/api/v2/ota/campaign/:campaignId/rollback', { campaignId })
  const decide = async (person: typeof own, approve: boolean) => {
    const { rollbackApproval } = await summary(own, campaignId)
    return person.call('POST /api/v1/approval/item/:approvalId/decide', {
      approvalId: rollbackApproval!.id,
      step: 1,
      approve,
      note: approve ? '' : 'Not now',
    })
  }
  const upgraded = `update campaign_target set state = 'verified', from_version = '0.9' where campaign_id = $1`
  await f.sql(upgraded, [campaignId])
  await move(own, campaignId, 'pause')
  const rollbackOf = async () => (await targetsOf(own, campaignId)).map(({ rollback }) => rollback)
  expect((await back(above)).data).toEqual({ gateways: 1, asked: true })
  await step()
  expect(await rollbackOf()).toEqual(['asked'])
  expect((await summary(own, campaignId)).rollbacks).toMatchObject({ asked: 1, open: 0 })
  const listed = async () =>
    (await own.call('POST /ota/api/v2/ota/lists', { rollback: 'asked' })).data.items.map(({ id }) => id)
  expect(await listed()).toEqual([campaignId])
  expect((await back(above)).code).toBe('campaign.rollback_pending')
  expect((await decide(above, true)).code).toBe('approval.not_yours')
  expect((await decide(own, false)).data).toEqual({ state: 'refused' })
  expect(await rollbackOf()).toEqual([null])
  expect(await listed()).toEqual([])
  expect((await decide(own, true)).code).toBe('approval.over')
  await back(above)
  expect((await decide(own, true)).data).toEqual({ state: 'approved' })
  expect(await rollbackOf()).toEqual(['wanted'])
  // Their own people do not wait for themselves: what was asked for from above goes back with theirs.
  await f.sql(`update campaign_target set rollback = null where campaign_id = $1`, [campaignId])
  await back(above)
  expect((await back(own)).data).toEqual({ gateways: 1, asked: false })
  expect(await rollbackOf()).toEqual(['wanted'])
  expect((await summary(own, campaignId)).rollbackApproval?.state).toBe('withdrawn')
  // A policy of the company holds for its own people too, from its number of gateways on.
  await f.sql(`update campaign_target set rollback = null where campaign_id = $1`, [campaignId])
  await f.sql(
    `insert into approval_policy (company_id, kind, name, from_amount, steps, edited_by)
     values ($1, 'rollback', 'Many', 2, '[{"by": "customer", "mode": "any"}]', 'A')`,
    [tenant.id],
  )
  expect((await back(own)).data.asked).toBe(false)
  await f.sql(`update campaign_target set rollback = null where campaign_id = $1`, [campaignId])
  await f.sql(`update approval_policy set from_amount = 1 where company_id = $1`, [tenant.id])
  expect((await back(own)).data).toEqual({ gateways: 1, asked: true })
  expect((await decide(own, true)).data).toEqual({ state: 'approved' })
  await move(own, campaignId, 'resume')
  // Nothing proceeds while the tenant is frozen.
  await f.sql("update company set status = 'frozen' where id = $1", [tenant.id])
  await step()
  const [row] = await f.sql<{ state: string }>('select state from campaign where id = $1', [campaignId])
  expect(row!.state).toBe('scheduled')
})

test("another company's firmware, gateways and campaigns are not there", async () => {
  const { deviceId, firmwareId, campaignId } = await running()
  const stranger = (await f.company()).admin
  const calls = [
    await stranger.call('GET /ota/api/v2/ota/firmware/:firmwareId', { firmwareId }),
    await stranger.call('DELETE /ota/api/v2/ota/firmware/:firmwareId', { firmwareId }),
    await stranger.call('POST /ota/api/v2/ota/dry-run', { firmwareId, deviceIds: [deviceId] }),
    await stranger.call('GET /ota/api/v2/ota/summary/:campaignId', { campaignId }),
    await move(stranger, campaignId, 'cancel'),
    await stranger.call('POST /ota/api/v2/ota/targets/lists', { campaignId }),
    await stranger.call('POST /ota/api/v2/ota/export', { campaignId }),
  ]
  expect(calls.map(({ code }) => code)).toEqual([
    'firmware.not_found',
    'firmware.not_found',
    'firmware.not_found',
    'campaign.not_found',
    'campaign.not_found',
    'campaign.not_found',
    'campaign.not_found',
  ])
  const own = await released(stranger, '*')
  const dry = await stranger.call('POST /ota/api/v2/ota/dry-run', { firmwareId: own, deviceIds: [deviceId] })
  expect(dry.data).toMatchObject({ total: 0, fits: 0 })
  const made = { name: 'x', firmwareId: own, deviceIds: [deviceId], ...oneRing }
  expect((await stranger.call('POST /ota/api/v2/ota/campaign', made)).code).toBe('campaign.no_targets')
  expect((await stranger.call('POST /ota/api/v2/ota/lists', {})).data.total).toBe(0)
})

test('a gateway that has or later gets a newer version is skipped unless downgrades are allowed', async () => {
  const { admin, id } = await f.company()
  const versions = ['4.3.0', '3.9', '4.10', 'stable', '4.0.0']
  const rows = await f.sql<{ id: string }>(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
     select $1::bigint, v, 'smart_cpe', 'AABBCC', 'DG1', $1::text || v, 'Down', v, 'online'
     from unnest($2::text[]) with ordinality u (v, n) order by n returning id::text`,
    [id, versions],
  )
  const deviceIds = rows.map((row) => row.id)
  const firmwareId = await released(admin, 'DG1', '4.0.0')
  const dry = async (allowDowngrade: boolean) => {
    const { data } = await admin.call('POST /ota/api/v2/ota/dry-run', {
      firmwareId,
      deviceIds,
      allowDowngrade,
    })
    return data.items.map((item) => [item.softwareVersion, item.misfit])
  }
  expect(await dry(false)).toEqual([
    ['3.9', null],
    ['4.0.0', 'at_version'],
    ['4.10', 'newer_version'],
    ['4.3.0', 'newer_version'],
    ['stable', null],
  ])
  expect((await dry(true)).filter(([, misfit]) => misfit !== null)).toEqual([['4.0.0', 'at_version']])
  const campaignId = await campaignOf(admin, firmwareId, { deviceIds })
  expect(await summary(admin, campaignId)).toMatchObject({ targets: 2, allowDowngrade: false })
  // One is upgraded elsewhere, one by this campaign.
  await move(admin, campaignId, 'start')
  await f.sql("update device set software_version = '5.0' where id = any ($1)", [
    [deviceIds[1], deviceIds[3]],
  ])
  await f.sql(
    "update campaign_target set fault_code = 'wrong_version', attempts = 1 where campaign_id = $1 and device_id = $2",
    [campaignId, deviceIds[3]],
  )
  await step()
  await step()
  expect(await targetsOf(admin, campaignId)).toMatchObject([
    { state: 'aborted', faultCode: 'newer_version', attempts: 0 },
    { state: 'failed', faultCode: 'wrong_version', attempts: 1 },
  ])
  await move(admin, campaignId, 'cancel')
  await step()
  const down = await campaignOf(admin, firmwareId, { deviceIds, allowDowngrade: true })
  expect(await summary(admin, down)).toMatchObject({ targets: 4, allowDowngrade: true })
  await move(admin, down, 'start')
  await step()
  await step()
  expect((await targetsOf(admin, down)).map(({ state }) => state)).toEqual(Array(4).fill('queued'))
})

test('a draft can be edited, replaced and deleted; released firmware cannot, and a file is required', async () => {
  const { admin } = await f.company()
  const at = 'POST /ota/api/v2/ota/firmware/:firmwareId/move'
  const { data } = await admin.call('POST /ota/api/v2/ota/firmware', {
    version: '1.0 \u202e<b>',
    models: ['a%_\\*'],
  })
  const firmwareId = data.id
  expect((await admin.call(at, { firmwareId, move: 'release' })).code).toBe('firmware.no_file')
  const send = (content: string) =>
    upload(f.t, admin, `/ota/api/v2/ota/firmware/${firmwareId}/file`, { content, filename: '../../x.bin' })
  expect((await send('')).code).toBe('file.empty')
  expect((await send('one')).data).toMatchObject({ size: 3, fileName: 'x.bin' })
  expect((await send('other')).data).toMatchObject({ size: 5 })
  const files = await f.sql('select 1 from file where company_id = $1', [admin.companyId])
  expect(files).toHaveLength(1)
  const edited = { firmwareId, version: '1.1', models: ['b'] }
  expect((await admin.call('PUT /ota/api/v2/ota/firmware/:firmwareId', edited)).data).toMatchObject({
    version: '1.1',
    state: 'draft',
  })
  expect((await admin.call(at, { firmwareId, move: 'withdraw' })).code).toBe('firmware.move_not_allowed')
  expect((await admin.call(at, { firmwareId, move: 'release' })).code).toBe(0)
  expect((await admin.call('PUT /ota/api/v2/ota/firmware/:firmwareId', edited)).code).toBe(
    'firmware.not_draft',
  )
  expect((await send('third')).code).toBe('firmware.not_draft')
  expect((await admin.call('DELETE /ota/api/v2/ota/firmware/:firmwareId', { firmwareId })).code).toBe(
    'firmware.not_draft',
  )
  const list = await admin.call('POST /ota/api/v2/ota/firmware/lists', { search: '1.1', state: ['released'] })
  expect(list.data).toMatchObject({ total: 1, items: [{ id: firmwareId }] })
})
