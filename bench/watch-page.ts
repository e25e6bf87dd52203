import type { Browser, Page } from 'playwright-core'
import { setTimeout } from 'node:timers/promises'
import { pages, rowsShown, visitor, watchTraffic } from './harness/browser.ts'
import type { Figure } from './harness/report.ts'
import type { BenchServer } from './harness/server.ts'

const slowdown = 4
const chartPage = '/#/operationsCenter/overallNetworkOperationOverview'
/** Panels ask anew every minute. */
const refreshMs = 60_000

type Visit = Awaited<ReturnType<typeof visitor>>

/** The page of a tenant in Chromium: what it downloads, when it is painted, and how long its tasks hold the page. */
export async function pageFigures(
  browser: Browser,
  server: BenchServer,
  headers: Record<string, string>,
  runs: number,
): Promise<Figure[]> {
  const comeIn = async (): Promise<Visit> => {
    const come = await visitor(browser, server, { signedIn: headers })
    await come.context.addInitScript(watchTasks)
    return come
  }
  const download = await beyondShell(await comeIn(), server)
  const painted: number[] = []
  const loaded: number[] = []
  const refreshed: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const visit = await comeIn()
    await visit.devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await visit.page.goto(server.consoleUrl + chartPage)
    await shown(visit.page)
    const { paint, tasks } = await seen(visit.page)
    painted.push(paint / 1000)
    loaded.push(longest(tasks, paint))
    const before = await visit.page.evaluate(() => performance.now())
    await setTimeout(refreshMs + 5_000)
    refreshed.push(longest((await seen(visit.page)).tasks, before))
    await visit.context.close()
  }
  const slow = `CPU slowed ${slowdown}×`
  return [
    { name: 'download beyond the shell', values: [download], unit: 'kB', goal: { of: 'value', atMost: 250 } },
    {
      name: `largest contentful paint, ${slow}`,
      values: painted,
      unit: 's',
      decimals: 2,
      goal: { of: 'value', atMost: 1.2 },
    },
    {
      name: `longest task behind it, ${slow}`,
      values: loaded,
      unit: 'ms',
      goal: { of: 'value', atMost: 200 },
    },
    {
      name: `longest task of a refresh, ${slow}`,
      values: refreshed,
      unit: 'ms',
      goal: { of: 'value', atMost: 50 },
    },
  ]
}

/** Kilobytes (10^3 bytes) of code, styles and fonts that the page adds to the shell with a list. */
async function beyondShell({ context, page, devtools }: Visit, server: BenchServer): Promise<number> {
  await page.goto(server.consoleUrl + pages.list)
  await rowsShown(page)
  await page.waitForLoadState('networkidle')
  const traffic = await watchTraffic(devtools)
  await page.goto(server.consoleUrl + chartPage)
  await shown(page)
  await page.waitForLoadState('networkidle')
  const { bytes, api } = traffic()
  await context.close()
  return (bytes - api) / 1000
}

/** Its figures and a chart. */
async function shown(page: Page): Promise<void> {
  await page.locator('.panel-figure-main').first().waitFor()
  await page.locator('.chart-panel svg, .chart-panel canvas').first().waitFor()
  await page.waitForLoadState('networkidle')
}

interface Task {
  readonly at: number
  readonly ms: number
}

/** Runs in the page: keeps paints and tasks of 50 ms and more. */
function watchTasks() {
  const kept = { paint: 0, tasks: [] as Task[] }
  Object.assign(globalThis, { watched: kept })
  const watch = (
    type: string,
    take: (entry: { readonly startTime: number; readonly duration: number }) => void,
  ) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      // The types of Node lack the entries of browsers.
      type: type as 'mark',
      buffered: true,
    })
  watch('largest-contentful-paint', ({ startTime }) => {
    kept.paint = startTime
  })
  watch('longtask', ({ startTime, duration }) => kept.tasks.push({ at: startTime, ms: duration }))
}

const seen = (page: Page): Promise<{ paint: number; tasks: Task[] }> =>
  page.evaluate(() => (globalThis as unknown as { watched: { paint: number; tasks: Task[] } }).watched)

const longest = (tasks: readonly Task[], after: number) =>
  Math.max(0, ...tasks.filter(({ at }) => at >= after).map(({ ms }) => ms))
