import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { ConnectionRequestServer, type SimulatedGateway } from '@netward/testkit'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { BusyOperator } from './busy-operator.ts'
import { deviceOf, freePort, type InstalledCompany, makeCompany, makeGateways } from './installation.ts'
import { operatorPassword, type ServerProcess, startServerProcess } from './server-process.ts'

/**
 * One server with its embedded database, twenty gateways and a busy operator; then parts of it are killed.
 */

const soon = { timeout: 30_000, interval: 100 }
let directory: string
let env: Record<string, string>
let server: ServerProcess
let company: InstalledCompany
let operator: BusyOperator
let gateways: SimulatedGateway[]
/** Reboot calls that reached a gateway. */
const rebootsHeard = new Map<SimulatedGateway, number>()
const doors = new ConnectionRequestServer()

beforeAll(async () => {
  directory = mkdtempSync(path.join(os.tmpdir(), 'netward-kill-'))
  // As root the database runs as another account, which needs access.
  chmodSync(directory, 0o755)
  await doors.listen()
  env = {
    NETWARD_DATA_DIR: path.join(directory, 'data'),
    NETWARD_PORT: String(await freePort()),
    NETWARD_ACS_PORT: String(await freePort()),
    NETWARD_DEVICE_RANGES: '127.0.0.0/8',
  }
  server = await startServerProcess(env)
  company = await makeCompany(server.consoleUrl, 'killed')
  operator = new BusyOperator(company.inside)
  gateways = makeGateways(20, company, {
    url: `${server.acsUrl}/`,
    // Time runs 100 times faster for the gateways: an Inform every three seconds, retries after a twentieth.
    timeScale: 0.01,
    connectionRequests: doors,
  })
  for (const gateway of gateways) {
    gateway.on('call', ({ method }) => {
      if (method === 'Reboot') rebootsHeard.set(gateway, (rebootsHeard.get(gateway) ?? 0) + 1)
    })
  }
})
afterAll(async () => {
  await operator.stop()
  for (const gateway of gateways) gateway.stop()
  await doors.close()
  await server.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
})

/** Kills the server in the middle of a session, while the requested change is half done. */
function killedDuring(method: string, nth: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let seen = 0
  const onCall = (call: { method: string }) => {
    if (call.method !== method || ++seen !== nth) return
    for (const gateway of gateways) gateway.off('call', onCall)
    void server.kill('SIGKILL').then(() => resolve())
  }
  for (const gateway of gateways) gateway.on('call', onCall)
  return promise
}

async function detailOf(gateway: SimulatedGateway) {
  const device = await deviceOf(company.inside, gateway)
  const { data } = await company.inside.call('GET /api/v1/device/:deviceId', { deviceId: device?.id ?? '0' })
  return data
}

async function commandsOf(deviceId: string) {
  const all = []
  for (let page = 1; ; page++) {
    const { data } = await company.inside.call('GET /api/v1/device/:deviceId/commands', {
      deviceId,
      page,
      pageSize: 100,
    })
    all.push(...data.items)
    if (data.items.length < 100) return all
  }
}

/** Every gateway is known once, has proved its own credentials, and is admitted with them. */
async function expectAllConnected(): Promise<void> {
  await vi.waitFor(async () => {
    const details = await Promise.all(gateways.map(detailOf))
    expect(details.map((device) => [device?.credentialState, device?.guard, device?.presence])).toEqual(
      gateways.map(() => ['own', 'none', 'online']),
    )
  }, soon)
  const listed = await company.inside.call('POST /api/v1/device/lists', { pageSize: 100 })
  expect(listed.data.items).toHaveLength(gateways.length)
  await Promise.all(
    gateways.map(async (gateway) => {
      const before = gateway.state.sessions
      gateway.informNow()
      await gateway.waitFor(({ state }) => state.sessions > before, 20_000)
      expect(gateway.value('ManagementServer.Username')).toMatch(/^gw-/)
    }),
  )
}

