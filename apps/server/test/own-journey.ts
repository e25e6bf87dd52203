import type { Browser } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { closeVisits, sharedBrowser } from './browser.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

export interface OwnJourney {
  readonly browser: Browser
  readonly own: OwnServer
}

/** The shared browser and a server of its own for a group of tests, from before the first until after the last. */
export function ownJourney(env: Record<string, string> = {}): OwnJourney {
  let browser: Browser | undefined
  let own: OwnServer | undefined
  beforeAll(async () => {
    ;[browser, own] = await Promise.all([sharedBrowser(), startOwnServer(env)])
  })
  afterAll(async () => {
    await Promise.all([browser && closeVisits(browser), own?.stop()])
  })
  return {
    get browser() {
      return browser!
    },
    get own() {
      return own!
    },
  }
}
