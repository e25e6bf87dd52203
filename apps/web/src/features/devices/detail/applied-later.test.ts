import { expect, test } from 'vitest'
import { isAppliedLater } from './applied-later.ts'

test.each([
  ['set_parameter_values', { status: 1 }, true],
  ['set_parameter_values', { status: 0 }, false],
  ['add_object', { status: 1 }, true],
  ['delete_object', { status: 1 }, true],
  ['change_settings', { later: true }, true],
  ['change_settings', {}, false],
  ['provision', { later: true }, true],
  // 1 is what every transfer answers first.
  ['download', { status: 1 }, false],
  ['reboot', null, false],
] as const)('%s with %j is applied later: %s', (kind, result, expected) => {
  expect(isAppliedLater({ kind, state: 'done', result })).toBe(expected)
})
