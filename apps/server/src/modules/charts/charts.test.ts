import type { EndpointKey } from '@netward/contract'
import { chartCodes, type PanelList } from '@netward/contract/panels/panel'
import { panelKeys, panelOf, type PanelKey } from '@netward/contract/panels/panels'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { arrangePanelWorld, type PanelWorld } from '../../../test/panel-world.ts'
import { createTestApp, ofEveryTestApp, type TestApp, type TestPerson } from '../../../test/test-app.ts'
import { loadModules } from '../../load-modules.ts'
import { readConfig } from '../../platform/config/config.ts'
import { chartRoutes } from './index.ts'

let t: TestApp
let world: PanelWorld
/** Nobody works in a region, issues a part or has a quota here; the target has a test of its own. */
const unfurnished = new Set<string>([
  'own_parts.entries',
  'engineer_regions.open',
  'quota_use.licences',
  'lines_within.outside',
])
/** Measures that opened a list in some test. */
const opened = new Set<string>()

beforeAll(async () => {
  t = await createTestApp(async (app, deps) => {
    const modules = await loadModules({ ...deps, config: readConfig({}, []) }, [...ofEveryTestApp, 'charts'])
    for (const one of modules) await one.routes?.(app)
    chartRoutes(app)
  })
  world = await arrangePanelWorld(t)
})
afterAll(() => t.stop())

/** The endpoint behind each list's route. */
const endpointOf: Readonly<Record<PanelList, EndpointKey>> = {
  alarms: 'POST /monitor/api/v1/alarm/lists',
  orders: 'POST /api/v1/work/order/lists',
  outlets: 'POST /api/v1/outlet/lists',
  devices: 'POST /monitor/api/v1/device/lists',
  lines: 'POST /dial/api/v1/line/lists',
  outages: 'POST /dial/api/v1/outage/lists',
  tests: 'POST /dial/api/v1/test/lists',
  stock: 'POST /api/v1/work/part/stock/lists',
  movements: 'POST /api/v1/work/part/movement/lists',
  licences: 'POST /api/v1/licence/lists',
}

const period = () => ({
  from: new Date(Date.now() - 3 * 86_400_000).toISOString(),
  to: new Date(Date.now() + 1000).toISOString(),
})

async function read(person: TestPerson, panel: PanelKey, more: Record<string, unknown> = {}) {
  const { data, status, code } = await person.call('POST /api/v1/chart/panel', {
    panel,
    ...period(),
    ...more,
  })
  expect([panel, status, code]).toEqual([panel, 200, 0])
  return data
}

/** The panels of all pages: each, but those of companies above for a company. */
async function shownTo(person: TestPerson): Promise<PanelKey[]> {
  const pages = await Promise.all(
    chartCodes.map(
      async (chart) => (await person.call('GET /api/v1/chart/page/:chart', { chart })).data.panels,
    ),
  )
  const shown = [...new Set(pages.flat())]
  const isCompany = person.companyId === world.tenant.id
  // Rights to a whole company give nothing to who sees a department.
  const isPartial = person === world.people.limited
  const isKept = (key: PanelKey) => !isPartial || panelOf(key).permission !== 'DMS_SERVER_SYSTEM_AI_SETTING'
  expect(shown.toSorted()).toEqual(
    panelKeys.filter((key) => isKept(key) && (!isCompany || panelOf(key).above !== true)).toSorted(),
  )
  return shown
}

async function differences(person: TestPerson, more: Record<string, unknown> = {}): Promise<string[]> {
  const wrong: string[] = []
  let compared = 0
  const shown = await shownTo(person)
  for (const key of shown) {
    const measures = Object.entries(panelOf(key).measures)
    const { rows } = await read(person, key, more)
    for (const row of rows) {
      for (const [place, [name, { list, unit }]] of measures.entries()) {
        const opens = row.opens[place] ?? null
        if (list === undefined || opens === null) continue
        const answered = await person.call(endpointOf[list] as 'POST /monitor/api/v1/alarm/lists', opens)
        compared += 1
        opened.add(`${key}.${name}`)
        // A quantity is a sum over the rows of its list.
        const total = answered.data?.total
        if (unit === 'count' ? total !== row.values[place] : (total ?? 0) === 0)
          wrong.push(
            `${key}.${name} ${row.key} ${JSON.stringify(opens)}: ${row.values[place]} ≠ ${answered.data?.total ?? answered.message}`,
          )
      }
    }
  }
  // With a filter that a list lacks, its numbers open nothing.
  expect(compared).toBeGreaterThan(shown.length / 2)
  return wrong
}

for (const who of ['platform', 'msp', 'tenant', 'limited'] as const) {
  test(`each number is the total of the list that it opens: ${who}`, async () => {
    expect(await differences(world.people[who])).toEqual([])
  })
}

