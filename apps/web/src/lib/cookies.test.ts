import { expect, test } from 'vitest'
import { cookieText, cookieValue } from './cookies.ts'

test.each([
  ['', null],
  ['sstoken=abc', 'abc'],
  ['a=1; sstoken=a%3Db; c=3', 'a=b'],
  ['xsstoken=no', null],
  ['sstoken=', ''],
  ['sstoken=%E0%A4%A', null],
])('the cookie sstoken of "%s" is %s', (text, expected) => {
  expect(cookieValue(text, 'sstoken')).toBe(expected)
})

test('a cookie is strict, for all paths, and secure where the page is', () => {
  expect(cookieText('sstoken', 'a;b', { secure: true })).toBe(
    'sstoken=a%3Bb; Path=/; SameSite=Strict; Secure',
  )
  expect(cookieText('userCode', '9', { secure: false, maxAgeSeconds: 604_800 })).toBe(
    'userCode=9; Path=/; SameSite=Strict; Max-Age=604800',
  )
})
