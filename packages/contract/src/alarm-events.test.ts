import fc from 'fast-check'
import { expect, test } from 'vitest'
import { containsPattern, isPattern } from './alarm-events.ts'

test.each([
  ['', 'anything', true],
  ['link down', 'Interface Gi1 LINK DOWN now', true],
  ['if*down', 'IF Gi0/1 went down', true],
  ['down*if', 'IF Gi0/1 went down', false],
  ['断开*端口', '端口断开', false],
  ['端口*断开', '端口 1 断开', true],
  ['(a+)+$', 'aaaa', false],
  ['(a+)+$', 'x (A+)+$ y', true],
  ['*', '', true],
])('a text contains %j: %j is %s', (pattern, text, expected) => {
  expect(containsPattern(pattern, text)).toBe(expected)
})

test.each([
  ['sshd', 'SSHD', true],
  ['sshd', 'sshd2', false],
  ['ifnet*', 'IFNET/4/IF_STATE', true],
  ['*state', 'IFNET/4/IF_STATE', true],
  ['if*net', 'ifnet', true],
  ['ifnet*net', 'ifnet', false],
  ['*', '', true],
])('a name is %j: %j is %s', (pattern, text, expected) => {
  expect(isPattern(pattern, text)).toBe(expected)
})

test('patterns agree with the regular expressions that they stand for', () => {
  const alphabet = fc.string({ unit: fc.constantFrom('a', 'b', '*', '.'), maxLength: 12 })
  fc.assert(
    fc.property(
      alphabet,
      fc.string({ unit: fc.constantFrom('a', 'b', 'A', '.'), maxLength: 12 }),
      (pattern, text) => {
        const source = pattern.replaceAll('.', String.raw`\.`).replaceAll('*', '.*')
        expect(containsPattern(pattern, text)).toBe(new RegExp(source, 'i').test(text))
        expect(isPattern(pattern, text)).toBe(new RegExp(`^${source}$`, 'i').test(text))
      },
    ),
  )
})

test('no pattern makes a hostile text slow', () => {
  const begun = performance.now()
  containsPattern(`${'a*'.repeat(99)}b`, 'a'.repeat(4096))
  isPattern(`${'*a'.repeat(99)}b`, 'a'.repeat(4096))
  expect(performance.now() - begun).toBeLessThan(250)
})
