import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { raiseAlarm } from './notice-fixture.ts'
import { ownJourney } from './own-journey.ts'

/** An alarm of a customer on the bell of an MSP's people: of its administrator, and of an engineer who acts there. */

describe.skipIf(browserPath === null)('notifications from above', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'the MSP chooses a customer, and its people open the alarm (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { browser, own } = journey
      const { consoleUrl } = own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `na-${language}-${width}`, {
        kind: 'middleman',
      })
      const { companyId: customerId } = await makeAdministrator(consoleUrl, `shop-${language}-${width}`, {
        above: companyId,
      })
      const customer = `Corner Shop ${language}`
      await own.sql.query(
        `update company set name = $2, products = '{device_management,monitoring}' where id = $1`,
        [customerId, customer],
      )
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/operationsMonitoring/noticeRules' },
        userName,
        administratorPassword,
      )
      await page
        .getByRole('button', { name: t('notices.add') })
        .first()
        .click()
      const drawer = page.getByRole('dialog')
      await drawer.getByLabel(t('notices.name'), { exact: true }).fill('Our customers')
      await drawer.getByLabel(t('notices.covers'), { exact: true }).click()
      await page.locator('.ant-select-item-option', { hasText: t('notices.coverages.chosen') }).click()
      await drawer.getByLabel(t('notices.outlets'), { exact: true }).waitFor({ state: 'detached' })
      await drawer.getByLabel(t('notices.customers'), { exact: true }).click()
      await page.locator('.ant-select-item-option', { hasText: customer }).click()
      await page.keyboard.press('Escape')
      await drawer.getByLabel(t('notices.recipients'), { exact: true }).click()
      await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click()
      await page.keyboard.press('Escape')
      await judge('drawer')
      await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
      await page.getByText(customer).first().waitFor()
      await judge('rules')

      await raiseAlarm({ adminPool: own.sql }, customerId, 'Till switch')
      await button(t('notices.bellUnread', { count: 1 })).click()
      const item = page.getByRole('dialog').getByRole('link', { name: /Till switch/ })
      await item.waitFor()
      await page.getByRole('dialog').getByText(customer).waitFor()
      await judge('bell')
      await item.click()
      await page.waitForURL(/alarms\/\d+$/)
      await page.getByText(customer).first().waitFor()
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((step) => [step, []])))
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
