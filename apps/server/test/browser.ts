import { type Language, phrase, type PhraseKey } from '@netward/phrases/server'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../../scripts/prepare/browser.mjs'

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
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
  /** The phrase that the visitor reads. */
  readonly t: (key: PhraseKey, params?: Record<string, string | number>) => string
  close(): Promise<void>
}

export async function visit(
  browser: Browser,
  options: { language: Language; dark?: boolean; width?: number; bypassCsp?: boolean },
): Promise<Visitor> {
  const context: BrowserContext = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 860 },
    colorScheme: options.dark ? 'dark' : 'light',
    bypassCSP: options.bypassCsp ?? false,
    // Who brings a script to look at the page wants it to stand still.
    reducedMotion: options.bypassCsp === true ? 'reduce' : 'no-preference',
  })
  await context.addInitScript((language) => localStorage.setItem('lang', language), options.language)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text())
  })
  return {
    page,
    complaints,
    t: (key, params) => phrase(options.language, key, params),
    close: () => context.close(),
  }
}

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
