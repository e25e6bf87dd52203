import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { provisioningJobs } from './provisioning.jobs.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const ssid = 'Device.WiFi.SSID.1.SSID'
const table = 'Device.NAT.PortMapping.'
const previewAt = 'POST /api/v1/device/template/:templateId/preview'
const readAt = 'POST /api/v1/device/template/:templateId/preview/read'
const readsAt = 'GET /api/v1/device/template/:templateId/preview/read'

type Tenant = Awaited<ReturnType<AcsFixture['company']>>

async function online({ username, password }: Pick<Tenant, 'username' | 'password'>) {
  const gateway = f.gateway({ username, password, timeScale: 0.1, rebootSeconds: 0.5 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, 15_000)
  await oneSession(gateway)
  const { id } = (await f.deviceOf(gateway)) as { id: string }
  return { gateway, deviceId: id }
}

interface Content {
  values?: { path: string; value: string }[]
  objects?: {
    table: string
    key: { name: string; value: string }[]
    values: { name: string; value: string }[]
    only: boolean
  }[]
  notifications?: { path: string; level: 0 | 1 | 2 }[]
}

async function written(by: TestPerson, content: Content, selector = {}) {
  const created = await by.call('POST /api/v1/device/template', {
    name: 'Tills',
    selector: { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [], ...selector },
    content: { values: [], objects: [], notifications: [], ...content },
    acknowledged: false,
  })
  expect(created).toMatchObject({ code: 0 })
  return { templateId: created.data.templateId, version: 1 }
}

const mapping = (description: string) => ({
  table,
  key: [{ name: 'Description', value: description }],
  values: [],
  only: false,
})

const preview = async (by: TestPerson, of: { templateId: string; version: number }) =>
  (await by.call(previewAt, of)).data
const reads = async (by: TestPerson, of: { templateId: string; version: number }) =>
  (await by.call(readsAt, of)).data.reads

const queued = (deviceId: string) =>
  f.sql<{ kind: string; paths: string[]; company_id: string; created_by: string }>(
    `select kind, request->'paths' as paths, company_id::text, created_by::text from device_command
     where device_id = $1 and state in ('waiting', 'sent') order by id`,
    [deviceId],
  )

/** Counts over all gateways, as its worker does. */
async function counted(by: TestPerson, companyId: string, of: { templateId: string; version: number }) {
  await by.call('POST /api/v1/device/template/:templateId/preview/all', of)
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  await provisioningJobs()['provision.preview']?.({ companyId, ...of }, tools)
  return (await by.call('GET /api/v1/device/template/:templateId/preview/all', of)).data.preview
}

const consent = ({ id }: Tenant, mode: 'free' | 'never') =>
  f.sql(
    `insert into acting_consent (company_id, mode) values ($1, $2)
     on conflict (company_id) do update set mode = excluded.mode`,
    [id, mode],
  )

describe('what nobody has read of the gateways of a preview', () => {
  test('is read by as few paths as it takes, and the preview then tells what would change', async () => {
    const company = await f.company()
    const { gateway, deviceId } = await online(company)
    const of = await written(company.admin, {
      values: [{ path: ssid, value: 'shop' }],
      objects: [mapping('a'), mapping('b')],
      notifications: [{ path: ssid, level: 2 }],
    })
    expect(await preview(company.admin, of)).toMatchObject({ unread: 1, changing: 0, readable: 1 })
    expect(await reads(company.admin, of)).toBeNull()
    expect(await company.admin.call(readAt, of)).toMatchObject({ code: 0, data: { accepted: 1, failed: [] } })
    expect(await queued(deviceId)).toMatchObject([
      { kind: 'get_parameter_values', paths: [table, 'Device.NAT.PortMappingNumberOfEntries', ssid] },
      { kind: 'get_parameter_attributes', paths: [ssid] },
    ])
    expect(await reads(company.admin, of)).toMatchObject({ gateways: 1, waiting: 1, done: 0, failed: 0 })
    await oneSession(gateway)
    expect(await reads(company.admin, of)).toMatchObject({ gateways: 1, waiting: 0, done: 1, failed: 0 })
    expect(await preview(company.admin, of)).toMatchObject({
      unread: 0,
      changing: 1,
      objects: 2,
      parameters: 2,
      readable: 0,
    })
    // Nothing is left to read.
    expect(await company.admin.call(readAt, of)).toMatchObject({ code: 0, data: { accepted: 0 } })
    expect(await queued(deviceId)).toEqual([])
  })

  test('is not queued twice, even for another user', async () => {
    const company = await f.company()
    const { gateway, deviceId } = await online(company)
    gateway.stop()
    const of = await written(company.admin, { values: [{ path: ssid, value: 'shop' }] })
    const colleague = await f.t.person(company.id, 'administrator')
    await Promise.all([
      company.admin.call(readAt, of),
      company.admin.call(readAt, of),
      colleague.call(readAt, of),
    ])
    expect(await queued(deviceId)).toHaveLength(1)
    expect(await reads(company.admin, of)).toMatchObject({ gateways: 1, waiting: 1 })
  })

  test('waits for a gateway that is offline, which is named', async () => {
    const company = await f.company()
    const { gateway, deviceId } = await online(company)
    gateway.stop()
    await f.sql(`update device set presence = 'offline' where id = $1`, [deviceId])
    const of = await written(company.admin, { values: [{ path: ssid, value: 'shop' }] })
    await company.admin.call(readAt, of)
    expect(await reads(company.admin, of)).toMatchObject({
      gateways: 1,
      waiting: 1,
      away: 1,
      awayFirst: [{ deviceId, name: expect.any(String) }],
      askedByName: expect.any(String),
    })
    await f.sql(
      `update device_command set state = 'expired', finished_at = now() where device_id = $1 and state = 'waiting'`,
      [deviceId],
    )
    expect(await reads(company.admin, of)).toMatchObject({ waiting: 0, away: 0, awayFirst: [], failed: 1 })
    // Failed reads are requested again.
    await company.admin.call(readAt, of)
    expect(await queued(deviceId)).toHaveLength(1)
  })

  test('does not read again from a gateway that has just reported a missing object', async () => {
    const company = await f.company()
    const { gateway, deviceId } = await online(company)
    const of = await written(company.admin, {
      values: [{ path: 'Device.X_OTHER_Feature.Enable', value: '1' }],
    })
    await company.admin.call(readAt, of)
    await oneSession(gateway)
    expect(await reads(company.admin, of)).toMatchObject({ gateways: 1, done: 1, failed: 0 })
    expect(await preview(company.admin, of)).toMatchObject({ unread: 1, readable: 0 })
    await f.sql(`update device_command set finished_at = now() - interval '2 hours' where device_id = $1`, [
      deviceId,
    ])
    expect(await preview(company.admin, of)).toMatchObject({ unread: 1, readable: 1 })
  })

  test('is read by those who may, and of a template of their own company', async () => {
    const company = await f.company()
    const { deviceId } = await online(company)
    const of = await written(company.admin, { values: [{ path: ssid, value: 'shop' }] })
    const nobody = await f.t.person(company.id, 'user_layer')
    await f.sql('delete from member_role where member_id in (select id from member where person_id = $1)', [
      nobody.personId,
    ])
    expect(await nobody.call(readAt, of)).toMatchObject({ code: 'permission.denied' })
    expect(await nobody.call(readsAt, of)).toMatchObject({ code: 'permission.denied' })
    const stranger = await f.company()
    expect(await stranger.admin.call(readAt, of)).toMatchObject({ code: 'template.not_found' })
    expect(await stranger.admin.call(readsAt, of)).toMatchObject({ code: 'template.not_found' })
    expect(await company.admin.call(readAt, { ...of, version: 2 })).toMatchObject({
      code: 'template.not_found',
    })
    expect(await company.admin.call(readAt, { ...of, version: -1 })).toMatchObject({
      code: 'request.invalid',
      data: { fields: [{ field: 'version' }] },
    })
    expect(await queued(deviceId)).toEqual([])
  })

  test('is read in each company below that lets the asker act there, once all were counted', async () => {
    const msp = await f.t.company('middleman')
    const boss = await f.t.person(msp.id, 'administrator')
    const open = await f.company(msp.id)
    const closed = await f.company(msp.id)
    const there = await online(open)
    const behind = await online(closed)
    const of = await written(boss, { values: [{ path: ssid, value: 'shop' }] }, { below: true })
    // No count exists yet.
    expect(await boss.call(readAt, { ...of, all: true })).toMatchObject({ code: 0, data: { accepted: 0 } })
    expect(await counted(boss, msp.id, of)).toMatchObject({ unread: 2, readable: 2 })
    await consent(closed, 'never')
    expect(await boss.call(readAt, { ...of, all: true })).toMatchObject({
      code: 50001,
      data: { accepted: 1, failed: [{ id: behind.deviceId }] },
    })
    expect(await queued(behind.deviceId)).toEqual([])
    expect(await queued(there.deviceId)).toMatchObject([{ company_id: open.id, created_by: boss.personId }])
    const { rows } = await f.t.adminPool.query<{ company_id: string }>(
      `select company_id::text from audit_log where action = 'device.parameters_read' and subject_id = $1`,
      [there.deviceId],
    )
    expect(rows.map(({ company_id: id }) => id).toSorted()).toEqual([msp.id, open.id].toSorted())
    await oneSession(there.gateway)
    expect(await reads(boss, of)).toMatchObject({ gateways: 1, done: 1 })
    expect(await counted(boss, msp.id, of)).toMatchObject({ changing: 1, readable: 0 })
    // The tenant requested nothing, and sees no template of those above here.
    expect(await open.admin.call(readsAt, of)).toMatchObject({ code: 'template.not_found' })
  })
})
