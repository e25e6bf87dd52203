import { describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
import { field, firstPassword, isIn, isWrong } from './sign-in-fixture.ts'
import { waysIn } from './ways-in.ts'

const newPassword = 'Quite-other-8'

/** Users who cannot sign in yet, or can no longer. */
describe.skipIf(browserPath === null)('getting an account', () => {
  const ways = waysIn()
  const { open, submit, fill, account, signIn } = ways

  test('a forgotten password, by the link of a mail', async () => {
    const person = await account()
    const { page, t } = await open('zh', 'forgot')
    await fill(t('access.email'), person.email)
    await submit(t('access.forgotMailSubmit'))
    await page.getByText(t('access.forgotMailSent', { email: person.email })).waitFor()
    const link = await ways.s.linkSentTo(person.email)
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: t('access.resetTitle') }).waitFor()
    // Neither the address nor the browser history contains the ticket.
    expect(page.url()).not.toContain('ticket')
    expect(await page.evaluate('JSON.stringify(history.state)')).not.toContain('ticket')
    await fill(t('access.newPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await submit(t('access.resetSubmit'))
    await page.getByRole('heading', { level: 1, name: t('access.resetDoneTitle') }).waitFor()
    await page.getByRole('link', { name: t('access.toSignIn') }).click()
    await signIn(person, newPassword)
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()

    // The link is valid for one use, and not after a reload.
    const later = await open('zh')
    await later.page.goto('about:blank')
    await later.page.goto(link)
    await fill(t('access.newPassword'), firstPassword)
    await fill(t('access.repeatedPassword'), firstPassword)
    await submit(t('access.resetSubmit'))
    await later.page.getByText(t('errors.ticket.invalid')).waitFor()
    await later.page.reload()
    await later.page.getByRole('heading', { level: 1, name: t('access.linkLostTitle') }).waitFor()
    await ways.visitor.close()
  })

  test('nobody learns whether an address is known', async () => {
    const { page, t } = await open('en', 'forgot')
    await fill(t('access.email'), 'nobody@example.test')
    await submit(t('access.forgotMailSubmit'))
    await page.getByText(t('access.forgotMailSent', { email: 'nobody@example.test' })).waitFor()
    expect(ways.visitor.complaints).toEqual([])
    await ways.visitor.close()
  })

  test('a forgotten password, by a code to the phone', async () => {
    const person = await account()
    const { page, t } = await open('en', 'forgot')
    await page.getByRole('radio', { name: t('access.phone') }).check()
    await fill(t('access.phone'), person.phone)
    await submit(t('access.sendCode'))
    await fill(t('access.code'), await ways.s.codeSentTo(person.phone))
    await fill(t('access.newPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await submit(t('access.resetSubmit'))
    await page.getByRole('heading', { level: 1, name: t('access.resetDoneTitle') }).waitFor()
    await page.getByRole('link', { name: t('access.toSignIn') }).click()
    await signIn(person, newPassword)
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()
  })

  async function register(companyName: string, contact: string) {
    const { t } = ways.visitor
    await fill(t('access.companyName'), companyName)
    await fill(t('access.contactName'), 'Li Wei')
    await fill(t('access.phoneOrEmail'), contact)
    await submit(t('access.sendCode'))
    await fill(t('access.code'), await ways.s.codeSentTo(contact))
    await fill(t('access.loginPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await submit(t('access.registerSubmit'))
  }

  test('a company registers; the platform approves; its administrator signs in', async () => {
    await ways.s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
    const { page, t } = await open('zh', 'register')
    await page.getByText(t('access.registerApproval')).waitFor()
    await register('Bo Lan', '13900139001')
    const waiting = t('access.registerWaitingText', { company: 'Bo Lan', contact: '13900139001' })
    await page.getByText(waiting).waitFor()
    const { data } = await ways.s.operator.call('POST /api/v1/auth/registration/lists', { state: 'waiting' })
    await ways.s.operator.call('POST /api/v1/auth/registration/:registrationId/approve', {
      registrationId: data.items[0]!.id,
    })
    await page.getByRole('link', { name: t('access.toSignIn') }).click()
    await signIn({ userName: '13900139001' }, newPassword)
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()
  })

  test('where registration is open the company is ready at once; where it is closed nobody is asked', async () => {
    await ways.s.operator.call('PUT /api/v1/settings/platform', { registration: 'open' })
    const { page, t } = await open('en', 'register')
    await register('Bo Lan Two', 'lan@example.test')
    await page.getByRole('heading', { level: 1, name: t('access.registerActiveTitle') }).waitFor()
    await page.getByRole('link', { name: t('access.toSignIn') }).click()
    await signIn({ userName: 'lan@example.test' }, newPassword)
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()

    await ways.s.operator.call('PUT /api/v1/settings/platform', { registration: 'closed' })
    const closed = await open('en')
    await closed.page.getByRole('link', { name: t('signIn.forgot') }).waitFor()
    expect(await closed.page.getByRole('link', { name: t('signIn.register') }).count()).toBe(0)
    await closed.page.goto(`${ways.s.server.consoleUrl}/#/login?view=register`)
    await closed.page.getByText(t('access.registerClosed')).waitFor()
    await ways.visitor.close()
  })

  test('an invitation makes a new account', async () => {
    const invited = await ways.s.operator.actingIn(ways.mine).call('POST /api/v1/auth/invitation', {
      displayName: 'Wang Fang',
      role: 'engineer',
      email: 'wang@example.test',
    })
    expect(invited.code).toBe(0)
    const link = await ways.s.linkSentTo('wang@example.test')
    const { page, t } = await open('zh')
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('heading', { level: 1, name: t('access.invitationTitle') }).waitFor()
    const who = t('access.invitationText', { inviter: 'admin', company: 'Company mine' })
    await page.getByText(who).waitFor()
    expect(page.url()).not.toContain('ticket')
    expect(await field(ways.visitor, t('access.displayName')).inputValue()).toBe('Wang Fang')
    await fill(t('access.userName'), 'Wang Fang')
    await fill(t('access.loginPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await submit(t('access.invitationCreate'))
    await isWrong(ways.visitor, t('access.userName'), t('access.userNameRule'))
    await fill(t('access.userName'), 'wangfang')
    await submit(t('access.invitationCreate'))
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()
  })

  test('an invitation to an existing account takes its password, whatever account is signed in', async () => {
    const person = await account()
    const theirs = await ways.s.company('theirs')
    const other = await account()
    await ways.s.operator.actingIn(theirs).call('POST /api/v1/auth/invitation', {
      displayName: 'Zhao Lei',
      role: 'engineer',
      phone: person.phone,
    })
    const link = await ways.s.linkSentTo(person.phone)
    const { page, t } = await open('en')
    await signIn(other, firstPassword)
    expect(await isIn(ways.visitor)).toBe(true)
    await page.goto(link)
    await page.getByText(t('access.invitationExisting')).waitFor()
    await fill(t('access.invitationPassword'), 'Wrong-word-1')
    await submit(t('access.invitationJoin'))
    await isWrong(ways.visitor, t('access.invitationPassword'), t('errors.sign_in.wrong'))
    await fill(t('access.invitationPassword'), firstPassword)
    await submit(t('access.invitationJoin'))
    expect(await isIn(ways.visitor)).toBe(true)
    await page.getByText('Company theirs').first().waitFor()
    await ways.visitor.close()
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
    await isWrong(ways.visitor, t('access.newPassword'), t('errors.account.password_same'))
    await fill(t('access.newPassword'), newPassword)
    await fill(t('access.repeatedPassword'), newPassword)
    await fill(t('access.completeContact', { contact: t('access.phoneOrEmail') }), person.email)
    await submit(t('access.sendCode'))
    await fill(t('access.code'), await ways.s.codeSentTo(person.email))
    await submit(t('access.completeSubmit'))
    expect(await isIn(ways.visitor)).toBe(true)
    await ways.visitor.close()
  })
})
