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
  // A window's address bar has two pages of its own, which cost more than the page under test. The other
  // switches are those of the driver's own list that matter here, since the last list passed wins.
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

/** The Chromium that the test preparation found or installed; null if there is none. */
export const browserPath: string | null = findBrowser()

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: browserPath ?? '',
    args: flags,
    // Without a UTF-8 locale Chromium saves every file with a Chinese name as `download`.
    env: { ...process.env, LANG: 'C.UTF-8' },
  })
}

/** The files of a worker share its modules, and so its Chromium, which ends with the worker. */
let shared: Browser | undefined

export async function sharedBrowser(): Promise<Browser> {
  if (shared?.isConnected() !== true) shared = await launchBrowser()
  return shared
}

/** Closes what the file that ends has open in the browser of its worker. */
export async function closeVisits(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map((context) => context.close()))
}

/** A visitor with a language and colour scheme, and the errors their browser logged. */
export interface Visitor {
  readonly page: Page
  readonly complaints: string[]
  /** Requests still pending. */
  readonly underWay: ReadonlySet<Request>
  /** The phrase in the visitor's language. */
  readonly t: (key: PhraseKey, params?: Record<string, string | number>) => string
  close(): Promise<void>
}

export async function visit(
  browser: Browser,
  options: {
    language: Language
    /** From the browser itself. */
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
    // Wait for sliding content.
    reducedMotion: options.motion === true ? 'no-preference' : 'reduce',
  })
  // On a busy machine, half a minute is too short for some waits.
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

/** Signs in with the form, as a person does. */
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
  // A console heading: the sign-in page has one too.
  await page.locator('#content h1').waitFor()
}

/** Opens a console page in a session created without the form, in the same browser. */
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

/** Entries of the "more" menu in a page header. */
export async function takeFromMore({ page, t }: Pick<Visitor, 'page' | 't'>, name: string): Promise<void> {
  await page.getByRole('button', { name: t('common.more'), exact: true }).click()
  await page.getByRole('menuitem', { name, exact: true }).click()
}
