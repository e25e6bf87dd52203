import { expect, test } from 'vitest'
import { callbackSignature, isSignedBy, openCallback, sealCallback } from './vendor-callback.ts'

/** developer.work.weixin.qq.com/document/path/90968, the example of the document. */
const wecom = {
  token: 'QDG6eK',
  key: 'jWmYm7qr5nMoAUwZRjGtBxmz3KA1tkAj3ykkR6q2B2C',
  timestamp: '1409659813',
  nonce: '1372623149',
  signature: '477715d11cdb4164915debcba66cb864d751f3e6',
  encrypted:
    'RypEvHKD8QQKFhvQ6QleEB4J58tiPdvo+rtK1I9qca6aM/wvqnLSV5zEPeusUiX5L5X/0lWfrf0QADHHhGd3QczcdCUpj911L3vg3W/sYYvuJTs3TUUkSUXxaccAS0qhxchrRYt66wiSpGLYL42aM6A8dTT+6k4aSknmPj48kzJs8qLjvd4Xgpue06DOdnLxAUHzM6+kDZ+HMZfJYuR+LtwGc2hgf5gsijff0ekUNXZiqATP7PF5mZxZ3Izoun1s4zG4LUMnvw2r+KqCKIw+3IQH03v+BCA9nMELNqbSf6tiWSrXJB3LAVGUcallcrw8V2t9EL4EhzJWrQUax5wLVMNS0+rUPA3k22Ncx4XXZS9o0MBH27Bo6BpNelZpS+/uh9KsNlY6bHCmJU9p8g7m3fVKn28H3KDYA5Pl/T8Z1ptDAVe0lXdQ2YoyyH2uyPIGHBZZIs2pDBS8R07+qN+E7Q==',
}

/** The example in DingTalk's own demo of its callbacks. */
const dingtalk = {
  token: '123456',
  key: '4g5j64qlyl3zvetqxz5jiocdr586fn2zvjpa8zls3ij',
  timestamp: '1445827045067',
  nonce: 'nEXhMP4r',
  signature: '5a65ceeef9aab2d149439f82dc191dd6c5cbe2c0',
  encrypted:
    '1a3NBxmCFwkCJvfoQ7WhJHB+iX3qHPsc9JbaDznE1i03peOk1LaOQoRz3+nlyGNhwmwJ3vDMG+OzrHMeiZI7gTRWVdUBmfxjZ8Ej23JVYa9VrYeJ5as7XM/ZpulX8NEQis44w53h1qAgnC3PRzM7Zc/D6Ibr0rgUathB6zRHP8PYrfgnNOS9PhSBdHlegK+AGGanfwjXuQ9+0pZcy0w9lQ==',
}

test('the examples of both vendors are verified and decrypted', () => {
  for (const { token, ...given } of [wecom, dingtalk]) expect(isSignedBy(token, given)).toBe(true)
  expect(openCallback(wecom.key, wecom.encrypted)).toMatchObject({
    receiver: 'wx5823bf96d3bd56c7',
    message: expect.stringContaining('<Content><![CDATA[hello]]></Content>') as string,
  })
  const { message, receiver } = openCallback(dingtalk.key, dingtalk.encrypted)!
  expect(receiver).toBe('suite4xxxxxxxxxxxxxxx')
  expect(JSON.parse(message)).toMatchObject({ EventType: 'check_create_suite_url', Random: 'LPIdSnlF' })
})

test('what is sealed opens with the same key alone', () => {
  for (const message of ['success', '', 'x'.repeat(5000), '姓名']) {
    const sealed = sealCallback(dingtalk.key, message, 'ding1')
    expect(openCallback(dingtalk.key, sealed)).toEqual({ message, receiver: 'ding1' })
    expect(openCallback(wecom.key, sealed)?.message).not.toBe(message)
  }
})

test('another token, another message and broken bytes are refused', () => {
  const { token, ...given } = wecom
  expect(isSignedBy('other', given)).toBe(false)
  expect(isSignedBy(token, { ...given, encrypted: `${given.encrypted}A` })).toBe(false)
  expect(isSignedBy(token, { ...given, signature: '' })).toBe(false)
  for (const broken of [
    '',
    'AAAA',
    '%%%',
    Buffer.alloc(32).toString('base64'),
    Buffer.alloc(16).toString('base64'),
  ])
    expect(openCallback(wecom.key, broken)?.receiver ?? null).not.toBe('wx5823bf96d3bd56c7')
  expect(openCallback('short', given.encrypted)).toBeNull()
  expect(callbackSignature('a', 'b', 'c', 'd')).toHaveLength(40)
})
