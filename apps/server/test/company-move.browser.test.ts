import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'
import { soon } from './shell-fixture.ts'

/** A customer moves from one MSP to another, seen by the operator and the old MSP's administrator. */
describe.skipIf(browserPath === null)('moving a company', () => {
  let own: OwnServer
  let browser: Browser
  let operator: Visitor
  const devices = 40

  beforeAll(async () => {
    own = await startOwnServer()
    const api = await ApiClient.signIn(own.server.consoleUrl, 'admin', operatorPassword)
    const company = async (name: string, code: string, kind: 'middleman' | 'company', parentId?: string) =>
      (
        await api.call('POST /api/v1/auth/tenant', {
          name,
          code,
          kind,
          ...(parentId !== undefined && { parentId }),
        })
      ).data.companyId
    const north = await company('北辰网络服务', 'north', 'middleman')
    await company('南方网络', 'south', 'middleman')
    const branch = await company('Yuelai Hotels', 'branch', 'company', north)
    await own.sql.query(
      `insert into device (company_id, name, type, driver) select $1, 'Gateway ' || n, 'smart_cpe', 'none'
       from generate_series(1, $2::int) n`,
      [branch, devices],
    )
    browser = await sharedBrowser()
    operator = await visit(browser, { language: 'zh', bypassCsp: true })
    const { consoleUrl } = own.server
    await comeIn(
      operator,
      { consoleUrl, path: '/#/organizationManagement/tenant' },
      'admin',
      operatorPassword,
    )
  })
  afterAll(async () => {
    await closeVisits(browser)
    await own.stop()
  })

  const row = () => operator.page.getByRole('row').filter({ hasText: 'Yuelai Hotels' })
  const drawer = () => operator.page.getByRole('dialog').last()
  const openMove = async () => {
    const { page, t } = operator
    await page.getByRole('button', { name: t('tenants.moreOf', { name: 'Yuelai Hotels' }) }).click()
    await page.getByRole('menuitem', { name: t('companyMove.action') }).click()
    await drawer().getByText(t('companyMove.current')).waitFor()
  }

  test('the drawer says what changes for whom before, and what is missing', async () => {
    const { page, t } = operator
    await row().waitFor()
    expect(await row().textContent()).toContain('北辰网络服务')
    await openMove()
    await drawer()
      .getByRole('button', { name: t('companyMove.submit') })
      .click()
    await drawer().getByText(t('companyMove.targetEmpty')).waitFor()
    await drawer().getByText(t('companyMove.reasonEmpty')).waitFor()
    await drawer().getByLabel(t('companyMove.target'), { exact: true }).fill('south')
    await page.locator('.ant-select-item-option', { hasText: '南方网络' }).click()
    await drawer()
      .getByText(t('companyMove.gateways', { count: devices }))
      .waitFor()
    expect(await findings(operator)).toEqual([])
  })

  test('it moves with its gateways, and the list and the next look into the drawer say where it is', async () => {
    const { t } = operator
    await drawer().getByLabel(t('companyMove.reason'), { exact: true }).fill('合同转让')
    await drawer()
      .getByRole('button', { name: t('companyMove.submit') })
      .click()
    await drawer().waitFor({ state: 'detached' })
    await expect.poll(() => row().textContent(), soon).toContain('南方网络')
    await openMove()
    await drawer()
      .getByText(t('companyMove.finished', { name: '南方网络' }))
      .waitFor()
    const { rows } = await own.sql.query<{ n: number }>(
      `select count(*)::int as n from device d join company c on c.id = d.msp_id where c.code = 'south'`,
    )
    expect(rows).toEqual([{ n: devices }])
    expect(operator.complaints).toEqual([])
  })
})
