import { expect, test } from 'vitest'
import { filled } from './placeholders.ts'

const text = 'Revoke {{count, grant|grants}} of {{name}}?'

test.each([
  [1, 'Revoke 1 grant of Li?'],
  ['1', 'Revoke 1 grant of Li?'],
  [0, 'Revoke 0 grants of Li?'],
  [2, 'Revoke 2 grants of Li?'],
  ['1,000', 'Revoke 1,000 grants of Li?'],
])('%s is counted in words', (count, said) => {
  expect(filled(text, { count, name: 'Li' }, () => '')).toBe(said)
})

test('what is not given stands as the caller wants', () => {
  expect(filled(text, { count: 1 }, (placeholder) => placeholder)).toBe('Revoke 1 grant of {{name}}?')
})
