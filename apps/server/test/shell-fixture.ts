import type pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { comeIn, launchBrowser, visit, type Visitor } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { startOwnServer } from './own-server.ts'
import { operatorPassword, type ServerProcess } from './server-process.ts'

/** A server with one company, a browser, and the people who look at the console's shell. */
export interface Shell {
  readonly browser: Browser
  readonly server: ServerProcess
  readonly sql: pg.Client
  readonly companyId: string
  /** The company's administrator, signed in. */
  readonly administrator: (options?: Partial<Parameters<typeof visit>[1]>) => Promise<Visitor>
  /** The platform's operator, signed in. */
  readonly operator: (options?: Partial<Parameters<typeof visit>[1]>) => Promise<Visitor>
  readonly close: () => Promise<void>
}

export async function startShell(env: Record<string, string> = {}): Promise<Shell> {
  const { server, sql, stop } = await startOwnServer(env)
  const { companyId, userName } = await makeAdministrator(server.consoleUrl, 'shell')
  const browser = await launchBrowser()
  const arrive = async (
    username: string,
    own: string,
    options: Partial<Parameters<typeof visit>[1]> = {},
  ) => {
    const visitor = await visit(browser, { language: 'en', ...options })
    await comeIn(visitor, { consoleUrl: server.consoleUrl }, username, own)
    await visitor.page.locator('#content h1').waitFor()
    return visitor
  }
  return {
    browser,
    server,
    sql,
    companyId,
    administrator: (options) => arrive(userName, administratorPassword, options),
    operator: (options) => arrive('admin', operatorPassword, options),
    async close() {
      await browser.close()
      await stop()
    },
  }
}

/** Answers the calls of one path with an error of the catalogue instead of the server. */
export async function failCalls(page: Page, path: string, status: number, body: object): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  )
}

/** For what shows a moment later: the machine of a test may be busy. */
export const soon = { timeout: 15_000 }

/** Waits until the address of the page has this hash. */
export async function arriveAt(page: Page, hash: string): Promise<void> {
  await page.waitForURL((url) => url.hash === hash)
}
