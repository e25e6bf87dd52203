import { completeAccount } from '@netward/testkit'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findings, isSettled } from './accessibility.ts'
import { browserPath, closeVisits, comeIn, sharedBrowser, visit } from './browser.ts'
import { type OwnServer, startOwnServer } from './own-server.ts'
import { ApiClient, operatorPassword } from './server-process.ts'
import { soon } from './shell-fixture.ts'

const firstPassword = 'First-sign-in-7'
const password = 'Long-enough-7'

describe.skipIf(browserPath === null)('roles', () => {
  let own: OwnServer
  let browser: Browser
  let operator: ApiClient
  beforeAll(async () => {
    own = await startOwnServer()
    browser = await sharedBrowser()
    operator = await ApiClient.signIn(own.server.consoleUrl, 'admin', operatorPassword)
  })
  afterAll(async () => {
    await closeVisits(browser)
    await own.stop()
  })

  async function company(code: string, kind: 'middleman' | 'company', parentId?: string): Promise<string> {
    const { data } = await operator.call('POST /api/v1/auth/tenant', {
      name: `Company ${code}`,
      code,
      kind,
      ...(parentId !== undefined && { parentId }),
    })
    return data.companyId
  }

  /** A person whose account is complete. */
  async function member(
    companyId: string,
    code: string,
    userName: string,
    role: 'administrator' | 'engineer',
  ) {
    const { data } = await operator.actingIn(companyId).call('POST /api/v1/auth/member', {
      userName,
      displayName: userName,
      password: firstPassword,
      role,
    })
    const username = `${userName}@${code}`
    await completeAccount(own.server.consoleUrl, { username, firstPassword, password, displayName: userName })
    return { username, memberId: data.memberId }
  }

  async function arrive(username: string, language: 'zh' | 'en', route: string) {
    const visitor = await visit(browser, { language, bypassCsp: true })
    await comeIn(visitor, { consoleUrl: own.server.consoleUrl, path: `/#${route}` }, username, password)
    return visitor
  }

  const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

  test('a role is copied, narrowed after a look at who loses what, followed by the open menu, and published', async () => {
    const msp = await company('beidou', 'middleman')
    const customer = await company('anji', 'company', msp)
    const boss = await member(msp, 'beidou', 'boss', 'administrator')
    const duty = await member(msp, 'beidou', 'duty', 'engineer')
    const theirs = await member(customer, 'anji', 'anna', 'administrator')

    const worker = await arrive(duty.username, 'zh', '/equipmentManagement/intelligence')
    const entry = worker.page.getByRole('link', { name: worker.t('shell.titles.preRegistration') })
    await entry.first().waitFor(soon)

    const visitor = await arrive(boss.username, 'zh', '/permissionManagement/roles')
    const { page, t } = visitor
    const more = async (name: string, act: string) => {
      await page.getByRole('button', { name: t('roles.moreOf', { name }) }).click()
      await page.getByRole('menuitem', { name: act, exact: true }).click()
    }
    await more(t('account.roles.engineer'), t('roles.copy'))
    const drawer = page.getByRole('dialog')
    await drawer.getByLabel(t('roles.name'), { exact: true }).fill('夜班')
    await drawer.getByRole('button', { name: t('common.save') }).click()
    await row(page, '夜班').waitFor(soon)
    const { rows } = await own.sql.query<{ id: string; root: string }>(
      `select r.id::text, n.id::text as root from role r join org_node n on n.company_id = r.company_id and n.parent_id is null
       where r.name = '夜班'`,
    )
    const bossApi = await ApiClient.signIn(own.server.consoleUrl, boss.username, password)
    const given = await bossApi.call('PUT /api/v1/auth/member/:memberId', {
      memberId: duty.memberId,
      displayName: 'duty',
      roles: [rows[0]!.id],
      departmentId: rows[0]!.root,
    })
    expect(given.code).toBe(0)

    await page.getByRole('button', { name: `${t('roles.edit')} 夜班` }).click()
    const search = drawer.getByLabel(t('roles.treeSearch'))
    await search.fill(t('permissions.codes.DMS_SERVER_DEVICE_PRE_REGISTER.name'))
    await drawer
      .getByRole('treeitem')
      .filter({ hasText: t('permissions.codes.DMS_SERVER_DEVICE_PRE_REGISTER.allows') })
      .locator('.ant-tree-checkbox')
      .click()
    await drawer.getByRole('button', { name: t('common.save') }).click()
    const question = page.getByRole('dialog').filter({ hasText: t('roles.previewTitle', { name: '夜班' }) })
    await question.getByText(t('roles.previewLose', { people: 1 })).waitFor(soon)
    await question.getByText(t('roles.previewNames', { names: 'duty' })).waitFor()
    // Not saved before confirmation.
    expect(await entry.count()).toBeGreaterThan(0)
    await question.getByRole('button', { name: t('roles.previewApply') }).click()
    await page.getByText(t('roles.changed')).waitFor(soon)
    await entry.first().waitFor({ state: 'detached', ...soon })

    await more('夜班', t('roles.publish'))
    await isSettled(visitor)
    await drawer.getByRole('combobox').fill('anji')
    await page.getByTitle('Company anji').click()
    await drawer.getByRole('button', { name: t('roles.publishSubmit') }).click()
    await page.getByText(t('roles.published', { count: 1 })).waitFor(soon)
    expect(await findings(visitor)).toEqual([])
    expect([...visitor.complaints, ...worker.complaints]).toEqual([])
    await Promise.all([visitor.close(), worker.close()])

    const below = await arrive(theirs.username, 'en', '/permissionManagement/roles')
    const copy = row(below.page, '夜班')
    await copy.getByText(below.t('roles.affiliations.following')).waitFor(soon)
    // The rest cannot be edited; only its actions are available.
    expect(await below.page.getByRole('button', { name: `${below.t('roles.edit')} 夜班` }).count()).toBe(0)
    await below.page.getByRole('button', { name: below.t('roles.moreOf', { name: '夜班' }) }).click()
    await below.page.getByRole('menuitem', { name: below.t('roles.detach'), exact: true }).click()
    await below.page
      .getByRole('dialog')
      .getByRole('button', { name: below.t('roles.detach') })
      .click()
    await copy.getByText(below.t('roles.affiliations.detached')).waitFor(soon)

    await below.page.getByRole('button', { name: below.t('roles.whyTitle') }).click()
    const why = below.page.getByRole('dialog').filter({ hasText: below.t('roles.whyTitle') })
    await isSettled(below)
    await why.getByLabel(below.t('roles.whyMember')).fill('ann')
    await below.page.getByTitle('anna').click()
    await why.getByLabel(below.t('roles.whyAction')).fill('Move tenants')
    await below.page
      .getByTitle(below.t('permissions.codes.DMS_SERVER_ORGANIZATION_MANAGE_TENANT_MOVE.name'))
      .click()
    await why.getByText(below.t('roles.whyNo', { name: 'anna' })).waitFor(soon)
    await why.getByText(below.t('roles.whyMissings.company_kind')).waitFor()
    expect(below.complaints).toEqual([])
    await below.close()
  })
})
