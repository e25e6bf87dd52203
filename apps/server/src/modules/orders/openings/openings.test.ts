import { openingSteps } from '@netward/contract/opening-values'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { arrangeDevice } from '../../../../test/devices.ts'
import { orderOf } from '../../../../test/orders.ts'
import { createTestApp, type TestApp, type TestPerson } from '../../../../test/test-app.ts'
import { upload } from '../../../../test/upload.ts'
import { openingRoutes, orderRoutes } from '../index.ts'
import { makeOpeningOrdersJob } from './opening-orders.ts'
import { openingSiteRepo } from './opening-site.repo.ts'

let t: TestApp
let msp: TestPerson
let engineer: TestPerson
let companyId: string
let openingId: string

beforeAll(async () => {
  t = await createTestApp((app) => {
    orderRoutes(app)
    openingRoutes(app)
  })
})
afterAll(() => t.stop())

beforeEach(async () => {
  msp = await t.person((await t.company('middleman')).id, 'administrator')
  companyId = (await t.company('company', msp.companyId)).id
  engineer = await t.person(companyId, 'administrator')
  openingId = (await engineer.call('POST /api/v1/work/opening', { name: 'Spring stores' })).data.id
})

async function outlet(name: string, code = name, region = ''): Promise<string> {
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into outlet (company_id, name, code, region) values ($1, $2, $3, $4) returning id`,
    [companyId, name, code, region],
  )
  return rows[0]!.id
}

const addSites = (outletIds: string[], plannedOn = '2026-01-10') =>
  engineer.call('POST /api/v1/work/opening/:openingId/site', { openingId, outletIds, plannedOn })
const sites = async (filter: object = {}, who = engineer) =>
  (await who.call('POST /api/v1/work/opening/:openingId/site/lists', { openingId, ...filter })).data.items
const setStep = (siteIds: string[], step: 'line_ordered' | 'tested' | 'accepted', done = true) =>
  engineer.call('POST /api/v1/work/opening/:openingId/step', { openingId, siteIds, step, done })
const importFile = (content: string, part = '') =>
  upload(t, engineer, `/api/v1/work/opening/${openingId}/site/import${part}`, {
    content,
    filename: 'sites.csv',
  })
const makeOrders = async () => {
  await engineer.call('POST /api/v1/work/opening/:openingId/order', { openingId })
  const tools = { scopes: t.scopes, signal: AbortSignal.timeout(60_000) } as Parameters<
    typeof makeOpeningOrdersJob
  >[1]
  // Two workers at once make each order once.
  await Promise.all([
    makeOpeningOrdersJob({ companyId, openingId }, tools),
    makeOpeningOrdersJob({ companyId, openingId }, tools),
  ])
}
const fill = async () => {
  await t.adminPool.query(`update opening_site set checked_at = '-infinity'`)
  while ((await openingSiteRepo.fill(t.scopes, 500)) === 500);
}

test('sites are added by selection and by region, once each, and get one order each, due on the planned day', async () => {
  const one = await outlet('North 1', 'n1', 'North/Beijing')
  await outlet('North 2', 'n2', 'North')
  const other = await outlet('Northern', 'n3', 'Northern')
  expect((await addSites([one])).data).toEqual({ added: 1 })
  const byRegion = { openingId, region: 'North', plannedOn: '2031-05-01' }
  expect((await engineer.call('POST /api/v1/work/opening/:openingId/site', byRegion)).data).toEqual({
    added: 1,
  })
  expect((await addSites([])).code).toBe('opening.nothing')
  expect((await addSites(['999999'])).code).toBe('opening.outlet_not_found')
  await addSites([other], '2031-05-02')
  await makeOrders()
  const all = await sites()
  expect(all.map(({ outletName, late, orderNumber }) => [outletName, late, orderNumber])).toEqual([
    ['North 1', true, 1],
    ['North 2', false, 2],
    ['Northern', false, 3],
  ])
  const order = await orderOf(engineer, all[1]!.orderId!)
  expect(order).toMatchObject({
    type: 'installation',
    title: 'Spring stores · North 2',
    // The end of the first of May in Shanghai.
    resolveDue: '2031-05-01T16:00:00.000Z',
    dueByHand: true,
  })
  expect((await engineer.call('POST /api/v1/work/opening/:openingId/order', { openingId })).code).toBe(
    'opening.orders_made',
  )
  const plan = { openingId, siteIds: [all[1]!.id], plannedOn: '2031-06-01' }
  await engineer.call('POST /api/v1/work/opening/:openingId/plan', plan)
  expect((await orderOf(engineer, all[1]!.orderId!)).resolveDue).toBe('2031-06-01T16:00:00.000Z')
  const removing = { openingId, siteIds: [all[0]!.id] }
  const removed = await engineer.call('POST /api/v1/work/opening/:openingId/remove', removing)
  expect(removed.code).toBe(50002)
  expect((await engineer.call('DELETE /api/v1/work/opening/:openingId', { openingId })).code).toBe(
    'opening.has_orders',
  )
})

test('a link test that passed for the order proves a line that nobody measures', async () => {
  const outletId = await outlet('Shop')
  await addSites([outletId])
  await makeOrders()
  const { rows } = await t.adminPool.query<{ id: string }>(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     values ($1, $2, 'Main', 'telecom', 'broadband', 100, 20) returning id`,
    [companyId, outletId],
  )
  const [site] = await sites()
  const tested = (passed: boolean) =>
    t.adminPool.query(
      `insert into work_order_act (company_id, order_id, kind, what, ref_id, line_id, name, phase, ended_at, passed)
       values ($1, $2, 'line_test', 'icmp', 1, $3, 'Main', 'after', now(), $4)`,
      [companyId, site!.orderId, rows[0]!.id, passed],
    )
  await tested(false)
  await fill()
  expect((await sites())[0]!.steps.tested).toBeNull()
  await tested(true)
  await fill()
  expect((await sites())[0]!.steps.tested).toMatchObject({ by: '' })
})

