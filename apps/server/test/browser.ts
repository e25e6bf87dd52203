import { type Language, phrase, type PhraseKey } from '@netward/phrases/server'
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core'
import { findBrowser } from '../../../scripts/prepare/browser.mjs'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A window's address bar has two pages of its own: they cost more than the page under test. The others are those
  // of the driver's own list that matter here, since the last list given is the one that counts.
  `--disable-features=${[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'AimEnabled',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'LensOverlay',
    'MediaRouter',
    'OptimizationHints',
    'PaintHolding',
    'PreconnectToSearch',
    'ThirdPartyStoragePartitioning',
  ].join(',')}`,
]

/** The Chromium that the preparation of the tests found or installed; null where there is none. */
export const browserPath: string | null = findBrowser()

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: browserPath ?? '', args: flags })
}

/** A visitor with a language and a colour scheme of their own, and what their browser complained about. */
export interface Visitor {
  readonly page: Page
  readonly complaints: string[]
  /** What was asked for and has not come. */
  readonly underWay: ReadonlySet<Request>
  /** The phrase that the visitor reads. */
  readonly t: (key: PhraseKey, params?: Record<string, string | number>) => string
  close(): Promise<void>
}

export async function visit(
  browser: Browser,
  options: {
    language: Language
    /** Of the browser itself. */
    locale?: string
    dark?: boolean
    width?: number
    bypassCsp?: boolean
    motion?: boolean
  },
): Promise<Visitor> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 860 },
    locale: options.locale ?? 'en-US',
    colorScheme: options.dark ? 'dark' : 'light',
    bypassCSP: options.bypassCsp ?? false,
    // What slides in is only waited for.
    reducedMotion: options.motion === true ? 'no-preference' : 'reduce',
  })
  // On a machine that does other work beside, half a minute is not enough for some of what is waited for.
  context.setDefaultTimeout(60_000)
  await context.addInitScript((language) => localStorage.setItem('lang', language), options.language)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  const underWay = new Set<Request>()
  page.on('request', (request) => underWay.add(request))
  page.on('requestfinished', (request) => underWay.delete(request))
  page.on('requestfailed', (request) => underWay.delete(request))
  return {
    page,
    complaints,
    underWay,
    t: (key, params) => phrase(options.language, key, params),
    close: () => context.close(),
  }
}

/** Signs in by the form, as a person does. */
export async function signInAs(
  { page, t }: Visitor,
  consoleUrl: string,
  username: string,
  password: string,
): Promise<void> {
  await page.goto(consoleUrl)
  await page.getByLabel(t('signIn.userName'), { exact: true }).fill(username)
  await page.getByLabel(t('signIn.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
  // Of the console: the sign-in page has a heading too.
  await page.locator('#content h1').waitFor()
}

/** Opens a page of the console in a session that is made without the form, by the same browser. */
export async function comeIn(
  { page }: Visitor,
  address: { consoleUrl: string; path?: string },
  username: string,
  password: string,
): Promise<void> {
  const { consoleUrl, path = '' } = address
  const answer = await page.request.post(`${consoleUrl}/api/v1/auth/login`, { form: { username, password } })
  const body = (await answer.json()) as { code: number | string; accessToken: string }
  if (body.code !== 0) throw new Error(`sign-in of ${username} answered ${body.code}`)
  await page
    .context()
    .addCookies([{ name: 'sstoken', value: body.accessToken, url: consoleUrl, sameSite: 'Strict' }])
  await page.goto(consoleUrl + path)
  await page.locator('.console-app').waitFor()
}

/** What stands in the "more" menu of a page's head. */
export async function takeFromMore({ page, t }: Pick<Visitor, 'page' | 't'>, name: string): Promise<void> {
  await page.getByRole('button', { name: t('common.more'), exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
