import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, visit } from './browser.ts'
import { type Shell, startShell } from './shell-fixture.ts'
import { field, isIn } from './sign-in-fixture.ts'

let shell: Shell
beforeAll(async () => {
  if (browserPath !== null) shell = await startShell()
})
afterAll(() => shell?.close())

describe.skipIf(browserPath === null)('an installation without mail and text messages', () => {
  test('says so before anything is typed, and invites an administrator by a link that works once', async () => {
    const operator = await shell.operator({ language: 'zh' })
    const { page, t } = operator
    await page.goto(`${shell.server.consoleUrl}/#/organizationManagement/tenant`)
    await page.getByRole('button', { name: t('tenants.create') }).click()
    await page.getByText(t('tenants.noMessagesCreate')).waitFor()
    expect(await page.getByLabel(t('tenants.administratorContact')).count()).toBe(0)

    await page.goto(`${shell.server.consoleUrl}/#/organizationManagement/tenant/${shell.companyId}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: t('tenants.inviteAdministrator') }).click()
    const drawer = page.getByRole('dialog').last()
    await drawer.getByText(t('tenants.noMessages')).waitFor()
    expect(await drawer.getByRole('radio', { name: t('tenants.inviteWays.message') }).isDisabled()).toBe(true)
    await drawer.getByLabel(t('tenants.administratorName'), { exact: true }).fill('王敏')
    await drawer.getByRole('button', { name: t('tenants.inviteAdministrator') }).click()
    const link = await page.locator('.shown-once .mono').textContent()
    await operator.close()

    const invited = await visit(shell.browser, { language: 'zh' })
    const ticket = new URL(link!).hash
    await invited.page.goto(`${shell.server.consoleUrl}/${ticket}`)
    await field(invited, invited.t('access.userName')).fill('wangmin')
    for (const label of ['access.loginPassword', 'access.repeatedPassword'] as const)
      await field(invited, invited.t(label)).fill('Harbour-Light-7')
    await invited.page
      .getByRole('button', { name: invited.t('access.invitationCreate'), exact: true })
      .click()
    expect(await isIn(invited)).toBe(true)
    await invited.close()
  })

  test('an administrator is created with a first password, shown once', async () => {
    const operator = await shell.operator()
    const { page, t } = operator
    await page.goto(`${shell.server.consoleUrl}/#/organizationManagement/tenant/${shell.companyId}`)
    await page.getByRole('button', { name: t('tenants.inviteAdministrator') }).click()
    const drawer = page.getByRole('dialog').last()
    await drawer.getByText(t('tenants.noMessages')).waitFor()
    await drawer.getByText(t('tenants.inviteWays.password'), { exact: true }).click()
    await drawer.getByLabel(t('tenants.administratorName'), { exact: true }).fill('Li Na')
    await drawer.getByLabel(t('account.userName'), { exact: true }).fill('lina')
    await drawer.getByRole('button', { name: t('tenants.inviteAdministrator') }).click()
    const shown = page.locator('.shown-once .mono')
    await shown.first().waitFor()
    const [username, password] = await shown.allTextContents()
    const answer = await page.request.post(`${shell.server.consoleUrl}/api/v1/auth/login`, {
      form: { username: username!, password: password! },
    })
    expect(await answer.json()).toMatchObject({ code: 'sign_in.complete_account' })
    await operator.close()
  })
})
