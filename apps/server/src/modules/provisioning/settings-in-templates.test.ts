import type { EndpointInput } from '@netward/contract'
import { GatewayTree, type KnownParameter, readSection } from '@netward/cwmp'
import { templateSettings, templateSettingSections } from '@netward/contract/template-settings'
import type { ModelName, SimulatedGateway } from '@netward/testkit'
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

const models = ['lanyon-lr200', 'korvus-edge1'] as const satisfies readonly ModelName[]
const wlan = (number: number) => `LANDevice.1.WLANConfiguration.${number}.`

async function online({ username, password }: Company, model: ModelName) {
  const gateway = f.gateway({ username, password, model, timeScale: 0.1, rebootSeconds: 0.5 })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, 15_000)
  await oneSession(gateway)
  const { id } = (await f.deviceOf(gateway)) as { id: string }
  return { gateway, deviceId: id }
}

async function made(company: Company, name: string, content: Partial<Content>): Promise<string> {
  const { admin, id: companyId } = company
  const created = await admin.call('POST /api/v1/device/template', {
    name,
    selector: { models: [], manufacturers: [], softwareVersions: [], tags: [], outletIds: [] },
    content: { values: [], objects: [], notifications: [], ...content },
    acknowledged: true,
  })
  expect(created).toMatchObject({ code: 0 })
  const { templateId } = created.data
  const version = 1
  await admin.call('POST /api/v1/device/template/:templateId/apply', { templateId, version })
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  await provisioningJobs()['provision.spread']?.({ companyId, templateId, before: version, version }, tools)
  return templateId
}

const configuration = async ({ admin }: Company, deviceId: string) =>
  (await admin.call('GET /api/v1/device/:deviceId/configuration', { deviceId })).data

async function apply({ admin }: Company, gateway: SimulatedGateway, deviceId: string, check = false) {
  await admin.call('POST /api/v1/device/:deviceId/configuration/apply', { deviceId, check })
  await oneSession(gateway)
}

async function lastResult(deviceId: string) {
  const [row] = await f.sql<{ result: object }>(
    `select result from device_command where device_id = $1 and kind = 'provision' order by id desc limit 1`,
    [deviceId],
  )
  return row?.result
}

const first = (band: '2.4' | '5' | '6') => ({ by: 'place' as const, place: 1, band })
const ssid = (value: string, more: Partial<Setting> = {}): Setting => ({
  section: 'wifi',
  which: first('2.4'),
  field: 'ssid',
  value,
  ...more,
})

