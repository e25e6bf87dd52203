import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { LiveMessage } from '@netward/contract'
import type { TerminalMessage } from '@netward/contract/terminal-values'
import { eventCode } from '@netward/cwmp'
import { ConnectionRequestServer, type SimulatedGateway, startSshDevice } from '@netward/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { rolesOf } from '../src/platform/db/roles.ts'
import { deviceOf, type InstalledCompany, makeCompany, makeGateways, urlOf } from './installation.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { createTestDatabase, type TestDatabase } from './test-database.ts'

/** Two api processes, an acs and a worker on one PostgreSQL. */

let database: TestDatabase
let directory: string
let one: ServerProcess
let other: ServerProcess
let acs: ServerProcess
let worker: ServerProcess
let company: InstalledCompany
const running: ServerProcess[] = []
const gateways: SimulatedGateway[] = []
const doors = new ConnectionRequestServer()

const soon = { timeout: 20_000, interval: 50 }

async function start(roles: string, env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServerProcess({
    ...shared,
    NETWARD_ROLES: roles,
    NETWARD_DATA_DIR: path.join(directory, randomBytes(4).toString('hex')),
    ...env,
  })
  running.push(server)
  return server
}
let shared: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  directory = mkdtempSync(path.join(os.tmpdir(), 'netward-processes-'))
  shared = {
    DATABASE_URL: urlOf(database.admin),
    NETWARD_MASTER_KEY: randomBytes(32).toString('hex'),
    NETWARD_DEVICE_RANGES: '127.0.0.0/8',
  }
  await doors.listen()
  // All at once on an empty database: the first one migrates it, the others wait.
  ;[one, other, acs, worker] = await Promise.all([start('api'), start('api'), start('acs'), start('worker')])
  company = await makeCompany(one.consoleUrl, 'processes')
})
afterAll(async () => {
  for (const gateway of gateways) gateway.stop()
  await doors.close()
  await Promise.all(running.map((server) => server.kill('SIGTERM')))
  await database.drop()
  rmSync(directory, { recursive: true, force: true })
})

/** Its clock nearly stands still: it calls in only on boot and on request. */
async function powerOn(count: number, options: Partial<Parameters<typeof makeGateways>[2]> = {}) {
  const made = makeGateways(count, company, {
    url: `${acs.acsUrl}/`,
    seed: gateways.length + 1,
    timeScale: 100,
    rebootSeconds: 0.002,
    ...options,
  })
  gateways.push(...made)
  return made
}

const there = () => company.inside.at(other.consoleUrl)

async function stateOf(gateway: SimulatedGateway) {
  const device = await deviceOf(there(), gateway)
  const detail = await there().call('GET /api/v1/device/:deviceId', { deviceId: device?.id ?? '0' })
  return detail.data
}

async function rebootsOf(deviceId: string): Promise<string[]> {
  const { data } = await there().call('GET /api/v1/device/:deviceId/commands', { deviceId, pageSize: 100 })
  return data.items.filter((command) => command.kind === 'reboot').map((command) => command.state)
}

test('four processes that start at once on an empty database all come up, over one installation', async () => {
  const signedInAtOne = await company.operator.call('GET /api/v1/auth/user/simple/info')
  const usedAtOther = await company.operator.at(other.consoleUrl).call('GET /api/v1/auth/user/simple/info')
  expect(usedAtOther.data).toEqual({ ...signedInAtOne.data, liveCursor: usedAtOther.data.liveCursor })
  for (const { consoleUrl } of [one, other, acs, worker]) {
    expect((await fetch(`${consoleUrl}/readyz`)).status).toBe(200)
  }
})

test('what a gateway says to the acs, and a person does at one api process, shows at the other and in its live stream; a queued command is pushed by the worker', async () => {
  const { data } = await company.inside.call('POST /api/v1/live/ticket')
  const stream = new WebSocket(`${one.consoleUrl.replace('http', 'ws')}/api/v1/live?ticket=${data.ticket}`)
  const heard: string[] = []
  stream.addEventListener('message', ({ data: text }) => {
    const message = JSON.parse(String(text)) as LiveMessage
    heard.push(message.type === 'event' ? message.event.kind : message.type)
  })
  await vi.waitFor(() => expect(heard).toContain('hello'), soon)

  const [gateway] = (await powerOn(1, { connectionRequests: doors })) as [SimulatedGateway]
  gateway.start()
  await vi.waitFor(async () => {
    for (const { consoleUrl } of [one, other]) {
      expect(await deviceOf(company.inside.at(consoleUrl), gateway)).toMatchObject({ presence: 'online' })
    }
  }, soon)
  await vi.waitFor(
    () => expect(heard).toEqual(expect.arrayContaining(['device.added', 'device.presence'])),
    soon,
  )
  // It calls in again only because the worker sends a connection request, which proves its own credentials.
  await vi.waitFor(async () => expect(await stateOf(gateway)).toMatchObject({ credentialState: 'own' }), soon)

  heard.length = 0
  const pushed = new Promise<string[]>((resolve) =>
    gateway.on('session', ({ calls, events }) => calls.includes('Reboot') && resolve(events)),
  )
  const device = await stateOf(gateway)
  const queued = await there().call('POST /api/v1/device/batch/reboot', { deviceIds: [device.id] })
  expect(queued).toMatchObject({ code: 0, data: { accepted: 1 } })
  await vi.waitFor(() => expect(heard).toContain('command.changed'), soon)
  expect(await pushed).toEqual([eventCode.connectionRequest])
  await vi.waitFor(async () => expect(await rebootsOf(device.id)).toEqual(['done']), soon)
  stream.close()
})

