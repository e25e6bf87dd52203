import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import type { TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'

const url = '/api/v1/device/pre-registration/import'
let f: AcsFixture
let person: TestPerson
beforeAll(async () => {
  f = await createAcsFixture()
  person = await f.t.person((await f.t.company('company')).id, 'administrator')
})
afterAll(() => f.stop())

const send = (content: Buffer | string, filename = 'a.csv') =>
  upload(f.t, person, url, { content, filename, type: 'text/csv' })

const heading = 'serialNumber,oui,name\r\n'

test.each<[string, Buffer | string]>([
  ['a workbook', Buffer.from('PK\u0003\u0004\u0014\u0000\u0006\u0000serialNumber,oui')],
  ['an archive', gzipSync(heading)],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a page', `<!doctype html><table>${heading}</table>`],
  ['a page after a space', `\n <html>${heading}`],
  ['a PDF', `%PDF-1.7\n${heading}`],
  ['UTF-16', Buffer.from(`\uFEFF${heading}`, 'utf16le')],
  ['a text of another kind', 'nothing of the kind'],
])('%s that is called CSV is refused', async (_what, content) => {
  expect(await send(content)).toMatchObject({ status: 400, code: 'import.not_csv' })
})

test('an empty file, one beyond 20 MB and none at all are refused, naming the field', async () => {
  expect(await send('')).toMatchObject({ code: 'file.empty', data: { fields: [{ field: 'file' }] } })
  expect(await send(Buffer.alloc(20 * 2 ** 20 + 1, 'a'))).toMatchObject({
    status: 413,
    code: 'file.too_large',
    message: expect.stringContaining('20 MB') as string,
    data: { fields: [{ field: 'file' }] },
  })
  expect(await person.call('POST /api/v1/device/pre-registration/import')).toMatchObject({
    code: 'request.invalid',
    data: { fields: [{ field: 'file' }] },
  })
})

test('a CSV is accepted whatever its name, in UTF-8 and as Chinese spreadsheets write it', async () => {
  expect(await send(`${heading}AA1,00D09E,上海店\r\n`, 'a.png')).toMatchObject({ code: 0 })
  // 上海店 in GBK.
  const gbk = Buffer.concat([Buffer.from(`${heading}AA2,00D09E,`), Buffer.from('c9cfbaa3b5ea', 'hex')])
  expect(await send(gbk)).toMatchObject({ code: 0 })
  const list = await person.call('POST /api/v1/device/pre-registration/lists', {})
  expect(list.data.items.map(({ name }) => name)).toEqual(['上海店', '上海店'])
})
