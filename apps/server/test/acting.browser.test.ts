import { completeAccount } from '@netward/testkit'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit, type Visitor } from './browser.ts'
import { administratorPassword } from './installation.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'
import { soon } from './shell-fixture.ts'

const accessPage = '/#/systemSettings/actingAccess'
const grantsPage = '/#/permissionManagement/staffGrants'

/**
 * Acting inside a tenant, seen by the MSP's engineer (in Chinese) and the tenant's administrator (in
 * English).
 */
describe.skipIf(browserPath === null)('acting', () => {
  let own: OwnServer
  let browser: Browser
  let engineer: Visitor
  let tenant: Visitor
  let msp: Visitor
  const url = () => own.server.consoleUrl

  beforeAll(async () => {
    own = await startOwnServer()
    const operator = await ApiClient.signIn(url(), 'admin', operatorPassword)
    const company = async (code: string, kind: 'middleman' | 'company', parentId?: string) =>
      (
        await operator.call('POST /api/v1/auth/tenant', {
          name: `Company ${code}`,
          code,
          kind,
          ...(parentId !== undefined && { parentId }),
        })
      ).data.companyId
    const people = async (
      companyId: string,
      code: string,
      names: Record<string, 'administrator' | 'engineer'>,
    ) => {
      for (const [userName, role] of Object.entries(names)) {
        const firstPassword = 'First-sign-in-7'
        const displayName = `${userName} of ${code}`
        await operator
          .actingIn(companyId)
          .call('POST /api/v1/auth/member', { userName, displayName, password: firstPassword, role })
        await completeAccount(url(), {
          username: `${userName}@${code}`,
          firstPassword,
          password: administratorPassword,
          displayName,
        })
      }
    }
    const above = await company('north', 'middleman')
    const below = await company('branch', 'company', above)
    await people(above, 'north', { admin: 'administrator', engineer: 'engineer' })
    await people(below, 'branch', { admin: 'administrator' })
    browser = await sharedBrowser()
    const arrive = async (username: string, language: 'zh' | 'en', path = '') => {
      const visitor = await visit(browser, { language, bypassCsp: true })
      await comeIn(visitor, { consoleUrl: url(), path }, username, administratorPassword)
      return visitor
    }
    msp = await arrive('admin@north', 'zh', grantsPage)
    tenant = await arrive('admin@branch', 'en', accessPage)
    engineer = await arrive('engineer@north', 'zh')
  })
  afterAll(async () => {
    await closeVisits(browser)
    await own.stop()
  })

  const switcher = () => engineer.page.getByRole('combobox', { name: engineer.t('shell.actingChoose') })
  const banner = () => engineer.page.getByText(engineer.t('shell.actingIn', { company: 'Company branch' }))
  const enter = async () => {
    await switcher().click()
    await engineer.page.locator('.tenant-option', { hasText: 'Company branch' }).first().click()
  }
  const inside = () => tenant.page.locator('.acting-row', { hasText: 'engineer of north' })

  test('the MSP gives its engineer a role in one customer, who then has a switcher with just that', async () => {
    const { page, t } = msp
    await expect(switcher().count()).resolves.toBe(0)
    await page
      .getByRole('button', { name: t('acting.grants.create') })
      .first()
      .click()
    const drawer = page.getByRole('dialog')
    const choose = async (label: string, option: string) => {
      await drawer.getByLabel(label, { exact: true }).click()
      await page.locator('.ant-select-item-option', { hasText: option }).last().click()
    }
    await choose(t('acting.grants.member'), 'engineer of north')
    await choose(t('acting.grants.role'), t('account.roles.engineer'))
    await choose(t('acting.grants.tenants'), 'Company branch')
    await page.keyboard.press('Escape')
    await drawer.getByRole('button', { name: t('common.save'), exact: true }).click()
    await page.getByRole('row', { name: /engineer of north.*Company branch/ }).waitFor()
    expect(await findings(msp)).toEqual([])
    await engineer.page.reload()
    await switcher().click()
    await expect.poll(() => engineer.page.locator('.tenant-option').count(), soon).toBe(1)
    await engineer.page.keyboard.press('Escape')
  })

  test('the engineer enters under a banner; the tenant sees it, and both names in its log', async () => {
    await enter()
    await banner().waitFor()
    await inside().waitFor()
    expect(await findings(tenant)).toEqual([])
    await tenant.page.goto(`${url()}/#/systemSettings/auditLog`)
    await tenant.page
      .getByRole('row')
      .filter({ hasText: 'engineer of north' })
      .filter({ hasText: 'Company north' })
      .first()
      .waitFor()
    await tenant.page.goto(url() + accessPage)
  })

  test('the tenant ends it, and the engineer is out immediately', async () => {
    const { page, t } = tenant
    await inside()
      .getByRole('button', { name: `${t('acting.access.end')} engineer of north` })
      .click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('acting.access.endNow') })
      .click()
    await page.getByText(t('acting.access.sentOut')).waitFor()
    // The engineer's page stays untouched: its stream has ended.
    await engineer.page.getByText(engineer.t('acting.refusedTitle', { company: 'Company branch' })).waitFor()
    await expect.poll(() => banner().count(), soon).toBe(0)
    await engineer.page.getByText(engineer.t('errors.acting.ended')).first().waitFor()
  })

  test('the engineer asks, the tenant lets them in for some hours, and they leave', async () => {
    const dialog = engineer.page.getByRole('dialog')
    await dialog.getByLabel(engineer.t('acting.reason')).fill('线路中断')
    await dialog.getByRole('button', { name: engineer.t('acting.ask') }).click()
    const { page, t } = tenant
    await page.getByRole('row').filter({ hasText: '线路中断' }).waitFor()
    await page.getByText(t('acting.news.asked')).first().waitFor()
    await page.getByRole('button', { name: `${t('acting.requests.approve')} engineer of north` }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('acting.requests.approve') })
      .click()
    // The requester is notified on any page.
    await engineer.page.getByText(engineer.t('acting.news.approved', { company: 'Company branch' })).waitFor()
    await page
      .getByRole('row')
      .filter({ hasText: t('acting.requests.states.approved') })
      .waitFor()
    await expect
      .poll(async () => {
        await enter()
        return banner().count()
      }, soon)
      .toBe(1)
    await inside().waitFor()
    await engineer.page.getByRole('button', { name: engineer.t('shell.actingStop') }).click()
    await inside().waitFor({ state: 'detached' })
    await expect.poll(() => banner().count(), soon).toBe(0)
    expect([...engineer.complaints, ...tenant.complaints, ...msp.complaints].filter(isOurs)).toEqual([])
  })
})

/** This test is about the server's refusals. */
function isOurs(complaint: string): boolean {
  return !/status of 40[349]/.test(complaint)
}
