import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { type SshDevice, startSshDevice } from '@netward/testkit'
import iconv from 'iconv-lite'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeOrder, moveOrder } from '../../../test/orders.ts'
import { shownIn, TerminalFixture } from '../../../test/terminal-fixture.ts'
import type { TestApp, TestPerson } from '../../../test/test-app.ts'
import { sweepRepo } from './sweep.repo.ts'

let fixture: TerminalFixture
let t: TestApp
let device: SshDevice
beforeAll(async () => {
  fixture = await TerminalFixture.start()
  t = fixture.t
  device = await startSshDevice({ username: 'root', password: 'right-pass' })
})
afterAll(async () => {
  await device.stop()
  await fixture.stop()
})
const arrange: TerminalFixture['arrange'] = (...args) => fixture.arrange(...args)
const open: TerminalFixture['open'] = (...args) => fixture.open(...args)
const attach: TerminalFixture['attach'] = (...args) => fixture.attach(...args)
const record: TerminalFixture['record'] = (...args) => fixture.record(...args)
const recording: TerminalFixture['recording'] = (...args) => fixture.recording(...args)
const administrator = () => fixture.administrator()

test('a terminal over SSH: what is typed reaches the device, its size follows, and everything shown is recorded', async () => {
  const person = await administrator()
  const deviceId = await arrange(person, { port: device.port })
  const terminal = await open(person, deviceId)
  await terminal.shows('gateway# ')
  terminal.type('stty size\r')
  await terminal.shows('30 100')
  terminal.say({ type: 'resize', columns: 132, rows: 43 })
  await vi.waitFor(() => expect(device.size()).toEqual({ columns: 132, rows: 43 }))
  terminal.type('stty size\r')
  await terminal.shows('43 132')
  terminal.type('exit\r')
  expect(await terminal.over()).toEqual({ type: 'over', outcome: 'device_closed' })
  const { recordedBytes, ...ended } = await record(person, terminal.terminalId)
  expect(ended).toMatchObject({
    state: 'ended',
    outcome: 'device_closed',
    reason: 'the line is slow',
    username: 'root',
    fromOutside: false,
  })
  const lines = await recording(person, terminal.terminalId)
  expect(lines[0]).toMatchObject({ version: 2, width: 100, height: 30 })
  expect(recordedBytes).toBe(Buffer.byteLength(lines.map((line) => `${JSON.stringify(line)}\n`).join('')))
  expect(shownIn(lines)).toBe(terminal.seen.text)
  const recorded = lines.slice(1) as [number, string, string][]
  expect(recorded.filter(([, kind]) => kind === 'r').map(([, , text]) => text)).toEqual(['132x43'])
})

test('a secret is stored sealed and returned to nobody, and a typed password takes precedence', async () => {
  const person = await administrator()
  const deviceId = await arrange(person, { port: device.port, password: 'wrong-pass' })
  const { rows } = await t.adminPool.query(
    'select secret::text, host_key from terminal_access where device_id = $1',
    [deviceId],
  )
  expect(JSON.stringify(rows)).not.toContain(Buffer.from('wrong-pass').toString('hex'))
  const recorded = await person.call('GET /api/v1/device/:deviceId/terminal/access', { deviceId })
  expect(recorded.data).toMatchObject({ secretKind: 'password', username: 'root' })
  expect(recorded.body).not.toContain('wrong-pass')
  const refused = await open(person, deviceId)
  expect((await refused.over()).outcome).toBe('authentication')
  expect(await record(person, refused.terminalId)).toMatchObject({
    state: 'failed',
    outcome: 'authentication',
  })
  const terminal = await open(person, deviceId, { password: 'right-pass' })
  await terminal.shows('gateway# ')
  await vi.waitFor(async () => {
    const kept = await t.adminPool.query('select secret from terminal_session where id = $1', [
      terminal.terminalId,
    ])
    expect(kept.rows).toEqual([{ secret: null }])
  })
  terminal.say({ type: 'end' })
  expect((await terminal.over()).outcome).toBe('left')
})

