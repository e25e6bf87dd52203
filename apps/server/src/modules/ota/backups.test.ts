import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, online, until, running, targetsOf, summary } = campaignsOf(() => f)

const list = 'GET /ota/api/v2/ota/device/:deviceId/backups'
const make = 'POST /ota/api/v2/ota/device/:deviceId/backup'
const download = 'POST /ota/api/v2/ota/device/:deviceId/backup/:backupId/download'
const restore = 'POST /ota/api/v2/ota/device/:deviceId/backup/:backupId/restore'
const remove = 'DELETE /ota/api/v2/ota/device/:deviceId/backup/:backupId'

test('a configuration is requested, stored sealed, downloaded with the permission, and restored', async () => {
  const company = await f.company()
  const { admin } = company
  const { gateway, deviceId } = await online(company)
  expect((await admin.call(make, { deviceId })).code).toBe(0)
  expect((await admin.call(make, { deviceId })).code).toBe('backup.under_way')
  const kept = async () => (await admin.call(list, { deviceId })).data.items
  await until([gateway], async () => (await kept())[0]?.state === 'stored')
  const [backup] = await kept()
  const backupId = backup!.id
  const [row] = await f.sql<{ content: Buffer; size: number }>(
    'select content, size from device_backup where id = $1',
    [backupId],
  )
  expect(row!.content.toString('latin1')).not.toContain('DeviceInfo')
  expect(row!.content.length).toBeGreaterThan(row!.size)
  const [audited] = await f.sql('select 1 from audit_log where company_id = $1 and action = $2', [
    company.id,
    'backup.made',
  ])
  expect(audited).toBeDefined()
  const taken = await f.t.app.http.inject({
    method: 'POST',
    url: `/ota/api/v2/ota/device/${deviceId}/backup/${backupId}/download`,
    headers: { authorization: `Bearer ${admin.token}` },
    payload: {},
  })
  expect(taken.headers['content-type']).toBe('application/zip')
  const file = unzipSync(taken.rawPayload)['configuration.bin']!
  expect(createHash('sha256').update(file).digest('hex')).toBe(backup!.sha256)
  const values = JSON.parse(strFromU8(file)) as Record<string, string>
  const [path, value] = Object.entries(values).find(([name]) => name.endsWith('SSID'))!
  const now = () => gateway.value(path.replace(/^(?:InternetGateway)?Device\./, ''))
  await f.sql(
    `insert into device_command (company_id, device_id, kind, request, expires_at)
     values ($1, $2, 'set_parameter_values', $3, now() + interval '1 hour')`,
    [company.id, deviceId, { values: [{ path, value: 'another', type: 'string' }], parameterKey: '' }],
  )
  await until([gateway], async () => now() === 'another')
  expect((await admin.call(restore, { deviceId, backupId, reason: 'Lost settings' })).code).toBe(0)
  expect((await admin.call(restore, { deviceId, backupId, reason: 'Lost settings' })).code).toBe(
    'backup.under_way',
  )
  await until([gateway], async () => (await kept())[0]?.restore === 'transferred')
  expect(now()).toBe(value)
  expect((await admin.call(remove, { deviceId, backupId })).code).toBe(0)
  expect((await admin.call(remove, { deviceId, backupId })).code).toBe('backup.not_found')
})

test('refuses others to see, download or restore a configuration; viewing upgrades is not enough', async () => {
  const company = await f.company()
  const { deviceId } = await online(company)
  const [row] = await f.sql<{ id: string }>(
    `insert into device_backup (company_id, device_id, reason, software_version, created_by_name, stored_at, size, sha256, content)
     values ($1, $2, 'by_hand', '1', 'x', now(), 1, '\\x00', '\\x00') returning id`,
    [company.id, deviceId],
  )
  const backupId = row!.id
  const stranger = (await f.company()).admin
  for (const key of [download, remove] as const)
    expect((await stranger.call(key, { deviceId, backupId })).code).toBe('device.not_found')
  const asked = { deviceId, backupId, reason: 'Lost settings' }
  expect((await stranger.call(restore, asked)).code).toBe('device.not_found')
  expect((await stranger.call(list, { deviceId })).code).toBe('device.not_found')
  const engineer = await f.t.person(company.id, 'engineer')
  expect((await engineer.call(download, { deviceId, backupId })).code).toBe('permission.denied')
  expect((await engineer.call(list, { deviceId })).data.items).toHaveLength(1)
})

test('the URL of a backup accepts one configuration of limited size, and only with its token', async () => {
  const company = await f.company()
  const { gateway, deviceId } = await online(company)
  gateway.stop()
  await company.admin.call(make, { deviceId })
  const token = 'c'.repeat(43)
  const hash = createHash('sha256').update(token).digest()
  await f.sql('update device_backup set token_hash = $2 where device_id = $1', [deviceId, hash])
  const put = (body: string | Uint8Array<ArrayBuffer>, of = token) =>
    fetch(`${f.url}f/${of}`, { method: 'PUT', body })
  expect((await put('x', 'd'.repeat(43))).status).toBe(404)
  expect((await put('')).status).toBe(400)
  const large = await put(new Uint8Array(2 * 2 ** 20 + 1)).catch(() => null)
  expect([413, undefined]).toContain(large?.status)
  expect((await put('first')).status).toBe(201)
  // A gateway that keeps restarting its upload takes one of the shared slots.
  const slow = Array.from({ length: 20 }, () => {
    const one = request(`${f.url}f/${token}`, { method: 'PUT', headers: { 'content-length': 100 } })
    one.on('error', () => {})
    one.write('x')
    return one
  })
  await vi.waitFor(() => expect(slow.filter(({ destroyed }) => destroyed)).toHaveLength(19), 10_000)
  expect((await put('in between')).status).toBe(201)
  for (const one of slow) one.destroy()
  // A gateway may resend until its transfer ends.
  expect((await put('second')).status).toBe(201)
  await f.sql("update device_command set state = 'done' where device_id = $1 and kind = 'upload'", [deviceId])
  expect((await put('third')).status).toBe(404)
  const { data } = await company.admin.call(list, { deviceId })
  expect(data.items).toMatchObject([{ state: 'stored', size: 6 }])
})

test('a campaign backs up first; if that fails it continues or not, as configured', async () => {
  const backed = await running({}, { backup: 'require' })
  const seen = new Set<boolean>()
  await until([backed.gateway], async () => {
    const [target] = await targetsOf(backed.admin, backed.campaignId)
    seen.add(target!.backingUp)
    return target!.state === 'verified'
  })
  expect([...seen]).toContain(true)
  expect(await targetsOf(backed.admin, backed.campaignId)).toMatchObject([{ backup: 'stored', attempts: 1 }])
  expect((await summary(backed.admin, backed.campaignId)).backups).toEqual({ stored: 1, lacking: 0 })
  // A gateway that cannot upload at all.
  const refuses: Parameters<typeof running>[0] = {
    intercept: (call) =>
      call.method === 'Upload'
        ? { method: 'Fault', code: '9000', text: 'Method not supported', parameters: [] }
        : undefined,
  }
  const required = await running(refuses, { backup: 'require' })
  await until([required.gateway], async () => (await required.state()) === 'failed')
  expect(await targetsOf(required.admin, required.campaignId)).toMatchObject([{ faultCode: 'no_backup' }])
  const tried = await running(refuses, { backup: 'try' })
  await until([tried.gateway], async () => (await tried.state()) === 'verified')
  expect(await targetsOf(tried.admin, tried.campaignId)).toMatchObject([{ backup: 'lacking', attempts: 1 }])
  await step()
})
