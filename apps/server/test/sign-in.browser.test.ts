import { describe, expect, test } from 'vitest'
import { findings, inOtherColours, judgedLooks, isSettled } from './accessibility.ts'
import { browserPath, visit } from './browser.ts'
import { field, firstPassword, isIn, isWrong, withAuthenticator } from './sign-in-fixture.ts'
import { waysIn } from './ways-in.ts'

describe.skipIf(browserPath === null)('signing in', () => {
  const ways = waysIn()
  const { open, submit, fill, account, signIn } = ways

  test.each(['zh', 'en'] as const)('a picture is asked for after failures (%s)', async (language) => {
    const person = await account()
    const { page, t } = await open(language)
    for (let failure = 0; failure < 3; failure += 1) {
      await signIn(person, `Wrong-word-${failure}`)
      await page.getByText(t('errors.sign_in.wrong')).waitFor()
      expect(await field(ways.visitor, t('access.imageCode')).count()).toBe(0)
      await field(ways.visitor, t('signIn.password')).fill('')
    }
    await signIn(person, firstPassword)
    const picture = field(ways.visitor, t('access.imageCode'))
    await picture.waitFor()
    await page.locator('[name="captchaCode"]:focus').waitFor()
    // The earlier input is kept.
    expect(await field(ways.visitor, t('signIn.userName')).inputValue()).toBe(person.userName)
    expect(await field(ways.visitor, t('signIn.password')).inputValue()).toBe(firstPassword)

    await submit(t('signIn.submit'))
    await isWrong(ways.visitor, t('access.imageCode'), t('validation.imageCodeEmpty'))
    await picture.fill('12')
    await submit(t('signIn.submit'))
    await isWrong(ways.visitor, t('access.imageCode'), t('validation.imageCode'))

    const first = await page.locator('.sign-in-picture img').getAttribute('src')
    await picture.fill((await ways.s.lastPicture()) === '0000' ? '1111' : '0000')
    await submit(t('signIn.submit'))
    await isWrong(ways.visitor, t('access.imageCode'), t('errors.sign_in.image_code_wrong'))
    expect(await page.locator('.sign-in-picture img').getAttribute('src')).not.toBe(first)

    const second = await page.locator('.sign-in-picture img').getAttribute('src')
    await page.getByRole('button', { name: t('access.imageCodeRenew') }).press('Enter')
    await expect.poll(() => page.locator('.sign-in-picture img').getAttribute('src')).not.toBe(second)
    await picture.fill(await ways.s.lastPicture())
    await submit(t('signIn.submit'))
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()
  })

  test.each(['zh', 'en'] as const)('an error is shown at its field (%s)', async (language) => {
    const { page, t } = await open(language)
    await submit(t('signIn.submit'))
    await isWrong(ways.visitor, t('signIn.userName'), t('validation.userNameEmpty'))
    await isWrong(ways.visitor, t('signIn.password'), t('validation.passwordEmpty'))
    await page.locator('[name="username"]:focus').waitFor()
    expect(await page.getByRole('alert').textContent()).toContain(t('validation.userNameEmpty'))

    await page.goto(`${ways.s.server.consoleUrl}/#/login?view=phone`)
    await fill(t('access.phone'), '12345')
    await submit(t('signIn.submit'))
    await isWrong(ways.visitor, t('access.phone'), t('validation.phoneOrEmail'))
    await isWrong(ways.visitor, t('access.code'), t('validation.smsCode'))

    await page.goto(`${ways.s.server.consoleUrl}/#/login?view=register`)
    await fill(t('access.phoneOrEmail'), 'somebody@example.test')
    await fill(t('access.loginPassword'), 'only-lower')
    await fill(t('access.repeatedPassword'), 'other')
    await submit(t('access.registerSubmit'))
    await isWrong(ways.visitor, t('access.companyName'), t('access.companyNameEmpty'))
    await isWrong(ways.visitor, t('access.contactName'), t('access.contactNameEmpty'))
    await isWrong(ways.visitor, t('access.code'), t('validation.emailCode'))
    await isWrong(ways.visitor, t('access.loginPassword'), t('validation.passwordClasses'))
    await isWrong(ways.visitor, t('access.repeatedPassword'), t('validation.passwordMismatch'))
    await fill(t('access.loginPassword'), 'Shrt-1')
    await fill(t('access.repeatedPassword'), '')
    await fill(t('access.code'), '123456')
    await submit(t('access.registerSubmit'))
    await isWrong(ways.visitor, t('access.loginPassword'), t('validation.passwordLength'))
    await isWrong(ways.visitor, t('access.repeatedPassword'), t('validation.repeatedPasswordEmpty'))
    await isWrong(ways.visitor, t('access.code'), t('access.codeNotSent'))
    expect(ways.visitor.complaints).toEqual([])
    await ways.visitor.close()
  })

  test('the rules of a new password are marked while it is typed', async () => {
    const { page, t } = await open('zh', 'register')
    const met = () => page.locator('.password-rule-met').allTextContents()
    expect(await met()).toEqual([])
    await field(ways.visitor, t('access.loginPassword')).pressSequentially('aA1')
    const classes = [t('access.ruleUpper'), t('access.ruleLower'), t('access.ruleDigit')]
    const said = [t('access.ruleClasses', { least: 3, count: 3 }), ...classes]
    expect(await met()).toEqual(said.map((text) => text + t('access.ruleMet')))
    await field(ways.visitor, t('access.loginPassword')).pressSequentially('long-enough')
    expect(await met()).toHaveLength(6)
    await ways.visitor.close()
  })

  test('a phone and the code that was sent to it', async () => {
    const person = await account()
    const { page, t } = await open('zh')
    await page.getByRole('tab', { name: t('signIn.byPhone') }).click()
    await fill(t('access.phone'), person.phone)
    await submit(t('access.sendCode'))
    const code = await ways.s.codeSentTo(person.phone)
    // Another can be requested only later.
    const again = page.locator('.sign-in-send')
    expect(await again.getAttribute('aria-disabled')).toBe('true')
    await fill(t('access.code'), code === '000000' ? '111111' : '000000')
    await submit(t('signIn.submit'))
    await isWrong(ways.visitor, t('access.code'), t('errors.code.wrong'))
    await fill(t('access.code'), code)
    await submit(t('signIn.submit'))
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()
  })

  test('the second step appears automatically, and can be left', async () => {
    const person = await account()
    const code = await withAuthenticator(ways.s.server, person)
    const { page, t } = await open('en')
    await signIn(person, firstPassword)
    const input = field(ways.visitor, t('access.secondFactorCode'))
    await input.waitFor()
    await page.locator('[name="code"]:focus').waitFor()
    expect(await input.getAttribute('autocomplete')).toBe('one-time-code')
    await input.fill('000000')
    await submit(t('access.secondFactorSubmit'))
    await isWrong(ways.visitor, t('access.secondFactorCode'), t('errors.sign_in.second_factor_wrong'))
    await ways.s.sql.query(`update one_time_ticket set expires_at = now() where purpose = 'second_factor'`)
    await input.fill(code())
    await submit(t('access.secondFactorSubmit'))
    await page.getByText(t('access.secondFactorExpired')).waitFor()
    await submit(t('access.otherAccount'))
    await field(ways.visitor, t('signIn.userName')).waitFor()
    await signIn(person, firstPassword)
    await input.fill(code())
    await submit(t('access.secondFactorSubmit'))
    expect(await isIn(ways.visitor)).toBe(true)
    expect(page.url()).not.toContain('ticket')
    await ways.visitor.close()
  })

  test('a frozen company is reported in the words of the server', async () => {
    const cold = await ways.s.company('cold')
    const person = await ways.s.account(cold, 'cold')
    await ways.s.sql.query(`update company set status = 'frozen' where id = $1`, [cold])
    const { page, t } = await open('en')
    await signIn(person, firstPassword)
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(t('common.frozenBy', { why: '', contact: 'Netward' })).waitFor()
    expect(await dialog.getByRole('button').count()).toBe(1)
    await ways.visitor.close()
  })

  test('under a prefix the name of the company comes without moving anything', async () => {
    const longName = 'An exceedingly long company name for the sake of two lines and a bit more than that'
    await ways.s.company('branded', { name: longName, prefix: 'branded' })
    ways.visitor = await visit(ways.browser, { language: 'en' })
    const { page, t } = ways.visitor
    let answer = () => {}
    const held = new Promise<void>((resolve) => {
      answer = resolve
    })
    await page.route('**/api/v1/auth/login/page*', async (route) => {
      await held
      await route.continue()
    })
    await page.goto(`${ways.s.server.consoleUrl}/branded/#/login`)
    const input = field(ways.visitor, t('signIn.userName'))
    await input.waitFor()
    await page.getByText(t('signIn.underPrefix', { prefix: 'branded' })).waitFor()
    const before = await input.boundingBox()
    answer()
    await page.locator('.sign-in-prefix').getByText(longName).waitFor()
    // Nothing of the platform's brand is left on the page of a company.
    await page.getByRole('heading', { level: 2, name: longName }).waitFor()
    expect(await page.title()).toBe(`${t('signIn.title')} - ${longName}`)
    expect(await page.locator('.sign-in').innerText()).not.toContain(t('common.productName'))
    expect(await page.locator('.sign-in img[src="/favicon.svg"]').count()).toBe(0)
    await page.getByRole('link', { name: t('signIn.forgot') }).waitFor()
    expect(await input.boundingBox()).toEqual(before)
    await ways.visitor.close()
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
    await field(ways.visitor, t('access.phone')).waitFor()
    expect(await focused()).toBe(t('signIn.byPhone'))
    await page.keyboard.press('ArrowLeft')
    await field(ways.visitor, t('signIn.userName')).waitFor()
    await page.keyboard.press('Tab')
    expect(await focused()).toBe('username')
    await page.keyboard.type(person.userName)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Wrong-word-1')
    await page.keyboard.press('Enter')
    await page.getByText(t('errors.sign_in.wrong')).waitFor()
    // The wrong password is selected, ready to be overwritten.
    expect(await focused()).toBe('password')
    await page.keyboard.type(firstPassword)
    await page.keyboard.press('Enter')
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()
  })

  test('no phrase is missing before the console is opened, in the language that was changed to either', async () => {
    const { page } = await open('zh')
    for (const view of ['', 'phone', 'forgot', 'register', 'reset', 'invitation']) {
      await page.goto(`${ways.s.server.consoleUrl}/#/login${view === '' ? '' : `?view=${view}`}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await isSettled(ways.visitor)
      await page.locator('.sign-in-tools button').first().click()
      await isSettled(ways.visitor)
      const text = await page.locator('body').textContent()
      expect(text).not.toMatch(/\b(?:access|common|errors|shell|signIn|validation)\.\w/)
    }
    await ways.visitor.close()
  })

  test.each(judgedLooks)(
    'no view has an accessibility finding (%s, dark %s, %s px)',
    async (language, dark, width) => {
      await ways.s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
      const email = `axe-${language}-${width}@example.test`
      await ways.s.operator
        .actingIn(ways.mine)
        .call('POST /api/v1/auth/invitation', { displayName: 'Axe', role: 'engineer', email })
      const invitation = await ways.s.linkSentTo(email)
      const withSecondStep = await account()
      await withAuthenticator(ways.s.server, withSecondStep)
      const incomplete = await account({ incomplete: true })
      ways.visitor = await visit(ways.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = ways.visitor
      const found: string[] = []
      const look = async (where: string) => {
        await isSettled(ways.visitor)
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        found.push(...(wide === true ? [`${where}: wider than the window`] : []))
        found.push(...(await findings(ways.visitor)).map((finding) => `${where}: ${finding}`))
      }
      /** In its initial state, and with every possible error. */
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
        await page.goto(`${ways.s.server.consoleUrl}/#/login${view}`)
        await page.locator('[type="submit"]:visible').waitFor()
        await lookTwice(view)
        await inOtherColours(ways.visitor, dark, () => look(`${view}, other colours`))
      }
      await page.goto('about:blank')
      await page.goto(invitation)
      await page.locator('[type="submit"]').waitFor()
      await lookTwice('invitation')
      await page.reload()
      await page.getByRole('heading', { name: t('access.linkLostTitle') }).waitFor()
      await look('no ticket')

      await page.goto(`${ways.s.server.consoleUrl}/#/login`)
      await signIn(withSecondStep, firstPassword)
      await field(ways.visitor, t('access.secondFactorCode')).waitFor()
      await lookTwice('second step')
      await submit(t('access.otherAccount'))
      for (let failure = 0; failure < 3; failure += 1) {
        await signIn({ ...incomplete, userName: `nobody-${email}` }, 'Wrong-word-1')
        await page.getByText(t('errors.sign_in.wrong')).waitFor()
        await field(ways.visitor, t('signIn.password')).fill('')
      }
      await signIn({ ...incomplete, userName: `nobody-${email}` }, 'Wrong-word-1')
      await field(ways.visitor, t('access.imageCode')).waitFor()
      await lookTwice('image code')

      await page.reload()
      await signIn(incomplete, firstPassword)
      await field(ways.visitor, t('access.newPassword')).waitFor()
      await lookTwice('completeAccount')
      expect(found).toEqual([])
      await ways.visitor.close()
    },
  )
})
