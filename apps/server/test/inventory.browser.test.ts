import { readFile } from 'node:fs/promises'
import Excel from 'exceljs'
import { beforeAll, describe, expect, test } from 'vitest'
import { findings, isSettled, judgedLooks } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ApiClient, operatorPassword } from './server-process.ts'
import { ownJourney } from './own-journey.ts'

/** What people look for in an inventory: how many of what, and a file to send on. */

/** A record is text, whatever it looks like. */
const hostile = '=HYPERLINK("http://evil.example","x")'

describe.skipIf(browserPath === null)('the inventory', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const companies = { zh: '', en: '' }

  beforeAll(async () => {
    ;({ consoleUrl } = journey.own.server)
    for (const language of ['zh', 'en'] as const)
      companies[language] = await stocked(consoleUrl, `${language}-stock`)
  })

  test.each(judgedLooks)(
    'is filtered by a bar of its groups and saved as a workbook (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const path = '/#/equipmentManagement/inventory'
      await comeIn(visitor, { consoleUrl, path }, companies[language], administratorPassword)
      const bars = page.getByRole('region', { name: t('inventory.groups') })
      await bars.getByRole('link', { name: /S5735/ }).click()
      await page.getByRole('link', { name: hostile, exact: true }).first().waitFor()
      await page.getByRole('link', { name: 'Printer', exact: true }).waitFor({ state: 'detached' })
      await isSettled(visitor)
      const found = await findings(visitor)

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: t('inventory.workbook'), exact: true }).click(),
      ])
      expect(download.suggestedFilename()).toBe(`${t('shell.titles.inventory')}.xlsx`)
      const book = new Excel.Workbook()
      const content = await readFile(await download.path())
      await book.xlsx.load(content as unknown as Parameters<typeof book.xlsx.load>[0])
      const texts = book.worksheets[0]!.getColumn(3).values.map(String)
      expect(texts).toContain(hostile)
      expect(texts).not.toContain('Printer')
      expect(found).toEqual([])
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})

/** A company with a switch and a printer. @returns its administrator */
async function stocked(consoleUrl: string, code: string): Promise<string> {
  const { companyId, userName } = await makeAdministrator(consoleUrl, code)
  const inside = (await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)).actingIn(companyId)
  const record = { driver: 'none' } as const
  await inside.call('POST /monitor/api/v1/device', {
    ...record,
    name: hostile,
    type: 'switch',
    brand: 'Huawei',
    modelName: 'S5735',
  })
  await inside.call('POST /monitor/api/v1/device', {
    ...record,
    name: 'Printer',
    type: 'printer',
    brand: 'HP',
    modelName: 'M404',
  })
  return userName
}
