import type { EndpointInput } from '@netward/contract'
import { comeDue, raiseAlarm, sendAll, sweepNotices } from './notice-fixture.ts'
import { type MadeChannel, makeChannel, memberIdOf, publicUrl } from './sign-on-fixture.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'
import { openMetricStore } from '../src/platform/metrics/open-store.ts'
import { alarmRoutes } from '../src/modules/alarms/index.ts'
import { approvalRoutes } from '../src/modules/approvals/index.ts'
import { feishuCardRoutes } from '../src/modules/card-acts/index.ts'
import { integrationRoutes } from '../src/modules/integrations/index.ts'
import { noticeRoutes } from '../src/modules/notices/index.ts'
import { orderRoutes } from '../src/modules/orders/index.ts'
import { signOnRoutes } from '../src/modules/sign-on/index.ts'

/** Channels that are applications, notices, and what their cards act on. */
const createApplicationApp = (ranges: string[]): Promise<TestApp> =>
  createTestApp((app, deps) => {
    const shared = { ...deps, publicUrl, outgoingRanges: ranges }
    integrationRoutes(app, { secrets: deps.secrets, publicUrl, outgoingRanges: ranges, platformMail: null })
    signOnRoutes(app, shared)
    alarmRoutes(app, { scopes: deps.scopes, store: openMetricStore(deps.scopes) })
    noticeRoutes(app)
    orderRoutes(app)
    approvalRoutes(app)
    feishuCardRoutes(app, deps)
  })

export const signIn = { offered: true, admits: 'linked' as const, defaultRole: 'user_layer' }

/** A company with an administrator and an engineer, who is linked as `subject`, and a channel that sends. */
export class ApplicationWorld {
  readonly t: TestApp
  readonly ranges: string[]
  company!: { id: string; code: string }
  admin!: TestPerson
  engineer!: TestPerson
  channel!: MadeChannel

  private constructor(t: TestApp, ranges: string[]) {
    this.t = t
    this.ranges = ranges
  }

  static async create(): Promise<ApplicationWorld> {
    const ranges: string[] = []
    return new ApplicationWorld(await createApplicationApp(ranges), ranges)
  }

  async begin(
    input: Omit<EndpointInput<'POST /api/v1/integration'>, 'name'>,
    subject: string | null,
  ): Promise<void> {
    this.company = await this.t.company('company')
    this.ranges.splice(0, this.ranges.length, `127.0.0.0/8=${this.company.code}`)
    this.admin = await this.t.person(this.company.id, 'administrator')
    this.engineer = await this.t.person(this.company.id, 'engineer')
    this.channel = await makeChannel(this.t, this.admin, input)
    if (subject !== null) await this.link(this.engineer, subject)
  }

  async link(who: TestPerson, subject: string): Promise<void> {
    await this.admin.call('POST /api/v1/integration/:channelId/links', {
      channelId: this.channel.id,
      memberId: await memberIdOf(this.t, who),
      subject,
    })
  }

  /** A rule that notifies the engineer through the channel. */
  async route(more: Partial<EndpointInput<'POST /api/v1/notice/route'>> = {}) {
    return this.admin.call('POST /api/v1/notice/route', {
      name: `Rule ${Math.random()}`,
      events: ['raised', 'cleared'],
      channelId: this.channel.id,
      memberIds: [await memberIdOf(this.t, this.engineer)],
      timeZone: 'Asia/Shanghai',
      ...more,
    })
  }

  async raise(device = 'Core', severity = 'critical'): Promise<string> {
    const alarmId = await raiseAlarm(this.t, this.company.id, device, severity)
    await this.due()
    return alarmId
  }

  async due(): Promise<void> {
    await sweepNotices(this.t)
    await comeDue(this.t)
  }

  send(): Promise<void> {
    return sendAll(this.t, this.ranges)
  }

  /** What was asked of the channel, and what came of it. */
  async log() {
    const { data } = await this.admin.call('POST /api/v1/notice/delivery/lists', {
      channelId: this.channel.id,
      sort: 'createdAt',
      page: 1,
      pageSize: 50,
    })
    return data.items
  }

  async outcomes(): Promise<string[]> {
    return (await this.log()).map(({ state, droppedBecause, failure }) =>
      [state, droppedBecause ?? failure?.reason].filter((part) => part !== undefined).join(' '),
    )
  }

  async acknowledgedBy(alarmId: string): Promise<string | null> {
    const { rows } = await this.t.adminPool.query<{ by: string | null }>(
      'select acknowledged_by as by from alarm where id = $1',
      [alarmId],
    )
    return rows[0]!.by
  }

  async bell(who = this.engineer): Promise<string[]> {
    const { data } = await who.call('GET /api/v1/notice/own', {})
    return data.items.map(({ kind }) => kind)
  }
}