test('the console fills in what it sees, people the rest; a site is accepted last', async () => {
  const outletId = await outlet('Shop')
  await addSites([outletId, await outlet('Later')])
  await makeOrders()
  await fill()
  const [site] = await sites({ search: 'Shop' })
  expect(site!.steps.gateway_online).toBeNull()
  await arrangeDevice(t, companyId, { name: 'Gateway', type: 'smart_cpe', presence: 'online' })
  await arrangeDevice(t, companyId, { name: 'Switch', type: 'switch' })
  await t.adminPool.query(`update device set first_inform_at = now(), outlet_id = $2 where company_id = $1`, [
    companyId,
    outletId,
  ])
  await t.adminPool.query(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps)
     values ($1, $2, 'Main', 'telecom', 'broadband', 100, 20)`,
    [companyId, outletId],
  )
  await t.adminPool.query(
    `update line_standing set state = 'up', measured_at = now(), rtt = 8, loss = 0, measured_by = 'server'
     where company_id = $1`,
    [companyId],
  )
  await fill()
  const [seen] = await sites({ search: 'Shop' })
  expect(seen!.steps).toMatchObject({
    line_ordered: null,
    gateway_online: { by: '' },
    devices_found: { by: '' },
    tested: { by: '' },
  })
  const sheet = (await engineer.call('GET /api/v1/work/opening/site/:siteId', { siteId: seen!.id })).data
  expect(sheet.linkTest).toMatchObject([{ line: 'Main', state: 'up', rtt: 8, by: 'server' }])
  expect(sheet.devices.map(({ name }) => name)).toEqual(['Gateway', 'Switch'])
  expect((await sites({ waitsFor: 'line_ordered' })).length).toBe(2)
  const refused = await setStep([seen!.id], 'accepted')
  expect(refused.code).toBe(50002)
  expect((await setStep([seen!.id, '999'], 'line_ordered')).code).toBe(50001)
  await engineer.call('POST /api/v1/work/opening/:openingId/step', {
    openingId,
    siteIds: [seen!.id],
    step: 'shipped',
  })
  expect((await setStep([seen!.id], 'accepted')).code).toBe(0)
  // What is accepted stays as it is.
  expect((await setStep([seen!.id], 'tested', false)).code).toBe(50002)
  const { history } = await orderOf(engineer, seen!.orderId!)
  const noted = new Set(history.filter(({ kind }) => kind === 'step_done').map(({ name }) => name))
  expect(noted).toEqual(new Set(openingSteps))
  const opening = (await engineer.call('GET /api/v1/work/opening/:openingId', { openingId })).data
  expect(opening).toMatchObject({ sites: 2, orders: 2, late: 1, steps: { accepted: 1, line_ordered: 1 } })
  const ofOrder = { orderId: seen!.orderId! }
  expect((await engineer.call('GET /api/v1/work/order/:orderId/opening', ofOrder)).data).toMatchObject({
    openingName: 'Spring stores',
    id: seen!.id,
  })
})

test('one file adds 200 sites, new ones too, after a preview; its errors name line and column', async () => {
  await outlet('Known', 'k-1')
  const rows = Array.from({ length: 199 }, (_, index) => `s-${index},2031-03-01,Store ${index},East/Shanghai`)
  const file = ['code,plannedOn,name,region', 'K-1,2031/3/2,,', ...rows].join('\r\n')
  const preview = JSON.parse((await importFile(file, '/preview')).body) as {
    data: { counts: Record<string, number> }
  }
  expect(preview.data.counts).toEqual({ new: 200, changed: 0, unchanged: 0, refused: 0 })
  expect(await sites()).toEqual([])
  expect(JSON.parse((await importFile(file)).body).data).toEqual({ imported: 200, updated: 0 })
  expect((await sites({ pageSize: 200 })).length).toBe(200)
  const wrong = 'code,plannedOn,name\r\nk-1,soon,\r\nnew,2031-01-01,\r\nnew,2031-02-30,x\r\n'
  const answer = JSON.parse((await importFile(wrong)).body) as {
    code: number
    data: { failed: { ip: string; reason: string }[] }
  }
  expect(answer.code).toBe(41033)
  expect(answer.data.failed.map(({ ip, reason }) => `${ip} ${reason.split(':')[0]}`)).toEqual([
    '2 Planned day',
    '2 Site code',
    '3 Site code',
    '4 Site code',
    '4 Planned day',
  ])
  // A second file moves the plan.
  const again = await upload(t, engineer, `/api/v1/work/opening/${openingId}/site/import/preview`, {
    content: 'code,plannedOn\r\nk-1,2031-04-01\r\ns-1,2031-03-01\r\n',
    filename: 'a.csv',
  })
  expect(JSON.parse(again.body).data.counts).toEqual({ new: 0, changed: 1, unchanged: 1, refused: 0 })
})

test('an MSP sees the projects of all customers, the late ones first; another company none', async () => {
  await addSites([await outlet('Shop')], '2031-01-01')
  const late = (await engineer.call('POST /api/v1/work/opening', { name: 'Late' })).data.id
  await engineer.call('POST /api/v1/work/opening/:openingId/site', {
    openingId: late,
    outletIds: [await outlet('Old')],
    plannedOn: '2026-01-01',
  })
  const { data } = await msp.call('POST /api/v1/work/opening/lists', {})
  expect(data.items.map(({ name, late: count }) => [name, count])).toEqual([
    ['Late', 1],
    ['Spring stores', 0],
  ])
  const stranger = await t.person((await t.company('company')).id, 'administrator')
  expect((await stranger.call('POST /api/v1/work/opening/lists', {})).data.items).toEqual([])
  expect((await stranger.call('GET /api/v1/work/opening/:openingId', { openingId })).code).toBe(
    'opening.not_found',
  )
  const [site] = await sites()
  expect((await stranger.call('GET /api/v1/work/opening/site/:siteId', { siteId: site!.id })).code).toBe(
    'opening.site_not_found',
  )
  await engineer.call('PUT /api/v1/work/opening/:openingId', {
    openingId,
    name: 'Summer',
    note: 'Two floors',
  })
  expect((await engineer.call('GET /api/v1/work/opening/:openingId', { openingId })).data).toMatchObject({
    name: 'Summer',
    note: 'Two floors',
    nextOn: '2031-01-01',
  })
  await engineer.call('DELETE /api/v1/work/opening/:openingId', { openingId })
  expect((await engineer.call('GET /api/v1/work/opening/:openingId', { openingId })).code).toBe(
    'opening.not_found',
  )
})