/** Acknowledged work is stored, and done. */
async function expectKept(gateway: SimulatedGateway): Promise<void> {
  const { id, name } = await detailOf(gateway)
  const kept = operator.acknowledged.get(gateway)!
  if (kept.name !== null) expect([kept.name, kept.nameUnderWay]).toContain(name)
  const commands = await commandsOf(id)
  const sets = commands.filter(({ kind }) => kind === 'set_parameter_values')
  expect(sets.map((command) => command.id)).toEqual(expect.arrayContaining([...kept.sets.keys()]))
  expect(sets.filter(({ state }) => state !== 'done')).toEqual([])
  expect([...kept.sets.values(), kept.nameUnderWay]).toContain(gateway.value('DeviceInfo.ProvisioningCode'))
  const reboots = commands.filter(({ kind }) => kind === 'reboot')
  if (kept.reboots > 0) expect(reboots).not.toEqual([])
  // An interrupted call is resent, or the BOOT after it confirms it.
  expect(reboots.filter(({ state }) => state !== 'done')).toEqual([])
  expect(rebootsHeard.get(gateway) ?? 0).toBeGreaterThanOrEqual(reboots.length)
}

async function expectNothingLost(): Promise<void> {
  await expectAllConnected()
  await vi.waitFor(() => Promise.all(gateways.map(expectKept)), soon)
}

test('kill -9 of the server while gateways get their credentials: all of them come in again', async () => {
  const killed = killedDuring('SetParameterValues', 8)
  for (const gateway of gateways) gateway.start()
  await killed
  server = await startServerProcess(env)
  await expectAllConnected()
}, 60_000)

test('kill -9 of the server during commands: what was acknowledged is there and is done', async () => {
  operator.start(gateways)
  const enough = operator.total + 100
  await vi.waitFor(() => expect(operator.total).toBeGreaterThan(enough), soon)
  await killedDuring('Reboot', 3)
  server = await startServerProcess(env)
  const again = operator.total + 30
  await vi.waitFor(() => expect(operator.total).toBeGreaterThan(again), soon)
  await operator.stop()
  expect(operator.unanswered).toBeGreaterThan(0)
  await expectNothingLost()
}, 90_000)

function postmaster(): number {
  const cluster = path.join(realpathSync(path.join(env['NETWARD_DATA_DIR']!, 'database')), 'cluster')
  return Number.parseInt(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8'), 10)
}

test('kill -9 of the database: the server reports it, recovers automatically, and loses nothing acknowledged', async () => {
  operator.unanswered = 0
  operator.codes.clear()
  operator.start(gateways)
  const enough = operator.total + 60
  await vi.waitFor(() => expect(operator.total).toBeGreaterThan(enough), soon)
  const before = postmaster()
  process.kill(before, 'SIGKILL')
  await vi.waitFor(() => expect(operator.codes).toContain('system.unavailable'), { ...soon, interval: 5 })
  expect((await fetch(`${server.consoleUrl}/healthz`)).status).toBe(200)
  await vi.waitFor(async () => expect((await fetch(`${server.consoleUrl}/readyz`)).status).toBe(200), soon)
  const again = operator.total + 60
  await vi.waitFor(() => expect(operator.total).toBeGreaterThan(again), soon)
  await operator.stop()
  expect(postmaster()).not.toBe(before)
  expect(operator.unanswered).toBe(0)
  expect(operator.codes).toEqual(new Set([0, 'system.unavailable']))
  await expectNothingLost()
}, 90_000)

test('a second process on the same data refuses in a sentence, and disturbs nothing', async () => {
  const said = await startServerProcess({ ...env, NETWARD_PORT: '0', NETWARD_ACS_PORT: '0' }).catch(String)
  expect(said).toMatch(new RegExp(`ended with 1 .*\\n.*data directory .* is in use by process ${server.pid}`))
  expect(said).not.toMatch(/\n +at /)
  expect((await fetch(`${server.consoleUrl}/readyz`)).status).toBe(200)
})

test('SIGTERM: a request under way is answered, the exit code is 0, and no process is left', async () => {
  const database = postmaster()
  const form = new URLSearchParams({ username: 'admin', password: operatorPassword }).toString()
  const request = http.request(`${server.consoleUrl}/api/v1/auth/login`, {
    method: 'POST',
    headers: {
      expect: '100-continue',
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': Buffer.byteLength(form),
    },
  })
  const answered = new Promise<number | undefined>((resolve, reject) => {
    request.on('response', (response) => resolve(response.resume().statusCode))
    request.on('error', reject)
  })
  // The server has started on it.
  await new Promise((resolve) => request.on('continue', resolve))
  const exit = server.kill('SIGTERM')
  await vi.waitFor(() => expect(server.output()).toContain('Stopping'), soon)
  request.end(form)
  expect(await answered).toBe(200)
  expect(await exit).toBe(0)
  expect(() => process.kill(database, 0)).toThrow('ESRCH')
  expect(postmaster).toThrow('ENOENT')
})
