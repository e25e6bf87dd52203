import { expect, test } from 'vitest'
import { commandName, fileOf, requestedPaths } from './command-request.ts'

test.each([
  ['names below a path', { path: 'Device.', nextLevel: false }, ['Device.']],
  ['values of paths', { paths: ['Device.A', 'Device.B'] }, ['Device.A', 'Device.B']],
  ['new values', { values: [{ path: 'Device.A', value: '1' }] }, ['Device.A = 1']],
  ['a new secret, which is left out', { values: [{ path: 'Device.Password' }] }, ['Device.Password']],
  ['attributes', { changes: [{ path: 'Device.A', notification: 2 }] }, ['Device.A']],
  ['a reboot names none', { commandKey: 'reboot-1' }, []],
  ['what is not as expected names none', { values: 'x', paths: null }, []],
])('%s', (_rule, request, paths) => {
  expect(requestedPaths(request)).toEqual(paths)
})

test.each([
  [{ fileType: '1 Firmware Upgrade Image' }, 'firmware'],
  [{ fileType: '1 Vendor Configuration File' }, 'configuration'],
  [{ fileType: '3 Vendor Configuration File' }, 'configuration'],
  [{ fileType: '2 Vendor Log File' }, null],
  [{}, null],
])('a transfer of %o carries %s', (request, file) => {
  expect(fileOf({ request })).toBe(file)
})

test('a look at the templates that sets nothing is not called after setting', () => {
  expect(commandName({ kind: 'provision', request: { check: true } })).toBe('compare')
  expect(commandName({ kind: 'provision', request: { check: false } })).toBe('provision')
  expect(commandName({ kind: 'reboot', request: { commandKey: 'r' } })).toBe('reboot')
})
