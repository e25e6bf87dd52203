import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, signInAs, visit } from './browser.ts'
import { operatorPassword } from './server-process.ts'
import { arriveAt, type Shell, soon, startShell } from './shell-fixture.ts'

const home = '/api/docs'

describe.skipIf(browserPath === null)('single-account mode (specification §1, §2, §4)', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell({ NETWARD_SINGLE_ACCOUNT_HOME: home })
  })
  afterAll(() => shell.close())

  test('has login and the account settings, and sends every other path to the home address', async () => {
    const visitor = await visit(shell.browser, { language: 'en' })
    const { page, t } = visitor
    const url = shell.server.consoleUrl
    await page.goto(`${url}/#/accountSetting`)
    await arriveAt(page, '#/login?redirect=%2FaccountSetting')
    await page.getByLabel(t('signIn.userName'), { exact: true }).fill('admin')
    await page.getByLabel(t('signIn.password'), { exact: true }).fill(operatorPassword)
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).click()
    await arriveAt(page, '#/accountSetting')
    await page.locator('#content h1').waitFor()
    await expect.poll(() => page.title(), soon).toBe(`${t('shell.titles.accountSetting')} - Netward`)
    expect(await page.locator('.sidebar-menu a').allTextContents()).toEqual([
      t('shell.titles.accountSetting'),
    ])
    for (const path of ['/', '/login', '/404', '/equipmentManagement/intelligence']) {
      // A new hash alone loads no page, and a reload could race with the redirect home in progress.
      await page.goto('about:blank')
      await page.goto(`${url}/#${path}`, { waitUntil: 'commit' })
      await page.waitForURL((address) => address.pathname.startsWith(home))
    }
    await visitor.close()
  })

  test('without a session only login and the root are open', async () => {
    const visitor = await visit(shell.browser, { language: 'zh' })
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}/#/homePage`)
    await arriveAt(page, '#/login?redirect=%2FhomePage')
    await page.getByRole('button', { name: t('signIn.submit'), exact: true }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})

describe.skipIf(browserPath === null)('a home address that is this page', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell({ NETWARD_SINGLE_ACCOUNT_HOME: '/' })
  })
  afterAll(() => shell.close())

  test('leads to the account settings instead of loading it again and again', async () => {
    const visitor = await visit(shell.browser, { language: 'en' })
    await signInAs(visitor, shell.server.consoleUrl, 'admin', operatorPassword)
    await arriveAt(visitor.page, '#/accountSetting')
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
