import type { Browser } from 'playwright-core'
import { browserPath, comeIn, launchBrowser, visit } from '../apps/server/test/browser.ts'
import { administratorPassword, makeAdministrator } from '../apps/server/test/installation.ts'
import { ApiClient, operatorPassword } from '../apps/server/test/server-process.ts'
import { effort, type Options } from './harness/options.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { seedTopology } from './seed-topology.ts'

const nodes = 200
const links = 199
const matrix = '/equipmentManagement/topology'
const longestMs = 120_000

/** Milliseconds from the click, and from the answer of the server, to the frame that shows all. */
interface Opening {
  readonly whole: number
  readonly drawing: number
}

/** From a step out of the matrix of outlets to the painted drawing of one with 200 nodes, its request included. */
export async function topology(options: Options): Promise<Section[]> {
  if (browserPath === null) {
    return [{ title: 'Topology', figures: [], notes: ['not measured: there is no Chromium'] }]
  }
  const server = new BenchServer()
  const browser = await launchBrowser()
  try {
    await server.start()
    const { companyId, userName } = await makeAdministrator(server.consoleUrl, 'bench-shops')
    const operator = await ApiClient.signIn(server.consoleUrl, 'admin', operatorPassword)
    for (const kind of ['devices', 'outlets', 'internet_lines'] as const)
      await operator.call('POST /api/v1/licence', { companyId, kind, quantity: 1_000 })
    const outletId = await seedTopology(server, companyId)
    await derived(server, outletId)
    const { runs } = effort(options)
    const measured = (slowdown: number) => openings(browser, server, { userName, outletId, slowdown, runs })
    const full = await measured(1)
    const slowed = await measured(4)
    const of = (all: readonly Opening[], what: keyof Opening) => all.map((one) => one[what])
    return [
      {
        title: `Topology: an outlet of ${nodes} nodes and ${links} links opened from the matrix`,
        figures: [
          { name: 'until it is painted, full speed', values: of(full, 'whole'), unit: 'ms' },
          { name: 'of it from the answer on', values: of(full, 'drawing'), unit: 'ms' },
          { name: 'until it is painted, slowed down 4×', values: of(slowed, 'whole'), unit: 'ms' },
          {
            name: 'of it from the answer on',
            values: of(slowed, 'drawing'),
            unit: 'ms',
            goal: { of: 'value', atMost: 500 },
          },
        ],
        notes: ['Each in a fresh browser whose matrix is open; the whole includes code and request.'],
      },
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

async function derived(server: BenchServer, outletId: string): Promise<void> {
  const until = performance.now() + longestMs
  for (;;) {
    const [row] = await server.query<{ links: number }>('select links from topology where outlet_id = $1', [
      outletId,
    ])
    if (row?.links === links) return
    if (performance.now() > until) throw new Error(`${row?.links ?? 'no'} of ${links} links were derived`)
    await new Promise((resolve) => {
      setTimeout(resolve, 500)
    })
  }
}

async function openings(
  browser: Browser,
  server: BenchServer,
  of: { userName: string; outletId: string; slowdown: number; runs: number },
): Promise<Opening[]> {
  const values: Opening[] = []
  for (let run = 0; run < of.runs; run += 1) {
    const visitor = await visit(browser, { language: 'en', dark: false, width: 1440 })
    const { page } = visitor
    const address = { consoleUrl: server.consoleUrl, path: `/#${matrix}` }
    await comeIn(visitor, address, of.userName, administratorPassword)
    await page.getByText('Large shop', { exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: of.slowdown })
    values.push(await page.evaluate(open, { hash: `${matrix}/${of.outletId}`, nodes, links, longestMs }))
    await page.context().close()
  }
  return values
}

/** Globals for the function that runs in the page. */
declare const performance: {
  now(): number
  getEntriesByType(type: 'resource'): { readonly name: string }[]
}
declare const document: { querySelectorAll(selectors: string): { readonly length: number } }
declare const location: { hash: string }
declare const requestAnimationFrame: (step: () => void) => number

/** In the page: milliseconds until all nodes and links are there and the frame after them begins. */
function open(wanted: { hash: string; nodes: number; links: number; longestMs: number }): Promise<Opening> {
  return new Promise((resolve, reject) => {
    const began = performance.now()
    location.hash = wanted.hash
    const look = () => {
      const nodesDrawn = document.querySelectorAll('[data-node]').length
      const linksDrawn = document.querySelectorAll('[data-link]').length
      const spent = performance.now() - began
      if (nodesDrawn === wanted.nodes && linksDrawn === wanted.links)
        requestAnimationFrame(() => {
          const now = performance.now()
          const answer = performance
            .getEntriesByType('resource')
            .findLast(({ name }) => name.includes('/topology/outlet/')) as { responseEnd: number } | undefined
          if (answer === undefined) reject(new Error('the server was not asked'))
          else resolve({ whole: now - began, drawing: now - answer.responseEnd })
        })
      else if (spent > wanted.longestMs)
        reject(new Error(`${nodesDrawn} nodes, ${linksDrawn} links are drawn`))
      else requestAnimationFrame(look)
    }
    look()
  })
}
