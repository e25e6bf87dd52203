import type { MetricPoll } from '@netward/contract/metric-batch'
import type { SimulatedProbe } from '@netward/testkit'
import { type FakeService, startFakeService } from './notice-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'
import { openMetricStore } from '../src/platform/metrics/open-store.ts'
import { alarmRoutes, watchSamples } from '../src/modules/alarms/index.ts'
import { integrationRoutes } from '../src/modules/integrations/index.ts'
import { lineReportRoutes } from '../src/modules/line-reports/index.ts'
import { writeMetrics } from '../src/modules/metrics/index.ts'
import { noticeRoutes } from '../src/modules/notices/index.ts'
import { ProbeHub } from '../src/modules/probes/hub/hub.ts'
import { probeRoutes } from '../src/modules/probes/probes.routes.ts'
import { Programs } from '../src/modules/probes/release.ts'
import { keepLedger, lineQualityRoutes } from '../src/modules/lines/index.ts'

export const minute = 60_000

/** A platform, an MSP, its customer whose alarms go to a group robot, and a server that probes dial in to. */
export interface LineWorld {
  readonly t: TestApp
  readonly hub: ProbeHub
  readonly server: string
  readonly service: FakeService
  readonly platform: TestPerson
  readonly msp: TestPerson
  readonly chain: TestPerson
  /** Where the robot is. */
  readonly ranges: readonly string[]
  customer(above?: string): Promise<{ id: string; code: string }>
  outlet(companyId: string, name: string): Promise<string>
  line(outletId: string, name: string, isp: string, type?: string): Promise<string>
  stop(): Promise<void>
}

export async function createLineWorld(): Promise<LineWorld> {
  const service = await startFakeService()
  let hub: ProbeHub | undefined
  const t = await createTestApp((app, { scopes, secrets, log }) => {
    const store = openMetricStore(scopes)
    keepLedger(scopes)
    watchSamples(scopes)
    hub = new ProbeHub({
      scopes,
      secrets,
      log,
      release: () => null,
      writeBatch: (batch, receivedAt) => writeMetrics(scopes, batch, receivedAt),
      saveParts: async () => {},
    })
    lineQualityRoutes(app)
    lineReportRoutes(app, store)
    alarmRoutes(app, { scopes, store })
    integrationRoutes(app, { secrets, publicUrl: 'https://netward.test', outgoingRanges: [] })
    noticeRoutes(app)
    probeRoutes(app, { hub, programs: new Programs(), publicUrl: 'https://netward.test' })
  })
  const server = await t.app.http.listen({ port: 0, host: '127.0.0.1' })
  hub!.start()
  const idOf = async (statement: string, ...values: unknown[]) =>
    (await t.adminPool.query<{ id: string }>(statement, values)).rows[0]!.id
  const customer = async (above?: string) => {
    const company = await t.company('company', above)
    const products = ['device_management', 'monitoring', 'link_testing']
    await t.adminPool.query('update company set products = $2 where id = $1', [company.id, products])
    return company
  }
  const provider = await t.company('middleman')
  const company = await customer(provider.id)
  const chain = await t.person(company.id, 'administrator')
  const { data } = await chain.call('POST /api/v1/integration', {
    kind: 10,
    name: 'Operations',
    robot: { vendor: 'wecom', format: 'text', address: `${service.url}/operations` },
  })
  await chain.call('POST /api/v1/notice/route', {
    name: 'Operations',
    events: ['raised', 'cleared'],
    channelId: data.id,
    timeZone: 'Asia/Shanghai',
  })
  return {
    t,
    hub: hub!,
    server,
    service,
    platform: await t.person(
      await idOf(`select id::text from company where kind = 'op'`),
      'platform_administrator',
    ),
    msp: await t.person(provider.id, 'administrator'),
    chain,
    ranges: [`127.0.0.0/8=${company.code}`],
    customer,
    outlet: (companyId, name) =>
      idOf(
        `insert into outlet (company_id, name, region) values ($1, $2, '华东/上海') returning id::text`,
        companyId,
        name,
      ),
    line: (outletId, name, isp, type = 'broadband') =>
      idOf(
        `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
         select company_id, id, $2, $3, $4, 100, 20 from outlet where id = $1 returning id::text`,
        outletId,
        name,
        isp,
        type,
      ),
    async stop() {
      await hub!.stop()
      await t.stop()
      await service.stop()
    },
  }
}

/** A line from one moment to before another, tested every so many minutes. */
export function tests(lineId: string, from: number, to: number, up: boolean, every = 1): MetricPoll[] {
  const polls: MetricPoll[] = []
  for (let at = Math.ceil(from / (every * minute)) * every * minute; at < to; at += every * minute)
    polls.push({
      deviceId: lineId,
      at,
      values: [
        ['line_up', '', up ? 1 : 0],
        ['line_loss', 'isp', up ? 0 : 100],
        ...(up ? ([['line_rtt_p95', 'isp', 12]] as const) : []),
      ],
    })
  return polls
}

/** As a probe delivers its spool. */
export async function deliver(probe: SimulatedProbe, ...polls: MetricPoll[][]): Promise<void> {
  const all = polls.flat()
  for (let n = 0; n < all.length; n += 200) await probe.write(all.slice(n, n + 200))
}
