import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  bindingError,
  bindingRequest,
  bindingResponse,
  integrityTexts,
  parseStun,
  readUdpConnectionRequest,
  type Sign,
  stunType,
  udpAddressOf,
  udpConnectionRequest,
} from './index.ts'

const hex = (text: string) => Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'))
const toHex = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('hex')
const signWith =
  (password: string): Sign =>
  (bytes) =>
    createHmac('sha1', password).update(bytes).digest()
const transactionId = hex('000102030405060708090a0b0c0d0e0f')
const client = { address: '203.0.113.9', port: 40_001 }
const own = { address: '198.51.100.1', port: 3478 }

describe('messages of RFC 3489', () => {
  test('a binding request of TR-069 G.2.1.1, byte for byte', () => {
    const bytes = bindingRequest({
      transactionId,
      username: 'gw-12',
      connectionRequestBinding: true,
      bindingChange: true,
    })
    expect(toHex(bytes)).toBe(
      toHex(
        hex(`0001 0028 000102030405060708090a0b0c0d0e0f
          c001 0014 64736c666f72756d2e6f72672f54522d31313120
          c002 0000
          0006 0008 67772d3132202020`),
      ),
    )
    expect(parseStun(bytes)).toMatchObject({
      type: stunType.bindingRequest,
      username: 'gw-12',
      connectionRequestBinding: true,
      bindingChange: true,
      integrity: null,
      refusable: [],
    })
  })

  test('a binding response names the three addresses of 11.1', () => {
    expect(toHex(bindingResponse(transactionId, client, own, 200))).toBe(
      toHex(
        hex(`0101 0024 000102030405060708090a0b0c0d0e0f
          0001 0008 0001 9c41 cb007109
          0004 0008 0001 0d96 c6336401
          0005 0008 0001 0d96 c6336401`),
      ),
    )
  })

  test('MESSAGE-INTEGRITY covers the message before it, filled with zeros to 64 bytes (11.2.8)', () => {
    const bytes = bindingRequest({ transactionId, username: 'evtj' }, signWith('VOkJxbRl1RmTxUk/WvJxBt'))
    // Made by `openssl dgst -sha1 -mac HMAC` of the 28 bytes before the attribute and 36 zeros.
    expect(toHex(bytes)).toBe(
      toHex(
        hex(`0001 0020 000102030405060708090a0b0c0d0e0f
          0006 0004 6576746a
          0008 0014 45451612f8961b761591f995be5e4e36e14cda26`),
      ),
    )
  })

  test.each([
    ['as RFC 3489 says', (length: number) => length, 64],
    ['as RFC 5389 says', (length: number) => length, 1],
    ['with the length before the attribute', (length: number) => length - 24, 64],
    ['with no length at all, as the Vovida client signs', () => 0, 1],
  ])('a client that signs %s proves the password', (_name, lengthOf, block) => {
    const bytes = bindingRequest({ transactionId, username: 'gw-1' }, () => new Uint8Array(20))
    const at = parseStun(bytes)!.integrity!.at
    const text = Buffer.alloc(Math.ceil(at / block) * block)
    text.set(bytes.subarray(0, at))
    text.writeUInt16BE(lengthOf(bytes.length - 20), 2)
    const hash = toHex(signWith('secret')(text))
    expect(integrityTexts(bytes, at).map((one) => toHex(signWith('secret')(one)))).toContain(hash)
    expect(integrityTexts(bytes, at).map((one) => toHex(signWith('other')(one)))).not.toContain(hash)
  })

  test.each([
    ['RESPONSE-ADDRESS', '0002 0008 0001 9c41 cb007109', [2]],
    ['a change of address in CHANGE-REQUEST', '0003 0004 00000006', [3]],
    ['an attribute that must be known', '0077 0004 00000000', [0x77]],
  ])('%s is refused', (_name, attribute, refusable) => {
    const body = hex(attribute)
    const message = parseStun(Uint8Array.from([...hex('0001'), 0, body.length, ...transactionId, ...body]))
    expect(message?.refusable).toEqual(refusable)
    expect(toHex(bindingError(transactionId, 420, 100, message?.refusable))).toBe(
      `01110010${toHex(transactionId)}0009000400000414000a0004${refusable
        .concat(refusable)
        .map((type) => type.toString(16).padStart(4, '0'))
        .join('')}`,
    )
  })

  test('what may be unknown is passed over, and a CHANGE-REQUEST that wants no change', () => {
    const body = hex('8022 0004 41424344 0003 0004 00000000')
    expect(parseStun(Uint8Array.from([0, 1, 0, body.length, ...transactionId, ...body]))?.refusable).toEqual(
      [],
    )
  })

  test.each([
    ['nothing', ''],
    ['half a header', '0001 0000 0001'],
    ['a length that is not the message’s', `0001 0004 ${'00'.repeat(16)}`],
    ['an attribute that is longer than the message', `0001 0008 ${'00'.repeat(16)} 0006 ffff 41424344`],
    ['an integrity that is too short', `0001 0008 ${'00'.repeat(16)} 0008 0004 41424344`],
    [
      'something after the integrity',
      `0001 0020 ${'00'.repeat(16)} 0008 0014 ${'00'.repeat(20)} 0006 0004 41424344`,
    ],
    ['two user names', `0001 0010 ${'00'.repeat(16)} 0006 0004 41424344 0006 0004 41424344`],
    ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\nHost: example\r\n\r\n').toString('hex')],
  ])('%s is no message', (_name, bytes) => {
    expect(parseStun(hex(bytes))).toBeNull()
  })

  test('no bytes at all make it fall, and no answer is longer than what it answers', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 600 }), (bytes) => {
        const message = parseStun(bytes)
        expect(message === null || message.transactionId.length === 16).toBe(true)
      }),
      { numRuns: 3_000 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 200 }), fc.boolean(), (room, withIntegrity) => {
        const sign = withIntegrity ? signWith('x') : undefined
        expect(bindingResponse(transactionId, client, own, room, sign)?.length ?? 0).toBeLessThanOrEqual(room)
        expect(bindingError(transactionId, 420, room, [2, 3, 4])?.length ?? 0).toBeLessThanOrEqual(room)
      }),
    )
  })

  test('mutations of a good request are read or refused, and never fall', () => {
    const good = bindingRequest(
      { transactionId, username: 'gw-1', connectionRequestBinding: true, bindingChange: true },
      signWith('x'),
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(good.length),
        (changes, cut) => {
          const bytes = Uint8Array.from(good)
          for (const [at, value] of changes) bytes[at] = value
          expect(() => parseStun(bytes.subarray(0, cut))).not.toThrow()
          expect(() => parseStun(bytes)).not.toThrow()
        },
      ),
      { numRuns: 3_000 },
    )
  })
})

