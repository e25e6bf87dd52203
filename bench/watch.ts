import { chartCodes, type ChartCode, usualPeriods } from '../packages/contract/src/panels/panel.ts'
import { browserPath, launchBrowser } from '../apps/server/test/browser.ts'
import { jsonRequest, rawRequest } from './harness/http-connection.ts'
import { JobProcess } from './harness/job-process.ts'
import { HttpMeasure, type Measured } from './harness/measure-http.ts'
import { effort, type Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { median } from './harness/statistics.ts'
import { seedWatch } from './seed-watch.ts'
import { pageFigures } from './watch-page.ts'

const viewers = 8
const day = 86_400_000

/** First answers of the pages to watch: what each asks for when it opens, by eight people at once. */
export async function watch(options: Options): Promise<Section[]> {
  const size = options.quick
    ? { companies: 400, outlets: 300, days: 8 }
    : { companies: 2_000, outlets: 1_000, days: 31 }
  const server = new BenchServer()
  const load = new JobProcess('./http-load.ts')
  try {
    await server.start()
    const seeded = await seedWatch(server.admin, size)
    await server.stop()
    await server.start()
    const http = new HttpMeasure(server, load, effort(options))
    const scopes = [
      {
        name: `one tenant, ${size.outlets * 10} devices`,
        companyId: seeded.company,
        goal: 300,
        overviews: ['network'],
      },
      {
        name: `MSP of ${size.companies / 2} companies`,
        companyId: seeded.largeMsp,
        goal: 600,
        overviews: ['global', 'customers'],
      },
    ]
    const sections: Section[] = []
    for (const { name, companyId, goal, overviews } of scopes) {
      const headers = await server.administratorOf(companyId)
      const figures: Figure[] = []
      const worst: [string, number][] = []
      for (const chart of chartCodes) {
        const requests = await panelsOf(server, headers, chart)
        for (const [panel, request] of requests)
          worst.push([`${chart}: ${panel}`, median((await http.latencies([request], 1)).p50)])
        figures.push(figure(chart, await http.latencies([...requests.values()], viewers), goal))
      }
      figures.push(
        figure(
          'workbench',
          await http.latencies([rawRequest('GET', '/api/v1/workbench', headers, '')], viewers),
          goal,
        ),
      )
      for (const overview of overviews)
        figures.push(
          figure(
            `overview, ${overview}`,
            await http.latencies(
              [
                overview === 'customers'
                  ? jsonRequest('/api/v1/chart/overview/customers/lists', headers, { page: 1, pageSize: 50 })
                  : rawRequest('GET', `/api/v1/chart/overview/${overview}`, headers, ''),
              ],
              viewers,
            ),
            goal,
          ),
        )
      worst.sort(([, one], [, other]) => other - one)
      sections.push({
        title: `Pages to watch, ${name}: p99 of an answer with ${viewers} viewers`,
        figures,
        notes: worst.slice(0, 6).map(([panel, ms]) => `${panel} alone: p50 ${ms.toFixed(0)} ms`),
      })
    }
    if (browserPath === null) return sections
    const browser = await launchBrowser()
    try {
      const headers = await server.administratorOf(seeded.company)
      sections.push({
        title: 'The overall page of the tenant in Chromium',
        figures: await pageFigures(browser, server, headers, effort(options).runs),
      })
    } finally {
      await browser.close()
    }
    return sections
  } finally {
    load.close()
    await server.remove()
  }
}

const figure = (name: string, { p99 }: Measured, goal: number): Figure => ({
  name,
  values: p99,
  unit: 'ms',
  decimals: 0,
  goal: { of: 'value', atMost: goal },
})

/** A request for each panel of a page, for its usual period. */
async function panelsOf(
  server: BenchServer,
  headers: Record<string, string>,
  chart: ChartCode,
): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${server.consoleUrl}/api/v1/chart/page/${chart}`, { headers })
  const { data } = (await answer.json()) as { data: { panels: string[] } }
  const to = Date.now()
  const period = {
    from: new Date(to - usualPeriods[chart].days * day).toISOString(),
    to: new Date(to).toISOString(),
  }
  return new Map(
    data.panels.map((panel) => [panel, jsonRequest('/api/v1/chart/panel', headers, { panel, ...period })]),
  )
}
