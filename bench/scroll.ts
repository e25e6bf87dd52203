import type { Browser, CDPSession, Page } from 'playwright-core'
import { pages, rowsShown, visitor } from './harness/browser.ts'
import type { Figure } from './harness/report.ts'
import type { BenchServer } from './harness/server.ts'
import { quantile } from './harness/statistics.ts'

const seconds = 3
/** A fast wheel: about 80 rows per second. */
const pixelsPerSecond = 3_000

/** Steps of that wheel at 30 frames a second. */
const steps = 90
const pixelsAFrame = 100

/** Frames per second while a list of 10,000 rows is scrolled, at full speed and with a throttled CPU. */
export async function scrollFigures(browser: Browser, server: BenchServer, runs: number): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const { slowdown, goal } of [
    { slowdown: 1, goal: 60 },
    { slowdown: 4, goal: 30 },
  ]) {
    const { context, page, devtools } = await visitor(browser, server, { signedIn: true })
    await page.goto(`${server.consoleUrl}${pages.list}?pageSize=all`)
    await rowsShown(page)
    await page.waitForLoadState('networkidle')
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
    const rates: number[] = []
    const slow: number[] = []
    if (slowdown === 1) figures.push(await mainThread(page, devtools, runs))
    for (let run = 0; run < runs; run += 1) {
      const frames = await page.evaluate(scroll, { seconds, pixelsPerSecond })
      rates.push(Math.round((frames.length * 1000) / frames.reduce((sum, frame) => sum + frame, 0)))
      slow.push(quantile(frames, 0.95))
    }
    await context.close()
    const at = slowdown === 1 ? 'full speed' : `slowed down ${slowdown}×`
    figures.push(
      { name: `frames a second, ${at}`, values: rates, unit: '/s', goal: { of: 'value', atLeast: goal } },
      { name: `longest of twenty frames (p95), ${at}`, values: slow, unit: 'ms', decimals: 1 },
    )
  }
  return figures
}

/** CPU time of the page's main thread, less sensitive to other load than frames per second. */
async function mainThread(page: Page, devtools: CDPSession, runs: number): Promise<Figure> {
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const spent = async () => {
    const { metrics } = await devtools.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
  const values: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const before = await spent()
    await page.evaluate(scrollBySteps, { steps, pixelsAFrame })
    values.push(((await spent()) - before) / steps)
  }
  return { name: `main thread a frame of ${pixelsAFrame} pixels`, values, unit: 'ms', decimals: 1 }
}

/** Globals for the functions that run in the page. */
declare const document: { querySelector(selectors: string): { scrollTop: number } | null }
declare const requestAnimationFrame: (step: (now: number) => void) => number

/** In the page: milliseconds of each frame. */
function scroll(wanted: { seconds: number; pixelsPerSecond: number }): Promise<number[]> {
  const frame = document.querySelector('.data-table-frame')
  if (!frame) throw new Error('there is no list')
  return new Promise((resolve) => {
    const times: number[] = []
    let last = 0
    let began = 0
    const from = frame.scrollTop
    const step = (now: number) => {
      if (last === 0) began = now
      else times.push(now - last)
      last = now
      frame.scrollTop = from + ((now - began) * wanted.pixelsPerSecond) / 1000
      if (now - began < wanted.seconds * 1000) requestAnimationFrame(step)
      else resolve(times)
    }
    requestAnimationFrame(step)
  })
}

/** In the page: this many frames, each scrolled a little further. */
function scrollBySteps(wanted: { steps: number; pixelsAFrame: number }): Promise<void> {
  const frame = document.querySelector('.data-table-frame')
  if (!frame) throw new Error('there is no list')
  return new Promise((resolve) => {
    let left = wanted.steps
    const next = () => {
      frame.scrollTop += wanted.pixelsAFrame
      left -= 1
      if (left > 0) requestAnimationFrame(next)
      else resolve()
    }
    requestAnimationFrame(next)
  })
}
