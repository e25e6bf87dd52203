import iconv from 'iconv-lite'
import { expect, test } from 'vitest'
import { TelnetLogin } from './telnet-login.ts'
import { decoderFor } from './text-stream.ts'

const login = () => new TelnetLogin({ username: 'root', password: 'secret' })

/** What devices show before they wait, the last of it in the read that ends there. */
const names = [
  ['Cisco IOS', '\r\n\r\nUser Access Verification\r\n\r\nUsername: '],
  ['Cisco Nexus', '\r\nUser Access Verification\r\nswitch login: '],
  ['Cisco wireless controller', '\r\n\r\n(Cisco Controller) \r\n\r\nUser: '],
  ['Huawei VRP', '\r\n\r\nLogin authentication\r\n\r\n\r\nUsername:'],
  [
    'Huawei VRP 8',
    '\r\nWarning: Telnet is not a secure protocol.\r\n\r\nLogin authentication\r\n\r\nUsername:',
  ],
  [
    'Huawei ONT',
    '\r\nWelcome Visiting Huawei Home Gateway\r\nCopyright by Huawei Technologies Co., Ltd.\r\n\r\nLogin:',
  ],
  ['Huawei OLT', '\r\n>>User name:'],
  [
    'H3C Comware 5',
    '\r\n* no decompiling or reverse-engineering shall be allowed.   *\r\n\r\nLogin authentication\r\n\r\n\r\nUsername:',
  ],
  ['H3C Comware 7', '\r\n******\r\n\r\nlogin: '],
  ['ZTE ZXR10', '\r\n*****\r\nWelcome to ZXR10 switch\r\n*****\r\nUsername:'],
  ['ZTE ONU', '\r\nF660\r\nLogin: '],
  ['BusyBox', '\r\n(none) login: '],
  ['OpenWrt', 'OpenWrt login: '],
  ['RouterOS', '\r\nMikroTik v6.49.10 (long-term)\r\n\rLogin: '],
  ['RouterOS with colours', '\u001b[9999B\u001b[c\r\r\n\u001b[1mLogin:\u001b[m \u001b[6n'],
  ['inetutils', '\r\nLinux 6.1.0 (gateway) (pts/3)\r\n\r\ngateway login: '],
  ['PuTTY-like', 'login as: '],
  ['HP ProCurve', '\u001b[24;1HUsername: \u001b[?25h\u001b[24;1H\u001b[24;11H'],
  ['Fortinet', '\r\nFortiGate-60F login: '],
  ['an Account', 'Account:'],
  ['a prompt with spaces after it', 'User:    \t  '],
  ['a colour code cut in two', 'login: \u001b[0'],
  ['用户名', '用户名：'],
  ['请输入用户名', '请输入用户名: '],
  ['账号', '登录账号：'],
] as const
test.each(names)('%s asks for the name', (_device, shown) => expect(login().answerTo(shown)).toBe('root'))

test.each([
  ['Cisco, a line with a password alone', '\r\n\r\nUser Access Verification\r\n\r\nPassword: '],
  ['Huawei', 'Username:root\r\nPassword:'],
  ['Huawei OLT', '>>User name:root\r\n>>User password:'],
  ['H3C', 'login: root\r\nPassword: '],
  ['ZTE', 'Username:root\r\nPassword:'],
  ['BusyBox', '(none) login: root\r\nPassword: '],
  ['RouterOS', 'Login: root\r\n\u001b[1mPassword:\u001b[m '],
  ['Zyxel', 'Password for admin:'],
  ['Kerberos', 'Password (root@EXAMPLE): '],
  ['密码', '密码：'],
  ['口令', '请输入口令: \u001b[0m'],
])('%s asks for the password', (_device, shown) => expect(login().answerTo(shown)).toBe('secret'))

test.each([
  ['Last login: '],
  ['Last login:'],
  ['Last failed login: '],
  ['Previous user: '],
  ['Last login: Mon Nov 3\r\n# '],
  ['上次登录账号：'],
  ['Login incorrect\r\n'],
  ['login: \r\nwelcome'],
  ['New password: '],
  ['One-time password: '],
  ['Password must be changed. Press any key'],
  ['interface-user: up\r\n'],
  [`${'prose '.repeat(30)}user:`],
])('%j asks for neither', (shown) => expect(login().answerTo(shown)).toBeNull())

test('login prompts are answered, however they are fragmented', () => {
  const one = login()
  expect(one.answerTo('OpenWrt lo')).toBeNull()
  expect(one.answerTo('gin: ')).toBe('root')
  expect(one.answerTo('\u001b[0m')).toBeNull()
  expect(one.answerTo('root\r\n')).toBeNull()
  expect(one.answerTo('Pass')).toBeNull()
  expect(one.answerTo('word:')).toBe('secret')
})

test('GBK prompts are decoded, also if a character is split', () => {
  const decode = decoderFor('gbk')
  const one = login()
  const bytes = iconv.encode('用户名：', 'gbk')
  expect(one.answerTo(decode(bytes.subarray(0, 3)))).toBeNull()
  expect(one.answerTo(decode(bytes.subarray(3)))).toBe('root')
  expect(one.answerTo(decode(iconv.encode('\r\n密码：', 'gbk')))).toBe('secret')
})

test('each stored answer is sent once; the user answers a repeated prompt', () => {
  const one = login()
  one.answerTo('login: ')
  one.answerTo('Password: ')
  expect(one.answerTo('Login incorrect\r\nlogin: ')).toBeNull()
  expect(one.answerTo('Password: ')).toBeNull()
})

test('prompts after the login are not answered: their origin is unknown', () => {
  const one = login()
  expect(one.answerTo('BusyBox built-in shell\r\n# ')).toBeNull()
  one.typed('telnet 198.51.100.9\r')
  expect(one.answerTo('telnet 198.51.100.9\r\nPassword: ')).toBeNull()
  expect(one.answerTo('\r\nlogin: ')).toBeNull()
})

test('the password follows a typed user name, and a pause or banner before the login', () => {
  const one = new TelnetLogin({ username: '', password: 'secret' })
  one.typed('\r')
  expect(one.answerTo('Press any key to continue')).toBeNull()
  one.typed(' ')
  one.typed('\u001b[24;80R')
  expect(one.answerTo('\r\nlogin: ')).toBeNull()
  for (const key of 'root') {
    one.typed(key)
    expect(one.answerTo(key)).toBeNull()
  }
  one.typed('\r')
  expect(one.answerTo('\r\nPassword: ')).toBe('secret')
})