describe('one template', () => {
  const settings: Setting[] = [
    ssid('shop-{{device.serialNumber}}'),
    { section: 'wifi', which: { by: 'all', band: '5' }, field: 'hidden', value: 'true' },
    { section: 'wifi', which: first('6'), field: 'ssid', value: 'far' },
    { section: 'time', which: { by: 'all' }, field: 'ntpServer1', value: 'ntp.example.org' },
    { section: 'dhcp', which: { by: 'place', place: 1 }, field: 'leaseTime', value: '7200' },
    { section: 'wan', which: { by: 'in_use' }, field: 'dnsServers', value: '198.51.100.1,198.51.100.2' },
    { section: 'wan', which: { by: 'place', place: 2 }, field: 'password', value: '{{secret.ppp}}' },
    {
      section: 'account',
      which: { by: 'username', username: 'admin' },
      field: 'password',
      value: '{{secret.door}}',
    },
  ]

  test('configures gateways of both data models, secrets too, and a second session changes nothing', async () => {
    const company = await f.company()
    for (const name of ['ppp', 'door'])
      await company.admin.call('PUT /api/v1/device/template-secrets/:name', { name, value: `${name}-secret` })
    await made(company, 'Shop', { settings })
    const [tr181, tr098] = [await online(company, models[0]), await online(company, models[1])]

    const [one, other] = [tr181.gateway, tr098.gateway]
    const serial = ({ factory }: SimulatedGateway) => factory.deviceId.serialNumber
    expect(one.value('WiFi.SSID.1.SSID')).toBe(`shop-${serial(one)}`)
    expect(one.value('WiFi.SSID.2.SSID')).toBe('branch-5GHz')
    expect(one.value('WiFi.AccessPoint.2.SSIDAdvertisementEnabled')).toBe('0')
    expect(one.value('WiFi.AccessPoint.1.SSIDAdvertisementEnabled')).toBe('1')
    expect(one.value('Time.NTPServer1')).toBe('ntp.example.org')
    expect(one.value('DHCPv4.Server.Pool.1.LeaseTime')).toBe('7200')
    expect(one.value('DNS.Client.Server.1.DNSServer')).toBe('198.51.100.1')
    expect(one.value('DNS.Client.Server.2.DNSServer')).toBe('198.51.100.2')
    expect(one.value('Users.User.1.Password')).toBe('door-secret')

    expect(other.value(`${wlan(1)}SSID`)).toBe(`shop-${serial(other)}`)
    expect(other.value(`${wlan(3)}SSID`)).toBe('branch-3')
    expect([1, 2, 3, 4].map((n) => other.value(`${wlan(n)}SSIDAdvertisementEnabled`))).toEqual([
      '1',
      '0',
      '1',
      '0',
    ])
    expect(other.value('Time.NTPServer1')).toBe('ntp.example.org')
    expect(other.value('LANDevice.1.LANHostConfigManagement.DHCPLeaseTime')).toBe('7200')
    const connection = 'WANDevice.1.WANConnectionDevice.1.'
    expect(other.value(`${connection}WANIPConnection.1.DNSServers`)).toBe('198.51.100.1,198.51.100.2')
    expect(other.value(`${connection}WANPPPConnection.1.Password`)).toBe('ppp-secret')
    expect(other.value('User.1.Password')).toBe('door-secret')

    for (const [{ gateway, deviceId }, finds, lacks] of [
      [tr181, 1, ['wifi', 'wan']],
      [tr098, 1, ['wifi']],
    ] as const) {
      const shown = await configuration(company, deviceId)
      expect(shown).toMatchObject({
        state: 'applied',
        problems: [],
        conflicts: [],
        differences: [],
        added: [],
      })
      expect(shown.templates).toMatchObject([
        { name: 'Shop', version: 1, ownerName: null, entries: 8, foreign: 0 },
      ])
      expect(shown.absent.map(({ setting }) => setting.section)).toEqual(lacks)
      await apply(company, gateway, deviceId)
      expect(await lastResult(deviceId)).toMatchObject({
        commands: finds + 1,
        changed: [],
        added: 0,
        removed: 0,
      })
    }
  })

  test('shows drift in the words of the template after a person changes a value by hand', async () => {
    const company = await f.company()
    await made(company, 'Name', { settings: [ssid('shop')] })
    for (const [model, path] of [
      [models[0], 'Device.WiFi.SSID.1.SSID'],
      [models[1], `InternetGatewayDevice.${wlan(1)}SSID`],
    ] as const) {
      const { gateway, deviceId } = await online(company, model)
      await company.admin.call('POST /api/v1/device/:deviceId/parameters/set', {
        deviceId,
        values: [{ path, value: 'mine' }],
      })
      await oneSession(gateway)
      // The gateway compared has no data model: the section reports that it may apply.
      await oneSession(gateway)
      expect(await configuration(company, deviceId)).toMatchObject({
        state: 'drifted',
        differences: [
          {
            path,
            setting: { section: 'wifi', which: first('2.4'), field: 'ssid' },
            actual: 'mine',
            desired: 'shop',
          },
        ],
      })
      await apply(company, gateway, deviceId)
      expect(gateway.value(path.slice(path.indexOf('.') + 1))).toBe('shop')
    }
  })

  test('is not begun where it contradicts what another says by its path, also when only the session can tell', async () => {
    const company = await f.company()
    await made(company, 'Words', { settings: [ssid('words')] })
    await made(company, 'Path', { values: [{ path: 'Device.WiFi.SSID.1.SSID', value: 'path' }] })
    const { gateway, deviceId } = await online(company, models[0])
    expect(gateway.value('WiFi.SSID.1.SSID')).toBe('branch-2.4GHz')
    const shown = await configuration(company, deviceId)
    expect(shown).toMatchObject({
      state: 'failed',
      conflicts: [
        {
          path: 'Device.WiFi.SSID.1.SSID',
          setting: null,
          wants: [
            { template: 'Path', value: 'path' },
            { template: 'Words', value: 'words' },
          ],
        },
      ],
      problems: [{ code: 'conflict', detail: 'Path, Words' }],
    })
    const rows = await f.sql('select configuration from device where id = $1', [deviceId])
    expect(rows).toEqual([{ configuration: 'conflict' }])
  })

  test('is applied not at all where what it requires is missing, and says what', async () => {
    const company = await f.company()
    await made(company, 'Six', {
      settings: [ssid('shop'), ssid('far', { which: first('6'), ifAbsent: 'fail' })],
    })
    const { gateway, deviceId } = await online(company, models[1])
    expect(gateway.value(`${wlan(1)}SSID`)).toBe('branch-1')
    expect(await configuration(company, deviceId)).toMatchObject({
      state: 'failed',
      absent: [],
      problems: [
        { path: '', setting: { section: 'wifi', which: first('6'), field: 'ssid' }, code: 'setting_absent' },
      ],
    })
    const commands = await company.admin.call('GET /api/v1/device/:deviceId/commands', { deviceId })
    const provisioned = commands.data.items.find(({ kind }) => kind === 'provision')
    expect(provisioned?.fault?.parameters).toMatchObject([
      { path: '', setting: { section: 'wifi', field: 'ssid' } },
    ])
  })

  test('is applied again when a secret that a setting names gets another value', async () => {
    const company = await f.company()
    const { admin } = company
    const name = 'wifi'
    await admin.call('PUT /api/v1/device/template-secrets/:name', { name, value: 'first-password' })
    const field = 'passphrase'
    await made(company, 'Key', { settings: [ssid('{{ secret.wifi }}', { field })] })
    const { gateway, deviceId } = await online(company, models[1])
    expect(gateway.value(`${wlan(1)}KeyPassphrase`)).toBe('first-password')
    expect((await configuration(company, deviceId)).unknowable).toEqual([
      `InternetGatewayDevice.${wlan(1)}KeyPassphrase`,
    ])
    const jobs = () => f.sql(`select 1 from graphile_worker.jobs where task_identifier = 'provision.spread'`)
    const queued = await jobs()
    await admin.call('PUT /api/v1/device/template-secrets/:name', { name, value: 'second-password' })
    expect((await jobs()).length).toBe(queued.length + 1)
    await apply(company, gateway, deviceId)
    expect(gateway.value(`${wlan(1)}KeyPassphrase`)).toBe('second-password')
  })
})

