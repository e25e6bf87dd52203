import { type ChoiceField, settingChoices } from '@netward/contract/gateway-setting-values'
import { eventCode } from '@netward/cwmp'
import type { GatewayOptions, SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { oneSession } from '../../../test/one-session.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())

const waiting = 15_000
type Company = Awaited<ReturnType<AcsFixture['company']>>
type Caller = Company['admin']

/** Methods called on it from now on. */
function callsOf(gateway: SimulatedGateway): string[] {
  const calls: string[] = []
  gateway.on('call', ({ method }) => calls.push(method))
  return calls
}

type Model = 'lanyon-lr200' | 'korvus-edge1'
const models: [string, Model][] = [
  ['TR-181', 'lanyon-lr200'],
  ['TR-098', 'korvus-edge1'],
]

async function online(model: Model, company?: Company, intercept?: GatewayOptions['intercept']) {
  const { admin, username, password, id: companyId } = company ?? (await f.company())
  const gateway = f.gateway({
    username,
    password,
    model,
    timeScale: 0.1,
    rebootSeconds: 0.5,
    ...(intercept !== undefined && { intercept }),
  })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, waiting)
  await oneSession(gateway)
  const { id: deviceId } = (await f.deviceOf(gateway)) as { id: string }
  return { gateway, deviceId, admin, companyId }
}
type Online = Awaited<ReturnType<typeof online>>

const settingsOf = async ({ admin, deviceId }: Pick<Online, 'admin' | 'deviceId'>) =>
  (await admin.call('GET /api/v1/device/:deviceId/settings', { deviceId })).data

async function read(o: Online, sections: Parameters<typeof call>[1]['sections']) {
  const answer = await call(o.admin, { deviceId: o.deviceId, sections })
  expect(answer).toMatchObject({ code: 0 })
  await oneSession(o.gateway)
  return settingsOf(o)
}
const call = (admin: Caller, input: { deviceId: string; sections: Section[] }) =>
  admin.call('POST /api/v1/device/:deviceId/settings/refresh', input)
type Section =
  | 'system'
  | 'wan'
  | 'lan'
  | 'wifi'
  | 'host'
  | 'wifi_client'
  | 'port_mapping'
  | 'time'
  | 'dhcp'
  | 'static_lease'
  | 'vpn'
  | 'account'

type Settings = Awaited<ReturnType<typeof settingsOf>>
const instancesIn = (settings: Settings, section: Section) =>
  settings.sections.find((one) => one.section === section)?.instances ?? []
const valuesIn = ({ fields }: { fields: { key: string; value: unknown }[] }) =>
  Object.fromEntries(fields.map(({ key, value }) => [key, value]))

const fieldsIn = ({ sections }: Settings) =>
  sections.flatMap(({ instances }) => instances.flatMap(({ fields }) => fields))

const listOf = async (
  { admin, deviceId }: Online,
  list: 'static_lease' | 'host' | 'wifi_client' | 'port_mapping',
  query = {},
) =>
  (await admin.call('GET /api/v1/device/:deviceId/settings/lists/:list', { deviceId, list, ...query })).data

type Change = Parameters<typeof change>[1]
const change = (
  { admin, deviceId }: Online,
  input: {
    set?: {
      section: Section
      instance: string
      field: string
      value: string | number | boolean
    }[]
    add?: {
      section: Section
      values: { field: string; value: string | number | boolean }[]
    }[]
    remove?: { section: Section; instance: string }
    confirmed?: boolean
  },
) => admin.call('POST /api/v1/device/:deviceId/settings/change', { deviceId, ...input } as never)

async function changed(o: Online, input: Change) {
  const answer = await change(o, input)
  expect(answer).toMatchObject({ code: 0 })
  await oneSession(o.gateway)
  return outcome(o, answer.data.commandId)
}

