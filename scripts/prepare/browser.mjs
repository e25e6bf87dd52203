import { existsSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { installPackages, mayInstall } from './debian.mjs'

/** The same engine without windows: a page costs a fifth less. */
const withoutWindows = ['chromium-headless-shell', 'chrome-headless-shell']
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The Chromium that tests drive, or null. */
export function findBrowser() {
  const given = process.env.CHROMIUM_PATH
  if (given) return existsSync(given) ? given : null
  const directories = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean)
  const candidates = [...withoutWindows, ...names].flatMap((name) =>
    directories.map((directory) => path.join(directory, name)),
  )
  return [...candidates, ...elsewhere].find((file) => existsSync(file)) ?? null
}

/**
 * Installs one where no confirmation is needed: as root on Debian and derivatives. Otherwise reports what is
 * missing.
 */
export function ensureBrowser() {
  const found = findBrowser()
  if (found) return { browser: found, missing: null }
  if (!process.env.CHROMIUM_PATH && mayInstall()) {
    process.stderr.write(
      'Installing Chromium for the browser tests (apt-get install chromium-headless-shell fonts-noto-cjk).\n',
    )
    // Without such a package, the whole browser.
    const installed = ['chromium-headless-shell', 'chromium'].some((name) =>
      installPackages([name, 'fonts-noto-cjk']),
    )
    const browser = installed ? findBrowser() : null
    if (browser) return { browser, missing: null }
  }
  return {
    browser: null,
    missing: process.env.CHROMIUM_PATH
      ? `CHROMIUM_PATH names ${process.env.CHROMIUM_PATH}, which does not exist: the browser tests cannot run.`
      : 'There is no Chromium: install the package chromium or set CHROMIUM_PATH, and the browser tests run too.',
  }
}
