import { describe, expect, test } from 'vitest'
import { changedValues, draftOf, newValues } from './changed-values.ts'
import type { Instance, SettingValue } from './setting.ts'
import { formName } from './use-setting-change.tsx'

const field = (given: Partial<SettingValue>): SettingValue => ({
  key: 'ssid',
  kind: 'text',
  unit: null,
  choices: null,
  min: null,
  max: null,
  maxLength: null,
  value: null,
  raw: null,
  writable: true,
  dangerous: false,
  path: 'Device.WiFi.SSID.1.SSID',
  readAt: null,
  later: null,
  ...given,
})

const wifi = (...fields: SettingValue[]): Instance => ({
  instance: 'Device.WiFi.SSID.1.',
  label: 'office',
  inUse: false,
  removable: false,
  fields,
})

describe('what of a form is sent', () => {
  test('only what differs', () => {
    const instance = wifi(
      field({ value: 'office' }),
      field({ key: 'enabled', kind: 'flag', value: true }),
      field({ key: 'channel', kind: 'number', value: 6 }),
    )
    expect(changedValues(instance, draftOf(instance))).toEqual([])
    expect(changedValues(instance, { ...draftOf(instance), ssid: 'office 2', enabled: true })).toEqual([
      { field: 'ssid', value: 'office 2' },
    ])
  })

  test('what waits for a restart is what the form holds, and can be taken back', () => {
    const instance = wifi(
      field({ value: 'office', later: { value: 'shop', raw: null } }),
      field({ key: 'enabled', kind: 'flag', value: true, later: { value: false, raw: null } }),
      field({ key: 'passphrase', kind: 'secret', later: { value: null, raw: null } }),
    )
    const draft = draftOf(instance)
    expect(draft).toEqual({ ssid: 'shop', enabled: false, passphrase: '' })
    expect(changedValues(instance, draft)).toEqual([])
    expect(changedValues(instance, { ...draft, ssid: 'office' })).toEqual([
      { field: 'ssid', value: 'office' },
    ])
  })

  test('spaces around a text are no change of it', () => {
    const instance = wifi(field({ value: 'a' }), field({ key: 'ipAddress', kind: 'ipv4', value: '10.0.0.1' }))
    expect(changedValues(instance, { ssid: ' a', ipAddress: ' 10.0.0.1 ' })).toEqual([])
    expect(
      changedValues(wifi(field({ key: 'passphrase', kind: 'secret' })), { passphrase: ' a b ' }),
    ).toEqual([{ field: 'passphrase', value: ' a b ' }])
  })

  test('an empty secret keeps the one that the gateway has', () => {
    const instance = wifi(field({ key: 'passphrase', kind: 'secret' }))
    expect(draftOf(instance)).toEqual({ passphrase: '' })
    expect(changedValues(instance, { passphrase: '' })).toEqual([])
    expect(changedValues(instance, { passphrase: 'new secret' })).toEqual([
      { field: 'passphrase', value: 'new secret' },
    ])
  })

  test('what the gateway does not let be changed is not, nor a channel that it chooses itself', () => {
    const instance = wifi(
      field({ key: 'bssid', kind: 'mac', value: '02:00:5e:00:53:01', writable: false }),
      field({ key: 'autoChannel', kind: 'flag', value: false }),
      field({ key: 'channel', kind: 'number', value: 6 }),
    )
    expect(changedValues(instance, { bssid: '02:00:5e:00:53:02', autoChannel: true, channel: 11 })).toEqual([
      { field: 'autoChannel', value: true },
    ])
  })

  test('a text can be emptied, a value that was never reported is not', () => {
    const instance = wifi(field({ key: 'domain', value: 'lan' }), field({ key: 'name', value: null }))
    expect(changedValues(instance, { domain: '', name: '' })).toEqual([{ field: 'domain', value: '' }])
  })

  test('a new one has what was filled in', () => {
    const { key, kind, unit, choices, min, max, maxLength } = field({ key: 'externalPort', kind: 'number' })
    const port = { key, kind, unit, choices, min, max, maxLength, required: true, initial: null }
    const form = {
      dangerous: false,
      fields: [port, { ...port, key: 'name' as const, kind: 'text' as const }],
    }
    expect(newValues(form, { externalPort: 8080, name: '' })).toEqual([
      { field: 'externalPort', value: 8080 },
    ])
  })
})

test("the server's name of a value leads to the field of the form", () => {
  const set = [
    { section: 'wifi' as const, instance: 'Device.WiFi.SSID.1.', field: 'ssid' as const, value: 'a' },
    { section: 'wifi' as const, instance: 'Device.WiFi.SSID.1.', field: 'channel' as const, value: 1 },
  ]
  const add = [{ section: 'port_mapping' as const, values: [{ field: 'protocol' as const, value: 'tcp' }] }]
  expect(formName('set.1.value', { set, add })).toBe('channel')
  expect(formName('add.0.values.0.value', { set, add })).toBe('protocol')
  expect(formName('add.0.externalPort', { set, add })).toBe('externalPort')
  expect(formName('add.0.values', { set, add })).toBe('add.0.values')
  expect(formName('confirmed', { set, add })).toBe('confirmed')
})
