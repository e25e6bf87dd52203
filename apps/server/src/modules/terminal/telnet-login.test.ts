import { expect, test } from 'vitest'
import { TelnetLogin } from './telnet-login.ts'

const login = () => new TelnetLogin({ username: 'root', password: 'secret' })

test('the prompts of a login are answered, in whatever pieces they come', () => {
  const one = login()
  expect(one.answerTo('OpenWrt lo')).toBeNull()
  expect(one.answerTo('gin: ')).toBe('root')
  expect(one.answerTo('Password:')).toBe('secret')
})

test('a device that asks again is answered by the person: the password goes out once', () => {
  const one = login()
  one.answerTo('login: ')
  one.answerTo('Password: ')
  expect(one.answerTo('Login incorrect\r\nlogin: ')).toBeNull()
  expect(one.answerTo('Password: ')).toBeNull()
})

test.each(['用户名：', 'Username: ', 'Account:'])('%s asks for the name', (prompt) => {
  expect(login().answerTo(prompt)).toBe('root')
})

test('text that only mentions a login is not answered', () => {
  expect(login().answerTo('Last login: Mon Nov 3\r\n# ')).toBeNull()
})