test('a changed host key is refused with both fingerprints until a user accepts it', async () => {
  const own = await startSshDevice({ username: 'root', password: 'right-pass', interactive: true })
  const person = await administrator()
  const deviceId = await arrange(person, { port: own.port })
  const first = await open(person, deviceId)
  await first.shows('gateway# ')
  first.socket.close()
  await record(person, first.terminalId)
  own.changeHostKey()
  const over = await (await open(person, deviceId)).over()
  expect(over).toMatchObject({ outcome: 'host_key_changed', trusted: expect.stringMatching(/^SHA256:/) })
  const { data } = await person.call('GET /api/v1/device/:deviceId/terminal/access', { deviceId })
  expect(data).toMatchObject({ hostKey: over.trusted, offeredHostKey: over.offered })
  const accept = (fingerprint: string) =>
    person.call('POST /api/v1/device/:deviceId/terminal/host-key', { deviceId, fingerprint })
  expect(await accept('SHA256:another')).toMatchObject({ code: 'terminal.host_key_unknown' })
  expect(await accept(over.offered!)).toMatchObject({ data: { hostKey: over.offered, offeredHostKey: null } })
  const again = await open(person, deviceId)
  await again.shows('gateway# ')
  again.socket.close()
  await record(person, again.terminalId)
  await own.stop()
})

test.each([
  ['loopback that is in no range', '127.0.0.1', []],
  ['link-local', '169.254.1.1', ['127.0.0.0/8']],
  ['never seen', null, ['127.0.0.0/8']],
] as const)(
  'no connection goes to an address that may not be called: %s',
  async (_which, address, allowed) => {
    const person = await administrator()
    const deviceId = await arrange(person, { port: device.port }, address)
    const before = fixture.ranges.splice(0, fixture.ranges.length, ...allowed)
    try {
      const terminal = await open(person, deviceId)
      expect((await terminal.over()).outcome).toBe(address === null ? 'no_address' : 'address_refused')
    } finally {
      fixture.ranges.splice(0, fixture.ranges.length, ...before)
    }
  },
)

