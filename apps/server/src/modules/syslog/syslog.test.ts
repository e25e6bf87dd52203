import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { syslogRoutes } from './index.ts'
import { messageRepo } from './message.repo.ts'
import { SyslogReceiver } from './syslog-receiver.ts'

let t: TestApp
let receiver: SyslogReceiver
let port: number
let admin: TestPerson
let address: string
let last = 0
const ranges: string[] = []

beforeAll(async () => {
  t = await createTestApp((app) => syslogRoutes(app))
  const { scopes, log } = t
  receiver = new SyslogReceiver({
    scopes,
    log,
    deviceRanges: ranges,
    port: 0,
    address: '127.0.0.1',
    turnMilliseconds: 20,
    burst: 20,
  })
  receiver.start()
  port = (await receiver.port())!
})
afterAll(async () => {
  await receiver.stop()
  await t.stop()
})

beforeEach(async () => {
  last += 1
  address = `127.5.0.${last}`
  const company = await t.company('company', (await t.company('middleman')).id)
  admin = await t.person(company.id, 'administrator')
  ranges.push(`${address}/32=${company.code}`)
})

const add = (companyId = admin.companyId) =>
  arrangeDevice(t, companyId, { name: 'Core', type: 'switch', ip_address: address })

async function send(...lines: string[]): Promise<void> {
  const socket = createSocket('udp4')
  socket.bind(0, address)
  await once(socket, 'listening')
  for (const line of lines)
    await new Promise((resolve) => {
      socket.send(line, port, '127.0.0.1', resolve)
    })
  socket.close()
}

async function stream(text: string): Promise<void> {
  const socket = connect({ port, host: '127.0.0.1', localAddress: address })
  // The receiver may cut it.
  socket.on('error', () => {})
  await once(socket, 'connect')
  const closed = new Promise((resolve) => {
    socket.once('close', resolve)
  })
  socket.end(text)
  await closed
}

const list = async (filter: object = {}, who = admin) =>
  (await who.call('POST /monitor/api/v1/syslog/lists', filter)).data.items

const arrived = (n: number) => vi.waitFor(async () => expect((await list()).length).toBe(n), 10_000)

test('messages over UDP and TCP are listed, filtered and counted', async () => {
  const deviceId = await add()
  await send('<187>Oct 11 22:14:15 core link: GE1 down')
  await stream('<190>first of a stream\n22 <189>1 - - app - - - x')
  await arrived(3)
  const texts = async (filter: object) => (await list(filter)).map(({ text }) => text)
  expect(await texts({ severity: ['error'] })).toEqual(['core link: GE1 down'])
  expect(await texts({ search: 'OF A stream' })).toEqual(['first of a stream'])
  expect(await texts({ facility: ['local7'], deviceId, outletId: '0' })).toHaveLength(3)
  expect(await texts({ deviceId: '999999' })).toEqual([])
  expect(await texts({ from: new Date(Date.now() + 60_000).toISOString() })).toEqual([])
  const { data } = await admin.call('POST /monitor/api/v1/syslog/chart', {})
  const sum = data.hours.reduce((all, { counts }) => all + counts.reduce((a, b) => a + b, 0), 0)
  expect(sum).toBe(3)
})