describe('UDP connection requests (TR-069 G.2.2.3)', () => {
  const signText = (password: string) => (text: string) =>
    createHmac('sha1', password).update(text, 'utf8').digest('hex')
  const request = { timestamp: 1_120_673_700, id: 1234, username: 'CPE57689', nonce: 'XTGRWIPC6D3IPXS3' }

  test('the example of the clause, signed over the four values one after the other', () => {
    let text = ''
    const datagram = udpConnectionRequest('10.1.1.1:8080', request, (signed) => {
      text = signed
      return '3545F7B5820D76A3DF45A3A509DA8D8C38F13512'
    })
    expect(text).toBe('11206737001234CPE57689XTGRWIPC6D3IPXS3')
    expect(datagram).toBe(
      'GET http://10.1.1.1:8080?ts=1120673700&id=1234&un=CPE57689&cn=XTGRWIPC6D3IPXS3&sig=3545F7B5820D76A3DF45A3A509DA8D8C38F13512 HTTP/1.1\r\nHost: 10.1.1.1:8080\r\n\r\n',
    )
  })

  test.each([
    // RFC 2202 section 3, cases 2 and 6: HMAC-SHA1 is what it has to be.
    ['Jefe', 'what do ya want for nothing?', 'effcdf6ae5eb2fa2d27416d5f184df9c259a7c79'],
    [
      Buffer.alloc(80, 0xaa).toString('latin1'),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      'aa4ae5e15272d00e95705637ce8a3b55ed402112',
    ],
  ])('HMAC-SHA1 of RFC 2104 under %j', (key, text, expected) => {
    expect(createHmac('sha1', Buffer.from(key, 'latin1')).update(text).digest('hex')).toBe(expected)
  })

  test('it is read back under the same password alone', () => {
    const datagram = udpConnectionRequest('10.1.1.1:8080', request, signText('right'))
    expect(readUdpConnectionRequest(datagram, signText('right'))).toEqual(request)
    expect(readUdpConnectionRequest(datagram, signText('wrong'))).toBeNull()
    expect(readUdpConnectionRequest(datagram.replace('1234', '1235'), signText('right'))).toBeNull()
    expect(readUdpConnectionRequest('GET / HTTP/1.1\r\n\r\n', signText('right'))).toBeNull()
  })

  test.each([
    ['203.0.113.9:40001', { address: '203.0.113.9', port: 40_001 }],
    ['203.0.113.9', { address: '203.0.113.9', port: 80 }],
    ['', null],
    ['203.0.113.9:0', null],
    ['203.0.113.256:80', null],
    ['gateway.example:80', null],
    ['203.0.113.9:80/../', null],
    ['[2001:db8::1]:80', null],
  ])('the address %j is %j', (text, expected) => {
    expect(udpAddressOf(text)).toEqual(expected)
  })
})
