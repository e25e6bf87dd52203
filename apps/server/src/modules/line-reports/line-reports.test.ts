import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { openMetricStore } from '../../platform/metrics/open-store.ts'
import { paperTexts } from '../../platform/paper/paper-text.fixture.ts'
import { keepLedger } from '../lines/index.ts'
import { writeMetrics } from '../metrics/index.ts'
import { lineReportRoutes } from './index.ts'

let t: TestApp
let company: { id: string }
let engineer: TestPerson
let stranger: TestPerson
let above: TestPerson
let outletId: string
let lines: string[]

const minute = 60_000
const from = Math.floor(Date.now() / minute) * minute - 120 * minute
const hour = { from: new Date(from).toISOString(), to: new Date(from + 60 * minute).toISOString() }

beforeAll(async () => {
  t = await createTestApp((app, { scopes }) => {
    keepLedger(scopes)
    lineReportRoutes(app, openMetricStore(scopes))
  })
  const msp = await t.company('middleman')
  above = await t.person(msp.id, 'administrator')
  company = await t.company('company', msp.id)
  engineer = await t.person(company.id, 'engineer')
  const other = await t.company('company')
  stranger = await t.person(other.id, 'engineer')
  await t.adminPool.query(`update product set state = 'normal' where code = 'link_testing'`)
  await t.adminPool.query(
    `update company set products = products || array['link_testing'] where not ('link_testing' = any (products))`,
  )
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name, region) values ($1, '南京路店', '华东/上海') returning id::text`,
    [company.id],
  )
  outletId = rows[0]!.id
  const added = await t.adminPool.query<{ id: string }>(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     values ($1, $2, '主线', 'telecom', 'broadband', 300, 50), ($1, $2, '备线', 'unicom', '5g', 100, 20)
     returning id::text`,
    [company.id, outletId],
  )
  lines = added.rows.map(({ id }) => id)
  // Of an hour 40 minutes were measured: 10 of them down, the last 20 not at all.
  await writeMetrics(t.scopes, {
    collector: 'test',
    epoch: 'line-reports.test',
    sequence: 1,
    sentAt: Date.now(),
    polls: Array.from({ length: 40 }, (_, at) => {
      const isDown = at >= 20 && at < 30
      return {
        deviceId: lines[0]!,
        at: from + at * minute,
        values: [
          ['line_up', '', isDown ? 0 : 1],
          ['line_loss', 'isp', isDown ? 100 : 0],
          ...(isDown ? [] : ([['line_rtt_median', 'isp', 12]] as const)),
        ],
      }
    }) as never,
  })
  const hop = (ttl: number, address: string | null, rtt: number | null) => ({
    ttl,
    address,
    sent: 3,
    received: address === null ? 0 : 3,
    rtt,
  })
  const path = (minutes: number, moment: string, reached: boolean, second: ReturnType<typeof hop>) => ({
    kind: 'path',
    lineId: lines[0],
    at: from + minutes * minute,
    key: 'isp',
    moment,
    method: 'mtr',
    path: { target: '198.51.100.7', reached, hops: [hop(1, '192.0.2.1', 1), second] },
  })
  await t.adminPool.query(`select line_facts('test', 'e', 1, $1::jsonb, array[$2::bigint])`, [
    JSON.stringify([
      path(5, 'healthy', true, hop(2, '198.51.100.7', 9)),
      path(20, 'onset', false, hop(2, null, null)),
    ]),
    lines[0],
  ])
  await t.adminPool.query(
    `update line_outage set cause = 'isp', responsibility = 'isp', cause_at = now(), note = '光缆中断' where line_id = $1`,
    [lines[0]],
  )
})
afterAll(() => t.stop())

const make = (person: TestPerson, more: object = {}) =>
  person.call('POST /dial/api/v1/report', {
    kind: 'lines',
    language: 'zh',
    ...hour,
    lineIds: [lines[0]],
    ...more,
  } as never)

async function blocksOf(reportId: string) {
  const { data } = await engineer.call('GET /dial/api/v1/report/:reportId', { reportId })
  return data as {
    title: string
    blocks: { kind: string; facts?: { label: string; value: string }[]; rows?: string[][] }[]
  }
}

