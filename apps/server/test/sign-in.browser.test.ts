import type { Language } from '@netward/phrases/server'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findings } from './accessibility.ts'
import { browserPath, launchBrowser, visit, type Visitor } from './browser.ts'
import {
  type Account,
  field,
  firstPassword,
  isIn,
  isWrong,
  type SignInServer,
  startSignInServer,
  withAuthenticator,
} from './sign-in-fixture.ts'

const newPassword = 'Quite-other-8'

describe.skipIf(browserPath === null)('every way in', () => {
  let browser: Browser
  let s: SignInServer
  let mine: string
  let visitor: Visitor

  beforeAll(async () => {
    browser = await launchBrowser()
    s = await startSignInServer()
    mine = await s.company('mine')
  })
  afterAll(async () => {
    await browser.close()
    await s.stop()
  })
  beforeEach(() => s.forget())

  /** Opens a view in a browser that has never been here. */
  async function open(language: Language, view = '', options: { dark?: boolean; width?: number } = {}) {
    visitor = await visit(browser, { language, ...options })
    await visitor.page.goto(`${s.server.consoleUrl}/#/login${view === '' ? '' : `?view=${view}`}`)
    await visitor.page.getByRole('heading', { level: 1 }).waitFor()
    return visitor
  }
  const submit = (name: string) => visitor.page.getByRole('button', { name, exact: true }).click()
  const fill = (label: string, value: string) => field(visitor, label).fill(value)
  const account = (options?: { incomplete?: boolean }): Promise<Account> => s.account(mine, 'mine', options)

  async function signIn({ userName }: Account, password: string) {
    await fill(visitor.t('signIn.userName'), userName)
    await fill(visitor.t('signIn.password'), password)
    await submit(visitor.t('signIn.submit'))
  }

  test.each(['zh', 'en'] as const)('a picture is asked for after failures (%s)', async (language) => {
    const person = await account()
    const { page, t } = await open(language)
    for (let failure = 0; failure < 3; failure += 1) {
      await signIn(person, `Wrong-word-${failure}`)
      await page.getByText(t('errors.sign_in.wrong')).waitFor()
      expect(await field(visitor, t('access.imageCode')).count()).toBe(0)
      await field(visitor, t('signIn.password')).fill('')
    }
    await signIn(person, firstPassword)
    const picture = field(visitor, t('access.imageCode'))
    await picture.waitFor()
    await page.locator('[name="captchaCode"]:focus').waitFor()
    // What was typed before is still there.
    expect(await field(visitor, t('signIn.userName')).inputValue()).toBe(person.userName)
    expect(await field(visitor, t('signIn.password')).inputValue()).toBe(firstPassword)

    await submit(t('signIn.submit'))
    await isWrong(visitor, t('access.imageCode'), t('validation.imageCodeEmpty'))
    await picture.fill('12')
    await submit(t('signIn.submit'))
    await isWrong(visitor, t('access.imageCode'), t('validation.imageCode'))

    const first = await page.locator('.sign-in-picture img').getAttribute('src')
    await picture.fill((await s.lastPicture()) === '0000' ? '1111' : '0000')
    await submit(t('signIn.submit'))
    await isWrong(visitor, t('access.imageCode'), t('errors.sign_in.image_code_wrong'))
    expect(await page.locator('.sign-in-picture img').getAttribute('src')).not.toBe(first)

    const second = await page.locator('.sign-in-picture img').getAttribute('src')
    await page.getByRole('button', { name: t('access.imageCodeRenew') }).press('Enter')
    await expect.poll(() => page.locator('.sign-in-picture img').getAttribute('src')).not.toBe(second)
    await picture.fill(await s.lastPicture())
    await submit(t('signIn.submit'))
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()
  })

  test.each(['zh', 'en'] as const)('what is wrong is told on its field (%s)', async (language) => {
    const { page, t } = await open(language)
    await submit(t('signIn.submit'))
    await isWrong(visitor, t('signIn.userName'), t('validation.userNameEmpty'))
    await isWrong(visitor, t('signIn.password'), t('validation.passwordEmpty'))
    await page.locator('[name="username"]:focus').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(t('validation.userNameEmpty'))

    await page.goto(`${s.server.consoleUrl}/#/login?view=phone`)
    await fill(t('access.phone'), '12345')
    await submit(t('signIn.submit'))
    await isWrong(visitor, t('access.phone'), t('validation.phoneOrEmail'))
    await isWrong(visitor, t('access.code'), t('validation.smsCode'))

    await page.goto(`${s.server.consoleUrl}/#/login?view=register`)
    await fill(t('access.phoneOrEmail'), 'somebody@example.test')
    await fill(t('access.loginPassword'), 'only-lower')
    await fill(t('access.repeatedPassword'), 'other')
    await submit(t('access.registerSubmit'))
    await isWrong(visitor, t('access.companyName'), t('access.companyNameEmpty'))
    await isWrong(visitor, t('access.contactName'), t('access.contactNameEmpty'))
    await isWrong(visitor, t('access.code'), t('validation.emailCode'))
    await isWrong(visitor, t('access.loginPassword'), t('validation.passwordClasses'))
    await isWrong(visitor, t('access.repeatedPassword'), t('validation.passwordMismatch'))
    await fill(t('access.loginPassword'), 'Shrt-1')
    await fill(t('access.repeatedPassword'), '')
    await fill(t('access.code'), '123456')
    await submit(t('access.registerSubmit'))
    await isWrong(visitor, t('access.loginPassword'), t('validation.passwordLength'))
    await isWrong(visitor, t('access.repeatedPassword'), t('validation.repeatedPasswordEmpty'))
    await isWrong(visitor, t('access.code'), t('access.codeNotSent'))
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('the rules of a new password are marked while it is typed', async () => {
    const { page, t } = await open('zh', 'register')
    const met = () => page.locator('.password-rule-met').allTextContents()
    expect(await met()).toEqual([])
    await field(visitor, t('access.loginPassword')).pressSequentially('aA1')
    const classes = [t('access.ruleUpper'), t('access.ruleLower'), t('access.ruleDigit')]
    const said = [t('access.ruleClasses', { least: 3, count: 3 }), ...classes]
    expect(await met()).toEqual(said.map((text) => text + t('access.ruleMet')))
    await field(visitor, t('access.loginPassword')).pressSequentially('long-enough')
    expect(await met()).toHaveLength(6)
    await visitor.close()
  })

  test('a phone and the code that was sent to it', async () => {
    const person = await account()
    const { page, t } = await open('zh')
    await page.getByRole('tab', { name: t('signIn.byPhone') }).click()
    await fill(t('access.phone'), person.phone)
    await submit(t('access.sendCode'))
    const code = await s.codeSentTo(person.phone)
    // Another may be asked for only later.
    const again = page.locator('.sign-in-send')
    expect(await again.getAttribute('aria-disabled')).toBe('true')
    await fill(t('access.code'), code === '000000' ? '111111' : '000000')
    await submit(t('signIn.submit'))
    await isWrong(visitor, t('access.code'), t('errors.code.wrong'))
    await fill(t('access.code'), code)
    await submit(t('signIn.submit'))
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()
  })

  test('the second step is asked for by itself, and can be left', async () => {
    const person = await account()
    const code = await withAuthenticator(s.server, person)
    const { page, t } = await open('en')
    await signIn(person, firstPassword)
    const input = field(visitor, t('access.secondFactorCode'))
    await input.waitFor()
    await page.locator('[name="code"]:focus').waitFor()
    expect(await input.getAttribute('autocomplete')).toBe('one-time-code')
    await input.fill('000000')
    await submit(t('access.secondFactorSubmit'))
    await isWrong(visitor, t('access.secondFactorCode'), t('errors.sign_in.second_factor_wrong'))
    await s.sql.query(`update one_time_ticket set expires_at = now() where purpose = 'second_factor'`)
    await input.fill(code())
    await submit(t('access.secondFactorSubmit'))
    await page.getByText(t('access.secondFactorExpired')).waitFor()
    await submit(t('access.otherAccount'))
    await field(visitor, t('signIn.userName')).waitFor()
    await signIn(person, firstPassword)
    await input.fill(code())
    await submit(t('access.secondFactorSubmit'))
    expect(await isIn(visitor)).toBe(true)
    expect(page.url()).not.toContain('ticket')
    await visitor.close()
  })

  test('a forgotten password, by the link of a mail', async () => {
    const person = await account()
    const { page, t } = await open('zh', 'forgot')
    await fill(t('access.email'), person.email)
    await submit(t('access.forgotMailSubmit'))
    await page.getByText(t('access.forgotMailSent', { email: person.email })).waitFor()
    const link = await s.linkSentTo(person.email)
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: t('access.resetTitle') }).waitFor()
    // Neither the address nor what the browser remembers of it has the ticket.
    expect(page.url()).not.toContain('ticket')
    expect(await page.evaluate('JSON.stringify(history.state)')).not.toContain('ticket')
    await fill(t('access.newPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await submit(t('access.resetSubmit'))
    await page.getByRole('heading', { level: 1, name: t('access.resetDoneTitle') }).waitFor()
    await page.getByRole('link', { name: t('access.toSignIn') }).click()
    await signIn(person, newPassword)
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()

    // The link is good for one use, and not after a reload.
    const later = await open('zh')
    await later.page.goto('about:blank')
    await later.page.goto(link)
    await fill(t('access.newPassword'), firstPassword)
    await fill(t('access.repeatedPassword'), firstPassword)
    await submit(t('access.resetSubmit'))
    await later.page.getByText(t('errors.ticket.invalid')).waitFor()
    await later.page.reload()
    await later.page.getByRole('heading', { level: 1, name: t('access.linkLostTitle') }).waitFor()
    await visitor.close()
  })

  test('nobody learns whether an address is known', async () => {
    const { page, t } = await open('en', 'forgot')
    await fill(t('access.email'), 'nobody@example.test')
    await submit(t('access.forgotMailSubmit'))
    await page.getByText(t('access.forgotMailSent', { email: 'nobody@example.test' })).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('a forgotten password, by a code to the phone', async () => {
    const person = await account()
    const { page, t } = await open('en', 'forgot')
    await page.getByRole('radio', { name: t('access.phone') }).check()
    await fill(t('access.phone'), person.phone)
    await submit(t('access.sendCode'))
    await fill(t('access.code'), await s.codeSentTo(person.phone))
    await fill(t('access.newPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await submit(t('access.resetSubmit'))
    await page.getByRole('heading', { level: 1, name: t('access.resetDoneTitle') }).waitFor()
    await page.getByRole('link', { name: t('access.toSignIn') }).click()
    await signIn(person, newPassword)
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()
  })

  async function register(companyName: string, contact: string) {
    const { t } = visitor
    await fill(t('access.companyName'), companyName)
    await fill(t('access.contactName'), 'Li Wei')
    await fill(t('access.phoneOrEmail'), contact)
    await submit(t('access.sendCode'))
    await fill(t('access.code'), await s.codeSentTo(contact))
    await fill(t('access.loginPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await submit(t('access.registerSubmit'))
  }

  test('a company registers; the platform approves; its administrator signs in', async () => {
    await s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
    const { page, t } = await open('zh', 'register')
    await page.getByText(t('access.registerApproval')).waitFor()
    await register('Bo Lan', '13900139001')
    const waiting = t('access.registerWaitingText', { company: 'Bo Lan', contact: '13900139001' })
    await page.getByText(waiting).waitFor()
    const { data } = await s.operator.call('POST /api/v1/auth/registration/lists', { state: 'waiting' })
    await s.operator.call('POST /api/v1/auth/registration/:registrationId/approve', {
      registrationId: data.items[0]!.id,
    })
    await page.getByRole('link', { name: t('access.toSignIn') }).click()
    await signIn({ userName: '13900139001', phone: '', email: '' }, newPassword)
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()
  })

  test('where registration is open the company is ready at once; where it is closed nobody is asked', async () => {
    await s.operator.call('PUT /api/v1/settings/platform', { registration: 'open' })
    const { page, t } = await open('en', 'register')
    await register('Bo Lan Two', 'lan@example.test')
    await page.getByRole('heading', { level: 1, name: t('access.registerActiveTitle') }).waitFor()
    await page.getByRole('link', { name: t('access.toSignIn') }).click()
    await signIn({ userName: 'lan@example.test', phone: '', email: '' }, newPassword)
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()

    await s.operator.call('PUT /api/v1/settings/platform', { registration: 'closed' })
    const closed = await open('en')
    await closed.page.getByRole('link', { name: t('signIn.forgot') }).waitFor()
    expect(await closed.page.getByRole('link', { name: t('signIn.register') }).count()).toBe(0)
    await closed.page.goto(`${s.server.consoleUrl}/#/login?view=register`)
    await closed.page.getByText(t('access.registerClosed')).waitFor()
    await visitor.close()
  })

  test('an invitation makes a new account', async () => {
    const invited = await s.operator.actingIn(mine).call('POST /api/v1/auth/invitation', {
      displayName: 'Wang Fang',
      role: 'engineer',
      email: 'wang@example.test',
    })
    expect(invited.code).toBe(0)
    const link = await s.linkSentTo('wang@example.test')
    const { page, t } = await open('zh')
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: t('access.invitationTitle') }).waitFor()
    const who = t('access.invitationText', { inviter: 'admin', company: 'Company mine' })
    await page.getByText(who).waitFor()
    expect(page.url()).not.toContain('ticket')
    expect(await field(visitor, t('access.displayName')).inputValue()).toBe('Wang Fang')
    await fill(t('access.userName'), 'Wang Fang')
    await fill(t('access.loginPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await submit(t('access.invitationCreate'))
    await isWrong(visitor, t('access.userName'), t('access.userNameRule'))
    await fill(t('access.userName'), 'wangfang')
    await submit(t('access.invitationCreate'))
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()
  })

  test('an invitation to somebody with an account takes its password, whoever is signed in here', async () => {
    const person = await account()
    const theirs = await s.company('theirs')
    const other = await account()
    await s.operator.actingIn(theirs).call('POST /api/v1/auth/invitation', {
      displayName: 'Zhao Lei',
      role: 'engineer',
      phone: person.phone,
    })
    const link = await s.linkSentTo(person.phone)
    const { page, t } = await open('en')
    await signIn(other, firstPassword)
    expect(await isIn(visitor)).toBe(true)
    await page.goto(link)
    await page.getByText(t('access.invitationExisting')).waitFor()
    await fill(t('access.invitationPassword'), 'Wrong-word-1')
    await submit(t('access.invitationJoin'))
    await isWrong(visitor, t('access.invitationPassword'), t('errors.sign_in.wrong'))
    await fill(t('access.invitationPassword'), firstPassword)
    await submit(t('access.invitationJoin'))
    expect(await isIn(visitor)).toBe(true)
    await page.getByText('Company theirs').first().waitFor()
    await visitor.close()
  })

  test('an account is completed at its first sign-in, and a reload forgets the ticket', async () => {
    const person = await account({ incomplete: true })
    const { page, t } = await open('zh')
    await signIn(person, firstPassword)
    await page.getByRole('heading', { level: 1, name: t('access.completeTitle') }).waitFor()
    expect(page.url()).toContain('#/completeAccount')
    expect(page.url()).not.toContain('ticket')
    expect(await page.title()).toContain(t('access.completeTitle'))
    await page.reload()
    await page.getByRole('heading', { level: 1, name: t('access.completeLostTitle') }).waitFor()
    await page.getByRole('link', { name: t('access.toSignIn') }).click()

    await signIn(person, firstPassword)
    await fill(t('access.newPassword'), firstPassword)
    await fill(t('access.repeatedPassword'), firstPassword)
    await submit(t('access.completeSubmit'))
    await isWrong(visitor, t('access.newPassword'), t('errors.account.password_same'))
    await fill(t('access.newPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await fill(t('access.completeContact', { contact: t('access.phoneOrEmail') }), person.email)
    await submit(t('access.sendCode'))
    await fill(t('access.code'), await s.codeSentTo(person.email))
    await submit(t('access.completeSubmit'))
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()
  })

  test('a frozen company is told in the words of the server', async () => {
    const cold = await s.company('cold')
    const person = await s.account(cold, 'cold')
    await s.sql.query(`update company set status = 'frozen' where id = $1`, [cold])
    const { page, t } = await open('en')
    await signIn(person, firstPassword)
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(t('errors.40027')).waitFor()
    expect(await dialog.getByRole('button').count()).toBe(1)
    await visitor.close()
  })

  test('under a prefix the name of the company comes without moving anything', async () => {
    const longName = 'An exceedingly long company name for the sake of two lines and a bit more than that'
    await s.company('branded', { name: longName, prefix: 'branded' })
    visitor = await visit(browser, { language: 'en' })
    const { page, t } = visitor
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/v1/auth/login/page*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${s.server.consoleUrl}/branded/#/login`)
    const input = field(visitor, t('signIn.userName'))
    await input.waitFor()
    await page.getByText(t('signIn.underPrefix', { prefix: 'branded' })).waitFor()
    const before = await input.boundingBox()
    answer()
    await page.getByText(longName).waitFor()
    await page.getByRole('link', { name: t('signIn.forgot') }).waitFor()
    expect(await input.boundingBox()).toEqual(before)
    await visitor.close()
  })

  test('by the keyboard alone', async () => {
    const person = await account()
    const { page, t } = await open('zh')
    await page.getByRole('tab', { name: t('signIn.byPhone') }).waitFor()
    const focused = async () => {
      const element = page.locator(':focus')
      return (await element.getAttribute('name')) ?? (await element.textContent())
    }
    await page.getByRole('tab', { name: t('signIn.byPassword') }).focus()
    await page.keyboard.press('ArrowRight')
    await field(visitor, t('access.phone')).waitFor()
    expect(await focused()).toBe(t('signIn.byPhone'))
    await page.keyboard.press('ArrowLeft')
    await field(visitor, t('signIn.userName')).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('username')
    await page.keyboard.type(person.userName)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Wrong-word-1')
    await page.keyboard.press('Enter')
    await page.getByText(t('errors.sign_in.wrong')).waitFor()
    // The wrong password is marked, to be typed over.
    expect(await focused()).toBe('password')
    await page.keyboard.type(firstPassword)
    await page.keyboard.press('Enter')
    expect(await isIn(visitor)).toBe(true)
    await visitor.close()
  })

  test('no phrase is missing before the console is opened, in the language that was changed to either', async () => {
    const { page } = await open('zh')
    for (const view of ['', 'phone', 'forgot', 'register', 'reset', 'invitation']) {
      await page.goto(`${s.server.consoleUrl}/#/login${view === '' ? '' : `?view=${view}`}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.waitForLoadState('networkidle')
      await page.locator('.sign-in-tools button').first().click()
      await page.waitForLoadState('networkidle')
      const text = await page.locator('body').textContent()
      expect(text).not.toMatch(/\b(?:access|common|errors|shell|signIn|validation)\.\w/)
    }
    await visitor.close()
  })

  test.each([
    ['zh', false, 1280],
    ['zh', true, 390],
    ['en', false, 390],
    ['en', true, 1280],
  ] as const)('no view has an accessibility finding (%s, dark %s, %s px)', async (language, dark, width) => {
    await s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
    const email = `axe-${language}-${width}@example.test`
    await s.operator
      .actingIn(mine)
      .call('POST /api/v1/auth/invitation', { displayName: 'Axe', role: 'engineer', email })
    const invitation = await s.linkSentTo(email)
    const withSecondStep = await account()
    await withAuthenticator(s.server, withSecondStep)
    const incomplete = await account({ incomplete: true })
    visitor = await visit(browser, { language, dark, width, bypassCsp: true })
    const { page, t } = visitor
    const found: string[] = []
    const look = async (where: string) => {
      await page.waitForLoadState('networkidle')
      const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
      found.push(...(wide === true ? [`${where}: wider than the window`] : []))
      found.push(...(await findings(visitor)).map((finding) => `${where}: ${finding}`))
    }
    /** As it comes, and with all that can be wrong. */
    const lookTwice = async (where: string) => {
      await look(where)
      await page.locator('[type="submit"]:visible').click()
      await page.locator('.sign-in-problem').first().waitFor()
      await look(`${where}, refused`)
    }
    const views = [
      '',
      '?view=phone',
      '?view=forgot',
      '?view=register',
      '?view=reset&ticket=sample-ticket-1234',
    ]
    for (const view of views) {
      await page.goto('about:blank')
      await page.goto(`${s.server.consoleUrl}/#/login${view}`)
      await page.locator('[type="submit"]:visible').waitFor()
      await lookTwice(view)
    }
    await page.goto('about:blank')
    await page.goto(invitation)
    await page.locator('[type="submit"]').waitFor()
    await lookTwice('invitation')
    await page.reload()
    await page.getByRole('heading', { name: t('access.linkLostTitle') }).waitFor()
    await look('no ticket')

    await page.goto(`${s.server.consoleUrl}/#/login`)
    await signIn(withSecondStep, firstPassword)
    await field(visitor, t('access.secondFactorCode')).waitFor()
    await lookTwice('second step')
    await submit(t('access.otherAccount'))
    for (let failure = 0; failure < 3; failure += 1) {
      await signIn({ ...incomplete, userName: `nobody-${email}` }, 'Wrong-word-1')
      await page.getByText(t('errors.sign_in.wrong')).waitFor()
      await field(visitor, t('signIn.password')).fill('')
    }
    await signIn({ ...incomplete, userName: `nobody-${email}` }, 'Wrong-word-1')
    await field(visitor, t('access.imageCode')).waitFor()
    await lookTwice('image code')

    await page.reload()
    await signIn(incomplete, firstPassword)
    await field(visitor, t('access.newPassword')).waitFor()
    await lookTwice('completeAccount')
    expect(found).toEqual([])
    await visitor.close()
  })
})
