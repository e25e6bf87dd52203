import type { Browser } from 'playwright-core'
import { browserPath, launchBrowser } from '../apps/server/test/browser.ts'
import { pages, rowsShown, visitor, watchTraffic } from './harness/browser.ts'
import { effort, type Options } from './harness/options.ts'
import type { Figure, Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'
import { lighthouseScores } from './lighthouse.ts'
import { scrollFigures } from './scroll.ts'
import { seedDevices } from './seed-devices.ts'

const oxide = 'recorded reference: Oxide console, gzip'
const slowdown = 4

/** Download size, time to paint, list scrolling, and Lighthouse scores. */
export async function web(options: Options): Promise<Section[]> {
  if (browserPath === null) {
    return [{ title: 'In the browser', figures: [], notes: ['not measured: there is no Chromium'] }]
  }
  const server = new BenchServer()
  const browser = await launchBrowser()
  try {
    await server.start()
    await seedDevices(server.admin, { companies: 100, devices: 20_000 })
    const { runs } = effort(options)
    return [
      { title: 'Download, as Chromium requested it', figures: await downloads(browser, server) },
      {
        title: `First contentful paint, processor slowed down ${slowdown}×`,
        figures: [await firstPaint(browser, server, runs)],
      },
      {
        title: 'A list of 10,000 rows, scrolled continuously',
        figures: await scrollFigures(browser, server, runs),
        notes: ['Headless and without a graphics processor: what a screen shows is smoother than this.'],
      },
      {
        title: 'Lighthouse, desktop',
        figures: await lighthouseScores(server, browserPath, options.quick ? 1 : 3),
      },
    ]
  } finally {
    await browser.close()
    await server.remove()
  }
}

/** @returns kilobytes (10^3 bytes) on the wire, headers included. */
async function downloads(browser: Browser, server: BenchServer): Promise<Figure[]> {
  const signIn = await downloaded(browser, server, false)
  const list = await downloaded(browser, server, true)
  return [
    {
      name: `sign-in page (${signIn.requests} requests)`,
      values: [signIn.kilobytes],
      unit: 'kB',
      against: { name: oxide, value: 212 },
      goal: { of: 'value', atMost: 120 },
    },
    {
      name: `shell with list (${list.requests} requests)`,
      values: [list.kilobytes],
      unit: 'kB',
      goal: { of: 'value', atMost: 400 },
    },
    { name: 'of it answers of the API', values: [list.api], unit: 'kB', decimals: 1 },
  ]
}

async function downloaded(
  browser: Browser,
  server: BenchServer,
  signedIn: boolean,
): Promise<{ kilobytes: number; api: number; requests: number }> {
  const { context, page, devtools } = await visitor(browser, server, { signedIn })
  const traffic = await watchTraffic(devtools)
  await page.goto(server.consoleUrl + (signedIn ? pages.list : pages.signIn))
  if (signedIn) await rowsShown(page)
  // Prefetched resources count too.
  await page.waitForLoadState('networkidle')
  const { bytes, api, requests } = traffic()
  await context.close()
  return { kilobytes: bytes / 1000, api: api / 1000, requests }
}

async function firstPaint(browser: Browser, server: BenchServer, runs: number): Promise<Figure> {
  const values: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const { context, page, devtools } = await visitor(browser, server, { signedIn: false })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    await page.goto(server.consoleUrl + pages.signIn)
    const painted = await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
    )
    const paint = Number(await painted.jsonValue())
    values.push(paint / 1000)
    await context.close()
  }
  return { name: 'sign-in page', values, unit: 's', decimals: 2, goal: { of: 'value', atMost: 1.2 } }
}
