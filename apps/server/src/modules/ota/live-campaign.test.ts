import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf, oneRing } from '../../../test/campaign-fixture.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, campaignOf, move, summary, targetsOf } = campaignsOf(() => f)

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const filters = { type: ['smart_cpe' as const] }

async function device(companyId: string, serial: string, model = 'LV1'): Promise<string> {
  const [row] = await f.sql<{ id: string }>(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
     values ($1, $2, 'smart_cpe', 'AABBCC', $3, $2, 'Live', '1.0', 'online') returning id::text`,
    [companyId, serial, model],
  )
  return row!.id
}

/** A user whose role covers their own departments, of which there are none. */
async function partly(companyId: string) {
  const [role] = await f.sql<{ id: string }>(
    `insert into role (company_id, name, permissions, data_scope) values ($1, 'part', $2, 'department') returning id`,
    [
      companyId,
      [
        'DMS_SERVER_DEVICE_OTA_CAMPAIGN',
        'DMS_SERVER_DEVICE_OTA_FIRMWARE',
        'DMS_SERVER_DEVICE_OTA_VIEW',
        'DMS_SERVER_DEVICE_VIEW',
      ],
    ],
  )
  const part = await f.t.person(companyId, 'user_layer')
  await f.sql(
    `update member_role set built_in = null, role_id = $2 where member_id in (select id from member where person_id = $1)`,
    [part.personId, role!.id],
  )
  return part
}

test('a live campaign admits newly matching gateways until its end, each once', async () => {
  const { admin, id } = await f.company()
  const serial = (n: number) => `LV-${id}-${n}`
  const first = await device(id, serial(1))
  const firmwareId = await released(admin, 'LV1', '2.0')
  const campaignId = await campaignOf(admin, firmwareId, { filters, liveUntil: inDays(30) })
  await move(admin, campaignId, 'start')
  await step()
  await step()
  const look = async () => {
    await f.sql('update campaign set live_looked_at = null where id = $1', [campaignId])
    await step()
    await step()
  }
  await f.sql("update device set software_version = '2.0' where id = $1", [first])
  await look()
  // All its gateways are done, and it continues.
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'running', verified: 1, targets: 1 })
  const second = await device(id, serial(2))
  await device(id, serial(3), 'other')
  const ahead = await device(id, serial(5))
  await f.sql("update device set software_version = '2.1' where id = $1", [ahead])
  await look()
  expect(await summary(admin, campaignId)).toMatchObject({ targets: 2 })
  expect((await summary(admin, campaignId)).rings[0]).toMatchObject({ size: 2 })
  // Released, then claimed again as another device.
  await f.sql("update device set state = 'released' where id = $1", [second])
  await look()
  await device(id, serial(2))
  await look()
  const targets = await targetsOf(admin, campaignId)
  expect(targets.map(({ state }) => state).toSorted()).toEqual(['aborted', 'verified'])
  await f.sql("update campaign set live_until = now() - interval '1 second' where id = $1", [campaignId])
  await device(id, serial(4))
  await look()
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'completed_with_failures', targets: 2 })
})

test('a live campaign has an end, selects by filters, and needs rights for the whole company', async () => {
  const { admin, id } = await f.company()
  const deviceId = await device(id, `LX-${id}`)
  const firmwareId = await released(admin, 'LV1', '2.0')
  const create = (more: object) =>
    admin.call('POST /ota/api/v2/ota/campaign', { name: 'x', firmwareId, ...oneRing, ...more })
  for (const wrong of [
    { filters, liveUntil: inDays(-1) },
    { filters, liveUntil: inDays(400) },
    { deviceIds: [deviceId], liveUntil: inDays(1) },
  ])
    expect(await create(wrong)).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'liveUntil' }] },
    })
  // Nothing matches yet: it waits for new gateways.
  await f.sql("update device set software_version = '2.0' where id = $1", [deviceId])
  expect((await create({ filters, liveUntil: inDays(1) })).data).toMatchObject({ targets: 0 })
  expect((await create({ filters })).code).toBe('campaign.no_targets')
  const part = await partly(id)
  const refused = await part.call('POST /ota/api/v2/ota/campaign', {
    name: 'x',
    firmwareId,
    ...oneRing,
    filters,
    liveUntil: inDays(1),
  })
  expect(refused.code).toBe('campaign.live_for_whole')
})

test('a manager of a part of the company moves no campaign beyond it, and approves nothing for the whole', async () => {
  const { admin, id } = await f.company()
  const deviceId = await device(id, `PT-${id}`)
  const firmwareId = await released(admin, 'LV1', '2.0')
  const campaignId = await campaignOf(admin, firmwareId, { deviceIds: [deviceId] })
  const part = await partly(id)
  for (const to of ['start', 'cancel'])
    expect((await move(part, campaignId, to)).code).toBe('campaign.beyond_role')
  const at = 'POST /ota/api/v2/ota/firmware/:firmwareId/move'
  expect((await part.call(at, { firmwareId, move: 'withdraw' })).code).toBe('permission.denied')
  const edit = 'PUT /ota/api/v2/ota/setting'
  expect((await part.call(edit, { approval: false })).code).toBe('campaign.beyond_role')
  expect((await admin.call(edit, { approval: true })).code).toBe(0)
  // They see it once all of it is in their departments.
  const [unit] = await f.sql<{ id: string }>(
    `insert into org_node (company_id, parent_id, type, name) select company_id, id, 4, 'Part' from org_node
     where company_id = $1 and parent_id is null returning id`,
    [id],
  )
  await f.sql(
    `with n as (insert into org_node (company_id, type, name, parent_id) values ($1, 2, 'me', $2) returning id)
     update member set os_id = (select id from n), department_id = $2 where person_id = $3`,
    [id, unit!.id, part.personId],
  )
  await f.sql(
    `with o as (insert into outlet (company_id, name, department_id) values ($1, 'Shop', $2) returning id)
     update device set outlet_id = (select id from o) where id = $3`,
    [id, unit!.id, deviceId],
  )
  expect((await move(part, campaignId, 'start')).data).toEqual({ state: 'scheduled' })
})

test('the gateways of a campaign are exported while they are read, each once, in either order', async () => {
  const { admin, id } = await f.company()
  const deviceId = await device(id, `BG-${id}`)
  const firmwareId = await released(admin, 'LV1', '2.0')
  const campaignId = await campaignOf(admin, firmwareId, { deviceIds: [deviceId] })
  await f.sql(
    `with d as (insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
       select $1::bigint, 'Many', 'smart_cpe', 'AABBCC', 'LV1', $1::text || '-M' || n, 'Live', '1.0', 'online'
       from generate_series(1, 2100) n returning id)
     insert into campaign_target (company_id, campaign_id, device_id, ring, from_version, changed_at)
     select $1::bigint, $2, id, 0, '1.0', '2026-11-22T08:00:00.123456Z' from d`,
    [id, campaignId],
  )
  for (const sort of ['name', '-changedAt'] as const) {
    const { headers, body } = await f.t.app.http.inject({
      method: 'POST',
      url: '/ota/api/v2/ota/export',
      headers: { authorization: `Bearer ${admin.token}` },
      payload: { campaignId, sort },
    })
    expect(headers['content-length']).toBeUndefined()
    const lines = body.trim().split('\r\n').slice(1)
    expect(lines).toHaveLength(2101)
    expect(new Set(lines).size).toBe(2101)
  }
})

test('the export of campaigns applies the filters and is safe for spreadsheets', async () => {
  const { admin, id } = await f.company()
  await device(id, `EX-${id}`)
  const firmwareId = await released(admin, 'LV1', '2.0')
  await campaignOf(admin, firmwareId, { filters, name: '=cmd()' })
  const csv = await admin.call('POST /ota/api/v2/ota/lists/export', { search: 'cmd' })
  expect(csv.body).toContain("'=cmd()")
  const none = await admin.call('POST /ota/api/v2/ota/lists/export', { search: 'none such' })
  expect(none.body.trim().split('\n')).toHaveLength(1)
})
