import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** An engineer with a certificate that ends soon, and one of a partner who works on an order. */

describe.skipIf(browserPath === null)('engineers', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'a certificate is added on the page of an engineer, and a partner is assigned (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `engineers-${language}`, {
        trial: true,
      })
      const { rows } = await journey.own.sql.query<{ orderId: string }>(
        `with e as (insert into engineer (company_id, person_id) select company_id, person_id from member where company_id = $1)
         insert into work_order (company_id, number, type, category, title, impact, urgency, priority, created_by)
         values ($1, 1, 'fault', 'power', 'No power', 'high', 'medium', 2, 'A') returning id::text as "orderId"`,
        [companyId],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(visitor, { consoleUrl, path: '/#/workOrder/dispatch' }, userName, administratorPassword)
      const drawer = page.locator('.ant-drawer-open')
      const content = page.locator('#content')
      const fill = (label: string, value: string) => drawer.getByLabel(label, { exact: true }).fill(value)
      const submit = () => drawer.locator('button[type=submit]').click()
      await content.getByText(t('engineers.ratingFew', { count: 0 })).waitFor()
      await judge('engineers')
      await content.getByRole('link', { name: 'Li Wei' }).click()
      await content.getByRole('heading', { name: t('engineers.certificates') }).waitFor()
      await content.getByRole('button', { name: new RegExp(t('engineers.addCertificate')) }).click()
      await fill(t('engineers.certificateName'), 'Electrician')
      await fill(t('engineers.certificateNumber'), 'E-1')
      await fill(t('engineers.validUntil'), new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10))
      // The calendar closes.
      await page.keyboard.press('Tab')
      await judge('certificate')
      await submit()
      await content.getByText('Electrician', { exact: true }).waitFor()
      await content
        .locator('input[type=file]')
        .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n') })
      await content.getByRole('button', { name: /scan\.pdf/ }).waitFor()
      await judge('engineer')
      await page.goto(`${consoleUrl}/#/workOrder/externals`)
      await content
        .getByRole('button', { name: new RegExp(t('engineers.addExternal')) })
        .first()
        .click()
      await fill(t('engineers.externalName'), 'Wang')
      await fill(t('engineers.partner'), 'Fast Ltd')
      await fill(t('engineers.phone'), '13800000000')
      await judge('external')
      await submit()
      await content.getByText('Fast Ltd').waitFor()
      await judge('externals')
      await page.goto(`${consoleUrl}/#/workOrder/list/${rows[0]!.orderId}`)
      await content.getByRole('button', { name: t('engineers.externalAssign') }).click()
      await drawer.getByLabel(t('engineers.external'), { exact: true }).click()
      await page
        .locator('.ant-select-dropdown:visible')
        .getByText(/Wang · Fast Ltd/)
        .click()
      await submit()
      await content
        .getByText(/Wang · Fast Ltd/)
        .first()
        .waitFor()
      await judge('order')
      expect(Object.values(found).flat()).toEqual([])
    },
    180_000,
  )
})
