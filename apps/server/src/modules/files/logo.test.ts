import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { settingsRoutes } from '../settings/index.ts'
import { fileRoutes } from './index.ts'

const url = '/api/v1/settings/company/logo'
let t: TestApp
let person: TestPerson
let dataDir: string

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'netward-files-'))
  t = await createTestApp((app, { secrets }) => {
    settingsRoutes(app, { secrets })
    fileRoutes(app, { dataDir })
  })
  person = await t.person((await t.company('company')).id, 'administrator')
})
afterAll(async () => {
  await t.stop()
  await rm(dataDir, { recursive: true })
})

const drawing = (width = 180, height = 47, background = '#1188cc80') =>
  sharp({ create: { width, height, channels: 4, background } })
const png = (background?: string) => drawing(180, 47, background).png().toBuffer()

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG that declares 30,000 pixels in width and height: 3.6 GB once decoded. */
function bomb(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(30_000, 0)
  header.writeUInt32BE(30_000, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', randomBytes(64)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

async function served(logoUrl: string, headers: Record<string, string> = {}) {
  return t.app.http.inject({ method: 'GET', url: logoUrl, headers })
}

async function uploaded(content: Buffer, filename = 'logo.png') {
  const answer = await upload(t, person, url, { content, filename })
  expect(answer).toMatchObject({ status: 200, code: 0 })
  return (answer.data as { logoUrl: string }).logoUrl
}

test('re-encodes a logo, and serves it under a name that cannot be guessed', async () => {
  const logoUrl = await uploaded(await png())
  expect(logoUrl).toMatch(/^\/api\/v1\/auth\/logo\/[0-9a-f]{32}\.png$/)
  const response = await served(logoUrl)
  expect(response.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  })
  const { format, width, height, hasAlpha } = await sharp(response.rawPayload).metadata()
  expect({ format, width, height, hasAlpha }).toEqual({
    format: 'png',
    width: 180,
    height: 47,
    hasAlpha: true,
  })
  const again = await served(logoUrl, { 'if-none-match': String(response.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('detects the type by content, whatever the name and header', async () => {
  const content = await png('#ff000080')
  const answer = await upload(t, person, url, { content, filename: 'logo.svg', type: 'image/svg+xml' })
  const { logoUrl } = answer.data as { logoUrl: string }
  expect((await served(logoUrl)).headers['content-type']).toBe('image/png')
})

test('removes everything but pixels: position, camera, comments, markup in a text chunk', async () => {
  const photo = await drawing(60, 40, '#224466')
    .jpeg()
    .withExif({ IFD0: { Make: 'SecretCamera' }, IFD3: { GPSLatitude: '31/1 14/1 0/1', GPSLatitudeRef: 'N' } })
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()
  const jpeg = await served(await uploaded(photo, 'photo.jpg'))
  expect(jpeg.headers['content-type']).toBe('image/jpeg')
  expect((await sharp(jpeg.rawPayload).metadata()).exif).toBeUndefined()
  expect(jpeg.rawPayload.includes('SecretCamera')).toBe(false)

  const plain = await png('#00ff00ff')
  const marked = Buffer.concat([
    plain.subarray(0, 33),
    chunk('tEXt', Buffer.from('Comment\0<script>alert(1)</script>')),
    plain.subarray(33),
  ])
  expect((await served(await uploaded(marked))).rawPayload.includes('<script')).toBe(false)
})

test('reduces a larger image, and never enlarges a smaller one', async () => {
  const large = await served(await uploaded(await drawing(2000, 1000).png().toBuffer()))
  expect(await sharp(large.rawPayload).metadata()).toMatchObject({ width: 376, height: 188 })
  const small = await served(await uploaded(await drawing(20, 10).png().toBuffer()))
  expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 20, height: 10 })
})

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
test.each<[string, string, () => Promise<Buffer> | Buffer]>([
  ['an SVG that is called PNG', 'image.type', () => Buffer.from(svg)],
  ['a GIF', 'image.type', () => drawing(10, 10).gif().toBuffer()],
  ['a WebP', 'image.type', () => drawing(10, 10).webp().toBuffer()],
  ['a page', 'image.type', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a PNG with a page behind it', 'image.type', async () => Buffer.concat([await png(), Buffer.from(svg)])],
  [
    'a JPEG with an archive behind it',
    'image.type',
    async () => Buffer.concat([await drawing(10, 10).jpeg().toBuffer(), Buffer.from('PK\u0003\u0004')]),
  ],
  ['a PNG that was cut off', 'image.type', async () => (await png()).subarray(0, -20)],
  ['a JPEG that was cut off', 'image.type', async () => (await drawing().jpeg().toBuffer()).subarray(0, -20)],
  ['a PNG of damaged data', 'image.type', async () => Buffer.from(await png()).fill(7, 45, 90)],
  ['the signature of a PNG alone', 'image.type', () => Buffer.from('89504e470d0a1a0a', 'hex')],
  ['30,000 pixels square', 'image.dimensions', () => bomb()],
  ['nothing', 'file.empty', () => Buffer.alloc(0)],
  ['6 MB', 'image.too_large', () => Buffer.alloc(6 * 2 ** 20, 1)],
])('%s is refused with %s, at the field', async (_what, code, make) => {
  const answer = await upload(t, person, url, {
    content: await make(),
    filename: 'logo.png',
    type: 'image/png',
  })
  expect(answer).toMatchObject({ code, data: { fields: [{ field: 'file', message: answer.message }] } })
})

test('the refusal of a file that is too large names the limit', async () => {
  const answer = await upload(t, person, url, { content: Buffer.alloc(6 * 2 ** 20), filename: 'logo.png' })
  expect(answer).toMatchObject({ status: 413, message: 'The image cannot exceed 5 MB' })
})

test('refuses a request without a file, naming the field', async () => {
  expect(await person.call('POST /api/v1/settings/company/logo')).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ field: 'file' }] },
  })
})

