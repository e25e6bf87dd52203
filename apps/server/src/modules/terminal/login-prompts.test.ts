import { describe, expect, test } from 'vitest'
import { confirmedAtEnd, asksPassword } from './login-prompts.ts'

describe('a prompt of SSH', () => {
  test.each([
    'Password: ',
    'Password',
    '(root@gateway) Password: ',
    "root@gateway's password:",
    'Password for root@gateway:',
    'Password for admin:',
    'Enter PASSWORD: ',
    '请输入密码：',
    '口令:',
  ])('%j asks for the password', (prompt) => expect(asksPassword(prompt)).toBe(true))

  test.each([
    "One-time password (OATH) for `root': ",
    'One-time code: ',
    'Verification code: ',
    'OTP password:',
    'New password: ',
    'Retype new password: ',
    'Enter PASSCODE: ',
    'User name: ',
    'Password expires in 3 days. Press enter',
    '动态密码：',
    '新密码：',
    '验证码：',
    '',
  ])('%j does not', (prompt) => expect(asksPassword(prompt)).toBe(false))
})

test.each(['password for ', 'password(', '\u001b[', '\u001b]', 'login ', ' ', '1;', '用户'])(
  'nothing a device can say takes long to judge, such as %j again and again',
  (part) => {
    // What takes the square of its length would take hours.
    expect(confirmedAtEnd(part.repeat(300_000))).toBeNull()
    asksPassword(part.repeat(300_000))
  },
)