test('signing out at one api process ends the session at the other', async () => {
  const { operator } = await makeCompany(one.consoleUrl, 'leaving')
  const elsewhere = operator.at(other.consoleUrl)
  expect(await elsewhere.call('GET /api/v1/auth/user/simple/info')).toMatchObject({ code: 0 })
  await operator.call('POST /api/v1/auth/logout')
  expect(await elsewhere.call('GET /api/v1/auth/user/simple/info')).toMatchObject({
    status: 401,
    code: 40005,
  })
})

test('a process with another master key refuses to start, says why in a sentence, and changes nothing', async () => {
  const admin = new pg.Client(database.admin)
  await admin.connect()
  const loginPassword = async () =>
    (
      await admin.query('select rolpassword from pg_authid where rolname = $1', [
        rolesOf(database.admin.database!).login,
      ])
    ).rows
  const before = await loginPassword()
  const said = await start('api', { NETWARD_MASTER_KEY: randomBytes(32).toString('hex') }).catch(String)
  expect(said).toMatch(/ended with 1 .*\n.*the master key is not the one/)
  expect(said).not.toMatch(/\n +at /)
  // Running processes sign in to the database with what the right key derives.
  const after = await loginPassword()
  await admin.end()
  expect(after).toEqual(before)
})

test('the connection requests that a killed worker was making go on in another within a minute', async () => {
  const door = await holdingDoor()
  const called = await powerOn(6)
  for (const gateway of called) door.serve(gateway)
  for (const gateway of called) gateway.start()
  await vi.waitFor(
    async () =>
      expect((await Promise.all(called.map(stateOf))).map((device) => device?.credentialState)).toEqual(
        called.map(() => 'own'),
      ),
    soon,
  )
  const deviceIds = (await Promise.all(called.map(stateOf))).map((device) => device.id)
  door.hold()
  await there().call('POST /api/v1/device/batch/reboot', { deviceIds })
  await vi.waitFor(() => expect(door.held).toBe(4), soon)
  await worker.kill('SIGKILL')
  const killedAt = Date.now()
  door.release()
  await start('worker')
  await vi.waitFor(
    async () =>
      expect((await Promise.all(deviceIds.map(rebootsOf))).flat()).toEqual(deviceIds.map(() => 'done')),
    { timeout: 60_000, interval: 250 },
  )
  expect(Date.now() - killedAt).toBeLessThan(60_000)
  await door.close()
}, 90_000)

test('a terminal that one api process carries is watched and ended from another', async () => {
  // Address of its shell.
  const [gateway] = (await powerOn(1, { localAddress: '127.0.0.1' })) as [SimulatedGateway]
  gateway.start()
  await vi.waitFor(
    async () => expect(await deviceOf(there(), gateway)).toMatchObject({ presence: 'online' }),
    soon,
  )
  const { id: deviceId } = await stateOf(gateway)
  const shell = await startSshDevice({ username: 'root', password: 'right-pass' })
  await there().call('PUT /api/v1/device/:deviceId/terminal/access', {
    deviceId,
    protocol: 'ssh',
    port: shell.port,
    encoding: 'utf8',
    username: 'root',
    secret: { kind: 'password', password: 'right-pass' },
  })
  const opened = await there().call('POST /api/v1/device/:deviceId/terminal', {
    deviceId,
    reason: 'two processes',
  })
  const { terminalId, ticket } = opened.data
  const stream = `${one.consoleUrl.replace('http', 'ws')}/api/v1/device/terminal/stream?ticket=${ticket}`
  const socket = new WebSocket(stream)
  const said: TerminalMessage[] = []
  socket.addEventListener('message', ({ data }) => {
    if (typeof data === 'string') said.push(JSON.parse(data) as TerminalMessage)
  })
  await vi.waitFor(() => expect(said).toContainEqual({ type: 'open' }), soon)

  await there().call('POST /api/v1/device/terminal/:terminalId/watch', { terminalId })
  await vi.waitFor(() => expect(said.some(({ type }) => type === 'watched')).toBe(true), soon)
  socket.send(Buffer.from('uname\r'))
  await vi.waitFor(async () => {
    const { data } = await there().call('GET /api/v1/device/terminal/:terminalId/recording', { terminalId })
    expect(data.content).toContain('Linux gateway')
  }, soon)
  await there().call('POST /api/v1/device/terminal/:terminalId/end', { terminalId })
  await vi.waitFor(
    () => expect(said.at(-1)).toEqual({ type: 'over', outcome: 'ended_by_administrator' }),
    soon,
  )
  await shell.stop()
})

/** Connection request endpoint, which may leave requests unanswered. */
async function holdingDoor() {
  const behind = new Map<string, SimulatedGateway>()
  const waiting: ServerResponse[] = []
  let holding = false
  const server = createServer((request, response) => {
    if (holding) return void waiting.push(response)
    behind.get(request.url ?? '')?.informNow([eventCode.connectionRequest])
    response.writeHead(200, { 'content-length': 0 }).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    get held() {
      return waiting.length
    },
    hold() {
      holding = true
    },
    release() {
      holding = false
    },
    serve(gateway: SimulatedGateway) {
      const { model, deviceId } = gateway.factory
      behind.set(`/${deviceId.serialNumber}`, gateway)
      const url = `http://127.0.0.1:${port}/${deviceId.serialNumber}`
      gateway.tree.put(`${model.root}ManagementServer.ConnectionRequestURL`, url)
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
