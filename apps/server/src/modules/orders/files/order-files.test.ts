import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOrder, moveOrder, orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { upload } from '../../../../test/upload.ts'
import { orderFileRoutes, orderRoutes } from '../index.ts'
import { fileKind, shownName } from './file-kind.ts'

let t: TestApp
let engineer: TestPerson
let orderId: string

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    orderFileRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  engineer = await t.person((await t.company('company')).id, 'engineer')
  orderId = await makeOrder(engineer)
})

type Added = { code: unknown; data: { id: string; name: string; mediaType: string; isPicture: boolean } }

async function add(content: Buffer, filename: string, who = engineer, key = ''): Promise<Added> {
  const query = key === '' ? '' : `?key=${key}`
  const { body } = await upload(t, who, `/api/v1/work/order/${orderId}/file${query}`, { content, filename })
  return JSON.parse(body) as Added
}
const list = async (who = engineer) =>
  (await who.call('GET /api/v1/work/order/:orderId/files', { orderId })).data
const pdf = Buffer.from('%PDF-1.7\n%%EOF\n')
const zip = (...names: string[]) =>
  Buffer.concat([Buffer.from([0x50, 0x4b, 0x03, 0x04]), Buffer.from(names.join(' '))])

test('the content decides the kind, whatever the name says', () => {
  const kind = (content: Buffer, name = 'a.pdf') => fileKind(content, name)?.extension ?? null
  expect(kind(pdf, 'photo.exe')).toBe('pdf')
  expect(kind(zip('[Content_Types].xml', 'word/document.xml'))).toBe('docx')
  expect(kind(zip('[Content_Types].xml', 'xl/workbook.xml'))).toBe('xlsx')
  expect(kind(zip('[Content_Types].xml', 'xl/workbook.xml', 'xl/vbaProject.bin'))).toBeNull()
  expect(kind(zip('setup.exe'))).toBeNull()
  expect(kind(Buffer.from('<script>alert(1)</script>'), 'page.html')).toBe('txt')
  expect(kind(Buffer.from('a,b\n'), 'a.CSV')).toBe('csv')
  expect(kind(Buffer.from([0xbb, 0xa5, 0xc1, 0xaa]), 'a.txt')).toBe('txt')
  expect(kind(Buffer.from('MZ\0\0'), 'a.txt')).toBeNull()
})

test('a name loses folders, control and direction marks, and takes the ending of its kind', () => {
  expect(shownName('../../etc/网点照片.exe', 'jpg')).toBe('网点照片.jpg')
  expect(shownName('C:\\docs\\a\u202egpj.exe', 'pdf')).toBe('agpj.pdf')
  expect(shownName('.pdf', 'pdf')).toBe('pdf.pdf')
  expect(shownName('...', 'pdf')).toBe('file.pdf')
  expect(shownName(`${'x'.repeat(300)}.txt`, 'txt')).toHaveLength(104)
})

test('a picture is stored without its metadata; a file is offered as what it is', async () => {
  const picture = await sharp({ create: { width: 3000, height: 30, channels: 3, background: '#fff' } })
    .withExif({ IFD0: { Copyright: 'secret place' } })
    .jpeg()
    .toBuffer()
  expect((await add(picture, 'rack.png')).data).toMatchObject({
    name: 'rack.jpg',
    mediaType: 'image/jpeg',
    isPicture: true,
  })
  expect((await add(pdf, 'plan.exe')).data).toMatchObject({ name: 'plan.pdf', isPicture: false })
  // The same content again is the same file.
  await add(pdf, 'again.pdf')
  const files = await list()
  expect(files.map(({ name }) => name)).toEqual(['rack.jpg', 'plan.pdf'])
  const read = async (fileId: string) =>
    (await engineer.call('GET /api/v1/work/order/:orderId/files/:fileId', { orderId, fileId })).data
  const shown = Buffer.from((await read(files[0]!.id)).content, 'base64')
  expect(shown.includes('secret place')).toBe(false)
  expect((await sharp(shown).metadata()).width).toBe(2048)
  expect(Buffer.from((await read(files[1]!.id)).content, 'base64')).toEqual(pdf)
  expect(
    (await orderOf(engineer, orderId)).history.map(({ kind, name }) => [kind, name]).slice(0, 2),
  ).toEqual([
    ['file_added', 'plan.pdf'],
    ['photographed', 'rack.jpg'],
  ])
})

