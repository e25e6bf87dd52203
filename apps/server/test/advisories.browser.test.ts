import { describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { beginUpgrade, releaseFirmware } from './gateway-steps.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'

/** From the advisory of a vendor to the campaign that fixes it, and to its end by the version that is read. */

const hostile = '<img src=x onerror=alert(1)>'

describe.skipIf(browserPath === null)('advisories', () => {
  const journey = ownJourney()

  test.each(judgedLooks)(
    'an advisory leads to a campaign, and closes (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const { consoleUrl } = journey.own.server
      const { companyId, userName } = await makeAdministrator(consoleUrl, `adv-${language}`)
      await journey.own.sql.query(
        `insert into device (company_id, name, type, oui, product_class, serial_number, manufacturer, model_name,
           software_version, presence)
         values ($1, 'Front desk', 'smart_cpe', 'AABBCC', 'LR200', $2 || '1', $3, 'LR200', '1.9', 'online'),
           ($1, $4, 'smart_cpe', 'AABBCC', 'LR200', $2 || '2', $3, 'LR200', '1.10', 'online'),
           ($1, 'Depot', 'smart_cpe', 'AABBCC', 'LR200', $2 || '3', $3, 'LR200', '2.0', 'online')`,
        [companyId, `ADV-${language}`, `Maker ${language}`, hostile],
      )
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const version = '2.1'
      await comeIn(
        visitor,
        { consoleUrl, path: '/#/equipmentManagement/firmware' },
        userName,
        administratorPassword,
      )
      await releaseFirmware(visitor, { version, models: 'LR*' })

      await page.goto(`${consoleUrl}/#/equipmentManagement/advisories`)
      await page
        .getByRole('button', { name: t('advisories.add') })
        .first()
        .click()
      const field = (label: string) => page.locator('.ant-drawer').getByLabel(label, { exact: true })
      await field(t('advisories.code')).fill('CVE-2026-1001')
      await field(t('advisories.title')).fill('Login without a password')
      await field(t('advisories.severity')).click()
      await page.getByTitle(t('advisories.severities.critical'), { exact: true }).click()
      await field(t('advisories.vendor')).fill(`Maker ${language}`)
      await field(t('advisories.fixedVersion')).fill('2.0')
      await page.getByText(t('advisories.would', { count: 2 })).waitFor()
      await judge('drawer')
      await page.locator('.ant-drawer button[type=submit]').click()
      await page
        .getByRole('link', { name: new RegExp(t('advisories.deviceCount', { count: 2 })) })
        .waitFor({ timeout: 60_000 })
      await judge('list')

      await page.getByRole('link', { name: 'CVE-2026-1001', exact: true }).click()
      await page.getByRole('link', { name: hostile, exact: true }).waitFor()
      await page.getByRole('link', { name: /LR200 1\.10/ }).click()
      await page.getByRole('link', { name: 'Front desk', exact: true }).waitFor({ state: 'detached' })
      await page.getByRole('link', { name: /LR200 1\.10/ }).click()
      await page.getByRole('link', { name: 'Front desk', exact: true }).waitFor()
      await judge('detail')
      const address = page.url()

      await page.getByRole('button', { name: t('advisories.upgrade') }).click()
      await page.getByText(t('ota.chosenDevices', { count: 2 })).waitFor()
      await page.getByRole('button', { name: t('ota.dryRunFits', { count: 2 }) }).waitFor()
      await beginUpgrade(visitor, t('advisories.upgradeName', { code: 'CVE-2026-1001' }))

      // The gateways come back with what they were given, and the page that is open sees it.
      await page.goto(address)
      await page.getByRole('link', { name: 'Front desk', exact: true }).waitFor()
      await journey.own.sql.query(`update device set software_version = $2 where company_id = $1`, [
        companyId,
        version,
      ])
      await page
        .locator('.status-tag', { hasText: t('advisories.states.closed') })
        .waitFor({ timeout: 90_000 })
      await judge('closed')
      expect(found).toEqual({ drawer: [], list: [], detail: [], closed: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    180_000,
  )
})