test('a report says how much was up of what was measured, and lists the outages', async () => {
  const { data } = await make(engineer)
  const { title, blocks } = await blocksOf(data.id)
  expect(title).toBe('线路质量报告 · 南京路店 · 主线')
  const facts = new Map(
    blocks.flatMap(({ facts: some = [] }) => some.map(({ label, value }) => [label, value])),
  )
  expect(facts.get('线路可用率')).toBe('75.00 %')
  expect(facts.get('监测覆盖率')).toBe('66.67 %')
  expect(facts.get('中断时长')).toBe('10 分钟')
  expect(facts.get('实测吞吐量')).toBe('下行 未测量，上行 未测量')
  const outages = blocks.find(({ kind, rows }) => kind === 'table' && rows?.[0]?.includes('10 分钟'))
  expect(outages?.rows).toEqual([
    [
      expect.any(String),
      expect.any(String),
      '10 分钟',
      '运营商',
      '运营商',
      expect.stringMatching(/失败的目标：运营商 · 光缆中断$/),
    ],
  ])
  // Beside the healthy path, hop by hop.
  const paths = blocks.find(({ kind, rows }) => kind === 'table' && rows?.[0]?.[0] === '1')
  expect(paths?.rows).toEqual([
    ['1', '192.0.2.1 1.0 ms', '192.0.2.1 1.0 ms', '', ''],
    ['2', '198.51.100.7 9.0 ms', '无应答', '', ''],
    ['', '到达目标', '未到达目标', '未采集', '未采集'],
  ])
  expect(blocks.filter(({ kind }) => kind === 'chart')).toHaveLength(2)
})

test('a line that nobody measured has no figures instead of good ones', async () => {
  const { data } = await make(engineer, { lineIds: [lines[1]] })
  const { blocks } = await blocksOf(data.id)
  const facts = new Map(
    blocks.flatMap(({ facts: some = [] }) => some.map(({ label, value }) => [label, value])),
  )
  expect(facts.get('线路可用率')).toBe('—')
  expect(facts.get('监测覆盖率')).toBe('—')
  expect(facts.get('中断次数')).toBe('—')
  expect(blocks.some(({ kind }) => kind === 'chart')).toBe(false)
})

test('lines are chosen by ISP, region, city and site', async () => {
  expect((await make(engineer, { lineIds: [], region: '华东' })).data.lines).toBe(2)
  expect((await make(engineer, { lineIds: [], isp: 'unicom', outletId })).data.lines).toBe(1)
  expect((await make(engineer, { lineIds: [], region: '华北' })).code).toBe('report.no_lines')
  expect((await make(engineer, { lineIds: [], cityCode: '330100' })).code).toBe('report.no_lines')
  await t.adminPool.query(`update outlet set city_code = '330100' where id = $1`, [outletId])
  expect((await make(engineer, { lineIds: [], cityCode: '330100' })).data.lines).toBe(2)
  expect((await make(engineer, { lineIds: [], cityCode: '999999' })).code).toBe('request.invalid')
})

test('a scorecard shows the site, a comparison a column for each line', async () => {
  const site = await blocksOf((await make(engineer, { kind: 'outlet', lineIds: [], outletId })).data.id)
  expect(site.blocks[0]?.facts?.[0]).toEqual({ label: '网点可用率', value: '75.00 %' })
  const both = await make(engineer, { kind: 'comparison', lineIds: lines.toReversed(), language: 'en' })
  const [table] = (await blocksOf(both.data.id)).blocks
  expect(table?.rows?.find(([label]) => label === 'Line availability')).toEqual([
    'Line availability',
    '—',
    '75.00 %',
  ])
  expect((await make(engineer, { kind: 'comparison' })).code).toBe('request.invalid')
})

test('a scorecard counts lines within target, and a comparison sets a line beside itself a week ago', async () => {
  const site = await blocksOf((await make(engineer, { kind: 'outlet', lineIds: [], outletId })).data.id)
  const [facts] = site.blocks
  expect(facts?.facts?.find(({ label }) => label === '线路达标率')?.value).toBe('0.00 % (0/1)')
  await t.adminPool.query(`update line_standing set measured_by = 'gateway' where line_id = $1`, [lines[0]])
  const seldom = await blocksOf((await make(engineer, { kind: 'outlet', lineIds: [], outletId })).data.id)
  expect(seldom.blocks[0]?.facts?.find(({ label }) => label === '线路达标率')?.value).toBe(
    '— · 另有1条线路测量间隔超过5分钟，不计入',
  )
  await t.adminPool.query(`update line_standing set measured_by = 'probe' where line_id = $1`, [lines[0]])
  const twice = await make(engineer, { kind: 'comparison', before: true, language: 'en' })
  const [table] = (await blocksOf(twice.data.id)).blocks
  expect(table?.rows?.find(([label]) => label === 'Line availability')).toEqual([
    'Line availability',
    '75.00 %',
    '—',
  ])
  expect((await make(engineer, { kind: 'comparison', before: true, lineIds: [] })).code).toBe(
    'request.invalid',
  )
})