test('what a phone sends again by the same key is taken once, notes and files', async () => {
  const [noteKey, fileKey] = [crypto.randomUUID(), crypto.randomUUID()]
  const note = (key: string, who = engineer) =>
    who.call('POST /api/v1/work/order/:orderId/note', { orderId, note: 'Arrived', key })
  const kinds = async () =>
    (await orderOf(engineer, orderId)).history.map(({ kind }) => kind).filter((kind) => kind !== 'created')
  expect((await Promise.all([note(noteKey), note(noteKey)])).map(({ code }) => code)).toEqual([0, 0])
  const first = await add(pdf, 'plan.pdf', engineer, fileKey)
  expect(await add(pdf, 'plan.pdf', engineer, fileKey)).toEqual(first)
  expect(await kinds()).toEqual(['file_added', 'note'])
  // Somebody removed it meanwhile: it does not come back.
  await engineer.call('DELETE /api/v1/work/order/:orderId/files/:fileId', { orderId, fileId: first.data.id })
  expect((await add(pdf, 'plan.pdf', engineer, fileKey)).code).toBe('work_order.file_not_found')
  // A key is one of its author.
  const colleague = await t.person(engineer.companyId, 'engineer')
  expect((await note(noteKey, colleague)).code).toBe(0)
  expect(await kinds()).toEqual(['note', 'file_removed', 'file_added', 'note'])
  expect((await note('1')).code).toBe('request.invalid')
})

test('other kinds are refused, and so is a file of an order of others', async () => {
  expect((await add(Buffer.from('MZ\0\0'), 'setup.pdf')).code).toBe('work_order.file_type')
  expect((await add(Buffer.from([0xff, 0xd8, 0xff]), 'cut.jpg')).code).toBe('work_order.file_type')
  const { id: fileId } = (await add(pdf, 'plan.pdf')).data
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await add(pdf, 'plan.pdf', stranger)).code).toBe('work_order.not_found')
  const lists = await stranger.call('GET /api/v1/work/order/:orderId/files', { orderId })
  expect(lists.code).toBe('work_order.not_found')
  const read = await stranger.call('GET /api/v1/work/order/:orderId/files/:fileId', { orderId, fileId })
  expect(read.code).toBe('work_order.file_not_found')
})

test('a file is removed while the order is open', async () => {
  const { id: fileId } = (await add(pdf, 'plan.pdf')).data
  const remove = async (one: string) =>
    (await engineer.call('DELETE /api/v1/work/order/:orderId/files/:fileId', { orderId, fileId: one })).code
  expect(await remove('999999')).toBe('work_order.file_not_found')
  expect(await remove(fileId)).toBe(0)
  expect(await list()).toEqual([])
  const { rows } = await t.adminPool.query('select 1 from file where company_id = $1', [engineer.companyId])
  expect(rows).toEqual([])
  const other = (await add(pdf, 'plan.pdf')).data.id
  await moveOrder(engineer, orderId, { name: 'cancel', note: 'Mistake' })
  expect(await remove(other)).toBe('work_order.over')
})

test('an order holds 50 pictures and files', async () => {
  await add(pdf, 'plan.pdf')
  await t.adminPool.query(
    `with f as (insert into file (company_id, name, media_type, size, sha256)
       select $1, lpad(n::text, 32, 'a') || '.bin', 'text/plain', 1, '' from generate_series(1, 49) n returning id)
     insert into work_order_file (company_id, order_id, file_id, name, media_type, added_by)
     select $1, $2, id, 'a.txt', 'text/plain', 'A' from f`,
    [engineer.companyId, orderId],
  )
  expect((await add(Buffer.from('more'), 'more.txt')).code).toBe('work_order.too_many_files')
})
