import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { answeringProbe } from './answering-probe.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From an alarm to an order that is dispatched, carried out on site, proved by the link test, rated and closed, by an agreement of its own. */

describe.skipIf(browserPath === null)('work orders', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'an agreement is added, and an alarm becomes an order that is solved, proved, rated and closed (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `orders-${language}`, {
        trial: true,
      })
      const { rows } = await journey.own.sql.query<{ id: string }>(
        `with o as (insert into outlet (company_id, name) values ($1, 'Shop 12') returning id),
         d as (insert into device (company_id, msp_id, outlet_id, name, type, driver, presence, foreign_key)
           select c.id, c.id, o.id, 'Core', 'switch', 'snmp', 'online', 'core' from company c, o where c.id = $1 returning id)
         select id from d`,
        [companyId],
      )
      const { rows: sites } = await journey.own.sql.query<{ id: string }>(
        `select id::text from outlet where company_id = $1`,
        [companyId],
      )
      const { rows: alarms } = await journey.own.sql.query<{ id: string }>(
        `insert into alarm (company_id, subject_id, rule, instance, label, severity, raised_at)
         values ($1, $2, 'disk_full', '/data', '/data', 'major', now()) returning id`,
        [companyId, rows[0]!.id],
      )
      await journey.own.sql.query(
        `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, contract_end)
         select company_id, id, 'Main line', 'telecom', 'dedicated', 100, 100, current_date + 20 from outlet where company_id = $1`,
        [companyId],
      )
      const probe = await answeringProbe(consoleUrl, { userName, outletId: sites[0]!.id })
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(visitor, { consoleUrl, path: '/#/workOrder/agreements' }, userName, administratorPassword)
      const drawer = page.locator('.ant-drawer-open')
      const order = page.locator('#content').getByRole('link', { name: /^#1 Core/ })
      const field = (label: string) => drawer.getByLabel(label, { exact: true })
      const submit = () => drawer.locator('button[type=submit]').click()
      await page
        .getByRole('button', { name: t('orders.agreements.add') })
        .first()
        .click()
      await field(t('orders.agreements.name')).fill('Gold')
      await field(t('orderCosts.priceOf.order')).fill('200')
      await judge('agreement')
      await submit()
      await page.getByText(t('orders.agreements.notAgreed')).waitFor()
      await page.getByRole('button', { name: `${t('orders.agreements.agree')} Gold` }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('orders.agreements.agree'), exact: true })
        .click()
      await page.getByText(/^Li Wei.*\d/).waitFor()
      await judge('agreements')

      await page.goto(`${consoleUrl}/#/operationsMonitoring/alarms/${alarms[0]!.id}`)
      await page.getByRole('button', { name: t('orders.fromAlarm') }).click()
      await field(t('orders.description')).fill('<b>Full</b> since noon')
      // The package has no free ones: the price is confirmed.
      await submit()
      await drawer.getByText(t('errors.work_order.price', { price: 200 })).waitFor()
      await field(t('orderCosts.confirm', { price: '200' })).check()
      await judge('new order')
      await submit()
      await order.click()
      await page.getByRole('heading', { name: /^#1 Core/ }).waitFor()
      await page.getByText('<b>Full</b> since noon').waitFor()
      await page.getByText(/Gold/).waitFor()
      await page.getByText(t('orderCosts.beyondPrice', { price: '200' })).waitFor()
      await judge('order')

      const act = (name: string) => page.getByRole('button', { name, exact: true }).click()
      await act(t('orders.moves.assign'))
      await field(t('orders.assignTo')).click()
      await page.locator('.ant-select-item-option').first().click()
      await submit()
      await act(t('orders.moves.accept'))
      await page.getByRole('button', { name: t('orders.moves.start'), exact: true }).waitFor()
      await act(t('orders.moves.start'))
      await act(t('fieldWork.checkIn'))
      await submit()
      await drawer.waitFor({ state: 'hidden' })
      const cells = page.locator('.proof-table tbody tr').first().locator('td')
      /** The line of the site, by its probe: before the repair it loses all, after it nothing. */
      const testLine = async (results: readonly string[]) => {
        await act(t('orders.proof.testLine'))
        await drawer.getByText(t('orders.proof.from', { vantage: t('lineTests.vantages.probe') })).waitFor()
        await field(t('orders.proof.target')).fill('203.0.113.7')
        await submit()
        await expect.poll(() => cells.allInnerTexts(), { timeout: 30_000 }).toEqual(results)
      }
      await testLine([t('orders.proof.failed'), '—'])
      await act(t('orders.moves.suspend'))
      await field(t('orders.note')).fill('Ticket 4711')
      await submit()
      await page.getByText(t('orders.paused')).first().waitFor()
      await act(t('orders.moves.resume'))
      await act(t('orders.addNote'))
      await field(t('orders.noteText')).fill('Asked for a second disk')
      await field(t('orders.internal')).check()
      await submit()
      await page.getByText(t('orders.internalTag'), { exact: true }).waitFor()
      await page.goto(`${consoleUrl}/#/task/todo`)
      const line = page.locator('#content').getByRole('link', { name: /Main line$/ })
      await Promise.all([order.waitFor(), line.waitFor()])
      await judge('to-do')
      await page
        .getByRole('navigation', { name: t('workbench.tasks.byKind') })
        .getByRole('link', { name: new RegExp(t('workbench.tasks.kinds.line_contract')) })
        .click()
      await order.waitFor({ state: 'detached' })
      await line.waitFor()
      await page.goBack()
      await order.click()
      await act(t('orders.moves.resolve'))
      await field(t('orders.cause')).click()
      await page.locator('.ant-select-item-option', { hasText: t('orders.causes.equipment') }).click()
      await field(t('orders.solution')).fill('Old logs deleted')
      await submit()
      await page.getByRole('button', { name: t('orders.moves.close'), exact: true }).waitFor()
      await testLine([t('orders.proof.failed'), t('orders.proof.passed')])
      await page.getByRole('button', { name: t('fieldWork.ratingLink') }).click()
      const link = await drawer
        .getByText(/view=progress/)
        .first()
        .innerText()
      const customer = await visit(journey.browser, { language, dark, width })
      await customer.page.goto(link)
      await customer.page.getByRole('radio', { name: t('fieldWork.outside.stars', { count: 4 }) }).check()
      await customer.page.getByRole('button', { name: t('fieldWork.outside.rateSubmit') }).click()
      await customer.page.getByText(t('fieldWork.outside.ratedAs', { score: 4 })).waitFor()
      await customer.close()
      await page.keyboard.press('Escape')
      await page.getByText('★★★★☆').first().waitFor()
      await judge('resolved')

      await page.goto(`${consoleUrl}/#/workOrder/board`)
      await order.waitFor()
      await judge('board')
      await page.goto(`${consoleUrl}/#/workOrder/list`)
      await order.waitFor()
      await judge('list')
      await order.click()
      await act(t('orders.moves.close'))
      await page.getByText(t('orders.states.closed'), { exact: true }).first().waitFor()
      // The proof stays with the closed order.
      expect(await cells.allInnerTexts()).toEqual([t('orders.proof.failed'), t('orders.proof.passed')])
      probe.close()
      expect(found).toEqual({
        agreement: [],
        agreements: [],
        'new order': [],
        order: [],
        'to-do': [],
        resolved: [],
        board: [],
        list: [],
      })
    },
  )
})
