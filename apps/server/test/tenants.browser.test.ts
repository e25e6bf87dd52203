import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, judgedLooks, isSettled } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, signInAs, visit, type Visitor } from './browser.ts'
import { operatorPassword } from './server-process.ts'
import { field, firstPassword, isIn, type SignInServer, startSignInServer } from './sign-in-fixture.ts'

const tenants = '/#/organizationManagement/tenant'

let s: SignInServer

/** A button that was just busy may still have that prefix in its name. */
const press = (within: Locator, name: string) => within.getByRole('button', { name }).last().click()
const body = ({ page }: Visitor) => page.locator('body')
const dialog = ({ page }: Visitor) => page.getByRole('dialog').last()
const row = ({ page }: Visitor, name: string) => page.getByRole('row').filter({ hasText: name })
const said = ({ page }: Visitor, text: string) => page.locator('.notice', { hasText: text }).first().waitFor()

async function fill(within: Locator, label: string, value: string): Promise<void> {
  await within.getByLabel(label, { exact: true }).fill(value)
}

/** Opens a tenant's menu and selects an entry. */
async function move(visitor: Visitor, name: string, entry: string): Promise<void> {
  const { page, t } = visitor
  await page.getByRole('button', { name: t('tenants.moreOf', { name }) }).click()
  await page.getByRole('menuitem', { name: entry }).first().click()
}