const outcome = async ({ admin, deviceId }: Online, commandId: string) =>
  (await admin.call('GET /api/v1/device/:deviceId/settings/changes/:commandId', { deviceId, commandId })).data

type Values = Record<string, string | boolean>

/** For a section with few objects, or a list. */
const instancesOf = async (o: Online, section: Section) =>
  section === 'static_lease' ? (await listOf(o, section)).items : instancesIn(await settingsOf(o), section)

const wrongFields = (answer: { data?: unknown }) =>
  ((answer.data as { fields?: { field: string }[] } | undefined)?.fields ?? []).map(({ field }) => field)

describe.each(models)('a gateway of %s', (_name, model) => {
  test('marks the fields that it accepts and those that apply after a restart', async () => {
    const o = await online(model, undefined, ({ method }) =>
      method === 'SetParameterValues' ? { method: 'SetParameterValuesResponse', status: 1 } : undefined,
    )
    const [wifi] = instancesIn(await read(o, ['wifi']), 'wifi')
    const set = (['ssid', 'passphrase', 'security'] as const).map((field) => ({
      section: 'wifi' as const,
      instance: wifi!.instance,
      field,
      value: { ssid: 'after', passphrase: 'correct horse', security: 'wpa2' }[field],
    }))
    const before = valuesIn(wifi!)['ssid']
    expect(await changed(o, { set })).toMatchObject({ state: 'done', appliesLater: true })
    const later = async () =>
      instancesIn(await settingsOf(o), 'wifi')[0]!
        .fields.filter((field) => field.later !== null)
        .map((field) => [field.key, field.value, field.later?.value])
    // It was already protected.
    expect(await later()).toEqual([
      ['ssid', before, 'after'],
      ['passphrase', null, null],
    ])
    const parent = wifi!.fields.find(({ key }) => key === 'ssid')!.path.replace(/[^.]+$/, '')
    const tree = await o.admin.call('GET /api/v1/device/:deviceId/parameters', {
      deviceId: o.deviceId,
      parent,
    })
    expect(tree.data.items.filter(({ path }) => path.endsWith('.SSID'))).toMatchObject([
      { value: before, later: 'after' },
    ])
    await oneSession(o.gateway, [eventCode.boot])
    expect(await later()).toEqual([])
  })

  test('reports its values by the same terms', async () => {
    const o = await online(model)
    const settings = await read(o, [
      'system',
      'wan',
      'wifi',
      'dhcp',
      'time',
      'account',
      'host',
      'wifi_client',
    ])
    expect(settings.reading).toMatchObject({ state: 'done' })
    const [wan] = instancesIn(settings, 'wan')
    expect(wan).toMatchObject({ inUse: true })
    expect(valuesIn(wan!)).toMatchObject({
      addressing: 'dhcp',
      state: 'up',
      ipAddress: o.gateway.factory.wanAddress,
      subnetMask: '255.255.255.0',
      gateway: '198.18.0.1',
      dnsServers: '198.18.0.53',
      natEnabled: true,
      mtu: 1500,
    })
    expect(Number(valuesIn(wan!)['bytesReceived'])).toBeGreaterThan(0)
    expect(valuesIn(instancesIn(settings, 'wifi')[0]!)).toMatchObject({
      enabled: true,
      security: 'wpa2',
      passphrase: null,
      hidden: false,
      band: '2.4',
      channel: 6,
      clients: expect.any(Number),
    })
    const system = valuesIn(instancesIn(settings, 'system')[0]!)
    expect(system).toMatchObject({ memoryTotal: 524_288, cpuUsage: expect.any(Number) })
    expect(valuesIn(instancesIn(settings, 'dhcp')[0]!)).toMatchObject({
      enabled: true,
      rangeStart: '192.168.1.100',
      rangeEnd: '192.168.1.199',
      leaseTime: 86_400,
    })
    expect(valuesIn(instancesIn(settings, 'time')[0]!)).toMatchObject({
      timeZone: 'CST-8',
      state: 'synchronized',
    })
    expect(instancesIn(settings, 'account').length).toBeGreaterThan(0)
    for (const { key, kind, value, choices } of fieldsIn(settings)) {
      if (kind !== 'choice') continue
      expect(settingChoices[key as ChoiceField]).toEqual(
        expect.arrayContaining([value ?? 'other', ...(choices ?? [])]),
      )
    }
    const hosts = await listOf(o, 'host', { search: 'til', sort: '-ipAddress' })
    expect(hosts).toMatchObject({ total: 1, items: [{ label: 'till-1' }] })
    const byAddress = await listOf(o, 'host', { sort: '-ipAddress', pageSize: 2 })
    expect(byAddress).toMatchObject({ total: 4, items: [{ label: 'camera' }, { label: 'tablet' }] })
    expect(byAddress.items.map((host) => valuesIn(host)['connectedBy'])).toEqual(['wifi', 'wifi'])
    const clients = (await listOf(o, 'wifi_client')).items.map(valuesIn)
    expect(clients).toMatchObject([
      { name: 'tablet', ipAddress: '192.168.1.102', macAddress: '02:00:5e:00:53:03' },
      { name: 'camera' },
    ])
    for (const { signal } of clients) expect(Number(signal)).toBeLessThan(-40)
  })

  test('accepts a new name, password and protection of its Wi-Fi in one call', async () => {
    const o = await online(model)
    const [wifi] = instancesIn(await read(o, ['wifi']), 'wifi')
    const set = (field: string, value: string | boolean) => ({
      section: 'wifi' as const,
      instance: wifi!.instance,
      field,
      value,
    })
    const calls = callsOf(o.gateway)
    const done = await changed(o, {
      set: [
        set('ssid', '门店 1'),
        set('passphrase', 'a new passphrase'),
        set('security', 'wpa2'),
        set('hidden', true),
      ],
    })
    expect(done).toMatchObject({
      state: 'done',
      fault: null,
      refused: [],
      asked: [{ act: 'set', section: 'wifi', fields: ['ssid', 'passphrase', 'security', 'hidden'] }],
    })
    expect(calls.filter((method) => method === 'SetParameterValues')).toHaveLength(1)
    const settings = await settingsOf(o)
    expect(valuesIn(instancesIn(settings, 'wifi')[0]!)).toMatchObject({
      ssid: '门店 1',
      hidden: true,
      passphrase: null,
    })
    expect(settings.change).toMatchObject({ commandId: done.commandId, state: 'done' })
    const values = Object.entries(o.gateway.snapshot().values)
    expect(
      values.some(([name, value]) => name.endsWith('KeyPassphrase') && value === 'a new passphrase'),
    ).toBe(true)
    const reported = await f.sql('select request, secret, result from device_command where id = $1', [
      done.commandId,
    ])
    expect(JSON.stringify(reported)).not.toContain('a new passphrase')
    const log = await f.sql(
      "select detail from audit_log where action = 'device.settings_changed' and company_id = $1",
      [o.companyId],
    )
    expect(JSON.stringify(log)).not.toContain('a new passphrase')
    expect(JSON.stringify(log)).toContain('门店 1')
  })

  test('adds, changes and deletes a port mapping', async () => {
    const o = await online(model)
    const { sections } = await read(o, ['port_mapping', 'wan'])
    const form = sections.find(({ section }) => section === 'port_mapping')?.add
    expect(form).toMatchObject({ dangerous: false })
    expect(form?.fields.filter(({ required }) => required).map(({ key }) => key)).toEqual([
      'protocol',
      'externalPort',
      'internalClient',
      'internalPort',
    ])
    const values = [
      { field: 'name', value: 'till' },
      { field: 'protocol', value: 'udp' },
      { field: 'externalPort', value: 8443 },
      { field: 'internalClient', value: '192.168.1.100' },
      { field: 'internalPort', value: 443 },
    ]
    const added = await changed(o, { add: [{ section: 'port_mapping', values }] })
    expect(added).toMatchObject({ state: 'done', fault: null, asked: [{ act: 'add', instance: null }] })
    const [till] = (await listOf(o, 'port_mapping', { search: 'till' })).items
    expect(till).toMatchObject({ label: 'till', removable: true })
    expect(valuesIn(till!)).toMatchObject({
      enabled: true,
      protocol: 'udp',
      externalPort: 8443,
      internalClient: '192.168.1.100',
      internalPort: 443,
    })
    expect(wrongFields(await change(o, { add: [{ section: 'port_mapping', values }] }))).toEqual([
      'add.0.externalPort',
    ])
    const { instance } = till!
    const moved = await changed(o, {
      set: [{ section: 'port_mapping', instance, field: 'internalPort', value: 8443 }],
    })
    expect(moved).toMatchObject({ state: 'done' })
    expect(valuesIn((await listOf(o, 'port_mapping', { search: 'till' })).items[0]!)).toMatchObject({
      internalPort: 8443,
    })
    expect(await changed(o, { remove: { section: 'port_mapping', instance } })).toMatchObject({
      state: 'done',
      asked: [{ act: 'remove', label: 'till' }],
    })
    expect(await listOf(o, 'port_mapping', { search: 'till' })).toMatchObject({ total: 0 })
    expect(o.gateway.tree.values([instance])).toMatchObject({ code: '9005' })
  })

  test('changes its name servers: more than it has rows, then fewer, and back', async () => {
    const o = await online(model)
    await read(o, ['wan'])
    const wanOf = async () => instancesIn(await settingsOf(o), 'wan').find(({ inUse }) => inUse)!
    const { instance } = await wanOf()
    for (const value of ['192.0.2.1,192.0.2.2,192.0.2.3', '192.0.2.3', '192.0.2.4,192.0.2.3']) {
      const set = [{ section: 'wan' as const, instance, field: 'dnsServers', value }]
      expect(wrongFields(await change(o, { set }))).toEqual(['confirmed'])
      expect(await changed(o, { set, confirmed: true })).toMatchObject({
        state: 'done',
        asked: [{ act: 'set', section: 'wan', fields: ['dnsServers'] }],
      })
      await oneSession(o.gateway)
      expect(valuesIn(await wanOf())['dnsServers']).toBe(value)
    }
  })

  test('adds, changes and deletes an account, a pool, a lease and a VPN', async () => {
    const o = await online(model)
    const { sections } = await read(o, ['account', 'dhcp', 'static_lease', 'vpn', 'lan', 'wan'])
    // Shown where one can be added, even before there is any.
    expect(sections.find(({ section }) => section === 'vpn')).toMatchObject({ supported: 'yes' })
    const vpn: Values =
      model === 'korvus-edge1'
        ? {
            vpnKind: 'l2tp',
            name: 'office',
            remoteAddress: '203.0.113.9',
            username: 'shop',
            password: 'secret 1',
          }
        : { vpnKind: 'ipsec', name: 'office', remoteAddress: '203.0.113.9', remoteNetwork: '10.7.0.0/16' }
    const all: [Section, Values, field: string, value: string | boolean][] = [
      ['account', { username: 'help', password: 'secret 2' }, 'enabled', false],
      [
        'dhcp',
        { rangeStart: '192.168.1.210', rangeEnd: '192.168.1.220', subnetMask: '255.255.255.0' },
        'rangeEnd',
        '192.168.1.230',
      ],
      [
        'static_lease',
        { ipAddress: '192.168.1.100', macAddress: '02:00:5e:00:53:01' },
        'ipAddress',
        '192.168.1.109',
      ],
      ['vpn', vpn, 'name', 'head office'],
    ]
    for (const [section, given, field, value] of all) {
      const known = (await instancesOf(o, section)).map(({ instance }) => instance)
      const fresh = async () =>
        (await instancesOf(o, section)).find(({ instance }) => !known.includes(instance))
      const add = [
        { section, values: Object.entries(given).map(([key, one]) => ({ field: key, value: one })) },
      ]
      expect(await changed(o, { add, confirmed: true })).toMatchObject({ state: 'done', fault: null })
      await oneSession(o.gateway)
      const { password: _secret, ...shown } = given
      expect(valuesIn((await fresh())!)).toMatchObject({ ...shown, enabled: true })
      expect((await fresh())!.removable).toBe(true)
      expect(wrongFields(await change(o, { add, confirmed: true }))).toHaveLength(
        section === 'static_lease' ? 2 : 1,
      )
      const { instance } = (await fresh())!
      const set = [{ section, instance, field, value }]
      expect(await changed(o, { set, confirmed: true })).toMatchObject({ state: 'done' })
      expect(valuesIn((await fresh())!)[field]).toBe(value)
      expect(await changed(o, { remove: { section, instance }, confirmed: true })).toMatchObject({
        state: 'done',
      })
      await oneSession(o.gateway)
      expect(await fresh()).toBeUndefined()
    }
    const reported = await f.sql('select request, result from device_command where device_id = $1', [
      o.deviceId,
    ])
    expect(JSON.stringify(reported)).not.toContain('secret ')
  }, 30_000)

  test('that refuses a value reports it at the field, and the whole change is undone', async () => {
    const o = await online(model)
    const [wifi] = instancesIn(await read(o, ['wifi']), 'wifi')
    const { instance, fields } = wifi!
    const refusedPath = fields.find(({ key }) => key === 'channel')!.path
    const set = [
      { section: 'wifi' as const, instance, field: 'ssid', value: 'shop' },
      { section: 'wifi' as const, instance, field: 'channel', value: 0 },
    ]
    const failed = await changed(o, { set })
    expect(failed).toMatchObject({
      state: 'failed',
      fault: { code: '9007' },
      refused: [{ section: 'wifi', instance, field: 'channel', path: refusedPath, code: '9007' }],
    })
    expect(failed.refused[0]?.text).toBe('Invalid parameter value')
    expect(valuesIn(instancesIn(await settingsOf(o), 'wifi')[0]!)['ssid']).not.toBe('shop')
    expect(o.gateway.tree.get(fields.find(({ key }) => key === 'ssid')!.path)).not.toBe('shop')
  })

  test('that refuses an added object reports it at its field, and the object is deleted', async () => {
    const o = await online(model)
    await read(o, ['port_mapping', 'wan'])
    const before = (await listOf(o, 'port_mapping')).total
    const calls = callsOf(o.gateway)
    const values = [
      { field: 'externalPort', value: 81 },
      { field: 'internalClient', value: '192.168.1.101' },
      { field: 'internalPort', value: 0 },
    ]
    expect(await changed(o, { add: [{ section: 'port_mapping', values }] })).toMatchObject({
      state: 'failed',
      fault: { code: '9007' },
      refused: [{ section: 'port_mapping', instance: null, field: 'internalPort', code: '9007' }],
    })
    expect(calls.filter((method) => method === 'DeleteObject')).toHaveLength(1)
    await oneSession(o.gateway)
    expect((await listOf(o, 'port_mapping')).total).toBe(before)
  })
})

