import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import { chromium } from 'playwright-core'
import { pages, sessionCookie } from './harness/browser.ts'
import type { Figure } from './harness/report.ts'
import type { BenchServer } from './harness/server.ts'

const port = 20_780
const goals = { accessibility: 100, 'best-practices': 100, performance: 95 } as const
const categories = Object.keys(goals) as (keyof typeof goals)[]

/** Scores from 0 to 100 of the sign-in page and the list, each in its own browser. */
export async function lighthouseScores(
  server: BenchServer,
  executablePath: string,
  runs: number,
): Promise<Figure[]> {
  const profile = mkdtempSync(path.join(tmpdir(), 'netward-lighthouse-'))
  // Lighthouse opens its tab in the browser's default context, so the session must be there.
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    args: [`--remote-debugging-port=${port}`, '--no-sandbox', '--disable-gpu', '--no-first-run'],
  })
  try {
    const figures: Figure[] = []
    for (const [name, page] of [
      ['sign-in page', pages.signIn],
      ['list', pages.list],
    ] as const) {
      if (page === pages.list) await context.addCookies([await sessionCookie(server)])
      const scores = await scoresOf(server.consoleUrl + page, runs)
      for (const category of categories) {
        figures.push({
          name: `${name}, ${category.replace('-', ' ')}`,
          values: scores.map((score) => score[category] ?? Number.NaN),
          unit: '',
          goal: { of: 'value', atLeast: goals[category] },
        })
      }
    }
    return figures
  } finally {
    await context.close()
    rmSync(profile, { recursive: true, force: true })
  }
}

async function scoresOf(url: string, runs: number): Promise<Record<string, number>[]> {
  const scores: Record<string, number>[] = []
  for (let run = 0; run < runs; run += 1) {
    const result = await lighthouse(
      url,
      {
        port,
        logLevel: 'silent',
        output: 'json',
        onlyCategories: [...categories],
        disableStorageReset: true,
      },
      desktopConfig,
    )
    const found = result?.lhr.categories ?? {}
    scores.push(
      Object.fromEntries(
        Object.entries(found).map(([id, { score }]) => [id, Math.round((score ?? 0) * 100)]),
      ),
    )
  }
  return scores
}
