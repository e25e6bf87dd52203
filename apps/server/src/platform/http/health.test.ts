import { afterEach, expect, test } from 'vitest'
import type { Scopes } from '../db/scope.ts'
import { createLogger } from '../log.ts'
import { healthRoutes } from './health.ts'
import { createHttp } from './server.ts'

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function metricsOf(metricsToken: string | null) {
  const http = await createHttp({ log: createLogger('silent'), trustedProxies: [] })
  closers.push(() => http.close())
  healthRoutes(http, {
    scopes: {} as Scopes,
    health: { stopping: false },
    gauges: { answer: () => 42 },
    metricsToken,
  })
  return async (remoteAddress: string, headers: Record<string, string> = {}) => {
    const { statusCode, body } = await http.inject({ url: '/metrics', remoteAddress, headers })
    return statusCode === 200 ? body.includes('netward_answer 42') : statusCode
  }
}

test('without a token metrics are for this machine only, and not for a proxy on it', async () => {
  const metrics = await metricsOf(null)
  expect(await metrics('127.0.0.1')).toBe(true)
  expect(await metrics('::1')).toBe(true)
  expect(await metrics('192.0.2.1')).toBe(404)
  expect(await metrics('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
  // A page of somebody else whose name was made to mean 127.0.0.1 asks for that name.
  expect(await metrics('127.0.0.1', { host: 'rebound.example:8080' })).toBe(404)
  expect(await metrics('127.0.0.1', { host: '127.0.0.1:8080' })).toBe(true)
})

test('with a token they are for its holder only', async () => {
  const metrics = await metricsOf('a-token-of-length')
  expect(await metrics('192.0.2.1', { authorization: 'Bearer a-token-of-length' })).toBe(true)
  expect(await metrics('192.0.2.1', { authorization: 'Bearer another' })).toBe(404)
  expect(await metrics('127.0.0.1')).toBe(404)
})
