import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { operatorPassword } from '../../apps/server/test/server-process.ts'
import type { BenchServer } from './server.ts'

/** A fresh browser: nothing cached, in English. Signed in as the operator, or by the headers of somebody else. */
export async function visitor(
  browser: Browser,
  server: BenchServer,
  options: { signedIn: boolean | Record<string, string> },
): Promise<{ context: BrowserContext; page: Page; devtools: CDPSession }> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const { signedIn } = options
  if (signedIn !== false)
    await context.addCookies([await sessionCookie(server, signedIn === true ? undefined : signedIn)])
  const page = await context.newPage()
  return { context, page, devtools: await context.newCDPSession(page) }
}

/** Browser state after signing in. */
export async function sessionCookie(
  server: BenchServer,
  headers?: Record<string, string>,
): Promise<{ name: string; value: string; url: string; sameSite: 'Strict' }> {
  const { authorization } = headers ?? (await server.signIn('admin', operatorPassword))
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

/** What the page loads from now on: bytes on the wire with their headers, those of the API, and how many requests. */
export async function watchTraffic(
  devtools: CDPSession,
): Promise<() => { bytes: number; api: number; requests: number }> {
  const urls = new Map<string, string>()
  let bytes = 0
  let api = 0
  devtools.on('Network.responseReceived', ({ requestId, response }) => urls.set(requestId, response.url))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    bytes += encodedDataLength
    if (urls.get(requestId)?.includes('/api/')) api += encodedDataLength
  })
  await devtools.send('Network.enable')
  return () => ({ bytes, api, requests: urls.size })
}
