import { expect, test } from 'vitest'
import { defaultPreferences, sizes } from './default-preferences.ts'
import { chooseFrom, chooseLanguage } from './preferences.ts'

test.each([
  [undefined, null, 'zh'],
  ['en', null, 'en'],
  ['en', 'zh', 'zh'],
  ['zh', 'en', 'en'],
  [undefined, 'en', 'en'],
  ['fr', 'de', 'zh'],
])(
  'with the global value %s and the stored one %s the language is %s (specification §4)',
  (global, stored, expected) => {
    expect(chooseLanguage(global, stored)).toBe(expected)
  },
)

test.each([
  [null, 'default'],
  ['large', 'large'],
  ['huge', 'default'],
])('the stored size %s is %s', (stored, expected) => {
  expect(chooseFrom(sizes, stored, defaultPreferences.size)).toBe(expected)
})
