import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { operatorPassword } from '../../apps/server/test/server-process.ts'
import type { BenchServer } from './server.ts'

/** A fresh browser: nothing cached, in English. */
export async function visitor(
  browser: Browser,
  server: BenchServer,
  options: { signedIn: boolean },
): Promise<{ context: BrowserContext; page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  if (options.signedIn) await context.addCookies([await sessionCookie(server)])
  const page = await context.newPage()
  return { context, page, devtools: await context.newCDPSession(page) }
}

/** Browser state after signing in. */
export async function sessionCookie(
  server: BenchServer,
): Promise<{ name: string; value: string; url: string; sameSite: 'Strict' }> {
  const { authorization } = await server.signIn('admin', operatorPassword)
  const value = authorization?.replace('Bearer ', '') ?? ''
  return { name: 'sstoken', value, url: server.consoleUrl, sameSite: 'Strict' }
}

export const pages = {
  signIn: '/#/login',
  list: '/#/equipmentManagement/intelligence',
} as const

/** The list is ready when its rows are. */
export async function rowsShown(page: Page): Promise<void> {
  await page.locator('.data-table tbody tr').nth(5).waitFor()
}