test('changes the logo of the company acted in, and of no other', async () => {
  const tenant = await t.company('company')
  const mine = await uploaded(await png('#111111ff'))
  await upload(t, t.operator, url, { content: await png('#111111ff'), filename: 'a.png' }, tenant.id)
  const theirs = await t.operator.actingIn(tenant.id).call('GET /api/v1/settings/company')
  // The same image of two companies has two names: neither reveals the other.
  expect(theirs.data.logoUrl).not.toBe(mine)
  expect((await person.call('GET /api/v1/settings/company')).data.logoUrl).toBe(mine)
  expect((await t.operator.call('GET /api/v1/settings/company')).data.logoUrl).toBeNull()
})

test('removes a replaced or deleted logo, and its copies', async () => {
  const before = await uploaded(await png('#222222ff'))
  expect((await served(before)).statusCode).toBe(200)
  const after = await uploaded(await png('#333333ff'))
  expect((await served(before)).statusCode).toBe(404)
  expect((await served(after)).statusCode).toBe(200)
  await person.call('DELETE /api/v1/settings/company/logo')
  expect((await served(after)).statusCode).toBe(404)
  expect((await person.call('GET /api/v1/settings/company')).data.logoUrl).toBeNull()
  const { rows } = await t.adminPool.query(
    `select detail from audit_log where company_id = $1 and action = 'settings.logo_changed' order by id desc limit 1`,
    [person.companyId],
  )
  expect(rows[0]).toMatchObject({
    detail: { before: { logo: after.split('/').at(-1) }, after: { logo: null } },
  })
})

test('processes one image of a company at a time, without delaying other companies', async () => {
  const other = await t.person((await t.company('company')).id, 'administrator')
  const large = await drawing(4000, 4000).png().toBuffer()
  const codes = (
    await Promise.all(
      Array.from({ length: 6 }, () => upload(t, person, url, { content: large, filename: 'a.png' })),
    )
  ).map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set([0, 'request.too_many']))
  const both = await Promise.all([
    upload(t, person, url, { content: large, filename: 'a.png' }),
    upload(t, other, url, { content: await png(), filename: 'a.png' }),
  ])
  expect(both.map(({ code }) => code)).toEqual([0, 0])
})

test('the cache can be lost or corrupted: the database has all files', async () => {
  const logoUrl = await uploaded(await png('#444444ff'))
  const first = await served(logoUrl)
  const directory = join(dataDir, 'cache', 'files')
  expect(await readdir(directory)).toContain(logoUrl.split('/').at(-1))
  await writeFile(join(directory, logoUrl.split('/').at(-1)!), 'something else')
  expect((await served(logoUrl)).rawPayload).toEqual(first.rawPayload)
  await rm(directory, { recursive: true })
  expect((await served(logoUrl)).rawPayload).toEqual(first.rawPayload)
})

test.each(['../../../etc/passwd', 'x.png', `${'a'.repeat(32)}.png`, '..%2f..%2fmaster.key'])(
  'serves no other file: %s',
  async (name) => {
    expect((await served(`/api/v1/auth/logo/${name}`)).statusCode).toBe(404)
  },
)

test('refuses changes without the permission', async () => {
  const user = await t.person(person.companyId, 'user_layer')
  expect(await upload(t, user, url, { content: await png(), filename: 'a.png' })).toMatchObject({
    status: 403,
    code: 'permission.denied',
  })
})

test('refuses an upload without the permission before reading the file', async () => {
  const stranger = await t.person(person.companyId, 'engineer')
  const tooLarge = { content: Buffer.alloc(6 * 2 ** 20, 1), filename: 'logo.png' }
  expect((await upload(t, stranger, url, tooLarge)).code).toBe('permission.denied')
  expect((await upload(t, { ...stranger, token: 'made-up' }, url, tooLarge)).code).toBe(40001)
})
