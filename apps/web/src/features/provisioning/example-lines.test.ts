import { expect, test } from 'vitest'
import { exampleLines } from './example-lines.ts'
import type { Setting } from './setting.ts'

const nothing = { settings: [], values: [], objects: [], notifications: [] }
const words = {
  secret: '(secret)',
  setting: ({ field, value }: Setting) => `${field} = ${value}`,
}
const gateway = { root: 'Device.' as const, variables: { 'outlet.name': 'Harbour' } }
const setting = (field: Setting['field'], value: string): Setting => ({
  section: 'wifi',
  which: { by: 'place', place: 1 },
  field,
  value,
  ifAbsent: 'skip',
})

test('variables are filled in, and those without a value are named', () => {
  const settings = [setting('ssid', '{{ outlet.name }} guest'), setting('ssid', '{{line.account}}')]
  expect(exampleLines({ ...nothing, settings }, gateway, words)).toEqual([
    { text: 'ssid = Harbour guest', missing: [] },
    { text: 'ssid = {{line.account}}', missing: ['{{line.account}}'] },
  ])
})

test('secrets are masked, a password that is still being typed too', () => {
  const values = [{ path: 'Device.X.Password', value: '{{secret.guest}}' }]
  const settings = [setting('passphrase', 'plain')]
  const lines = exampleLines({ ...nothing, settings, values }, gateway, words)
  expect(lines.map(({ text }) => text)).toEqual(['passphrase = (secret)', 'Device.X.Password = (secret)'])
})

test('entries of the other data model are left out, and kept while the model is unknown', () => {
  const values = [
    { path: 'Device.Time.Enable', value: 'true' },
    { path: 'InternetGatewayDevice.Time.Enable', value: '1' },
  ]
  const objects = [
    {
      table: 'Device.NAT.PortMapping.',
      key: [{ name: 'Description', value: '{{outlet.name}}' }],
      values: [{ name: 'Enable', value: 'true' }],
      only: false,
    },
  ]
  const texts = (root: 'Device.' | null) =>
    exampleLines({ ...nothing, values, objects }, { ...gateway, root }, words).map(({ text }) => text)
  expect(texts('Device.')).toEqual([
    'Device.Time.Enable = true',
    'Device.NAT.PortMapping.[Description=Harbour]',
    'Device.NAT.PortMapping.[…].Enable = true',
  ])
  expect(texts(null)).toHaveLength(4)
})
