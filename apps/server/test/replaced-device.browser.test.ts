import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** A fault is repaired with a part: the device is replaced, and the broken one returned under warranty. */

describe.skipIf(browserPath === null)('a device is replaced on an order', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a piece is reserved, takes the place of the device, and the broken one goes to its vendor (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `replaced-${language}`, {
        trial: true,
      })
      const { rows } = await journey.own.sql.query<{ orderId: string }>(
        `with t as (insert into outlet (company_id, name) values ($1, 'Shop 7') returning id),
         d as (insert into device (company_id, msp_id, outlet_id, name, type, driver, presence, manufacturer, model_name,
             serial_number, claimed_at)
           select $1, $1, id, 'Core switch', 'switch', 'none', 'unknown', 'Huawei', 'S5735', 'OLD-7', now() - interval '200 days'
           from t returning id, outlet_id),
         m as (insert into part_model (company_id, brand, name, category, serialised, warranty_months)
           values ($1, 'Huawei', 'S5735', 'switch', true, 36) returning id),
         w as (insert into warehouse (company_id, name, kind) values ($1, 'Main', 'fixed') returning id),
         s as (insert into part_serial (company_id, model_id, serial, purchased_on) select $1, id, 'NEW-7', current_date - 90 from m
           returning id, model_id)
         insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by, outlet_id,
           device_id)
         select $1, 1, 'fault', 'switching', 'Switch is dead', 'high', 'medium', 2, 'A', d.outlet_id, d.id from d, w, s
         returning id::text as "orderId"`,
        [companyId],
      )
      await journey.own.sql.query(
        `insert into part_movement (company_id, kind, warehouse_id, model_id, serial_id, on_hand, at)
         select s.company_id, 'receive', w.id, s.model_id, s.id, 1, now() - interval '90 days'
         from part_serial s join warehouse w on w.company_id = s.company_id where s.company_id = $1`,
        [companyId],
      )
      const { orderId } = rows[0]!
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(
        visitor,
        { consoleUrl, path: `/#/workOrder/list/${orderId}` },
        userName,
        administratorPassword,
      )
      const drawer = page.locator('.ant-drawer-open')
      const content = page.locator('#content')
      const submit = () => drawer.locator('button[type=submit]').click()
      const choose = async (label: string, option: string) => {
        await drawer.getByLabel(label, { exact: true }).click()
        await page.locator('.ant-select-dropdown:visible').getByText(option, { exact: true }).click()
      }
      await content.getByRole('button', { name: t('parts.reserve') }).click()
      await choose(t('parts.warehouse'), 'Main')
      await drawer.getByLabel(t('parts.serials'), { exact: true }).fill('NEW-7')
      await submit()
      await content.getByText(t('parts.reservationStates.reserved')).waitFor()
      await content.getByRole('button', { name: `${t('parts.replaceDevice')} NEW-7` }).click()
      await choose(t('parts.warehouse'), 'Main')
      await drawer.getByText('Huawei S5735').waitFor()
      await judge('replace')
      await submit()
      await content.getByText(t('parts.brokenReturned', { warehouse: 'Main' })).waitFor()
      await content.getByText(t('parts.reservationStates.issued'), { exact: true }).waitFor()
      await judge('order')
      await content.getByRole('button', { name: t('parts.brokenClaim') }).click()
      await choose(t('parts.warehouse'), 'Main')
      await drawer.getByLabel(t('parts.vendor'), { exact: true }).fill('Huawei')
      await submit()
      await page.goto(`${consoleUrl}/#/parts/slips/${orderId}`)
      await page.getByText('NEW-7').first().waitFor()
      await judge('slip')
      await page.goto(`${consoleUrl}/#/parts/life/OLD-7`)
      await content.getByText(t('parts.lifeSpans.in_repair')).waitFor()
      await content.getByText(t('parts.lifeDevice.replaced')).waitFor()
      await judge('life')
      await content.getByRole('link', { name: t('parts.replacedBy', { serial: 'NEW-7' }) }).click()
      await content.getByText(t('parts.lifeSpans.in_service')).waitFor()
      await content.getByRole('link', { name: 'Core switch' }).first().click()
      await content.getByText(t('equipment.replaces')).waitFor()
      await content.getByRole('link', { name: /OLD-7/ }).click()
      await content.getByText(t('equipment.replacedBy')).waitFor()
      await judge('replaced device')
      await page.goto(`${consoleUrl}/#/parts/claims`)
      await content.getByText('OLD-7').waitFor()
      expect(Object.values(found).flat()).toEqual([])
    },
    180_000,
  )
})
