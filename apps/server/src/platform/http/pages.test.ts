import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLogger } from '../log.ts'
import { documentationPages, serveDocumentation } from './documentation.ts'
import { serveWeb } from './pages.ts'
import { createHttp } from './server.ts'

let http: FastifyInstance
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'netward-web-'))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'index.html'), '<!doctype html><head></head><div id="app"></div>')
  await writeFile(join(directory, 'assets', 'start-abc.js'), 'export {}')
  http = await createHttp({ log: createLogger('silent'), trustedProxies: [] })
  serveDocumentation(http, 'http://localhost:8080')
  await serveWeb(http, directory)
})
afterAll(async () => {
  await http.close()
  await rm(directory, { recursive: true, force: true })
})

test.each(['/', '/?x=1', '/shop', '/shop/', '/shop/login'])(
  '%s is the page, with and without compression',
  async (url) => {
    for (const headers of [{}, { 'accept-encoding': 'gzip, br' }]) {
      const answer = await http.inject({ url, headers })
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toContain('id="app"')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
    }
  },
)

test('an asset is cached for a year, and a missing one is not answered with the page', async () => {
  const asset = await http.inject({ url: '/assets/start-abc.js' })
  expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(asset.headers['x-content-type-options']).toBe('nosniff')
  expect((await http.inject({ url: '/assets/start-old.js' })).statusCode).toBe(404)
})

test.each([
  '/api/v1/nothing',
  '/ota/api/v2/nothing',
  '/assets/',
  '/..%2f..%2fpackage.json',
  '/assets/..%2f..%2fx',
])('%s is not found, in the envelope of the API', async (url) => {
  const answer = await http.inject({ url })
  expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  expect(answer.statusCode).toBeLessThan(500)
  expect(JSON.parse(answer.body)).toHaveProperty('code')
})

test('the documentation is a page with scripts of its own, under the same policy', async () => {
  const page = await http.inject({ url: '/api/docs' })
  expect(page.statusCode).toBe(200)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'")
  const scripts = [...page.body.matchAll(/<script src="([^"]+)"/g)].map((match) => match[1]!)
  expect(scripts.length).toBeGreaterThan(0)
  for (const script of scripts) {
    const answer = await http.inject({ url: new URL(script, 'http://localhost/api/docs').pathname })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      200,
      expect.stringContaining('javascript'),
    ])
  }
  expect((await http.inject({ url: '/api/docs/nothing' })).json()).toMatchObject({ code: 'route.not_found' })
})

test('pages that failed to load are loaded again by the next request', async () => {
  const other = await createHttp({ log: createLogger('silent'), trustedProxies: [] })
  let tries = 0
  serveDocumentation(other, 'http://localhost:8080', (document) => {
    tries += 1
    return tries === 1 ? Promise.reject(new Error('no file descriptor left')) : documentationPages(document)
  })
  const status = async () => (await other.inject({ url: '/api/docs' })).statusCode
  expect([await status(), await status(), await status()]).toEqual([500, 200, 200])
  expect(tries).toBe(2)
  await other.close()
})

test('the API documents every endpoint, with its errors and permission', async () => {
  const answer = await http.inject({ url: '/api/docs/openapi.json' })
  const document = JSON.parse(answer.body) as {
    openapi: string
    paths: Record<string, Record<string, object>>
  }
  expect(document.openapi).toBe('3.1.0')
  expect(document.paths['/api/v1/device/{deviceId}']?.['get']).toMatchObject({
    description: 'Permission: DMS_SERVER_DEVICE_VIEW',
    responses: { 404: expect.any(Object), 401: expect.any(Object) },
  })
  expect((await http.inject({ url: '/api/docs' })).statusCode).toBeLessThan(400)
})

describe('in single-account mode', () => {
  const home = 'https://portal.example/?a="b"&c=<d>'
  let single: FastifyInstance
  beforeAll(async () => {
    single = await createHttp({ log: createLogger('silent'), trustedProxies: [] })
    await serveWeb(single, directory, home)
  })
  afterAll(() => single.close())

  test.each(['/', '/index.html', '/shop/login'])('%s receives the home address, as text', async (url) => {
    const answer = await single.inject({ url })
    expect(answer.body).toContain(
      '<meta name="netward-single-account-home" content="https://portal.example/?a=&quot;b&quot;&amp;c=&lt;d&gt;" />',
    )
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: 'accept-encoding',
    })
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'")
  })

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('the page goes out compressed by %s, and once', async (encoding, unpack) => {
    const answer = await single.inject({ url: '/', headers: { 'accept-encoding': encoding } })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(unpack(answer.rawPayload).toString()).toContain('id="app"')
    const again = await single.inject({
      url: '/',
      headers: { 'accept-encoding': encoding, 'if-none-match': String(answer.headers['etag']) },
    })
    expect(again.statusCode).toBe(304)
    const other = await single.inject({
      url: '/',
      headers: { 'if-none-match': String(answer.headers['etag']) },
    })
    expect(other.statusCode).toBe(200)
  })

  test('a refused encoding is not used', async () => {
    const answer = await single.inject({ url: '/', headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } })
    expect(answer.headers['content-encoding']).toBe('gzip')
  })
})

test('without single-account mode the page has no home address', async () => {
  expect((await http.inject({ url: '/index.html' })).body).not.toContain('netward-single-account-home')
})