test('the PDF says the same in the language of the report', async () => {
  const { data } = await make(engineer, { language: 'en' })
  const answer = await engineer.call('GET /dial/api/v1/report/:reportId/pdf', { reportId: data.id })
  expect(answer.headers['content-type']).toBe('application/pdf')
  const pages = paperTexts(answer.bytes)
  expect(pages.join('\n')).toContain('75.00 %')
  expect(pages[0]).toContain('Page 1 of')
})

test('a report of another company is not found', async () => {
  const { data } = await make(engineer)
  expect((await stranger.call('GET /dial/api/v1/report/:reportId', { reportId: data.id })).code).toBe(
    'report.not_found',
  )
  expect((await stranger.call('POST /dial/api/v1/report/lists', {})).data.total).toBe(0)
  expect((await make(stranger)).code).toBe('report.no_lines')
})

test('an MSP makes reports in the company of the lines, and its list spans its customers', async () => {
  expect((await make(above)).code).toBe('report.no_lines')
  const { data } = await make(above, { companyId: company.id })
  const list = async (who: TestPerson, filter: object = {}) =>
    (await who.call('POST /dial/api/v1/report/lists', filter)).data.items
  const shown = { id: data.id, companyId: company.id, title: '线路质量报告 · 南京路店 · 主线' }
  expect((await list(above))[0]).toMatchObject(shown)
  expect((await list(above))[0]!.companyName).not.toBe('')
  expect((await list(engineer))[0]).toMatchObject(shown)
  expect((await list(above, { companyId: above.companyId })).length).toBe(0)
  // The customer decides who from above sees what was measured.
  const open = async () => (await above.call('GET /dial/api/v1/report/:reportId', { reportId: data.id })).code
  expect(await open()).toBe(0)
  await t.adminPool.query(`insert into acting_consent (company_id, mode) values ($1, 'never')`, [company.id])
  expect([await open(), (await make(above, { companyId: company.id })).code]).toEqual([
    'acting.never',
    'acting.never',
  ])
  await t.adminPool.query('delete from acting_consent')
  await t.adminPool.query(`update company set products = '{monitoring}' where id = $1`, [company.id])
  expect([await list(above), await open()]).toEqual([[], 'report.not_found'])
  await t.adminPool.query(`update company set products = '{monitoring,link_testing}' where id = $1`, [
    company.id,
  ])
  expect((await above.call('DELETE /dial/api/v1/report/:reportId', { reportId: data.id })).code).toBe(0)
  const foreign = await make(above, { companyId: stranger.companyId })
  expect(foreign.code).not.toBe(0)
})

test('a report is found again until it is deleted', async () => {
  const { data } = await make(engineer)
  const found = await engineer.call('POST /dial/api/v1/report/lists', { search: '主线', kind: ['lines'] })
  expect(found.data.items.map(({ id }: { id: string }) => id)).toContain(data.id)
  expect((await engineer.call('DELETE /dial/api/v1/report/:reportId', { reportId: data.id })).code).toBe(0)
  expect((await engineer.call('GET /dial/api/v1/report/:reportId', { reportId: data.id })).code).toBe(
    'report.not_found',
  )
})

test('a period over 31 days is refused, and one that has not begun has no lines', async () => {
  const long = new Date(from - 40 * 86_400_000).toISOString()
  expect((await make(engineer, { from: long })).code).toBe('request.invalid')
  const later = (days: number) => new Date(from + days * 86_400_000).toISOString()
  expect((await make(engineer, { from: later(1), to: later(2) })).code).toBe('report.no_lines')
})

test('somebody who sees one site finds only their own reports', async () => {
  await make(engineer)
  const partial = await t.person(company.id, 'user_layer')
  await t.adminPool.query(
    `with r as (insert into role (company_id, name, permissions, data_scope, outlet_ids)
       values ($1, 'one site', $2, 'outlets', array[$3]::bigint[]) returning id)
     update member_role set built_in = null, role_id = (select id from r)
     where member_id = (select id from member where person_id = $4)`,
    [company.id, ['DMS_SERVER_LINE'], outletId, partial.personId],
  )
  expect((await partial.call('POST /dial/api/v1/report/lists', {})).data.total).toBe(0)
  expect((await make(partial)).code).toBe(0)
  expect((await partial.call('POST /dial/api/v1/report/lists', {})).data.total).toBe(1)
})
