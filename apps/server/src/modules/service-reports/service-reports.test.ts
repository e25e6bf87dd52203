import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startMailServer } from '../../../test/mail-server.ts'
import { sweepNotices } from '../../../test/notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { paperTexts } from '../../platform/paper/paper-text.fixture.ts'
import { approvalRoutes } from '../approvals/index.ts'
import { messageJobs } from '../messages/index.ts'
import { countLateData, markAll } from '../rollups/index.ts'
import { mailReport, makeScheduled, serviceReportRoutes } from './index.ts'

let t: TestApp
let msp: { id: string }
let company: { id: string }
let above: TestPerson
let boss: TestPerson
let engineer: TestPerson

beforeAll(async () => {
  t = await createTestApp((app) => {
    approvalRoutes(app)
    serviceReportRoutes(app)
  })
})
afterAll(() => t.stop())
beforeEach(async () => {
  msp = await t.company('middleman')
  above = await t.person(msp.id, 'administrator')
  company = await t.company('company', msp.id)
  boss = await t.person(company.id, 'administrator')
  engineer = await t.person(company.id, 'engineer')
})

const insert = async (text: string, values: unknown[]): Promise<string> =>
  (await t.adminPool.query<{ id: string }>(`${text} returning id::text`, values)).rows[0]!.id

/** A site with two lines: in one hour both were down for 15 minutes, for 10 of which the gateway contradicts one of them. */
async function oneHour(): Promise<void> {
  const outletId = await insert(`insert into outlet (company_id, name) values ($1, '虹桥店')`, [company.id])
  const line = (name: string) =>
    insert(
      `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
       values ($1, $2, $3, 'telecom', 'broadband', 300, 50)`,
      [company.id, outletId, name],
    )
  const lines = [await line('主线'), await line('备线')]
  for (const [at, minutes] of [
    [0, `${'u'.repeat(40)}${'d'.repeat(20)}`],
    [1, `${'o'.repeat(45)}${'d'.repeat(15)}`],
  ] as const)
    await t.adminPool.query(
      `insert into line_hour (company_id, line_id, hour, minutes) values ($1, $2, '2026-10-05T02:00:00Z', $3)`,
      [company.id, lines[at], minutes],
    )
  await t.adminPool.query(
    `insert into line_outage (company_id, line_id, began_at, ended_at, down_minutes, worst_at, second_view, cause, responsibility)
     values ($1, $2, '2026-10-05T02:40:00Z', '2026-10-05T03:00:00Z', 20, '2026-10-05T02:41:00Z', 'none', 'isp', 'isp'),
       ($1, $3, '2026-10-05T02:50:00Z', '2026-10-05T03:00:00Z', 10, '2026-10-05T02:51:00Z', 'disagrees', 'isp', 'isp')`,
    [company.id, lines[0], lines[1]],
  )
  await t.adminPool.query(
    `insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, outlet_id, state,
       created_at, respond_due, responded_at, resolve_due, resolved_at)
     values ($1, 1, 'fault', 'other', 'Line down', 'high', 'high', 1, 'A', $2, 'resolved', '2026-10-05T03:00:00Z',
         '2026-10-05T03:15:00Z', '2026-10-05T03:10:00Z', '2026-10-05T07:00:00Z', '2026-10-05T05:00:00Z'),
       ($1, 2, 'change', 'other', 'New firewall', 'low', 'low', 4, 'A', $2, 'resolved', '2026-10-06T03:00:00Z',
         null, null, '2026-10-06T07:00:00Z', '2026-10-08T05:00:00Z')`,
    [company.id, outletId],
  )
  await t.adminPool.query(markAll, [company.id, '2026-10-01'])
  await countLateData(t.scopes, Date.now())
}

const make = (person: TestPerson, more: object = {}) =>
  person.call('POST /api/v1/report', {
    companyId: company.id,
    period: 'monthly',
    from: '2026-10-01',
    language: 'en',
    ...more,
  })
const read = (person: TestPerson, reportId: string) =>
  person.call('GET /api/v1/report/:reportId', { reportId })
const list = async (person: TestPerson) =>
  (await person.call('POST /api/v1/report/lists', {})).data.items.map(({ state }) => state)

