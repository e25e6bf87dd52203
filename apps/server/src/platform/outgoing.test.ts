import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressAllowed, guardedGet, mayMeasure, mayReach, OutgoingRefused } from './outgoing.ts'

describe('which addresses may be called', () => {
  const last = (address: string) => ({ lastAddress: address, ranges: [], companyCode: null })

  test.each([
    '127.0.0.1',
    '::1',
    '0.0.0.0',
    '169.254.169.254',
    'fe80::1',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    '::ffff:127.0.0.1',
    '2002:7f00:1::1',
    '64:ff9b::7f00:1',
  ])('%s never, even as the address last seen', (address) => {
    expect(addressAllowed(address, last(address))).toBe(false)
  })

  test.each(['203.0.114.7', '10.1.2.3', '100.64.1.1', '2001:db9::7'])(
    '%s as the address last seen alone',
    (address) => {
      expect(addressAllowed(address, last(address))).toBe(true)
      expect(addressAllowed(address, last('198.51.101.1'))).toBe(false)
      expect(addressAllowed(address, { lastAddress: null, ranges: [], companyCode: null })).toBe(false)
    },
  )

  test('a range of the operator opens to a device that was last seen in it', () => {
    const ranges = ['127.0.0.0/8', 'fd00::/8']
    const from = (lastAddress: string | null) => ({ lastAddress, ranges, companyCode: 'yuelai' })
    expect(addressAllowed('127.0.0.1', from('127.0.0.9'))).toBe(true)
    expect(addressAllowed('fd12::1', from('fd34::1'))).toBe(true)
    expect(addressAllowed('fd12::1', from('127.0.0.9'))).toBe(false)
    expect(addressAllowed('127.0.0.1', from('203.0.114.7'))).toBe(false)
    expect(addressAllowed('127.0.0.1', from(null))).toBe(false)
    expect(addressAllowed('128.0.0.1', from('127.0.0.9'))).toBe(false)
  })

  test('a range that is bound to a company opens to its devices, wherever they were seen, and to no others', () => {
    const to = (companyCode: string | null, lastAddress = '203.0.114.7') => ({
      lastAddress,
      ranges: ['10.20.0.0/16=yuelai'],
      companyCode,
    })
    expect(addressAllowed('10.20.1.1', to('yuelai'))).toBe(true)
    expect(addressAllowed('10.20.1.1', to('qinghe'))).toBe(false)
    expect(addressAllowed('10.20.1.1', to('qinghe', '10.20.1.2'))).toBe(false)
    expect(addressAllowed('10.20.1.1', to(null))).toBe(false)
    expect(addressAllowed('10.21.1.1', to('yuelai'))).toBe(false)
  })

  test.each<[string, boolean]>([
    ['http://203.0.114.7:7547/x', true],
    ['https://203.0.114.7/', true],
    ['http://user:pass@203.0.114.7/', false],
    ['ftp://203.0.114.7/', false],
    ['http://0x7f.1/', false],
    ['http://2130706433/', false],
    ['http://gateway.example/', false],
    ['nothing', false],
  ])('%s', (url, allowed) => {
    expect(mayReach(url, { lastAddress: '203.0.114.7', ranges: [], companyCode: null })).toBe(allowed)
  })
})

describe('calling', () => {
  let visits = 0
  const server = http.createServer((request, response) => {
    visits++
    if (request.url === '/away') response.writeHead(302, { location: '/' }).end()
    else if (request.url !== '/silent') response.writeHead(200).end('x'.repeat(100_000))
  })
  let base = ''
  beforeAll(async () => {
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const loopback = { lastAddress: '127.0.0.1', ranges: ['127.0.0.0/8'], companyCode: null }

  test('what is refused is never connected to', async () => {
    const before = visits
    const options = {
      destination: { lastAddress: '127.0.0.1', ranges: [], companyCode: null },
      timeoutMilliseconds: 1000,
    }
    await expect(guardedGet(`${base}/`, options)).rejects.toThrow(OutgoingRefused)
    await expect(guardedGet(base.replace('127.0.0.1', 'localhost'), options)).rejects.toThrow(OutgoingRefused)
    expect(visits).toBe(before)
  })

  test('a name goes to the address that was looked at', async () => {
    const answer = await guardedGet(base.replace('127.0.0.1', 'localhost'), {
      destination: { lastAddress: '127.0.0.1', ranges: ['127.0.0.0/8', '::1/128'], companyCode: null },
      timeoutMilliseconds: 1000,
    }).catch((error: unknown) => error)
    // Where localhost is ::1 first, nobody listens there: it is not tried elsewhere.
    expect(answer instanceof OutgoingRefused).toBe(false)
  })

  test('redirects are not followed', async () => {
    const answer = await guardedGet(`${base}/away`, { destination: loopback, timeoutMilliseconds: 1000 })
    expect(answer.status).toBe(302)
  })

  test('who does not answer is not waited for', async () => {
    await expect(
      guardedGet(`${base}/silent`, { destination: loopback, timeoutMilliseconds: 50 }),
    ).rejects.toThrow()
  })
})

test('an address of this machine is not measured, public or inside of a range', () => {
  const at = { ranges: ['10.1.0.0/16=shops'], companyCode: 'shops' }
  const own = new Set(['10.1.0.7', '93.184.216.34', '2606:2800:220:1::7'])
  expect(mayMeasure('10.1.0.8', at, own)).toBe(true)
  for (const address of [...own, '::ffff:10.1.0.7', '2606:2800:0220:0001:0::7'])
    expect(mayMeasure(address, at, own)).toBe(false)
})
