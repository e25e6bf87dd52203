import { errorStatus } from '@netward/contract/errors'
import { describe, expect, test } from 'vitest'
import { languageOf, phrase } from './server.ts'

describe('phrase', () => {
  test.each([
    ['en', 'common.save', {}, 'Save'],
    ['zh', 'common.save', {}, '保存'],
    ['en', 'errors.device.not_found', {}, 'Device not found'],
    ['en', 'errors.sign_in.wait', { seconds: 8 }, 'Too many attempts. Try again in 8 s.'],
    ['en', 'errors.sign_in.wait', {}, 'Too many attempts. Try again in {{seconds}} s.'],
    ['zh', 'shell.titles.smartCpe', {}, '智能CPE'],
    ['en', 'no.such.key', {}, 'no.such.key'],
    ['en', 'errors', {}, 'errors'],
    ['en', 'common.constructor', {}, 'common.constructor'],
  ] as const)('%s %s %o is %s', (language, key, params, expected) => {
    expect(phrase(language, key, params)).toBe(expected)
  })

  test.each(Object.keys(errorStatus))('error %s has a text of its own in both languages', (code) => {
    expect(phrase('zh', `errors.${code}`)).toMatch(/\p{Script=Han}/u)
    expect(phrase('en', `errors.${code}`)).not.toBe(`errors.${code}`)
  })

  test.each([
    ['passwordEmpty', 'password cannot be empty'],
    ['passwordLength', 'password length must be between 8 and 20'],
    ['passwordMismatch', 'The passwords entered do not match. Please re-enter them.'],
    ['phoneOrEmail', 'Please enter the correct phone number or email address.'],
  ])('the message %s is the specification §5 to the letter', (key, expected) => {
    expect(phrase('en', `validation.${key}`)).toBe(expected)
  })
})

test.each([
  [undefined, 'zh'],
  ['zh-cn', 'zh'],
  ['en-us', 'en'],
  ['en-US,en;q=0.9', 'en'],
  ['fr-FR,en;q=0.8', 'zh'],
])('the language of Accept-Language %s is %s', (header, expected) => {
  expect(languageOf(header)).toBe(expected)
})
