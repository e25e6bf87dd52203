import type { Language } from '@netward/phrases/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { closeVisits, sharedBrowser, visit, type Visitor } from './browser.ts'
import { type Account, field, type SignInServer, startSignInServer } from './sign-in-fixture.ts'

/** Successive visitors at the sign-in page of one server. */
export interface WaysIn {
  readonly browser: Browser
  readonly s: SignInServer
  /** A company. */
  readonly mine: string
  /** The latest visitor. */
  visitor: Visitor
  /** Opens a view in a fresh browser. */
  readonly open: (language: Language, view?: string) => Promise<Visitor>
  readonly submit: (name: string) => Promise<void>
  readonly fill: (label: string, value: string) => Promise<void>
  readonly account: (options?: { incomplete?: boolean }) => Promise<Account>
  readonly signIn: (account: Pick<Account, 'userName'>, password: string) => Promise<void>
}

/** For the tests around the call. */
export function waysIn(): WaysIn {
  let browser: Browser
  let s: SignInServer
  let mine: string
  let visitor: Visitor

  beforeAll(async () => {
    browser = await sharedBrowser()
    s = await startSignInServer()
    mine = await s.company('mine')
  })
  afterAll(async () => {
    await closeVisits(browser)
    await s.stop()
  })
  beforeEach(() => s.forget())

  const submit = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click()
  const fill = (label: string, value: string) => field(visitor, label).fill(value)
  return {
    get browser() {
      return browser
    },
    get s() {
      return s
    },
    get mine() {
      return mine
    },
    get visitor() {
      return visitor
    },
    set visitor(next) {
      visitor = next
    },
    async open(language, view = '') {
      visitor = await visit(browser, { language })
      await visitor.page.goto(`${s.server.consoleUrl}/#/login${view === '' ? '' : `?view=${view}`}`)
      await visitor.page.getByRole('heading', { level: 1 }).waitFor()
      return visitor
    },
    submit,
    fill,
    account: (options) => s.account(mine, 'mine', options),
    async signIn({ userName }, password) {
      await fill(visitor.t('signIn.userName'), userName)
      await fill(visitor.t('signIn.password'), password)
      await submit(visitor.t('signIn.submit'))
    },
  }
}
