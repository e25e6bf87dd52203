import { type OidcProvider, startOidcProvider } from '@netward/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath, signInAs, visit } from './browser.ts'
import { administratorPassword, freePort } from './installation.ts'
import { ApiClient, operatorPassword } from './server-process.ts'
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

describe.skipIf(browserPath === null)('single-account mode with a sign-in service', () => {
  let shell: Shell
  let provider: OidcProvider
  beforeAll(async () => {
    provider = await startOidcProvider({ clientId: 'netward', secret: 'client-secret-1' })
    const port = await freePort()
    shell = await startShell({
      NETWARD_SINGLE_ACCOUNT_HOME: home,
      NETWARD_PORT: String(port),
      NETWARD_PUBLIC_URL: `http://127.0.0.1:${port}`,
      NETWARD_OUTGOING_RANGES: '127.0.0.0/8=shell',
    })
  })
  afterAll(async () => {
    await shell.close()
    await provider.stop()
  })

  test('people come in through the service, to the account settings or to the home address', async () => {
    const { consoleUrl } = shell.server
    const { sql } = shell
    await sql.query(`update company set prefix = 'shell' where id = $1`, [shell.companyId])
    const api = await ApiClient.signIn(consoleUrl, 'admin@shell', administratorPassword)
    const { data: channel } = await api.call('POST /api/v1/integration', {
      kind: 6,
      name: 'Corp ID',
      oidc: { issuer: provider.issuer, clientId: 'netward', secret: 'client-secret-1' },
      signIn: { offered: true, admits: 'linked', defaultRole: 'user_layer' },
    })
    const channelId = channel.id
    const { data: made } = await api.call('GET /api/v1/integration/:channelId', { channelId })
    provider.redirectUris.push(made.addresses!.callback)
    const { rows } = await sql.query<{ id: string }>('select id::text from member where company_id = $1', [
      shell.companyId,
    ])
    await api.call('POST /api/v1/integration/:channelId/links', {
      channelId,
      memberId: rows[0]!.id,
      subject: provider.person.sub,
    })
    const visitor = await visit(shell.browser, { language: 'en' })
    const { page, t } = visitor
    const way = page.getByRole('link', { name: t('signIn.byNamed', { name: 'Corp ID' }), exact: true })
    await page.goto(`${consoleUrl}/shell/#/login?redirect=%2FaccountSetting`)
    await way.click()
    await arriveAt(page, '#/accountSetting')
    await page.locator('#content h1').waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
    const another = await visit(shell.browser, { language: 'en' })
    await another.page.goto(`${consoleUrl}/shell/#/login`)
    await another.page
      .getByRole('link', { name: t('signIn.byNamed', { name: 'Corp ID' }), exact: true })
      .click()
    await another.page.waitForURL((address) => address.pathname.startsWith(home))
    await another.close()
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
