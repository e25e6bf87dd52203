import { readFile } from 'node:fs/promises'
import { SimulatedAgent, switchMib } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { judgedLooks, judging } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { administratorPassword, makeAdministrator } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'

/** From SNMP credentials to the charts of a switch that was found with them. */

/** What a device says of itself is text, whatever it looks like. */
const sysName = `<img src=x onerror="document.title='owned'">`
const alias = '<b>=1+1</b>'
const patience = { timeout: 30_000 }

describe.skipIf(browserPath === null)('monitoring', () => {
  let browser: Browser
  let own: OwnServer
  let consoleUrl: string
  const companies = { zh: '', en: '' }

  beforeAll(async () => {
    ;[browser, own] = await Promise.all([
      sharedBrowser(),
      startOwnServer({ NETWARD_DEVICE_RANGES: '127.0.0.0/8=zh-shops,127.0.0.0/8=en-shops' }),
    ])
    ;({ consoleUrl } = own.server)
    for (const language of ['zh', 'en'] as const)
      companies[language] = (await makeAdministrator(consoleUrl, `${language}-shops`)).userName
  })
  afterAll(async () => {
    await Promise.all([closeVisits(browser), own.stop()])
  })

  async function addCredentials({ page, t }: Visitor): Promise<void> {
    await page
      .getByRole('button', { name: t('monitoring.credentials.add') })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel(t('monitoring.credentials.name'), { exact: true }).fill('read-only')
    await drawer.getByLabel(t('monitoring.credentials.community'), { exact: true }).fill('swordfish')
    await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
    await drawer.waitFor({ state: 'detached' })
    await page.getByRole('row').filter({ hasText: 'read-only' }).waitFor()
  }

  /** Opens the drawer, and lets the server find out what is at the address. */
  async function tryAddress({ page, t }: Visitor, port: number): Promise<void> {
    await page
      .getByRole('button', { name: t('monitoring.list.add') })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel(t('equipment.ipAddress'), { exact: true }).fill('127.0.0.1')
    await drawer.getByLabel(t('equipment.port'), { exact: true }).fill(String(port))
    await drawer.getByRole('button', { name: t('monitoring.add.try') }).click()
    await drawer.getByText(t('monitoring.add.results.answered'), { exact: true }).waitFor(patience)
  }

  test.each(judgedLooks)(
    'a switch is tried, added, recognised and charted, and its words stay text (%s, dark: %s, %i px)',
    async (language, dark, width) => {
      const agent = await SimulatedAgent.start({
        mib: switchMib({ interfaces: 4, name: sysName, alias }),
        community: 'swordfish',
      })
      const visitor = await visit(browser, { language, dark, width, bypassCsp: true })
      const { page, t } = visitor
      const go = (path: string) => page.goto(`${consoleUrl}/#/equipmentManagement/${path}`)
      const { found, judge } = judging(visitor)
      try {
        const path = '/#/equipmentManagement/snmpCredentials'
        await comeIn(visitor, { consoleUrl, path }, companies[language], administratorPassword)
        await addCredentials(visitor)
        await judge('credentials')

        await go('deviceList')
        await tryAddress(visitor, agent.port)
        const drawer = page.getByRole('dialog')
        expect(await drawer.getByLabel(t('equipment.name'), { exact: true }).inputValue()).toBe(sysName)
        expect(await drawer.getByLabel(t('equipment.brand'), { exact: true }).inputValue()).toBe('Huawei')
        expect(await drawer.getByLabel(t('equipment.modelName'), { exact: true }).inputValue()).toBe('S5735')
        await judge('add')
        await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
        await drawer.waitFor({ state: 'detached' })
        const link = page.getByRole('link', { name: sysName, exact: true })
        await link.waitFor(patience)
        await judge('list')

        await link.click()
        await page.getByRole('heading', { level: 1, name: sysName }).waitFor()
        await page.getByText(t('monitoring.polling.states.ok'), { exact: true }).waitFor(patience)
        // A rate takes two values.
        await page.getByRole('button', { name: t('monitoring.detail.poll'), exact: true }).click()
        const title = t('monitoring.charts.traffic')
        // Charts load when they come into view.
        await page.getByRole('heading', { name: title, exact: true }).scrollIntoViewIfNeeded()
        const figures = page.getByRole('table', { name: t('monitoring.chart.figuresOf', { title }) })
        await figures
          .getByText(/\d [kM]bit\/s/)
          .first()
          .waitFor(patience)
        await page.locator('.time-chart canvas').first().waitFor()
        await judge('charts')
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: t('monitoring.chart.csvOf', { title }), exact: true }).click(),
        ])
        expect(await readFile(await download.path(), 'utf8')).toContain('GigabitEthernet0/0/1')

        // Of a month the curves come first, and the 95th percentiles behind them.
        const [shown] = page.url().split('?')
        const month = { from: new Date(Date.now() - 30 * 86_400_000), to: new Date() }
        await page.goto(`${shown}?range=own&from=${month.from.toISOString()}&to=${month.to.toISOString()}`)
        await page.getByRole('heading', { name: title, exact: true }).scrollIntoViewIfNeeded()
        await figures
          .locator('.legend-p95', { hasText: /\d [kM]bit\/s/ })
          .first()
          .waitFor(patience)

        await page.getByRole('tab', { name: t('monitoring.detail.interfacesCount', { count: 4 }) }).click()
        await page.getByText(alias, { exact: true }).first().waitFor()
        await judge('interfaces')
        await page.getByRole('button', { name: 'GigabitEthernet0/0/1', exact: true }).click()
        await page.getByRole('dialog').locator('.time-chart canvas').first().waitFor(patience)
        await judge('interface')

        expect(found).toEqual(Object.fromEntries(Object.keys(found).map((what) => [what, []])))
        expect(await page.title()).not.toContain('owned')
        expect(await page.locator('img[src="x"], #content b b').count()).toBe(0)
        expect(visitor.complaints).toEqual([])
      } finally {
        agent.stop()
        await visitor.close()
      }
    },
    120_000,
  )
})
