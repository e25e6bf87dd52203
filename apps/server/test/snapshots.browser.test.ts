import { beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'
import { ApiClient, operatorPassword } from './server-process.ts'

/** Two snapshots of an inventory, and what changed between them. */

describe.skipIf(browserPath === null)('inventory snapshots', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const companies = { zh: '', en: '' }

  beforeAll(async () => {
    ;({ consoleUrl } = journey.own.server)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-past`)
      companies[language] = userName
      const inside = (await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)).actingIn(companyId)
      const add = (name: string) =>
        inside.call('POST /monitor/api/v1/device', { driver: 'none', name, type: 'switch', brand: 'Huawei' })
      await add('core-1')
      await inside.call('POST /monitor/api/v1/inventory/snapshot', {})
      await add('edge-1')
      await journey.own.sql.query(
        `update device set software_version = 'V2' where name = 'core-1' and company_id = $1`,
        [companyId],
      )
      await journey.own.sql.query(
        `update inventory_snapshot set at = at - interval '1 day' where company_id = $1`,
        [companyId],
      )
    }
  })

  test.each(judgedLooks)(
    'one is taken, and two are compared (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const path = '/#/equipmentManagement/inventory/snapshots'
      await comeIn(visitor, { consoleUrl, path }, companies[language], administratorPassword)
      await page
        .getByRole('button', { name: t('inventory.snapshots.take'), exact: true })
        .first()
        .click()
      const boxes = page.getByRole('checkbox')
      await expect.poll(() => boxes.count(), { timeout: 20_000 }).toBeGreaterThanOrEqual(2)
      await judge('list')
      const { rows } = await journey.own.sql.query<{ id: string }>(
        `select s.id from inventory_snapshot s join company c on c.id = s.company_id where c.code = $1 order by s.id`,
        [`${language}-past`],
      )
      await page.goto(
        `${consoleUrl}/#/equipmentManagement/inventory/comparison?from=${rows[0]?.id}&to=${rows[1]?.id}`,
      )
      await page.getByText('edge-1', { exact: true }).first().waitFor()
      await page.getByText('V2', { exact: true }).first().waitFor()
      await judge('comparison')
      await page.goto(`${consoleUrl}/#/equipmentManagement/inventory/snapshots/${rows[0]?.id}`)
      await page.getByText('core-1', { exact: true }).first().waitFor()
      await judge('contents')
      expect(found).toEqual({ list: [], comparison: [], contents: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    120_000,
  )
})
