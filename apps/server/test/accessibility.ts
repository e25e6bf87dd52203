import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Visitor } from './browser.ts'

const patience = { timeout: 20_000, interval: 20 }

/** What slides or fades in is looked at once it is there: on the way its colours are others. */
export async function standsStill({ page, underWay }: Visitor): Promise<void> {
  do {
    await vi.waitFor(() => expect([...underWay].map((request) => request.url())).toEqual([]), patience)
    await isAtRest(page)
    // What came may have asked for more.
  } while (underWay.size > 0)
}

async function isAtRest(page: Page): Promise<void> {
  // What was set off just now begins with the next frame.
  await page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))')
  await page.waitForFunction(
    `!document.querySelector('[class*="-enter"], [class*="-appear"], [class*="-leave"]') &&
     document.getAnimations().every(({ playState, effect }) =>
       playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`,
  )
}

/**
 * A language, whether it is dark, and a width. Names depend on the language, what there is on the width, and contrast on
 * the colours: what only one width shows is seen in the other colours too (`inOtherColours`).
 */
export const judgedLooks = [
  ['zh', false, 1280],
  ['en', true, 390],
] as const

/** Does something with the page in the colours that the visitor did not come with. */
export async function inOtherColours(
  { page }: Visitor,
  dark: boolean,
  work: () => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' })
  await work()
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
}

const axePath = fileURLToPath(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url))

/** What axe finds on the page as it is. */
export async function findings({ page }: Visitor): Promise<string[]> {
  await isAtRest(page)
  // It stays there when the route changes.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.addScriptTag({ path: axePath })
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    // What was found right is not gathered.
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false, iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
  })
}
