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