describe.skipIf(browserPath === null)('tenants', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await sharedBrowser()
    s = await startSignInServer()
  })
  afterAll(async () => {
    await closeVisits(browser)
    await s.stop()
  })

  test('an operator makes an MSP and its customer, freezes the customer while somebody works there, and thaws it', async () => {
    const operator = await visit(browser, { language: 'zh' })
    const { page, t } = operator
    const { consoleUrl } = s.server
    await comeIn(operator, { consoleUrl, path: '/#/organizationManagement' }, 'admin', operatorPassword)
    await page.waitForURL((url) => url.hash.startsWith('#/organizationManagement/tenant'))

    // The first press reports what is missing.
    await press(body(operator), t('tenants.create'))
    await press(dialog(operator), t('tenants.create'))
    await dialog(operator).getByText(t('tenants.codeEmpty')).waitFor()
    await fill(dialog(operator), t('tenants.name'), '北辰网络服务')
    await fill(dialog(operator), t('tenants.code'), 'beichen')
    await dialog(operator).getByLabel(t('tenants.kinds.middleman'), { exact: true }).check()
    await press(dialog(operator), t('tenants.create'))
    await row(operator, '北辰网络服务').waitFor()

    await move(operator, '北辰网络服务', t('tenants.createBelow'))
    await fill(dialog(operator), t('tenants.name'), 'Yuelai Hotels')
    await fill(dialog(operator), t('tenants.code'), 'yuelai')
    await fill(dialog(operator), t('tenants.prefix'), 'beichen-login')
    await fill(dialog(operator), t('tenants.administratorName'), 'Wang Lei')
    await fill(dialog(operator), t('tenants.administratorContact'), 'wang@yuelai.test')
    await press(dialog(operator), t('tenants.create'))
    // The server's refusal is shown at its field.
    await dialog(operator).getByText(t('validation.format')).waitFor()
    await fill(dialog(operator), t('tenants.prefix'), 'yuelai')
    await press(dialog(operator), t('tenants.create'))
    await row(operator, 'Yuelai Hotels').waitFor()
    expect(await row(operator, 'Yuelai Hotels').textContent()).toContain('北辰网络服务')

    // A tenant's actions stay at the right edge of the list, however far it is scrolled.
    const frame = page.locator('.data-table-frame')
    const actions = row(operator, 'Yuelai Hotels').locator('.data-table-actions')
    for (const shift of [120, 0]) {
      await frame.evaluate((element, left) => element.scrollTo({ left }), shift)
      const shifted = () => frame.evaluate((element) => element.classList.contains('data-table-shifted'))
      await expect.poll(shifted).toBe(shift > 0)
      const [around, cell] = [await frame.boundingBox(), await actions.boundingBox()]
      expect(cell!.x + cell!.width).toBeCloseTo(around!.x + around!.width, 0)
    }

    // The customer's administrator accepts the invitation, under the prefix, and works.
    const customer = await visit(browser, { language: 'en' })
    await customer.page.goto(await s.linkSentTo('wang@yuelai.test'))
    await field(customer, customer.t('access.userName')).fill('wang')
    await field(customer, customer.t('access.loginPassword')).fill(firstPassword)
    await field(customer, customer.t('access.repeatedPassword')).fill(firstPassword)
    await press(body(customer), customer.t('access.invitationCreate'))
    expect(await isIn(customer)).toBe(true)
    expect(new URL(customer.page.url()).pathname).toBe('/yuelai/')

    await move(operator, 'Yuelai Hotels', t('tenants.freeze'))
    await dialog(operator).getByLabel(t('tenants.reason'), { exact: true }).fill('Invoice 7 is open')
    await press(dialog(operator), t('tenants.freeze'))
    await said(operator, t('tenants.done.freeze', { name: 'Yuelai Hotels' }))
    await row(operator, 'Yuelai Hotels').getByText(t('tenants.statuses.frozen')).waitFor()

    // The administrator's next action opens the dialog; only its button continues.
    await customer.page.goto(`${s.server.consoleUrl}/yuelai/#/permissionManagement/organizationalStructure`)
    const frozen = customer.page.getByRole('alertdialog')
    await frozen.getByText('Invoice 7 is open').waitFor()
    await customer.page.keyboard.press('Escape')
    expect(await frozen.isVisible()).toBe(true)
    await frozen.getByRole('button').click()
    await field(customer, customer.t('signIn.userName')).waitFor()

    await page.goto(s.server.consoleUrl + tenants)
    await row(operator, 'Yuelai Hotels').getByRole('link').click()
    // The tenant's page shows why and since when.
    await page.getByText('Invoice 7 is open').first().waitFor()
    // Three buttons and a menu.
    await press(body(operator), t('common.more'))
    await page.getByRole('menuitem', { name: t('tenants.thaw') }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('tenants.thaw') })
      .click()
    await said(operator, t('tenants.done.thaw', { name: 'Yuelai Hotels' }))
    await signInAs(customer, `${s.server.consoleUrl}/yuelai/`, 'wang', firstPassword)
    await operator.close()
    await customer.close()
  })

  test('the tree opens level by level, and what is not possible says why', async () => {
    const operator = await visit(browser, { language: 'en' })
    const { page, t } = operator
    const { consoleUrl } = s.server
    await comeIn(operator, { consoleUrl, path: `${tenants}?view=tree` }, 'admin', operatorPassword)
    await page.getByRole('button', { name: t('tenants.expand', { name: '北辰网络服务' }) }).click()
    await page.getByRole('treeitem', { name: 'Yuelai Hotels' }).waitFor()
    await page.getByRole('button', { name: t('tenants.moreOf', { name: '北辰网络服务' }) }).click()
    // At the place of the request, also with reduced motion.
    const more = await page
      .getByRole('button', { name: t('tenants.moreOf', { name: '北辰网络服务' }) })
      .boundingBox()
    const menu = await page.getByRole('menu').last().boundingBox()
    expect(Math.abs(menu!.x + menu!.width - more!.x)).toBeLessThan(40)
    const extend = page.getByRole('menuitem', { name: t('tenants.extend') })
    await extend.getByText(t('tenants.refusal.noEnd')).waitFor()
    expect(await extend.getAttribute('aria-disabled')).toBe('true')
    await operator.close()
  })

  test.each(judgedLooks)(
    'no page of tenants has an accessibility finding (%s, dark %s, %s px)',
    async (language, dark, width) => {
      const operator = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = operator
      const { consoleUrl } = s.server
      await comeIn(operator, { consoleUrl, path: tenants }, 'admin', operatorPassword)
      const found: string[] = []
      const judge = async (where: string) => {
        await isSettled(operator)
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth')
        found.push(...(wide === true ? [`${where}: wider than the window`] : []))
        found.push(...(await findings(operator)).map((finding) => `${where}: ${finding}`))
      }
      await row(operator, 'Yuelai Hotels').waitFor()
      await judge('list')
      // On a phone the drawer differs only in width.
      if (width > 1000) {
        await press(body(operator), t('tenants.create'))
        await dialog(operator).getByLabel(t('tenants.name'), { exact: true }).waitFor()
        await judge('create')
      }
      await page.goto(`${s.server.consoleUrl}${tenants}?view=tree`)
      await page.reload()
      await page.getByRole('treeitem').first().waitFor()
      await judge('tree')
      await page.getByRole('treeitem').first().getByRole('link').click()
      await page.getByRole('tab', { name: t('tenants.detail.timeline') }).click()
      await page.getByText(t('audit.actions.company.created')).first().waitFor()
      await judge('page')
      expect(found).toEqual([])
      await operator.close()
    },
  )
})
