import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { assistantNoteRoutes } from './index.ts'

let t: TestApp
let company: { id: string }
let person: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => assistantNoteRoutes(app))
})
afterAll(() => t.stop())
beforeEach(async () => {
  company = await t.company('company')
  person = await t.person(company.id, 'engineer')
})

const add = async (title: string, text: string, by = person) =>
  (await by.call('POST /api/v1/assistant/note', { title, text })).data.id
const found = async (search: string, by = person) =>
  (await by.call('POST /api/v1/assistant/note/lists', { search })).data.items.map(({ title }) => title)

test('a note is found by its words in both languages, those of the title first', async () => {
  await add('门店断网处理', '先确认光猫电源，再联系电信报障。')
  await add('Carrier contacts', 'Telecom hotline 10000. 门店断网时拨打。')
  expect(await found('断网')).toEqual(['门店断网处理', 'Carrier contacts'])
  expect(await found('光猫电源')).toEqual(['门店断网处理'])
  expect(await found('hotline telecom')).toEqual(['Carrier contacts'])
  expect(await found("x'); drop table assistant_note; --")).toEqual([])
})

test('a note is read, changed and deleted, and the log keeps what it was', async () => {
  const noteId = await add('Old', 'before')
  expect(
    await person.call('PUT /api/v1/assistant/note/:noteId', { noteId, title: 'New', text: 'after' }),
  ).toMatchObject({ code: 0 })
  expect((await person.call('GET /api/v1/assistant/note/:noteId', { noteId })).data).toMatchObject({
    title: 'New',
    text: 'after',
  })
  expect(await found('before')).toEqual([])
  await person.call('DELETE /api/v1/assistant/note/:noteId', { noteId })
  expect(await person.call('GET /api/v1/assistant/note/:noteId', { noteId })).toMatchObject({
    code: 'assistant.note_not_found',
  })
  const { rows } = await t.adminPool.query<{ action: string; detail: Record<string, unknown> }>(
    `select action, detail from audit_log where company_id = $1 and action like 'assistant.note_%' order by id`,
    [company.id],
  )
  expect(rows.map(({ action }) => action)).toEqual([
    'assistant.note_added',
    'assistant.note_edited',
    'assistant.note_deleted',
  ])
  expect(rows[1]!.detail).toMatchObject({ before: { title: 'Old', text: 'before' } })
})

test('two notes with one title are refused on the field', async () => {
  await add('Same', 'x')
  const second = await person.call('POST /api/v1/assistant/note', { title: 'same', text: 'y' })
  expect(second).toMatchObject({ code: 'assistant.note_title_taken' })
  expect(second.data).toMatchObject({ fields: [{ field: 'title' }] })
})

test('another company reads nothing, and a reader writes nothing', async () => {
  const noteId = await add('Ours', 'secret plan')
  const other = await t.company('company')
  const stranger = await t.person(other.id, 'administrator')
  expect(await found('secret', stranger)).toEqual([])
  expect(await stranger.call('GET /api/v1/assistant/note/:noteId', { noteId })).toMatchObject({
    code: 'assistant.note_not_found',
  })
  const reader = await t.person(company.id, 'execution_layer')
  expect(await found('secret', reader)).toEqual(['Ours'])
  expect(await reader.call('DELETE /api/v1/assistant/note/:noteId', { noteId })).toMatchObject({
    code: 'permission.denied',
  })
})