test('an MSP drafts a report that the customer sees once it is issued, and that then never changes', async () => {
  await oneHour()
  const { data } = await make(above)
  const draft = (await read(above, data.id)).data
  expect(draft.editable).toBe(true)
  const [figures] = draft.blocks
  expect(figures).toMatchObject({
    kind: 'figures',
    figures: [
      // From 02:45 both lines are down; from 02:50 the gateway says that one is up: 5 of 60 minutes.
      { label: 'Site availability', value: '91.67 %' },
      { label: 'Line outages', value: '1' },
      { label: 'Critical and major alarms', value: '0' },
      { label: 'Resolved in time', value: '50.00 %' },
      { label: 'Satisfaction (1–5)', value: '—' },
    ],
  })
  expect(JSON.stringify(draft.blocks)).toContain('New firewall')
  expect(await list(boss)).toEqual([])
  expect((await read(boss, data.id)).code).toBe('service_report.not_found')

  const texts = { done: 'New firewall\nBackup line', asked: 'A UPS', recipients: ['boss@example.test'] }
  await above.call('PUT /api/v1/report/:reportId', { reportId: data.id, version: draft.version, ...texts })
  await above.call('POST /api/v1/report/:reportId/comment', { reportId: data.id, text: 'Looks good' })
  const stale = await above.call('POST /api/v1/report/:reportId/issue', {
    reportId: data.id,
    version: draft.version,
  })
  expect(stale.code).toBe('service_report.changed')
  const { version, comments } = (await read(above, data.id)).data
  expect(comments).toMatchObject([{ text: 'Looks good' }])
  await above.call('POST /api/v1/report/:reportId/issue', { reportId: data.id, version })

  const seen = (await read(boss, data.id)).data
  expect(seen).toMatchObject({ state: 'issued', editable: false, comments: [], done: texts.done })
  expect(await list(boss)).toEqual(['issued'])
  for (const person of [above, boss])
    for (const call of [
      person.call('PUT /api/v1/report/:reportId', { reportId: data.id, version: version + 1, ...texts }),
      person.call('POST /api/v1/report/:reportId/figures', { reportId: data.id }),
      person.call('DELETE /api/v1/report/:reportId', { reportId: data.id }),
    ])
      expect((await call).code).toBe('service_report.issued')
  // The database refuses it too, whatever the code asks for.
  await t.adminPool.query(`update work_order set title = 'Other' where company_id = $1`, [company.id])
  expect((await read(boss, data.id)).data.blocks).toEqual(seen.blocks)
})

