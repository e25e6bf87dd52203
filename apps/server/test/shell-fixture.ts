import type pg from 'pg'
import type { Browser, Page } from 'playwright-core'
import { closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { startOwnServer } from './own-server.ts'
import { operatorPassword, type ServerProcess } from './server-process.ts'

/** A server with one company, a browser, and users of the console's shell. */
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
  const browser = await sharedBrowser()
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
      await closeVisits(browser)
      await stop()
    },
  }
}

/** Answers calls to one path with a catalogue error instead of the server's response. */
export async function failCalls(page: Page, path: string, status: number, body: object): Promise<void> {
  await page.route(`**${path}`, (route) =>
    route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) }),
  )
}

/** For delayed content: the test machine may be busy. */
export const soon = { timeout: 15_000 }

/** Waits until the page address has this hash. */
export async function arriveAt(page: Page, hash: string): Promise<void> {
  await page.waitForURL((url) => url.hash === hash)
}
