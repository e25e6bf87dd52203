import { readFile } from 'node:fs/promises'
import Excel from 'exceljs'
import { beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From an empty list to the workbook that the auditors get. */

describe.skipIf(browserPath === null)('audit packs', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const people: string[] = []

  beforeAll(async () => {
    ;({ consoleUrl } = journey.own.server)
    for (const [at] of judgedLooks.entries())
      people.push((await makeAdministrator(consoleUrl, `pack-${at}`)).userName)
  })

  test.each(judgedLooks.map((look, at) => [...look, at] as const))(
    'are asked for, made and taken along (%s, dark: %s, %i px)',
    async (language, dark, width, at) => {
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/systemSettings/auditPacks' },
        people[at]!,
        administratorPassword,
      )
      await page.getByText(t('auditPacks.none'), { exact: true }).waitFor()
      await judge('empty')
      await page
        .getByRole('button', { name: t('auditPacks.create'), exact: true })
        .first()
        .click()
      const drawer = page.getByRole('dialog')
      await drawer.getByText(t('auditPacks.createHint'), { exact: true }).waitFor()
      await judge('form')
      await drawer.getByRole('button', { name: t('auditPacks.create'), exact: true }).click()
      // The page follows it without being reloaded.
      await page.getByText(t('auditPacks.states.done'), { exact: true }).waitFor({ timeout: 60_000 })
      await judge('list')
      const [workbook] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: new RegExp(`^${t('auditPacks.download')}`) }).click(),
      ])
      expect(workbook.suggestedFilename()).toMatch(/\.xlsx$/)
      const book = new Excel.Workbook()
      await book.xlsx.load((await readFile(await workbook.path())) as unknown as Excel.Buffer)
      expect(book.worksheets[0]?.name).toBe(t('auditPacks.paper.cover'))
      await page.getByRole('button', { name: /^\d{4}-\d{2}-\d{2} – / }).click()
      await page.getByRole('rowheader', { name: t('auditPacks.sheets.members'), exact: true }).waitFor()
      await judge('details')
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/details-${at}.png` })
      await page.keyboard.press('Escape')
      await page.getByRole('rowheader', { name: t('auditPacks.sheets.members') }).waitFor({ state: 'hidden' })
      if (process.env['SHOTS']) await page.screenshot({ path: `${process.env['SHOTS']}/list-${at}.png` })
      await page.getByRole('button', { name: new RegExp(`^${t('auditPacks.remove')}`) }).click()
      await page
        .getByRole('button', { name: t('auditPacks.remove'), exact: true })
        .last()
        .click()
      await page.getByText(t('auditPacks.none'), { exact: true }).waitFor()
      expect(found).toEqual({ empty: [], form: [], list: [], details: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
