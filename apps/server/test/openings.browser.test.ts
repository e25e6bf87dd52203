import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** 200 sites from one file: their orders, a step of several at once, and the acceptance sheet of one. */

const sites = Array.from({ length: 200 }, (_, index) => {
  const number = String(index + 1).padStart(3, '0')
  return `s-${number},${index === 0 ? '2026-01-05' : '2031-03-01'},Store ${number},East/Shanghai`
})
const file = ['code,plannedOn,name,region', ...sites].join('\r\n')

describe.skipIf(browserPath === null)('an opening', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'sites come from a file and get their orders, steps and sheets (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `opening-${language}`, {
        trial: true,
      })
      await journey.own.sql.query(
        `update entitlement set granted = 1000 where company_id = $1 and kind = 'outlets'`,
        [companyId],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(visitor, { consoleUrl, path: '/#/workOrder/openings' }, userName, administratorPassword)
      const drawer = page.locator('.ant-drawer-open')
      const press = (name: string) => page.getByRole('button', { name: new RegExp(`${name}$`) }).click()
      const submit = () => drawer.locator('button[type=submit]').click()
      await page
        .getByRole('button', { name: t('openings.add') })
        .first()
        .click()
      await drawer.getByLabel(t('openings.name'), { exact: true }).fill('Spring stores')
      await submit()
      await page.getByRole('heading', { name: 'Spring stores' }).waitFor()
      await press(t('openings.importSites'))
      await drawer
        .locator('input[type=file]')
        .setInputFiles({ name: 'sites.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
      await press(t('common.import.preview'))
      await press(t('common.import.start'))
      const first = page.locator('#content').getByRole('link', { name: 'Store 001' })
      await first.waitFor()
      await press(t('openings.makeOrders'))
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('openings.makeOrders'), exact: true })
        .click()
      const made = page.locator('.opening-steps > div', { hasText: t('openings.orders') })
      await made.getByText('200 / 200').waitFor({ timeout: 60_000 })
      await judge('project')
      await page.getByRole('checkbox', { name: 'Store 001' }).check()
      await press(t('openings.setStep'))
      await submit()
      await page
        .locator('.opening-steps > div', { hasText: t('openings.steps.line_ordered') })
        .getByText('1 / 200')
        .waitFor()
      await page
        .locator('#content')
        .getByRole('link', { name: /^#\d+$/ })
        .first()
        .click()
      await page.getByRole('link', { name: t('openings.sheet') }).waitFor()
      await judge('order')
      await page.getByRole('link', { name: t('openings.sheet') }).click()
      await page.getByRole('heading', { name: t('openings.sheetTitle') }).waitFor()
      await judge('sheet')
      await page.goto(`${consoleUrl}/#/workOrder/openings`)
      await page.locator('#content').getByRole('link', { name: 'Spring stores' }).waitFor()
      await page.getByText(t('openings.lateOf', { count: 1 })).waitFor()
      await judge('projects')
      expect(found).toEqual({ project: [], order: [], sheet: [], projects: [] })
    },
  )
})
