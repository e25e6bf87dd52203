import { describe, expect, test } from 'vitest'
import { treeOf } from '../vocabulary/model-tree.ts'
import type { GatewayTree } from '../vocabulary/tree.ts'
import { expandSettings, refusalOf } from './expand.ts'
import { resolveTemplates, type TemplateContent } from './resolve.ts'
import { settingId, settingOf, type SettingName } from './setting.ts'

type Setting = NonNullable<TemplateContent['settings']>[number]

const wlan = (number: number) => `InternetGatewayDevice.LANDevice.1.WLANConfiguration.${number}.`
const ppp = 'InternetGatewayDevice.WANDevice.1.WANConnectionDevice.3.WANPPPConnection.2.'
/** Numbers with gaps, as vendors leave them. */
const tr098 = treeOf(
  {
    [`${wlan(2)}SSID`]: 'two',
    [`${wlan(2)}Channel`]: '6',
    [`${wlan(2)}SSIDAdvertisementEnabled`]: '1',
    [`${wlan(5)}SSID`]: 'five',
    [`${wlan(5)}Channel`]: '36',
    [`${wlan(5)}SSIDAdvertisementEnabled`]: '1',
    [`${wlan(7)}SSID`]: 'seven',
    [`${wlan(7)}Channel`]: '44',
    [`${wlan(7)}SSIDAdvertisementEnabled`]: '1',
    [`${ppp}Username`]: 'old',
    [`${ppp}Password`]: '',
    [`${ppp}ConnectionStatus`]: 'Connected',
    'InternetGatewayDevice.Time.NTPServer1': 'a.example',
    'InternetGatewayDevice.Time.Enable': '1',
    'InternetGatewayDevice.User.4.Username': 'admin',
    'InternetGatewayDevice.User.4.Password': '',
  },
  ['InternetGatewayDevice.Time.Enable'],
)
const tr181 = treeOf({
  'Device.WiFi.Radio.3.OperatingFrequencyBand': '2.4GHz',
  'Device.WiFi.Radio.9.OperatingFrequencyBand': '5GHz',
  'Device.WiFi.SSID.4.SSID': 'four',
  'Device.WiFi.SSID.4.LowerLayers': 'Device.WiFi.Radio.3.',
  'Device.WiFi.SSID.10.SSID': 'ten',
  'Device.WiFi.SSID.10.LowerLayers': 'Device.WiFi.Radio.9.',
  'Device.WiFi.AccessPoint.6.SSIDReference': 'Device.WiFi.SSID.10.',
  'Device.WiFi.AccessPoint.6.SSIDAdvertisementEnabled': '1',
  'Device.Time.NTPServer1': 'a.example',
})

const setting = (more: Partial<Setting> & Pick<SettingName, 'section' | 'field'>): Setting => ({
  which: { by: 'place', place: 1 },
  value: 'new',
  ifAbsent: 'skip',
  ...more,
})
const ssid = (more: Partial<Setting> = {}) => setting({ section: 'wifi', field: 'ssid', ...more })

function expanded(tree: GatewayTree, contents: Partial<TemplateContent>[]) {
  const resolved = resolveTemplates(
    contents.map((content, index) => ({
      name: `T${index + 1}`,
      content: { values: [], objects: [], notifications: [], ...content },
    })),
    { root: tree.root, variables: { 'line.account': 'pppoe@isp' }, secret: () => 'hidden' },
  )
  const result = expandSettings(resolved.declaration, resolved.settings, resolved.wants, tree)
  return { ...result, conflicts: [...resolved.conflicts, ...result.conflicts] }
}

const written = (tree: GatewayTree, one: Setting) =>
  Object.fromEntries(expanded(tree, [{ settings: [one] }]).declaration.values.map((v) => [v.path, v.value]))

