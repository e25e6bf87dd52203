import { createHmac, randomBytes } from 'node:crypto'
import { createSocket, type Socket } from 'node:dgram'
import { once } from 'node:events'
import {
  bindingRequest,
  type BindingRequest,
  parseStun,
  stunType,
  udpConnectionRequest,
} from '@netward/cwmp/stun'
import type { SimulatedGateway } from '@netward/testkit'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { type AcsFixture, createAcsFixture, testAcsConfig, testLimits } from '../../../test/acs-fixture.ts'
import { cwmpJobs, startAcs } from './index.ts'
import { startStunServer } from './stun-server.ts'

let f: AcsFixture
const sockets: Socket[] = []
beforeAll(async () => {
  f = await createAcsFixture({ stunPerMinute: 400 }, { stun: { port: 0, address: '127.0.0.1' } })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.close()
})
afterAll(() => f.stop())

/** A gateway behind NAT that received the STUN server and proved its binding. */
async function behindNat() {
  const company = await f.company()
  const gateway = f.gateway({
    username: company.username,
    password: company.password,
    nat: true,
    // Its keepalives follow its own clock.
    timeScale: 0.01,
  })
  gateway.start()
  await gateway.waitFor((g) => (g.stun?.mapped ?? '') !== '', 10_000)
  const device = (await f.deviceOf(gateway)) as { id: string; company_id: string }
  await bound(device.id)
  return { company, gateway, device }
}

async function bound(deviceId: string) {
  return vi.waitFor(async () => {
    await f.acs.flush()
    const [row] = await f.sql<{ address: string; port: number; server: string }>(
      'select host(udp_address) as address, udp_port as port, udp_server as server from gateway where device_id = $1',
      [deviceId],
    )
    expect(row?.port).toBeGreaterThan(0)
    return row!
  }, 10_000)
}

async function connect(device: { id: string; company_id: string }) {
  const jobs = cwmpJobs({ config: testAcsConfig, secrets: f.t.secrets })
  const tools = { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal }
  await jobs['device.connect']!({ companyId: device.company_id, deviceId: device.id }, tools)
}

const events = (gateway: SimulatedGateway) => gateway.state.last?.events ?? []

/**
 * One datagram to the STUN server; its answer, or null when it stays silent until it has answered a later
 * one.
 */
async function ask(bytes: Uint8Array): Promise<Uint8Array | null> {
  const socket = createSocket('udp4')
  sockets.push(socket)
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  const answers: Uint8Array[] = []
  socket.on('message', (answer) => answers.push(answer))
  socket.send(bytes, f.acs.stunPort!, '127.0.0.1')
  const after = bindingRequest({ transactionId: Buffer.alloc(16, 0xff), connectionRequestBinding: true })
  socket.send(after, f.acs.stunPort!, '127.0.0.1')
  await vi.waitFor(() => expect(answers.some((answer) => isAfter(answer))).toBe(true))
  return answers.find((answer) => !isAfter(answer)) ?? null
}
const isAfter = (answer: Uint8Array) =>
  parseStun(answer)?.transactionId.every((byte) => byte === 0xff) === true

const request = (more: Partial<BindingRequest> = {}, password?: string) =>
  bindingRequest(
    { transactionId: randomBytes(16), connectionRequestBinding: true, ...more },
    password === undefined ? undefined : (text) => createHmac('sha1', password).update(text).digest(),
  )

test('a gateway that HTTP does not reach gets STUN in its first session, keeps a binding, and is called through it', async () => {
  const { gateway, device, company } = await behindNat()
  const binding = await bound(device.id)
  expect(`${binding.address}:${binding.port}`).toBe(gateway.stun!.mapped)
  expect(gateway.value('ManagementServer.STUNUsername')).toMatch(/^gw-/)
  expect(gateway.value('ManagementServer.STUNPassword')).not.toBe('')
  await vi.waitFor(async () => {
    const { data } = await company.admin.call('GET /api/v1/device/:deviceId', { deviceId: device.id })
    expect(data).toMatchObject({ udpRequestAddress: gateway.stun!.mapped })
  })
  expect(await f.timelineOf(gateway)).toContain('stun.set')
  const passwords = await f.sql(
    `select value from device_parameter where device_id = $1 and path like '%STUNPassword' and value <> ''`,
    [device.id],
  )
  expect(passwords).toEqual([])

  const asked = await company.admin.call('POST /api/v1/device/:deviceId/connection-request', {
    deviceId: device.id,
  })
  expect(asked.code).toBe(0)
  await connect(device)
  await gateway.waitFor((g) => events(g).includes('6 CONNECTION REQUEST'), 10_000)
  // Its copies are ignored.
  await vi.waitFor(() => expect(gateway.stun!.counts.passedOver).toBeGreaterThanOrEqual(2))
  expect(gateway.stun!.counts.taken).toBe(1)
  expect(await f.timelineOf(gateway)).toEqual(
    expect.arrayContaining(['connection_request.udp', 'inform.connection_request']),
  )
  expect(await f.timelineOf(gateway)).not.toContain('connection_request.failed')
  expect(await f.sql('select * from udp_request')).toEqual([])
})

