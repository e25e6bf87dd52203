import { readFile } from 'node:fs/promises'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { totpCode } from '../src/modules/identity/index.ts'
import { findings, inOtherColours, judgedLooks, isSettled } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { fromBase32 } from './from-base32.ts'
import { ApiClient } from './server-process.ts'
import {
  type Account,
  firstPassword,
  type SignInServer,
  startSignInServer,
  withAuthenticator,
} from './sign-in-fixture.ts'

const newPassword = 'Quite-other-8'
const route = '/#/personal/information'

describe.skipIf(browserPath === null)('personal information', () => {
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

  /** The screen right after signing in. */
  async function open(person: Account, options: Partial<Parameters<typeof visit>[1]> = {}) {
    visitor = await visit(browser, { language: 'en', ...options })
    const { consoleUrl } = s.server
    await comeIn(visitor, { consoleUrl, path: route }, person.userName, firstPassword)
    await visitor.page.getByText(visitor.t('account.sessionThis')).waitFor()
    return visitor
  }
  /** In a drawer, a button that was just busy may still have that prefix in its name. */
  const press = (name: string, within?: Locator) =>
    (within ?? visitor.page.locator('body'))
      .getByRole('button', { name, exact: within === undefined })
      .click()
  const drawer = () => visitor.page.getByRole('dialog')
  const fill = (label: string, value: string) => drawer().getByLabel(label, { exact: true }).fill(value)
  const problem = (text: string) =>
    drawer().locator('.ant-form-item-explain-error', { hasText: text }).waitFor()
  const isSignedIn = async (client: ApiClient) => (await client.call('GET /api/v1/auth/account')).code === 0

  test.each(['zh', 'en'] as const)('a personal token is shown once and revoked (%s)', async (language) => {
    const person = await s.account(mine, 'mine')
    const { page, t } = await open(person, { language })
    await page.getByText(t('personalTokens.empty')).waitFor()
    await press(t('personalTokens.make'))
    await fill(t('personalTokens.days'), '')
    await press(t('personalTokens.makeSubmit'), drawer())
    await problem(t('personalTokens.nameEmpty'))
    await problem(t('personalTokens.daysRule', { most: 90 }))
    await fill(t('personalTokens.name'), 'laptop')
    await fill(t('personalTokens.days'), '7')
    await press(t('personalTokens.makeSubmit'), drawer())
    await page.getByText(/nwp_[\w-]{43}/).waitFor()
    await page.getByText(`${s.server.consoleUrl}/mcp`).waitFor()
    await press(t('common.shownOnceDone'))
    await page.getByText(/nwp_/).waitFor({ state: 'hidden' })
    await page.getByText(t('personalTokens.never'), { exact: true }).waitFor()
    await press(t('personalTokens.endOf', { name: 'laptop' }))
    await press(t('personalTokens.end'), page.getByRole('dialog'))
    await page.getByText(t('personalTokens.because.person'), { exact: true }).waitFor()
    expect(await page.getByText(/nwp_/).count()).toBe(0)
  })

  test.each(['zh', 'en'] as const)('a new password ends the other sessions (%s)', async (language) => {
    const person = await s.account(mine, 'mine')
    const elsewhere = await ApiClient.signIn(s.server.consoleUrl, person.userName, firstPassword)
    const { page, t } = await open(person, { language })
    await press(t('account.passwordChange'))
    await drawer().getByText(t('account.passwordOthersEnd')).waitFor()
    await fill(t('account.newPassword'), 'a')
    await problem(t('validation.passwordLength'))
    expect(await drawer().locator('.ant-form-item-explain-error').count()).toBe(1)
    await fill(t('account.newPassword'), '')
    await press(t('account.passwordSubmit'), drawer())
    await problem(t('validation.originalPasswordEmpty'))
    await problem(t('validation.newPasswordEmpty'))
    await problem(t('validation.repeatedPasswordEmpty'))

    await fill(t('account.newPassword'), 'Short-1')
    await problem(t('validation.passwordLength'))
    await fill(t('account.newPassword'), 'lower-case-only')
    await problem(t('validation.passwordClasses'))
    await drawer()
      .getByText(t('access.ruleClasses', { least: 3, count: 2 }))
      .waitFor()
    await fill(t('account.newPassword'), newPassword)
    await fill(t('account.repeatedPassword'), `${newPassword}x`)
    await problem(t('validation.passwordMismatch'))
    await fill(t('account.newPassword'), `${newPassword}x`)
    await drawer()
      .locator('.ant-form-item-explain-error', { hasText: t('validation.passwordMismatch') })
      .waitFor({ state: 'detached' })
    await fill(t('account.newPassword'), newPassword)
    await problem(t('validation.passwordMismatch'))
    await fill(t('account.repeatedPassword'), newPassword)
    await fill(t('account.originalPassword'), 'Wrong-word-1')
    await press(t('account.passwordSubmit'), drawer())
    await problem(t('errors.account.password_wrong'))
    expect(await isSignedIn(elsewhere)).toBe(true)

    await fill(t('account.originalPassword'), firstPassword)
    await press(t('account.passwordSubmit'), drawer())
    await page.getByText(t('account.passwordDone')).waitFor()
    expect(await isSignedIn(elsewhere)).toBe(false)
    // This session continues, and the new password is valid.
    await page.reload()
    await page.getByText(t('account.sessionThis')).waitFor()
    await ApiClient.signIn(s.server.consoleUrl, person.userName, newPassword)
    await visitor.close()
  })

  test.each(['zh', 'en'] as const)(
    'a new mail address is proved, and the old one is notified (%s)',
    async (language) => {
      const person = await s.account(mine, 'mine')
      const taken = await s.account(mine, 'mine')
      const email = `new-${language}@example.test`
      const { page, t } = await open(person, { language })
      await press(t('account.emailChange'))
      await press(t('account.codeSend'), drawer())
      await problem(t('validation.passwordEmpty'))
      await problem(t('validation.newEmailEmpty'))
      await fill(t('account.currentPassword'), 'Wrong-word-1')
      await fill(t('account.newEmail'), person.email)
      await problem(t('account.contactSame'))
      await fill(t('account.newEmail'), email)
      await press(t('account.codeSend'), drawer())
      await problem(t('errors.account.password_wrong'))
      await fill(t('account.currentPassword'), firstPassword)
      await press(t('account.contactSubmit'), drawer())
      await problem(t('account.codeNotSent'))

      await press(t('account.codeSend'), drawer())
      await drawer()
        .getByText(t('account.codeSent', { to: email, minutes: 5 }))
        .waitFor()
      await drawer()
        .getByRole('button', { name: /\d+ ?(?:s\)|秒)/ })
        .waitFor()
      const code = await s.codeSentTo(email)
      await fill(t('account.code'), code === '000000' ? '111111' : '000000')
      await press(t('account.contactSubmit'), drawer())
      await problem(t('errors.code.wrong'))
      // A code is valid only for the address it was sent to.
      await fill(t('account.newEmail'), taken.email)
      await press(t('account.contactSubmit'), drawer())
      await problem(t('account.codeNotSent'))
      await fill(t('account.newEmail'), email)
      await fill(t('account.code'), code)
      await press(t('account.contactSubmit'), drawer())
      await page.getByText(t('account.emailDone')).waitFor()
      await page.locator('.account-way-value', { hasText: email }).waitFor()
      expect((await s.sentTo(person.email)).kind).toBe('contact_changed')
      await visitor.close()
    },
  )

  test("an address that is somebody else's is refused on its field", async () => {
    const person = await s.account(mine, 'mine')
    const taken = await s.account(mine, 'mine')
    const { page, t } = await open(person)
    await press(t('account.phoneChange'))
    await fill(t('account.currentPassword'), firstPassword)
    await fill(t('account.newPhone'), '12345')
    await press(t('account.codeSend'), drawer())
    await problem(t('validation.phoneOrEmail'))
    await fill(t('account.newPhone'), taken.phone)
    await press(t('account.codeSend'), drawer())
    await fill(t('account.code'), await s.codeSentTo(taken.phone))
    await press(t('account.contactSubmit'), drawer())
    await problem(t('errors.account.phone_taken'))
    expect(await page.locator('.account-way-value', { hasText: person.phone }).count()).toBe(1)
    await visitor.close()
  })

  test('two-step verification is turned on, its recovery codes renewed, and turned off', async () => {
    const person = await s.account(mine, 'mine')
    const { page, t } = await open(person, { language: 'zh' })
    await press(t('account.totpTurnOn'))
    await fill(t('account.currentPassword'), firstPassword)
    await press(t('account.totpNext'), drawer())
    await page.locator('.account-qr svg').waitFor()
    const shown = await drawer().locator('.copy-text .mono').textContent()
    const secret = fromBase32(shown!.replaceAll(' ', ''))
    const step = () => Math.floor(Date.now() / 30_000)
    const confirmed = totpCode(secret, step())
    await fill(t('account.totpCode'), confirmed === '000000' ? '111111' : '000000')
    await press(t('account.totpConfirm'), drawer())
    await problem(t('errors.sign_in.second_factor_wrong'))
    await fill(t('account.totpCode'), confirmed)
    await press(t('account.totpConfirm'), drawer())

    const codes = page.locator('.account-codes .mono')
    await codes.waitFor()
    const first = (await codes.textContent())!.split('\n')
    expect(first.length).toBe(10)
    const download = page.waitForEvent('download')
    await press(t('account.recoveryDownload'))
    const file = await download
    expect(file.suggestedFilename()).toBe(`${t('account.recoveryFile')}.txt`)
    const saved = await readFile(await file.path(), 'utf8')
    expect(first.every((code) => saved.includes(code))).toBe(true)
    // One-time content closes only by its button.
    await page.keyboard.press('Escape')
    expect(await codes.isVisible()).toBe(true)
    await press(t('account.recoverySaved'))
    await page.getByText(t('account.recoveryLeft', { count: 10 })).waitFor()

    await press(t('account.recoveryRenew'))
    await fill(t('account.currentPassword'), firstPassword)
    // Later than the used one, and still accepted in the next step.
    await fill(t('account.totpCode'), totpCode(secret, step() + 1))
    await press(t('account.recoveryRenewSubmit'), drawer())
    await expect.poll(() => codes.textContent()).not.toBe(first.join('\n'))
    const [recoveryCode] = (await codes.textContent())!.split('\n')
    await press(t('account.recoverySaved'))

    await press(t('account.totpTurnOff'))
    await fill(t('account.currentPassword'), firstPassword)
    await fill(t('account.secondFactorCode'), first[0]!)
    await press(t('account.totpOffSubmit'), drawer())
    await problem(t('errors.sign_in.second_factor_wrong'))
    await fill(t('account.secondFactorCode'), recoveryCode!)
    await press(t('account.totpOffSubmit'), drawer())
    await page.getByText(t('account.totpOffDone')).waitFor()
    await page.getByRole('button', { name: t('account.totpTurnOn'), exact: true }).waitFor()
    await visitor.close()
  })

  test('one session is ended, then all others', async () => {
    const person = await s.account(mine, 'mine')
    const clients = []
    for (let n = 0; n < 3; n += 1) {
      clients.push(await ApiClient.signIn(s.server.consoleUrl, person.userName, firstPassword))
    }
    const { page, t } = await open(person)
    await page
      .locator('.account-sessions li', { hasText: t('account.sessionThis') })
      .getByText(/Chrome/)
      .waitFor()
    const lines = page.locator('.account-sessions li')
    expect(await lines.count()).toBe(4)
    await page
      .getByRole('button', { name: /^End session of Node\.js/ })
      .first()
      .click()
    await press(t('account.sessionEnd'), page.getByRole('dialog'))
    await page.getByText(t('account.sessionEnded')).waitFor()
    await expect.poll(() => lines.count()).toBe(3)
    const left = await Promise.all(clients.map(isSignedIn))
    expect(left.filter(Boolean).length).toBe(2)

    await press(t('account.sessionEndOthers'))
    await page.getByRole('dialog', { name: t('account.sessionEndOthersTitle', { count: 2 }) }).waitFor()
    await press(t('account.sessionEndOthers'), page.getByRole('dialog'))
    await page.getByText(t('account.sessionEndedOthers', { count: 2 })).waitFor()
    await expect.poll(() => lines.count()).toBe(1)
    expect(await Promise.all(clients.map(isSignedIn))).toEqual([false, false, false])
    await visitor.close()
  })

  test('the name is changed in the frame too, and the same screen stands in the settings', async () => {
    const person = await s.account(mine, 'mine')
    const { page, t } = await open(person)
    const name = page.getByLabel(t('account.displayName'), { exact: true })
    await name.fill(' ')
    await page.getByText(t('account.displayNameEmpty')).waitFor()
    await name.fill('Zhao Yi')
    await press(t('common.save'))
    await page.getByText(t('common.saved')).waitFor()
    await page.locator('header').getByText('Zhao Yi').first().waitFor()
    await page.goto(`${s.server.consoleUrl}/#/systemSettings`)
    await page.waitForURL((url) => url.hash === '#/systemSettings/personalInformation')
    await page.getByText(t('account.sessionThis')).waitFor()
    expect(await name.inputValue()).toBe('Zhao Yi')
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test.each(judgedLooks)(
    'nothing on it has an accessibility finding (%s, dark %s, %s px)',
    async (language, dark, width) => {
      const person = await s.account(mine, 'mine')
      const { page, t } = await open(person, { language, dark, width, bypassCsp: true })
      const found: string[] = []
      const look = async (where: string) => {
        await isSettled(visitor)
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        found.push(...(wide === true ? [`${where}: wider than the window`] : []))
        found.push(...(await findings(visitor)).map((finding) => `${where}: ${finding}`))
      }
      const lookIn = async (where: string, button: string) => {
        await look(where)
        await press(button, drawer())
        await drawer().locator('.ant-form-item-explain-error').first().waitFor()
        await look(`${where}, refused`)
        await press(t('common.cancel'), drawer())
        await drawer().waitFor({ state: 'hidden' })
      }
      await look('the page')
      await press(t('account.passwordChange'))
      await lookIn('password', t('account.passwordSubmit'))
      await press(t('account.emailChange'))
      await lookIn('mail', t('account.contactSubmit'))
      await press(t('account.totpTurnOn'))
      await fill(t('account.currentPassword'), firstPassword)
      await press(t('account.totpNext'), drawer())
      await page.locator('.account-qr svg').waitFor()
      await lookIn('authenticator', t('account.totpConfirm'))
      await withAuthenticator(s.server, person)
      await page.reload()
      await page.getByText(t('account.recoveryLeft', { count: 10 })).waitFor()
      await look('with two steps')
      await inOtherColours(visitor, dark, () => look('with two steps, other colours'))
      await press(t('account.totpTurnOff'))
      await lookIn('turning off', t('account.totpOffSubmit'))
      expect(found).toEqual([])
      await visitor.close()
    },
  )
})