test('mails an issued report as PDF, once, and notifies the group that a rule names', async () => {
  const server = await startMailServer()
  const channelId = await insert(
    `insert into integration_channel (company_id, kind, name, settings, sealed, target, edited_by)
     values ($1, 10, 'Group', '{}', '', '', 'A')`,
    [company.id],
  )
  await insert(
    `insert into notice_route (company_id, name, events, channel_id, time_zone, edited_by)
     values ($1, 'Reports', '{report_issued}', $2, 'Asia/Shanghai', 'A')`,
    [company.id, channelId],
  )
  const { data } = await make(above, { language: 'zh' })
  const texts = { done: '', asked: '', recipients: ['boss@example.test', 'it@example.test'] }
  await above.call('PUT /api/v1/report/:reportId', { reportId: data.id, version: 1, ...texts })
  await above.call('POST /api/v1/report/:reportId/issue', { reportId: data.id, version: 2 })

  const messages = { ...t.messages, smtpUrl: `smtp://127.0.0.1:${server.port}`, outbox: false }
  const tools = { scopes: t.scopes, log: t.log, signal: new AbortController().signal }
  const mail = mailReport({ secrets: t.secrets, messages })
  const job = { companyId: company.id, reportId: data.id }
  await Promise.all([mail(job, tools), mail(job, tools)])
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select id from outgoing_message where state = 'waiting' and channel = 'mail'`,
  )
  const send = messageJobs({ secrets: t.secrets, messages, scopes: t.scopes })['message.send']!
  for (const { id } of rows) await send({ companyId: '', messageId: id }, tools)
  await server.stop()
  expect(server.mails.map(({ to }) => to).toSorted()).toEqual(texts.recipients.toSorted())
  const { attachments } = await simpleParser(server.mails[0]!.source)
  expect(attachments.map(({ filename, contentType }) => [filename?.slice(-4), contentType])).toEqual([
    ['.pdf', 'application/pdf'],
  ])
  expect(paperTexts(attachments[0]!.content).join(' ')).toContain('网点可用率')

  await sweepNotices(t)
  const { rows: deliveries } = await t.adminPool.query(
    `select d.transition, e.subject_id::text as report, e.detail->>'title' as title from delivery d
     join work_event e on e.id = d.work_event_id where d.company_id = $1 and d.channel_id = $2 and d.recipient = 0`,
    [company.id, channelId],
  )
  expect(deliveries).toEqual([
    { transition: 'report_issued', report: data.id, title: expect.stringContaining('运维月报') },
  ])
})

test('prints what it shows, and gives the rows behind it', async () => {
  await oneHour()
  const { data } = await make(boss, { language: 'zh' })
  const printed = await boss.call('GET /api/v1/report/:reportId/pdf', { reportId: data.id })
  const text = paperTexts(printed.bytes).join(' ')
  expect(text).toContain('网点可用率')
  expect(text).toContain('虹桥店')
  const workbook = await boss.call('GET /api/v1/report/:reportId/xlsx', { reportId: data.id })
  expect(workbook.bytes.subarray(0, 2).toString()).toBe('PK')
})

test('refuses periods that have not ended or begin elsewhere, a second report of one, and people without the right', async () => {
  expect((await make(above, { from: '2026-10-02' })).data).toMatchObject({ fields: [{ field: 'from' }] })
  expect((await make(above, { from: '2099-01-01' })).code).toBe('service_report.period')
  await make(above)
  expect((await make(above)).code).toBe('service_report.exists')
  // The customer's own is another one.
  expect((await make(boss)).code).toBe(0)
  expect((await make(engineer)).status).toBe(403)
  const other = await t.company('company')
  const stranger = await t.person(other.id, 'administrator')
  expect((await make(stranger)).code).toBe('company.not_found')
})

test('a schedule makes the report of the period that has ended, once', async () => {
  await oneHour()
  const add = (review: boolean, person: TestPerson) =>
    person.call('POST /api/v1/report/schedule', {
      companyId: company.id,
      period: 'monthly',
      language: 'zh',
      review,
      recipients: ['boss@example.test'],
    })
  const { data } = await add(true, above)
  expect((await add(true, above)).code).toBe('report_schedule.exists')
  const own = await add(false, boss)
  const run = () =>
    Promise.all(
      [data.id, own.data.id].map((scheduleId) =>
        makeScheduled(t.scopes, { companyId: company.id, scheduleId }),
      ),
    )
  await run()
  expect(await list(above)).toEqual([])
  await t.adminPool.query(`update report_schedule set next_on = '2026-11-01' where company_id = $1`, [
    company.id,
  ])
  await Promise.all([run(), run()])
  expect((await list(above)).toSorted()).toEqual(['draft', 'issued'])
  expect(await list(boss)).toEqual(['issued'])
  const next = (await boss.call('POST /api/v1/report/schedule/lists', {})).data.items
  expect(next).toHaveLength(1)
  expect(next[0]!.nextOn > '2026-11-01').toBe(true)
  expect(next[0]!.makerName).not.toBe('')
})

test('a report that needs an approval goes out after it, and a changed one needs another', async () => {
  const head = await t.person(msp.id, 'administrator')
  const { rows } = await t.adminPool.query<{ id: string }>(
    'select id::text from member where company_id = $1 and person_id = $2',
    [msp.id, head.personId],
  )
  await above.call('POST /api/v1/approval/policy', {
    kind: 'service_report',
    name: 'Reports',
    forBelow: true,
    steps: [{ by: 'person', memberIds: [rows[0]!.id] }],
  })
  const { id: reportId } = (await make(above)).data
  const version = async () => (await read(above, reportId)).data.version
  const issue = async () =>
    (await above.call('POST /api/v1/report/:reportId/issue', { reportId, version: await version() })).code
  const ask = () => above.call('POST /api/v1/report/:reportId/approval', { reportId })
  const decide = async () => {
    const { id: approvalId, step } = (await read(head, reportId)).data.approvalAsked!
    return head.call('POST /api/v1/approval/item/:approvalId/decide', { approvalId, step, approve: true })
  }
  expect((await read(above, reportId)).data.approval).toBe('needed')
  expect(await issue()).toBe('approval.needed')
  await ask()
  expect((await read(above, reportId)).data.approval).toBe('pending')
  const texts = { done: 'More', asked: '', recipients: [] }
  await above.call('PUT /api/v1/report/:reportId', { reportId, version: await version(), ...texts })
  expect((await read(above, reportId)).data.approval).toBe('needed')
  await ask()
  expect((await decide()).code).toBe(0)
  expect(await issue()).toBe(0)
  // The customer's own reports are not the MSP's, but follow its policy.
  expect((await read(boss, (await make(boss)).data.id)).data.approval).toBe('needed')
})
