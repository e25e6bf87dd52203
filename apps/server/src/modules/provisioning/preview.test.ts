import type { ModelName } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'
import { provisioningJobs } from './provisioning.jobs.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

type Company = Awaited<ReturnType<AcsFixture['company']>>

async function online({ username, password }: Company, model: ModelName = 'lanyon-lr200') {
  const gateway = f.gateway({ username, password, model, timeScale: 0.1, rebootSeconds: 0.5 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, 15_000)
  await oneSession(gateway)
  const { id } = (await f.deviceOf(gateway)) as { id: string }
  return { gateway, deviceId: id }
}

async function read(
  { admin }: Company,
  { gateway, deviceId }: Awaited<ReturnType<typeof online>>,
  ...paths: string[]
) {
  await admin.call('POST /api/v1/device/:deviceId/parameters/read', { deviceId, paths })
  await oneSession(gateway)
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

async function written({ admin }: Company, name: string, content: Content): Promise<string> {
  const created = await admin.call('POST /api/v1/device/template', {
    name,
    selector: { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] },
    content: { values: [], objects: [], notifications: [], ...content },
    acknowledged: false,
  })
  expect(created).toMatchObject({ code: 0 })
  return created.data.templateId
}

async function preview({ admin }: Company, templateId: string) {
  const answer = await admin.call('POST /api/v1/device/template/:templateId/preview', {
    templateId,
    version: 1,
  })
  expect(answer).toMatchObject({ code: 0 })
  return answer.data
}

/** Run by the job, which must find the same. */
async function previewAll({ admin, id: companyId }: Company, templateId: string) {
  const asked = { templateId, version: 1 }
  await admin.call('POST /api/v1/device/template/:templateId/preview/all', asked)
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  await provisioningJobs()['provision.preview']?.({ companyId, ...asked }, tools)
  const answer = await admin.call('GET /api/v1/device/template/:templateId/preview/all', asked)
  return answer.data.preview
}

const ssid = 'Device.WiFi.SSID.1.SSID'
const other = 'Device.WiFi.SSID.2.SSID'
const none = {
  changing: 0,
  parameters: 0,
  objects: 0,
  partlyRead: 0,
  unread: 0,
  secrets: 0,
  impossible: 0,
  conflicting: 0,
  conflicts: [],
  moreConflicts: 0,
  otherModel: [],
}

describe('a preview', () => {
  test('shows what would change on how many gateways, by known values', async () => {
    const company = await f.company()
    const there = await online(company)
    await read(company, there, 'Device.WiFi.')
    const templateId = await written(company, 'Later', { values: [{ path: ssid, value: 'shop' }] })
    expect(await preview(company, templateId)).toEqual({
      ...none,
      matching: 1,
      compared: 1,
      changing: 1,
      parameters: 1,
      readable: 0,
      items: [
        {
          deviceId: there.deviceId,
          name: expect.any(String),
          differences: [
            { path: ssid, setting: null, actual: 'branch-2.4GHz', desired: 'shop', secret: false },
          ],
          objects: 0,
        },
      ],
    })
    expect(there.gateway.value('WiFi.SSID.1.SSID')).toBe('branch-2.4GHz')
  })

  test('tells the gateways apart whose values nobody has read, and counts each parameter once', async () => {
    const company = await f.company()
    const known = await online(company)
    const partly = await online(company)
    await online(company)
    await read(company, known, 'Device.WiFi.')
    await read(company, partly, ssid)
    const values = [ssid, other].map((path) => ({ path, value: 'shop' }))
    const templateId = await written(company, 'Unread', { values })
    const counted = { ...none, changing: 2, parameters: 2, partlyRead: 1, unread: 1 }
    expect(await preview(company, templateId)).toMatchObject({ ...counted, matching: 3, compared: 3 })
    expect(await previewAll(company, templateId)).toMatchObject({ ...counted, state: 'done', compared: 3 })
  })

  test('does not take a table that nobody has read for an empty one', async () => {
    const company = await f.company()
    const there = await online(company)
    const table = 'Device.NAT.PortMapping.'
    const mapping = (description: string) => ({
      table,
      key: [{ name: 'Description', value: description }],
      values: [{ name: 'ExternalPort', value: '8080' }],
      only: false,
    })
    const templateId = await written(company, 'Tills', { objects: [mapping('a'), mapping('b')] })
    // Something of it is known.
    await read(company, there, ssid)
    expect(await preview(company, templateId)).toMatchObject({ ...none, unread: 1 })
    await read(company, there, table)
    expect(await preview(company, templateId)).toMatchObject({ ...none, changing: 1, objects: 2 })
  })

  test('says that secrets are set anew, that levels are unknown, and where a path names what is not there', async () => {
    const company = await f.company()
    await company.admin.call('PUT /api/v1/device/template-secrets/:name', {
      name: 'guest',
      value: 'long-enough',
    })
    await read(company, await online(company), 'Device.WiFi.')
    const secret = await written(company, 'Secret', {
      values: [{ path: 'Device.WiFi.AccessPoint.1.Security.KeyPassphrase', value: '{{secret.guest}}' }],
    })
    expect(await preview(company, secret)).toMatchObject({ ...none, secrets: 1 })
    const notified = await written(company, 'Level', { notifications: [{ path: ssid, level: 2 }] })
    expect(await preview(company, notified)).toMatchObject({ ...none, unread: 1 })
    const named = await written(company, 'Named', {
      values: [
        { path: 'Device.WiFi.SSID.[SSID=nowhere].Enable', value: '1' },
        { path: ssid, value: 'shop' },
      ],
    })
    expect(await preview(company, named)).toMatchObject({ ...none, impossible: 1 })
  })

  test('says before anything is applied where other templates want something else', async () => {
    const company = await f.company()
    await read(company, await online(company), 'Device.WiFi.')
    await read(company, await online(company), 'Device.WiFi.')
    const first = await written(company, 'First', { values: [{ path: ssid, value: 'first' }] })
    expect(await preview(company, first)).toMatchObject({ ...none, changing: 2, parameters: 1 })
    await company.admin.call('POST /api/v1/device/template/:templateId/apply', {
      templateId: first,
      version: 1,
    })
    const second = await written(company, 'Second', {
      values: [
        { path: ssid, value: 'second' },
        { path: other, value: 'too' },
      ],
    })
    const conflicts = [{ path: ssid, templates: ['Second', 'First'], devices: 2 }]
    const counted = { ...none, conflicting: 2, conflicts }
    expect(await preview(company, second)).toMatchObject({ ...counted, items: [] })
    expect(await previewAll(company, second)).toMatchObject(counted)
    // Its own version does not contradict itself.
    expect(await preview(company, first)).toMatchObject({ ...none, changing: 2, parameters: 1 })
    // Equal requirements do not contradict.
    const same = await written(company, 'Same', { values: [{ path: ssid, value: 'first' }] })
    expect(await preview(company, same)).toMatchObject({ ...none, changing: 2, parameters: 1 })
  })

  test('does not delete from a table what another template declares there', async () => {
    const company = await f.company()
    const there = await online(company)
    const table = 'Device.NAT.PortMapping.'
    const mapping = (description: string, only: boolean) => ({
      table,
      key: [{ name: 'Description', value: description }],
      values: [],
      only,
    })
    await read(company, there, table)
    const entries = Number(there.gateway.value('NAT.PortMappingNumberOfEntries'))
    const only = await written(company, 'Only', { objects: [mapping('mine', true)] })
    expect(await preview(company, only)).toMatchObject({ changing: 1, objects: 1 + entries })
    const kept = there.gateway.value('NAT.PortMapping.1.Description') ?? ''
    const besides = await written(company, 'Besides', { objects: [mapping(kept, false)] })
    await company.admin.call('POST /api/v1/device/template/:templateId/apply', {
      templateId: besides,
      version: 1,
    })
    expect(await preview(company, only)).toMatchObject({ changing: 1, objects: entries })
  })

  test('says for how many gateways nothing in it is, or not all, as they speak the other data model', async () => {
    const company = await f.company()
    const { deviceId } = await online(company, 'korvus-edge1')
    await read(company, await online(company), 'Device.WiFi.')
    const root = 'InternetGatewayDevice.'
    const templateId = await written(company, 'Newer', { values: [{ path: ssid, value: 'shop' }] })
    const counted = {
      ...none,
      changing: 1,
      parameters: 1,
      otherModel: [{ root, devices: 1, entries: 1, foreign: 1 }],
    }
    expect(await preview(company, templateId)).toMatchObject(counted)
    expect(await previewAll(company, templateId)).toMatchObject(counted)
    const both = await written(company, 'Both', {
      values: [
        { path: ssid, value: 'shop' },
        { path: 'InternetGatewayDevice.Time.Enable', value: '1' },
      ],
    })
    expect(await preview(company, both)).toMatchObject({
      otherModel: expect.arrayContaining([
        { root, devices: 1, entries: 2, foreign: 1 },
        { root: 'Device.', devices: 1, entries: 2, foreign: 1 },
      ]),
    })
    for (const id of [templateId, both]) {
      await company.admin.call('POST /api/v1/device/template/:templateId/apply', {
        templateId: id,
        version: 1,
      })
    }
    const configuration = await company.admin.call('GET /api/v1/device/:deviceId/configuration', { deviceId })
    expect(configuration.data).toMatchObject({
      root,
      templates: [
        { name: 'Both', entries: 2, foreign: 1 },
        { name: 'Newer', entries: 1, foreign: 1 },
      ],
    })
  })
})
