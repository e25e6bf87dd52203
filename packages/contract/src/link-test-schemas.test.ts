import { expect, test } from 'vitest'
import { linkHost, linkTest, linkTests, linkUrl } from './link-test-schemas.ts'

test('a host is one name or one literal address, never an option of a program', () => {
  const good = ['example.com', '_sip.example.com.', '203.0.113.9', '2001:db8::1', '::1', 'a']
  expect(good.filter((host) => !linkHost.safeParse(host).success)).toEqual([])
  const bad = ['-f/etc/passwd', '--json', '', 'a b', 'fe80::1%eth0', '$(id)', 'a/24', 'a\n-b', 'x-']
  expect(bad.filter((host) => linkHost.safeParse(host).success)).toEqual([])
})

test('a URL is one of the web, without an account in it', () => {
  const bad = ['ftp://example.com/', 'https://user:secret@example.com/', 'example.com', 'file:///etc/passwd']
  expect(bad.filter((url) => linkUrl.safeParse(url).success)).toEqual([])
  expect(linkUrl.safeParse('https://example.com/health?a=1').success).toBe(true)
})

test('what is not given is the usual', () => {
  expect(linkTest.parse({ kind: 'icmp', key: 'isp', host: '203.0.113.9' })).toEqual({
    kind: 'icmp',
    key: 'isp',
    host: '203.0.113.9',
    everySeconds: 60,
    packets: 20,
    betweenMs: 1000,
    lateMs: 2000,
    bytes: 56,
    tcpPort: null,
  })
})

test('two tests of a line do not share a key', () => {
  const icmp = { kind: 'icmp', key: 'isp', host: '203.0.113.9' }
  expect(linkTests.safeParse([icmp, { ...icmp, key: 'business' }]).success).toBe(true)
  expect(linkTests.safeParse([icmp, icmp]).success).toBe(false)
})
