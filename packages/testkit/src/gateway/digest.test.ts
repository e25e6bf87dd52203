import { expect, test } from 'vitest'
import { authorize, chooseChallenge, parseChallenges, verifyDigest } from './digest.ts'

const credentials = { username: 'Mufasa', password: 'Circle of Life' }
const nonce = '7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v'
const request = { method: 'GET', uri: '/dir/index.html', nonce }

test.each([
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
])('the %s example of RFC 7616 3.9.1 is verified', (algorithm, response) => {
  const header =
    `Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=${algorithm}, ` +
    `nonce="${nonce}", nc=00000001, cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, ` +
    `response="${response}", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"`
  expect(verifyDigest(header, credentials, request)).toBe(true)
  expect(verifyDigest(header, { ...credentials, password: 'x' }, request)).toBe(false)
  expect(verifyDigest(header, credentials, { ...request, nonce: 'other' })).toBe(false)
})

test('what is authorised is verified, with a nonce count and without qop (RFC 2069)', () => {
  for (const rest of [', qop="auth"', '']) {
    const [challenge] = parseChallenges([`Digest realm="a, \\"b\\"", nonce="${nonce}"${rest}`])
    if (challenge === undefined) throw new Error('no challenge')
    const header = authorize(challenge, credentials, 'GET', request.uri, 17)
    expect(verifyDigest(header, credentials, request)).toBe(true)
    expect(header.includes('nc=00000011')).toBe(rest !== '')
  }
})

const choose = (...headers: string[]) => chooseChallenge(parseChallenges(headers))

test('the first Digest that is known is taken, Basic only without one', () => {
  const unknown = 'Digest realm="r", nonce="1", algorithm=SHA-512-256'
  const sha = 'Digest realm="r", nonce="2", algorithm=SHA-256, qop="auth"'
  expect(choose('Basic realm="r"', unknown, sha)?.parameters['nonce']).toBe('2')
  expect(choose(unknown, 'Basic realm="r"')?.scheme).toBe('basic')
  expect(choose(`${sha}, Basic realm="r"`)?.scheme).toBe('digest')
  expect(choose('Negotiate')).toBeUndefined()
})