describe('a setting is a parameter of', () => {
  test.each<[string, Setting, Record<string, string>, Record<string, string>]>([
    ['the first network', ssid(), { [`${wlan(2)}SSID`]: 'new' }, { 'Device.WiFi.SSID.4.SSID': 'new' }],
    [
      'the first network of a band, whatever its number',
      ssid({ which: { by: 'place', place: 1, band: '5' } }),
      { [`${wlan(5)}SSID`]: 'new' },
      { 'Device.WiFi.SSID.10.SSID': 'new' },
    ],
    [
      'all networks of a band',
      setting({ section: 'wifi', field: 'hidden', value: 'true', which: { by: 'all', band: '5' } }),
      { [`${wlan(5)}SSIDAdvertisementEnabled`]: '0', [`${wlan(7)}SSIDAdvertisementEnabled`]: '0' },
      { 'Device.WiFi.AccessPoint.6.SSIDAdvertisementEnabled': '0' },
    ],
    [
      'all that have it',
      setting({ section: 'wifi', field: 'hidden', value: 'false', which: { by: 'all' } }),
      {
        [`${wlan(2)}SSIDAdvertisementEnabled`]: '1',
        [`${wlan(5)}SSIDAdvertisementEnabled`]: '1',
        [`${wlan(7)}SSIDAdvertisementEnabled`]: '1',
      },
      { 'Device.WiFi.AccessPoint.6.SSIDAdvertisementEnabled': '1' },
    ],
    [
      'the line in use, with its variable',
      setting({ section: 'wan', field: 'username', value: '{{line.account}}', which: { by: 'in_use' } }),
      { [`${ppp}Username`]: 'pppoe@isp' },
      {},
    ],
    [
      'the account of a name',
      setting({
        section: 'account',
        field: 'password',
        value: '{{secret.admin}}',
        which: { by: 'username', username: 'admin' },
      }),
      { 'InternetGatewayDevice.User.4.Password': 'hidden' },
      {},
    ],
    [
      'the time',
      setting({ section: 'time', field: 'ntpServer1', which: { by: 'all' } }),
      { 'InternetGatewayDevice.Time.NTPServer1': 'new' },
      { 'Device.Time.NTPServer1': 'new' },
    ],
  ])('%s', (_name, one, on098, on181) => {
    expect(written(tr098, one)).toEqual(on098)
    expect(written(tr181, one)).toEqual(on181)
  })
})

describe('a gateway that has it not', () => {
  test.each<[string, Setting, string]>([
    ['has no such band', ssid({ which: { by: 'all', band: '6' } }), 'setting_absent'],
    ['has fewer networks', ssid({ which: { by: 'place', place: 9 } }), 'setting_absent'],
    ['has no such field', setting({ section: 'wifi', field: 'standard' }), 'setting_absent'],
    ['has nothing of the section', setting({ section: 'cellular', field: 'apn' }), 'setting_absent'],
    [
      'has no such account',
      setting({ section: 'account', field: 'password', which: { by: 'username', username: 'root' } }),
      'setting_absent',
    ],
    [
      'lets nobody change it',
      setting({ section: 'time', field: 'enabled', value: 'false', which: { by: 'all' } }),
      'setting_fixed',
    ],
  ])('%s', (_name, one, code) => {
    const { section, which, field } = one
    expect(expanded(tr098, [{ settings: [one] }])).toMatchObject({
      problems: [],
      absent: [{ setting: { section, which, field }, code }],
      declaration: { values: [] },
    })
    // If it is required nothing starts, even if another template requires it.
    expect(
      expanded(tr098, [{ settings: [one] }, { settings: [{ ...one, ifAbsent: 'fail' }] }]),
    ).toMatchObject({
      absent: [],
      problems: [{ path: settingId(one), code }],
    })
  })

  test('a value that no gateway takes is a problem, whatever gateways may lack the setting', () => {
    const long = ssid({ value: 'x'.repeat(33) })
    expect(expanded(tr098, [{ settings: [long] }])).toMatchObject({
      absent: [],
      problems: [{ path: 'wifi[1].ssid', code: 'setting_value', text: long.value }],
    })
  })
})

