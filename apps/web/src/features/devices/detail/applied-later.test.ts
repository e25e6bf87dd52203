import { expect, test } from 'vitest'
import { appliedLater, isAppliedLater, isSameValue } from './applied-later.ts'

const set = (value: string | undefined, status: number, state: 'done' | 'failed' = 'done') => ({
  kind: 'set_parameter_values' as const,
  state,
  request: { values: [{ path: 'Device.A', ...(value !== undefined && { value }) }] },
  result: { status },
})

test.each([
  ['set_parameter_values', { status: 1 }, true],
  ['set_parameter_values', { status: 0 }, false],
  ['add_object', { status: 1 }, true],
  ['delete_object', { status: 1 }, true],
  ['change_settings', { later: true }, true],
  ['change_settings', { later: false }, false],
  // 1 is what every transfer answers first.
  ['download', { status: 1 }, false],
  ['reboot', null, false],
] as const)('%s with %j is applied later: %s', (kind, result, expected) => {
  expect(isAppliedLater({ kind, state: 'done', result })).toBe(expected)
})

test.each([
  ['nothing', [], undefined],
  ['one that is applied at once', [set('new', 0)], undefined],
  ['one that is applied later', [set('new', 1)], 'new'],
  ['a later one that is applied at once', [set('newer', 0), set('new', 1)], undefined],
  ['a later one that was refused', [set('newer', 1, 'failed'), set('new', 1)], 'new'],
  ['a secret, whose value nobody tells', [set(undefined, 1)], undefined],
])('after %s there waits %s', (_what, commands, expected) => {
  expect(appliedLater(commands).get('Device.A')).toBe(expected)
})

test('a boolean is the same in both of its spellings, a number is not', () => {
  expect(isSameValue('1', 'true', 'xsd:boolean')).toBe(true)
  expect(isSameValue('1', 'true', 'xsd:string')).toBe(false)
  expect(isSameValue('1', null, 'xsd:boolean')).toBe(false)
})