test('telnet: the login is answered, GBK is read and written, and hostile bytes end nothing', async () => {
  const got: Buffer[] = []
  let socket: Socket | undefined
  const server = createServer((incoming) => {
    socket = incoming
    incoming.on('data', (bytes) => got.push(bytes))
    incoming.on('error', () => {})
    incoming.write(Buffer.concat([Buffer.from([255, 253, 31, 255, 251, 1]), iconv.encode('用户名：', 'gbk')]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const person = await administrator()
  const { port } = server.address() as AddressInfo
  const deviceId = await arrange(person, { port, protocol: 'telnet', encoding: 'gbk' })
  const terminal = await open(person, deviceId)
  const received = () => Buffer.concat(got)
  await vi.waitFor(() => expect(received().includes('root\r\0')).toBe(true), 10_000)
  expect(received().includes(Buffer.from([255, 250, 31, 0, 100, 0, 30, 255, 240]))).toBe(true)
  socket!.write(iconv.encode('\r\n密码：', 'gbk'))
  await vi.waitFor(() => expect(received().includes('right-pass\r\0')).toBe(true), 10_000)
  socket!.write(Buffer.from([255, 250, 24, ...Array<number>(5000).fill(1), 255, 240, 0, 255, 241]))
  const greeting = iconv.encode('你好，网关\r\n', 'gbk')
  socket!.write(greeting.subarray(0, 3))
  socket!.write(greeting.subarray(3))
  await terminal.shows('你好，网关')
  terminal.type('重启')
  await vi.waitFor(() => expect(received().includes(iconv.encode('重启', 'gbk'))).toBe(true), 10_000)
  socket!.destroy()
  expect(['device_closed', 'broken']).toContain((await terminal.over()).outcome)
  server.close()
})

test('a ticket opens one terminal once, and a page from elsewhere none', async () => {
  const person = await administrator()
  const terminal = await open(person, await arrange(person, { port: device.port }))
  await terminal.shows('gateway# ')
  const second = attach('not-a-ticket-of-anybody')
  await vi.waitFor(() => expect(second.seen.code).toBe(4401), 10_000)
  const foreign = new WebSocket(fixture.streamUrl('x'), {
    headers: { origin: 'https://elsewhere.example' },
  })
  const [closed] = (await once(foreign, 'close')) as [CloseEvent]
  expect(closed.code).toBe(4403)
  terminal.socket.close()
  expect(await record(person, terminal.terminalId)).toMatchObject({ outcome: 'left' })
})

test.each([
  ['session', 'revoked'],
  ['right', 'revoked'],
  ['device', 'revoked'],
  ['administrator', 'ended_by_administrator'],
] as const)('a terminal ends when this is over: %s', async (what, outcome) => {
  const company = await t.company('company')
  const chief = await t.person(company.id, 'administrator')
  const engineer = await t.person(company.id, 'engineer')
  const deviceId = await arrange(chief, { port: device.port })
  const terminal = await open(engineer, deviceId)
  await terminal.shows('gateway# ')
  await fixture.keeper.lookAgain()
  expect(terminal.socket.readyState).toBe(WebSocket.OPEN)
  if (what === 'session')
    await t.adminPool.query('update session set ended_at = now() where person_id = $1', [engineer.personId])
  if (what === 'right')
    await t.adminPool.query(
      `update member_role set built_in = 'user_layer' where member_id in (select id from member where person_id = $1)`,
      [engineer.personId],
    )
  if (what === 'device')
    await t.adminPool.query(`update device set guard = 'duplicate' where id = $1`, [deviceId])
  if (what === 'administrator') {
    const { terminalId } = terminal
    await chief.call('POST /api/v1/device/terminal/:terminalId/end', { terminalId })
  }
  await fixture.keeper.lookAgain()
  expect((await terminal.over()).outcome).toBe(outcome)
  expect(await record(chief, terminal.terminalId)).toMatchObject({ state: 'ended', outcome })
})

test('an MSP administrator opens a terminal of a customer as outside staff; other companies get not found', async () => {
  const msp = await t.company('middleman')
  const customer = await t.company('company', msp.id)
  const home = await t.person(customer.id, 'administrator')
  const above = await t.person(msp.id, 'administrator')
  const deviceId = await arrange(home, { port: device.port })
  const terminal = await open(above, deviceId)
  await terminal.shows('gateway# ')
  await fixture.keeper.lookAgain()
  expect(terminal.socket.readyState).toBe(WebSocket.OPEN)
  terminal.say({ type: 'end' })
  expect(await record(home, terminal.terminalId)).toMatchObject({ fromOutside: true })
  const stranger = await administrator()
  const { terminalId } = terminal
  const ask = (person: TestPerson) =>
    person.call('GET /api/v1/device/terminal/:terminalId/recording', { terminalId })
  expect(await ask(stranger)).toMatchObject({ code: 'terminal.not_found' })
  expect((await ask(above)).code).toBe(0)
  await t.adminPool.query(
    `insert into acting_consent (company_id, mode) values ($1, 'never') on conflict (company_id) do update set mode = 'never'`,
    [customer.id],
  )
  expect(await ask(above)).toMatchObject({ code: 'acting.never' })
  expect(
    await stranger.call('POST /api/v1/device/:deviceId/terminal', { deviceId, reason: 'just looking' }),
  ).toMatchObject({ code: 'device.not_found' })
})

test('each refusal of the endpoints: no such terminal, one that is over, a doubtful device, a bad key, a short reason', async () => {
  const person = await administrator()
  const deviceId = await arrange(person, { port: device.port })
  const end = (terminalId: string) =>
    person.call('POST /api/v1/device/terminal/:terminalId/end', { terminalId })
  expect(await end('999999')).toMatchObject({ code: 'terminal.not_found' })
  const terminal = await open(person, deviceId)
  await terminal.shows('gateway# ')
  terminal.say({ type: 'nonsense' })
  expect((await terminal.over()).outcome).toBe('broken')
  await record(person, terminal.terminalId)
  expect(await end(terminal.terminalId)).toMatchObject({ code: 'terminal.over' })
  const set = await person.call('PUT /api/v1/device/:deviceId/terminal/access', {
    deviceId,
    protocol: 'ssh',
    port: 22,
    encoding: 'utf8',
    secret: { kind: 'key', privateKey: 'no key at all' },
  })
  expect(set).toMatchObject({ code: 'terminal.bad_key' })
  const ask = (reason: string) => person.call('POST /api/v1/device/:deviceId/terminal', { deviceId, reason })
  expect(await ask('  x ')).toMatchObject({ code: 'request.invalid' })
  await t.adminPool.query(`update device set guard = 'quarantined' where id = $1`, [deviceId])
  expect(await ask('a good reason')).toMatchObject({ code: 'device.move_not_allowed' })
})

test('a terminal is opened for an open order of its company, which lists it', async () => {
  const person = await administrator()
  const deviceId = await arrange(person, { port: device.port })
  const orderId = await makeOrder(person, { deviceId })
  const stranger = await administrator()
  const foreign = await makeOrder(stranger)
  const ask = (order: string) =>
    person.call('POST /api/v1/device/:deviceId/terminal', {
      deviceId,
      reason: 'a good reason',
      orderId: order,
    })
  expect((await ask(foreign)).data).toMatchObject({ fields: [{ field: 'orderId' }] })
  const { terminalId } = (await ask(orderId)).data
  const { acts } = (await person.call('GET /api/v1/work/order/:orderId/acts', { orderId })).data
  expect(acts).toMatchObject([{ kind: 'terminal', refId: terminalId, state: 'waiting' }])
  await moveOrder(person, orderId, { name: 'cancel', note: 'Not needed' })
  expect((await ask(orderId)).data).toMatchObject({ fields: [{ field: 'orderId' }] })
})

test('a user has at most twenty terminals, and unclaimed ones are ended', async () => {
  const person = await administrator()
  const deviceId = await arrange(person, { port: device.port })
  const ask = () =>
    person.call('POST /api/v1/device/:deviceId/terminal', { deviceId, reason: 'a good reason' })
  for (let n = 0; n < 20; n += 1) expect((await ask()).code).toBe(0)
  expect(await ask()).toMatchObject({ code: 'terminal.too_many' })
  await t.adminPool.query(
    `update terminal_session set alive_at = now() - interval '2 minutes' where company_id = $1`,
    [person.companyId],
  )
  await sweepRepo.endLost(t.scopes)
  const { data } = await person.call('POST /api/v1/device/terminal/lists', {})
  expect(new Set(data.items.map(({ outcome }) => outcome))).toEqual(new Set(['not_opened']))
})

test('a terminal of a killed process is shown as interrupted, with its recording so far', async () => {
  const person = await administrator()
  const terminal = await open(person, await arrange(person, { port: device.port }))
  await terminal.shows('gateway# ')
  await vi.waitFor(
    async () => expect((await recording(person, terminal.terminalId)).length).toBeGreaterThan(1),
    10_000,
  )
  await t.adminPool.query(
    `update terminal_session set alive_at = now() - interval '2 minutes' where id = $1`,
    [terminal.terminalId],
  )
  await sweepRepo.endLost(t.scopes)
  const { rows } = await t.adminPool.query<{ bytes: number }>(
    'select sum(octet_length(content))::int as bytes from terminal_chunk where terminal_id = $1',
    [terminal.terminalId],
  )
  expect(await record(person, terminal.terminalId)).toMatchObject({
    state: 'ended',
    outcome: 'interrupted',
    recordedBytes: rows[0]!.bytes,
  })
  terminal.socket.close()
})

test('sessions are found by a part of the reason, device or person, by an index, within the company', async () => {
  const [person, stranger] = [await administrator(), await administrator()]
  const deviceId = await arrange(person, { port: device.port })
  for (const reason of ['Router is 100% down', 'Router is slow'])
    await person.call('POST /api/v1/device/:deviceId/terminal', { deviceId, reason })
  const found = async (who: TestPerson, search: string) =>
    (await who.call('POST /api/v1/device/terminal/lists', { search })).data.items.map(({ reason }) => reason)
  expect(await found(person, '100% DOWN')).toEqual(['Router is 100% down'])
  expect(await found(person, 'is 1%')).toEqual([])
  expect(await found(person, 'router')).toEqual(['Router is slow', 'Router is 100% down'])
  expect(await found(stranger, 'router')).toEqual([])
  const client = await t.adminPool.connect()
  await client.query('begin; set local enable_seqscan = off; set local enable_indexscan = off')
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(
    `explain select id from terminal_session where search like '%router%'`,
  )
  await client.query('rollback')
  client.release()
  expect(rows.map((row) => row['QUERY PLAN']).join(' ')).toMatch(
    /Bitmap Index Scan on terminal_session_search/,
  )
})

test('the list is exported without formulas, and old sessions go with their recordings', async () => {
  const person = await administrator()
  const deviceId = await arrange(person, { port: device.port })
  await person.call('POST /api/v1/device/:deviceId/terminal', { deviceId, reason: '=HYPERLINK("x")' })
  const { body } = await person.call('POST /api/v1/device/terminal/export', {})
  expect(body).toContain(`'=HYPERLINK`)
  await t.adminPool.query(
    `update terminal_session set ended_at = now() - interval '2 years', state = 'failed' where company_id = $1`,
    [person.companyId],
  )
  await sweepRepo.prune(t.scopes, 1000)
  const { data } = await person.call('POST /api/v1/device/terminal/lists', {})
  expect(data.items).toEqual([])
})
