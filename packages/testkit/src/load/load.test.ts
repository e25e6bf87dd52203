import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { ScriptedAcs } from '../gateway/scripted-acs.ts'
import { runLoad } from './load.ts'

let acs: ScriptedAcs | undefined

afterEach(async () => {
  await acs?.close()
})

test('devices take turns over the connections, and every session is counted', async () => {
  acs = await new ScriptedAcs().listen()
  const result = await runLoad({ url: acs.url, devices: 5, connections: 3, sessions: 20 })
  expect(result).toMatchObject({ sessions: 20, errors: 0, causes: {} })
  expect(new Set(acs.informs.map(({ deviceId }) => deviceId.serialNumber)).size).toBe(5)
  expect(result.latencyMs.p50).toBeLessThanOrEqual(result.latencyMs.p99)
})

test('a gateway has one session at a time, however slow one of them is', async () => {
  const open = new Set<string>()
  let overlapping = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const serial = /<SerialNumber>([^<]*)/.exec(body)?.[1]
    if (serial === undefined) {
      const [ended = ''] = request.headers.cookie?.split('=').slice(1) ?? []
      if (ended === slow) await delay(20)
      open.delete(ended)
      return response.writeHead(204).end()
    }
    slow ??= serial
    if (open.has(serial)) overlapping++
    open.add(serial)
    return response.setHeader('set-cookie', `of=${serial}`).end('<InformResponse/>')
  }
  const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1')
  let slow: string | undefined
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const result = await runLoad({
    url: `http://127.0.0.1:${port}/`,
    devices: 3,
    connections: 5,
    sessions: 60,
  })
  server.close()
  expect(result).toMatchObject({ sessions: 60, errors: 0 })
  expect(overlapping).toBe(0)
})

test('with Digest the nonce is used again, its count growing', async () => {
  const credentials = { username: 'u', password: 'p' }
  acs = await new ScriptedAcs({ credentials }).listen()
  const result = await runLoad({
    url: acs.url,
    devices: 2,
    connections: 1,
    sessions: 4,
    credentials: () => credentials,
  })
  expect(result).toMatchObject({ sessions: 4, errors: 0 })
  expect(acs.authorizations.map((header) => /nc=(\d+)/.exec(header)?.[1])).toEqual(
    Array.from({ length: 8 }, (_, index) => String(index + 1).padStart(8, '0')),
  )
})

test('refused sessions are errors with their cause', async () => {
  acs = await new ScriptedAcs().listen()
  acs.refusals.push(503, 503)
  const result = await runLoad({ url: acs.url, devices: 1, connections: 1, sessions: 3 })
  expect(result).toMatchObject({ sessions: 1, errors: 2, causes: { 503: 2 } })
})

test('an ACS that is not there ends the run', async () => {
  const result = await runLoad({ url: 'http://127.0.0.1:1/', devices: 1, connections: 2, sessions: 5 })
  expect(result).toMatchObject({ sessions: 0, errors: 5, causes: { connection: 5 } })
})
