import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { createTestApp, type TestApp } from './test-app.ts'
import { writeMetrics } from '../src/modules/metrics/index.ts'
import { integrationRoutes, type SmsUrls } from '../src/modules/integrations/index.ts'
import { noticeJobs, noticeRoutes, noticeSweeps } from '../src/modules/notices/index.ts'

/** A service that groups and programs are reached by: keeps what it hears, and answers as it is set. */
export interface FakeService {
  readonly url: string
  readonly heard: { path: string; headers: Record<string, unknown>; body: Record<string, unknown> }[]
  answer: { status: number; body: string }
  stop(): Promise<void>
}

export async function startFakeService(): Promise<FakeService> {
  const heard: FakeService['heard'] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      heard.push({
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(body) as Record<string, unknown>,
      })
      response.writeHead(service.answer.status).end(service.answer.body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const service: FakeService = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    answer: { status: 200, body: '{"errcode":0}' },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return service
}

/** The API of channels and notices, with `more`, and a service that the channels reach. */
export async function startNotices(
  more: Parameters<typeof createTestApp>[0] = () => {},
): Promise<{ t: TestApp; service: FakeService; stop: () => Promise<void> }> {
  const service = await startFakeService()
  const t = await createTestApp((app, deps) => {
    integrationRoutes(app, { secrets: deps.secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    noticeRoutes(app)
    return more(app, deps)
  })
  const stop = async () => {
    await t.stop()
    await service.stop()
  }
  return { t, service, stop }
}

let sequence = 0

/** A value of a device's disk, measured now or `laterMs` from now. */
export async function measureDisk(
  t: Pick<TestApp, 'scopes'>,
  deviceId: string,
  percent: number,
  laterMs = 0,
): Promise<void> {
  sequence += 1
  const now = Date.now()
  await writeMetrics(t.scopes, {
    collector: 'notices',
    epoch: 'notices.test',
    sequence,
    sentAt: now,
    polls: [{ deviceId, at: now + laterMs, values: [['storage_usage', '/data', percent]] }],
  })
}

type Deps = Pick<TestApp, 'scopes' | 'log' | 'secrets' | 'adminPool'>

const tools = ({ scopes, log }: Deps) => ({ scopes, log, signal: new AbortController().signal })

/** One run of the sweep, once no open transaction anywhere on the cluster holds events back. */
export async function sweepNotices(t: Deps): Promise<void> {
  for (;;) {
    await noticeSweeps[0]!.run(tools(t))
    const { rows } = await t.adminPool.query(
      `select from alarm_event e, notice_cursor c where (e.tx, e.id) > (c.tx, c.id) limit 1`,
    )
    if (rows.length === 0) return
  }
}

/** All that waits is due now. */
export async function comeDue(t: Deps): Promise<void> {
  await t.adminPool.query(`update delivery set due_at = now() where state = 'waiting'`)
  await sweepNotices(t)
}

/** Sends every message that is to be sent now. */
export async function sendAll(t: Deps, outgoingRanges: readonly string[], smsUrls?: SmsUrls): Promise<void> {
  const send = jobsOf(t, outgoingRanges, smsUrls)['notice.send']!
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select id from notice_message where state = 'waiting' and coalesce(next_at, now()) <= now() order by made_at, id`,
  )
  for (const { id } of rows) await send({ companyId: '', messageId: id }, tools(t))
}

/** Asks for the receipt of every message that waits for one. */
export async function askReceipts(
  t: Deps,
  outgoingRanges: readonly string[],
  smsUrls: SmsUrls,
): Promise<void> {
  const ask = jobsOf(t, outgoingRanges, smsUrls)['notice.receipt']!
  const { rows } = await t.adminPool.query<{ id: string }>(
    `select id from notice_message where receipt = 'awaited' order by made_at, id`,
  )
  for (const { id } of rows) await ask({ companyId: '', messageId: id }, tools(t))
}

const jobsOf = ({ secrets }: Deps, outgoingRanges: readonly string[], smsUrls?: SmsUrls) =>
  noticeJobs({ secrets, publicUrl: 'https://netward.test', outgoingRanges, ...(smsUrls && { smsUrls }) })

/** An alarm of a new device, as evaluation writes it. */
export async function raiseAlarm(
  { adminPool }: { readonly adminPool: Pick<pg.Client, 'query'> },
  companyId: string,
  device: string,
  severity = 'critical',
): Promise<string> {
  const { rows } = await adminPool.query<{ id: string }>(
    `with d as (insert into device (company_id, name, type, driver) values ($1, $2, 'switch', 'none') returning id),
       a as (insert into alarm (company_id, subject_id, rule, metric, instance, label, severity, value, threshold, raised_at)
         select $1, id, 'disk_full', 'storage_usage', '/', '', $3, 95, 90, now() from d returning id, subject_id)
     insert into alarm_event (company_id, alarm_id, subject_id, kind) select $1, id, subject_id, 'raised' from a
     returning alarm_id::text as id`,
    [companyId, device, severity],
  )
  return rows[0]!.id
}
