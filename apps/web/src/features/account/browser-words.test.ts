import { expect, test } from 'vitest'
import { browserWords } from './browser-words.ts'

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36`,
    'Chrome 142',
    'Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0`,
    'Edge 142',
    'Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox 145', 'Linux'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
    'Safari 18',
    'macOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 MicroMessenger/8.0.60',
    'WeChat 8',
    'iOS',
  ],
  [
    `Mozilla/5.0 (Linux; Android 15; V2324A) ${webkit} Chrome/138.0.0.0 Mobile Safari/537.36`,
    'Chrome 138',
    'Android',
  ],
  ['curl/8.5.0', 'curl 8', null],
  ['node', 'Node.js', null],
  ['<script>alert(1)</script>', null, null],
  ['', null, null],
])('%s is said as %s on %s', (userAgent, browser, system) => {
  expect(browserWords(userAgent)).toEqual({ browser, system })
})
