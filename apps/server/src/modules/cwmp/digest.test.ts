import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  challenges,
  type DigestAnswer,
  makeHa1,
  parseAuthorization,
  realm,
  verifyBasic,
  verifyDigest,
} from './digest.ts'

const ha1 = makeHa1('gw', 'secret')
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

function header(fields: Record<string, string>, quoted = true): string {
  return `Digest ${Object.entries(fields)
    .map(([name, value]) => (quoted ? `${name}="${value}"` : `${name}=${value}`))
    .join(', ')}`
}

function answerWith(change: Partial<Record<string, string>> = {}, method = 'POST'): DigestAnswer {
  const fields: Record<string, string> = {
    username: 'gw',
    realm,
    nonce: 'n1',
    uri: '/',
    qop: 'auth',
    nc: '00000001',
    cnonce: 'c',
    ...change,
  }
  const response = md5(
    `${md5(`gw:${realm}:secret`)}:${fields['nonce']}:${fields['nc']}:${fields['cnonce']}:auth:${md5(`${method}:${fields['uri']}`)}`,
  )
  const parsed = parseAuthorization(header({ response, ...fields }))
  if (parsed?.scheme !== 'digest') throw new Error('not parsed')
  return parsed
}

describe('reading an Authorization header (RFC 7616 3.4)', () => {
  test.each<[string, string | undefined]>([
    ['nothing', undefined],
    ['another scheme', 'Bearer abc'],
    ['Basic without a colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['an algorithm that was not offered', header({ response: 'a'.repeat(32), algorithm: 'MD5-sess' })],
    ['auth-int', header({ response: 'a'.repeat(32), qop: 'auth-int', nc: '00000001', cnonce: 'x' })],
    ['a response that is none', header({ response: 'zz' })],
    ['qop without a count', header({ response: 'a'.repeat(32), qop: 'auth', cnonce: 'x' })],
    ['longer than any gateway writes', `Digest username="${'a'.repeat(4000)}"`],
  ])('refuses %s', (_what, text) => {
    expect(parseAuthorization(text)).toBeNull()
  })

  test('an MD5 answer under the name of the other algorithm is an MD5 answer: both challenges were read as one (cwmp-sim 0.1)', () => {
    const answer = answerWith({ algorithm: 'SHA-256' })
    expect(answer.algorithm).toBe('MD5')
    expect(verifyDigest(answer, ha1, 'POST', '/')).toBe(true)
  })

  test('commas and quotes inside quoted strings belong to them', () => {
    const parsed = parseAuthorization(
      header({ username: String.raw`a, \"b\" c=d`, response: 'a'.repeat(32) }),
    )
    expect(parsed).toMatchObject({ username: 'a, "b" c=d', algorithm: 'MD5', qop: null })
  })

  test('unquoted values are accepted: embedded clients omit quotes', () => {
    const fields = { username: 'gw', realm, nonce: 'n', uri: '/', qop: 'auth', nc: '0000000a', cnonce: 'c' }
    expect(parseAuthorization(header({ ...fields, response: 'b'.repeat(32) }, false))).toMatchObject({
      nc: 10,
    })
  })
})

describe('verifying', () => {
  test('the example of RFC 7616 3.9.1 in our own realm, MD5', () => {
    expect(verifyDigest(answerWith(), ha1, 'POST', '/')).toBe(true)
  })

  test('SHA-256 too', () => {
    const sha = (text: string) => createHash('sha256').update(text).digest('hex')
    const response = sha(`${sha(`gw:${realm}:secret`)}:n:00000001:c:auth:${sha('POST:/')}`)
    const parsed = parseAuthorization(
      header({
        username: 'gw',
        realm,
        nonce: 'n',
        uri: '/',
        qop: 'auth',
        nc: '00000001',
        cnonce: 'c',
        algorithm: 'SHA-256',
        response,
      }),
    )
    expect(parsed?.scheme === 'digest' && verifyDigest(parsed, ha1, 'POST', '/')).toBe(true)
  })

  test('RFC 2069 style, without qop', () => {
    const response = md5(`${md5(`gw:${realm}:secret`)}:n:${md5('POST:/')}`)
    const parsed = parseAuthorization(header({ username: 'gw', realm, nonce: 'n', uri: '/', response }))
    expect(parsed?.scheme === 'digest' && verifyDigest(parsed, ha1, 'POST', '/')).toBe(true)
  })

  test('the whole URL in place of the path is accepted', () => {
    expect(verifyDigest(answerWith({ uri: 'http://acs.example:7547/t/x' }), ha1, 'POST', '/t/x')).toBe(true)
  })

  test.each<[string, () => boolean]>([
    ['another password', () => verifyDigest(answerWith(), makeHa1('gw', 'other'), 'POST', '/')],
    ['another path', () => verifyDigest(answerWith(), ha1, 'POST', '/t/y')],
    ['another method', () => verifyDigest(answerWith({}, 'GET'), ha1, 'POST', '/')],
    ['another realm', () => verifyDigest({ ...answerWith(), realm: 'x' }, ha1, 'POST', '/')],
    [
      'another count than was signed',
      () => verifyDigest({ ...answerWith(), ncText: '00000002' }, ha1, 'POST', '/'),
    ],
    [
      'Basic with another user',
      () => verifyBasic({ scheme: 'basic', username: 'x', password: 'secret' }, ha1),
    ],
  ])('%s is refused', (_what, verified) => {
    expect(verified()).toBe(false)
  })

  test('Basic', () => {
    expect(verifyBasic({ scheme: 'basic', username: 'gw', password: 'secret' }, ha1)).toBe(true)
  })
})

test('MD5 is offered first, since many gateways read only the first; Basic on TLS only', () => {
  expect(challenges('n', { stale: false, basic: false })).toEqual([
    `Digest realm="${realm}", qop="auth", algorithm=MD5, nonce="n"`,
    `Digest realm="${realm}", qop="auth", algorithm=SHA-256, nonce="n"`,
  ])
  expect(challenges('n', { stale: true, basic: true }).at(0)).toContain('stale=true')
  expect(challenges('n', { stale: true, basic: true }).at(-1)).toBe(`Basic realm="${realm}"`)
})
