import { expect, test } from 'vitest'
import { chooseLanguage, chooseTheme } from './preferences.ts'

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
  [null, false, 'light'],
  [null, true, 'dark'],
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['pink', false, 'light'],
])('with %s stored and a dark system %s the theme is %s', (stored, dark, expected) => {
  expect(chooseTheme(stored, dark)).toBe(expected)
})
