import type { EndpointInput } from '@netward/contract'
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
type Content = EndpointInput<'POST /api/v1/device/template'>['content']
type Setting = NonNullable<Content['settings']>[number]

async function online({ admin, username, password }: Company, model: ModelName, isRead = true) {
  const gateway = f.gateway({ username, password, model, timeScale: 0.1, rebootSeconds: 0.5 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, 15_000)
  await oneSession(gateway)
  const { id: deviceId } = (await f.deviceOf(gateway)) as { id: string }
  if (isRead) {
    await admin.call('POST /api/v1/device/:deviceId/settings/refresh', { deviceId, sections: ['wifi'] })
    await oneSession(gateway)
  }
  return { gateway, deviceId }
}

async function written({ admin }: Company, name: string, content: Partial<Content>): Promise<string> {
  const created = await admin.call('POST /api/v1/device/template', {
    name,
    selector: { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] },
    content: { values: [], objects: [], notifications: [], ...content },
    acknowledged: false,
  })
  expect(created).toMatchObject({ code: 0 })
  return created.data.templateId
}

const preview = async ({ admin }: Company, templateId: string) =>
  (await admin.call('POST /api/v1/device/template/:templateId/preview', { templateId, version: 1 })).data

/** Run by the job, which must find the same. */
async function previewAll({ admin, id: companyId }: Company, templateId: string) {
  const asked = { templateId, version: 1 }
  await admin.call('POST /api/v1/device/template/:templateId/preview/all', asked)
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  await provisioningJobs()['provision.preview']?.({ companyId, ...asked }, tools)
  return (await admin.call('GET /api/v1/device/template/:templateId/preview/all', asked)).data.preview
}

const ssid = (value: string, band: '2.4' | '5' | '6', more: Partial<Setting> = {}): Setting => ({
  section: 'wifi',
  which: { by: 'place', place: 1, band },
  field: 'ssid',
  value,
  ...more,
})

