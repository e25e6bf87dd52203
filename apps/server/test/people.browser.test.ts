import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findings, inOtherColours, judgedLooks, isSettled } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, signInAs, visit, type Visitor } from './browser.ts'
import { operatorPassword } from './server-process.ts'
import { field, firstPassword, isIn, type SignInServer, startSignInServer } from './sign-in-fixture.ts'

const newPassword = 'Quite-other-8'
const structure = '/#/permissionManagement/organizationalStructure'
const registrations = '/#/organizationManagement/registration'

let s: SignInServer

/** A button that was just busy may still have that prefix in its name. */
const press = (within: Locator, name: string) => within.getByRole('button', { name }).click()
const body = ({ page }: Visitor) => page.locator('body')
const dialog = ({ page }: Visitor) => page.getByRole('dialog').last()
const row = ({ page }: Visitor, name: string) => page.getByRole('row').filter({ hasText: name })
const choose = async ({ page }: Visitor, label: string, option: string) => {
  await page.getByLabel(label, { exact: true }).last().click()
  await page.locator('.ant-select-item-option', { hasText: option }).last().click()
}

describe.skipIf(browserPath === null)('people', () => {
  let browser: Browser
  let mine: string
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

  async function arrive(
    username: string,
    password: string,
    path: string,
    options: Partial<Parameters<typeof visit>[1]> = {},
  ): Promise<Visitor> {
    const visitor = await visit(browser, { language: 'en', ...options })
    await comeIn(visitor, { consoleUrl: s.server.consoleUrl, path }, username, password)
    return visitor
  }

  /** A company awaiting the operator's decision. */
  async function apply(companyName: string, email: string): Promise<void> {
    const post = async (path: string, fields: object) => {
      const response = await fetch(`${s.server.consoleUrl}/api/v1/auth/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      })
      return (await response.json()) as { code: number | string; data: { codeId: string; state: string } }
    }
    const { data } = await post('code', { purpose: 'registration', email })
    const code = await s.codeSentTo(email)
    const applied = await post('registration', {
      companyName,
      contactName: 'Wang Lei',
      email,
      codeId: data.codeId,
      code,
      password: newPassword,
    })
    expect(applied.data.state).toBe('awaiting_approval')
  }

  test.each(['zh', 'en'] as const)(
    'somebody is invited, joins in a browser of their own, and is listed at once (%s)',
    async (language) => {
      const administrator = await s.account(mine, 'mine')
      const email = `invited-${language}@example.test`
      const name = `Wang Fang ${language}`
      const inviting = await arrive(administrator.userName, firstPassword, structure, {
        language,
      })
      const { page, t } = inviting
      await press(body(inviting), t('account.members.invite'))
      await press(dialog(inviting), t('account.members.inviteSubmit'))
      for (const key of ['memberNameEmpty', 'memberRoleEmpty', 'phoneOrEmail'] as const) {
        await dialog(inviting)
          .getByText(t(`validation.${key}`))
          .waitFor()
      }
      await dialog(inviting).getByLabel(t('account.members.name'), { exact: true }).fill(name)
      // Actions without permission are not offered.
      await page.getByLabel(t('account.members.role'), { exact: true }).last().click()
      const offered = page.locator('.ant-select-item-option')
      await offered.first().waitFor()
      expect(await offered.allTextContents()).not.toContain(t('account.roles.platform_administrator'))
      await offered.filter({ hasText: t('account.roles.engineer') }).click()
      const contact = dialog(inviting).getByLabel(t('account.members.contact'), { exact: true })
      await contact.fill(administrator.email)
      await press(dialog(inviting), t('account.members.inviteSubmit'))
      await dialog(inviting).getByText(t('errors.invitation.already_member')).first().waitFor()
      await contact.fill(email)
      await press(dialog(inviting), t('account.members.inviteSubmit'))
      await page.getByText(t('account.members.invited', { contact: email })).waitFor()

      const invited = await visit(browser, { language })
      await invited.page.goto(await s.linkSentTo(email))
      await field(invited, t('access.userName')).fill(`invited-${language}`)
      await field(invited, t('access.loginPassword')).fill(newPassword)
      await field(invited, t('access.repeatedPassword')).fill(newPassword)
      await press(body(invited), t('access.invitationCreate'))
      expect(await isIn(invited)).toBe(true)
      // The list updates.
      await row(inviting, name).waitFor()
      expect(await row(inviting, name).textContent()).toContain(t('account.roles.engineer'))
      await page.getByRole('tab', { name: t('account.invitations.tab') }).click()
      await row(inviting, email).getByText(t('account.invitations.states.accepted')).waitFor()
      await invited.close()
      await inviting.close()
    },
  )

  test('an invitation is sent again and revoked, each after a question', async () => {
    const administrator = await s.account(mine, 'mine')
    const email = 'later@example.test'
    await s.operator
      .actingIn(mine)
      .call('POST /api/v1/auth/invitation', { displayName: 'Later', role: 'engineer', email })
    const first = await s.linkSentTo(email)
    await s.sql.query(`update invitation set sent_at = sent_at - interval '1 hour' where email = $1`, [email])
    const visitor = await arrive(administrator.userName, firstPassword, `${structure}?tab=invitations`)
    const { page, t } = visitor
    await press(row(visitor, email), `${t('account.invitations.resend')} Later`)
    await press(dialog(visitor), t('account.invitations.resend'))
    await page.getByText(t('account.invitations.resent')).waitFor()
    expect(await s.linkSentTo(email)).not.toBe(first)

    await choose(visitor, t('account.invitations.state'), t('account.invitations.states.open'))
    await page.waitForURL(/state=open/)
    await press(row(visitor, email), `${t('account.invitations.revoke')} Later`)
    await press(dialog(visitor), t('account.invitations.revoke'))
    await page.getByText(t('account.invitations.revoked')).waitFor()
    // It is no longer among the open ones.
    await row(visitor, email).waitFor({ state: 'detached' })
    await visitor.close()
  })

  test('who may not see the members has no way to them', async () => {
    await s.operator.actingIn(mine).call('POST /api/v1/auth/member', {
      userName: 'plain',
      displayName: 'Plain',
      password: firstPassword,
      role: 'engineer',
    })
    await s.sql.query(`update person set must_complete = false where user_name = 'plain'`)
    const visitor = await arrive('plain@mine', firstPassword, structure)
    await visitor.page.waitForURL((url) => url.hash === '#/404')
    expect(await visitor.page.getByText(visitor.t('shell.titles.organizationalStructure')).count()).toBe(0)
    await visitor.close()
  })

  test.each(['zh', 'en'] as const)(
    'an application is approved, and its applicant signs in (%s)',
    async (language) => {
      await s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
      const company = `Bright Foods ${language}`
      const email = `bright-${language}@example.test`
      const operator = await arrive('admin', operatorPassword, registrations, { language })
      const { page, t } = operator
      await apply(company, email)
      // The list updates.
      await press(body(operator), t('account.registrations.open', { company }))
      await press(dialog(operator), t('account.registrations.approve'))
      await dialog(operator)
        .getByText(
          t('account.registrations.approveAdministrator', { contactName: 'Wang Lei', contact: email }),
        )
        .waitFor()
      await press(dialog(operator), t('account.registrations.approve'))
      await page.locator('.notice', { hasText: company }).waitFor()
      await row(operator, company).getByText(t('account.registrations.states.approved')).waitFor()
      expect((await s.sentTo(email, 'registration_approved')).text).not.toBe('')

      const applicant = await visit(browser, { language })
      await signInAs(applicant, s.server.consoleUrl, email, newPassword)
      await applicant.page.getByText(company).first().waitFor()
      await applicant.close()
      await operator.close()
    },
  )

  test('an application is refused with a reason, from the line of the workbench that counts it', async () => {
    await s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
    await apply('Unknown Goods', 'unknown@example.test')
    const visitor = await arrive('admin', operatorPassword, '/#/homePage')
    const { page, t } = visitor
    await page.getByRole('link', { name: t('workbench.wait.registrations') }).click()
    await page.waitForURL(/registration\?state=waiting/)
    await press(body(visitor), t('account.registrations.open', { company: 'Unknown Goods' }))
    await press(dialog(visitor), t('account.registrations.refuse'))
    const reason = page.getByLabel(t('account.registrations.reason'), { exact: true }).last()
    await reason.waitFor()
    await press(dialog(visitor), t('account.registrations.refuse'))
    await page.getByText(t('account.registrations.reasonEmpty')).waitFor()
    await reason.fill('Nobody answers the phone')
    await press(dialog(visitor), t('account.registrations.refuse'))
    await page.getByText(t('account.registrations.refused')).waitFor()
    expect((await s.sentTo('unknown@example.test', 'registration_refused')).text).toContain('Nobody answers')
    await row(visitor, 'Unknown Goods').waitFor({ state: 'detached' })
    await visitor.close()
  })

  test('what happens while the page is still opening its stream shows once that is open', async () => {
    await s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
    const visitor = await visit(browser, { language: 'en' })
    const arranged = Promise.withResolvers<void>()
    await visitor.page.route('**/api/v1/live/ticket', async (route) => {
      await arranged.promise
      await route.continue()
    })
    const listed = visitor.page.waitForResponse('**/auth/registration/lists')
    await comeIn(visitor, { consoleUrl: s.server.consoleUrl, path: registrations }, 'admin', operatorPassword)
    await (await listed).finished()
    await apply('Early Bird', 'early@example.test')
    expect(await row(visitor, 'Early Bird').count()).toBe(0)
    arranged.resolve()
    await row(visitor, 'Early Bird').waitFor()
    await visitor.close()
  })

  test('what happens while a list is left for a moment shows when one is back', async () => {
    await s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
    await apply('Here at Noon', 'noon@example.test')
    const visitor = await arrive('admin', operatorPassword, registrations)
    const { page, t } = visitor
    await row(visitor, 'Here at Noon').waitFor()
    await page.goto(`${s.server.consoleUrl}/#/homePage`)
    const waiting = page.getByRole('link', { name: t('workbench.wait.registrations') })
    const before = await waiting.textContent()
    await apply('Gone for Lunch', 'lunch@example.test')
    // This page updates.
    await expect.poll(() => waiting.textContent()).not.toBe(before)
    await page.goto(s.server.consoleUrl + registrations)
    await row(visitor, 'Gone for Lunch').waitFor()
    await visitor.close()
  })

  test('what somebody else decides shows in the drawer that is open', async () => {
    await s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
    await apply('Quiet Tea', 'quiet@example.test')
    const visitor = await arrive('admin', operatorPassword, registrations)
    const { t } = visitor
    await press(body(visitor), t('account.registrations.open', { company: 'Quiet Tea' }))
    await dialog(visitor)
      .getByRole('button', { name: t('account.registrations.approve') })
      .waitFor()
    const { data } = await s.operator.call('POST /api/v1/auth/registration/lists', { search: 'Quiet Tea' })
    await s.operator.call('POST /api/v1/auth/registration/:registrationId/refuse', {
      registrationId: data.items[0]!.id,
      reason: 'Closed since May',
    })
    await dialog(visitor).getByText('Closed since May').waitFor()
    const approve = dialog(visitor).getByRole('button', { name: t('account.registrations.approve') })
    expect(await approve.count()).toBe(0)
    await visitor.close()
  })

  test.each(judgedLooks)(
    'no list of people has an accessibility finding (%s, dark %s, %s px)',
    async (language, dark, width) => {
      await s.operator.call('PUT /api/v1/settings/platform', { registration: 'approval' })
      const look = { language, dark, width, bypassCsp: true }
      const company = `Seen ${language} ${width}`
      await apply(company, `seen-${language}-${width}@example.test`)
      await s.operator.actingIn(mine).call('POST /api/v1/auth/invitation', {
        displayName: 'Seen',
        role: 'engineer',
        email: `invited-${language}-${width}@example.test`,
      })
      const administrator = await s.account(mine, 'mine')
      const members = await arrive(administrator.userName, firstPassword, structure, look)
      const found: string[] = []
      const judge = async (visitor: Visitor, where: string) => {
        const { page } = visitor
        await isSettled(visitor)
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        found.push(...(wide === true ? [`${where}: wider than the window`] : []))
        found.push(...(await findings(visitor)).map((finding) => `${where}: ${finding}`))
      }
      await row(members, administrator.userName.split('@')[0]!).first().waitFor()
      await judge(members, 'members')
      await press(body(members), members.t('account.members.invite'))
      await press(dialog(members), members.t('account.members.inviteSubmit'))
      await dialog(members).getByText(members.t('validation.memberNameEmpty')).waitFor()
      await judge(members, 'invite, refused')
      await members.page.goto(`${s.server.consoleUrl}${structure}?tab=invitations`)
      await members.page.reload()
      await row(members, `invited-${language}-${width}`).waitFor()
      await judge(members, 'invitations')
      await inOtherColours(members, dark, () => judge(members, 'invitations, other colours'))
      await members.close()

      const operator = await arrive('admin', operatorPassword, registrations, look)
      await row(operator, company).waitFor()
      await judge(operator, 'registrations')
      await press(body(operator), operator.t('account.registrations.open', { company }))
      await dialog(operator).getByText(company).first().waitFor()
      await judge(operator, 'registration')
      await press(dialog(operator), operator.t('account.registrations.refuse'))
      await operator.page
        .getByLabel(operator.t('account.registrations.reason'), { exact: true })
        .last()
        .waitFor()
      await judge(operator, 'refusing')
      expect(found).toEqual([])
      await operator.close()
    },
  )
})
