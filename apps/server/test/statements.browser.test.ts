import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { paperTexts } from '../src/platform/paper/paper-text.fixture.ts'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From the list of monthly statements to the one that goes to the accountants. */

const figures = {
  outlets: 12,
  devices: { switch: 24, router: 3, smart_cpe: 12 },
  orders: { made: 31, beyond: 4, price: 480 },
  sms: 210,
  calls: 3,
}
const late = { orders: { made: 30, beyond: 3, price: 360 }, sms: 210, calls: 3 }

describe.skipIf(browserPath === null)('monthly statements', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const people = { zh: '', en: '' }

  beforeAll(async () => {
    const { own } = journey
    ;({ consoleUrl } = own.server)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-statement`)
      people[language] = userName
      await own.sql.query(
        `with made as (
           insert into monthly_statement (company_id, month, kind, company_name, time_zone, figures)
           values ($1, '2026-09-01', 'customer', 'Hillside', 'Asia/Shanghai', $2),
             ($1, '2026-10-01', 'customer', 'Hillside', 'Asia/Shanghai', $2) returning company_id, id, month)
         insert into statement_correction (company_id, statement_id, figures)
         select company_id, id, $3 from made where month = '2026-09-01'`,
        [companyId, JSON.stringify(figures), JSON.stringify(late)],
      )
    }
  })

  test.each(judgedLooks)(
    'are listed, opened and taken along (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/reports/statements' },
        people[language],
        administratorPassword,
      )
      await page.getByText(t('statements.corrected'), { exact: true }).waitFor()
      await judge('list')
      await page.getByRole('link', { name: 'Hillside' }).last().click()
      await page.getByText(t('statements.paper.method'), { exact: true }).waitFor()
      await page.getByRole('heading', { name: t('statements.paper.correction'), exact: true }).waitFor()
      await judge('statement')
      const [pdf] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('serviceReports.pdf'), exact: true }).click(),
      ])
      const texts = paperTexts(await readFile(await pdf.path())).join('\n')
      expect(texts).toContain('360.00')
      const [workbook] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('statements.xlsx'), exact: true }).click(),
      ])
      expect(workbook.suggestedFilename()).toMatch(/2026-09\.xlsx$/)
      expect(found).toEqual({ list: [], statement: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