test('whatever a setting may write is of its section, by which the database knows that a command touched it', async () => {
  const company = await f.company()
  const settings = templateSettingSections.map((section): Setting => {
    const which = { by: section === 'wan' ? ('in_use' as const) : ('all' as const) }
    const ways: readonly string[] = templateSettings[section].ways
    const by = ways.includes('place') && section !== 'wan' ? { by: 'place' as const, place: 1 } : which
    return { section, which: by, field: 'enabled', value: 'true' }
  })
  await made(company, 'All', { settings })
  for (const model of models) {
    const { gateway, deviceId } = await online(company, model)
    const rows = await f.sql<KnownParameter & { path: string }>(
      `select path, coalesce(value, '') as value, type, writable from device_parameter where device_id = $1`,
      [deviceId],
    )
    const root = gateway.factory.model.root
    const tree = new GatewayTree(root, new Map(rows.map(({ path, ...known }) => [path, known])))
    const written = templateSettingSections.flatMap((section) =>
      readSection(tree, section).flatMap(({ fields }) =>
        fields
          .filter(({ key }) => key in templateSettings[section].fields)
          .flatMap(({ paths }) => paths.map((path) => ({ section, path }))),
      ),
    )
    expect(new Set(written.map(({ section }) => section)).size).toBeGreaterThan(5)
    const unknown = await f.sql(
      `select k.* from unnest($1::text[], $2::text[]) k (path, section) where not is_of_section(k.path, k.section)`,
      [written.map(({ path }) => path), written.map(({ section }) => section)],
    )
    expect(unknown).toEqual([])
  }
})