test('a search finds words and their parts in both languages, all of its terms, under each filter and order', async () => {
  const deviceId = await add()
  await send(
    '<187>Oct 11 22:14:15 core IFNET: 接口GigabitEthernet0/0/1的链路状态变为DOWN',
    '<190>Oct 11 22:14:16 core IFNET: 接口GigabitEthernet0/0/2的链路状态变为UP',
    '<189>Oct 11 22:14:17 core SSH: user admin from 10.20.3.4 failed -> closed',
  )
  await arrived(3)
  const found = async (search: string, more: object = {}) =>
    (await list({ search, ...more })).map(({ text }) => text.slice(-6))
  expect(await found('路状态')).toHaveLength(2)
  expect(await found('ethernet0/0/1 down')).toEqual(['变为DOWN'])
  expect(await found('链路状态', { sort: 'at' })).toHaveLength(2)
  expect(await found('链路状态', { severity: ['info'], deviceId, outletId: '0' })).toEqual(['状态变为UP'])
  expect(await found('链路状态', { facility: ['kern'] })).toEqual([])
  expect(await found('ssh 10.20.3')).toHaveLength(1)
  // Without a word; and both terms must be there.
  expect(await found('->')).toHaveLength(1)
  expect(await found('ssh ethernet0')).toEqual([])
  expect(await found(`' | !x:*&\\`)).toEqual([])
  const { data } = await admin.call('POST /monitor/api/v1/syslog/lists', {
    search: '接口',
    page: 2,
    pageSize: 1,
  })
  expect([data.items.length, data.total, data.totalCapped]).toEqual([1, 2, false])
  const engineer = await t.person(admin.companyId, 'user_layer')
  await t.adminPool.query(
    `with o as (insert into outlet (company_id, name) values ($1, 'Other') returning id),
       r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
         select $1, 'There', '{DMS_SERVER_DEVICE_SYSLOG}', 'outlets', array[id] from o returning id)
     insert into member_role (company_id, member_id, role_id)
       select $1, m.id, r.id from member m, r where m.person_id = $2 and m.company_id = $1`,
    [admin.companyId, engineer.personId],
  )
  expect(await list({ search: '接口' }, engineer)).toEqual([])
  await t.adminPool.query(
    `update syslog_message set outlet_id = (select id from outlet where company_id = $1) where company_id = $1 and severity = 3`,
    [admin.companyId],
  )
  await t.adminPool.query(
    'update device set outlet_id = (select id from outlet where company_id = $1) where company_id = $1',
    [admin.companyId],
  )
  // Those that arrived before it was there stay out of sight.
  expect(await list({ search: '接口' }, engineer)).toHaveLength(1)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await list({ search: '接口' }, stranger)).toEqual([])
  expect(await list({ search: '接口', companyId: admin.companyId }, stranger)).toEqual([])
})

test('of random MACs of guests, half is stored; from above neither messages nor counts are seen', async () => {
  await add()
  await send('<13>hostapd: STA a2:b3:c4:d5:e6:f7 left, 3c:22:fb:11:02:9a stays')
  await arrived(1)
  expect((await list())[0]?.text).toContain('STA a2:b3:c4:**:**:** left, 3c:22:fb:11:02:9a stays')
  expect(await list({ search: 'a2:b3:c4:d5' })).toEqual([])
  const { rows } = await t.adminPool.query('select parent_id from company where id = $1', [admin.companyId])
  const above = await t.person(rows[0].parent_id, 'administrator')
  expect(await list({}, above)).toEqual([])
  expect(await list({ search: 'hostapd' }, above)).toEqual([])
  expect((await above.call('POST /monitor/api/v1/syslog/chart', {})).data.hours).toEqual([])
})

test('nobody is listened to but known devices, in ranges of their company', async () => {
  const refused = receiver.refused
  await send('<13>from nobody')
  await vi.waitFor(() => expect(receiver.refused).toBe(refused + 1), 10_000)
  expect(await list()).toEqual([])
})

test('an address that two companies claim is nobody’s, and no company sees the messages of another', async () => {
  await add()
  await send('<13>mine')
  await arrived(1)
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect(await list({}, stranger)).toEqual([])
  last += 1
  address = `127.5.0.${last}`
  await add()
  await add(stranger.companyId)
  const { rows } = await t.adminPool.query('select code from company where id = any ($1)', [
    [admin.companyId, stranger.companyId],
  ])
  for (const { code } of rows) ranges.push(`${address}/32=${code}`)
  const refused = receiver.refused
  await send('<13>whose?')
  await vi.waitFor(() => expect(receiver.refused).toBe(refused + 1), 10_000)
})

test('what a device sends beyond its rate is dropped and counted', async () => {
  await add()
  await send(...Array.from({ length: 60 }, (_, n) => `<13>flood ${n}`))
  await vi.waitFor(async () => {
    const { data } = await admin.call('POST /monitor/api/v1/syslog/chart', {})
    expect(data.dropped).toBeGreaterThan(10)
  }, 10_000)
  expect((await list()).length).toBeLessThan(50)
})

test('a stream of nonsense, and hostile text, do no harm', async () => {
  await add()
  await stream('x'.repeat(100_000))
  await send(`<13><script>alert(1)</script>\u001b[2J`)
  await arrived(1)
  expect((await list())[0]?.text).toBe('<script>alert(1)</script>[2J')
})

test('tomorrow’s partition is emptied, and those of the last days stay', async () => {
  await add()
  await send('<13>today')
  await arrived(1)
  await messageRepo.prune(t.scopes)
  await arrived(1)
  const inWeek = new Date(Date.now() + 7 * 86_400_000)
  await t.scopes.asLoginRole('select syslog_prune($1)', [inWeek])
  expect(await list()).toEqual([])
})

test('a role without the permission reads nothing', async () => {
  const user = await t.person(admin.companyId, 'user_layer')
  expect((await user.call('POST /monitor/api/v1/syslog/lists', {})).code).toBe('permission.denied')
})
