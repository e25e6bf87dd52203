import { expect, test } from 'vitest'
import { requestedPaths } from './command-request.ts'

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
