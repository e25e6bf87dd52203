import { setTimeout } from 'node:timers/promises'
import { jsonRequest } from './harness/http-connection.ts'
import { JobProcess } from './harness/job-process.ts'
import { HttpMeasure, latencyFigures } from './harness/measure-http.ts'
import { effort, type Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { seedOrders } from './seed-orders.ts'

const lists = '/api/v1/work/order/lists'
const clients = 8
const goal = 50

const questions = [
  { what: 'first page', path: lists, query: {} },
  { what: 'due first', path: lists, query: { sort: 'resolveDue' } },
  { what: 'highest priority', path: lists, query: { sort: 'priority' } },
  { what: 'ended', path: lists, query: { standing: 'ended' } },
  { what: 'found by text', path: lists, query: { search: 'shop 512' } },
  { what: 'board', path: '/api/v1/work/order/board', query: {} },
] as const

/** Lists and board over all companies, and how long a changed agreement takes to move deadlines. */
export async function orders(options: Options): Promise<Section[]> {
  const size = options.quick
    ? { companies: 1_000, orders: 100_000, ofLarge: 10_000 }
    : { companies: 10_000, orders: 1_000_000, ofLarge: 100_000 }
  const server = new BenchServer()
  const load = new JobProcess('./http-load.ts')
  try {
    await server.start()
    const seeded = await seedOrders(server.admin, size)
    await server.stop()
    await server.start()
    const http = new HttpMeasure(server, load, effort(options))
    const scopes = [
      { name: 'one company', headers: await server.administratorOf(seeded.company) },
      { name: 'MSP with 10 companies', headers: await server.administratorOf(seeded.smallMsp) },
      {
        name: `MSP with ${size.companies / 2} companies`,
        headers: await server.administratorOf(seeded.largeMsp),
      },
      { name: `platform with ${size.orders} orders`, headers: await server.signInAsOperator() },
    ]
    const figures: Figure[] = []
    for (const { name, headers } of scopes)
      for (const { what, path, query } of questions) {
        const paged = path === lists ? { page: 1, pageSize: 50, ...query } : query
        const measured = await http.latencies([jsonRequest(path, headers, paged)], clients)
        figures.push(...latencyFigures(`${name}: ${what}`, measured, goal))
      }
    return [
      { title: `Work orders: latency with ${clients} clients`, figures },
      await recomputed(server, seeded.company, size.ofLarge),
    ]
  } finally {
    load.close()
    await server.remove()
  }
}

/** From the change of an agreement until the last of its open orders has its new deadlines. */
async function recomputed(server: BenchServer, companyId: string, open: number): Promise<Section> {
  const began = performance.now()
  await server.query(
    `insert into service_agreement (company_id, name, starts_on, level, edited_by) values ($1, 'Gold', '2020-01-01', $2, 'Bench')`,
    [companyId, JSON.stringify(level)],
  )
  await server.query(
    `select graphile_worker.add_job('work_order.reckon', json_build_object('companyId', $1::text))`,
    [companyId],
  )
  const left = async () =>
    (
      await server.query<{ left: boolean }>(
        'select exists (select from work_order where company_id = $1 and open and agreement_version is null) as left',
        [companyId],
      )
    )[0]!.left
  while (await left()) await setTimeout(100)
  const seconds = (performance.now() - began) / 1000
  return {
    title: `Work orders: deadlines of ${open} open orders after an agreement`,
    figures: [
      {
        name: 'until the last',
        values: [seconds],
        unit: 's',
        decimals: 1,
        goal: { of: 'value', atMost: 10 },
      },
    ],
  }
}

const workdays = [1, 2, 3, 4, 5]
const level = {
  calendar: {
    timeZone: 'Asia/Shanghai',
    holidays: 'off',
    hours: workdays.flatMap((day) => [
      { day, from: 540, to: 720 },
      { day, from: 780, to: 1080 },
    ]),
  },
  targets: [60, 120, 240, 480].map((minutes) => ({
    respond: { minutes, always: false },
    resolve: { minutes: minutes * 4, always: false },
  })),
}
