import { expect, test } from 'vitest'
import {
  emailCodeProblem,
  emailOf,
  imageCodeProblem,
  passwordProblem,
  phoneOf,
  repeatedPasswordProblem,
  smsCodeProblem,
  uploadLimits,
} from './field-rules.ts'

// Specification §5.
test.each([
  ['', 'validation.passwordEmpty'],
  ['Abc-123', 'validation.passwordLength'],
  ['Abc-1234', null],
  ['Abcdefghij-123456789', null],
  ['Abcdefghij-1234567890', 'validation.passwordLength'],
  ['abcdefgh', 'validation.passwordClasses'],
  ['abcdefg1', 'validation.passwordClasses'],
  ['abcdefG1', null],
  ['abcdef-1', null],
  ['ABCDEF-g', null],
  ['密码密码Abc1', null],
])('the password %j: %s', (password, problem) => {
  expect(passwordProblem(password)).toBe(problem)
})

test('a repeated password is present and equal', () => {
  expect(repeatedPasswordProblem('Abc-1234', '')).toBe('validation.repeatedPasswordEmpty')
  expect(repeatedPasswordProblem('Abc-1234', 'Abc-12345')).toBe('validation.passwordMismatch')
  expect(repeatedPasswordProblem('Abc-1234', 'Abc-1234')).toBeNull()
})

test.each(['', '12345', '1234567', '12345a', '１２３４５６'])(
  'the code %j does not have six digits',
  (code) => {
    expect(smsCodeProblem(code)).toBe('validation.smsCode')
    expect(emailCodeProblem(code)).toBe('validation.emailCode')
    expect([smsCodeProblem('123456'), emailCodeProblem('000000')]).toEqual([null, null])
  },
)

test.each([
  ['', 'validation.imageCodeEmpty'],
  ['123', 'validation.imageCode'],
  ['12345', 'validation.imageCode'],
  ['12a4', 'validation.imageCode'],
  ['0123', null],
])('the image code %j: %s', (code, problem) => {
  expect(imageCodeProblem(code)).toBe(problem)
})

test('the limits of uploads are 2 MB for an image, 5 for a logo, 20 for a file', () => {
  expect(uploadLimits).toEqual({ image: 2, logo: 5, file: 20 })
})

test.each(['a@b.cn', 'first.last+tag@mail.example.com', "o'brien_1@example.test", ' a@b.cn '])(
  '%j is a mail address',
  (value) => {
    expect(emailOf(value)).toBe(value.trim())
  },
)

test.each([
  // Letters that lower() of a database maps to others, that look alike, or that are invisible.
  'adm\u0130n@example.com',
  '\u0430dmin@example.com',
  'ad\u200Bmin@example.com',
  'admin@ex\u0430mple.com',
  'ad\u0001min@example.com',
  'a@b.cn\r\nBcc: c@d.cn',
  'a@b.cn,c@d.cn',
  '"a"@b.cn',
  'a@localhost',
  'admin@acme',
  '.a@b.cn',
  'a..b@b.cn',
])('%j is no mail address', (value) => {
  expect(emailOf(value)).toBeNull()
})

test.each(['13812345678', '+8613812345678', '008613812345678', '+86 138-1234-5678'])(
  '%j is one phone in any notation',
  (value) => {
    expect(phoneOf(value)).toBe('13812345678')
  },
)

test.each(['8613812345678', '\uFF11\uFF138\u0661\u0662345678', '+0123456789', '138123456789', ''])(
  '%j is not a phone',
  (value) => {
    expect(phoneOf(value)).toBeNull()
  },
)
