import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../test/devices.ts'
import {
  comeDue,
  type FakeService,
  measureDisk,
  sendAll,
  startFakeService,
  sweepNotices,
} from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../alarms/index.ts'
import { integrationRoutes } from '../integrations/index.ts'
import { noticeRoutes, noticeTemplateRoutes } from './index.ts'

let t: TestApp
let service: FakeService
let companyId: string
let person: TestPerson
const ranges: string[] = []

beforeAll(async () => {
  service = await startFakeService()
  t = await createTestApp((app, { scopes, secrets }) => {
    const deps = { secrets, publicUrl: 'https://netward.test', outgoingRanges: ranges }
    alarmRoutes(app, { scopes, store: openMetricStore(scopes) })
    watchSamples(scopes)
    integrationRoutes(app, deps)
    noticeRoutes(app)
    noticeTemplateRoutes(app, deps)
  })
})
afterAll(async () => {
  await t.stop()
  await service.stop()
})
beforeEach(async () => {
  const company = await t.company('company')
  companyId = company.id
  ranges.splice(0, ranges.length, `127.0.0.0/8=${company.code}`)
  person = await t.person(companyId, 'administrator')
  service.heard.length = 0
})

const place = { event: 'raised', form: 'robot', language: 'en' } as const
const own = { ...place, subject: 'Own {{ severity }}', line: '**{{ device }}** {{ rule }}' }

async function robot(format: 'markdown' | 'text' = 'markdown'): Promise<string> {
  const { data } = await person.call('POST /api/v1/integration', {
    kind: 10,
    name: 'Group',
    robot: { vendor: 'wecom', format, address: `${service.url}/robot` },
  })
  return data.id
}

async function raise(deviceName: string): Promise<void> {
  await measureDisk(t, await arrangeDevice(t, companyId, { type: 'switch', name: deviceName }), 95)
  await sweepNotices(t)
  await comeDue(t)
  await sendAll(t, ranges)
}
const said = () =>
  service.heard.map(({ body }) => (body['markdown'] as { content: string } | undefined)?.content)

test('a text of the company replaces the shipped one until it is taken back', async () => {
  await person.call('POST /api/v1/notice/route', {
    name: 'R',
    events: ['raised'],
    timeZone: 'Asia/Shanghai',
    channelId: await robot(),
  })
  await t.adminPool.query(`update company set language = 'en' where id = $1`, [companyId])
  expect((await person.call('PUT /api/v1/notice/template', own)).code).toBe(0)
  expect((await person.call('GET /api/v1/notice/template')).data).toMatchObject([own])
  await raise('<@all> [x](https://evil.test)')
  expect(said()).toEqual([expect.stringMatching(/^\*\*Own \w+\*\*/)])
  expect(said()[0]).not.toMatch(/[<>@]|[^\\]\]\(https:..evil/)
  const takenBack = await person.call('DELETE /api/v1/notice/template', place)
  expect(takenBack.code).toBe(0)
  expect((await person.call('DELETE /api/v1/notice/template', place)).code).toBe('notice.template_not_found')
})

test('a template that fails when it is sent gives way to the shipped text', async () => {
  await person.call('POST /api/v1/notice/route', {
    name: 'R',
    events: ['raised'],
    timeZone: 'Asia/Shanghai',
    channelId: await robot(),
  })
  await t.adminPool.query(`update company set language = 'en' where id = $1`, [companyId])
  await person.call('PUT /api/v1/notice/template', own)
  await t.adminPool.query(`update notice_template set line = '{{ gone }}' where company_id = $1`, [companyId])
  await raise('Core')
  expect(said()).toEqual([expect.stringContaining('Core')])
  expect(said()[0]).not.toContain('Own')
})

test('what is wrong is named with its field and line, and not stored', async () => {
  const wrong = await person.call('PUT /api/v1/notice/template', { ...own, line: 'a\n{{ devise }}' })
  expect(wrong).toMatchObject({
    code: 'notice.template_wrong',
    data: { fields: [{ field: 'line', message: expect.stringContaining('devise') }] },
  })
  expect((await person.call('GET /api/v1/notice/template')).data).toEqual([])
})

test('a preview shows a sample, or an alarm that the caller may view', async () => {
  const preview = (more: object) => person.call('POST /api/v1/notice/template/preview', { ...own, ...more })
  expect((await preview({})).data.text).toContain('GW-0001')
  await measureDisk(t, await arrangeDevice(t, companyId, { type: 'switch', name: 'Core' }), 95)
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from alarm where company_id = $1',
    [companyId],
  )
  expect((await preview({ alarmId: rows[0]!.id })).data.text).toContain('Core')
  const other = await t.person((await t.company('company')).id, 'administrator')
  const hidden = await other.call('POST /api/v1/notice/template/preview', { ...own, alarmId: rows[0]!.id })
  expect(hidden.code).toBe('alarm.not_found')
})

test('a test goes through a channel of its kind alone', async () => {
  const channelId = await robot()
  const sent = await person.call('POST /api/v1/notice/template/test', { ...own, channelId })
  expect(sent.data).toEqual({ failure: null, sentTo: null })
  expect(said()[0]).toContain('Own')
  const wrong = await person.call('POST /api/v1/notice/template/test', { ...own, form: 'mail', channelId })
  expect(wrong.code).toBe('notice.template_channel')
})

test('templates belong to their company', async () => {
  await person.call('PUT /api/v1/notice/template', own)
  const other = await t.person((await t.company('company')).id, 'administrator')
  expect((await other.call('GET /api/v1/notice/template')).data).toEqual([])
})