test('adds a network to a TR-181 gateway as SSID and access point that refer to each other, and deletes both', async () => {
  const o = await online('lanyon-lr200')
  const settings = await read(o, ['wifi'])
  const form = settings.sections.find(({ section }) => section === 'wifi')?.add
  expect(form?.fields.find(({ key }) => key === 'band')).toMatchObject({
    choices: ['2.4', '5'],
    required: true,
  })
  const values = [
    { field: 'ssid', value: 'lobby' },
    { field: 'security', value: 'wpa3' },
    { field: 'passphrase', value: 'for our guests' },
    { field: 'band', value: '5' },
  ]
  expect(await changed(o, { add: [{ section: 'wifi', values }] })).toMatchObject({
    state: 'done',
    fault: null,
  })
  const lobby = instancesIn(await settingsOf(o), 'wifi').find(({ label }) => label === 'lobby')
  expect(valuesIn(lobby!)).toMatchObject({
    enabled: true,
    security: 'wpa3',
    band: '5',
    channel: 44,
    passphrase: null,
  })
  expect(o.gateway.value('WiFi.AccessPoint.3.SSIDReference')).toBe('Device.WiFi.SSID.3.')
  expect(o.gateway.value('WiFi.AccessPoint.3.Security.KeyPassphrase')).toBe('for our guests')
  const gone = await changed(o, { remove: { section: 'wifi', instance: lobby!.instance } })
  expect(gone).toMatchObject({ state: 'done' })
  expect(o.gateway.tree.has('Device.WiFi.SSID.3.SSID')).toBe(false)
  expect(o.gateway.tree.has('Device.WiFi.AccessPoint.3.Enable')).toBe(false)
  expect(instancesIn(await settingsOf(o), 'wifi').map(({ label }) => label)).not.toContain('lobby')
})

