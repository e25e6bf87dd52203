import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, isSettled } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { operatorPassword } from './server-process.ts'
import { type Account, firstPassword, type SignInServer, startSignInServer } from './sign-in-fixture.ts'

const applications = '/#/systemSettings/productManagement'
const gateways = '/#/equipmentManagement/intelligence'

let s: SignInServer

const press = (within: Locator, name: string) => within.getByRole('button', { name }).click()
const body = ({ page }: Visitor) => page.locator('body')
const dialog = ({ page }: Visitor) => page.getByRole('dialog').last()

describe.skipIf(browserPath === null)('applications', () => {
  let browser: Browser
  let mine: string
  let administrator: Account
  beforeAll(async () => {
    browser = await sharedBrowser()
    s = await startSignInServer()
    mine = await s.company('mine')
    administrator = await s.account(mine, 'mine')
    await s.sql.query(
      `insert into device (company_id, name, type, oui, serial_number) values ($1, 'Front desk', 'smart_cpe', 'AABBCC', 'S1')`,
      [mine],
    )
  })
  afterAll(async () => {
    await closeVisits(browser)
    await s.stop()
  })

  async function arrive(
    name: string,
    password: string,
    path: string,
    options: Parameters<typeof visit>[1],
  ): Promise<Visitor> {
    const visitor = await visit(browser, options)
    await comeIn(visitor, { consoleUrl: s.server.consoleUrl, path }, name, password)
    return visitor
  }

  /** Signs in and lists devices as a machine does. */
  async function devicesBy(appId: string, key: string): Promise<{ status: number; names: string[] }> {
    const token = await fetch(`${s.server.consoleUrl}/api/v1/open/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${appId}:${key}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    const { access_token: bearer } = (await token.json()) as { access_token: string }
    const response = await fetch(`${s.server.consoleUrl}/api/v1/device/lists`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: '{}',
    })
    const { data } = (await response.json()) as { data: { items: { name: string }[] } | null }
    return { status: response.status, names: (data?.items ?? []).map(({ name }) => name) }
  }

  test('a product is activated, its key is shown once, a machine signs in by it, and a maintenance is seen as a page', async () => {
    // What came with the package is deleted: this journey activates by hand.
    await s.sql.query(`update application set state = 'deleted' where state <> 'deleted'`)
    const visitor = await arrive(administrator.userName, firstPassword, applications, {
      language: 'zh',
      bypassCsp: true,
    })
    const { page, t } = visitor
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const found: string[] = []
    const judge = async (where: string) => {
      await isSettled(visitor)
      found.push(...(await findings(visitor)).map((finding) => `${where}: ${finding}`))
    }

    await page.getByText(t('applications.none')).waitFor()
    await page
      .getByRole('button', { name: t('applications.activate') })
      .first()
      .click()
    await dialog(visitor).getByRole('radio').first().waitFor()
    await press(dialog(visitor), t('applications.activateSubmit'))
    await dialog(visitor).getByText(t('applications.chooseProductEmpty')).waitFor()
    await dialog(visitor).getByRole('radio').first().check()
    await judge('activating')
    await dialog(visitor).getByLabel(t('applications.name'), { exact: true }).fill('ERP')
    // The worker cannot create its self-test key: it stops here.
    await s.sql.query('begin')
    await s.sql.query('lock table application_key in exclusive mode')
    await press(dialog(visitor), t('applications.activateSubmit'))
    await page
      .getByRole('listitem')
      .filter({ hasText: t('applications.steps.selfTest') })
      .getByText(t('applications.stepStates.running'))
      .waitFor()
    await judge('activation under way')
    await s.sql.query('commit')
    await page.locator('.notice', { hasText: t('applications.activationDone', { name: 'ERP' }) }).waitFor()

    await press(dialog(visitor), t('applications.keyIssue'))
    await page.getByText(t('applications.keyOnce')).waitFor()
    await judge('the key')
    const key = await page.getByText(/^nwk_/).textContent()
    const appId = await dialog(visitor).getByText(/^app-/).textContent()
    await dialog(visitor)
      .getByRole('button', { name: t('common.copy') })
      .last()
      .click()
    await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toBe(key)
    await press(dialog(visitor), t('applications.keySaved'))
    await page.getByText(key!).waitFor({ state: 'detached' })
    expect(await devicesBy(appId!, key!)).toEqual({ status: 200, names: ['Front desk'] })

    // A member views the gateways while maintenance begins.
    const member = await arrive(administrator.userName, firstPassword, gateways, { language: 'en' })
    await member.page.getByText('Front desk').first().waitFor()
    await press(dialog(visitor), t('applications.enterMaintenance'))
    const form = page.getByRole('dialog', { name: t('applications.maintenanceTitle', { name: 'ERP' }) })
    await form.getByLabel(t('applications.maintenanceZh')).fill('更换数据库')
    await form.getByLabel(t('applications.maintenanceEn')).fill('A new database')
    await judge('entering maintenance')
    await press(form, t('applications.enterMaintenance'))
    const title = member.t('applications.pageTitle', { product: 'Device management' })
    await member.page.getByRole('heading', { name: title }).waitFor()
    expect(await member.page.getByText('A new database').count()).toBe(1)
    expect((await devicesBy(appId!, key!)).status).toBe(503)

    await press(dialog(visitor), t('applications.exitMaintenance'))
    await member.page.getByText('Front desk').first().waitFor()
    await press(dialog(visitor), t('applications.disable'))
    await press(page.locator('.ant-modal-confirm'), t('applications.disable'))
    const off = member.t('applications.offTitle', { product: 'Device management' })
    await member.page.getByRole('heading', { name: off }).waitFor()
    // Actions that its state forbids give the reason.
    const exit = dialog(visitor).getByRole('button', { name: t('applications.exitMaintenance') })
    expect(await exit.getAttribute('aria-disabled')).toBe('true')
    await exit.focus()
    await page.keyboard.press('Enter')
    await page.locator('.notice', { hasText: t('applications.refusal.notInMaintenance') }).waitFor()
    await judge('disabled')
    await press(dialog(visitor), t('applications.delete'))
    const question = page.locator('.ant-modal-confirm').last()
    await question.getByText(t('applications.deleteKeys', { count: 1 })).waitFor()
    await question.getByRole('textbox').fill('ERP')
    await press(question, t('applications.delete'))
    await page.getByText(t('applications.none')).waitFor()
    // Without an active application the page offers to activate the product, and opens once it is.
    const missing = member.t('applications.missing.not_activated.title', { product: 'Device management' })
    await member.page.getByRole('heading', { name: missing }).waitFor()
    const activate = member.t('applications.missing.activate', { product: 'Device management' })
    await member.page.getByRole('button', { name: activate }).click()
    await member.page.getByText('Front desk').first().waitFor()
    expect(found).toEqual([])
    await member.close()
    await visitor.close()
  })

  test('the platform withdraws a product and publishes it again', async () => {
    const operator = await arrive('admin', operatorPassword, '/#/organizationManagement/product', {
      language: 'en',
      width: 390,
      dark: true,
      bypassCsp: true,
    })
    const { page, t } = operator
    await press(body(operator), t('products.open', { name: 'Assistant' }))
    await press(dialog(operator), t('products.deactivate'))
    await press(page.locator('.ant-modal-confirm'), t('products.deactivate'))
    await dialog(operator).getByText(t('products.states.deactivated'), { exact: true }).waitFor()
    await isSettled(operator)
    expect(await findings(operator)).toEqual([])
    await press(dialog(operator), t('products.publish'))
    await press(page.locator('.ant-modal-confirm'), t('products.publish'))
    await dialog(operator).getByText(t('products.states.normal'), { exact: true }).waitFor()
    await operator.close()
  })
})
