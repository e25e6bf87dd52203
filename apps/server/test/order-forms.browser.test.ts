import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A field of the company's own, a template with a checklist, an order of it, and a plan that repeats it. */

describe.skipIf(browserPath === null)('forms of work orders', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'an order is made from a template, and resolved once its required points are ticked (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `forms-${language}`, {
        trial: true,
      })
      await journey.own.sql.query(`insert into outlet (company_id, name) values ($1, 'Shop 12')`, [companyId])
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const drawer = page.locator('.ant-drawer-open')
      const field = (label: string) => drawer.getByLabel(label, { exact: true })
      const submit = () => drawer.locator('button[type=submit]').click()
      const act = (name: string) => page.getByRole('button', { name, exact: true }).first().click()
      // Its icon is part of its name.
      const add = (name: string) => page.getByRole('button', { name }).first().click()
      const choose = async (label: string, option: string) => {
        await field(label).click()
        await page.locator('.ant-select-item-option', { hasText: option }).click()
      }

      await comeIn(visitor, { consoleUrl, path: '/#/workOrder/fields' }, userName, administratorPassword)
      await page.getByText(t('orders.types.inspection'), { exact: true }).click()
      await add(t('orderForms.add'))
      await field(t('orderForms.labelZh')).fill('Rack')
      await field(t('orderForms.required')).check()
      await judge('field')
      await submit()
      await page.getByRole('cell', { name: 'Rack', exact: true }).waitFor()
      await judge('fields')

      await page.goto(`${consoleUrl}/#/workOrder/templates`)
      await add(t('orderForms.template.add'))
      await field(t('orderForms.template.name')).fill('Monthly')
      await field(t('orders.title')).fill('Check the rack')
      await add(t('orderForms.template.pointAdd'))
      await field(t('orderForms.template.point', { n: 1 })).fill('Dust removed')
      await judge('template')
      await submit()
      await page.getByText('Check the rack').waitFor()
      await judge('templates')

      await page.goto(`${consoleUrl}/#/workOrder/list`)
      await add(t('orders.add'))
      await choose(t('orderForms.template.from'), 'Monthly')
      await field('Rack').fill('R-7')
      await judge('order of a template')
      await submit()
      await page
        .locator('#content')
        .getByRole('link', { name: /^#1 Check the rack/ })
        .click()
      await page.getByText('R-7').waitFor()
      await act(t('orders.moves.take'))
      await act(t('orders.moves.start'))
      const point = page.getByRole('checkbox', { name: 'Dust removed' })
      await page.getByText(t('orderForms.check.hint')).waitFor()
      expect(await page.getByRole('button', { name: t('orders.moves.resolve'), exact: true }).count()).toBe(0)
      await point.click()
      await page.getByRole('button', { name: t('orders.moves.resolve'), exact: true }).waitFor()
      await judge('order')

      await page.goto(`${consoleUrl}/#/workOrder/plans`)
      await add(t('orderForms.plan.add'))
      await field(t('orderForms.plan.name')).fill('Every month')
      await choose(t('orderForms.plan.template'), 'Monthly')
      await field(t('orderForms.plan.startsOn')).fill('2090-01-31')
      await page.keyboard.press('Tab')
      await drawer.getByText(/2090-03-31/).waitFor()
      await judge('plan')
      await submit()
      await page.locator('#content').getByRole('link', { name: 'Every month' }).click()
      await page.getByText(t('orderForms.plan.targetsOf', { count: 1 })).waitFor()
      await act(t('orderForms.plan.pause'))
      await page.getByText(t('orderForms.plan.states.paused')).waitFor()
      await judge('plan of one')

      expect(Object.entries(found).filter(([, problems]) => problems.length > 0)).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
  )
})
