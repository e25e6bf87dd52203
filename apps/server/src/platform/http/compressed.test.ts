import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type Endpoint, endpoint } from '@netward/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Scopes } from '../db/scope.ts'
import { createLogger } from '../log.ts'
import type { Secrets } from '../secrets.ts'
import { mayBeCompressed } from './compressed.ts'
import { type App, publicRoute, route } from './route.ts'
import { createHttp } from './server.ts'

const names = { input: z.object({ count: z.coerce.number() }), output: z.array(z.string()) }
const read = endpoint({ ...names, method: 'GET', path: '/read', access: 'session', summary: '' })
const written = endpoint({ ...names, method: 'POST', path: '/written', access: 'session', summary: '' })
const open = endpoint({ ...names, method: 'GET', path: '/open', access: 'public', summary: '' })

let http: FastifyInstance
beforeAll(async () => {
  http = await createHttp({ log: createLogger('silent'), trustedProxies: [] })
  const scopes = {
    withRequest: (_claims: unknown, _options: unknown, work: (...given: unknown[]) => unknown) =>
      work({}, {}),
  }
  const app: App = {
    http,
    scopes: scopes as unknown as Scopes,
    checkAnswers: true,
    secrets: {} as Secrets,
    fileLimit: async () => 1,
  }
  const answer = async (_ctx: unknown, { count }: { count: number }) => Array<string>(count).fill('网关')
  route(app, read, answer)
  route(app, written, answer)
  publicRoute(app, open, answer)
})
afterAll(() => http.close())

const headers = { authorization: 'Bearer token' }
const ask = (accepted: string, count: number, method: 'GET' | 'HEAD' = 'GET') =>
  http.inject({
    method,
    url: `/read?count=${count}`,
    headers: { ...headers, 'accept-encoding': accepted },
  })

test.each([
  { accepted: 'gzip, deflate, br', encoding: 'br', opened: brotliDecompressSync },
  { accepted: 'gzip, br;q=0', encoding: 'gzip', opened: gunzipSync },
])(
  'a read leaves as $encoding for a caller that accepts $accepted',
  async ({ accepted, encoding, opened }) => {
    const plain = await http.inject({ url: '/read?count=500', headers })
    const answer = await ask(accepted, 500)
    expect(answer.headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(answer.rawPayload.length),
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      vary: 'accept-encoding',
    })
    expect(answer.rawPayload.length).toBeLessThan(200)
    expect(String(opened(answer.rawPayload))).toBe(plain.body)
  },
)

test('HEAD describes what GET would send, without sending it', async () => {
  const get = await ask('br', 500)
  const head = await ask('br', 500, 'HEAD')
  expect(head.rawPayload).toHaveLength(0)
  for (const name of ['content-encoding', 'content-length', 'vary'])
    expect(head.headers[name]).toBe(get.headers[name])
})

test('a caller that accepts none of them gets the plain answer with its length', async () => {
  const answer = await ask('identity', 500)
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.headers).toMatchObject({
    vary: 'accept-encoding',
    'content-length': String(answer.rawPayload.length),
  })
  expect(answer.json().data).toHaveLength(500)
})

test('an answer of one packet is not compressed', async () => {
  const answer = await ask('br', 3)
  expect(answer.headers).not.toHaveProperty('content-encoding')
  expect(answer.json().data).toHaveLength(3)
})

test('answers that may contain a new secret, and public ones, are not compressed', async () => {
  const accepts = { ...headers, 'accept-encoding': 'br' }
  const answers = [
    await http.inject({ method: 'POST', url: '/written', headers: accepts, payload: { count: 500 } }),
    await http.inject({ url: '/open?count=500', headers: accepts }),
  ]
  for (const answer of answers) {
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).not.toHaveProperty('content-encoding')
  }
})

test.each<Endpoint['answer']>(['token', 'oauth', 'csv', 'zip'])('an answer of kind %s never is', (answer) => {
  expect(mayBeCompressed(read)).toBe(true)
  expect(mayBeCompressed({ ...read, answer })).toBe(false)
})
