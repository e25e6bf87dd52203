import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { uploadPartBytes } from '@netward/contract/ota-uploads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { multipartOf } from '../../../test/upload.ts'
import { otaRoutes } from '../../modules/ota/index.ts'
import { outletRoutes } from '../../modules/outlets/index.ts'
import { productRoutes } from '../../modules/products/index.ts'
import { settingsRoutes } from '../../modules/settings/index.ts'

const megabyte = 2 ** 20
let t: TestApp
let person: TestPerson
let port: number

beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => {
    otaRoutes(app, { secrets, filesUrl: 'http://acs.example/' })
    outletRoutes(app, { secrets })
    productRoutes(app, { secrets })
    settingsRoutes(app, { secrets })
  })
  person = await t.person((await t.company('company')).id, 'administrator')
  await t.operator.call('PUT /api/v1/settings/platform', { fileLimit: 1, imageLimit: 1 })
  await t.app.http.listen({ host: '127.0.0.1', port: 0 })
  port = (t.app.http.server.address() as AddressInfo).port
})
afterAll(() => t.stop())

/** Sends the file over a socket in two pieces, the second once the server has read the first. */
async function send(path: string, content: Buffer, cut: number, token = person.token) {
  const { body, contentType } = multipartOf(content, 'x.bin')
  const begin = body.indexOf('\r\n\r\n') + 4
  return new Promise<{ status: number; code: unknown; data: unknown; message: string }>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': contentType,
      'content-length': body.length,
      'accept-language': 'en-us',
    }
    const call = request({ port, host: '127.0.0.1', path, method: 'POST', headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('end', () =>
        resolve({
          status: answer.statusCode,
          ...(JSON.parse(Buffer.concat(chunks).toString()) as object),
        } as never),
      )
    })
    call.on('error', reject)
    call.write(body.subarray(0, begin + cut), () =>
      setTimeout(() => call.end(body.subarray(begin + cut)), 20),
    )
  })
}

async function firmware(_size: number, content: Buffer, cut: number) {
  const made = await person.call('POST /ota/api/v2/ota/firmware', { version: '1.0', models: ['*'] })
  return send(`/ota/api/v2/ota/firmware/${made.data.id}/file`, content, cut)
}

async function part(size: number, content: Buffer, cut: number) {
  const made = await person.call('POST /ota/api/v2/ota/firmware', { version: '1.0', models: ['*'] })
  const begun = await person.call('POST /ota/api/v2/ota/firmware/:firmwareId/upload', {
    firmwareId: made.data.id,
    fileName: 'x',
    size,
  })
  return send(`/ota/api/v2/ota/upload/${begun.data.id}/part/0`, content, cut)
}

const cases: [
  string,
  number,
  (size: number, content: Buffer, cut: number) => Promise<unknown>,
  object,
  string,
][] = [
  ['a firmware file', megabyte, firmware, { status: 200, data: { size: megabyte } }, 'file.too_large'],
  ['a part of a firmware file', uploadPartBytes, part, { status: 200 }, 'file.too_large'],
  [
    'a logo',
    5 * megabyte,
    (_size, content, cut) => send('/api/v1/settings/company/logo', content, cut),
    { code: 'image.type' },
    'image.too_large',
  ],
  [
    'a CSV file',
    megabyte,
    (_size, content, cut) => send('/api/v1/outlet/import', content, cut),
    { status: 400 },
    'file.too_large',
  ],
]

test.each(cases)(
  '%s is taken up to its limit, and one above it is always refused by one error',
  async (_what, limit, attempt, taken, refusal) => {
    const answers = async (size: number, cuts: readonly number[]) => {
      const content = Buffer.alloc(size, 'a')
      const all: unknown[] = []
      for (const cut of cuts) all.push(await attempt(size, content, cut))
      return all
    }
    const cuts = [limit, limit - 1, 65_536, 1]
    for (const answer of await answers(limit, cuts)) expect(answer).toMatchObject(taken)
    for (const size of [limit + 1, Math.ceil(limit * 1.2)]) {
      for (const answer of await answers(size, [...cuts, limit, limit]))
        expect(answer).toMatchObject({ status: 413, code: refusal, data: { fields: [{ field: 'file' }] } })
    }
  },
)

test('an icon of 21 MB is refused with the limit of icons', async () => {
  const { data } = await t.operator.call('POST /api/v1/product/lists', {})
  const answer = await send(
    `/api/v1/product/${data.items[0]!.id}/icon`,
    Buffer.alloc(21 * megabyte),
    megabyte,
    t.operator.token,
  )
  expect(answer).toMatchObject({ status: 413, code: 'image.too_large' })
  expect(JSON.stringify(answer.data)).toContain('1 MB')
})
