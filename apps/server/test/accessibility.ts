import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Visitor } from './browser.ts'

const patience = { timeout: 20_000, interval: 20 }

/** Wait for transitions to end: colours differ during them. */
export async function isSettled({ page, underWay }: Visitor): Promise<void> {
  do {
    await vi.waitFor(() => expect([...underWay].map((request) => request.url())).toEqual([]), patience)
    await isAtRest(page)
    // The response may have triggered more requests.
  } while (underWay.size > 0)
}

async function isAtRest(page: Page): Promise<void> {
  // Pending updates start with the next frame.
  await page.evaluate('new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))')
  await page.waitForFunction(
    `!document.querySelector('[class*="-enter"], [class*="-appear"], [class*="-leave"]') &&
     document.getAnimations().every(({ playState, effect }) =>
       playState !== 'running' || effect.getComputedTiming().endTime === Infinity)`,
  )
}

/**
 * A language, a colour scheme and a width. Names depend on the language, content on the width, and contrast
 * on the colours: content of one width only is checked in the other colours too (`inOtherColours`).
 */
export const judgedLooks = [
  ['zh', false, 1280],
  ['en', true, 390],
] as const

/** Runs something in the colour scheme that the visitor did not start with. */
export async function inOtherColours(
  { page }: Visitor,
  dark: boolean,
  work: () => Promise<void>,
): Promise<void> {
  await page.emulateMedia({ colorScheme: dark ? 'light' : 'dark' })
  await work()
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
}

/** Collects what axe finds on each step of a journey, once it is settled. */
export function judging(visitor: Visitor): {
  found: Record<string, string[]>
  judge: (what: string) => Promise<void>
} {
  const found: Record<string, string[]> = {}
  return {
    found,
    async judge(what) {
      await isSettled(visitor)
      found[what] = await findings(visitor)
    },
  }
}

const axePath = fileURLToPath(new URL('../../../node_modules/axe-core/axe.min.js', import.meta.url))

/** What axe finds on the page as it is. */
export async function findings({ page }: Visitor): Promise<string[]> {
  await isAtRest(page)
  // It survives route changes.
  if (!(await page.evaluate<boolean>(`'axe' in globalThis`))) await page.addScriptTag({ path: axePath })
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: {
        run(options: object): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>
      }
    }
    // Passing results are not collected.
    const { violations } = await axe.run({ resultTypes: ['violations'], preload: false, iframes: false })
    return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 120)}`)
  })
}
