import { expect, test } from 'vitest'
import { entriesOf, resolveTemplates, secretIn, type TemplateContent } from './resolve.ts'

const nothing: TemplateContent = { values: [], objects: [], notifications: [] }
const resolve = (...contents: Partial<TemplateContent>[]) =>
  resolveTemplates(
    contents.map((content, index) => ({ name: `T${index + 1}`, content: { ...nothing, ...content } })),
    {
      root: 'Device.',
      variables: { 'outlet.name': '浦东一店' },
      secret: (name) => (name === 'guest' ? 'hidden' : undefined),
    },
  )

test('variables and secrets are filled in, the other data model is left out', () => {
  const { declaration, problems } = resolve({
    values: [
      { path: 'Device.WiFi.SSID.1.SSID', value: '{{ outlet.name }} guest' },
      { path: 'Device.WiFi.AccessPoint.1.Security.KeyPassphrase', value: '{{secret.guest}}' },
      { path: 'InternetGatewayDevice.Time.Enable', value: '1' },
    ],
  })
  expect(problems).toEqual([])
  expect(declaration.values).toEqual([
    { path: 'Device.WiFi.SSID.1.SSID', value: '浦东一店 guest' },
    { path: 'Device.WiFi.AccessPoint.1.Security.KeyPassphrase', value: 'hidden', secret: true },
  ])
})

test('what has no value is reported', () => {
  const { problems } = resolve({
    values: [
      { path: 'Device.A', value: '{{line.account}}' },
      { path: 'Device.B.Password', value: '{{secret.none}}' },
      { path: 'Device.C', value: '{{constructor}}' },
    ],
  })
  expect(problems.map(({ path, code }) => [path, code])).toEqual([
    ['Device.A', 'variable_missing'],
    ['Device.B.Password', 'secret_missing'],
    ['Device.C', 'variable_missing'],
  ])
})

test('what templates want differently is shown and left alone; the same is no conflict', () => {
  const { conflicts, declaration } = resolve(
    {
      values: [
        { path: 'Device.A', value: '1' },
        { path: 'Device.B', value: '1' },
      ],
    },
    {
      values: [
        { path: 'Device.A', value: '2' },
        { path: 'Device.B', value: '1' },
      ],
    },
  )
  expect(conflicts).toEqual([
    {
      path: 'Device.A',
      wants: [
        { template: 'T1', value: '1' },
        { template: 'T2', value: '2' },
      ],
    },
  ])
  expect(declaration.values.map(({ path }) => path)).toEqual(['Device.B'])
})

test('objects with the same key are one, and secrets in a conflict are not revealed', () => {
  const object = (value: string) => ({
    objects: [
      {
        table: 'Device.Users.User.',
        key: [{ name: 'Username', value: 'shop' }],
        values: [{ name: 'Password', value }],
        only: false,
      },
    ],
  })
  const { conflicts, declaration } = resolve(object('a'), object('b'))
  expect(declaration.objects).toEqual([
    { table: 'Device.Users.User.', key: { Username: 'shop' }, values: [], only: false },
  ])
  expect(JSON.stringify(conflicts)).not.toMatch(/"[ab]"/)
})

test('the entries of a template that are of the other data model are counted', () => {
  const content = {
    values: [
      { path: 'Device.Time.Enable', value: '1' },
      { path: 'InternetGatewayDevice.Time.Enable', value: '1' },
    ],
    objects: [{ table: 'Device.NAT.PortMapping.', key: [], values: [], only: false }],
    notifications: [{ path: 'Device.Time.Enable', level: 1 }],
  }
  expect(entriesOf(content, 'Device.')).toEqual({ entries: 4, foreign: 1 })
  expect(entriesOf(content, 'InternetGatewayDevice.')).toEqual({ entries: 4, foreign: 3 })
})

test.each([
  ['{{secret.guest-wifi}}', 'guest-wifi'],
  ['{{ secret.line.password }}', 'line.password'],
  ['{{secret.line.passwords}}', null],
  ['{{secret.line}}', 'line'],
  ['{{secret.line.}}', null],
  ['{{secret.other.password}}', null],
  ['a{{secret.line.password}}', null],
  ['{{secret.line.password}}{{secret.line.password}}', null],
  ['{{line.password}}', null],
])('%s refers to the secret %s', (value, name) => {
  expect(secretIn(value)).toBe(name)
})
