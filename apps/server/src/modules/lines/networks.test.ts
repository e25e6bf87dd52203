import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { outletRoutes } from '../outlets/index.ts'
import { lineQualityRoutes } from './index.ts'

let t: TestApp
let operator: TestPerson
let admin: TestPerson
let lineId: string

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    outletRoutes(app, deps)
    lineQualityRoutes(app)
  })
  operator = t.operator
  admin = await t.person((await t.company('company')).id, 'administrator')
  const outletId = (await admin.call('POST /api/v1/outlet', { name: 'Pudong' })).data.id
  const line = {
    outletId,
    name: 'WAN',
    isp: 'telecom',
    type: 'broadband',
    downMbps: 200,
    upMbps: 50,
  } as const
  lineId = (await admin.call('POST /api/v1/outlet/:outletId/line', line)).data.id
})
afterAll(() => t.stop())

const send = (text: string | Buffer, who = operator) =>
  upload(t, who, '/dial/api/v1/network/import', { content: text, filename: 'networks.csv', type: 'text/csv' })

test('hosts on a path have the network with the narrowest prefix', async () => {
  const hops = ['192.168.1.1', '202.97.1.9', '202.97.33.1', '240e::5', null].map((address, n) => ({
    ttl: n + 1,
    address,
    sent: 1,
    received: address === null ? 0 : 1,
    rtt: address === null ? null : n,
  }))
  await t.adminPool.query(
    `insert into line_path (company_id, line_id, at, target, moment, method, path)
     select company_id, id, now(), 'isp', 'healthy', 'mtr', $2 from internet_line where id = $1`,
    [lineId, JSON.stringify({ target: '240e::5', reached: true, hops })],
  )
  expect(
    await send(
      'prefix,asn,name\n202.96.0.0/12,AS4134,CHINANET\n202.97.33.0/24,4809,CN2\n240e::/20,as4134,电信IPv6\n',
    ),
  ).toMatchObject({ code: 0, data: { imported: 3 } })
  const { data } = await admin.call('GET /dial/api/v1/line/:lineId/path', { lineId })
  expect(data.items[0]!.hops.map(({ network }) => network)).toEqual([
    null,
    { asn: 4134, name: 'CHINANET' },
    { asn: 4809, name: 'CN2' },
    { asn: 4134, name: '电信IPv6' },
    null,
  ])
  // A file of a Chinese spreadsheet, in place of the one before.
  const gbk = Buffer.concat([
    Buffer.from('prefix,asn,name\n202.96.0.0/12,4134,'),
    Buffer.from([0xb5, 0xe7, 0xd0, 0xc5]),
  ])
  expect(await send(gbk)).toMatchObject({ code: 0, data: { imported: 1 } })
  const again = await admin.call('GET /dial/api/v1/line/:lineId/path', { lineId })
  expect(again.data.items[0]!.hops[2]!.network).toEqual({ asn: 4134, name: '电信' })
  expect((await operator.call('GET /dial/api/v1/network', {})).data).toMatchObject({ prefixes: 1 })
})

test('a file with a wrong row changes nothing, and says which', async () => {
  const wrong = await send(
    'prefix,asn,name\n10.0.0.0/8,1,Fine\n10.0.0.1/8,1,Bits behind\n2001:db8::1/32,1,Too\n10.0.0.0/33,1,Long\n10.0.0.0/8,1,Twice\n11.0.0.0/8,x,Number\n12.0.0.0/8,5000000000,Number\n13.0.0.0/8,1,\n',
  )
  expect(wrong.code).not.toBe(0)
  const { failed } = wrong.data as { failed: { ip: string }[] }
  expect(failed.map(({ ip }) => ip)).toEqual(['3', '4', '5', '6', '7', '8', '9'])
  expect((await operator.call('GET /dial/api/v1/network', {})).data.prefixes).toBe(1)
})

test('a company imports none', async () => {
  expect((await send('prefix,asn,name\n10.0.0.0/8,1,Own\n', admin)).code).toBe('permission.denied')
})
