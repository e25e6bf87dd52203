import { createHash, randomBytes } from 'node:crypto'
import { uploadPartBytes } from '@netward/contract/ota-uploads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { upload } from '../../../test/upload.ts'
import { otaRoutes, otaSweeps } from './index.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp((app, { secrets }) => otaRoutes(app, { secrets, filesUrl: 'http://acs.example/' }))
})
afterAll(() => t.stop())

const begin = 'POST /ota/api/v2/ota/firmware/:firmwareId/upload'
const finish = 'POST /ota/api/v2/ota/upload/:uploadId/finish'
const read = 'GET /ota/api/v2/ota/firmware/:firmwareId/upload'
const content = randomBytes(uploadPartBytes * 2 + 12_345)
const sha256 = createHash('sha256').update(content).digest('hex')

async function draft(person: TestPerson): Promise<string> {
  return (await person.call('POST /ota/api/v2/ota/firmware', { version: '1.0', models: ['*'] })).data.id
}

const send = (person: TestPerson, uploadId: string, offset: number, part: Buffer) =>
  upload(t, person, `/ota/api/v2/ota/upload/${uploadId}/part/${offset}`, { content: part, filename: 'part' })

test('an upload in parts resumes where it stopped and is published when complete', async () => {
  const person = await t.person((await t.company('company')).id, 'administrator')
  const firmwareId = await draft(person)
  const file = { firmwareId, fileName: 'large.bin', size: content.length }
  const { data } = await person.call(begin, file)
  const uploadId = data.id
  const part = (n: number) => content.subarray(n * uploadPartBytes, (n + 1) * uploadPartBytes)
  expect((await send(person, uploadId, 0, part(0))).data).toMatchObject({ received: uploadPartBytes })
  // The response was lost: repeating the part changes nothing.
  expect((await send(person, uploadId, 0, part(0))).data).toMatchObject({ received: uploadPartBytes })
  expect((await send(person, uploadId, uploadPartBytes * 2, part(2))).code).toBe('upload.wrong_part')
  expect((await send(person, uploadId, uploadPartBytes, Buffer.from('short'))).code).toBe('upload.wrong_part')
  expect((await person.call(finish, { uploadId, sha256 })).code).toBe('upload.incomplete')
  // The page was reloaded and the same file chosen.
  expect((await person.call(begin, file)).data).toMatchObject({ id: uploadId, received: uploadPartBytes })
  expect((await person.call(read, { firmwareId })).data.upload).toMatchObject({ received: uploadPartBytes })
  await send(person, uploadId, uploadPartBytes, part(1))
  await send(person, uploadId, uploadPartBytes * 2, part(2))
  const wrong = await person.call(finish, { uploadId, sha256: 'a'.repeat(64) })
  expect(wrong).toMatchObject({ code: 'upload.damaged', data: { fields: [{ field: 'sha256' }] } })
  expect((await person.call(finish, { uploadId, sha256 })).data).toMatchObject({
    size: content.length,
    sha256,
    fileName: 'large.bin',
  })
  const { rows } = await t.adminPool.query<{ data: Buffer }>(
    'select data from file_chunk where company_id = $1 order by position',
    [person.companyId],
  )
  expect(Buffer.concat(rows.map((row) => row.data)).equals(content)).toBe(true)
  expect((await person.call(read, { firmwareId })).data.upload).toBeNull()
})

test('uploads that are too large, of another company or abandoned for days are removed', async () => {
  const person = await t.person((await t.company('company')).id, 'administrator')
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  const firmwareId = await draft(person)
  const tooLarge = await person.call(begin, { firmwareId, fileName: 'x', size: 257 * 2 ** 20 })
  expect(tooLarge).toMatchObject({ code: 'file.too_large', data: { fields: [{ field: 'size' }] } })
  const { data } = await person.call(begin, { firmwareId, fileName: 'x', size: 10 })
  expect((await send(stranger, data.id, 0, Buffer.alloc(10))).code).toBe('upload.not_found')
  expect((await stranger.call(begin, { firmwareId, fileName: 'x', size: 10 })).code).toBe(
    'firmware.not_found',
  )
  // Another file replaces it; deleting a draft deletes its parts.
  const other = await person.call(begin, { firmwareId, fileName: 'y', size: 20 })
  expect(other.data.id).not.toBe(data.id)
  await send(person, other.data.id, 0, Buffer.alloc(20))
  await person.call('DELETE /ota/api/v2/ota/firmware/:firmwareId', { firmwareId })
  const files = () => t.adminPool.query('select 1 from file where company_id = $1', [person.companyId])
  expect((await files()).rows).toEqual([])
  const again = await draft(person)
  await person.call(begin, { firmwareId: again, fileName: 'z', size: 30 })
  await t.adminPool.query("update firmware_upload set touched_at = now() - interval '3 days'")
  const sweep = otaSweeps({ secrets: t.secrets, filesUrl: '' }).find(
    ({ name }) => name === 'firmware_upload.sweep',
  )
  await sweep!.run({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })
  expect((await files()).rows).toEqual([])
  expect((await person.call(read, { firmwareId: again })).data.upload).toBeNull()
})
