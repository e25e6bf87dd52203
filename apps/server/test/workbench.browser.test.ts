import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browserPath } from './browser.ts'
import { type Shell, startShell } from './shell-fixture.ts'

describe.skipIf(browserPath === null)('the workbench', () => {
  let shell: Shell
  beforeAll(async () => {
    shell = await startShell()
  })
  afterAll(() => shell.close())

  test.each(['zh', 'en'] as const)('an empty network says what to do first (%s)', async (language) => {
    const visitor = await shell.administrator({ language })
    const { page, t } = visitor
    await page.getByRole('heading', { level: 1, name: t('workbench.title') }).waitFor()
    await page.getByText(t('workbench.waitingNone')).waitFor()
    await page.getByRole('heading', { level: 3, name: t('workbench.step.outlet') }).waitFor()
    await page.getByRole('link', { name: t('workbench.firstAction') }).click()
    await page.getByRole('heading', { level: 1, name: t('shell.titles.smartCpe') }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('the first day leads the platform from the tenant to its administrator, outlet and gateway', async () => {
    const operator = await shell.operator()
    const { page, t } = operator
    const steps = page.locator('.workbench-steps li')
    await steps.first().waitFor()
    expect(await steps.count()).toBe(4)
    expect(await steps.nth(0).textContent()).toContain(t('workbench.stepDone'))
    await steps
      .nth(2)
      .getByRole('link', { name: t('workbench.stepAction.outlet') })
      .click()
    await page.getByRole('heading', { level: 1, name: t('shell.titles.outlets') }).waitFor()
    await operator.close()
  })

  test('each number opens the list that it counts, and changes appear automatically', async () => {
    await shell.sql.query(
      `insert into device (company_id, name, type, driver, presence, guard)
       select $1, 'Gateway ' || n, 'smart_cpe', 'none', case when n <= 3 then 'offline' else 'online' end,
         case when n = 1 then 'quarantined' else 'none' end
       from generate_series(1, 8) n`,
      [shell.companyId],
    )
    const visitor = await shell.administrator({ width: 390 })
    const { page, t } = visitor
    const stat = (name: string) => page.locator('.workbench-stat').filter({ hasText: name })
    const offline = stat(t('devices.presence.offline'))
    expect(await offline.locator('strong').textContent()).toBe('3')

    await shell.sql.query(
      `with d as (update device set presence = 'offline' where name = 'Gateway 8' returning id, company_id),
         recorded as (insert into device_timeline (company_id, device_id, kind) select company_id, id, 'offline' from d)
       insert into live_event (company_id, kind, subject_id, data)
       select company_id, 'device.presence', id, '{"presence": "offline"}' from d`,
    )
    await offline.filter({ hasText: '4' }).waitFor({ timeout: 15_000 })
    await page.getByRole('link', { name: t('workbench.openDevice', { name: 'Gateway 8' }) }).waitFor()
    // A phone shows all of it without horizontal scrolling.
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390)

    await page
      .locator('.workbench-wait')
      .filter({ hasText: t('workbench.wait.quarantined_gateways') })
      .click()
    await page.getByText('Gateway 1').first().waitFor()
    await page.goBack()
    await offline.click()
    await page.waitForURL(/presence=offline/)
    await page
      .getByText(t('common.total', { total: 4 }))
      .or(page.getByText('Gateway 8'))
      .first()
      .waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })

  test('failed commands open over the workbench, each with its device', async () => {
    await shell.sql.query(
      `insert into device_timeline (company_id, device_id, kind, detail)
       select company_id, id, 'command.failed', '{"kind": "reboot", "fault": "9002"}' from device where name = 'Gateway 2'`,
    )
    const visitor = await shell.administrator({ dark: true })
    const { page, t } = visitor
    await page.getByRole('link', { name: t('workbench.wait.failed_commands') }).click()
    const drawer = page.getByRole('dialog', { name: t('workbench.failedTitle') })
    await drawer.getByRole('link', { name: t('workbench.openDevice', { name: 'Gateway 2' }) }).click()
    await page.getByRole('heading', { level: 1, name: 'Gateway 2' }).waitFor()
    expect(visitor.complaints).toEqual([])
    await visitor.close()
  })
})
