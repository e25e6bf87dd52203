import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AcsFixture, createAcsFixture } from '../../../test/acs-fixture.ts'
import { campaignsOf } from '../../../test/campaign-fixture.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { writeMetrics } from '../metrics/index.ts'
import { linesSweep } from './ota.sweeps.ts'

let f: AcsFixture
beforeAll(async () => {
  f = await createAcsFixture()
})
afterAll(() => f.stop())
const { step, released, campaignOf, move, summary } = campaignsOf(() => f)

const minute = 60_000

async function compareLines(): Promise<void> {
  const failed: unknown[] = []
  const log = { error: (detail: unknown) => failed.push(detail) } as unknown as typeof f.t.log
  await linesSweep(openMetricStore(f.t.scopes)).run({
    scopes: f.t.scopes,
    log,
    signal: new AbortController().signal,
  })
  expect(failed).toEqual([])
}

/** A ring of two gateways that were upgraded two hours ago, each with a line; the second ring waits behind its soak time. */
async function upgraded() {
  const { id: companyId, admin } = await f.company()
  await f.sql(
    `update company set products = array(select distinct unnest(products || '{firmware,link_testing}')) where id = $1`,
    [companyId],
  )
  await f.sql(
    `with o as (insert into outlet (company_id, name) values ($1, 'Shop') returning id),
     d as (insert into device (company_id, outlet_id, name, type, oui, product_class, serial_number, model_name, software_version, presence)
       select $1::bigint, o.id, 'g' || n, 'smart_cpe', 'AABBCC', 'TR1', $1::text || '-' || n, 'Lines', '1.0', 'online'
       from generate_series(1, 4) n, o returning id, name, outlet_id)
     insert into internet_line (company_id, outlet_id, device_id, wan_name, name, isp, type, down_mbps, up_mbps)
     select $1, outlet_id, id, 'wan', 'Line of ' || name, 'telecom', 'broadband', 100, 20 from d`,
    [companyId],
  )
  const campaignId = await campaignOf(admin, await released(admin, 'TR1', '2.0'), {
    filters: { type: ['smart_cpe'] },
    rings: [
      { kind: 'count', value: 2, soakMinutes: 1440 },
      { kind: 'percent', value: 100, soakMinutes: 0 },
    ],
    maxFailurePercent: 40,
  })
  await move(admin, campaignId, 'start')
  for (const _ of [1, 2]) await step()
  await f.sql(
    `update device set software_version = '2.0' where id in (
       select device_id from campaign_target where campaign_id = $1 and state = 'queued')`,
    [campaignId],
  )
  for (const _ of [1, 2]) await step()
  await f.sql(
    `update campaign_target set changed_at = now() - interval '2 hours' where campaign_id = $1 and state = 'verified'`,
    [campaignId],
  )
  const { rows } = await f.t.adminPool.query<{ line: string; device: string; name: string }>(
    `select l.id::text as line, l.device_id::text as device, l.name from campaign_target t
     join internet_line l on l.device_id = t.device_id where t.campaign_id = $1 and t.state = 'verified' order by l.id`,
    [campaignId],
  )
  return { admin, companyId, campaignId, lines: rows }
}

let sequence = 0
/** Loss by one target, every five minutes of the five hours: before the upgrade, and after it. */
async function measured(lineId: string, before: number, after: number): Promise<void> {
  const now = Date.now()
  const polls = Array.from({ length: 60 }, (_, index) => now - (60 - index) * 5 * minute).map((at) => ({
    deviceId: lineId,
    at,
    values: [['line_loss', 'isp', at < now - 120 * minute ? before : after] as ['line_loss', string, number]],
  }))
  sequence += 1
  const written = await writeMetrics(f.t.scopes, {
    collector: 'upgraded-lines',
    epoch: 'test',
    sequence,
    sentAt: now,
    polls,
  })
  expect(written).toMatchObject({ written: 60, refused: {} })
}

const worseOnes = async (admin: Awaited<ReturnType<typeof upgraded>>['admin'], campaignId: string) =>
  (await admin.call('POST /ota/api/v2/ota/targets/lists', { campaignId, lines: 'worse' })).data.items

test('a ring stops once lines of more of its gateways got worse than may fail, and says which', async () => {
  const { admin, campaignId, lines } = await upgraded()
  const [first, second] = lines as [(typeof lines)[number], (typeof lines)[number]]
  await measured(first.line, 0, 12.5)
  await measured(second.line, 8, 8)
  await compareLines()
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({
    state: 'paused',
    stopReason: 'lines',
    ring: 0,
    verified: 2,
    rings: [{ worse: 1, states: [{ state: 'verified', count: 2 }] }, { worse: 0 }],
  })
  expect(await worseOnes(admin, campaignId)).toMatchObject([
    {
      deviceId: first.device,
      worsened: { lineId: first.line, lineName: first.name, metric: 'line_loss', before: 0, after: 12.5 },
    },
  ])
  const csv = await admin.call('POST /ota/api/v2/ota/export', { campaignId, lines: 'worse' })
  expect(JSON.stringify(csv)).toContain('12.5')
})

test('resuming the campaign accepts the lines that got worse, and the next one stops it again', async () => {
  const { admin, campaignId, lines } = await upgraded()
  await measured(lines[0]!.line, 0, 50)
  await compareLines()
  await step()
  await move(admin, campaignId, 'resume')
  for (const _ of [1, 2]) await step()
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'running', rings: [{ worse: 0 }, {}] })
  expect(await worseOnes(admin, campaignId)).toHaveLength(1)
  await measured(lines[1]!.line, 0, 50)
  // Compared this hour already.
  await compareLines()
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'running' })
  await f.sql(
    `update campaign_target set lines_compared_at = now() - interval '61 minutes' where campaign_id = $1`,
    [campaignId],
  )
  await compareLines()
  await step()
  expect(await summary(admin, campaignId)).toMatchObject({ state: 'paused', stopReason: 'lines' })
})

test('within the limit, without measurements or without the product of link tests nothing stops', async () => {
  const quiet = await upgraded()
  await compareLines()
  await step()
  expect(await summary(quiet.admin, quiet.campaignId)).toMatchObject({ state: 'running', stopReason: null })
  const without = await upgraded()
  await f.sql(`update company set products = array_remove(products, 'link_testing') where id = $1`, [
    without.companyId,
  ])
  await measured(without.lines[0]!.line, 0, 50)
  await compareLines()
  await step()
  expect(await summary(without.admin, without.campaignId)).toMatchObject({ state: 'running' })
  expect(await worseOnes(without.admin, without.campaignId)).toEqual([])
})
