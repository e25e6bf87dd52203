import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From a policy to a change that starts once it is approved, and a carrier fault. */

describe.skipIf(browserPath === null)('approvals', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a policy holds a change until its step is approved (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { userName } = await makeAdministrator(consoleUrl, `approvals-${language}`, { trial: true })
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/systemSettings/approvalPolicies' },
        userName,
        administratorPassword,
      )
      const drawer = page.locator('.ant-drawer-open')
      const field = (label: string) => drawer.getByLabel(label, { exact: true })
      const submit = () => drawer.locator('button[type=submit]').click()
      const choose = async (label: string, option: string) => {
        await field(label).click()
        await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
      }
      await page
        .getByRole('button', { name: t('approvals.add') })
        .first()
        .click()
      await field(t('approvals.name')).fill('Changes')
      await judge('policy')
      await submit()
      await page.getByText(t('approvals.by.head')).first().waitFor()
      await judge('policies')

      await page.goto(`${consoleUrl}/#/permissionManagement/organizationalStructure`)
      await page.getByText(t('account.departments.headNone')).waitFor()
      await page.getByRole('button', { name: new RegExp(`^${t('account.departments.edit')} `) }).click()
      await field(t('account.departments.head')).click()
      await page.locator('.ant-select-item-option').first().click()
      await judge('department')
      await submit()
      await page.getByText(t('account.departments.headOf', { name: 'Li Wei' })).waitFor()

      await page.goto(`${consoleUrl}/#/workOrder/list`)
      await page
        .getByRole('button', { name: t('orders.add') })
        .first()
        .click()
      await field(t('orders.title')).fill('New firewall')
      await choose(t('orders.type'), t('orders.types.change'))
      await choose(t('approvals.risk'), t('approvals.risks.high'))
      await field(t('approvals.amount')).fill('12000')
      await judge('change')
      await submit()
      await page
        .locator('#content')
        .getByRole('link', { name: /^#1 New firewall/ })
        .click()
      await page.getByText(t('approvals.standings.needed')).waitFor()
      await page.getByRole('button', { name: t('orders.moves.take'), exact: true }).click()
      await page.getByRole('button', { name: t('orders.moves.suspend'), exact: true }).waitFor()
      expect(await page.getByRole('button', { name: t('orders.moves.start'), exact: true }).count()).toBe(0)
      await page.getByRole('button', { name: t('approvals.ask'), exact: true }).click()
      await field(t('approvals.askNote')).fill('Tonight')
      await submit()
      await page.getByText(t('approvals.waitsFor', { names: 'Li Wei' })).waitFor()
      await judge('asked')

      await page.goto(`${consoleUrl}/#/task/todo`)
      await page
        .locator('#content')
        .getByRole('link', { name: /New firewall/ })
        .last()
        .waitFor()
      await judge('to-do')
      await page.locator('#content').locator('a[href*="/task/approval/"]').first().click()
      await page.getByRole('button', { name: t('approvals.approve'), exact: true }).click()
      await judge('decision')
      await submit()
      await page.getByText(t('approvals.states.approved')).first().waitFor()
      await judge('approval')
      await page
        .getByRole('link', { name: t('approvals.open', { kind: t('approvals.kinds.change_order') }) })
        .click()
      await page.getByRole('button', { name: t('orders.moves.start'), exact: true }).click()
      await page.getByText(t('orders.states.in_progress')).first().waitFor()
      await judge('order')

      await page.goto(`${consoleUrl}/#/workOrder/list`)
      await page
        .getByRole('button', { name: t('orders.add') })
        .first()
        .click()
      await field(t('orders.title')).fill('Line down')
      await choose(t('orders.type'), t('orders.types.carrier_fault'))
      await choose(t('orders.carrier.isp'), t('outlets.isps.telecom'))
      await field(t('orders.carrier.ticket')).fill('T-4711')
      await submit()
      await page
        .locator('#content')
        .getByRole('link', { name: /^#2 Line down/ })
        .click()
      await page.getByText('T-4711').waitFor()
      await judge('carrier fault')
      expect(Object.values(found).flat()).toEqual([])
    },
  )
})
