import { beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, comeIn, visit } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { ownJourney } from './own-journey.ts'
import { ApiClient, operatorPassword } from './server-process.ts'
import { estateOf, yamlOf } from './zabbix-export.ts'

/** From an export of Zabbix to devices in new sites, and back. */

const patience = { timeout: 60_000 }
/** A name of the file is text, whatever it looks like. */
const hostile = `<img src=x onerror="document.title='owned'">`

describe.skipIf(browserPath === null)('an import from Zabbix', () => {
  const journey = ownJourney()
  let consoleUrl: string
  const companies = { zh: '', en: '' }

  beforeAll(async () => {
    ;({ consoleUrl } = journey.own.server)
    const operator = await ApiClient.signIn(consoleUrl, 'admin', operatorPassword)
    for (const language of ['zh', 'en'] as const) {
      const { companyId, userName } = await makeAdministrator(consoleUrl, `${language}-zabbix`)
      companies[language] = userName
      for (const kind of ['devices', 'outlets'] as const)
        await operator.call('POST /api/v1/licence', { companyId, kind, quantity: 1000 })
    }
  })

  test.each(judgedLooks)(
    '500 hosts are previewed, added to new sites and removed again (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const visitor = await visit(journey.browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const { found, judge } = judging(visitor)
      const path = '/#/equipmentManagement/deviceList'
      await comeIn(visitor, { consoleUrl, path }, companies[language], administratorPassword)
      await page.getByRole('link', { name: t('monitoring.list.fromZabbix'), exact: true }).click()
      await page.getByText(t('zabbix.none'), { exact: true }).waitFor(patience)
      await judge('list')

      const hosts = estateOf(500).map((host, n) => (n === 0 ? { ...host, name: hostile } : host))
      const wrong = { host: 'named', more: '      description: none', ip: 'sw.shop.test' }
      await page
        .getByLabel(t('zabbix.upload'))
        .last()
        .setInputFiles({
          name: 'zabbix_export_hosts.yaml',
          mimeType: 'application/yaml',
          buffer: Buffer.from(yamlOf([...hosts, wrong])),
        })
      await page.getByRole('button', { name: t('zabbix.nestedAsNew', { count: 20 }) }).click(patience)
      await page.getByLabel(t('zabbix.newNameOf', { name: 'Shops/Shop 3' })).waitFor(patience)
      const set = { name: 'Zabbix {$SNMP_COMMUNITY}' }
      await page.getByLabel(t('zabbix.useOf', set)).click()
      await page
        .locator('.ant-select-item-option')
        .filter({ hasText: t('zabbix.actions.create') })
        .click()
      await page.getByLabel(`${t('monitoring.credentials.community')} ${set.name}`).fill('swordfish')
      await page.getByRole('button', { name: t('common.save'), exact: true }).click()
      await page.getByText(t('zabbix.saved'), { exact: true }).waitFor(patience)
      await judge('preview')

      await page.getByRole('button', { name: t('zabbix.start'), exact: true }).click()
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('zabbix.start'), exact: true })
        .click()
      await page.getByText(t('zabbix.done', { count: 500, failed: 0 }), { exact: true }).waitFor(patience)
      await page.getByRole('link', { name: new RegExp(t('zabbix.outcomes.refused')) }).click()
      await page
        .getByText(/interfaces\.ip.*sw\.shop\.test/)
        .first()
        .waitFor(patience)
      await judge('hosts')
      await page.goto(`${consoleUrl}/#/equipmentManagement/deviceList?search=onerror`)
      await page.getByRole('link', { name: hostile, exact: true }).first().waitFor(patience)
      expect(await page.title()).not.toBe('owned')

      await page.goto(`${consoleUrl}/#/equipmentManagement/zabbixImports`)
      await page.getByRole('link', { name: 'zabbix_export_hosts.yaml', exact: true }).last().click(patience)
      await page.getByRole('button', { name: t('zabbix.undo'), exact: true }).click(patience)
      await page
        .getByRole('dialog')
        .getByRole('button', { name: t('zabbix.undo'), exact: true })
        .click()
      await page.getByText(t('zabbix.states.undone'), { exact: true }).first().waitFor(patience)
      expect(found).toEqual({ list: [], preview: [], hosts: [] })
      expect(visitor.complaints).toEqual([])
      await visitor.close()
    },
    240_000,
  )
})