test('a NAT that dropped the binding is detected: the new one must be proved, and is called', async () => {
  const { gateway, device } = await behindNat()
  const before = gateway.stun!.mapped
  gateway.stun!.rebind()
  await gateway.waitFor((g) => g.stun!.mapped !== before, 10_000)
  await vi.waitFor(async () => {
    const binding = await bound(device.id)
    expect(`${binding.address}:${binding.port}`).toBe(gateway.stun!.mapped)
  }, 10_000)
  await connect(device)
  await gateway.waitFor((g) => g.stun!.counts.taken === 1, 10_000)
})

test('a caller who knows the user name cannot move the binding or call it', async () => {
  const { gateway, device } = await behindNat()
  const binding = await bound(device.id)
  const username = gateway.value('ManagementServer.STUNUsername')
  const moved = await ask(request({ username, bindingChange: true }))
  expect(parseStun(moved!)).toMatchObject({ type: stunType.bindingError, errorCode: 401 })
  const guessed = await ask(request({ username, bindingChange: true }, 'guessed'))
  expect(parseStun(guessed!)).toMatchObject({ type: stunType.bindingError, errorCode: 431 })
  // A message overheard elsewhere, replayed from here.
  const proof = request({ username }, gateway.value('ManagementServer.STUNPassword'))
  const first = await ask(proof)
  expect(parseStun(first!)?.integrity).not.toBeNull()
  expect(await ask(proof)).toBeNull()
  gateway.stun!.rebind()
  await vi.waitFor(async () => {
    expect(`127.0.0.1:${(await bound(device.id)).port}`).toBe(gateway.stun!.mapped)
  }, 10_000)
  expect(binding.server).toContain(`:${f.acs.stunPort}`)

  const forged = { timestamp: Math.floor(Date.now() / 1000), id: 7, username, nonce: 'AB' }
  const sign = (password: string) => (text: string) => createHmac('sha1', password).update(text).digest('hex')
  const right = sign(gateway.value('ManagementServer.ConnectionRequestPassword'))
  gateway.stun!.hear(udpConnectionRequest(gateway.stun!.mapped, forged, sign('guessed')))
  expect(gateway.stun!.counts.taken).toBe(0)
  gateway.stun!.hear(udpConnectionRequest(gateway.stun!.mapped, forged, right))
  expect(gateway.stun!.counts.taken).toBe(1)
  // The same again, and one from before.
  gateway.stun!.hear(udpConnectionRequest(gateway.stun!.mapped, forged, right))
  const old = { ...forged, id: 8, timestamp: forged.timestamp - 60 }
  gateway.stun!.hear(udpConnectionRequest(gateway.stun!.mapped, old, right))
  expect(gateway.stun!.counts).toEqual({ taken: 1, passedOver: 3 })
})

