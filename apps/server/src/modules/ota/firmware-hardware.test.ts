import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, campaignOf, move, summary, targetsOf, upgraded } = campaignsOf(() => f)

const of = (hardwareVersions: readonly string[]) => ({ hardwareVersions: [...hardwareVersions] })

/** One gateway per hardware version. */
function gateways(companyId: string, productClass: string, hardware: readonly string[]) {
  return f.sql<{ id: string }>(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version,
       hardware_version, presence)
     select $1::bigint, 'h' || n, 'smart_cpe', 'AABBCC', $2, $1::text || '-' || n, $2, '1.0', h, 'online'
     from unnest($3::text[]) with ordinality u (h, n) order by n returning id::text`,
    [companyId, productClass, hardware],
  )
}

const all = { filters: { type: ['smart_cpe' as const] } }

const misfitsOf = async (person: TestPerson, firmwareId: string) => {
  const { data } = await person.call('POST /ota/api/v2/ota/dry-run', { firmwareId, ...all })
  return data.items.map(({ hardwareVersion, misfit }) => [hardwareVersion, misfit])
}

test('a gateway of other or unknown hardware does not match; names are compared as a whole', async () => {
  const { id, admin } = await f.company()
  await gateways(id, 'HW1', ['A1', ' a1 ', 'A10', 'B', '', '  '])
  const firmwareId = await released(admin, 'HW1', '2.0', 600_000, of([' A1', 'c']))
  expect(await misfitsOf(admin, firmwareId)).toEqual([
    ['A1', null],
    [' a1 ', null],
    ['A10', 'hardware'],
    ['B', 'hardware'],
    ['', 'hardware_unknown'],
    ['  ', 'hardware_unknown'],
  ])
  const dry = await admin.call('POST /ota/api/v2/ota/dry-run', { firmwareId, ...all, show: 'hardware' })
  expect(dry.data).toMatchObject({ fits: 2, total: 2, items: [{ hardwareVersion: 'A10' }, {}] })
  const every = await released(admin, 'HW1', '2.0')
  expect((await misfitsOf(admin, every)).map(([, misfit]) => misfit)).toEqual(Array(6).fill(null))
})

test('one whose hardware turns out to be another is not asked; a tried one has failed', async () => {
  const { id, admin } = await f.company()
  const [changed, tried] = await gateways(id, 'HW2', ['A', 'A', 'A'])
  const campaignId = await campaignOf(admin, await released(admin, 'HW2', '2.0', 600_000, of(['A'])), all)
  expect(await summary(admin, campaignId)).toMatchObject({ targets: 3 })
  await move(admin, campaignId, 'start')
  await f.sql("update device set hardware_version = 'B' where id = any ($1)", [[changed!.id, tried!.id]])
  await f.sql(
    "update campaign_target set attempts = 1, fault_code = '9010' where campaign_id = $1 and device_id = $2",
    [campaignId, tried!.id],
  )
  await step()
  await step()
  expect(await targetsOf(admin, campaignId)).toMatchObject([
    { state: 'aborted', faultCode: 'hardware_version', attempts: 0 },
    { state: 'failed', faultCode: '9010', attempts: 1 },
    { state: 'queued', faultCode: null },
  ])
  const { body } = await admin.call('POST /ota/api/v2/ota/export', { campaignId })
  expect(body).toContain(",The firmware does not support the gateway's hardware version,")
})

test('a programme counts only gateways of its hardware, and a live campaign admits no others', async () => {
  const msp = await f.t.company('middleman')
  const above = await f.t.person(msp.id, 'administrator')
  const tenant = await f.t.company('company', msp.id)
  const admin = await f.t.person(tenant.id, 'administrator')
  await gateways(tenant.id, 'HW3', ['A', 'B'])
  const firmwareId = await released(above, 'HW3', '2.0', 600_000, of(['b']))
  const { data } = await above.call('POST /ota/api/v2/ota/programme/dry-run', { firmwareId, filters: {} })
  expect(data.items).toMatchObject([{ companyId: tenant.id, fits: 1 }])
  const liveUntil = new Date(Date.now() + 86_400_000).toISOString()
  const campaignId = await campaignOf(admin, firmwareId, { ...all, liveUntil })
  await move(admin, campaignId, 'start')
  await step()
  await f.sql(
    `insert into device (company_id, name, type, oui, product_class, serial_number, model_name, software_version,
       hardware_version, presence)
     select $1::bigint, 'late' || h, 'smart_cpe', 'AABBCC', 'HW3', 'late' || $1::text || h, 'HW3', '1.0', h, 'online'
     from unnest(array['A', 'B']) h`,
    [tenant.id],
  )
  await f.sql('update campaign set live_looked_at = null where id = $1', [campaignId])
  await step()
  expect((await targetsOf(admin, campaignId)).map(({ name }) => name)).toEqual(['h2', 'lateB'])
})

test('a rollback prefers the file for the hardware over a generic one', async () => {
  const { admin, campaignId, companyId } = await upgraded('HW4', 2)
  await f.sql("update device set hardware_version = 'B' where company_id = $1 and name = 'u1'", [companyId])
  const ofB = await released(admin, 'HW4', '1.0', 600_000, of(['B']))
  const ofOther = await released(admin, 'HW4', '1.0', 600_000, of(['C']))
  await admin.call('POST /ota/api/v2/ota/campaign/:campaignId/rollback', { campaignId })
  await step()
  const fetched = await f.sql<{ name: string; firmware: string }>(
    `select d.name, t.rollback_firmware_id::text as firmware from campaign_target t join device d on d.id = t.device_id
     where t.campaign_id = $1 order by d.name`,
    [campaignId],
  )
  expect(fetched[0]).toEqual({ name: 'u1', firmware: ofB })
  expect([ofB, ofOther]).not.toContain(fetched[1]!.firmware)
})

test('the library shows the hardware of a firmware, changes it in a draft, and finds firmware for a gateway', async () => {
  const { admin } = await f.company()
  const made = await admin.call('POST /ota/api/v2/ota/firmware', {
    version: '1',
    models: ['HW5'],
    hardwareVersions: [' B1 ', 'b2'],
  })
  expect(made.data).toMatchObject({ hardwareVersions: ['B1', 'b2'] })
  const firmwareId = made.data.id
  await admin.call('POST /ota/api/v2/ota/firmware', { version: '2', models: ['HW5'] })
  const versions = async (hardwareVersion: string) =>
    (
      await admin.call('POST /ota/api/v2/ota/firmware/lists', { hardwareVersion, sort: 'version' })
    ).data.items.map(({ version }) => version)
  expect(await versions('B2')).toEqual(['1', '2'])
  expect(await versions('B')).toEqual(['2'])
  const { body } = await admin.call('POST /ota/api/v2/ota/firmware/lists/export', { sort: 'version' })
  expect(body).toContain('1,Draft,HW5,"B1, b2",')
  expect(body).toContain('2,Draft,HW5,All,')
  const edited = { firmwareId, version: '1', models: ['HW5'], hardwareVersions: [] }
  expect((await admin.call('PUT /ota/api/v2/ota/firmware/:firmwareId', edited)).data).toMatchObject({
    hardwareVersions: [],
  })
  for (const hardwareVersions of [[''], ['a\u0000'], ['x'.repeat(257)], Array(51).fill('A')]) {
    const refused = await admin.call('POST /ota/api/v2/ota/firmware', {
      version: '1',
      models: ['HW5'],
      hardwareVersions,
    })
    expect(refused.code).toBe('request.invalid')
    expect(JSON.stringify(refused.data)).toContain('hardwareVersions')
  }
})
