import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings } from './accessibility.ts'
import { browserPath } from './browser.ts'
import { type Shell, startShell } from './shell-fixture.ts'

describe.skipIf(browserPath === null)('the operations centre', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell()
    await shell.sql.query(
      `with o as (insert into outlet (company_id, name, region)
         select $1, 'Site ' || g, case g when 1 then 'East' else 'West' end from generate_series(1, 2) g returning id),
         d as (insert into device (company_id, outlet_id, name, type, driver, presence, first_inform_at)
           select $1, id, 'Gateway ' || id || n, 'smart_cpe', 'none', 'offline', now() from o, generate_series(1, 2) n returning id, outlet_id)
       insert into alarm (company_id, subject_id, outlet_id, rule, instance, label, severity, raised_at, group_id)
       select $1, id, outlet_id, 'gateway_offline', '', 'x', 'critical', now() - interval '1 hour', 1 from d`,
      [shell.companyId],
    )
  })
  afterAll(() => shell.close())

  test('a number opens the list that it counts, in the period of the page', async () => {
    const visitor = await shell.administrator({ width: 1440, bypassCsp: true })
    const { page, t } = visitor
    const panel = (name: string) => page.getByRole('region', { name, exact: true })
    await page.goto(`${shell.server.consoleUrl}/#/operationsCenter`)
    await page
      .getByRole('heading', { level: 1, name: t('shell.titles.overall_operations_overview') })
      .waitFor()
    // The gateways that are offline raise alarms of their own meanwhile.
    const alarms = panel(t('panels.of.alarms_active.title')).getByRole('link').first()
    await alarms.waitFor()
    await panel(t('panels.of.regions.title')).locator('canvas').waitFor()
    expect(await findings(visitor)).toEqual([])
    await alarms.click()
    await page.waitForURL(/#\/operationsMonitoring\/alarms\?severity=critical/)
    await page.getByText('Gateway').first().waitFor()
    await page.goBack()
    await panel(t('panels.of.devices_online.title')).getByRole('link', { name: '4' }).click()
    await page.waitForURL(/#\/equipmentManagement\/deviceList\?presence=offline/)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('the period stays across pages, and every chart has a table', async () => {
    const visitor = await shell.administrator({ dark: true, language: 'zh', width: 390 })
    const { page, t } = visitor
    await page.goto(`${shell.server.consoleUrl}/#/operationsCenter/overallNetworkOperationOverview`)
    await page.getByText(t('monitoring.range.presets.3d'), { exact: true }).click()
    await page.waitForURL(/range=3d/)
    const title = t('panels.of.alarms_raised.title')
    await page.getByRole('button', { name: t('panels.menu', { title }) }).click()
    await page.getByRole('menuitem', { name: t('panels.table') }).click()
    await page
      .locator(`section[aria-label="${title}"] thead`)
      .getByText(t('panels.of.alarms_raised.measures.critical'))
      .waitFor()
    await page.goto(`${shell.server.consoleUrl}/#/operationsCenter/serviceHealthMonitoring`)
    await page.getByRole('heading', { level: 1, name: t('shell.titles.service_health_monitoring') }).waitFor()
    await page
      .locator('.ant-segmented-item-selected')
      .getByText(t('monitoring.range.presets.3d'), { exact: true })
      .waitFor()
    // A phone shows all of it without horizontal scrolling.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