test('an answer is no longer than its datagram and returns to its source; an invalid datagram gets none', async () => {
  const elsewhere = createSocket('udp4')
  sockets.push(elsewhere)
  elsewhere.bind(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  let reflected = 0
  elsewhere.on('message', () => reflected++)
  const bounced = request({ responseAddress: { address: '127.0.0.1', port: elsewhere.address().port } })
  const refused = await ask(bounced)
  expect(parseStun(refused!)).toMatchObject({ type: stunType.bindingError, errorCode: 420 })
  for (const bytes of [
    bounced,
    request(),
    request({ username: 'gw-nobody' }),
    request({ username: 'gw-nobody' }, 'guessed'),
    bindingRequest({ transactionId: randomBytes(16), username: 'somebody' }),
  ]) {
    const answer = await ask(bytes)
    expect(answer?.length ?? 0).toBeLessThanOrEqual(bytes.length)
    expect(parseStun(answer ?? bytes)?.transactionId).toEqual(parseStun(bytes)?.transactionId)
  }
  // Twenty bytes are too few for any answer.
  expect(await ask(bindingRequest({ transactionId: randomBytes(16) }))).toBeNull()
  expect(await ask(Buffer.from('GET / HTTP/1.1\r\n\r\n'))).toBeNull()
  expect(await ask(new Uint8Array(0))).toBeNull()
  for (let count = 0; count < 40; count++) expect(await ask(randomBytes(20 + count * 7))).toBeNull()
  expect(reflected).toBe(0)
})

test('only the server that receives its keepalives calls it; when that is gone, another one', async () => {
  const { gateway, device } = await behindNat()
  gateway.stun!.stop()
  await f.sql(`update gateway set udp_server = 'gone:3478' where device_id = $1`, [device.id])
  await connect(device)
  const take = (server: string) => f.sql('select device_id::text from acs_udp_requests($1, 10)', [server])
  expect(await take('here:3478')).toEqual([])
  expect(await take('gone:3478')).toEqual([{ device_id: device.id }])
  await connect(device)
  await f.sql(`update udp_request set wanted_at = now() - interval '4 seconds' where device_id = $1`, [
    device.id,
  ])
  // Our own server looks too: one of the two has it.
  await vi.waitFor(async () => {
    await take('here:3478')
    expect(await f.sql('select 1 from udp_request where device_id = $1', [device.id])).toEqual([])
  })
})

test('a guarded device, and one of another company, is not called', async () => {
  const { device } = await behindNat()
  await f.sql(`update device set guard = 'quarantined' where id = $1`, [device.id])
  await connect(device)
  expect(await f.sql('select 1 from udp_request where device_id = $1', [device.id])).toEqual([])
  const stranger = await f.company()
  const asked = await stranger.admin.call('POST /api/v1/device/:deviceId/connection-request', {
    deviceId: device.id,
  })
  expect(asked.code).toBe('device.not_found')
})

test('a source that sends too much is blocked for the rest of the minute, others are served', async () => {
  const server = await startStunServer({
    config: { host: '127.0.0.1', stun: { port: 0, address: '127.0.0.1' }, deviceRanges: [] },
    scopes: f.t.scopes,
    secrets: f.t.secrets,
    log: f.t.log,
    perMinute: 2,
  })
  const answers = new Map<string, number>()
  const from = async (address: string) => {
    const socket = createSocket('udp4')
    sockets.push(socket)
    socket.bind(0, address)
    await once(socket, 'listening')
    socket.on('message', () => answers.set(address, (answers.get(address) ?? 0) + 1))
    return socket
  }
  const [loud, quiet] = [await from('127.0.0.2'), await from('127.0.0.3')]
  for (let count = 0; count < 5; count++) loud.send(request(), server!.advertised.port, '127.0.0.1')
  await vi.waitFor(() => expect(answers.get('127.0.0.2')).toBe(2))
  quiet.send(request(), server!.advertised.port, '127.0.0.1')
  await vi.waitFor(() => expect(answers.get('127.0.0.3')).toBe(1))
  expect(answers.get('127.0.0.2')).toBe(2)
  await server!.close()
})

test('where the operator removed the STUN server, gateways that use it are switched off, once', async () => {
  const acs = await startAcs({
    config: testAcsConfig,
    scopes: f.t.scopes,
    secrets: f.t.secrets,
    log: f.t.log,
    limits: testLimits,
  })
  const company = await f.company()
  const advertised: string[] = []
  const gateway = f.gateway({
    url: `http://127.0.0.1:${acs.address.port}/`,
    username: company.username,
    password: company.password,
    nat: true,
    periodicInforms: true,
    intercept(call) {
      const values = call.method === 'SetParameterValues' ? call.values : []
      advertised.push(...values.filter(({ name }) => name.endsWith('STUNEnable')).map(({ value }) => value))
      return undefined
    },
  })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 2, 10_000)
  const device = (await f.deviceOf(gateway)) as { id: string }
  await f.sql(
    `update gateway set stun_offer = 'set 127.0.0.1:1', udp_address = '127.0.0.1', udp_port = 9, udp_server = 'gone'
     where device_id = $1`,
    [device.id],
  )
  // Another process still has one: nothing is switched off.
  const before = gateway.state.sessions
  await gateway.waitFor((g) => g.state.sessions > before + 1, 10_000)
  expect(advertised).toEqual([])
  await vi.waitFor(async () => {
    await f.sql("update stun_server set seen_at = now() - interval '11 minutes'")
    expect(await f.timelineOf(gateway)).toContain('stun.off')
  }, 10_000)
  const after = gateway.state.sessions
  await gateway.waitFor((g) => g.state.sessions > after + 1, 10_000)
  expect(advertised).toEqual(['0'])
  expect(gateway.value('ManagementServer.STUNEnable')).toBe('0')
  const [row] = await f.sql('select stun_offer, udp_address from gateway where device_id = $1', [device.id])
  expect(row).toEqual({ stun_offer: 'off', udp_address: null })
  gateway.stop()
  await acs.close()
})

test('a gateway that refuses it is not asked in each session', async () => {
  const company = await f.company()
  const credentials = { username: company.username, password: company.password, nat: true }
  const refusing = f.gateway({
    ...credentials,
    periodicInforms: true,
    intercept: (call) =>
      call.method === 'SetParameterValues' && call.values.some(({ name }) => name.includes('STUN'))
        ? { method: 'Fault', code: '9001', text: 'No', parameters: [] }
        : undefined,
  })
  refusing.start()
  await refusing.waitFor((g) => g.state.sessions >= 3, 10_000)
  const device = await f.deviceOf(refusing)
  const [row] = await f.sql('select stun_offer from gateway where device_id = $1', [device!['id']])
  expect(row).toEqual({ stun_offer: `refused 127.0.0.1:${f.acs.stunPort}` })
  const kinds = await f.timelineOf(refusing)
  expect(kinds.filter((kind) => kind === 'stun.refused')).toHaveLength(1)
})