describe('a preview of settings', () => {
  test('shows what changes on gateways of both data models, each counted once, and what is unread', async () => {
    const company = await f.company()
    await online(company, 'lanyon-lr200')
    await online(company, 'korvus-edge1')
    await online(company, 'korvus-edge1', false)
    const templateId = await written(company, 'Shop', {
      settings: [ssid('shop', '2.4'), ssid('branch-2', '5'), ssid('far', '6')],
    })
    const reported = await preview(company, templateId)
    expect(reported).toMatchObject({
      matching: 3,
      changing: 2,
      parameters: 2,
      unread: 1,
      impossible: 0,
      otherModel: [],
    })
    const setting = (band: string) => ({
      section: 'wifi',
      which: { by: 'place', place: 1, band },
      field: 'ssid',
    })
    const differences = reported.items.flatMap((item) => item.differences)
    expect(differences.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toMatchObject([
      { path: 'Device.WiFi.SSID.1.SSID', setting: setting('2.4'), actual: 'branch-2.4GHz', desired: 'shop' },
      { path: 'Device.WiFi.SSID.2.SSID', setting: setting('5'), actual: 'branch-5GHz', desired: 'branch-2' },
      {
        path: 'InternetGatewayDevice.LANDevice.1.WLANConfiguration.1.SSID',
        setting: setting('2.4'),
        actual: 'branch-1',
        desired: 'shop',
      },
    ])
    expect(await previewAll(company, templateId)).toMatchObject({ changing: 2, parameters: 2, unread: 1 })
  })

  test('reports where nothing would start: a required setting is missing, or the value does not fit', async () => {
    const company = await f.company()
    await online(company, 'lanyon-lr200')
    const required = await written(company, 'Six', { settings: [ssid('far', '6', { ifAbsent: 'fail' })] })
    expect(await preview(company, required)).toMatchObject({ changing: 0, impossible: 1, unread: 0 })
    const long = await written(company, 'Long', {
      settings: [ssid(`${'x'.repeat(30)}{{device.serialNumber}}`, '2.4')],
    })
    expect(await preview(company, long)).toMatchObject({ changing: 0, impossible: 1 })
    const skipped = await written(company, 'Any', { settings: [ssid('far', '6')] })
    expect(await preview(company, skipped)).toMatchObject({ changing: 0, impossible: 0, unread: 0 })
  })

  test('tells what contradicts applied templates, by words and by paths', async () => {
    const company = await f.company()
    await online(company, 'lanyon-lr200')
    await online(company, 'korvus-edge1')
    const applied = await written(company, 'Applied', { settings: [ssid('shop', '2.4')] })
    await company.admin.call('POST /api/v1/device/template/:templateId/apply', {
      templateId: applied,
      version: 1,
    })
    const words = await written(company, 'Words', { settings: [ssid('other', '2.4')] })
    expect(await preview(company, words)).toMatchObject({
      conflicting: 2,
      conflicts: [
        {
          path: '',
          setting: { section: 'wifi', which: { by: 'place', place: 1, band: '2.4' }, field: 'ssid' },
          templates: expect.arrayContaining(['Applied', 'Words']),
          devices: 2,
        },
      ],
    })
    const path = 'Device.WiFi.SSID.1.SSID'
    const paths = await written(company, 'Path', { values: [{ path, value: 'other' }] })
    expect(await preview(company, paths)).toMatchObject({
      conflicting: 1,
      conflicts: [
        { path, setting: null, templates: expect.arrayContaining(['Applied', 'Path']), devices: 1 },
      ],
    })
  })
})

describe('a setting', () => {
  const wifi = { section: 'wifi', which: { by: 'all' }, field: 'ssid', value: 'x' } as const
  test.each<[string, readonly object[], string]>([
    [
      'of a section that templates do not set',
      [{ ...wifi, section: 'system' }],
      'content.settings.0.section',
    ],
    ['of another section', [{ ...wifi, field: 'apn' }], 'content.settings.0.field'],
    ['that nobody can set', [{ ...wifi, field: 'bssid' }], 'content.settings.0.field'],
    ['of a line in use of the Wi-Fi', [{ ...wifi, which: { by: 'in_use' } }], 'content.settings.0.which'],
    [
      'of a band of the time',
      [{ ...wifi, section: 'time', field: 'ntpServer1', which: { by: 'all', band: '5' } }],
      'content.settings.0.which.band',
    ],
    [
      'of the network number zero',
      [{ ...wifi, which: { by: 'place', place: 0 } }],
      'content.settings.0.which.place',
    ],
    ['said twice', [wifi, { ...wifi, value: 'y' }], 'content.settings.1.field'],
    [
      'that is too long',
      [wifi, { ...wifi, which: { by: 'place', place: 1 }, value: 'x'.repeat(33) }],
      'content.settings.1.value',
    ],
    ['that is no flag', [{ ...wifi, field: 'hidden', value: '1' }], 'content.settings.0.value'],
    ['that is no number', [{ ...wifi, field: 'channel', value: 'auto' }], 'content.settings.0.value'],
    [
      'that is none of the terms',
      [{ ...wifi, field: 'security', value: 'constructor' }],
      'content.settings.0.value',
    ],
    [
      'that is no address',
      [{ section: 'dhcp', which: { by: 'place', place: 1 }, field: 'rangeStart', value: '10.0.0' }],
      'content.settings.0.value',
    ],
    ['with an unknown variable', [{ ...wifi, value: '{{outlet.secret}}' }], 'content.settings.0.value'],
    [
      'with a variable for a flag',
      [{ ...wifi, field: 'hidden', value: '{{outlet.name}}' }],
      'content.settings.0.value',
    ],
    [
      'with a password in the clear',
      [{ ...wifi, field: 'passphrase', value: 'open sesame' }],
      'content.settings.0.value',
    ],
    ['with a secret where all can read it', [{ ...wifi, value: '{{secret.x}}' }], 'content.settings.0.value'],
    ['with a line break', [{ ...wifi, value: 'a\nb' }], 'content.settings.0.value'],
    [
      'of the WAN, unknowingly',
      [{ section: 'wan', which: { by: 'in_use' }, field: 'username', value: '{{line.account}}' }],
      'acknowledged',
    ],
  ])('is not one %s', async (_name, settings, field) => {
    const { admin } = await f.company()
    const refused = await admin.call('POST /api/v1/device/template', {
      name: 'T',
      selector: { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] },
      content: { settings: settings as Setting[], values: [], objects: [], notifications: [] },
      acknowledged: false,
    })
    expect(refused).toMatchObject({ code: 'request.invalid' })
    expect(refused.data).toMatchObject({ fields: [expect.objectContaining({ field })] })
  })

  test('is shown as written, and earlier templates have none', async () => {
    const company = await f.company()
    const { admin } = company
    const settings = [ssid('{{outlet.name}}', '5')]
    const templateId = await written(company, 'New', { settings })
    const before = await written(company, 'Old', { values: [{ path: 'Device.Time.Enable', value: '1' }] })
    await f.sql(`update provision_version set content = content - 'settings' where template_id = $1`, [
      before,
    ])
    const contentOf = async (id: string) =>
      (await admin.call('GET /api/v1/device/template/:templateId', { templateId: id })).data.version.content
    expect((await contentOf(templateId)).settings).toEqual([{ ...settings[0], ifAbsent: 'skip' }])
    expect((await contentOf(before)).settings).toEqual([])
    expect(await preview(company, before)).toMatchObject({ matching: 0 })
  })
})
