import { jsonRequest } from './harness/http-connection.ts'
import { JobProcess } from './harness/job-process.ts'
import { HttpMeasure, latencyFigures } from './harness/measure-http.ts'
import { effort, type Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { seedDevices } from './seed-devices.ts'

const pages = '/monitor/api/v1/inventory/lists'
const clients = 8
const goal = 50

const questions = [
  { what: 'first page', path: pages, query: {} },
  { what: 'first seen last', path: pages, query: { sort: '-firstSeenAt' } },
  { what: 'one brand', path: pages, query: { brand: ['Vendor 2'] } },
  { what: 'one model and version', path: pages, query: { modelName: 'AX3000', softwareVersion: 'V8.0.2' } },
  { what: 'grouped by version', path: '/monitor/api/v1/inventory/groups', query: { by: 'softwareVersion' } },
] as const

/** The inventory's first page and its groups, over all companies of an MSP and of the platform. */
export async function inventory(options: Options): Promise<Section[]> {
  const size = options.quick
    ? { companies: 1_000, devices: 50_000 }
    : { companies: 20_000, devices: 1_000_000 }
  const server = new BenchServer()
  const load = new JobProcess('./http-load.ts')
  try {
    await server.start()
    const seeded = await seedDevices(server.admin, size)
    await server.stop()
    await server.start()
    const http = new HttpMeasure(server, load, effort(options))
    const scopes = [
      {
        name: `MSP with ${size.companies / 2} companies`,
        headers: await server.administratorOf(seeded.largeMsp),
      },
      { name: `platform with ${size.devices} devices`, headers: await server.signInAsOperator() },
    ]
    const figures: Figure[] = []
    for (const { name, headers } of scopes) {
      for (const { what, path, query } of questions) {
        const paged = path === pages ? { page: 1, pageSize: 50, ...query } : query
        const measured = await http.latencies([jsonRequest(path, headers, paged)], clients)
        figures.push(...latencyFigures(`${name}: ${what}`, measured, goal))
      }
    }
    return [{ title: `Inventory: latency with ${clients} clients`, figures }]
  } finally {
    load.close()
    await server.remove()
  }
}