describe('different values declared for one parameter are a conflict, and none is set', () => {
  test.each<[string, Partial<TemplateContent>[], string, string[]]>([
    [
      'by two templates',
      [{ settings: [ssid()] }, { settings: [ssid({ value: 'b' })] }],
      'wifi[1].ssid',
      ['T1', 'T2'],
    ],
    [
      'by two settings that meet on this gateway',
      [
        { settings: [ssid({ which: { by: 'place', place: 2 } })] },
        { settings: [ssid({ value: 'b', which: { by: 'place', place: 1, band: '5' } })] },
      ],
      `${wlan(5)}SSID`,
      ['T1', 'T2'],
    ],
    [
      'by a setting and a path',
      [{ settings: [ssid()] }, { values: [{ path: `${wlan(2)}SSID`, value: 'b' }] }],
      `${wlan(2)}SSID`,
      ['T2', 'T1'],
    ],
    [
      'by a setting and a path with a key',
      [{ settings: [ssid()] }, { values: [{ path: `${wlan(2).slice(0, -2)}[Channel=6].SSID`, value: 'b' }] }],
      `${wlan(2)}SSID`,
      ['T2', 'T1'],
    ],
    [
      'by a setting and an object',
      [
        { settings: [ssid()] },
        {
          objects: [
            {
              table: wlan(2).slice(0, -2),
              key: [{ name: 'Channel', value: '6' }],
              values: [{ name: 'SSID', value: 'b' }],
              only: false,
            },
          ],
        },
      ],
      `${wlan(2)}SSID`,
      ['T2', 'T1'],
    ],
  ])('%s', (_name, contents, path, templates) => {
    const { conflicts, declaration } = expanded(tr098, contents)
    expect(conflicts.map((one) => [one.path, one.wants.map(({ template }) => template)])).toEqual([
      [path, templates],
    ])
    expect(declaration.values).toEqual([])
  })

  test('the same, said twice in whatever spelling, is set once', () => {
    const { conflicts, declaration } = expanded(tr098, [
      { settings: [setting({ section: 'wifi', field: 'hidden', value: 'true' })] },
      { values: [{ path: `${wlan(2)}SSIDAdvertisementEnabled`, value: 'false', type: 'boolean' }] },
    ])
    expect(conflicts).toEqual([])
    expect(declaration.values).toHaveLength(1)
  })

  test('a secret is not revealed', () => {
    const password = setting({ section: 'wan', field: 'password', value: '{{secret.ppp}}' })
    const { conflicts } = expanded(tr098, [
      { settings: [password] },
      { values: [{ path: `${ppp}Password`, value: 'other' }] },
    ])
    expect(conflicts[0]?.wants.map(({ value }) => value)).toEqual(['', ''])
  })
})

test('no setting touches how a gateway is managed, whatever its references name', () => {
  const tree = treeOf({
    'Device.WiFi.SSID.1.SSID': 'x',
    'Device.WiFi.SSID.1.LowerLayers': 'Device.ManagementServer.',
    'Device.ManagementServer.Channel': '1',
    'Device.ManagementServer.Enable': '1',
  })
  for (const field of ['channel', 'enabled'] as const)
    expect(
      written(tree, setting({ section: 'wifi', field, value: field === 'channel' ? '6' : 'true' })),
    ).toEqual({})
})

test.each<SettingName>([
  { section: 'wan', which: { by: 'in_use' }, field: 'username' },
  { section: 'wifi', which: { by: 'all' }, field: 'hidden' },
  { section: 'wifi', which: { by: 'all', band: '2.4' }, field: 'hidden' },
  { section: 'wifi', which: { by: 'place', place: 12, band: '6' }, field: 'ssid' },
  { section: 'dhcp', which: { by: 'place', place: 1 }, field: 'rangeStart' },
  { section: 'account', which: { by: 'username', username: 'a]b.c[5:1]' }, field: 'password' },
])('what stands for a setting is read back: $section $field', (name) => {
  expect(settingOf(settingId(name))).toEqual(name)
  expect(settingOf('Device.WiFi.SSID.[Name=x].SSID')).toBeNull()
})

test.each<[Parameters<typeof refusalOf>[0], string, ReturnType<typeof refusalOf>]>([
  [{ kind: 'flag' }, 'true', null],
  [{ kind: 'flag' }, '1', 'wrong_type'],
  [{ kind: 'number', min: 1, max: 9 }, '9', null],
  [{ kind: 'number', min: 1, max: 9 }, '0', 'too_small'],
  [{ kind: 'number', min: 1, max: 9 }, '10', 'too_big'],
  [{ kind: 'number' }, '1.5', 'wrong_type'],
  [{ kind: 'choice', choices: ['wpa2'] }, 'wpa2', null],
  [{ kind: 'choice', choices: ['wpa2'] }, 'toString', 'not_offered'],
  [{ kind: 'ipv4' }, '10.0.0.256', 'format'],
  [{ kind: 'ipv4_list', optional: true }, '', null],
  [{ kind: 'text', maxLength: 6 }, '门店', null],
  [{ kind: 'text', maxLength: 6 }, '门店们', 'too_long'],
  [{ kind: 'text' }, '', 'format'],
])('what a field takes: %j %s', (field, text, refusal) => {
  expect(refusalOf(field, text)).toBe(refusal)
})