test('each number is the total of its list within a company and a region too', async () => {
  expect(await differences(world.people.msp, { companyId: world.tenant.id })).toEqual([])
  expect(await differences(world.people.tenant, { region: 'East' })).toEqual([])
  expect(await differences(world.people.tenant, { isp: ['telecom'] })).toEqual([])
})

test('each measure with a list opens it', () => {
  const declared = panelKeys.flatMap((key) =>
    Object.entries(panelOf(key).measures).flatMap(([name, { list }]) =>
      list === undefined ? [] : [`${key}.${name}`],
    ),
  )
  expect(declared.filter((one) => !opened.has(one) && !unfurnished.has(one))).toEqual([])
})

test('lines outside of their target in the last day are those of the list', async () => {
  const day = { from: new Date(Date.now() - 86_400_000).toISOString(), to: new Date().toISOString() }
  for (const person of [world.people.msp, world.people.tenant, world.people.limited]) {
    const { rows } = await read(person, 'lines_within', day)
    const listed = await person.call('POST /dial/api/v1/line/lists', rows[0]!.opens[1]!)
    expect(rows[0]!.values[1]).toBe(listed.data.total)
    expect(listed.data.total).toBeGreaterThan(0)
  }
})

test('availability is of the minutes that were counted', async () => {
  const figures = await Promise.all(
    (['msp', 'tenant', 'limited'] as const).map(
      async (who) => (await read(world.people[who], 'outlet_availability')).rows[0]!,
    ),
  )
  for (const { values } of figures) expect(values[0]).toBeGreaterThan(0.5)
  expect(figures.map(({ values }) => values[1]! > 0)).toEqual([true, true, true])
  const course = await read(world.people.tenant, 'availability_course')
  expect(course.rows.filter(({ values }) => values[0] !== null)).toHaveLength(1)
})

test('people see different numbers: those of their scope', async () => {
  const totals = await Promise.all(
    (['platform', 'msp', 'tenant', 'limited'] as const).map(
      async (who) => (await read(world.people[who], 'outlets_normal')).rows[0]!.values[1],
    ),
  )
  expect(totals).toEqual([36, 24, 12, 4])
})

test('a page lists the panels of rights and products, and a panel without them is refused', async () => {
  const admin = world.people.tenant
  const shown = async (person: TestPerson) =>
    (await person.call('GET /api/v1/chart/page/:chart', { chart: 'overall_operations_overview' })).data.panels
  const all = await shown(admin)
  expect(all).toContain('orders_flow')
  await t.adminPool.query(
    `update application set state = 'deactivated', stopped_because = 'package'
     where company_id = $1 and product_id = (select id from product where code = 'work_orders')`,
    [world.tenant.id],
  )
  await t.adminPool.query(
    `update company set products = array_remove(products, 'work_orders') where id = $1`,
    [world.tenant.id],
  )
  const left = await shown(admin)
  expect(left).toEqual(all.filter((key) => panelOf(key).product !== 'work_orders'))
  const refused = await admin.call('POST /api/v1/chart/panel', { panel: 'orders_flow', ...period() })
  expect([refused.status, refused.code]).toEqual([403, 'permission.denied'])
})

test('without the right to a page neither it nor its panels answer', async () => {
  const person = await t.person(world.tenant.id, 'execution_layer')
  for (const chart of chartCodes) {
    const { code } = await person.call('GET /api/v1/chart/page/:chart', { chart })
    expect(code).toBe('permission.denied')
  }
  const { code } = await person.call('POST /api/v1/chart/panel', { panel: 'outlets_normal', ...period() })
  expect(code).toBe('permission.denied')
})

test('a period is in order and at most 400 days long', async () => {
  const { from, to } = period()
  const ask = async (span: { from: string; to: string }) =>
    (await world.people.msp.call('POST /api/v1/chart/panel', { panel: 'outlets_normal', ...span })).code
  expect(await ask({ from: to, to: from })).toBe('chart.period_wrong')
  expect(await ask({ from: '2024-01-01T00:00:00Z', to })).toBe('chart.period_wrong')
})

test('a panel is exported in the words of its reader', async () => {
  const { body, headers } = await world.people.msp.call('POST /api/v1/chart/panel/export', {
    panel: 'alarms_raised',
    ...period(),
  })
  expect(headers['content-type']).toContain('text/csv')
  expect(body.split('\r\n')[0]).toBe('\uFEFFTime,Critical,Major,Minor,Warning')
})

test('a page is printed with the panels that its reader sees', async () => {
  const { bytes, headers } = await world.people.msp.call('POST /api/v1/chart/page/:chart/pdf', {
    chart: 'overall_operations_overview',
    ...period(),
  })
  expect(headers['content-type']).toBe('application/pdf')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
})
