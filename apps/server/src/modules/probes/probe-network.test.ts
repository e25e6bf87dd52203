import { testCertificate, testKey } from '@netward/testkit/tls-identity'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import path from 'node:path'
import { createServer as createTlsServer, type Server as TlsServer } from 'node:tls'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { writeMetrics } from '../metrics/index.ts'
import { outletRoutes } from '../outlets/index.ts'
import { ProbeHub } from './hub/hub.ts'
import { ProbeProcess } from './probe-process.fixture.ts'
import { probeRoutes } from './probes.routes.ts'
import { Programs } from './release.ts'

let t: TestApp
let hub: ProbeHub
let admin: TestPerson
let front: TlsServer
let proxy: HttpServer
const proxied: string[] = []
const open = new Set<Socket>()
/** From where the console sees what comes by TLS. */
let seenFrom = '127.0.0.2'
const probe = new ProbeProcess()
const patiently = { timeout: 40_000, interval: 50 }

/** Both ends of a connection that is passed on. */
function pass(from: Socket, to: Socket): void {
  for (const [one, other] of [
    [from, to],
    [to, from],
  ] as const) {
    open.add(one)
    one.on('error', () => {})
    one.on('close', () => {
      open.delete(one)
      other.destroy()
    })
    one.pipe(other)
  }
}

beforeAll(async () => {
  t = await createTestApp((app, deps) => {
    hub = new ProbeHub({
      ...deps,
      release: () => null,
      writeBatch: (batch, receivedAt) => writeMetrics(deps.scopes, batch, receivedAt),
      saveParts: async () => {},
      timing: { followMilliseconds: 50 },
    })
    outletRoutes(app, deps)
    probeRoutes(app, { hub, programs: new Programs(), publicUrl: 'https://netward.test' })
  })
  const server = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  hub.start()
  admin = await t.person((await t.company('company')).id, 'administrator')
  await t.adminPool.query(`update company set products = array['link_testing'] where id = $1`, [
    admin.companyId,
  ])
  front = createTlsServer({ cert: testCertificate, key: testKey }, (socket) =>
    pass(socket, connect({ host: '127.0.0.1', port: Number(new URL(server).port), localAddress: seenFrom })),
  )
  front.listen(0, '127.0.0.1')
  proxy = createHttpServer()
  proxy.on('connect', ({ url = '', headers }, socket: Socket) => {
    proxied.push(`${url} ${String(headers['proxy-authorization'])}`)
    socket.write('HTTP/1.1 200 OK\r\n\r\n')
    pass(socket, connect({ host: '127.0.0.1', port: Number(url.split(':')[1]) }))
  })
  proxy.listen(0, '127.0.0.1')
  await Promise.all([once(front, 'listening'), once(proxy, 'listening')])
})
afterAll(async () => {
  await probe.remove()
  for (const socket of open) socket.destroy()
  front.close()
  proxy.close()
  await hub.stop()
  await t.stop()
})

const portOf = (server: TlsServer | HttpServer) => (server.address() as AddressInfo).port

test('over TLS and a proxy a real probe connects, and again after a new address and a restart', async () => {
  const { data: outlet } = await admin.call('POST /api/v1/outlet', { name: 'Pudong' })
  const outlets = [{ outletId: outlet.id, ranges: ['192.168.1.0/24'] }]
  const { probeId, token } = (await admin.call('POST /dial/api/v1/probe', { name: 'Pudong', outlets })).data
  const read = async () => (await admin.call('GET /dial/api/v1/probe/:probeId', { probeId })).data
  const given = [
    '--server',
    `https://localhost:${portOf(front)}`,
    '--token',
    token,
    '--range',
    '192.168.1.0/24',
  ]
  const trusted = path.join(probe.state, 'ca.pem')
  writeFileSync(trusted, testCertificate)
  probe.environment = { HTTPS_PROXY: `http://shop:s%20cret@127.0.0.1:${portOf(proxy)}` }
  // A certificate that nobody vouches for is refused before the token is sent.
  const refused = probe.enrol(given)
  await vi.waitFor(() => expect(probe.said).toMatch(/no connection: .*self-signed/), patiently)
  await probe.end()
  await refused
  expect((await read()).state).toBe('waiting')

  probe.environment['NODE_EXTRA_CA_CERTS'] = trusted
  expect({ code: await probe.enrol(given), said: probe.said }).toMatchObject({ code: 0 })
  probe.run()
  await vi.waitFor(async () => expect(await read()).toMatchObject({ address: '127.0.0.2' }), patiently)
  await vi.waitFor(() => expect(hub.linkOf(probeId)).toBeDefined(), patiently)
  const credentials = Buffer.from('shop:s cret').toString('base64')
  expect(new Set(proxied)).toEqual(new Set([`localhost:${portOf(front)} Basic ${credentials}`]))

  seenFrom = '127.0.0.3'
  for (const socket of open) socket.destroy()
  await vi.waitFor(async () => expect(await read()).toMatchObject({ address: '127.0.0.3' }), patiently)

  await probe.end('SIGKILL')
  await vi.waitFor(() => expect(hub.linkOf(probeId)).toBeUndefined(), patiently)
  seenFrom = '127.0.0.4'
  probe.run()
  await vi.waitFor(
    async () => expect(await read()).toMatchObject({ standing: 'connected', address: '127.0.0.4' }),
    patiently,
  )
}, 120_000)
