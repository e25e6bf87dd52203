import { randomBytes } from 'node:crypto'
import { commandOfRun } from '@netward/cwmp'
import { expect, test } from 'vitest'
import { Secrets } from '../../platform/secrets.ts'
import type { QueuedCommand } from './acs-rows.ts'
import { changePlanOf } from './settings-change.ts'

const secrets = new Secrets(randomBytes(32))
const path = 'Device.WiFi.AccessPoint.1.Security.KeyPassphrase'
const row = (secret: object | null, values: object[] = [{ path, type: 'string' }]): QueuedCommand => ({
  id: '5',
  kind: 'change_settings',
  request: { asked: [], values, objects: [], absent: [] },
  secret: secret === null ? null : secrets.seal(JSON.stringify(secret), 'device:7'),
})
const planned = (command: QueuedCommand, mayCarrySecrets = true) =>
  changePlanOf(command, { deviceId: '7', secrets, mayCarrySecrets }).run

test('a secret is opened for the gateway that it was sealed for', () => {
  const run = planned(row({ [path]: 'correct horse' }))
  expect(run.declaration.values).toEqual([{ path, value: 'correct horse', type: 'string', secret: true }])
  expect(commandOfRun(run)).toMatchObject({ kind: 'get_parameter_values', names: [path] })
})

test('nothing starts where a secret would travel unencrypted', () => {
  const run = planned(row({ [path]: 'correct horse' }), false)
  expect(commandOfRun(run)).toBeNull()
  expect(run.problems).toEqual([{ path, code: 'secret_withheld', text: '' }])
  const open = [{ path: 'Device.WiFi.SSID.1.SSID', type: 'string', value: 'shop' }]
  expect(planned(row(null, open), false).problems).toEqual([])
})

test.each([
  ['of another gateway', { ...row(null), secret: secrets.seal('{}', 'device:8') }],
  ['that is not there', row(null)],
  ['of a row that holds something else', { ...row(null), request: { values: 'x' } }],
])('a value %s cannot be sent', (_what, command) => {
  const run = planned(command)
  expect(commandOfRun(run)).toBeNull()
  expect(run.problems).toMatchObject([{ code: 'cannot_be_sent' }])
})