test('undoes a VPN completely if its filter is refused', async () => {
  const o = await online('lanyon-lr200')
  await read(o, ['vpn'])
  const before = o.gateway.tree.names('Device.IPsec.', false)
  const values = Object.entries({
    vpnKind: 'ipsec',
    name: 'office',
    remoteAddress: '203.0.113.9',
    remoteNetwork: '10.7.0.0/16',
  }).map(([field, value]) => ({ field, value }))
  o.gateway.faultNext('SetParameterValues', '9007')
  expect(await changed(o, { add: [{ section: 'vpn', values }] })).toMatchObject({ state: 'failed' })
  expect(o.gateway.tree.names('Device.IPsec.', false)).toEqual(before)
})

test('deletes values that a complete read no longer reports', async () => {
  const o = await online('lanyon-lr200')
  await read(o, ['port_mapping', 'wan'])
  expect((await listOf(o, 'port_mapping')).total).toBe(2)
  // One is deleted on site.
  o.gateway.tree.remove('Device.NAT.PortMapping.2.')
  await read(o, ['port_mapping'])
  const left = await listOf(o, 'port_mapping')
  expect(left.items.map(({ instance }) => instance)).toEqual(['Device.NAT.PortMapping.5.'])
  const rows = await f.sql(
    "select path from device_parameter where device_id = $1 and path like 'Device.NAT.PortMapping.2.%'",
    [o.deviceId],
  )
  expect(rows).toEqual([])
  o.gateway.tree.remove('Device.NAT.PortMapping.5.')
  await read(o, ['port_mapping'])
  expect((await listOf(o, 'port_mapping')).total).toBe(0)
})

test('a change waits for an offline gateway, and can be cancelled until it is sent', async () => {
  const o = await online('lanyon-lr200')
  const [wifi] = instancesIn(await read(o, ['wifi']), 'wifi')
  const set = [{ section: 'wifi' as const, instance: wifi!.instance, field: 'ssid', value: 'never' }]
  o.gateway.stop()
  const { data } = await change(o, { set })
  expect(await outcome(o, data.commandId)).toMatchObject({ state: 'waiting', finishedAt: null })
  expect(
    await o.admin.call('POST /api/v1/device/:deviceId/commands/:commandId/cancel', {
      deviceId: o.deviceId,
      commandId: data.commandId,
    }),
  ).toMatchObject({ code: 0 })
  const before = o.gateway.state.sessions
  o.gateway.start()
  await o.gateway.waitFor((g) => g.state.sessions > before, waiting)
  expect(await outcome(o, data.commandId)).toMatchObject({ state: 'cancelled' })
  expect(o.gateway.value('WiFi.SSID.1.SSID')).not.toBe('never')
})
